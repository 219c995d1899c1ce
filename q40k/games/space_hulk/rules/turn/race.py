"""How far each side is from winning, by the goals of the mission that can be counted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from msgspec import Struct

from q40k.games.space_hulk.packs.missions import By, Goal, SideId
from q40k.games.space_hulk.rules.state import Match
from q40k.games.space_hulk.rules.turn.winning import burnt, has_left, holding, met


class Far(Struct, frozen=True):
    """What of a goal is made, and how much of it is wanted."""

    made: int
    goal: int

    @property
    def part(self) -> Fraction:
        """What part of it is made."""
        return Fraction(self.made, self.goal) if self.goal else Fraction(1)


def far(state: Match, side: SideId) -> Far | None:
    """How far a side is with that of its goals it is nearest to; None where nobody can count.

    Who has no goal of its own, the stealers, wins when no marine is left.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = [one for one in state.mission.goals if one.side == side]
    if not goals and side == "stealer" and state.mission.goals:
        goals = [Goal(side="stealer", by="wipe-out")]
    found = [_far(state, one) for one in goals if not one.fallback]
    found = found or [_far(state, one) for one in goals]
    return max(found, key=lambda one: one.part, default=None)


def hunted(state: Match) -> Far:
    """Marines who are dead, of those who must die before theirs can no more reach their goal.

    All must, where no goal asks for so many who survive or leave.

    Rule: SH-WIN-1, SH-WIN-3
    """
    goals = (one for one in state.mission.goals if one.side == "marine")
    wanted = next((one for one in goals if one.by in ("survive", "leave")), None)
    found = _dead(state, Goal(side="stealer", by="wipe-out"))
    found = _barred(state, wanted) if wanted is not None else found
    return Far(min(found.made, found.goal), found.goal)


def near(state: Match, side: SideId) -> bool:
    """Whether a side may win with what happens next: one step of its goal is missing."""
    found = far(state, side)
    return found is not None and 0 < found.goal - found.made <= 1 and found.goal > 1


def _far(state: Match, goal: Goal) -> Far:
    one = _WAYS[goal.by](state, goal)
    if met(state, goal, turn_ends=False):
        return Far(one.goal, one.goal)
    return Far(min(one.made, one.goal), one.goal)


def _turns(state: Match, goal: Goal) -> Far:
    """Turns that are over, of those to be stood through."""
    return Far(max(0, state.play.turn - 1), goal.turn or state.mission.turn_limit or 1)


def _dead(state: Match, _goal: Goal) -> Far:
    """Marines who are dead, of those who have not left."""
    there = [one for one in state.marines.values() if one.life.left_by is None]
    return Far(sum(not one.life.alive for one in there), max(1, len(there)))


def _barred(state: Match, goal: Goal) -> Far:
    """Marines who are dead, of those who must die before too few are left."""
    dead = sum(not one.life.alive for one in state.marines.values())
    return Far(dead, max(1, len(state.marines) - goal.count + 1))


def _carried(state: Match, goal: Goal) -> Far:
    """An object: found, and out."""
    thing = state.things[goal.object or ""]
    carried = thing.carrier in state.marines
    return Far(2 if thing.left_by is not None else int(carried), 2)


def _held(state: Match, goal: Goal) -> Far:
    if goal.turn is not None:
        return _turns(state, goal)
    return Far(max(0, holding(state, goal)), max(1, goal.count))


_WAYS: Final[dict[By, Callable[[Match, Goal], Far]]] = {
    "leave": lambda state, goal: Far(has_left(state, goal), max(1, goal.count)),
    "bar": _barred,
    "carry-out": _carried,
    "survive": _turns,
    "kill": lambda state, goal: Far(state.tally.kills, max(1, goal.count)),
    "burn": lambda state, goal: Far(burnt(state, goal), len(set(goal.sections))),
    "hold": _held,
    "wipe-out": _dead,
    "outlast": _turns,
}
