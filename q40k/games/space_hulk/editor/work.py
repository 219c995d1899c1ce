"""The mission under work: a mission and its board, never changed, only replaced by the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.games.space_hulk.packs.boards import (
    DOOR,
    FLOOR,
    WALL,
    Cell,
    Layout,
    Level,
    cell_of,
    name_of,
)
from q40k.games.space_hulk.packs.laying import LARGEST, LETTERS, in_rows
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.packs.pieces import Piece
from q40k.packs.base import Names

Pieces = dict[str, Piece]
Plane = dict[tuple[int, int], tuple[str, str]]
"""The floor of a level of rows: the letter and the section of each square."""
EMPTY: Final = Level(number=1, rows=(WALL,), sections=(WALL,))


class NotHere(Exception):
    """What cannot be done at a place; `code` says why, for the room of words."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Work(Struct, frozen=True, kw_only=True):
    """A mission with its board.

    `origins` say by level how far its first square has come from where it was at first, in squares
    to the east and north: painting beyond the west or the south names all squares anew, and what is
    looked at is to stay where it is. They are no part of the mission.
    """

    mission: Mission
    board: Layout
    origins: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def of_pieces(self) -> bool:
        """Whether the board is laid of pieces, not painted."""
        return bool(self.board.laid)

    def rows(self, pieces: Pieces) -> Layout:
        """The board in rows of letters, as far as its pieces fit."""
        return in_rows(self.board, pieces)

    def origin(self, level: int) -> tuple[int, int]:
        """Where the first square of a level lies."""
        return self.origins.get(level, (0, 0))

    def name(self, cell: Cell) -> str:
        """How a square is written: with its level where it is not the only one."""
        return name_of(cell, levels=self._numbers | {cell[0]} != {1})

    @property
    def _numbers(self) -> set[int]:
        laid = {cell[0] for one in self.board.laid if (cell := cell_of(one.at)) is not None}
        return laid | {one.number for one in self.board.levels}

    def numbers(self) -> list[int]:
        """The numbers of the levels there are, the highest first."""
        return sorted(self._numbers, reverse=True)


def blank(id: str) -> Work:
    """A new mission: a squad, some blips, and nothing painted yet."""
    name = Names(en=id, fr=id)
    mission = Mission(
        id=id, name=name, board=id, squads=("squad-sword",), starting_blips=1, blips_per_turn=2
    )
    return Work(mission=mission, board=Layout(id=id, name=name, levels=(EMPTY,)))


# -- levels of rows ------------------------------------------------------------------------


def level_of(work: Work, number: int) -> Level:
    """The level of that number, an empty one if there is none."""
    found = (one for one in work.board.levels if one.number == number)
    return next(found, replace(EMPTY, number=number))


def plane_of(level: Level) -> Plane:
    """The squares of a level."""
    return {(cell[1], cell[2]): (letter, section) for cell, letter, section in level.cells()}


def with_plane(work: Work, number: int, plane: Plane, wide: int, high: int) -> Work:
    """The work with a level of these squares, so many columns wide and rows high."""
    across, up = range(wide), range(high - 1, -1, -1)
    wall = (WALL, WALL)
    level = Level(
        number=number,
        rows=tuple("".join(plane.get((x, y), wall)[0] for x in across) for y in up),
        sections=tuple("".join(plane.get((x, y), wall)[1] for x in across) for y in up),
    )
    levels = {one.number: one for one in work.board.levels} | {number: level}
    ordered = tuple(levels[one] for one in sorted(levels, reverse=True))
    return replace(work, board=replace(work.board, levels=ordered))


def section_letters(work: Work) -> Iterator[str]:
    """The letters that no section has yet."""
    taken = {letter for level in work.board.levels for row in level.sections for letter in row}
    taken |= {one.section for one in work.board.laid if one.section is not None}
    return (letter for letter in LETTERS if letter not in taken)


def painted(work: Work) -> bool:
    """Whether any floor is painted."""
    return any(letter in (FLOOR, DOOR) for one in work.board.levels for row in one.rows
               for letter in row)  # fmt: skip


def must_be_rows(work: Work) -> None:
    """Raise NotHere where the board is laid of pieces."""
    if work.of_pieces:
        raise NotHere("of-pieces")


# -- squares by their names ----------------------------------------------------------------


def moved(work: Work, to: Callable[[Cell], Cell | None]) -> Work:
    """The work with all that lies on squares moved; what lies on one that goes, goes too."""
    board, mission = work.board, work.mission

    def name(square: str) -> str:
        cell = cell_of(square)
        there = None if cell is None else to(cell)
        if cell is None or there == cell:
            return square
        return "" if there is None else name_of(there, levels=":" in square or there[0] != 1)

    def kept(squares: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(filter(None, map(name, squares)))

    def all_of(ones: tuple[Any, ...], *fields: str) -> tuple[Any, ...]:
        found = []
        for one in ones:
            said = {f: name(at) for f in fields if (at := getattr(one, f)) is not None}
            if all(said.values()):
                found.append(replace(one, **said))
        return tuple(found)

    board = replace(
        board,
        laid=all_of(board.laid, "at"),
        doors=kept(board.doors),
        ladders=all_of(board.ladders, "top", "foot"),
        entries=all_of(board.entries, "square"),
        exits=all_of(board.exits, "square"),
        generators=kept(board.generators),
        locked=kept(board.locked),
    )
    mission = replace(
        mission,
        start=all_of(mission.start, "at"),
        objects=all_of(mission.objects, "square"),
        goals=tuple(replace(one, squares=kept(one.squares)) for one in mission.goals),
    )
    return replace(work, board=board, mission=mission)


def shifted(work: Work, number: int, right: int, up: int) -> Work:
    """The names of all squares of a level moved on, as it has grown to the west or south."""
    if not right and not up:
        return work
    x, y = work.origin(number)
    work = moved(
        work, lambda cell: (number, cell[1] + right, cell[2] + up) if cell[0] == number else cell
    )
    return replace(work, origins=work.origins | {number: (x - right, y - up)})


def must_fit(*cells: tuple[int, int]) -> None:
    """Raise NotHere where squares lie too far out."""
    if max(map(max, cells)) >= LARGEST:
        raise NotHere("too-large", most=LARGEST)
