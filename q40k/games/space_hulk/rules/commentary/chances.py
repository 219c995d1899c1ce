"""Everybody's chance to win, by how little is left to each of its goal."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.state import SIDES, Match
from q40k.games.space_hulk.rules.turn.race import far, hunted

LEAST_LEFT: Final = 0.1
"""So much of a goal counts as left even when it is met: it wins when goals are looked at."""


def chances(state: Match) -> dict[str, float] | None:
    """The chance of each side; nobody's where the goals are not counted.

    Each is as great as one over the square of what is left to the goal. The stealers are as near to
    theirs as marines are dead, too; turns that go by are theirs unless the marines play for time.

    Rule: SH-WIN-1, SH-WIN-3
    """
    if state.setup.mission is None:
        return None
    made = {side: one.part for side in SIDES if (one := far(state, side)) is not None}
    if len(made) < len(SIDES):
        return None
    if state.outcome.over:
        winners = state.outcome.winners
        return {side: float(side in winners) for side in SIDES}
    for_time = any(one.side == "marine" and one.by == "survive" for one in state.mission.goals)
    dead = hunted(state).part
    made["stealer"] = dead if for_time else max(made["stealer"], dead)
    weights = {side: max(1 - float(part), LEAST_LEFT) ** -2 for side, part in made.items()}
    return {side: weight / sum(weights.values()) for side, weight in weights.items()}
