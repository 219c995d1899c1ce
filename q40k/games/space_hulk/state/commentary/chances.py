"""How near each side is to winning: its progress by the goals, and its chance."""

from collections.abc import Callable
from fractions import Fraction
from math import log

from msgspec import Struct

from q40k.games.space_hulk.packs.missions import By, Goal, SideId
from q40k.games.space_hulk.state.ending import count_burnt_sections, count_holders, count_marines_out, is_goal_met
from q40k.games.space_hulk.state.match import SIDES, Match


class Progress(Struct, frozen=True):
    """How much of a goal is reached, and how much it asks for."""

    reached: int
    goal: int

    @property
    def fraction(self) -> Fraction:
        """The share of the goal that is reached."""
        return Fraction(self.reached, self.goal) if self.goal else Fraction(1)


def side_progress(state: Match, side: SideId) -> Progress | None:
    """Return a side's progress towards its nearest goal; None if it cannot be counted.

    Stealers without a goal of their own win when no marine is left.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = [goal for goal in state.mission.goals if goal.side == side]
    if not goals and side == "stealer" and state.mission.goals:
        goals = [Goal(side="stealer", by="wipe-out")]
    candidates = [_goal_progress(state, goal) for goal in goals if not goal.fallback]
    candidates = candidates or [_goal_progress(state, goal) for goal in goals]
    return max(candidates, key=lambda progress: progress.fraction, default=None)


def hunt_progress(state: Match) -> Progress:
    """Return the number of dead marines, of those who must die to bar the marines from their goal.

    All must die, unless a goal asks for a number who survive or leave.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = (goal for goal in state.mission.goals if goal.side == "marine")
    head_count_goal = next((goal for goal in goals if goal.by in ("survive", "leave")), None)
    progress = _kill_progress(state, Goal(side="stealer", by="wipe-out"))
    progress = _bar_progress(state, head_count_goal) if head_count_goal is not None else progress
    return Progress(min(progress.reached, progress.goal), progress.goal)


def is_near_win(state: Match, side: SideId) -> bool:
    """Return whether a side needs only one more step of its goal to win."""
    progress = side_progress(state, side)
    return progress is not None and 0 < progress.goal - progress.reached <= 1 and progress.goal > 1


def _goal_progress(state: Match, goal: Goal) -> Progress:
    progress = _PROGRESS[goal.by](state, goal)
    if is_goal_met(state, goal, turn_ends=False):
        return Progress(progress.goal, progress.goal)
    return Progress(min(progress.reached, progress.goal), progress.goal)


def _turn_progress(state: Match, goal: Goal) -> Progress:
    """Return the turns that are over, of those to be survived."""
    return Progress(max(0, state.play.turn - 1), goal.turn or state.mission.turn_limit or 1)


def _kill_progress(state: Match, _goal: Goal) -> Progress:
    """Return the dead marines, of those who have not left."""
    marines = [marine for marine in state.marines.values() if marine.life.left_by is None]
    return Progress(sum(not marine.life.alive for marine in marines), max(1, len(marines)))


def _bar_progress(state: Match, goal: Goal) -> Progress:
    """Return the dead marines, of those who must die before too few are left."""
    dead = sum(not marine.life.alive for marine in state.marines.values())
    return Progress(dead, max(1, len(state.marines) - goal.count + 1))


def _carry_progress(state: Match, goal: Goal) -> Progress:
    """Return the progress of an object: half when carried, all when carried out."""
    item = state.things[goal.object or ""]
    is_carried = item.carrier in state.marines
    return Progress(2 if item.left_by is not None else int(is_carried), 2)


def _hold_progress(state: Match, goal: Goal) -> Progress:
    if goal.turn is not None:
        return _turn_progress(state, goal)
    return Progress(max(0, count_holders(state, goal)), max(1, goal.count))


_PROGRESS: dict[By, Callable[[Match, Goal], Progress]] = {
    "leave": lambda state, goal: Progress(count_marines_out(state, goal), max(1, goal.count)),
    "bar": _bar_progress,
    "carry-out": _carry_progress,
    "survive": _turn_progress,
    "kill": lambda state, goal: Progress(state.tally.kills, max(1, goal.count)),
    "burn": lambda state, goal: Progress(count_burnt_sections(state, goal), len(set(goal.sections))),
    "hold": _hold_progress,
    "wipe-out": _kill_progress,
    "outlast": _turn_progress,
}


# -- chances -------------------------------------------------------------------------------


LEAST_LEFT = 0.1
"""The least share of a goal that counts as left, even if it is met: it wins only when goals are
checked.
"""


def prospects(state: Match) -> dict[str, tuple[float, ...]]:
    """Return how near each side is to its goal; nothing if the goals cannot be counted.

    For the marines that is minus the logarithm of what is left of theirs. The stealers have theirs in the second
    place, by dead marines if those bring them nearer, and a constant in the third: missions favour a side. Passing
    turns help the stealers, unless the marines play for time.

    Rule: SH-WIN-1, SH-WIN-3
    """
    if state.setup.mission is None:
        return {}
    shares = {side: progress.fraction for side in SIDES if (progress := side_progress(state, side)) is not None}
    if len(shares) < len(SIDES):
        return {}
    for_time = any(goal.side == "marine" and goal.by == "survive" for goal in state.mission.goals)
    dead = hunt_progress(state).fraction
    shares["stealer"] = dead if for_time else max(shares["stealer"], dead)
    near = {side: -log(max(1 - float(part), LEAST_LEFT)) for side, part in shares.items()}
    return {"marine": (near["marine"], 0.0, 0.0), "stealer": (0.0, near["stealer"], 1.0)}
