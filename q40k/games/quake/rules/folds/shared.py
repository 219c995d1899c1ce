"""What the folds of every chapter need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.kernel.events import Event

Folds = dict[type[Event], Callable[[Match, Any], Match]]
"""Which fold an event has."""


def changed(state: Match, player: str, **changes: Any) -> Match:
    """The state with `changes` to one player."""
    players = dict(state.players)
    players[player] = players[player].replace(**changes)
    return state.replace(players=players)


def turned(angle: float | None) -> dict[str, Any]:
    """The change of a base that points elsewhere; none where nobody said so."""
    return {} if angle is None else {"angle": angle}


def paid_out(state: Match, paid: e.Payments) -> Match:
    """The state with points paid to players, or taken from them."""
    for name, points in paid.items():
        state = changed(state, name, points=state.players[name].score.points + points)
    return state


def as_it_was(state: Match, _event: Event) -> Match:
    """The same state: the event is told, and changes nothing."""
    return state
