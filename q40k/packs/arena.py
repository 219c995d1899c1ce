"""Arenas, as packs say them: a table with portals, tokens, scenery, bases, flags and barrels.

Places are (x, y) in centimetres from the bottom left corner, heights in inches.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, field_validator, model_validator
from pydantic_core import PydanticCustomError

from q40k.packs.base import Category, Id, Names, Pack, Point


class Portal(Pack):
    """A portal: its number and where its centre lies, in cm from the bottom left corner.

    `diameter_in` is the footprint, in inches (ARENA-6: a small blast template).
    """

    number: Annotated[int, Field(ge=1, le=5)]
    at: Point
    diameter_in: Annotated[float, Field(gt=0, le=12)] = 3.0


class TokenPlace(Pack):
    """Where a bonus token lies at the start, in cm from the bottom left corner."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
    category: Category
    at: Point


class Circle(Pack):
    """A round piece of scenery: where its centre lies, and its radius in centimetres."""

    at: Point
    radius_cm: Annotated[float, Field(gt=0, le=500, allow_inf_nan=False)]


class Scenery(Pack):
    """A piece of scenery: its outline in cm, its height in inches, and the agreed effects.

    Either a `polygon` of corners or a `circle`. `cover` is the least D6 roll that saves who is in
    or behind it; the other words are those of ARENA-5.
    """

    id: Id
    name: Names
    polygon: tuple[Point, ...] | None = None
    circle: Circle | None = None
    height_in: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0.0
    cover: Annotated[int, Field(ge=2, le=6)] | None = None
    difficult: bool = False
    dangerous: bool = False
    impassable: bool = False
    water: bool = False
    lethal: bool = False
    dark: bool = False
    climbable: bool = False
    blocks_sight: bool = False


class TeamBase(Pack):
    """A team's base: a zone by its corners in cm, numbered from 1 (BASE-1)."""

    number: Annotated[int, Field(ge=1, le=12)]
    polygon: tuple[Point, ...]


class Flag(Pack):
    """Where a flag stands at the start; `base` is the number of the base it belongs to, if any."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
    at: Point
    base: Annotated[int, Field(ge=1, le=12)] | None = None


class Barrel(Pack):
    """Where a barrel stands at the start (BARREL-1)."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
    at: Point


class Arena(Pack):
    """A table: its size in cm (multiples of 20), and what stands and lies on it (ARENA-1 to 5)."""

    id: Id
    name: Names
    note: Names
    size: Annotated[tuple[int, int], Field(strict=False)]
    portals: tuple[Portal, ...]
    tokens: tuple[TokenPlace, ...] = ()
    scenery: tuple[Scenery, ...] = ()
    bases: tuple[TeamBase, ...] = ()
    flags: tuple[Flag, ...] = ()
    barrels: tuple[Barrel, ...] = ()

    @field_validator("size")
    @classmethod
    def _tiles(cls, size: tuple[int, int]) -> tuple[int, int]:
        if any(side <= 0 or side > 1000 or side % 20 for side in size):
            raise PydanticCustomError(
                "not-tiles",
                "both sides must be multiples of 20 cm, from 20 to 1000 (ARENA-1)",
                {"width": size[0], "height": size[1], "step": 20, "least": 20, "most": 1000},
            )
        return size

    @field_validator("portals")
    @classmethod
    def _five(cls, portals: tuple[Portal, ...]) -> tuple[Portal, ...]:
        if sorted(p.number for p in portals) != [1, 2, 3, 4, 5]:
            raise PydanticCustomError(
                "five-portals",
                "exactly five portals, numbered 1 to 5 (ARENA-3)",
                {"got": tuple(p.number for p in portals)},
            )
        return portals

    @model_validator(mode="after")
    def _on_the_table(self) -> Arena:
        width, height = self.size

        def off(at: tuple[float, float]) -> bool:
            return not (0 <= at[0] <= width and 0 <= at[1] <= height)

        portals = tuple(portal.number for portal in self.portals if off(portal.at))
        tokens = tuple(token.id for token in self.tokens if off(token.at))
        if portals or tokens:
            raise PydanticCustomError(
                "off-table",
                "portals or tokens lie outside the table",
                {"portals": portals, "tokens": tokens, "width": width, "height": height},
            )
        ids = [token.id for token in self.tokens]
        twice = tuple(sorted({token for token in ids if ids.count(token) > 1}))
        if twice:
            raise PydanticCustomError(
                "duplicate-token", "two tokens have the same id", {"tokens": twice}
            )
        return self

    @property
    def tiles(self) -> int:
        """How many 20 x 20 cm tiles the table has: the most champions in play (ARENA-2)."""
        return (self.size[0] // 20) * (self.size[1] // 20)
