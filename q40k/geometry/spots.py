"""Points of a table: (x, y) in centimetres from its bottom left corner."""

from __future__ import annotations

from math import dist
from typing import Any

from q40k.geometry.units import Centimetres

Spot = tuple[float, float]


class PlaceError(ValueError):
    """Report a text that names no place, as a code word and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def distance_cm(spot: Spot, other: Spot) -> Centimetres:
    """Return the distance between two points, in centimetres."""
    return Centimetres(dist(spot, other))
