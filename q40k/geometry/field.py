"""A compiled arena, and the champions that stand on it.

A `Field` is made once for an arena: its scenery as shapes, found by a tree. A `Standing` is a
field with figures; it is cheap, and a new one is made for every move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import shapely

from q40k.games.quake.packs.arena import Arena, Portal, Scenery
from q40k.games.w40k3e.profiles import Champion, UnitType
from q40k.geometry.arrays import Bools, Floats, between
from q40k.geometry.bases import HAIR_CM, Base, BoardError
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH

HEIGHTS_IN: Final[Mapping[UnitType, float]] = MappingProxyType(
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
"""How tall a figure is taken to be, in inches, by its unit type: a ruling, not measured."""
QUARTER_CORNERS: Final = 32


@dataclass(frozen=True, slots=True)
class Figure:
    """A champion on the table: who, where its base's centre lies, and how tall it is, in inches.

    `elevation_in` is how high its feet stand above the table. Raises BoardError ("not-a-place")
    for coordinates that are no numbers.
    """

    id: str
    spot: Spot
    base: Base
    height_in: float = 1.25
    elevation_in: float = 0.0
    unit_type: UnitType = "infantry"

    def __post_init__(self) -> None:
        if not all(map(isfinite, (*self.spot, self.height_in, self.elevation_in))):
            raise BoardError("not-a-place", id=self.id)

    @property
    def top_in(self) -> float:
        """How high its top stands above the table."""
        return self.elevation_in + self.height_in


def figure(
    name: str, champion: Champion, spot: Spot, *, elevation_in: float = 0.0, angle_deg: float = 0.0
) -> Figure:
    """A champion of the packs, standing at a spot; its height goes by its unit type."""
    base, kind = Base.of(champion, angle_deg), champion.unit_type
    return Figure(name, spot, base, HEIGHTS_IN[kind], elevation_in, kind)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of scenery: a core (a polygon, or a point) that is `swell` cm larger all round."""

    scenery: Scenery
    core: Any
    swell: float

    @property
    def shape(self) -> Any:
        """The piece as a polygon; that of a circle has its corners on the true rim."""
        return self.core.buffer(self.swell, QUARTER_CORNERS) if self.swell else self.core

    def distance_cm(self, thing: Any) -> float:
        """From a shapely point or line to the piece; below zero inside a circle only."""
        return float(self.core.distance(thing)) - self.swell


class Field:
    """An arena as geometry. Raises BoardError ("scenery-shape") for scenery that is no area."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.size: tuple[int, int] = arena.size
        self.pieces: tuple[Piece, ...] = tuple(_piece(one) for one in arena.scenery)
        self.portals: Mapping[int, Portal] = {p.number: p for p in arena.portals}
        self.shapes: list[Any] = [piece.shape for piece in self.pieces]
        self.cores: Any = np.array([piece.core for piece in self.pieces], dtype=object)
        self.swells: Floats = np.array([piece.swell for piece in self.pieces], dtype=float)
        self.tree: Any = shapely.STRtree(self.shapes)
        self.kept: dict[Any, Any] = {}  # what is worked out once for a size of base

    def shape_of(self, scenery: str) -> Any:
        """The polygon of a piece of scenery by its id. Raises KeyError."""
        for piece in self.pieces:
            if piece.scenery.id == scenery:
                return piece.shape
        raise KeyError(scenery)

    def under(self, spot: Spot) -> tuple[Scenery, ...]:
        """The pieces of scenery that a point lies in or on the edge of, in the arena's order."""
        point = shapely.Point(spot)
        near = sorted(self.tree.query(point.buffer(HAIR_CM)).tolist())
        found = (self.pieces[index] for index in near)
        return tuple(p.scenery for p in found if p.distance_cm(point) <= HAIR_CM)

    def touching(self, base: Base, spot: Spot) -> tuple[Scenery, ...]:
        """The pieces that a base lies on or in, at least partly, by more than a hair."""
        row = self.touched([base], [spot])[0]
        return tuple(p.scenery for p, on in zip(self.pieces, row, strict=True) if on)

    def touched(self, bases: Sequence[Base], spots: Sequence[Spot], hair: float = HAIR_CM) -> Bools:
        """Which base (a row each) lies on or in which piece of scenery (a column each)."""
        on = np.zeros((len(bases), len(self.pieces)), dtype=bool)
        if not bases or not self.pieces:
            return on
        lines = np.array([b.spine(s) for b, s in zip(bases, spots, strict=True)], dtype=float)
        spines = shapely.linestrings(lines)
        radii = np.array([base.radius_cm for base in bases])
        boxes = shapely.box(
            lines[:, :, 0].min(axis=1) - radii, lines[:, :, 1].min(axis=1) - radii,
            lines[:, :, 0].max(axis=1) + radii, lines[:, :, 1].max(axis=1) + radii,
        )  # fmt: skip
        who, which = self.tree.query(boxes)
        if len(who):
            gaps = shapely.distance(self.cores[which], spines[who]) - self.swells[which]
            hit = gaps < radii[who] - hair
            on[who[hit], which[hit]] = True
        return on

    def floor_in(self, spot: Spot) -> float:
        """The height of the highest climbable piece under a point, in inches; 0 on the ground."""
        return max((one.height_in for one in self.under(spot) if one.climbable), default=0.0)


def _piece(scenery: Scenery) -> Piece:
    if scenery.circle is not None:
        return Piece(scenery, shapely.Point(scenery.circle.at), scenery.circle.radius_cm)
    corners = scenery.polygon or ()
    if len(corners) < 3 or not all(isfinite(value) for corner in corners for value in corner):
        raise BoardError("scenery-shape", scenery=scenery.id)
    polygon = shapely.Polygon(corners)
    if not polygon.is_valid or polygon.area <= 0:
        raise BoardError("scenery-shape", scenery=scenery.id)
    shapely.prepare(polygon)
    return Piece(scenery, polygon, 0.0)


MOST_KEPT: Final = 16
_FIELDS: dict[int, tuple[Arena, Field]] = {}


def field_of(arena: Arena) -> Field:
    """The field of an arena; compiled once for each arena object. Raises BoardError."""
    kept = _FIELDS.get(id(arena))
    if kept is not None and kept[0] is arena:
        return kept[1]
    made = Field(arena)
    while len(_FIELDS) >= MOST_KEPT:
        _FIELDS.pop(next(iter(_FIELDS)))
    _FIELDS[id(arena)] = (arena, made)
    return made


@dataclass(frozen=True)
class Standing:
    """A field and the figures on it, each with an id of its own."""

    field: Field
    figures: tuple[Figure, ...] = ()

    def __post_init__(self) -> None:
        if len({one.id for one in self.figures}) != len(self.figures):
            raise BoardError("figure-twice", ids=[one.id for one in self.figures])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each figure in `figures`."""
        return {one.id: place for place, one in enumerate(self.figures)}

    @cached_property
    def on_scenery(self) -> Bools:
        """Which figure (a row each) has its base on or in which piece of scenery."""
        return self.field.touched([f.base for f in self.figures], [f.spot for f in self.figures])

    @cached_property
    def spots(self) -> Floats:
        """The centres of the figures. Shape (figures, 2)."""
        return np.array([one.spot for one in self.figures], dtype=float).reshape(-1, 2)

    @cached_property
    def arms(self) -> Floats:
        """The steps from the centres to an end of the spines. Shape (figures, 2)."""
        return np.array([one.base.arm for one in self.figures], dtype=float).reshape(-1, 2)

    @cached_property
    def radii(self) -> Floats:
        """How far the rims lie from the spines."""
        return np.array([one.base.radius_cm for one in self.figures], dtype=float)

    @cached_property
    def gaps_cm(self) -> Floats:
        """The distances between all bases, rim to rim; below zero when they overlap."""
        ends = [(self.spots - self.arms), (self.spots + self.arms)]
        p, q = (np.repeat(end[:, None, :], len(self.figures), axis=1) for end in ends)
        spines = between(p, q, p.swapaxes(0, 1), q.swapaxes(0, 1))
        return spines - self.radii[:, None] - self.radii[None, :]

    @cached_property
    def in_the_dark(self) -> Mapping[str, str]:
        """Those whose base's centre lies in a dark zone, and which."""
        dark = [n for n, piece in enumerate(self.field.pieces) if piece.scenery.dark]
        if not dark or not self.figures:
            return {}
        cores, swells = self.field.cores[dark][None, :], self.field.swells[dark]
        away = shapely.distance(shapely.points(self.spots)[:, None], cores) - swells
        return {
            one.id: self.field.pieces[dark[int(row.argmax())]].scenery.id
            for one, row in zip(self.figures, away <= HAIR_CM, strict=True)
            if row.any()
        }

    def figure(self, name: str) -> Figure:
        """A figure by its id. Raises KeyError."""
        return self.figures[self.index[name]]

    def others(self, *names: str) -> tuple[Figure, ...]:
        """All figures but these."""
        return tuple(one for one in self.figures if one.id not in names)

    def without(self, *names: str) -> Standing:
        """The same without these figures."""
        return Standing(self.field, self.others(*names))

    def with_(self, one: Figure) -> Standing:
        """The same with a figure, instead of the one of that id if there is one."""
        if one.id not in self.index:
            return Standing(self.field, (*self.figures, one))
        return Standing(self.field, tuple(one if f.id == one.id else f for f in self.figures))

    def moved(self, name: str, spot: Spot) -> Standing:
        """The same with one figure at another spot. Raises KeyError."""
        return self.with_(replace(self.figure(name), spot=spot))


def standing(arena: Arena, figures: Iterable[Figure] = ()) -> Standing:
    """Figures on an arena. Raises BoardError for an arena that is no geometry."""
    return Standing(field_of(arena), tuple(figures))


def half_in(diameter_in: float) -> float:
    """Half a diameter given in inches, in centimetres."""
    return diameter_in * CM_PER_INCH / 2
