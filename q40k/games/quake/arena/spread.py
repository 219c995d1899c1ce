"""How far apart five portals can lie on a table, and how far apart they do (ARENA-3).

The best places for five points in a rectangle, as far from their nearest neighbour as can be, go
by its shape alone: the corners and the centre up to √3 times as long as wide, a zigzag of five
from 4/√3 times, and between them a way from the one to the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot, sqrt
from typing import Final

from q40k.games.quake.packs.arena import Arena
from q40k.geometry.space import CM_PER_INCH, Spot

DEFAULT_DIAMETER_IN: Final = 3.0
HALVINGS: Final = 80


@dataclass(frozen=True, slots=True)
class Spread:
    """How far apart an arena's portals lie, centre to centre, in cm; `pair` are the nearest."""

    smallest_cm: float
    pair: tuple[int, int]
    best_cm: float

    @property
    def ratio(self) -> float:
        """The smallest distance against the best there could be; 1 is the best."""
        return self.smallest_cm / self.best_cm if self.best_cm > 0 else 1.0


def spread(arena: Arena) -> Spread:
    """How well the portals of an arena are spread, their footprints wholly on the table.

    Rule: ARENA-3
    """
    one, other = min(
        combinations(sorted(arena.portals, key=lambda p: p.number), 2),
        key=lambda pair: dist(pair[0].at, pair[1].at),
    )
    margin = max(portal.diameter_in for portal in arena.portals) * CM_PER_INCH / 2
    best, _spots = best_five(arena.size, margin)
    return Spread(dist(one.at, other.at), (one.number, other.number), best)


@dataclass(frozen=True, slots=True)
class Evenness:
    """How far each portal's nearest neighbour lies, centre to centre: the least and the most."""

    least_cm: float
    most_cm: float

    @property
    def ratio(self) -> float:
        """The least against the most; 1 is even."""
        return self.least_cm / self.most_cm if self.most_cm > 0 else 1.0


def evenness(arena: Arena) -> Evenness:
    """How evenly the portals of an arena lie.

    Rule: ARENA-3
    """
    nearest = [
        min(dist(one.at, other.at) for other in arena.portals if other is not one)
        for one in arena.portals
    ]
    return Evenness(min(nearest), max(nearest))


def best_five(
    size_cm: tuple[float, float], margin_cm: float = DEFAULT_DIAMETER_IN * CM_PER_INCH / 2
) -> tuple[float, tuple[Spot, Spot, Spot, Spot, Spot]]:
    """The greatest least distance of five points on a table, `margin_cm` from its edges, and them.

    They come as the reference layout numbers them: top left, top right, bottom right, bottom left
    and the middle. Where the table is too small for the margin they lie on a line, or together.

    Rule: ARENA-3
    """
    width, height = (max(0.0, side - 2 * margin_cm) for side in size_cm)
    long, short = max(width, height), min(width, height)
    best, places = _five(long, short)
    if height > width:  # the long side is upright: turn the places by a right angle
        places = tuple((short - y, x) for x, y in places)
    left, bottom = (
        (side - inner) / 2 for side, inner in zip(size_cm, (width, height), strict=True)
    )
    spots = [(x + left, y + bottom) for x, y in places]
    return best, _numbered(spots, (size_cm[0] / 2, size_cm[1] / 2))


def _five(long: float, short: float) -> tuple[float, tuple[Spot, ...]]:
    """The best five places in a rectangle, lengthwise, and their least distance."""
    if long <= sqrt(3) * short:
        best = hypot(long, short) / 2
        corners = ((0.0, 0.0), (0.0, short), (long, short), (long, 0.0))
        return best, (*corners, (long / 2, short / 2))
    if long * sqrt(3) >= 4 * short:
        best = hypot(long / 4, short)
        return best, tuple((long * n / 4, 0.0 if n % 2 else short) for n in range(5))
    best = _between(long, short)
    x = sqrt(max(0.0, best * best - short * short))
    y = _middle(long, best, x)
    return best, ((0.0, short), (x, 0.0), (long / 2, y), (long - x, 0.0), (long, short))


def _between(long: float, short: float) -> float:
    """The distance at which all neighbours of the bent zigzag are equally far, by halving."""
    low, high = short, hypot(long / 4, short)
    for _ in range(HALVINGS):
        tried = (low + high) / 2
        x = sqrt(max(0.0, tried * tried - short * short))
        left = short - _middle(long, tried, x)
        if hypot(long / 2, left) >= tried:
            low = tried
        else:
            high = tried
    return low


def _middle(long: float, distance: float, x: float) -> float:
    """How high the middle point lies, so far from the points beside it on the bottom."""
    return sqrt(max(0.0, distance**2 - (long / 2 - x) ** 2))


def _numbered(spots: list[Spot], centre: Spot) -> tuple[Spot, Spot, Spot, Spot, Spot]:
    """Five places in the order of the reference layout; the one nearest the centre is the last."""
    middle = min(spots, key=lambda spot: dist(spot, centre))
    rest = [spot for spot in spots if spot is not middle]
    left, right = sorted(rest)[:2], sorted(rest)[2:]

    def high(spot: Spot) -> float:
        return spot[1]

    return (max(left, key=high), max(right, key=high), min(right, key=high),
            min(left, key=high), middle)  # fmt: skip
