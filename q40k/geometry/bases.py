"""Bases as a spine and a radius, so that what people argue about is exact arithmetic.

A round base is a point and a radius; an oval one is a bar with round ends: a segment and a radius.
Distances between bases, contact, and lying wholly on a disc need no polygon. Only outlines that
are drawn are polygons, of `CORNERS` corners on the true rim.

All lengths are centimetres, unless a name says otherwise; angles are degrees, 0 to the right,
90 upwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, dist, hypot, pi, radians, sin
from typing import Any, Protocol

from q40k.geometry.spots import Spot

HAIR_CM = 1e-6
"""Two lengths that differ by less are the same: far finer than a ruler, far coarser than floats."""
CONTACT_CM = 0.1
"""Bases within a millimetre of each other are in contact."""
CORNERS = 128
MM_PER_CM = 10
MOST_MM = 1000

Segment = tuple[Spot, Spot]


class BoardError(ValueError):
    """Something that is no geometry: a code word, and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class _Figured(Protocol):
    """What a base is taken from: a figure as packs describe it."""

    @property
    def base_mm(self) -> int: ...
    @property
    def base_length_mm(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Base:
    """A base: its width in mm; an oval one has a length and the angle its length points at.

    `radius_cm` is how far the rim lies from the spine, `half_spine_cm` half the spine's length,
    0 of a disc, and `arm` the step from the centre to one of its ends.
    Raises BoardError ("base-size") for what is no size.
    """

    width_mm: float
    length_mm: float | None = None
    angle_deg: float = 0.0
    radius_cm: float = field(init=False, repr=False, compare=False)
    half_spine_cm: float = field(init=False, repr=False, compare=False)
    arm: Spot = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        width, angle = self.width_mm, self.angle_deg
        length = width if self.length_mm is None else self.length_mm
        # Written so that NaN is refused as well.
        if not all(0 < size <= MOST_MM for size in (width, length)) or not abs(angle) < 1e6:
            raise BoardError("base-size", width=self.width_mm, length=self.length_mm)
        half = abs(length - width) / (2 * MM_PER_CM)
        # A base that is wider than long lies across its angle.
        arm = vector(half, angle + (90 if length < width else 0)) if half else (0.0, 0.0)
        object.__setattr__(self, "radius_cm", min(width, length) / (2 * MM_PER_CM))
        object.__setattr__(self, "half_spine_cm", half)
        object.__setattr__(self, "arm", arm)

    @classmethod
    def of(cls, figure: _Figured, angle_deg: float = 0.0) -> Base:
        """The base that a figure of the packs stands on."""
        return cls(figure.base_mm, figure.base_length_mm, angle_deg)

    @property
    def round(self) -> bool:
        """Whether it is a plain disc."""
        return not self.half_spine_cm

    @property
    def reach_cm(self) -> float:
        """From the centre to the farthest point of the rim."""
        return self.radius_cm + self.half_spine_cm

    def spine(self, at: Spot) -> Segment:
        """The spine of the base when its centre lies at a spot."""
        x, y = self.arm
        return ((at[0] - x, at[1] - y), (at[0] + x, at[1] + y))


def vector(length: float, angle_deg: float) -> Spot:
    """A step of so much in a direction."""
    return (length * cos(radians(angle_deg)), length * sin(radians(angle_deg)))


@lru_cache(maxsize=512)
def outline(base: Base, at: Spot, corners: int = CORNERS) -> tuple[Spot, ...]:
    """The rim of a base as a polygon with its corners on the true rim, counter-clockwise.

    It lies inside the true base, by at most 0.03% of the radius.
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


def to_segment(p: Spot, segment: Segment) -> float:
    """The distance from a point to a segment."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    along = ((p[0] - ax) * dx + (p[1] - ay) * dy) / long if long else 0.0
    along = min(1.0, max(0.0, along))
    return hypot(p[0] - ax - along * dx, p[1] - ay - along * dy)


def crossing(one: Segment, other: Segment) -> bool:
    """Whether two segments cross properly: each has the other's ends on both its sides."""

    def side(segment: Segment, p: Spot) -> float:
        (ax, ay), (bx, by) = segment
        return (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)

    return (
        side(one, other[0]) * side(one, other[1]) < 0
        and side(other, one[0]) * side(other, one[1]) < 0
    )


def between_segments(one: Segment, other: Segment) -> float:
    """The distance between two segments; 0 when they cross."""
    if crossing(one, other):
        return 0.0
    return min(
        to_segment(one[0], other),
        to_segment(one[1], other),
        to_segment(other[0], one),
        to_segment(other[1], one),
    )


# -- bases ---------------------------------------------------------------------------------


def gap_cm(one: Base, at: Spot, other: Base, there: Spot) -> float:
    """The distance between two bases, rim to rim; below zero when they overlap."""
    if one.round and other.round:
        between = dist(at, there)
    else:
        between = between_segments(one.spine(at), other.spine(there))
    return between - one.radius_cm - other.radius_cm


def to_point_cm(base: Base, at: Spot, point: Spot) -> float:
    """The distance from a base's rim to a point; below zero when the point lies under it."""
    return to_segment(point, base.spine(at)) - base.radius_cm


def within_disc(base: Base, at: Spot, centre: Spot, radius_cm: float) -> bool:
    """Whether a base lies wholly on a disc."""
    far = max(hypot(x - centre[0], y - centre[1]) for x, y in base.spine(at))
    return far + base.radius_cm <= radius_cm + HAIR_CM


def within_box(base: Base, at: Spot, size_cm: tuple[float, float]) -> bool:
    """Whether a base lies wholly on a table of this size (DEPLOY-1)."""
    r = base.radius_cm - HAIR_CM
    return all(r <= x <= size_cm[0] - r and r <= y <= size_cm[1] - r for x, y in base.spine(at))
