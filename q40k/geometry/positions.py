"""The positions of figures on a field, contact between them, and the nearest figures.

Positions are cheap, and built for every move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Generic, Self

import numpy as np
import shapely
from msgspec import Struct

from q40k.geometry import space
from q40k.geometry.arrays import Bools, Floats, distances_between_segments, distances_to_segments
from q40k.geometry.field import Field, T_co, Terrain


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the table: its id, the centre of its base, and its height in inches.

    `elevation_in` is the height of its feet above the table. `kind` is a word of the game for the
    type of figure. Raises BoardError ("not-a-place") for coordinates that are not finite.
    """

    id: str
    spot: space.Spot
    base: space.Base
    height_in: float = 1.25
    elevation_in: float = 0.0
    kind: str = ""

    def __post_init__(self) -> None:
        if not all(map(isfinite, (*self.spot, self.height_in, self.elevation_in))):
            raise space.BoardError("not-a-place", id=self.id)

    @property
    def top_in(self) -> float:
        """The height of its top above the table."""
        return self.elevation_in + self.height_in

    def is_level_with(self, other: Figure) -> bool:
        """Return whether another figure overlaps this one in height, so that bases can touch."""
        return space.are_level(self.elevation_in, self.height_in, other.elevation_in, other.height_in)


@dataclass(frozen=True)
class Positions(Generic[T_co]):
    """A field and the figures on it. The ids of the figures are unique."""

    field: Field[T_co]
    figures: tuple[Figure, ...] = ()

    def __post_init__(self) -> None:
        if len({figure.id for figure in self.figures}) != len(self.figures):
            raise space.BoardError("figure-twice", ids=[figure.id for figure in self.figures])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each figure in `figures`, by its id."""
        return {figure.id: place for place, figure in enumerate(self.figures)}

    @cached_property
    def in_scenery(self) -> Bools:
        """Which figure (row) stands on or in which piece (column) with the middle of its base."""
        within = np.zeros((len(self.figures), len(self.field.pieces)), dtype=bool)
        if not within.size:
            return within
        x, y = self.spots.T
        hair = space.HAIR_CM
        who, which = self.field.tree.query(shapely.box(x - hair, y - hair, x + hair, y + hair))
        distances = shapely.distance(shapely.points(self.spots)[who], self.field.cores[which])
        within[who, which] = distances - self.field.swells[which] <= hair
        return within

    @cached_property
    def spots(self) -> Floats:
        """The centres of the figures. Shape (figures, 2)."""
        return np.array([figure.spot for figure in self.figures], dtype=float).reshape(-1, 2)

    @cached_property
    def arms(self) -> Floats:
        """The vectors from the centres to one end of the spines. Shape (figures, 2)."""
        return np.array([figure.base.arm for figure in self.figures], dtype=float).reshape(-1, 2)

    @cached_property
    def radii(self) -> Floats:
        """The distances from the spines to the rims."""
        return np.array([figure.base.radius_cm for figure in self.figures], dtype=float)

    @cached_property
    def heights(self) -> Floats:
        """The heights of the feet and of the tops of the figures, in inches. Shape (figures, 2)."""
        return np.array([(f.elevation_in, f.top_in) for f in self.figures], dtype=float).reshape(-1, 2)

    @cached_property
    def gaps_cm(self) -> Floats:
        """The distances between all bases, rim to rim; below zero when they overlap."""
        ends = [(self.spots - self.arms), (self.spots + self.arms)]
        p, q = (np.repeat(end[:, None, :], len(self.figures), axis=1) for end in ends)
        spines = distances_between_segments(p, q, p.swapaxes(0, 1), q.swapaxes(0, 1))
        return spines - self.radii[:, None] - self.radii[None, :]

    def figure(self, name: str) -> Figure:
        """Return a figure by its id. Raises KeyError."""
        return self.figures[self.index[name]]

    def others(self, *names: str) -> tuple[Figure, ...]:
        """Return all figures except the named ones."""
        return tuple(figure for figure in self.figures if figure.id not in names)

    def without(self, *names: str) -> Self:
        """Return a copy without the named figures."""
        return replace(self, figures=self.others(*names))

    def with_figure(self, figure: Figure) -> Self:
        """Return a copy with a figure added, or replaced if its id is present."""
        if figure.id not in self.index:
            return replace(self, figures=(*self.figures, figure))
        return replace(self, figures=tuple(figure if f.id == figure.id else f for f in self.figures))

    def move_figure(self, name: str, spot: space.Spot) -> Self:
        """Return a copy with one figure at another spot. Raises KeyError."""
        return self.with_figure(replace(self.figure(name), spot=spot))


# -- contact and distances -----------------------------------------------------------------


class Near(Struct, frozen=True):
    """A figure and its distance from a point to the rim of its base; 0 if the base covers the
    point.
    """

    id: str
    distance_in: space.Inches


class TrailingFoot(Struct, frozen=True):
    """The arithmetic in inches of a charge at a figure that moved away (DIFF-8)."""

    were_in_contact: bool
    moved_in: float
    charge_in: float

    @property
    def allowed(self) -> bool:
        """Whether they were in contact and the charge is at least as long as the move.

        Rule: DIFF-8
        """
        return self.were_in_contact and self.charge_in >= self.moved_in - space.HAIR_CM


def gap_in(figure: Figure, other: Figure) -> space.Inches:
    """Return the distance in space from rim to rim of two bases, in inches; 0 in contact.

    Rule: SHOOT-1
    """
    gap = space.gap_cm(figure.base, figure.spot, other.base, other.spot)
    if gap <= space.CONTACT_CM + space.HAIR_CM and figure.is_level_with(other):
        return space.centimetres_to_inches(max(0.0, gap))
    return space.apart_in(gap, other.elevation_in - figure.elevation_in)


def in_contact(figure: Figure, other: Figure) -> bool:
    """Return whether two figures are level with each other and their bases within a millimetre.

    Rule: DIFF-2, DIFF-5
    """
    near = space.gap_cm(figure.base, figure.spot, other.base, other.spot) <= space.CONTACT_CM + space.HAIR_CM
    return near and figure.is_level_with(other)


def contacts(positions: Positions[Terrain]) -> tuple[tuple[str, str], ...]:
    """Return every pair in contact, each in the order of the figures."""
    figures = positions.figures
    near = np.triu(positions.gaps_cm <= space.CONTACT_CM + space.HAIR_CM, 1)
    pairs = ((figures[first], figures[second]) for first, second in np.argwhere(near).tolist())
    return tuple((figure.id, other.id) for figure, other in pairs if figure.is_level_with(other))


def groups(positions: Positions[Terrain], among: Iterable[str] | None = None) -> tuple[tuple[str, ...], ...]:
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


def nearest(positions: Positions[Terrain], spot: space.Spot, ignoring: Iterable[str] = ()) -> tuple[Near, ...]:
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
        Near(figure.id, space.apart_in(cm, figure.elevation_in - floor))
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
