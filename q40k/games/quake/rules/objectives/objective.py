"""What a mod is played for, as records: its way to win, and what else brings it nearer.

A way to win is named as mods name it (`win: {by: rounds}`); anything else an objective of a mod
is belongs to one of its rules (`structures`, `domination`). Each is one record, registered where
its rules are written; nothing else has to name it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from q40k.games.quake.packs.models import Mod, RuleName
from q40k.games.quake.packs.mods import Measure
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


class Option(Struct, frozen=True):
    """One number a table may agree on: its least and most, and the rule it belongs to.

    `path` is where a mod keeps it; an option without one is the match's own.
    """

    rule: str
    least: int
    most: int
    path: tuple[str, ...] = ()


class Progress(Struct, frozen=True):
    """How far a side is from winning: it has `made` so much of its `goal`.

    `unit` is "times" one's own value, "points" of the score, or a plain "count".
    """

    made: Fraction
    goal: Fraction
    unit: Literal["times", "points", "count"] = "count"

    @property
    def part(self) -> Fraction:
        """What part of the goal is made."""
        return _part(*self.made.as_integer_ratio(), *self.goal.as_integer_ratio())


@lru_cache(maxsize=4096)
def _part(made: int, parts: int, goal: int, wanted: int) -> Fraction:
    """What part of a goal is made; made once, as the race is told after every entry."""
    return Fraction(made * wanted, parts * goal) if goal else Fraction(0)


def nothing(_live: Live[Match]) -> Rule[None]:
    """What an objective does where it does nothing."""
    yield from ()


class Objective(Struct, frozen=True, kw_only=True):
    """Something a mod is played for.

    `by` is what it measures; `rule` the mod's rule that brings it, None for a way to win. `measure`
    says what a side has made of it, the greater leads; `progress` how far it is from winning by it,
    None while it cannot. `options` are the numbers a table may agree on.

    `begin` is carried out once the teams are ranked, `end_of_turn` as a turn's last phase closes.
    `check` sees after an action (with the state before it) whether that has won a round or the
    match, if one of the events that it is `brought_by` came about.
    """

    by: Measure
    rule: RuleName | None = None
    measure: Callable[[Match, str], Fraction]
    progress: Callable[[Match, str], Progress | None] | None = None
    options: Mapping[str, Option] = field(default_factory=dict)
    begin: Callable[[Live[Match]], Rule[None]] = nothing
    end_of_turn: Callable[[Live[Match]], Rule[None]] = nothing
    check: Callable[[Live[Match], Match], Rule[None]] | None = None
    brought_by: frozenset[type[Event]] = frozenset()


OBJECTIVES: dict[Measure, Objective] = {}
"""Every objective by what it measures."""
DECISIVE: set[type[Event]] = set()
"""Every kind of event that may bring an objective about."""


def register(objective: Objective) -> Objective:
    """Register an objective."""
    OBJECTIVES[objective.by] = objective
    DECISIVE.update(objective.brought_by)
    return objective


def played_for(mod: Mod) -> tuple[Objective, ...]:
    """All that a mod is played for, its way to win first."""
    rules = [one for one in OBJECTIVES.values() if one.rule is not None and one.rule in mod.rules]
    return (OBJECTIVES[mod.win.by], *rules)


def way_to_win(state: Match) -> Objective:
    """By what the match is won; before it is laid out, by the score."""
    return OBJECTIVES[state.setup.mod.win.by if state.setup.mod else "score"]


def progress(state: Match, side: str) -> Progress | None:
    """How far a side is from winning the match; None while it has nothing to count."""
    counted = way_to_win(state).progress
    return None if counted is None else counted(state, side)
