"""Outlines in plain arithmetic: areas, crossings and containment, in centimetres. This is enough to
read a pack and to draw it. Distances are in `bases` and `field`.
"""

from collections.abc import Sequence
from math import cos, pi, sin

from q40k.geometry.space import Spot

Corners = Sequence[Spot]

ROUND_SIDES = 64
"""The number of sides that approximate a circle."""


def area(corners: Corners) -> float:
    """Return the area of an outline in square cm, for either direction of its corners."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def middle(corners: Corners) -> Spot:
    """Return the centroid of an outline, or the mean of its corners if it has no area."""
    x0, y0 = corners[0]
    twice = x = y = 0.0
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        ax, ay, bx, by = a[0] - x0, a[1] - y0, b[0] - x0, b[1] - y0
        cross = ax * by - bx * ay
        twice += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if twice == 0:
        return sum(c[0] for c in corners) / len(corners), sum(c[1] for c in corners) / len(corners)
    return x0 + x / (3 * twice), y0 + y / (3 * twice)


def within(at: Spot, corners: Corners) -> bool:
    """Return whether a point lies within an outline. Points on the edge may count either way."""
    x, y = at
    inside = False
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            inside = not inside
    return inside


def around(at: Spot, radius: float, sides: int = ROUND_SIDES) -> tuple[Spot, ...]:
    """Return a circle as an outline with this many corners on the circle."""
    turns = (2 * pi * step / sides for step in range(sides))
    return tuple((at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)


def are_collinear(corners: Corners) -> bool:
    """Return whether all corners lie on one line, so that the outline has no area."""
    start = corners[0]
    far = max(corners, key=lambda c: (c[0] - start[0]) ** 2 + (c[1] - start[1]) ** 2)
    return all(abs(_turn(start, far, corner)) < 1e-9 for corner in corners)


def find_duplicate(corners: Corners) -> Spot | None:
    """Return a corner that occurs more than once, if any."""
    return next((c for index, c in enumerate(corners) if c in corners[:index]), None)


def find_crossing(corners: Corners) -> tuple[int, int] | None:
    """Return two sides that cross or touch wrongly, numbered from 1, or None.

    Side 1 runs from the first corner to the second. All corners must differ.
    """
    count = len(corners)
    sides = [(corners[i], corners[(i + 1) % count]) for i in range(count)]
    for i in range(count):
        for j in range(i + 1, count):
            if j == i + 1 or (i == 0 and j == count - 1):
                first, second = (j, i) if j != i + 1 else (i, j)
                is_bad = _folds_back(sides[first], sides[second])
            else:
                is_bad = _touch(sides[i], sides[j])
            if is_bad:
                return i + 1, j + 1
    return None


Side = tuple[Spot, Spot]


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    """Return a positive number if c lies left of the line from a to b, zero if on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _on(side: Side, at: Spot) -> bool:
    """Return whether a point on a side's line lies on the side itself."""
    (ax, ay), (bx, by) = side
    return min(ax, bx) <= at[0] <= max(ax, bx) and min(ay, by) <= at[1] <= max(ay, by)


def _folds_back(side: Side, following: Side) -> bool:
    """Return whether the second side runs back over the first, from their common corner."""
    (a, b), c = side, following[1]
    back = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1])
    return _turn(a, b, c) == 0 and back > 0


def _touch(first: Side, second: Side) -> bool:
    turns = (_turn(*first, second[0]), _turn(*first, second[1]), _turn(*second, first[0]), _turn(*second, first[1]))
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((first, second[0]), (first, second[1]), (second, first[0]), (second, first[1]))
    return any(turn == 0 and _on(side, end) for turn, (side, end) in zip(turns, ends, strict=True))
