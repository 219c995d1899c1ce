"""Who is under a template, wholly or partly: blast, ordnance, and the flamer's teardrop (DIFF-3).

A disc is a disc, and the teardrop the hull of its narrow end and a disc, so touching and covering
are exact. Places and lengths are centimetres unless a name says inches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import acos, cos, hypot, pi, radians, sin
from typing import Final, Literal

from q40k.geometry.bases import (
    CORNERS,
    HAIR_CM,
    Base,
    Segment,
    to_point_cm,
    to_segment,
    vector,
    within_disc,
)
from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH

BLAST_IN: Final = 3.0
ORDNANCE_IN: Final = 5.0
FLAME_LONG_IN: Final = 8.0
FLAME_WIDE_IN: Final = 2.5

Touch = Literal["whole", "part"]


@dataclass(frozen=True, slots=True)
class Disc:
    """A round template: where its centre lies, and its diameter in inches."""

    spot: Spot
    diameter_in: float

    @property
    def radius_cm(self) -> float:
        """Its radius."""
        return self.diameter_in * CM_PER_INCH / 2

    def outline(self) -> tuple[Spot, ...]:
        """Its rim as a polygon."""
        x, y = self.spot
        turns = (2 * pi * n / CORNERS for n in range(CORNERS))
        return tuple((x + self.radius_cm * cos(t), y + self.radius_cm * sin(t)) for t in turns)

    def touch(self, base: Base, at: Spot) -> Touch | None:
        """How much of a base lies under it; an edge that only meets is no touch."""
        if within_disc(base, at, self.spot, self.radius_cm):
            return "whole"
        return "part" if to_point_cm(base, at, self.spot) < self.radius_cm - HAIR_CM else None

    def moved(self, spot: Spot) -> Disc:
        """The same at another spot."""
        return Disc(spot, self.diameter_in)


@dataclass(frozen=True, slots=True)
class Flame:
    """The flamer's teardrop: its narrow end, and the direction it points, in degrees.

    8 in long and 2.5 in at its widest: two straight sides that widen from the tip to a round end.
    """

    tip: Spot
    angle_deg: float

    @property
    def radius_cm(self) -> float:
        """The radius of its round end."""
        return FLAME_WIDE_IN * CM_PER_INCH / 2

    @property
    def reach_cm(self) -> float:
        """From the tip to the centre of its round end."""
        return FLAME_LONG_IN * CM_PER_INCH - self.radius_cm

    @property
    def spot(self) -> Spot:
        """The centre of its round end."""
        x, y = vector(self.reach_cm, self.angle_deg)
        return (self.tip[0] + x, self.tip[1] + y)

    @property
    def half_turn(self) -> float:
        """From its axis to where a straight side meets the round end, seen from its centre."""
        return pi - acos(self.radius_cm / self.reach_cm)

    def outline(self) -> tuple[Spot, ...]:
        """Its rim as a polygon; the tip comes first."""
        (x, y), r, half = self.spot, self.radius_cm, self.half_turn
        axis = radians(self.angle_deg)
        turns = (axis - half + 2 * half * n / (CORNERS - 2) for n in range(CORNERS - 1))
        return (self.tip, *((x + r * cos(t), y + r * sin(t)) for t in turns))

    def sides(self) -> tuple[Segment, Segment]:
        """Its straight sides, from the tip to the round end."""
        (x, y), r, axis = self.spot, self.radius_cm, radians(self.angle_deg)
        right, left = axis - self.half_turn, axis + self.half_turn
        return (
            (self.tip, (x + r * cos(right), y + r * sin(right))),
            (self.tip, (x + r * cos(left), y + r * sin(left))),
        )

    def depth_cm(self, point: Spot) -> float:
        """How deep a point lies in it: the distance to its rim, below zero outside."""
        (x, y), axis = self.spot, radians(self.angle_deg)
        dx, dy = point[0] - x, point[1] - y
        along = dx * cos(axis) + dy * sin(axis)
        across = abs(dy * cos(axis) - dx * sin(axis))
        away = hypot(along, across)
        # Seen from its centre, the round end spans this much; elsewhere the rim is a straight side.
        sine = self.radius_cm / self.reach_cm
        cosine = (1 - sine * sine) ** 0.5
        if along + sine * away >= 0:
            return self.radius_cm - away
        corner = (-self.radius_cm * sine, self.radius_cm * cosine)
        gap = to_segment((along, across), ((-self.reach_cm, 0.0), corner))
        inner = sine * (along + self.reach_cm) - cosine * across
        return gap if inner >= 0 else -gap

    def touch(self, base: Base, at: Spot) -> Touch | None:
        """How much of a base lies under it; an edge that only meets is no touch."""
        one, other = base.spine(at)
        if min(self.depth_cm(one), self.depth_cm(other)) >= base.radius_cm - HAIR_CM:
            return "whole"
        return "part" if self._deepest(one, other) > -base.radius_cm + HAIR_CM else None

    def _deepest(self, one: Spot, other: Spot) -> float:
        """The greatest depth along a segment: depth is concave, so a search by thirds finds it."""
        if one == other:
            return self.depth_cm(one)

        def at(share: float) -> float:
            x, y = (a + share * (b - a) for a, b in zip(one, other, strict=True))
            return self.depth_cm((x, y))

        low, high = 0.0, 1.0
        for _ in range(60):
            left, right = low + (high - low) / 3, high - (high - low) / 3
            low, high = (left, high) if at(left) < at(right) else (low, right)
        return max(at(low), self.depth_cm(one), self.depth_cm(other))

    def moved(self, spot: Spot) -> Flame:
        """The same with its tip elsewhere."""
        return Flame(spot, self.angle_deg)


Template = Disc | Flame


@dataclass(frozen=True, slots=True)
class Touched:
    """A figure under a template, wholly or partly."""

    id: str
    wholly: bool


def blast(spot: Spot) -> Disc:
    """The blast template, 3 in across."""
    return Disc(spot, BLAST_IN)


def ordnance(spot: Spot) -> Disc:
    """The ordnance template, 5 in across."""
    return Disc(spot, ORDNANCE_IN)


def flame(firer: Figure, angle_deg: float) -> Flame:
    """The flamer's template, its narrow end at the rim of the firer's base."""
    ax, ay = firer.base.arm
    ux, uy = vector(1.0, angle_deg)
    end = 1 if ux * ax + uy * ay >= 0 else -1
    r = firer.base.radius_cm
    x, y = firer.spot
    return Flame((x + end * ax + r * ux, y + end * ay + r * uy), angle_deg)


def touch(template: Template, base: Base, spot: Spot) -> Touch | None:
    """How much of a base lies under a template: "whole", "part" or nothing.

    Rule: DIFF-3
    """
    return template.touch(base, spot)


def touched(
    positions: Positions[Terrain],
    template: Template,
    ignoring: Iterable[str] = (),
    levels_in: tuple[float, float] | None = None,
) -> tuple[Touched, ...]:
    """The figures under a template, wholly or partly.

    It lies at a height, or reaches from the one to the other of `levels_in`, and touches who stands
    at one level with it; None: everyone, however high.

    Rule: DIFF-3
    """
    found = (
        (one.id, touch(template, one.base, one.spot))
        for one in positions.others(*ignoring)
        if levels_in is None or at_level(one, levels_in)
    )
    return tuple(Touched(name, how == "whole") for name, how in found if how)


def at_level(one: Figure, levels_in: tuple[float, float]) -> bool:
    """Whether a figure stands so high that what lies between these heights may touch it.

    Rule: DIFF-3
    """
    low, high = levels_in
    return low - one.height_in < one.elevation_in < high + one.height_in
