"""State changes that the folds of every chapter use."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from q40k.games.quake.rules.parts import Team
from q40k.games.quake.rules.state import Match

Payments = dict[str, Fraction]


def change_player(state: Match, player: str, **changes: Any) -> Match:
    """Return the state with `changes` to one player."""
    players = dict(state.players)
    players[player] = players[player].replace(**changes)
    return state.replace(players=players)


def angle_change(angle: float | None) -> dict[str, Any]:
    """Return the change of a base's angle; no change if no angle is given."""
    return {} if angle is None else {"angle": angle}


def pay_out(state: Match, paid: Payments) -> Match:
    """Return the state with points paid to players, or taken from them."""
    for name, points in paid.items():
        state = change_player(state, name, points=state.players[name].score.points + points)
    return state


def replace_team(state: Match, name: str, team: Team) -> Match:
    """Return the state with one team replaced."""
    return state.replace(teams={**state.teams, name: team})
