"""Exact chances before the dice fall: shots, volleys, jams, close assaults, flames."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import prod

from q40k.games.space_hulk.state.match import Marine, Match, Stealer
from q40k.games.space_hulk.state.melee import Terms, door_dice, stealer_score
from q40k.games.space_hulk.state.shooting.aim import Shot
from q40k.games.space_hulk.state.shooting.flames import BURNS
from q40k.kernel.state import Part

FACES = range(1, 7)


Dice = tuple[int, ...]


class ShotOdds(Part, frozen=True):
    """The chances of a shot: that it destroys, that all dice are alike, and both at once."""

    kill: Fraction
    alike: Fraction
    both: Fraction


class FightOdds(Part, frozen=True):
    """The chances of a fight: that the stealer wins, that both are equal, that the marine wins."""

    stealer: Fraction
    equal: Fraction
    marine: Fraction


@lru_cache(maxsize=256)
def shot_odds(dice: int, needs: int, hits: int = 1) -> ShotOdds:
    """Return the chances of a shot: `hits` of `dice` must show at least `needs`.

    Rule: SH-SHOOT-2, SH-ALPHA-3, SH-JAM-1, SH-CANNON-5
    """
    kill = alike = both = 0
    for shown in product(FACES, repeat=dice):
        hit, same = sum(die >= needs for die in shown) >= hits, len(set(shown)) == 1
        kill, alike, both = kill + hit, alike + same, both + (hit and same)
    every = 6**dice
    return ShotOdds(Fraction(kill, every), Fraction(alike, every), Fraction(both, every))


def volley_odds(shots: Iterable[Shot]) -> Fraction:
    """Return the chance that at least one of some shots destroys its target.

    Rule: SH-OVERWATCH-4
    """
    misses = (1 - shot_odds(shot.gun.dice, shot.needs, shot.hits).kill for shot in shots)
    return 1 - prod(misses, start=Fraction(1))


@lru_cache(maxsize=64)
def fight_odds(terms: Terms, psi: int = 0) -> FightOdds:
    """Return the chances of a fight in which the marine parries and rerolls as is best for his
    life.

    `psi` are points that he adds where they help.

    Rule: SH-MELEE-2, SH-WEAPON-4, SH-GUARD-4, SH-LIB-4, SH-ALPHA-5
    """
    return _mean_odds(
        (_parry_chances(terms, theirs, his, psi), many * more)
        for theirs, many in _throws(terms.stealer_dice)
        for his, more in _throws(terms.marine_dice)
    )


def answer_odds(terms: Terms, theirs: Dice, psi: int = 0) -> FightOdds:
    """Return the chances of a fight once the stealer's dice lie.

    Rule: SH-MELEE-2, SH-WEAPON-4, SH-GUARD-4
    """
    faces = _sort_dice(theirs)
    return _mean_odds((_parry_chances(terms, faces, his, psi), many) for his, many in _throws(terms.marine_dice))


def parry_odds(terms: Terms, others: Dice, his: Dice) -> FightOdds:
    """Return the chances of a fight while the parried die is rolled again beside the stealer's others.

    Rule: SH-WEAPON-4, SH-GUARD-4
    """
    return _mean_odds((_guard_chances(terms, _sort_dice((*others, face)), his, 0), 1) for face in FACES)


def guard_odds(terms: Terms, theirs: Dice, others: Dice) -> FightOdds:
    """Return the chances of a fight while the marine rolls a die again beside his others.

    Rule: SH-GUARD-4
    """
    return _mean_odds((_compare_dice(terms, theirs, (*others, face), 0), 1) for face in FACES)


def parry_choices(terms: Terms, theirs: Dice, his: Dice) -> tuple[FightOdds, ...]:
    """Return the chances of a fight by the answer to the parry: for none, then for each of the stealer's dice.

    Rule: SH-WEAPON-4, SH-GUARD-4
    """
    unchanged = _mean_odds(((_guard_chances(terms, _sort_dice(theirs), _sort_dice(his), 0), 1),))
    return (unchanged, *(parry_odds(terms, others, _sort_dice(his)) for others in _without_each(theirs)))


def guard_choices(terms: Terms, theirs: Dice, his: Dice) -> tuple[FightOdds, ...]:
    """Return the chances of a fight by the answer of a marine on guard: for none, then for each of his dice.

    Rule: SH-GUARD-4
    """
    unchanged = _mean_odds(((_compare_dice(terms, theirs, his, 0), 1),))
    return (unchanged, *(guard_odds(terms, theirs, others) for others in _without_each(his)))


def _without_each(dice: Dice) -> Iterator[Dice]:
    """Yield the other dice, for each die."""
    return ((*dice[:place], *dice[place + 1 :]) for place in range(len(dice)))


Chances = tuple[int, int, int]
"""The chances of a fight, as in `FightOdds`, in `WHOLE` parts: two rerolls of a die make none that is finer."""


WHOLE = 36


@cache
def _throws(dice: int) -> tuple[tuple[Dice, int], ...]:
    """Return every throw of so many dice, sorted, with the number of ways to roll it."""
    return tuple(Counter(map(_sort_dice, product(FACES, repeat=dice))).items())


def _mean_odds(weighed: Iterable[tuple[Chances, int]]) -> FightOdds:
    """Return the mean of chances, each with its weight."""
    stealer = equal = marine = total = 0
    for chances, weight in weighed:
        stealer += weight * chances[0]
        equal += weight * chances[1]
        marine += weight * chances[2]
        total += weight * WHOLE
    return FightOdds(Fraction(stealer, total), Fraction(equal, total), Fraction(marine, total))


def _sort_dice(dice: Dice) -> Dice:
    return tuple(sorted(dice))


def _best_chances(chances: Iterable[Chances]) -> Chances:
    """Return the choice in which the marine dies least often, and then kills most often."""
    return min(chances, key=lambda outcome: (outcome[0], -outcome[2]))


def _mean_chances(chances: Iterable[Chances]) -> Chances:
    stealer, equal, marine = zip(*chances, strict=True)
    return sum(stealer) // 6, sum(equal) // 6, sum(marine) // 6


def _rerolls(dice: Dice) -> Iterator[Iterator[Dice]]:
    """Yield, for each die, the dice after each result of a reroll."""
    for place in range(len(dice)):
        rest = (*dice[:place], *dice[place + 1 :])
        yield (_sort_dice((*rest, face)) for face in FACES)


def _parry_chances(terms: Terms, theirs: Dice, his: Dice, psi: int) -> Chances:
    unchanged = _guard_chances(terms, theirs, his, psi)
    if not terms.parry:
        return unchanged
    others = (_mean_chances(_guard_chances(terms, new, his, psi) for new in faces) for faces in _rerolls(theirs))
    return _best_chances((unchanged, *others))


@lru_cache(maxsize=4096)
def _guard_chances(terms: Terms, theirs: Dice, his: Dice, psi: int) -> Chances:
    unchanged = _compare_dice(terms, theirs, his, psi)
    if not terms.guard:
        return unchanged
    others = (_mean_chances(_compare_dice(terms, theirs, new, psi) for new in faces) for faces in _rerolls(his))
    return _best_chances((unchanged, *others))


def _compare_dice(terms: Terms, theirs: Dice, his: Dice, psi: int) -> Chances:
    ahead = max(his) + terms.bonus + psi - stealer_score(theirs, sums=terms.sums)
    return WHOLE * (ahead < 0), WHOLE * (ahead == 0), WHOLE * (ahead > 0)


def flames_odds(many: int) -> tuple[Fraction, Fraction]:
    """Return how many of `many` pieces die in the flames on average, and the chance that all do.

    Rule: SH-FLAMER-3
    """
    chance = Fraction(7 - BURNS, 6)
    return many * chance, chance**many


def door_odds(state: Match, attacker: Marine | Stealer) -> Fraction:
    """Return the chance that a figure breaks a door in close assault.

    Rule: SH-DOOR-7, SH-DOOR-8, SH1-DOOR-7
    """
    dice, needs = door_dice(state, attacker)
    return Fraction(1) if dice == 0 else shot_odds(dice, needs).kill
