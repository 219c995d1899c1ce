"""Places, measures and bases on the table: inches and centimetres, and what a figure stands on."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, dist, hypot, pi, radians, sin
from typing import NewType, Protocol

from q40k.kernel.errors import CodedError

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


class PlaceError(CodedError, ValueError):
    """A text that names no place."""


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


# -- Bases as a spine and a radius, so that disputed distances are exact arithmetic ----------------


HAIR_CM = 1e-6
"""Lengths that differ by less are equal: much finer than a ruler, much coarser than float errors.
"""
CONTACT_CM = 0.1
"""Bases within a millimetre of each other are in contact."""
CORNERS = 128
MM_PER_CM = 10
MOST_MM = 1000

Segment = tuple[Spot, Spot]


class BoardError(CodedError, ValueError):
    """Geometry that is invalid."""


class _HasBaseSize(Protocol):
    """The fields of a pack's figure that define its base."""

    @property
    def base_mm(self) -> int: ...
    @property
    def base_length_mm(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Base:
    """A base: its width in mm; an oval base also has a length, and the angle of its length.

    `radius_cm` is the distance from the spine to the rim and `half_spine_cm` half the spine's
    length, 0 for a disc. `arm` is the vector from the centre to one end of the spine, `reach_cm` the
    distance from the centre to the farthest point of the rim. Raises BoardError ("base-size") for an invalid size.
    """

    width_mm: float
    length_mm: float | None = None
    angle_deg: float = 0.0
    radius_cm: float = field(init=False, repr=False, compare=False)
    half_spine_cm: float = field(init=False, repr=False, compare=False)
    arm: Spot = field(init=False, repr=False, compare=False)
    reach_cm: float = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        width, angle = self.width_mm, self.angle_deg
        length = width if self.length_mm is None else self.length_mm
        # The comparison also refuses NaN.
        if not all(0 < size <= MOST_MM for size in (width, length)) or not abs(angle) < 1e6:
            raise BoardError("base-size", width=self.width_mm, length=self.length_mm)
        half = abs(length - width) / (2 * MM_PER_CM)
        # A base wider than it is long lies across its angle.
        arm = vector(half, angle + (90 if length < width else 0)) if half else (0.0, 0.0)
        object.__setattr__(self, "radius_cm", min(width, length) / (2 * MM_PER_CM))
        object.__setattr__(self, "half_spine_cm", half)
        object.__setattr__(self, "arm", arm)
        object.__setattr__(self, "reach_cm", self.radius_cm + half)

    @staticmethod
    def of(figure: _HasBaseSize, angle_deg: float = 0.0) -> Base:
        """Return the base of a figure of the packs."""
        return _kept_base(figure.base_mm, figure.base_length_mm, angle_deg)

    @property
    def round(self) -> bool:
        """Whether the base is a disc."""
        return not self.half_spine_cm

    def spine(self, at: Spot) -> Segment:
        """Return the spine of the base with its centre at a spot."""
        x, y = self.arm
        return ((at[0] - x, at[1] - y), (at[0] + x, at[1] + y))


@lru_cache(maxsize=1024)
def _kept_base(width_mm: float, length_mm: float | None, angle_deg: float) -> Base:
    return Base(width_mm, length_mm, angle_deg)


def vector(length: float, angle_deg: float) -> Spot:
    """Return a vector from its length and direction."""
    return (length * cos(radians(angle_deg)), length * sin(radians(angle_deg)))


@lru_cache(maxsize=512)
def outline(base: Base, at: Spot, corners: int = CORNERS) -> tuple[Spot, ...]:
    """Return the rim of a base as a polygon with its corners on the true rim, counter-clockwise.

    The polygon lies inside the true base, by at most 0.03% of the radius.
    """
    r = base.radius_cm
    ends = base.spine(at)
    ax, ay = base.arm
    rim = []
    for n in range(corners):
        turn = 2 * pi * n / corners
        ux, uy = cos(turn), sin(turn)
        x, y = ends[1] if ux * ax + uy * ay >= 0 else ends[0]
        rim.append((x + r * ux, y + r * uy))
    return tuple(rim)


# -- segments ------------------------------------------------------------------------------


def distance_to_segment(p: Spot, segment: Segment) -> float:
    """Return the distance from a point to a segment."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    length_squared = dx * dx + dy * dy
    along = ((p[0] - ax) * dx + (p[1] - ay) * dy) / length_squared if length_squared else 0.0
    if along < 0.0:
        along = 0.0
    elif along > 1.0:
        along = 1.0
    return hypot(p[0] - ax - along * dx, p[1] - ay - along * dy)


def segments_cross(first: Segment, second: Segment) -> bool:
    """Return whether two segments cross properly: each has the other's ends on both sides."""

    def side(segment: Segment, p: Spot) -> float:
        (ax, ay), (bx, by) = segment
        return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

    return side(first, second[0]) * side(first, second[1]) < 0 and side(second, first[0]) * side(second, first[1]) < 0


def between_segments(first: Segment, second: Segment) -> float:
    """Return the distance between two segments; 0 if they cross."""
    if segments_cross(first, second):
        return 0.0
    return min(
        distance_to_segment(first[0], second),
        distance_to_segment(first[1], second),
        distance_to_segment(second[0], first),
        distance_to_segment(second[1], first),
    )


# -- bases ---------------------------------------------------------------------------------


def gap_cm(base: Base, at: Spot, other: Base, there: Spot) -> float:
    """Return the distance between two bases, rim to rim; below zero if they overlap."""
    if not base.half_spine_cm:
        distance = distance_to_segment(at, other.spine(there)) if other.half_spine_cm else dist(at, there)
    elif not other.half_spine_cm:
        distance = distance_to_segment(there, base.spine(at))
    else:
        distance = between_segments(base.spine(at), other.spine(there))
    return distance - base.radius_cm - other.radius_cm


def to_point_cm(base: Base, at: Spot, point: Spot) -> float:
    """Return the distance from a base's rim to a point; below zero if the point is under it."""
    return distance_to_segment(point, base.spine(at)) - base.radius_cm


def within_disc(base: Base, at: Spot, centre: Spot, radius_cm: float) -> bool:
    """Return whether a base lies wholly on a disc."""
    farthest = max(hypot(x - centre[0], y - centre[1]) for x, y in base.spine(at))
    return farthest + base.radius_cm <= radius_cm + HAIR_CM


def within_box(base: Base, at: Spot, size_cm: tuple[float, float]) -> bool:
    """Return whether a base lies wholly on a table of this size (DEPLOY-1)."""
    r = base.radius_cm - HAIR_CM
    if not base.half_spine_cm:
        return r <= at[0] <= size_cm[0] - r and r <= at[1] <= size_cm[1] - r
    return all(r <= x <= size_cm[0] - r and r <= y <= size_cm[1] - r for x, y in base.spine(at))
