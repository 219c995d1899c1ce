"""Who touches whom, how far apart bases are, and who is nearest (DIFF-2, DIFF-8, MELEE, NUKE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from q40k.geometry.arrays import to_spine
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, gap_cm
from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import apart_in
from q40k.geometry.spots import Spot
from q40k.geometry.units import Centimetres, Inches, to_inches


@dataclass(frozen=True, slots=True)
class Near:
    """A figure, and how far it is: from the point to the rim of its base; 0 when it is on it."""

    id: str
    distance_in: Inches


@dataclass(frozen=True, slots=True)
class TrailingFoot:
    """Whether a charge at one who moved away is allowed (DIFF-8), with its arithmetic in inches."""

    were_in_contact: bool
    moved_in: float
    charge_in: float

    @property
    def allowed(self) -> bool:
        """Whether they were in contact, and the charge is as long as the move was.

        Rule: DIFF-8
        """
        return self.were_in_contact and self.charge_in >= self.moved_in - HAIR_CM


def gap_in(one: Figure, other: Figure) -> Inches:
    """The distance in space from base to base, rim to rim, in inches; 0 in contact.

    Rule: SHOOT-1
    """
    gap = gap_cm(one.base, one.spot, other.base, other.spot)
    if gap <= CONTACT_CM + HAIR_CM and one.meets(other):
        return to_inches(Centimetres(max(0.0, gap)))
    return apart_in(gap, other.elevation_in - one.elevation_in)


def in_contact(one: Figure, other: Figure) -> bool:
    """Whether two figures are in contact: their bases within a millimetre, which no hand places
    finer, and at one level.

    Rule: DIFF-2, DIFF-5
    """
    near = gap_cm(one.base, one.spot, other.base, other.spot) <= CONTACT_CM + HAIR_CM
    return near and one.meets(other)


def contacts(positions: Positions[Terrain]) -> tuple[tuple[str, str], ...]:
    """Every pair in contact, each in the order of the figures."""
    figures = positions.figures
    near = np.triu(positions.gaps_cm <= CONTACT_CM + HAIR_CM, 1)
    pairs = ((figures[one], figures[other]) for one, other in np.argwhere(near).tolist())
    return tuple((one.id, other.id) for one, other in pairs if one.meets(other))


def groups(
    positions: Positions[Terrain], among: Iterable[str] | None = None
) -> tuple[tuple[str, ...], ...]:
    """Those who hang together by contacts, two at least: the melees, if they all fight.

    Only figures of `among` count, if it is given: mere contact is no fight (DIFF-5).

    Rule: MELEE-3
    """
    names = [f.id for f in positions.figures]
    if among is not None:
        wanted = set(among)
        names = [name for name in names if name in wanted]
    group = {name: [name] for name in names}
    for one, other in contacts(positions):
        if one in group and other in group and group[one] is not group[other]:
            joined = group[one] + group[other]
            for name in joined:
                group[name] = joined
    found = {id(members): members for members in group.values() if len(members) > 1}
    place = positions.index
    return tuple(tuple(sorted(members, key=place.__getitem__)) for members in found.values())


def nearest(
    positions: Positions[Terrain], spot: Spot, ignoring: Iterable[str] = ()
) -> tuple[Near, ...]:
    """The figures by their distance in space from a point, the nearest first; the same by order.

    What lies at the point lies on top of what one can stand on there.

    Rule: NUKE
    """
    gone = set(ignoring)
    middles, arms = positions.spots, positions.arms
    away = to_spine(np.array(spot) - middles, -arms, arms) - positions.radii
    floor = positions.field.floor_in(spot)
    found = [
        Near(one.id, apart_in(cm, one.elevation_in - floor))
        for one, cm in zip(positions.figures, away.tolist(), strict=True)
        if one.id not in gone
    ]
    return tuple(sorted(found, key=lambda near: near.distance_in))


def trailing_foot(
    chaser: str, prey: str, before: Positions[Terrain], moved_in: float, charge_in: float
) -> TrailingFoot:
    """Whether `chaser` may still charge `prey`, who was beside it at the start of the turn.

    `before` is how they stood then; `moved_in` how far the prey moved since, and `charge_in` how
    far the chaser charges, in inches. Who of them plays later is for the rules to say.

    Rule: DIFF-8
    """
    touching = in_contact(before.figure(chaser), before.figure(prey))
    return TrailingFoot(touching, moved_in, charge_in)
