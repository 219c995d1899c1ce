"""The ground of a table as geometry: its pieces of scenery as shapes, found by a tree.

What a piece of scenery is, each game says for itself; `Terrain` is what is asked of it here. A
`Field` takes some milliseconds to make, so whoever owns the scenery keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, Generic, Protocol, TypeVar

import numpy as np
import shapely

from q40k.geometry.arrays import Bools, Floats
from q40k.geometry.bases import HAIR_CM, Base, BoardError
from q40k.geometry.spots import Spot

QUARTER_CORNERS: Final = 32


class Disc(Protocol):
    """A round piece of ground: where its centre lies, and its radius in centimetres."""

    @property
    def at(self) -> Spot:
        """Where its centre lies."""

    @property
    def radius_cm(self) -> float:
        """How far its rim lies from there."""


class Terrain(Protocol):
    """A piece of scenery, as far as geometry goes: a polygon or a circle, in cm, and its height."""

    @property
    def id(self) -> str:
        """Its name among the pieces."""

    @property
    def polygon(self) -> tuple[Spot, ...] | None:
        """Its corners, unless it is round."""

    @property
    def circle(self) -> Disc | None:
        """Its circle, if it is round."""

    @property
    def height_in(self) -> float:
        """How high it is."""

    @property
    def impassable(self) -> bool:
        """Whether nobody enters it."""

    @property
    def climbable(self) -> bool:
        """Whether one can stand on top of it."""

    @property
    def lethal(self) -> bool:
        """Whether nobody can stand on it."""

    @property
    def water(self) -> bool:
        """Whether one swims in it."""

    @property
    def bars_in(self) -> float:
        """How high one must stand not to be barred by it: 0 where one walks through it."""

    @property
    def blocks_sight(self) -> bool:
        """Whether it hides who is no taller than it; without a height it has no top."""


MOST_SPOTS: Final = 256
"""For so many places it is remembered what lies under them: the same ones are asked for again."""

T_co = TypeVar("T_co", bound=Terrain, covariant=True)


@dataclass(frozen=True, slots=True)
class Piece(Generic[T_co]):
    """A piece of scenery: a core (a polygon, or a point) that is `swell` cm larger all round."""

    scenery: T_co
    core: Any
    swell: float

    @property
    def shape(self) -> Any:
        """The piece as a polygon; that of a circle has its corners on the true rim."""
        return self.core.buffer(self.swell, QUARTER_CORNERS) if self.swell else self.core

    def distance_cm(self, thing: Any) -> float:
        """From a shapely point or line to the piece; below zero inside a circle only."""
        return float(self.core.distance(thing)) - self.swell


class Field(Generic[T_co]):
    """A table of a size in cm, and its scenery.

    Raises BoardError ("scenery-shape") for scenery that is no area.
    """

    def __init__(self, size: tuple[int, int], scenery: Iterable[T_co]) -> None:
        self.size = size
        self.pieces: tuple[Piece[T_co], ...] = tuple(_piece(one) for one in scenery)
        self.shapes: list[Any] = [piece.shape for piece in self.pieces]
        self.cores: Any = np.array([piece.core for piece in self.pieces], dtype=object)
        self.swells: Floats = np.array([piece.swell for piece in self.pieces], dtype=float)
        self.tree: Any = shapely.STRtree(self.shapes)
        self._under: dict[Spot, tuple[T_co, ...]] = {}
        self.kept: dict[Any, Any] = {}  # what is worked out once on it, by names of whoever does

    def shape_of(self, scenery: str) -> Any:
        """The polygon of a piece of scenery by its id. Raises KeyError."""
        for piece in self.pieces:
            if piece.scenery.id == scenery:
                return piece.shape
        raise KeyError(scenery)

    def under(self, spot: Spot) -> tuple[T_co, ...]:
        """The pieces of scenery that a point lies in or on the edge of, in the field's order."""
        known = self._under.get(spot)
        if known is None:
            point, (x, y) = shapely.Point(spot), spot
            box = shapely.box(x - HAIR_CM, y - HAIR_CM, x + HAIR_CM, y + HAIR_CM)
            found = (self.pieces[index] for index in sorted(self.tree.query(box).tolist()))
            known = tuple(p.scenery for p in found if p.distance_cm(point) <= HAIR_CM)
            if len(self._under) >= MOST_SPOTS:
                self._under.clear()
            self._under[spot] = known
        return known

    def touching(self, base: Base, spot: Spot) -> tuple[T_co, ...]:
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


def _piece(scenery: T_co) -> Piece[T_co]:  # type: ignore[misc]
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
