"""Count the wins of figures and armies, and test whether they are more than luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import Final, Literal

from msgspec import Struct

from q40k.packs.base import Names
from q40k.season.season import Match
from q40k.table.outcomes import Entrant

LEAST_PLAYED: Final = 5
"""Fewer matches are too few to judge."""
Z: Final = 1.959963984540054
"""The interval contains the true value 19 times out of 20."""

Verdict = Literal["few", "as-expected", "more", "less"]


class WinCount(Struct):
    """Hold how often something was fielded and won, and how often luck alone would win.

    `even` adds up, over its matches, the share of the sides that won: 0 for a draw, more than an
    even share if several sides won. A match that nobody won does not count for or against it.
    """

    id: str
    name: Names | None = None
    played: int = 0
    wins: int = 0
    even: float = 0.0

    @property
    def share(self) -> float:
        """Return the share of its matches that it won."""
        return self.wins / self.played

    @property
    def expected(self) -> float:
        """Return the share it would have won if all sides were equal."""
        return self.even / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of its true share, right 19 times out of 20."""
        return wilson(self.wins, self.played)

    @property
    def verdict(self) -> Verdict:
        """Return what can be said about its wins."""
        low, high = self.interval
        if self.played < LEAST_PLAYED:
            return "few"
        if low > self.expected:
            return "more"
        return "less" if high < self.expected else "as-expected"


def wilson(wins: int, played: int) -> tuple[float, float]:
    """Return the Wilson score interval of a share, right 19 times out of 20."""
    if not played:
        return 0.0, 1.0
    share, square = wins / played, Z * Z
    middle = share + square / (2 * played)
    half = Z * sqrt(share * (1 - share) / played + square / (4 * played * played))
    below = 1 + square / played
    return max(0.0, (middle - half) / below), min(1.0, (middle + half) / below)


def figure_wins(matches: Iterable[Match]) -> list[WinCount]:
    """Return the wins of every figure, the one played most first."""
    return _count_wins(matches, lambda entrant: entrant.figure, lambda entrant: entrant.figure_name)


def army_wins(matches: Iterable[Match]) -> list[WinCount]:
    """Return the wins of every army, the one played most first."""
    return _count_wins(matches, lambda entrant: entrant.army, lambda _entrant: None)


def _count_wins(
    matches: Iterable[Match],
    which: Callable[[Entrant], str],
    name: Callable[[Entrant], Names | None],
) -> list[WinCount]:
    """Count wins by side: two of the same on one side count as one."""
    records: dict[str, WinCount] = {}
    for match in matches:
        sides = match.sides
        luck = sum(match.is_won_by(side[0]) for side in sides.values()) / len(sides)
        for side in sides.values():
            fielded = {which(entrant): entrant for entrant in side if which(entrant)}
            for id, entrant in fielded.items():
                record = records.setdefault(id, WinCount(id))
                record.name = name(entrant) or record.name
                record.played += 1
                record.wins += match.is_won_by(entrant)
                record.even += luck
    return sorted(records.values(), key=lambda record: (-record.played, -record.wins, record.id))
