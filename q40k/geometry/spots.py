"""Points of a table: (x, y) in centimetres from its bottom left corner."""

from __future__ import annotations

from math import hypot

from q40k.geometry.units import Centimetres

Spot = tuple[float, float]


def distance_cm(one: Spot, other: Spot) -> Centimetres:
    """The distance between two points, in centimetres."""
    return Centimetres(hypot(one[0] - other[0], one[1] - other[1]))
