"""Hold the dice a plan needs next, and read the answers to them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import Literal

from msgspec import Struct

from q40k.games.w40k3e.reasons import Reason

NeedKind = Literal[
    "cast",  # the psychic test before all else
    "count",  # how many shots: the dice are added up
    "hit",
    "hit-again",  # misses rolled again
    "hit-more",  # hits that roll for another hit
    "hot",  # the attacker's own armour save, for each 1
    "wound",
    "wound-again",
    "ap",  # the AP of each wound
    "save",
    "save-again",
    "no-pain",
    "rise",  # the last wound is gone: does it stay with one
    "trial",  # 2D6 against Leadership
    "penetrate",
    "penetrate-again",  # the second D6 of a rending 6
]
Side = Literal["attacker", "target"]

ONE, FAIL, PASS, SIX = range(4)
Reading = tuple[int, ...]
"""What matters of the dice: counts of (ones, failed, passed, sixes), or only their sum."""


class WrongAnswer(ValueError):
    """Report an answer that does not fit the need; it has a `code` and `facts`.

    Codes: "dice-count" (wanted, got), "dice-range" (got, most), "total-range" (got, least, most),
    "no-such-save".
    """

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Total(Struct, frozen=True):
    """Hold the answer of a guided match: how many dice passed, with rerolls already made.

    `sixes` of the passed dice count as 6s, and `ones` of the failed dice as 1s, where that matters.
    For dice that are added up, `passed` is their sum.
    """

    passed: int
    sixes: int = 0
    ones: int = 0


class Dead(Struct, frozen=True):
    """Answer that the target is dead, which ends the attack."""


class Choose(Struct, frozen=True):
    """Answer that the target takes a different save than the one asked for."""

    kind: str


Answer = Sequence[int] | Total | Dead | Choose


class Need(Struct, frozen=True):
    """Describe dice to roll: how many of how many sides, what passes, who rolls, and why.

    `needed` is the lowest roll that passes, or with `at_most` the highest. `faces` gives the class
    of each face (ONE, FAIL, PASS, SIX). It is empty when dice are added up (`keep` "sum") or the
    best is kept ("highest"). `subject` names the save or the weapon; `others` are saves the target
    may take instead.
    """

    kind: NeedKind
    dice: tuple[int, ...]
    needed: int
    by: Side
    faces: tuple[int, ...] = ()
    at_most: bool = False
    keep: Literal["each", "sum", "highest"] = "each"
    subject: str = ""
    reasons: tuple[Reason, ...] = ()
    others: tuple[str, ...] = ()

    def read(self, dice: Sequence[int]) -> Reading:
        """Return what matters of these dice. Raises WrongAnswer."""
        if len(dice) != len(self.dice):
            raise WrongAnswer("dice-count", wanted=len(self.dice), got=len(dice))
        for shown, sides in zip(dice, self.dice, strict=True):
            if not 1 <= shown <= sides:
                raise WrongAnswer("dice-range", got=shown, most=sides)
        if self.keep != "each":
            return (sum(dice) if self.keep == "sum" else max(dice),)
        counts = [0, 0, 0, 0]
        for shown in dice:
            counts[self.faces[shown - 1]] += 1
        return tuple(counts)

    def read_total(self, total: Total) -> Reading:
        """Return what matters of a total. Raises WrongAnswer."""
        count = len(self.dice)
        if self.keep != "each":
            least = 1 if self.keep == "highest" else count
            most = max(self.dice) if self.keep == "highest" else sum(self.dice)
            _check_range(total.passed, least, most)
            return (total.passed,)
        _check_range(total.passed, 0, count)
        _check_range(total.sixes, 0, total.passed if SIX in self.faces else 0)
        _check_range(total.ones, 0, count - total.passed if ONE in self.faces else 0)
        rest = count - total.passed - total.ones
        return (total.ones, rest, total.passed - total.sixes, total.sixes)

    def readings(self) -> tuple[tuple[Reading, Fraction], ...]:
        """Return every reading with its exact chance."""
        if self.keep == "each":
            return _pool_readings(len(self.dice), self.faces)
        return _sum_readings(self.dice, self.keep)


def faces(needed: int, *, ones: bool = False, sixes: bool = False) -> tuple[int, ...]:
    """Return the class of each face of a D6 that needs `needed`; `ones` and `sixes` are classes of
    their own if asked.
    """
    classes = [PASS if shown >= needed else FAIL for shown in range(1, 7)]
    if ones:
        classes[0] = ONE
    if sixes and classes[5] == PASS:
        classes[5] = SIX
    return tuple(classes)


def faces_at_most(most: int) -> tuple[int, ...]:
    """Return the class of each face of a D6 that passes with `most` or less."""
    return tuple(PASS if shown <= most else FAIL for shown in range(1, 7))


def _check_range(got: int, least: int, most: int) -> None:
    if not least <= got <= most:
        raise WrongAnswer("total-range", got=got, least=least, most=most)


@lru_cache(maxsize=4096)
def _pool_readings(count: int, classes: tuple[int, ...]) -> tuple[tuple[Reading, Fraction], ...]:
    """Return the multinomial distribution of `count` D6 over the classes of their faces."""
    weight = [classes.count(face) for face in range(4)]
    whole = 6**count
    readings = []
    for ones in range(count + 1 if weight[ONE] else 1):
        for sixes in range(count - ones + 1 if weight[SIX] else 1):
            rest = count - ones - sixes
            for passed in range(rest + 1):
                reading = (ones, rest - passed, passed, sixes)
                ways = factorial(count)
                for number, each in zip(reading, weight, strict=True):
                    ways = ways // factorial(number) * each**number
                if ways:
                    readings.append((reading, Fraction(ways, whole)))
    return tuple(readings)


@lru_cache(maxsize=256)
def _sum_readings(dice: tuple[int, ...], keep: str) -> tuple[tuple[Reading, Fraction], ...]:
    """Return the distribution of dice added up, or of the best of them."""
    ways: dict[int, int] = {0: 1}
    for sides in dice:
        after: dict[int, int] = {}
        for value, number in ways.items():
            for shown in range(1, sides + 1):
                result = value + shown if keep == "sum" else max(value, shown)
                after[result] = after.get(result, 0) + number
        ways = after
    whole = sum(ways.values())
    return tuple(((value,), Fraction(number, whole)) for value, number in ways.items())
