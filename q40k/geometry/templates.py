"""The figures under a template: blast, ordnance, and the flamer's teardrop (DIFF-3).

The blast and ordnance templates are discs. The teardrop is the hull of its tip and a disc. So
touching and covering are exact. Positions and lengths are centimetres unless a name says inches.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import acos, cos, hypot, pi, radians, sin
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from q40k.geometry import space
from q40k.geometry.outlines import around

if TYPE_CHECKING:
    from q40k.geometry.field import Terrain
    from q40k.geometry.positions import Figure, Positions

BLAST_IN = 3.0
ORDNANCE_IN = 5.0
FLAME_LONG_IN = 8.0
FLAME_WIDE_IN = 2.5

Touch = Literal["whole", "part"]


class Disc(Struct, frozen=True):
    """A round template: its centre, and its diameter in inches."""

    spot: space.Spot
    diameter_in: float

    @property
    def radius_cm(self) -> float:
        """Its radius."""
        return self.diameter_in * space.CM_PER_INCH / 2

    def outline(self) -> tuple[space.Spot, ...]:
        """Return its rim as a polygon."""
        return around(self.spot, self.radius_cm, space.CORNERS)

    def touch(self, base: space.Base, at: space.Spot) -> Touch | None:
        """Return how much of a base lies under it. Edges that only meet do not touch."""
        if space.within_disc(base, at, self.spot, self.radius_cm):
            return "whole"
        return "part" if space.to_point_cm(base, at, self.spot) < self.radius_cm - space.HAIR_CM else None

    def move_to(self, spot: space.Spot) -> Disc:
        """Return the same template at another spot."""
        return Disc(spot, self.diameter_in)


class Flame(Struct, frozen=True):
    """The flamer's teardrop: its tip, and the direction it points, in degrees.

    It is 8 in long and 2.5 in at its widest. Two straight sides widen from the tip to a round end.
    """

    tip: space.Spot
    angle_deg: float

    @property
    def radius_cm(self) -> float:
        """The radius of its round end."""
        return FLAME_WIDE_IN * space.CM_PER_INCH / 2

    @property
    def reach_cm(self) -> float:
        """The distance from the tip to the centre of its round end."""
        return FLAME_LONG_IN * space.CM_PER_INCH - self.radius_cm

    @property
    def spot(self) -> space.Spot:
        """The centre of its round end."""
        x, y = space.vector(self.reach_cm, self.angle_deg)
        return (self.tip[0] + x, self.tip[1] + y)

    @property
    def half_turn(self) -> float:
        """The angle between its axis and the end of a straight side, at the centre of the round
        end.
        """
        return pi - acos(self.radius_cm / self.reach_cm)

    def outline(self) -> tuple[space.Spot, ...]:
        """Return its rim as a polygon that starts at the tip."""
        (x, y), r, half = self.spot, self.radius_cm, self.half_turn
        axis = radians(self.angle_deg)
        turns = (axis - half + 2 * half * n / (space.CORNERS - 2) for n in range(space.CORNERS - 1))
        return (self.tip, *((x + r * cos(t), y + r * sin(t)) for t in turns))

    def sides(self) -> tuple[space.Segment, space.Segment]:
        """Return its straight sides, from the tip to the round end."""
        (x, y), r, axis = self.spot, self.radius_cm, radians(self.angle_deg)
        right, left = axis - self.half_turn, axis + self.half_turn
        return (
            (self.tip, (x + r * cos(right), y + r * sin(right))),
            (self.tip, (x + r * cos(left), y + r * sin(left))),
        )

    def depth_cm(self, point: space.Spot) -> float:
        """Return how deep a point lies in it: the distance to its rim, below zero outside."""
        (x, y), axis = self.spot, radians(self.angle_deg)
        dx, dy = point[0] - x, point[1] - y
        along = dx * cos(axis) + dy * sin(axis)
        across = abs(dy * cos(axis) - dx * sin(axis))
        away = hypot(along, across)
        # The rim is the round end within this angle of its centre, and a straight side elsewhere.
        sine = self.radius_cm / self.reach_cm
        cosine = (1 - sine * sine) ** 0.5
        if along + sine * away >= 0:
            return self.radius_cm - away
        corner = (-self.radius_cm * sine, self.radius_cm * cosine)
        gap = space.distance_to_segment((along, across), ((-self.reach_cm, 0.0), corner))
        inner = sine * (along + self.reach_cm) - cosine * across
        return gap if inner >= 0 else -gap

    def touch(self, base: space.Base, at: space.Spot) -> Touch | None:
        """Return how much of a base lies under it. Edges that only meet do not touch."""
        start, end = base.spine(at)
        if min(self.depth_cm(start), self.depth_cm(end)) >= base.radius_cm - space.HAIR_CM:
            return "whole"
        return "part" if self._deepest(start, end) > -base.radius_cm + space.HAIR_CM else None

    def _deepest(self, start: space.Spot, end: space.Spot) -> float:
        """Return the greatest depth along a segment by ternary search; depth is concave."""
        if start == end:
            return self.depth_cm(start)

        def at(share: float) -> float:
            x, y = (a + share * (b - a) for a, b in zip(start, end, strict=True))
            return self.depth_cm((x, y))

        low, high = 0.0, 1.0
        for _ in range(60):
            lower, upper = low + (high - low) / 3, high - (high - low) / 3
            low, high = (lower, high) if at(lower) < at(upper) else (low, upper)
        return max(at(low), self.depth_cm(start), self.depth_cm(end))

    def move_to(self, spot: space.Spot) -> Flame:
        """Return the same template with its tip at another spot."""
        return Flame(spot, self.angle_deg)


Template = Disc | Flame


class UnderTemplate(Struct, frozen=True):
    """A figure under a template, wholly or partly."""

    id: str
    wholly: bool


def blast(spot: space.Spot) -> Disc:
    """Return the blast template, 3 in across."""
    return Disc(spot, BLAST_IN)


def ordnance(spot: space.Spot) -> Disc:
    """Return the ordnance template, 5 in across."""
    return Disc(spot, ORDNANCE_IN)


def flame(firer: Figure, angle_deg: float) -> Flame:
    """Return the flamer's template with its tip at the rim of the firer's base."""
    ax, ay = firer.base.arm
    ux, uy = space.vector(1.0, angle_deg)
    end = 1 if ux * ax + uy * ay >= 0 else -1
    r = firer.base.radius_cm
    x, y = firer.spot
    return Flame((x + end * ax + r * ux, y + end * ay + r * uy), angle_deg)


def touch(template: Template, base: space.Base, spot: space.Spot) -> Touch | None:
    """Return how much of a base lies under a template: "whole", "part" or None.

    Rule: DIFF-3
    """
    return template.touch(base, spot)


def find_touched_figures(
    positions: Positions[Terrain],
    template: Template,
    ignoring: Iterable[str] = (),
    levels_in: tuple[float, float] | None = None,
) -> tuple[UnderTemplate, ...]:
    """Return the figures under a template, wholly or partly.

    `levels_in` is the lowest and highest level of the template. It touches only figures that are
    level with it. None: it touches figures at every height.

    Rule: DIFF-3
    """
    touches = (
        (figure.id, touch(template, figure.base, figure.spot))
        for figure in positions.others(*ignoring)
        if levels_in is None or at_level(figure, levels_in)
    )
    return tuple(UnderTemplate(name, extent == "whole") for name, extent in touches if extent)


def at_level(figure: Figure, levels_in: tuple[float, float]) -> bool:
    """Return whether an effect between these heights can touch a figure.

    Rule: DIFF-3
    """
    low, high = levels_in
    return low - figure.height_in < figure.elevation_in < high + figure.height_in
