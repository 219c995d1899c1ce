"""Find dark zones, and the roll that spots a target in one (SHOOT-3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.bases import HAIR_CM
from q40k.geometry.field import Field
from q40k.geometry.positions import gap_in
from q40k.geometry.space import Inches, Spot

INCHES_A_PIP: Final = 3
"""A spotting test reaches 2D6 times this many inches (SHOOT-3)."""


@dataclass(frozen=True, slots=True)
class Spotting:
    """Hold the spotting test for a shot: whether it is needed, the distance, the lowest 2D6.

    `zone` is the dark zone of the target, None if a trait or bonus makes the target stealthy.
    """

    needed: bool
    zone: str | None
    distance_in: Inches
    roll: int

    @property
    def chance(self) -> Fraction:
        """Return the chance to spot the target."""
        if not self.needed:
            return Fraction(1)
        ways = sum(a + b >= self.roll for a in range(1, 7) for b in range(1, 7))
        return Fraction(ways, 36)


def in_the_dark(field: Field[Scenery], spot: Spot) -> str | None:
    """Return the dark zone that contains the centre of a base, or None.

    Rule: SHOOT-3
    """
    return next((piece.id for piece in field.pieces_under(spot) if piece.dark), None)


def roll_for(distance_in: float) -> int:
    """Return the lowest 2D6 that spots at a distance; more than 12 is out of reach.

    Rule: SHOOT-3
    """
    return max(2, ceil(distance_in / INCHES_A_PIP - HAIR_CM))


def spotting(
    positions: ArenaPositions, shooter: str, target: str, *, stealthy: bool = False
) -> Spotting:
    """Return the spotting test that a shot needs; `stealthy` targets count as in a dark zone.

    Rule: SHOOT-3
    """
    observer, hidden = positions.figure(shooter), positions.figure(target)
    zone = positions.in_the_dark.get(target)
    distance = gap_in(observer, hidden)
    return Spotting(zone is not None or stealthy, zone, distance, roll_for(distance))
