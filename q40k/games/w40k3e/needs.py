"""What dice a plan needs next, and how they are read."""

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
"""What matters of the dice: how many (ones, failed, passed, sixes); or their sum alone."""


class WrongAnswer(ValueError):
    """An answer that does not fit what was needed; `code` and `facts` are worded elsewhere.

    Codes: "dice-count" (wanted, got), "dice-range" (got, most), "total-range" (got, least, most),
    "no-such-save".
    """

    def __init__(self, code: str, **facts: int) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Total(Struct, frozen=True):
    """The answer of a guided match: how many passed, with nothing more to roll again.

    `sixes` of those passed count as 6s where that matters, `ones` of those failed as 1s. For dice
    that are added up it is their sum.
    """

    passed: int
    sixes: int = 0
    ones: int = 0


class Dead(Struct, frozen=True):
    """The answer that ends an attack at once: the target is dead."""


class Choose(Struct, frozen=True):
    """The answer of a target that takes another save than the one it is asked for."""

    kind: str


Answer = Sequence[int] | Total | Dead | Choose


class Need(Struct, frozen=True):
    """Dice to roll: how many of how many sides, the least that passes, who rolls, and why.

    `needed` is the least that passes, or with `at_most` the most. `faces` is the class of each
    face (ONE, FAIL, PASS, SIX); empty when the dice are added up (`keep` "sum") or the best is
    kept ("highest"). `subject` names the save or the weapon; `others` are the saves that may be
    taken in its place.
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
        """What matters of these dice. Raises WrongAnswer."""
        if len(dice) != len(self.dice):
            raise WrongAnswer("dice-count", wanted=len(self.dice), got=len(dice))
        for shown, sides in zip(dice, self.dice, strict=True):
            if not 1 <= shown <= sides:
                raise WrongAnswer("dice-range", got=shown, most=sides)
        if self.keep != "each":
            return (sum(dice) if self.keep == "sum" else max(dice),)
        found = [0, 0, 0, 0]
        for shown in dice:
            found[self.faces[shown - 1]] += 1
        return tuple(found)

    def read_total(self, total: Total) -> Reading:
        """What matters of a total. Raises WrongAnswer."""
        count = len(self.dice)
        if self.keep != "each":
            least = 1 if self.keep == "highest" else count
            most = max(self.dice) if self.keep == "highest" else sum(self.dice)
            _within(total.passed, least, most)
            return (total.passed,)
        _within(total.passed, 0, count)
        _within(total.sixes, 0, total.passed if SIX in self.faces else 0)
        _within(total.ones, 0, count - total.passed if ONE in self.faces else 0)
        rest = count - total.passed - total.ones
        return (total.ones, rest, total.passed - total.sixes, total.sixes)

    def readings(self) -> tuple[tuple[Reading, Fraction], ...]:
        """Every reading with its exact chance."""
        if self.keep == "each":
            return _pool(len(self.dice), self.faces)
        return _together(self.dice, self.keep)


def faces(needed: int, *, ones: bool = False, sixes: bool = False) -> tuple[int, ...]:
    """The class of each face of a D6 that needs `needed`; 1s and 6s apart where they matter."""
    classes = [PASS if shown >= needed else FAIL for shown in range(1, 7)]
    if ones:
        classes[0] = ONE
    if sixes and classes[5] == PASS:
        classes[5] = SIX
    return tuple(classes)


def faces_at_most(most: int) -> tuple[int, ...]:
    """The class of each face of a D6 that passes with `most` or less."""
    return tuple(PASS if shown <= most else FAIL for shown in range(1, 7))


def _within(got: int, least: int, most: int) -> None:
    if not least <= got <= most:
        raise WrongAnswer("total-range", got=got, least=least, most=most)


@lru_cache(maxsize=4096)
def _pool(count: int, classes: tuple[int, ...]) -> tuple[tuple[Reading, Fraction], ...]:
    """The multinomial law of `count` D6 over the classes of their faces."""
    weight = [classes.count(one) for one in range(4)]
    whole = 6**count
    found = []
    for ones in range(count + 1 if weight[ONE] else 1):
        for sixes in range(count - ones + 1 if weight[SIX] else 1):
            left = count - ones - sixes
            for passed in range(left + 1):
                reading = (ones, left - passed, passed, sixes)
                ways = factorial(count)
                for number, each in zip(reading, weight, strict=True):
                    ways = ways // factorial(number) * each**number
                if ways:
                    found.append((reading, Fraction(ways, whole)))
    return tuple(found)


@lru_cache(maxsize=256)
def _together(dice: tuple[int, ...], keep: str) -> tuple[tuple[Reading, Fraction], ...]:
    """The law of dice added up, or of the best of them."""
    ways: dict[int, int] = {0: 1}
    for sides in dice:
        after: dict[int, int] = {}
        for value, number in ways.items():
            for shown in range(1, sides + 1):
                made = value + shown if keep == "sum" else max(value, shown)
                after[made] = after.get(made, 0) + number
        ways = after
    whole = sum(ways.values())
    return tuple(((value,), Fraction(number, whole)) for value, number in ways.items())
