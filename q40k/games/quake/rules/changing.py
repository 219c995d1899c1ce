"""What the folds of every chapter need."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.parts import Team
from q40k.games.quake.rules.state import Match

Payments = dict[str, Fraction]


def changed(state: Match, player: str, **changes: Any) -> Match:
    """The state with `changes` to one player."""
    players = dict(state.players)
    players[player] = players[player].replace(**changes)
    return state.replace(players=players)


def turned(angle: float | None) -> dict[str, Any]:
    """The change of a base that points elsewhere; none where nobody said so."""
    return {} if angle is None else {"angle": angle}


def paid_out(state: Match, paid: Payments) -> Match:
    """The state with points paid to players, or taken from them."""
    for name, points in paid.items():
        state = changed(state, name, points=state.players[name].score.points + points)
    return state


def team_with(state: Match, name: str, team: Team) -> Match:
    """The state with one team as it is now."""
    return state.replace(teams={**state.teams, name: team})
