"""What a mod is played for, as records: its main objective, and those its rules add.

Mods name the main objective (`win: {by: rounds}`). Any other objective belongs to one of their
rules (`structures`, `domination`). Each is one record, registered where its rules are written;
nothing else has to name it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec import Struct, field

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.registry import Event
from q40k.kernel.registry import load


class Option(Struct, frozen=True):
    """A number a table may agree on: its least and most, and the rule it belongs to.

    `path` is where a mod keeps it; an option without one belongs to the match.
    """

    rule: str
    least: int
    most: int
    path: tuple[str, ...] = ()


class Progress(Struct, frozen=True):
    """How close a side is to winning: it has `reached` so much of its `goal`.

    `unit` is "times" one's own value, "points" of the score, or a plain "count".
    """

    reached: Fraction
    goal: Fraction
    unit: Literal["times", "points", "count"] = "count"

    @property
    def part(self) -> Fraction:
        """Return the share of the goal that is reached."""
        return _part(*self.reached.as_integer_ratio(), *self.goal.as_integer_ratio())


@lru_cache(maxsize=4096)
def _part(reached: int, parts: int, goal: int, goal_parts: int) -> Fraction:
    """Return the share of the goal reached; cached, as the race is drawn after every entry."""
    return Fraction(reached * goal_parts, parts * goal) if goal else Fraction(0)


class Objective(Struct, frozen=True, kw_only=True):
    """Something a mod is played for.

    `by` is what it measures. `rule` is the mod's rule that adds it, None for a main objective.
    `measure` returns what a side has reached; the greater leads. `progress` returns how close it is
    to winning, None while it cannot win so. `options` are the numbers a table may agree on.
    """

    by: Measure
    rule: RuleName | None = None
    measure: Callable[[Match, str], Fraction]
    progress: Callable[[Match, str], Progress | None] | None = None
    options: Mapping[str, Option] = field(default_factory=dict)


OBJECTIVES: dict[Measure, Objective] = {}
"""Every objective, by what it measures."""


def register(objective: Objective) -> Objective:
    """Register an objective."""
    OBJECTIVES[objective.by] = objective
    return objective


DECISIVE: set[type[Event]] = set()
"""Every kind of event that can decide an objective."""


def objectives_of(mod: Mod) -> tuple[Objective, ...]:
    """Return all objectives of a mod, its main one first."""
    load("q40k.games.quake.state.objectives")  # a command may ask before the rules are loaded
    rules = [
        objective for objective in OBJECTIVES.values() if objective.rule is not None and objective.rule in mod.rules
    ]
    return (OBJECTIVES[mod.win.by], *rules)


def main_objective(state: Match) -> Objective:
    """Return the objective that wins the match; the score before the match is laid out."""
    return OBJECTIVES[state.setup.mod.win.by if state.setup.mod else "score"]


def progress(state: Match, side: str) -> Progress | None:
    """Return how close a side is to winning the match; None while nothing counts for it."""
    count = main_objective(state).progress
    return None if count is None else count(state, side)


# -- the win of a match -------------------------------------------------------------------


class Won(Event, tag="won"):
    """The match was won by a side; `over` are all that reached the goal in this action.

    `by` is the mod's own measure: the score in `times` its own value (SCORE-4), or how many rounds
    or points it has `made`. `tied` are teams level with it on that, ranked by TIE-1; `shared` are
    those of them that are level in everything and win with it. In a win by score, `points` are the
    winner's, and `reached` is every side in `over` in times its own value. Older matches lack both.
    """

    added_for_wording: ClassVar[frozenset[str]] = frozenset(("points", "reached"))

    winner: str
    over: tuple[str, ...]
    times: Fraction = Fraction(0)
    by: Measure = "score"
    made: int = 0
    tied: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    points: Fraction | None = None
    reached: dict[str, Fraction] | None = None

    def fold(self, state: Match) -> Match:
        return state.replace(winner=(self.winner, *self.shared), over=True)
