"""What figures and armies have won, and whether that is more than luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import Final, Literal

from msgspec import Struct

from q40k.packs.base import Names
from q40k.season.season import Match
from q40k.table.outcomes import Entrant

LEAST_PLAYED: Final = 5
"""With fewer matches there is too little to say."""
Z: Final = 1.959963984540054
"""The interval holds the truth 19 times of 20."""

Verdict = Literal["few", "as-expected", "more", "less"]


class Won(Struct):
    """How often something was fielded and won, and how often it would by luck alone.

    `even` is the sum over its matches of the part of the sides that won: none where all came out
    even, more than one where several won together. So a match that nobody won says nothing.
    """

    id: str
    name: Names | None = None
    played: int = 0
    wins: int = 0
    even: float = 0.0

    @property
    def share(self) -> float:
        """Which part of its matches it has won."""
        return self.wins / self.played

    @property
    def expected(self) -> float:
        """Which part it would have won if all sides were equal."""
        return self.even / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Between what its true part lies, 19 times of 20."""
        return wilson(self.wins, self.played)

    @property
    def verdict(self) -> Verdict:
        """What may be said of it."""
        low, high = self.interval
        if self.played < LEAST_PLAYED:
            return "few"
        if low > self.expected:
            return "more"
        return "less" if high < self.expected else "as-expected"


def wilson(wins: int, played: int) -> tuple[float, float]:
    """The interval of Wilson’s score, in which a share that was found so lies 19 times of 20."""
    if not played:
        return 0.0, 1.0
    share, square = wins / played, Z * Z
    middle = share + square / (2 * played)
    half = Z * sqrt(share * (1 - share) / played + square / (4 * played * played))
    below = 1 + square / played
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def figures(matches: Iterable[Match]) -> list[Won]:
    """What was won by which figure, the one played most first."""
    return _won(matches, lambda one: one.figure, lambda one: one.figure_name)


def armies(matches: Iterable[Match]) -> list[Won]:
    """What was won by which army, the one played most first."""
    return _won(matches, lambda one: one.army, lambda _one: None)


def _won(
    matches: Iterable[Match],
    which: Callable[[Entrant], str],
    name: Callable[[Entrant], Names | None],
) -> list[Won]:
    """By side: where two of a side field the same, it was played once."""
    found: dict[str, Won] = {}
    for match in matches:
        sides = match.sides
        luck = sum(match.won(side[0]) for side in sides.values()) / len(sides)
        for side in sides.values():
            for id, one in {which(one): one for one in side if which(one)}.items():
                won = found.setdefault(id, Won(id))
                won.name = name(one) or won.name
                won.played += 1
                won.wins += match.won(one)
                won.even += luck
    return sorted(found.values(), key=lambda one: (-one.played, -one.wins, one.id))
