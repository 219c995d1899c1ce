"""Outlines in plain arithmetic: area, crossings, what lies within. Centimetres throughout.

Enough to read a pack and to draw it; for distances see `bases` and `field`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from q40k.geometry.spots import Spot

Corners = Sequence[Spot]

ROUND_SIDES = 64
"""So many sides stand for a circle where corners are needed."""


def area(corners: Corners) -> float:
    """The area of an outline in square cm, whichever way round its corners are given."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def middle(corners: Corners) -> Spot:
    """The centre of area of an outline; of one without area, the mean of its corners."""
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
    """Whether a point lies within an outline; on the edge it may be either."""
    x, y = at
    inside = False
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]:
            inside = not inside
    return inside


def around(at: Spot, radius: float, sides: int = ROUND_SIDES) -> tuple[Spot, ...]:
    """A circle as an outline of so many corners, all of them on the circle."""
    turns = (2 * pi * step / sides for step in range(sides))
    return tuple((at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)


def on_one_line(corners: Corners) -> bool:
    """Whether all corners lie on one line: such an outline has no area, whichever way it goes."""
    start = corners[0]
    far = max(corners, key=lambda c: (c[0] - start[0]) ** 2 + (c[1] - start[1]) ** 2)
    return all(abs(_turn(start, far, corner)) < 1e-9 for corner in corners)


def twice(corners: Corners) -> Spot | None:
    """A corner that is given more than once, if any."""
    return next((c for index, c in enumerate(corners) if c in corners[:index]), None)


def crossing(corners: Corners) -> tuple[int, int] | None:
    """Two sides that cross or touch where they should not, numbered from 1, if any.

    Side 1 runs from the first corner to the second. All corners must differ.
    """
    count = len(corners)
    sides = [(corners[i], corners[(i + 1) % count]) for i in range(count)]
    for i in range(count):
        for j in range(i + 1, count):
            if j == i + 1 or (i == 0 and j == count - 1):
                first, second = (j, i) if j != i + 1 else (i, j)
                folded = _folds_back(sides[first], sides[second])
            else:
                folded = _touch(sides[i], sides[j])
            if folded:
                return i + 1, j + 1
    return None


Side = tuple[Spot, Spot]


def _turn(a: Spot, b: Spot, c: Spot) -> float:
    """Above zero when c lies to the left of the way from a to b, zero when on its line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _on(side: Side, at: Spot) -> bool:
    """Whether a point known to be on the line of a side lies on the side itself."""
    (ax, ay), (bx, by) = side
    return min(ax, bx) <= at[0] <= max(ax, bx) and min(ay, by) <= at[1] <= max(ay, by)


def _folds_back(side: Side, following: Side) -> bool:
    """Whether the second side runs back over the first, from the corner they share."""
    (a, b), c = side, following[1]
    back = (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1])
    return _turn(a, b, c) == 0 and back > 0


def _touch(one: Side, other: Side) -> bool:
    turns = (
        _turn(*one, other[0]),
        _turn(*one, other[1]),
        _turn(*other, one[0]),
        _turn(*other, one[1]),
    )
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((one, other[0]), (one, other[1]), (other, one[0]), (other, one[1]))
    return any(turn == 0 and _on(side, end) for turn, (side, end) in zip(turns, ends, strict=True))
