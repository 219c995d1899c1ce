"""The positions of figures on a field. They are cheap, and built for every move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Generic, Self

import numpy as np
import shapely

from q40k.geometry.arrays import Bools, Floats, distances_between_segments
from q40k.geometry.bases import HAIR_CM, Base, BoardError
from q40k.geometry.field import Field, T_co
from q40k.geometry.space import are_level
from q40k.geometry.spots import Spot


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the table: its id, the centre of its base, and its height in inches.

    `elevation_in` is the height of its feet above the table. `kind` is a word of the game for the
    type of figure. Raises BoardError ("not-a-place") for coordinates that are not finite.
    """

    id: str
    spot: Spot
    base: Base
    height_in: float = 1.25
    elevation_in: float = 0.0
    kind: str = ""

    def __post_init__(self) -> None:
        if not all(map(isfinite, (*self.spot, self.height_in, self.elevation_in))):
            raise BoardError("not-a-place", id=self.id)

    @property
    def top_in(self) -> float:
        """The height of its top above the table."""
        return self.elevation_in + self.height_in

    def is_level_with(self, other: Figure) -> bool:
        """Return whether another figure overlaps this one in height, so that bases can touch."""
        return are_level(self.elevation_in, self.height_in, other.elevation_in, other.height_in)


@dataclass(frozen=True)
class Positions(Generic[T_co]):
    """A field and the figures on it. The ids of the figures are unique."""

    field: Field[T_co]
    figures: tuple[Figure, ...] = ()

    def __post_init__(self) -> None:
        if len({figure.id for figure in self.figures}) != len(self.figures):
            raise BoardError("figure-twice", ids=[figure.id for figure in self.figures])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each figure in `figures`, by its id."""
        return {figure.id: place for place, figure in enumerate(self.figures)}

    @cached_property
    def in_scenery(self) -> Bools:
        """Which figure (row) stands on or in which piece (column) with the middle of its base."""
        if not self.figures or not self.field.pieces:
            return np.zeros((len(self.figures), len(self.field.pieces)), dtype=bool)
        points = shapely.points(self.spots)[:, None]
        distances = shapely.distance(points, self.field.cores[None, :]) - self.field.swells
        within: Bools = distances <= HAIR_CM
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
        return replace(
            self, figures=tuple(figure if f.id == figure.id else f for f in self.figures)
        )

    def move_figure(self, name: str, spot: Spot) -> Self:
        """Return a copy with one figure at another spot. Raises KeyError."""
        return self.with_figure(replace(self.figure(name), spot=spot))
