"""The scenery of a table as shapes, indexed by a tree.

Each game defines its own scenery; `Terrain` is what geometry needs of it. A `Field` takes some
milliseconds to build, so the owner of the scenery keeps it.
"""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import shapely
from msgspec import Struct

from q40k.geometry.arrays import Bools, Floats
from q40k.geometry.space import HAIR_CM, Base, BoardError, Spot

QUARTER_CORNERS = 32


class Circle(Protocol):
    """A round piece of ground: its centre and its radius in centimetres."""

    @property
    def at(self) -> Spot:
        """Its centre."""

    @property
    def radius_cm(self) -> float:
        """The distance from the centre to its rim."""


class Terrain(Protocol):
    """The shape of a piece of scenery: a polygon or a circle, in cm, and its height."""

    @property
    def id(self) -> str:
        """Its unique name."""

    @property
    def polygon(self) -> tuple[Spot, ...] | None:
        """Its corners, or None if it is round."""

    @property
    def circle(self) -> Circle | None:
        """Its circle, or None if it is a polygon."""

    @property
    def height_in(self) -> float:
        """Its height in inches."""

    @property
    def impassable(self) -> bool:
        """Whether no figure can enter it."""

    @property
    def climbable(self) -> bool:
        """Whether a figure can stand on top of it."""

    @property
    def lethal(self) -> bool:
        """Whether no figure survives on it."""

    @property
    def water(self) -> bool:
        """Whether figures swim in it."""

    @property
    def bars_in(self) -> float:
        """The least height of a figure that it does not bar; 0 if figures walk through it."""

    @property
    def blocks_sight(self) -> bool:
        """Whether it hides figures that stand no higher than its top. Without a height it has no
        top.
        """


MAX_SPOTS = 256
"""The size of the cache of pieces under a point."""

T_co = TypeVar("T_co", bound=Terrain, covariant=True)


class Piece(Struct, Generic[T_co], frozen=True):
    """A piece of scenery: a core (a polygon or a point) grown by `swell` cm on all sides."""

    scenery: T_co
    core: Any
    swell: float

    @property
    def shape(self) -> Any:
        """The piece as a polygon. The corners of a circle lie on its true rim."""
        return self.core.buffer(self.swell, QUARTER_CORNERS) if self.swell else self.core

    def distance_cm(self, geometry: Any) -> float:
        """Return the distance from a shapely point or line to the piece; below zero only inside a
        circle.
        """
        return float(self.core.distance(geometry)) - self.swell


class Field(Generic[T_co]):
    """A table with its size in cm, and its scenery.

    Raises BoardError ("scenery-shape") for scenery without an area.
    """

    def __init__(self, size: tuple[int, int], scenery: Iterable[T_co]) -> None:
        self.size = size
        self.pieces: tuple[Piece[T_co], ...] = tuple(_piece(item) for item in scenery)
        self.shapes: list[Any] = [piece.shape for piece in self.pieces]
        self.cores: Any = np.array([piece.core for piece in self.pieces], dtype=object)
        self.swells: Floats = np.array([piece.swell for piece in self.pieces], dtype=float)
        self.tree: Any = shapely.STRtree(self.shapes)
        self._under: dict[Spot, tuple[T_co, ...]] = {}
        self.cache: dict[Any, Any] = {}  # results of other modules, by their own keys

    def shape_of(self, scenery: str) -> Any:
        """Return the polygon of a piece of scenery by its id. Raises KeyError."""
        for piece in self.pieces:
            if piece.scenery.id == scenery:
                return piece.shape
        raise KeyError(scenery)

    def pieces_under(self, spot: Spot) -> tuple[T_co, ...]:
        """Return the pieces of scenery that a point lies in or on the edge of, in the field's
        order.
        """
        scenery = self._under.get(spot)
        if scenery is None:
            point, (x, y) = shapely.Point(spot), spot
            box = shapely.box(x - HAIR_CM, y - HAIR_CM, x + HAIR_CM, y + HAIR_CM)
            candidates = (self.pieces[index] for index in sorted(self.tree.query(box).tolist()))
            scenery = tuple(p.scenery for p in candidates if p.distance_cm(point) <= HAIR_CM)
            if len(self._under) >= MAX_SPOTS:
                self._under.clear()
            self._under[spot] = scenery
        return scenery

    def touching(self, base: Base, spot: Spot) -> tuple[T_co, ...]:
        """Return the pieces that a base overlaps by more than HAIR_CM."""
        row = self.overlap_matrix([base], [spot])[0]
        return tuple(p.scenery for p, on in zip(self.pieces, row, strict=True) if on)

    def overlap_matrix(self, bases: Sequence[Base], spots: Sequence[Spot]) -> Bools:
        """Return which base (row) overlaps which piece of scenery (column)."""
        on = np.zeros((len(bases), len(self.pieces)), dtype=bool)
        if not bases or not self.pieces:
            return on
        lines = np.array([b.spine(s) for b, s in zip(bases, spots, strict=True)], dtype=float)
        spines = shapely.linestrings(lines)
        radii = np.array([base.radius_cm for base in bases])
        boxes = shapely.box(
            lines[:, :, 0].min(axis=1) - radii,
            lines[:, :, 1].min(axis=1) - radii,
            lines[:, :, 0].max(axis=1) + radii,
            lines[:, :, 1].max(axis=1) + radii,
        )
        who, which = self.tree.query(boxes)
        if len(who):
            gaps = shapely.distance(self.cores[which], spines[who]) - self.swells[which]
            hit = gaps < radii[who] - HAIR_CM
            on[who[hit], which[hit]] = True
        return on

    def floor_in(self, spot: Spot) -> float:
        """Return the height of the highest climbable piece under a point, in inches; 0 on the
        ground.
        """
        return max((scenery.height_in for scenery in self.pieces_under(spot) if scenery.climbable), default=0.0)


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
