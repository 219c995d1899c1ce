"""Contact between figures, distances between bases, and the nearest figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from q40k.geometry.arrays import distances_to_segments
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, gap_cm
from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import apart_in
from q40k.geometry.spots import Spot
from q40k.geometry.units import Centimetres, Inches, to_inches


@dataclass(frozen=True, slots=True)
class Near:
    """A figure and its distance from a point to the rim of its base; 0 if the base covers the
    point.
    """

    id: str
    distance_in: Inches


@dataclass(frozen=True, slots=True)
class TrailingFoot:
    """The arithmetic in inches of a charge at a figure that moved away (DIFF-8)."""

    were_in_contact: bool
    moved_in: float
    charge_in: float

    @property
    def allowed(self) -> bool:
        """Whether they were in contact and the charge is at least as long as the move.

        Rule: DIFF-8
        """
        return self.were_in_contact and self.charge_in >= self.moved_in - HAIR_CM


def gap_in(figure: Figure, other: Figure) -> Inches:
    """Return the distance in space from rim to rim of two bases, in inches; 0 in contact.

    Rule: SHOOT-1
    """
    gap = gap_cm(figure.base, figure.spot, other.base, other.spot)
    if gap <= CONTACT_CM + HAIR_CM and figure.is_level_with(other):
        return to_inches(Centimetres(max(0.0, gap)))
    return apart_in(gap, other.elevation_in - figure.elevation_in)


def in_contact(figure: Figure, other: Figure) -> bool:
    """Return whether two figures are level with each other and their bases within a millimetre.

    Rule: DIFF-2, DIFF-5
    """
    near = gap_cm(figure.base, figure.spot, other.base, other.spot) <= CONTACT_CM + HAIR_CM
    return near and figure.is_level_with(other)


def contacts(positions: Positions[Terrain]) -> tuple[tuple[str, str], ...]:
    """Return every pair in contact, each in the order of the figures."""
    figures = positions.figures
    near = np.triu(positions.gaps_cm <= CONTACT_CM + HAIR_CM, 1)
    pairs = ((figures[first], figures[second]) for first, second in np.argwhere(near).tolist())
    return tuple((figure.id, other.id) for figure, other in pairs if figure.is_level_with(other))


def groups(
    positions: Positions[Terrain], among: Iterable[str] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return the groups of two or more figures that contacts connect: melees, if all of them fight.

    Only figures of `among` count, if it is passed: contact alone is no fight (DIFF-5).

    Rule: MELEE-3
    """
    names = [f.id for f in positions.figures]
    if among is not None:
        allowed = set(among)
        names = [name for name in names if name in allowed]
    group = {name: [name] for name in names}
    for first, second in contacts(positions):
        if first in group and second in group and group[first] is not group[second]:
            joined = group[first] + group[second]
            for name in joined:
                group[name] = joined
    unique = {id(members): members for members in group.values() if len(members) > 1}
    place = positions.index
    return tuple(tuple(sorted(members, key=place.__getitem__)) for members in unique.values())


def nearest(
    positions: Positions[Terrain], spot: Spot, ignoring: Iterable[str] = ()
) -> tuple[Near, ...]:
    """Return the figures by their distance in space from a point, the nearest first.

    Figures at equal distances keep their order. The point lies on top of the highest climbable
    piece under it.

    Rule: NUKE
    """
    ignored = set(ignoring)
    centres, arms = positions.spots, positions.arms
    distances = distances_to_segments(np.array(spot) - centres, -arms, arms) - positions.radii
    floor = positions.field.floor_in(spot)
    neighbours = [
        Near(figure.id, apart_in(cm, figure.elevation_in - floor))
        for figure, cm in zip(positions.figures, distances.tolist(), strict=True)
        if figure.id not in ignored
    ]
    return tuple(sorted(neighbours, key=lambda near: near.distance_in))


def trailing_foot(
    chaser: str, prey: str, before: Positions[Terrain], moved_in: float, charge_in: float
) -> TrailingFoot:
    """Return whether `chaser` may still charge `prey`, who was in contact at the start of the turn.

    `before` holds their positions at that time. `moved_in` is how far the prey moved since, and
    `charge_in` how far the chaser charges, in inches. The rules decide who of them plays later.

    Rule: DIFF-8
    """
    touching = in_contact(before.figure(chaser), before.figure(prey))
    return TrailingFoot(touching, moved_in, charge_in)
