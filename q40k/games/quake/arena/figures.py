"""Hold champions on an arena as geometry: heights, positions, and the dark zones around them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil
from types import MappingProxyType

import numpy as np
from msgspec import Struct

from q40k.games.quake.packs.arena import Arena, Portal, Scenery
from q40k.games.w40k3e.profiles import Champion, UnitType
from q40k.geometry import hiding, sight, space
from q40k.geometry.positions import Figure, Positions, gap_in

HEIGHTS_IN: Mapping[UnitType, float] = MappingProxyType(
    {
        "infantry": 1.25,
        "jump_infantry": 1.25,
        "jet_pack": 1.5,
        "terminator": 1.5,
        "bike": 1.5,
        "jetbike": 2.0,
        "beast": 1.0,
        "cavalry": 2.0,
        "drone": 1.25,
        "swarm": 0.5,
        "monstrous_creature": 3.0,
        "other": 1.25,
    }
)
"""The height of a figure by its unit type, in inches: a ruling, not a measurement."""


def figure(
    name: str, champion: Champion, spot: space.Spot, *, elevation_in: float = 0.0, angle_deg: float = 0.0
) -> Figure:
    """Return a champion of the packs at a spot; its height depends on its unit type."""
    base, kind = space.Base.of(champion, angle_deg), champion.unit_type
    return Figure(name, spot, base, HEIGHTS_IN[kind], elevation_in, kind)


@dataclass(frozen=True)
class ArenaPositions(Positions[Scenery]):
    """Hold figures on an arena: its field, and what else is on it."""

    arena: Arena = field(kw_only=True)

    @cached_property
    def views(self) -> dict[tuple[str, str, hiding.LinesTo], sight.View]:
        """Return how figures see one another, as far as that was looked at: shooter, target, lines."""
        return {}

    @cached_property
    def covers(self) -> dict[tuple[str, str], Scenery | None]:
        """Return the best cover between figures, as far as that was looked at: shooter, target."""
        return {}

    @cached_property
    def portals(self) -> Mapping[int, Portal]:
        """Return the portals by number."""
        return {portal.number: portal for portal in self.arena.portals}

    @cached_property
    def in_the_dark(self) -> Mapping[str, str]:
        """Return the figures whose base has its centre in a dark zone, and the zone.

        A figure on top of a zone, or higher, is not in it; a zone without height has no top.

        Rule: SHOOT-3
        """
        dark = [n for n, piece in enumerate(self.field.pieces) if piece.scenery.dark]
        if not dark or not self.figures:
            return {}
        tops = np.array([self.field.pieces[n].scenery.height_in or np.inf for n in dark])
        feet = np.array([figure_.elevation_in for figure_ in self.figures])
        within = self.in_scenery[:, dark] & (feet[:, None] < tops)
        return {
            figure_.id: self.field.pieces[dark[int(row.argmax())]].scenery.id
            for figure_, row in zip(self.figures, within, strict=True)
            if row.any()
        }


def laid_on(arena: Arena, figures: Iterable[Figure] = ()) -> ArenaPositions:
    """Return figures on an arena. Raises BoardError for an arena with invalid geometry."""
    return ArenaPositions(arena.field, tuple(figures), arena=arena)


# -- dark zones (SHOOT-3) --------------------------------------------------------------------------


INCHES_A_PIP = 3
"""A spotting test reaches 2D6 times this many inches (SHOOT-3)."""


class Spotting(Struct, frozen=True):
    """Hold the spotting test for a shot: whether it is needed, the distance, the lowest 2D6.

    `zone` is the dark zone of the target, None if a trait or bonus makes the target stealthy.
    """

    needed: bool
    zone: str | None
    distance_in: space.Inches
    roll: int

    @property
    def chance(self) -> Fraction:
        """Return the chance to spot the target."""
        if not self.needed:
            return Fraction(1)
        ways = sum(a + b >= self.roll for a in range(1, 7) for b in range(1, 7))
        return Fraction(ways, 36)


def roll_for(distance_in: float) -> int:
    """Return the lowest 2D6 that spots at a distance; more than 12 is out of reach.

    Rule: SHOOT-3
    """
    return max(2, ceil(distance_in / INCHES_A_PIP - space.HAIR_CM))


def spotting(positions: ArenaPositions, shooter: str, target: str, *, stealthy: bool = False) -> Spotting:
    """Return the spotting test that a shot needs; `stealthy` targets count as in a dark zone.

    Rule: SHOOT-3
    """
    observer, hidden = positions.figure(shooter), positions.figure(target)
    zone = positions.in_the_dark.get(target)
    distance = gap_in(observer, hidden)
    return Spotting(zone is not None or stealthy, zone, distance, roll_for(distance))
