"""What a win changes."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.folds.shared import Folds
from q40k.rules.state import Match


def _won(state: Match, event: e.Won) -> Match:
    return state.but(winner=(event.winner,), over=True)


def _played_on(state: Match, _event: e.PlayedOn) -> Match:
    return state.but(over=False, played_on=True)


FOLDS: Folds = {
    e.Won: _won,
    e.PlayedOn: _played_on,
}
