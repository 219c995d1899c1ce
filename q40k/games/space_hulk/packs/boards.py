"""Boards: rows of letters, the sections they belong to, ladders, entries and exits.

Squares are named by column letter from the west and row number from the south: C4; where there
are several levels 2:C4 (SH-BOARD-9). The first row of a level is the northernmost.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeVar, cast

from msgspec import Meta

from q40k.kernel.commands import InvalidValue
from q40k.packs.base import Certainty, Id, Line, Names, Pack

Facing = Literal["N", "E", "S", "W"]
Square = Annotated[str, Meta(pattern=r"^([1-9][0-9]?:)?[A-Z]{1,2}[1-9][0-9]?$", max_length=8)]
Label = Annotated[str, Meta(pattern=r"^[A-Z0-9][A-Z0-9-]{0,11}$")]
"""The id of an entry, an exit, a ladder or an object: N1, EAST, CAT."""
Row = Annotated[str, Meta(min_length=1, max_length=60)]
Rows = Annotated[tuple[Row, ...], Meta(min_length=1, max_length=60)]
Cell = tuple[int, int, int]
"""Level, column from the west and row from the south, both from 0."""
At = TypeVar("At", Cell, tuple[int, int])
"""A cell, or a square of one level."""

WALL = "#"
FLOOR = "."
DOOR = "D"
STEPS: dict[str, tuple[int, int]] = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
_NAME = re.compile(r"(?:([0-9]+):)?([A-Z]+)([0-9]+)")


def beside(at: At) -> set[At]:
    """Return the squares on the four sides of one."""
    return {cast("At", (*at[:-2], at[-2] + dx, at[-1] + dy)) for dx, dy in STEPS.values()}


def reach(starts: Iterable[At], near: Callable[[At], Iterable[At]]) -> set[At]:
    """Return all squares that steps to what is `near` lead to, with the starts."""
    reached = set(starts)
    queue = list(reached)
    while queue:
        new = set(near(queue.pop())) - reached
        reached |= new
        queue += new
    return reached


def connected_parts(squares: Iterable[At]) -> Iterator[set[At]]:
    """Yield squares in parts that hang together by their sides, that of the first square first."""
    floor, done = dict.fromkeys(squares), set[At]()
    for start in floor:
        if start not in done:
            part = reach([start], lambda at: beside(at) & floor.keys())
            done |= part
            yield part


def cell_of(name: str) -> Cell | None:
    """Return the cell of a square's name, on level 1 if it names none; None if it is no name.

    Rule: SH-BOARD-9
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    column = 0
    for letter in match[2]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(match[1] or 1), column - 1, int(match[3]) - 1


def name_of(cell: Cell, *, levels: bool) -> str:
    """Return the name of a cell, with its level on a board of several.

    Rule: SH-BOARD-9
    """
    level, x, y = cell
    letters, rest = "", x + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{level}:{letters}{y + 1}" if levels else f"{letters}{y + 1}"


class Level(Pack, frozen=True, kw_only=True):
    """One level: `#` wall, `.` floor, `D` floor with a closed door; a letter for each section."""

    number: Annotated[int, Meta(ge=1, le=9)] = 1
    rows: Rows
    sections: Rows

    def problems(self) -> Iterable[InvalidValue]:
        """Check that rows have one length and known letters, and each floor square a section."""
        width = len(self.rows[0])
        if len(self.sections) != len(self.rows):
            facts = {"got": len(self.sections), "wanted": len(self.rows)}
            yield InvalidValue("sections-rows", "as many rows of sections", facts, ("sections",))
            return
        for place, (row, sections) in enumerate(zip(self.rows, self.sections, strict=True)):
            if len(row) != width or len(sections) != width:
                facts = {"wanted": width, "got": len(row), "row": place + 1}
                yield InvalidValue("row-length", "rows of one length", facts, ("rows", place))
                continue
            for letter, section in zip(row, sections, strict=True):
                if letter not in (WALL, FLOOR, DOOR):
                    path = ("rows", place)
                    yield InvalidValue("row-letter", "an unknown letter", {"letter": letter}, path)
                elif (letter == WALL) != (section == WALL):
                    path = ("sections", place)
                    yield InvalidValue("section-shape", "not of one shape", {"row": place + 1}, path)
                    break

    def cells(self) -> Iterator[tuple[Cell, str, str]]:
        """Yield the cell, the letter and the section of each floor square."""
        height = len(self.rows)
        for place, (row, sections) in enumerate(zip(self.rows, self.sections, strict=True)):
            for x, (letter, section) in enumerate(zip(row, sections, strict=True)):
                if letter != WALL:
                    yield (self.number, x, height - 1 - place), letter, section


class Ladder(Pack, frozen=True, kw_only=True):
    """A ladder: its top on the upper level and its foot on the lower (SH-LADDER-1)."""

    id: Label
    top: Square
    foot: Square


class Opening(Pack, frozen=True, kw_only=True):
    """An opening between the board and the outside: its square and the side it is on."""

    id: Label
    square: Square
    side: Facing


class Entry(Opening, frozen=True, kw_only=True):
    """An entry, through which aliens come in (SH-ENTRY-2)."""


class Exit(Opening, frozen=True, kw_only=True):
    """An exit, through which pieces leave the board (SH-MOVE-6)."""


class Laid(Pack, frozen=True, kw_only=True):
    """A laid piece: its south-western square is at `at`, its northern side faces `turn`.

    Each piece is a section (SH-BOARD-4), called by the letter `section` or the next free one.
    """

    piece: Id
    at: Square
    turn: Facing = "N"
    section: Annotated[str, Meta(pattern=r"^[A-Za-z0-9]$")] | None = None


class Layout(Pack, frozen=True, kw_only=True, cache_hash=True):
    """A board of rows of letters, or of laid pieces (SH-BOARD-1, SH-BOARD-4).

    `doors` are squares on pieces; rows have their doors as letters. `generators` are force-field
    generators. `locked` are doors that nobody opens by hand.
    """

    id: Id
    name: Names
    levels: Annotated[tuple[Level, ...], Meta(max_length=9)] = ()
    laid: Annotated[tuple[Laid, ...], Meta(max_length=85)] = ()
    doors: tuple[Square, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    entries: Annotated[tuple[Entry, ...], Meta(max_length=30)] = ()
    exits: Annotated[tuple[Exit, ...], Meta(max_length=30)] = ()
    generators: tuple[Square, ...] = ()
    locked: tuple[Square, ...] = ()
    source: Line = "own"
    certainty: Certainty = "high"

    def problems(self) -> Iterable[InvalidValue]:
        """Check that squares are floor, ids are unique and sections hang together.

        Faults of laid pieces are found later, as that needs the pieces' shapes.
        """
        if bool(self.levels) == bool(self.laid):
            yield InvalidValue("rows-or-pieces", "rows or pieces", {}, ())
        elif self.levels and self.doors:
            yield InvalidValue("doors-in-rows", "doors are letters there", {}, ("doors",))
        letters = [piece.section for piece in self.laid if piece.section is not None]
        for place, laid in enumerate(self.laid):
            if letters.count(laid.section or "") > 1:
                path = ("laid", place, "section")
                yield InvalidValue("label-twice", "an id twice", {"id": laid.section}, path)
        if self.levels:
            yield from self._of_rows()

    def _of_rows(self) -> Iterator[InvalidValue]:
        numbers = [level.number for level in self.levels]
        if len(set(numbers)) < len(numbers):
            yield InvalidValue("level-twice", "a level twice", {}, ("levels",))
        floor = {cell: letter for level in self.levels for cell, letter, _ in level.cells()}
        for path, square in self._named_squares():
            cell = cell_of(square)
            if cell is None or cell not in floor:
                yield InvalidValue("off-board", "no floor there", {"square": square}, path)
            elif path[0] == "locked" and floor[cell] != DOOR:
                yield InvalidValue("no-door-there", "no door there", {"square": square}, path)
        yield from self._equal_labels()
        yield from self._closed_openings(floor)
        yield from self._torn_sections()

    def _equal_labels(self) -> Iterator[InvalidValue]:
        for kind, ids in (
            ("ladders", [ladder.id for ladder in self.ladders]),
            ("entries", [entry.id for entry in self.entries]),
            ("exits", [exit.id for exit in self.exits]),
        ):
            for place, id in enumerate(ids):
                if id in ids[:place]:
                    yield InvalidValue("label-twice", "an id twice", {"id": id}, (kind, place, "id"))

    def _closed_openings(self, floor: Mapping[Cell, str]) -> Iterator[InvalidValue]:
        """Yield the entries and exits that open on floor.

        Rule: SH-BOARD-4
        """
        openings: dict[str, tuple[Opening, ...]] = {"entries": self.entries, "exits": self.exits}
        for kind, group in openings.items():
            for place, opening in enumerate(group):
                beyond = _beyond(opening)
                if beyond is not None and beyond in floor:
                    facts = {"id": opening.id}
                    yield InvalidValue("opens-inside", "floor lies there", facts, (kind, place, "side"))

    def _named_squares(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for place, ladder in enumerate(self.ladders):
            yield ("ladders", place, "top"), ladder.top
            yield ("ladders", place, "foot"), ladder.foot
        for place, entry in enumerate(self.entries):
            yield ("entries", place, "square"), entry.square
        for place, exit in enumerate(self.exits):
            yield ("exits", place, "square"), exit.square
        for kind, squares in (("generators", self.generators), ("locked", self.locked)):
            for place, square in enumerate(squares):
                yield (kind, place), square

    def _torn_sections(self) -> Iterator[InvalidValue]:
        """Yield the sections whose squares do not hang together.

        Rule: SH-BOARD-4
        """
        for number, level in enumerate(self.levels):
            parts: dict[str, set[Cell]] = {}
            for cell, _letter, section in level.cells():
                parts.setdefault(section, set()).add(cell)
            for section, cells in parts.items():
                if len(list(connected_parts(cells))) > 1:
                    facts = {"section": section}
                    yield InvalidValue("section-torn", "in two parts", facts, ("levels", number))


def _beyond(opening: Opening) -> Cell | None:
    """Return the cell on the outer side of an opening."""
    cell = cell_of(opening.square)
    if cell is None:
        return None
    (level, x, y), (dx, dy) = cell, STEPS[opening.side]
    return level, x + dx, y + dy
