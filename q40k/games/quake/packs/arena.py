"""Arenas, as packs say them: a table with portals, tokens, scenery, bases, flags and barrels.

Places are (x, y) in centimetres from the bottom left corner, heights in inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from q40k.geometry.outlines import area, around, crossing, on_one_line, twice
from q40k.packs.base import Category, Id, Names, Pack, Point

if TYPE_CHECKING:
    from q40k.geometry import field

PORTALS: Final = (1, 2, 3, 4, 5)
"""The numbers of the portals, on every table (ARENA-3)."""
LEAST_CORNERS: Final = 3
LEAST_CM2: Final = 0.01
"""An outline of less than this, a square millimetre, has no area."""

Outline = Annotated[tuple[Point, ...], Field(max_length=64)]
Mark = Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
"""What a token, a flag or a barrel is called on the map: one to four capitals and digits."""
EffectName = Literal[
    "cover",
    "difficult",
    "dangerous",
    "impassable",
    "water",
    "lethal",
    "dark",
    "climbable",
    "blocks_sight",
]
EFFECTS: Final[tuple[EffectName, ...]] = (
    "impassable",
    "lethal",
    "water",
    "dangerous",
    "difficult",
    "dark",
    "blocks_sight",
    "climbable",
    "cover",
)
"""What a piece of scenery may do (ARENA-5), the gravest first."""
Facts = Mapping[str, str | int]
_HAIR: Final = 1e-9


class Portal(Pack):
    """A portal: its number and where its centre lies, in cm from the bottom left corner.

    `diameter_in` is the footprint, in inches (ARENA-6: a small blast template).
    """

    number: Annotated[int, Field(ge=1, le=5)]
    at: Point
    diameter_in: Annotated[float, Field(gt=0, le=12)] = 3.0


class TokenPlace(Pack):
    """Where a bonus token lies at the start, in cm from the bottom left corner."""

    id: Mark
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
    polygon: Outline | None = None
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

    @field_validator("polygon")
    @classmethod
    def _an_outline(cls, polygon: tuple[Point, ...] | None) -> tuple[Point, ...] | None:
        return None if polygon is None else _sound(polygon)

    @model_validator(mode="after")
    def _one_outline(self) -> Scenery:
        if (self.polygon is None) == (self.circle is None):
            got = () if self.polygon is None else ("polygon", "circle")
            raise PydanticCustomError("one-outline", "either a polygon or a circle", {"got": got})
        return self

    @property
    def corners(self) -> tuple[Point, ...]:
        """The outline by its corners, in cm; a circle by many."""
        if self.circle is not None:
            return around(self.circle.at, self.circle.radius_cm)
        return self.polygon or ()

    @property
    def effects(self) -> tuple[EffectName, ...]:
        """What it does, the gravest first (ARENA-5)."""
        return tuple(name for name in EFFECTS if getattr(self, name))


def _sound(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """The corners of an outline that closes once around some area. Raises PydanticCustomError."""
    if len(corners) < LEAST_CORNERS:
        facts = {"got": len(corners), "least": LEAST_CORNERS}
        raise PydanticCustomError("few-corners", "an outline needs three corners", facts)
    again = twice(corners)
    if again is not None:
        facts_of = {"x": again[0], "y": again[1]}
        raise PydanticCustomError("corner-twice", "a corner stands twice", facts_of)
    sides = crossing(corners)
    # A bow tie may have no area either, but that its sides cross is what to put right.
    if area(corners) < LEAST_CM2 and (sides is None or on_one_line(corners)):
        raise PydanticCustomError("no-area", "the outline has no area")
    if sides is not None:
        raise PydanticCustomError("self-crossing", "the outline crosses itself", {"sides": sides})
    return corners


class TeamBase(Pack):
    """A team's base: a zone by its corners in cm, numbered from 1 (BASE-1)."""

    number: Annotated[int, Field(ge=1, le=12)]
    polygon: Outline

    @field_validator("polygon")
    @classmethod
    def _an_outline(cls, polygon: tuple[Point, ...]) -> tuple[Point, ...]:
        return _sound(polygon)


class Flag(Pack):
    """Where a flag stands at the start; `base` is the number of the base it belongs to, if any."""

    id: Mark
    at: Point
    base: Annotated[int, Field(ge=1, le=12)] | None = None


class Barrel(Pack):
    """Where a barrel stands at the start (BARREL-1)."""

    id: Mark
    at: Point


Thing = Literal["portal", "token", "scenery", "base", "flag", "barrel"]


class Arena(Pack):
    """A table: its size in cm (multiples of 20), and what stands and lies on it (ARENA-1 to 5).

    `players` says for how many it is meant, at least and at best.
    """

    id: Id
    name: Names
    note: Names
    size: Annotated[tuple[int, int], Field(strict=False)]
    players: Annotated[tuple[int, int], Field(strict=False)] | None = None
    portals: tuple[Portal, ...]
    tokens: Annotated[tuple[TokenPlace, ...], Field(max_length=200)] = ()
    scenery: Annotated[tuple[Scenery, ...], Field(max_length=200)] = ()
    bases: Annotated[tuple[TeamBase, ...], Field(max_length=12)] = ()
    flags: Annotated[tuple[Flag, ...], Field(max_length=24)] = ()
    barrels: Annotated[tuple[Barrel, ...], Field(max_length=400)] = ()

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
        if sorted(p.number for p in portals) != list(PORTALS):
            raise PydanticCustomError(
                "five-portals",
                "exactly five portals, numbered 1 to 5 (ARENA-3)",
                {"got": tuple(p.number for p in portals)},
            )
        return portals

    @field_validator("bases")
    @classmethod
    def _numbered(cls, bases: tuple[TeamBase, ...]) -> tuple[TeamBase, ...]:
        got = tuple(base.number for base in bases)
        if bases and (len(bases) == 1 or sorted(got) != list(range(1, len(bases) + 1))):
            raise PydanticCustomError(
                "base-numbers", "two bases or more, numbered from 1 (BASE-1)", {"got": got}
            )
        return bases

    @model_validator(mode="after")
    def _of_one_piece(self) -> Arena:
        """Refuse what is sound by itself but not on this table, each at its place."""
        found = [*self._off_table(), *self._same_names(), *self._baseless(), *self._crowd()]
        if found:
            raise ValidationError.from_exception_data(type(self).__name__, found)
        return self

    def _off_table(self) -> Iterator[InitErrorDetails]:
        width, height = self.size
        for path, thing, name, spots in self._places():
            if any(not _on(spot, self.size) for spot in spots):
                facts: Facts = {"thing": thing, "name": name, "width": width, "height": height}
                yield _wrong("off-table", path, facts)

    def _places(self) -> Iterator[tuple[tuple[str | int, ...], Thing, str, tuple[Point, ...]]]:
        """Everything on the table: where it is written, what it is, its name, where it lies."""
        for i, portal in enumerate(self.portals):
            yield ("portals", i, "at"), "portal", str(portal.number), (portal.at,)
        for i, token in enumerate(self.tokens):
            yield ("tokens", i, "at"), "token", token.id, (token.at,)
        for i, piece in enumerate(self.scenery):
            key = "circle" if piece.polygon is None else "polygon"
            yield ("scenery", i, key), "scenery", piece.id, _reach(piece)
        for i, base in enumerate(self.bases):
            yield ("bases", i, "polygon"), "base", str(base.number), base.polygon
        for i, flag in enumerate(self.flags):
            yield ("flags", i, "at"), "flag", flag.id, (flag.at,)
        for i, barrel in enumerate(self.barrels):
            yield ("barrels", i, "at"), "barrel", barrel.id, (barrel.at,)

    def _same_names(self) -> Iterator[InitErrorDetails]:
        """Names used twice: tokens, flags and barrels share the map, scenery has its own."""
        seen: set[tuple[bool, str]] = set()
        for path, thing, name, _spots in self._places():
            own = (thing == "scenery", name)
            if thing in ("portal", "base"):
                continue
            if own in seen:
                yield _wrong("name-twice", (*path[:2], "id"), {"thing": thing, "name": name})
            seen.add(own)

    def _baseless(self) -> Iterator[InitErrorDetails]:
        bases = {base.number for base in self.bases}
        for i, flag in enumerate(self.flags):
            if flag.base is not None and flag.base not in bases:
                facts: Facts = {"flag": flag.id, "base": flag.base}
                yield _wrong("unknown-base", ("flags", i, "base"), facts)

    def _crowd(self) -> Iterator[InitErrorDetails]:
        if self.players is not None:
            least, most = self.players
            if not 2 <= least <= most <= max(self.tiles, 2):
                facts: Facts = {"least": least, "most": most, "tiles": self.tiles}
                yield _wrong("wrong-crowd", ("players",), facts)

    @cached_property
    def field(self) -> field.Field[Scenery]:
        """The table and its scenery as geometry. Raises BoardError for what is none."""
        from q40k.geometry.field import Field

        return Field(self.size, self.scenery)

    def __copy__(self) -> Self:
        """A copy, which may be given other scenery, has a field of its own."""
        made = super().__copy__()
        made.__dict__.pop("field", None)
        return made

    @property
    def tiles(self) -> int:
        """How many 20 x 20 cm tiles the table has: the most champions in play (ARENA-2)."""
        return (self.size[0] // 20) * (self.size[1] // 20)


def _reach(piece: Scenery) -> tuple[Point, ...]:
    """How far a piece reaches to the left, right, bottom and top."""
    if piece.circle is None:
        return piece.corners
    (x, y), radius = piece.circle.at, piece.circle.radius_cm
    return (x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)


def _on(spot: Point, size: tuple[int, int]) -> bool:
    return all(-_HAIR <= value <= side + _HAIR for value, side in zip(spot, size, strict=True))


def _wrong(
    code: str, path: tuple[str | int, ...], facts: Mapping[str, str | int]
) -> InitErrorDetails:
    error = PydanticCustomError(code, "does not fit the table", dict(facts))
    return InitErrorDetails(type=error, loc=path, input=None)
