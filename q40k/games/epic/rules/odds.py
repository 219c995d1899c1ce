"""Exact chances: of a volley, a fight of one against several, a morale test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce

from q40k.games.epic.rules.melee import DICE
from q40k.games.epic.rules.shooting.hit import first_die
from q40k.games.epic.rules.shooting.plan import Aim
from q40k.games.epic.rules.shooting.saves import NONE
from q40k.games.epic.rules.state import Match

Spread = Mapping[int, Fraction]
"""The chance of each number."""
SURE = Fraction(1)


def passes(needed: int) -> Fraction:
    """The chance of a D6 to show so much at least: also that of a morale test to be passed.

    Rule: EE-MORALE-3, EE-RALLY-2
    """
    return Fraction(min(6, max(0, 7 - needed)), 6)


def to_hit(needed: int, second: int = 0) -> Fraction:
    """The chance of one die to hit; of 7 and more with the second die.

    Rule: EE-SHOOT-5, EE-SHOOT-8
    """
    first = passes(first_die(needed))
    return first * passes(second) if second else first


def unsaved(save: int) -> Fraction:
    """The chance of a hit not to be saved.

    Rule: EE-SAVE-3
    """
    return SURE if save >= NONE else 1 - passes(save)


def volley(state: Match, aims: Iterable[Aim]) -> Spread:
    """How many figures a volley destroys, with the chance of each number.

    Rule: EE-SHOOT-10, EE-SAVE-4, EE-VEHICLE-3
    """
    harm: dict[str, list[Fraction]] = {}
    for aim in aims:
        if not aim.fails:
            chance = to_hit(aim.needed, aim.second) * unsaved(aim.save)
            harm.setdefault(aim.target, []).extend([chance] * aim.dice)
    found: Spread = {0: SURE}
    for target, chances in harm.items():
        needed = state.figures[target].life.hits
        nothing: Spread = {0: SURE}
        through = reduce(_added, ({0: 1 - one, 1: one} for one in chances), nothing)
        dies = sum((chance for n, chance in through.items() if n >= needed), Fraction(0))
        found = _added(found, {0: 1 - dies, 1: dies})
    return found


def passing(needs: Iterable[int]) -> Spread:
    """How many dice of a throw pass, each with a number of its own.

    Rule: EE-SAVE-1, EE-SHOOT-8
    """
    nothing: Spread = {0: SURE}
    return reduce(_added, ({0: 1 - (p := passes(need)), 1: p} for need in needs), nothing)


def mean(spread: Spread) -> Fraction:
    """What a number comes to on average."""
    return sum((number * chance for number, chance in spread.items()), Fraction(0))


def _added(one: Spread, other: Spread) -> Spread:
    """The sum of two numbers that know nothing of one another."""
    found: dict[int, Fraction] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + p * q
    return found


@cache
def _dice(many: int) -> Spread:
    face = {number: Fraction(1, 6) for number in range(1, 7)}
    return reduce(_added, [face] * many, {0: SURE})


@cache
def duel(ahead: int, theirs: int = DICE) -> Fraction:
    """The chance of 2D6 to beat `theirs` D6, with factors that differ by `ahead`; ties again.

    Rule: EE-MELEE-1, EE-MELEE-3
    """
    won = tied = Fraction(0)
    for mine, p in _dice(DICE).items():
        for other, q in _dice(theirs).items():
            won += p * q if mine + ahead > other else 0
            tied += p * q if mine + ahead == other else 0
    return won / (1 - tied)


def survives(factor: int, others: Sequence[int], dice: int = DICE) -> Fraction:
    """The chance of one figure to beat several one after another, who roll a die more each.

    `others` are their factors, `dice` how many the first of them rolls.

    Rule: EE-MELEE-3
    """
    duels = (duel(factor - one, dice + number) for number, one in enumerate(others))
    return reduce(lambda a, b: a * b, duels, SURE)
