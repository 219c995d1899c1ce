"""What bonus tokens change."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds, changed
from q40k.games.quake.rules.state import Held, Match


def _token_returned(state: Match, event: e.TokenReturned) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].replace(holder=None)}
    return changed(state, event.player, bonus=None).replace(tokens=tokens)


def _token_taken(state: Match, event: e.TokenTaken) -> Match:
    tokens = {**state.tokens, event.token: state.tokens[event.token].replace(holder=event.player)}
    return changed(state, event.player, bonus=Held(event.token, event.kind)).replace(tokens=tokens)


def _held(state: Match, player: str, **changes: Any) -> Match:
    held = state.players[player].bonus
    return state if held is None else changed(state, player, bonus=held.replace(**changes))


def _bonus_chosen(state: Match, event: e.BonusChosen) -> Match:
    return _held(state, event.player, kind=event.kind)


def _bonus_spent(state: Match, event: e.BonusSpent) -> Match:
    return _held(state, event.player, spent=True)


def _controlled(state: Match, event: e.MindControlled) -> Match:
    return _held(state, event.player, target=event.target)


def _dragged(state: Match, event: e.VortexDrags) -> Match:
    for player, spot in event.to.items():
        state = changed(
            state, player, at=spot, portal=event.portals.get(player), near=None, tile=None,
            level=None, in_water=player in event.wet,
        )  # fmt: skip
    return state


FOLDS: Folds = {
    e.TokenReturned: _token_returned,
    e.TokenTaken: _token_taken,
    e.BonusChosen: _bonus_chosen,
    e.BonusSpent: _bonus_spent,
    e.MindControlled: _controlled,
    e.VortexDrags: _dragged,
}
