"""Where figures stand on a field: cheap, and made anew for every move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Generic, Self

import numpy as np
import shapely

from q40k.geometry.arrays import Bools, Floats, between
from q40k.geometry.bases import HAIR_CM, Base, BoardError
from q40k.geometry.field import Field, T_co
from q40k.geometry.space import meet
from q40k.geometry.spots import Spot


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the table: who, where its base's centre lies, and how tall it is, in inches.

    `elevation_in` is how high its feet stand above the table; `kind` is a word of the game's own
    for what it is. Raises BoardError ("not-a-place") for coordinates that are no numbers.
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
        """How high its top stands above the table."""
        return self.elevation_in + self.height_in

    def meets(self, other: Figure) -> bool:
        """Whether another figure stands at its level, so that bases that touch do touch."""
        return meet(self.elevation_in, self.height_in, other.elevation_in, other.height_in)


@dataclass(frozen=True)
class Positions(Generic[T_co]):
    """A field and the figures on it, each with an id of its own."""

    field: Field[T_co]
    figures: tuple[Figure, ...] = ()

    def __post_init__(self) -> None:
        if len({one.id for one in self.figures}) != len(self.figures):
            raise BoardError("figure-twice", ids=[one.id for one in self.figures])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each figure in `figures`."""
        return {one.id: place for place, one in enumerate(self.figures)}

    @cached_property
    def in_scenery(self) -> Bools:
        """Which figure (a row each) stands on or in which piece: the middle of its base does."""
        if not self.figures or not self.field.pieces:
            return np.zeros((len(self.figures), len(self.field.pieces)), dtype=bool)
        points = shapely.points(self.spots)[:, None]
        away = shapely.distance(points, self.field.cores[None, :]) - self.field.swells
        within: Bools = away <= HAIR_CM
        return within

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

    def figure(self, name: str) -> Figure:
        """A figure by its id. Raises KeyError."""
        return self.figures[self.index[name]]

    def others(self, *names: str) -> tuple[Figure, ...]:
        """All figures but these."""
        return tuple(one for one in self.figures if one.id not in names)

    def without(self, *names: str) -> Self:
        """The same without these figures."""
        return replace(self, figures=self.others(*names))

    def with_(self, one: Figure) -> Self:
        """The same with a figure, instead of the one of that id if there is one."""
        if one.id not in self.index:
            return replace(self, figures=(*self.figures, one))
        return replace(self, figures=tuple(one if f.id == one.id else f for f in self.figures))

    def moved(self, name: str, spot: Spot) -> Self:
        """The same with one figure at another spot. Raises KeyError."""
        return self.with_(replace(self.figure(name), spot=spot))
