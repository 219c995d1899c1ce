"""The statistics of a match: each marine's deeds, each turn, causes of death, the blips.

Everything is counted from the journal's entries; nothing is stored.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, field

from q40k.games.space_hulk.state import conversion, ending, losses, melee, turn
from q40k.games.space_hulk.state.commentary.calls import killer_of
from q40k.games.space_hulk.state.match import Marine, Match
from q40k.games.space_hulk.state.movement.steps import Left, Moved
from q40k.games.space_hulk.state.shooting.firing import Fired, Jammed
from q40k.games.space_hulk.state.shooting.flames import Flamed
from q40k.kernel.commentary import Step
from q40k.kernel.events import Event


class Tally(Struct):
    """The deeds of one marine, and the turn in which he died or left the board."""

    unit: str = ""
    kills: int = 0
    shots: int = 0
    hits: int = 0
    watched: int = 0
    jams: int = 0
    flames: int = 0
    fights: int = 0
    won: int = 0
    steps: int = 0
    points: int = 0
    died: int | None = None
    left: int | None = None


class Turn(Struct):
    """One turn: the counter and points spent, deaths, blips revealed.

    `counter` is None until it is turned up. `seconds` is the length of the marine turn by the
    clock.
    """

    counter: int | None = None
    spent: int = 0
    marines: int = 0
    stealers: int = 0
    blips: int = 0
    seconds: float = 0.0


class Statistics(Struct):
    """All statistics: by marine, by turn, by cause of death, and blips by value."""

    marines: dict[str, Tally] = field(default_factory=dict)
    turns: dict[int, Turn] = field(default_factory=dict)
    causes: dict[str, dict[str, int]] = field(default_factory=dict)
    blips: dict[int, int] = field(default_factory=dict)

    def tally_of(self, marine: str) -> Tally:
        """Return a marine's tally."""
        return self.marines.setdefault(marine, Tally())

    def turn_of(self, state: Match) -> Turn:
        """Return the present turn."""
        return self.turns.setdefault(state.play.turn, Turn())


def count_match(steps: Iterable[Step[Match]]) -> Statistics:
    """Count the statistics of a match."""
    statistics = Statistics()
    flamer = ""
    blips: dict[str, tuple[str, str]] = {}  # cause and killer of dead blips, whose values come later
    for step in steps:
        killer = ""
        for transition in step.transitions:
            event, after = transition.event, transition.after
            for id, marine in after.marines.items():
                statistics.tally_of(id).unit = marine.unit
            killer = killer_of(event, transition.before) or killer
            flamer = event.who if isinstance(event, Flamed) else flamer
            if isinstance(event, losses.Killed):
                by = flamer if event.by == "flame" else killer
                blips[event.who] = event.by, by
                _count_death(statistics, event, transition.before, by)
            elif isinstance(event, losses.BlipCounted):
                _count_dead_stealers(statistics, after, *blips.get(event.blip, ("hand", "")), event.value - 1)
            if type(event) in COUNTERS:
                COUNTERS[type(event)](statistics, event, after)
            if after.timer.length is not None:
                statistics.turn_of(after).seconds = after.timer.gone - after.timer.began
    statistics.turns.pop(0, None)
    return statistics


def _count_death(statistics: Statistics, event: losses.Killed, before: Match, killer: str) -> None:
    if event.who in before.marines:
        statistics.turn_of(before).marines += 1
        statistics.tally_of(event.who).died = before.play.turn
        _count_cause(statistics, event.by, "marine", 1)
        return
    _count_dead_stealers(statistics, before, event.by, killer, event.value or 1)
    if event.who in before.blips:
        statistics.blips[event.value or 0] = statistics.blips.get(event.value or 0, 0) + 1


def _count_dead_stealers(statistics: Statistics, state: Match, cause: str, killer: str, many: int) -> None:
    """Count dead stealers: a blip counts as many as its value."""
    statistics.turn_of(state).stealers += many
    _count_cause(statistics, cause, "stealer", many)
    if killer in state.marines:
        statistics.tally_of(killer).kills += many


def _count_cause(statistics: Statistics, cause: str, side: str, many: int) -> None:
    sides = statistics.causes.setdefault(cause, {})
    sides[side] = sides.get(side, 0) + many


# -- what each kind of event counts ---------------------------------------------------------


def _count_shot(statistics: Statistics, event: Fired, _after: Match) -> None:
    tally = statistics.tally_of(event.who)
    tally.shots += 1
    tally.hits += event.hit
    tally.watched += event.how == "overwatch"


def _count_jam(statistics: Statistics, event: Jammed, _after: Match) -> None:
    statistics.tally_of(event.who).jams += 1


def _count_flame(statistics: Statistics, event: Flamed, _after: Match) -> None:
    statistics.tally_of(event.who).flames += 1


def _count_fight(statistics: Statistics, event: melee.Fought, after: Match) -> None:
    marine = event.attacker if event.attacker in after.marines else event.defender
    statistics.tally_of(marine).fights += 1
    statistics.tally_of(marine).won += event.beaten is not None and event.beaten != marine


def _count_step(statistics: Statistics, event: Moved, after: Match) -> None:
    if isinstance(after.piece(event.who), Marine):
        statistics.tally_of(event.who).steps += 1


def _count_leaver(statistics: Statistics, event: Left, after: Match) -> None:
    if event.who in after.marines:
        statistics.tally_of(event.who).left = after.play.turn


def _count_points(statistics: Statistics, event: turn.PointsSpent, after: Match) -> None:
    statistics.turn_of(after).spent += event.points
    if event.who in after.marines:
        statistics.tally_of(event.who).points += event.points


def _count_point_back(statistics: Statistics, _event: turn.PointBack, after: Match) -> None:
    statistics.turn_of(after).spent -= 1


def _count_counter(statistics: Statistics, event: ending.CounterShown, after: Match) -> None:
    statistics.turn_of(after).counter = event.value


def _count_blip(statistics: Statistics, event: losses.BlipCounted, _after: Match) -> None:
    statistics.blips[0] = statistics.blips.get(0, 1) - 1
    statistics.blips[event.value] = statistics.blips.get(event.value, 0) + 1
    statistics.blips = {value: n for value, n in statistics.blips.items() if n}


def _count_revelation(statistics: Statistics, event: conversion.BlipRevealed, after: Match) -> None:
    statistics.turn_of(after).blips += 1
    statistics.blips[event.value] = statistics.blips.get(event.value, 0) + 1


COUNTERS: dict[type[Event], Callable[[Statistics, Any, Match], None]] = {
    Fired: _count_shot,
    Jammed: _count_jam,
    Flamed: _count_flame,
    melee.Fought: _count_fight,
    Moved: _count_step,
    Left: _count_leaver,
    turn.PointsSpent: _count_points,
    turn.PointBack: _count_point_back,
    ending.CounterShown: _count_counter,
    losses.BlipCounted: _count_blip,
    conversion.BlipRevealed: _count_revelation,
}
