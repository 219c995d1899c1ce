"""Estimate each side's chance to win, by what is left of its goal."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.state import SIDES, Match
from q40k.games.space_hulk.rules.turn.race import hunt_progress, side_progress

LEAST_LEFT: Final = 0.1
"""The least share of a goal that counts as left, even if it is met: it wins only when goals are
checked.
"""


def chances(state: Match) -> dict[str, float] | None:
    """Return the chance of each side; None if the goals cannot be counted.

    Each chance is proportional to one over the square of what is left of the goal. Dead marines
    also bring the stealers nearer. Passing turns help the stealers, unless the marines play for
    time.

    Rule: SH-WIN-1, SH-WIN-3
    """
    if state.setup.mission is None:
        return None
    shares = {
        side: progress.fraction
        for side in SIDES
        if (progress := side_progress(state, side)) is not None
    }
    if len(shares) < len(SIDES):
        return None
    if state.outcome.over:
        winners = state.outcome.winners
        return {side: float(side in winners) for side in SIDES}
    for_time = any(goal.side == "marine" and goal.by == "survive" for goal in state.mission.goals)
    dead = hunt_progress(state).fraction
    shares["stealer"] = dead if for_time else max(shares["stealer"], dead)
    weights = {side: max(1 - float(part), LEAST_LEFT) ** -2 for side, part in shares.items()}
    return {side: weight / sum(weights.values()) for side, weight in weights.items()}
