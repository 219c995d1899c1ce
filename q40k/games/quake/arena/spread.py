"""Measure how far apart five portals are on a table, and how far apart they could be (ARENA-3).

The best places for five points in a rectangle depend only on its shape. Up to √3 times as long as
wide they are the corners and the centre; from 4/√3 times a zigzag of five; between them a mixture.
"""

from itertools import combinations
from math import dist, hypot, sqrt

from msgspec import Struct

from q40k.games.quake.packs.arena import Arena
from q40k.geometry.space import CM_PER_INCH, Spot

DEFAULT_DIAMETER_IN = 3.0
HALVINGS = 80


class Spread(Struct, frozen=True):
    """Hold the distances of an arena's portals, centre to centre, in cm; `pair` are the nearest."""

    smallest_cm: float
    pair: tuple[int, int]
    best_cm: float

    @property
    def ratio(self) -> float:
        """Return the smallest distance relative to the best possible; 1 is the best."""
        return self.smallest_cm / self.best_cm if self.best_cm > 0 else 1.0


def spread(arena: Arena) -> Spread:
    """Measure how well the portals of an arena are spread, with footprints wholly on the table.

    Rule: ARENA-3
    """
    first, second = min(
        combinations(sorted(arena.portals, key=lambda p: p.number), 2), key=lambda pair: dist(pair[0].at, pair[1].at)
    )
    margin = max(portal.diameter_in for portal in arena.portals) * CM_PER_INCH / 2
    best, _spots = best_five(arena.size, margin)
    return Spread(dist(first.at, second.at), (first.number, second.number), best)


class Evenness(Struct, frozen=True):
    """Hold the distances to each portal's nearest neighbour, centre to centre: least and most."""

    least_cm: float
    most_cm: float

    @property
    def ratio(self) -> float:
        """Return the least relative to the most; 1 is even."""
        return self.least_cm / self.most_cm if self.most_cm > 0 else 1.0


def evenness(arena: Arena) -> Evenness:
    """Measure how evenly the portals of an arena are placed.

    Rule: ARENA-3
    """
    nearest = [
        min(dist(portal.at, other.at) for other in arena.portals if other is not portal) for portal in arena.portals
    ]
    return Evenness(min(nearest), max(nearest))


def best_five(
    size_cm: tuple[float, float], margin_cm: float = DEFAULT_DIAMETER_IN * CM_PER_INCH / 2
) -> tuple[float, tuple[Spot, Spot, Spot, Spot, Spot]]:
    """Return the largest possible least distance of five points, `margin_cm` from the edges, and
    the points.

    Their order is that of the reference layout: top left, top right, bottom right, bottom left and
    the middle. On a table too small for the margin they are on a line, or in one place.

    Rule: ARENA-3
    """
    width, height = (max(0.0, side - 2 * margin_cm) for side in size_cm)
    long, short = max(width, height), min(width, height)
    best, places = _five(long, short)
    if height > width:  # the long side is upright: turn the places by a right angle
        places = tuple((short - y, x) for x, y in places)
    offset_x, offset_y = ((side - inner) / 2 for side, inner in zip(size_cm, (width, height), strict=True))
    spots = [(x + offset_x, y + offset_y) for x, y in places]
    return best, _in_layout_order(spots, (size_cm[0] / 2, size_cm[1] / 2))


def _five(long: float, short: float) -> tuple[float, tuple[Spot, ...]]:
    """Return the best five places in a rectangle, lengthwise, and their least distance."""
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
    """Find by bisection the distance at which all neighbours of the bent zigzag are equally far."""
    low, high = short, hypot(long / 4, short)
    for _ in range(HALVINGS):
        tried = (low + high) / 2
        x = sqrt(max(0.0, tried * tried - short * short))
        height = short - _middle(long, tried, x)
        if hypot(long / 2, height) >= tried:
            low = tried
        else:
            high = tried
    return low


def _middle(long: float, distance: float, x: float) -> float:
    """Return the height of the middle point at this distance from the bottom points beside it."""
    return sqrt(max(0.0, distance**2 - (long / 2 - x) ** 2))


def _in_layout_order(spots: list[Spot], centre: Spot) -> tuple[Spot, Spot, Spot, Spot, Spot]:
    """Return five places in the order of the reference layout; the most central is the last."""
    middle = min(spots, key=lambda spot: dist(spot, centre))
    rest = [spot for spot in spots if spot is not middle]
    left, right = sorted(rest)[:2], sorted(rest)[2:]

    def high(spot: Spot) -> float:
        return spot[1]

    return (max(left, key=high), max(right, key=high), min(right, key=high), min(left, key=high), middle)
