"""Hold exact probability distributions over whole numbers, as fractions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

ZERO, ONE = Fraction(0), Fraction(1)


class Distribution(Struct, frozen=True):
    """Map every possible number to its chance; the chances sum to one."""

    chances: Mapping[int, Fraction]

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, Fraction]]) -> Distribution:
        """Build a distribution from pairs of number and chance; chances of equal numbers add up."""
        chances: dict[int, Fraction] = {}
        for value, chance in pairs:
            chances[value] = chances.get(value, ZERO) + chance
        return cls({value: chances[value] for value in sorted(chances) if chances[value]})

    @classmethod
    def always(cls, value: int) -> Distribution:
        """Return the distribution of a certain number."""
        return cls({value: ONE})

    def __getitem__(self, value: int) -> Fraction:
        return self.chances.get(value, ZERO)

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return iter(self.chances.items())

    def at_least(self, value: int) -> Fraction:
        """Return the chance of `value` or more."""
        return sum((chance for got, chance in self if got >= value), ZERO)

    def at_most(self, value: int) -> Fraction:
        """Return the chance of `value` or less."""
        return sum((chance for got, chance in self if got <= value), ZERO)

    @property
    def mean(self) -> Fraction:
        """Return the expected value."""
        return sum((value * chance for value, chance in self), ZERO)

    def plus(self, other: Distribution) -> Distribution:
        """Return the distribution of the sum with an independent number."""
        return Distribution.of((a + b, p * q) for a, p in self for b, q in other)


@lru_cache(maxsize=64)
def d6() -> Distribution:
    """Return the distribution of one fair die."""
    return Distribution({shown: Fraction(1, 6) for shown in range(1, 7)})


@lru_cache(maxsize=256)
def dice_sum(count: int) -> Distribution:
    """Return the distribution of dice added up: 2D6 is dice_sum(2)."""
    total = Distribution.always(0)
    for _ in range(count):
        total = total.plus(d6())
    return total


@lru_cache(maxsize=256)
def dice_best(count: int) -> Distribution:
    """Return the distribution of the highest of several dice."""
    chances = {best: Fraction(best**count - (best - 1) ** count, 6**count) for best in range(1, 7)}
    return Distribution(chances)
