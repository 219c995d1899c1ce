"""Units of length, points of a table, and distances in space.

Inches and centimetres are separate types, so that no length is used unconverted. Points are in
centimetres, heights in inches above the table. A distance goes from base to base. A base is as high
as the feet of the figure on it.
"""

from math import dist, hypot
from typing import Any, NewType

Inches = NewType("Inches", float)
Centimetres = NewType("Centimetres", float)

CM_PER_INCH = 2.54


def to_inches(length: Centimetres) -> Inches:
    """Convert centimetres to inches."""
    return Inches(length / CM_PER_INCH)


def to_cm(length: Inches) -> Centimetres:
    """Convert inches to centimetres."""
    return Centimetres(length * CM_PER_INCH)


def centimetres_to_inches(length: float) -> Inches:
    """Convert a plain number of centimetres to inches."""
    return to_inches(Centimetres(length))


def base_radius_cm(base_mm: int) -> Centimetres:
    """Return the radius in centimetres of a round base with a diameter in millimetres."""
    return Centimetres(base_mm / 20)


# -- points of a table ---------------------------------------------------------------------

Spot = tuple[float, float]
"""A point of a table: (x, y) in centimetres from its bottom left corner."""


class PlaceError(ValueError):
    """Report a text that names no place, as a code word and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def distance_cm(spot: Spot, other: Spot) -> Centimetres:
    """Return the distance between two points, in centimetres."""
    return Centimetres(dist(spot, other))


# -- distances and levels in space -----------------------------------------------------------


def apart_in(gap_cm: float, rise_in: float) -> Inches:
    """Return the distance in space of two bases, from their gap on the plan and their difference in
    height.
    """
    return Inches(hypot(centimetres_to_inches(max(0.0, gap_cm)), rise_in))


def are_level(feet_in: float, height_in: float, other_feet_in: float, other_height_in: float) -> bool:
    """Return whether two figures overlap in height: the higher one's feet are below the lower one's
    top.

    Rule: DIFF-2, DIFF-5
    """
    if feet_in <= other_feet_in:
        return other_feet_in - feet_in < height_in or feet_in == other_feet_in
    return feet_in - other_feet_in < other_height_in
