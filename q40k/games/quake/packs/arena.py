"""Hold arenas as packs write them: portals, tokens, scenery, bases, flags and barrels on a table.

Places are (x, y) in centimetres from the bottom left corner, heights in inches. Tiles have names.
Every reading of a pack checks the layout of portals and tokens.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import hypot, inf
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from q40k.games.quake.packs.tokens import Category
from q40k.geometry.outlines import are_collinear, area, around, find_crossing, find_duplicate
from q40k.geometry.space import CM_PER_INCH, Spot
from q40k.kernel.commands import InvalidValue
from q40k.packs.base import FINITE, Check, Facts, Id, Names, Pack, Path, Point
from q40k.packs.kinds import Remark
from q40k.packs.problems import Fact, Severity

if TYPE_CHECKING:
    from q40k.geometry import field


PORTALS = (1, 2, 3, 4, 5)
"""The numbers of the portals, on every table (ARENA-3)."""
LEAST_CORNERS = 3
LEAST_CM2 = 0.01
"""An outline smaller than this, a square millimetre, has no area."""


def _check_outline(corners: tuple[Point, ...]) -> None:
    """Check that an outline closes once around some area. Raises InvalidValue."""
    if len(corners) < LEAST_CORNERS:
        facts = {"got": len(corners), "least": LEAST_CORNERS}
        raise InvalidValue("few-corners", "an outline needs three corners", facts)
    again = find_duplicate(corners)
    if again is not None:
        facts_of = {"x": again[0], "y": again[1]}
        raise InvalidValue("corner-twice", "a corner stands twice", facts_of)
    sides = find_crossing(corners)
    # A bow tie may have no area either, but its crossing sides are the error to report.
    if area(corners) < LEAST_CM2 and (sides is None or are_collinear(corners)):
        raise InvalidValue("no-area", "the outline has no area")
    if sides is not None:
        raise InvalidValue("self-crossing", "the outline crosses itself", {"sides": sides})


Outline = Annotated[tuple[Point, ...], Meta(max_length=64), Check(_check_outline)]
Mark = Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]{0,3}$")]
"""The mark of a token, flag or barrel on the map: one to four capitals and digits."""
EffectName = Literal[
    "cover", "difficult", "dangerous", "impassable", "water", "lethal", "dark", "climbable", "blocks_sight"
]
EFFECTS: tuple[EffectName, ...] = (
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
"""The effects a piece of scenery can have (ARENA-5), the most dangerous first."""
_HAIR = 1e-9


class Portal(Pack, frozen=True):
    """A portal: its number and its centre, in cm from the bottom left corner.

    `diameter_in` is the footprint, in inches (ARENA-6: a small blast template).
    """

    number: Annotated[int, Meta(ge=1, le=5)]
    at: Point
    diameter_in: Annotated[float, Meta(gt=0, le=12)] = 3.0


class TokenPlace(Pack, frozen=True):
    """The starting place of a bonus token, in cm from the bottom left corner."""

    id: Mark
    category: Category
    at: Point


class Circle(Pack, frozen=True):
    """A round piece of scenery: its centre, and its radius in centimetres."""

    at: Point
    radius_cm: Annotated[float, Meta(gt=0, le=500), FINITE]


class Scenery(Pack, frozen=True):
    """A piece of scenery: its outline in cm, its height in inches, and the agreed effects.

    It has either a `polygon` of corners or a `circle`. `cover` is the lowest D6 that saves a figure
    in or behind it; the other words are those of ARENA-5. `solid`: no figure is inside it below its
    top. `hollow`: figures walk through it at ground level.
    """

    id: Id
    name: Names
    polygon: Outline | None = None
    circle: Circle | None = None
    height_in: Annotated[float, Meta(ge=0, le=100), FINITE] = 0.0
    cover: Annotated[int, Meta(ge=2, le=6)] | None = None
    difficult: bool = False
    dangerous: bool = False
    impassable: bool = False
    water: bool = False
    lethal: bool = False
    dark: bool = False
    climbable: bool = False
    solid: bool = False
    hollow: bool = False
    blocks_sight: bool = False

    def problems(self) -> Iterator[InvalidValue]:
        """Report two outlines or none, and scenery that is solid and hollow at once."""
        if (self.polygon is None) == (self.circle is None):
            got = () if self.polygon is None else ("polygon", "circle")
            yield InvalidValue("one-outline", "either a polygon or a circle", {"got": got})
        if self.solid and self.hollow:
            yield InvalidValue("solid-and-hollow", "either solid or hollow", {}, ("hollow",))

    @property
    def corners(self) -> tuple[Point, ...]:
        """Return the corners of the outline, in cm; a circle has many."""
        if self.circle is not None:
            return around(self.circle.at, self.circle.radius_cm)
        return self.polygon or ()

    @property
    def bars_in(self) -> float:
        """Return the height a figure must have not to be barred by it, in inches; 0 if figures walk
        through it.

        Climbable scenery is solid unless it is hollow or difficult ground (a ruin).

        Rule: ARENA-5, MOVE-6
        """
        if self.impassable:
            return self.height_in or inf
        box = self.climbable and not (self.hollow or self.difficult)
        return self.height_in if self.solid or box else 0.0

    @property
    def effects(self) -> tuple[EffectName, ...]:
        """Return its effects, the most dangerous first (ARENA-5)."""
        return tuple(name for name in EFFECTS if getattr(self, name))


class TeamBase(Pack, frozen=True):
    """A team's base: a zone by its corners in cm, numbered from 1 (BASE-1)."""

    number: Annotated[int, Meta(ge=1, le=12)]
    polygon: Outline


class Flag(Pack, frozen=True):
    """The starting place of a flag; `base` is the number of its base, if it has one."""

    id: Mark
    at: Point
    base: Annotated[int, Meta(ge=1, le=12)] | None = None


class Barrel(Pack, frozen=True):
    """The starting place of a barrel (BARREL-1)."""

    id: Mark
    at: Point


Thing = Literal["portal", "token", "scenery", "base", "flag", "barrel"]


def _check_size(size: tuple[int, int]) -> None:
    if any(side <= 0 or side > 1000 or side % 20 for side in size):
        raise InvalidValue(
            "not-tiles",
            "both sides must be multiples of 20 cm, from 20 to 1000 (ARENA-1)",
            {"width": size[0], "height": size[1], "step": 20, "least": 20, "most": 1000},
        )


def _check_portals(portals: tuple[Portal, ...]) -> None:
    got = tuple(p.number for p in portals)
    if sorted(got) != list(PORTALS):
        raise InvalidValue("five-portals", "exactly five portals, numbered 1 to 5 (ARENA-3)", {"got": got})


def _check_numbers(bases: tuple[TeamBase, ...]) -> None:
    got = tuple(base.number for base in bases)
    if bases and (len(bases) == 1 or sorted(got) != list(range(1, len(bases) + 1))):
        raise InvalidValue("base-numbers", "two bases or more, numbered from 1 (BASE-1)", {"got": got})


class Arena(Pack, frozen=True, kw_only=True, dict=True):
    """A table: its size in cm (multiples of 20), and everything on it (ARENA-1 to 5).

    `players` is the number of players it is meant for, at least and at most.
    """

    id: Id
    name: Names
    note: Names
    size: Annotated[tuple[int, int], Check(_check_size)]
    players: tuple[int, int] | None = None
    portals: Annotated[tuple[Portal, ...], Check(_check_portals)]
    tokens: Annotated[tuple[TokenPlace, ...], Meta(max_length=200)] = ()
    scenery: Annotated[tuple[Scenery, ...], Meta(max_length=200)] = ()
    bases: Annotated[tuple[TeamBase, ...], Meta(max_length=12), Check(_check_numbers)] = ()
    flags: Annotated[tuple[Flag, ...], Meta(max_length=24)] = ()
    barrels: Annotated[tuple[Barrel, ...], Meta(max_length=400)] = ()

    def problems(self) -> Iterator[InvalidValue]:
        """Report parts that are valid alone but not on this table, each with its path."""
        yield from self._off_table()
        yield from self._same_names()
        yield from self._baseless()
        yield from self._crowd()

    def _off_table(self) -> Iterator[InvalidValue]:
        width, height = self.size
        for path, thing, name, spots in self._places():
            if any(not _on(spot, self.size) for spot in spots):
                facts: Facts = {"thing": thing, "name": name, "width": width, "height": height}
                yield _misfit("off-table", path, facts)

    def _places(self) -> Iterator[tuple[Path, Thing, str, tuple[Point, ...]]]:
        """Return everything on the table: its path in the data, its kind, name and places."""
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

    def _same_names(self) -> Iterator[InvalidValue]:
        """Report names used twice: tokens, flags and barrels share one map; scenery does not."""
        seen: set[tuple[bool, str]] = set()
        for path, thing, name, _spots in self._places():
            own = (thing == "scenery", name)
            if thing in ("portal", "base"):
                continue
            if own in seen:
                yield _misfit("name-twice", (*path[:2], "id"), {"thing": thing, "name": name})
            seen.add(own)

    def _baseless(self) -> Iterator[InvalidValue]:
        bases = {base.number for base in self.bases}
        for i, flag in enumerate(self.flags):
            if flag.base is not None and flag.base not in bases:
                facts: Facts = {"flag": flag.id, "base": flag.base}
                yield _misfit("unknown-base", ("flags", i, "base"), facts)

    def _crowd(self) -> Iterator[InvalidValue]:
        if self.players is not None:
            least, most = self.players
            if not 2 <= least <= most <= max(self.tiles, 2):
                facts: Facts = {"least": least, "most": most, "tiles": self.tiles}
                yield _misfit("wrong-crowd", ("players",), facts)

    @cached_property
    def field(self) -> "field.Field[Scenery]":
        """Return the table and its scenery as geometry. Raises BoardError if that is invalid."""
        from q40k.geometry.field import Field

        return Field(self.size, self.scenery)

    def portal(self, number: int) -> Portal:
        """Return the portal with this number."""
        return next(portal for portal in self.portals if portal.number == number)

    @property
    def tiles(self) -> int:
        """Return the number of 20 x 20 cm tiles: the most champions in play (ARENA-2)."""
        return (self.size[0] // 20) * (self.size[1] // 20)


def _reach(piece: Scenery) -> tuple[Point, ...]:
    """Return the corners of a piece, or the four extreme points of a circle."""
    if piece.circle is None:
        return piece.corners
    (x, y), radius = piece.circle.at, piece.circle.radius_cm
    return (x - radius, y), (x + radius, y), (x, y - radius), (x, y + radius)


def _on(spot: Point, size: tuple[int, int]) -> bool:
    return all(-_HAIR <= value <= side + _HAIR for value, side in zip(spot, size, strict=True))


def _misfit(code: str, path: Path, facts: Facts) -> InvalidValue:
    return InvalidValue(code, "does not fit the table", facts, path)


# -- tiles (ARENA-1, DEPLOY-1) ---------------------------------------------------------------------


TILE_CM = 20


def tile_of(at: Spot, size_cm: tuple[int, int]) -> str:
    """Return the tile that contains a point, such as "B2": column from the left, row from the
    bottom.
    """
    column, row = (
        max(0, min(int(value // TILE_CM), side // TILE_CM - 1)) for value, side in zip(at, size_cm, strict=True)
    )
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """Return the letters of a column: 0 is A, 25 is Z, 26 is AA."""
    letters = chr(ord("A") + column % 26)
    return letters if column < 26 else column_name(column // 26 - 1) + letters


def tiles(size_cm: tuple[int, int]) -> tuple[str, ...]:
    """Return all tiles of a table, row by row from the bottom left."""
    columns, rows = size_cm[0] // TILE_CM, size_cm[1] // TILE_CM
    return tuple(f"{column_name(c)}{r + 1}" for r in range(rows) for c in range(columns))


# -- the layout of portals and tokens (ARENA-1, ARENA-4, BONUS-5) ----------------------------------


TOKEN_RADIUS_CM = 1.0
"""Tokens count as discs of 20 mm."""
BARREL_RADIUS_CM = 1.0
"""Barrels stand on bases of 20 mm."""
TOKEN_FROM_PORTAL_CM = 15
"""The distance that tokens must exceed from every portal, edge to edge (ARENA-4)."""
RECOMMENDED_CM = 60
"""The recommended shortest length of a side (ARENA-1)."""
RULES: Mapping[str, str] = {
    "not-tiles": "ARENA-1",
    "small-table": "ARENA-1",
    "wrong-crowd": "ARENA-2",
    "five-portals": "ARENA-3",
    "portals-overlap": "ARENA-3",
    "portals-close": "ARENA-3",
    "portal-over-edge": "ARENA-3",
    "portal-in-scenery": "ARENA-3",
    "token-near-portal": "ARENA-4",
    "special-tokens": "BONUS-5",
    "thing-in-scenery": "ARENA-5",
    "scenery-overlap": "ARENA-5",
    "flat-scenery": "ARENA-5",
    "idle-scenery": "ARENA-5",
    "base-numbers": "BASE-1",
    "bases-overlap": "BASE-1",
    "bases-close": "BASE-1",
    "bases-unequal": "BASE-1",
    "bases-uneven": "BASE-1",
    "bases-large": "BASE-1",
    "base-blocked": "BASE-1",
    "portal-in-base": "BASE-1",
    "base-without-flag": "FLAG-3",
    "unknown-base": "FLAG-3",
    "flag-outside-base": "FLAG-3",
    "flag-off-centre": "FLAG-3",
    "barrel-on-portal": "BARREL-1",
}
"""The rule of each code about an arena."""


def arena_layout(arena: Arena) -> list[Remark]:
    """Return all remarks about the layout of `arena`."""
    return [*_size(arena), *_portals(arena), *_specials(arena), *_tokens(arena)]


def gap_cm(token: TokenPlace, portal: Portal) -> float:
    """Return the distance from a token's edge to a portal's, in cm (negative if they overlap)."""
    between = hypot(token.at[0] - portal.at[0], token.at[1] - portal.at[1])
    return between - portal.diameter_in * CM_PER_INCH / 2 - TOKEN_RADIUS_CM


def _size(arena: Arena) -> Iterator[Remark]:
    width, height = arena.size
    if min(width, height) < RECOMMENDED_CM:
        facts: dict[str, Fact] = {"width": width, "height": height, "least": RECOMMENDED_CM}
        yield Remark("small-table", "warning", ("size",), facts)


def _portals(arena: Arena) -> Iterator[Remark]:
    width, height = arena.size
    for index, portal in enumerate(arena.portals):
        x, y = portal.at
        edge = min(x, y, width - x, height - y)
        if edge < portal.diameter_in * CM_PER_INCH / 2:
            path = ("portals", index, "at")
            yield Remark("portal-over-edge", "warning", path, {"portal": portal.number})


def _specials(arena: Arena) -> Iterator[Remark]:
    specials = [index for index, t in enumerate(arena.tokens) if t.category == "special"]
    if len(specials) > 1:
        ids = tuple(arena.tokens[index].id for index in specials)
        yield Remark("special-tokens", "error", ("tokens", specials[1]), {"tokens": ids})


def _tokens(arena: Arena) -> Iterator[Remark]:
    for index, token in enumerate(arena.tokens):
        if token.category == "special":
            continue
        portal = min(arena.portals, key=lambda portal: gap_cm(token, portal))
        gap = gap_cm(token, portal)
        if gap <= TOKEN_FROM_PORTAL_CM:
            facts: dict[str, Fact] = {
                "token": token.id,
                "portal": portal.number,
                "distance": round(gap, 2),
                "least": TOKEN_FROM_PORTAL_CM,
            }
            severity: Severity = "error" if token.category == "equipment" else "warning"
            yield Remark("token-near-portal", severity, ("tokens", index, "at"), facts)
