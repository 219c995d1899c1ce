"""What a win changes."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed
from q40k.games.quake.rules.state import Match


def _won(state: Match, event: e.Won) -> Match:
    return state.replace(winner=(event.winner,), over=True)


def _played_on(state: Match, _event: e.PlayedOn) -> Match:
    return state.replace(over=False, ended=False, played_on=True)


def _ended(state: Match, event: e.Ended) -> Match:
    return state.replace(winner=event.winners, over=True, ended=True)


def _described(state: Match, event: e.Described) -> Match:
    known = event.model_dump(exclude={"type", "v", "player"}, exclude_none=True)
    return changed(state, event.player, **known)


FOLDS: Folds = {
    e.Won: _won,
    e.PlayedOn: _played_on,
    e.Ended: _ended,
    e.Described: _described,
    e.TieCounted: as_it_was,
    e.AgesCounted: as_it_was,
}
