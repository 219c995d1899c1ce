"""Exact chances of a volley, a fight of one against several, and a morale test."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce

from q40k.games.epic.packs.profiles import NO_SAVE
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.melee import DICE
from q40k.games.epic.state.shooting import Aim, first_die

Spread = Mapping[int, Fraction]
"""The chance of each number."""


SURE = Fraction(1)


def chance_to_pass(needed: int) -> Fraction:
    """Return the chance of a D6 to show at least so much; also of passing a morale test.

    Rule: EE-MORALE-3, EE-RALLY-2
    """
    return Fraction(min(6, max(0, 7 - needed)), 6)


def chance_to_hit(needed: int, second: int = 0) -> Fraction:
    """Return the chance of one die to hit, with the second die for 7 and more.

    Rule: EE-SHOOT-5, EE-SHOOT-8
    """
    first = chance_to_pass(first_die(needed))
    return first * chance_to_pass(second) if second else first


def chance_unsaved(save: int) -> Fraction:
    """Return the chance that a hit is not saved.

    Rule: EE-SAVE-3
    """
    return SURE if save >= NO_SAVE else 1 - chance_to_pass(save)


def volley_kills(state: Match, aims: Iterable[Aim]) -> Spread:
    """Return the chance of each number of figures that a volley destroys.

    Rule: EE-SHOOT-10, EE-SAVE-4, EE-VEHICLE-3
    """
    damage: dict[str, list[Fraction]] = {}
    for aim in aims:
        if not aim.fails:
            chance = chance_to_hit(aim.needed, aim.second) * chance_unsaved(aim.save)
            damage.setdefault(aim.target, []).extend([chance] * aim.dice)
    total: Spread = {0: SURE}
    for target, chances in damage.items():
        needed = state.figures[target].life.hits
        nothing: Spread = {0: SURE}
        through = reduce(_add, ({0: 1 - p, 1: p} for p in chances), nothing)
        dies = sum((chance for n, chance in through.items() if n >= needed), Fraction(0))
        total = _add(total, {0: 1 - dies, 1: dies})
    return total


def count_passing(needs: Iterable[int]) -> Spread:
    """Return the chance of each number of passing dice, each with its own need.

    Rule: EE-SAVE-1, EE-SHOOT-8
    """
    nothing: Spread = {0: SURE}
    return reduce(_add, ({0: 1 - (p := chance_to_pass(need)), 1: p} for need in needs), nothing)


def mean(spread: Spread) -> Fraction:
    """Return the average of a number."""
    return sum((number * chance for number, chance in spread.items()), Fraction(0))


def _add(first: Spread, second: Spread) -> Spread:
    """Return the sum of two independent numbers."""
    total: dict[int, Fraction] = {}
    for a, p in first.items():
        for b, q in second.items():
            total[a + b] = total.get(a + b, Fraction(0)) + p * q
    return total


@cache
def _ways(many: int) -> Counter[int]:
    """Return in how many ways so many D6 show each sum."""
    if not many:
        return Counter({0: 1})
    ways: Counter[int] = Counter()
    for shown, count in _ways(many - 1).items():
        for face in range(1, 7):
            ways[shown + face] += count
    return ways


@cache
def duel_chance(ahead: int, theirs: int = DICE) -> Fraction:
    """Return the chance of 2D6 to beat `theirs` D6 with factors that differ by `ahead`; ties
    reroll.

    Rule: EE-MELEE-1, EE-MELEE-3
    """
    won = tied = 0
    for mine, count in _ways(DICE).items():
        for other, against in _ways(theirs).items():
            won += count * against if mine + ahead > other else 0
            tied += count * against if mine + ahead == other else 0
    return Fraction(won, 6 ** (DICE + theirs) - tied)


def survival_chance(factor: int, others: Sequence[int], dice: int = DICE) -> Fraction:
    """Return the chance of one figure to beat several in turn, each with a die more.

    `others` are their factors; `dice` is how many the first of them rolls.

    Rule: EE-MELEE-3
    """
    duels = (duel_chance(factor - opponent, dice + number) for number, opponent in enumerate(others))
    return reduce(lambda a, b: a * b, duels, SURE)
