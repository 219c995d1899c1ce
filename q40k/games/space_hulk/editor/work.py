"""The mission under work: immutable, replaced by each edit."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.games.space_hulk.packs.boards import DOOR, FLOOR, WALL, Cell, Layout, Level, cell_of, name_of
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.packs.pieces import LARGEST, LETTERS, Piece, in_rows
from q40k.kernel.errors import CodedError
from q40k.packs.base import Names

Pieces = dict[str, Piece]
Plane = dict[tuple[int, int], tuple[str, str]]
"""The floor of a level of rows: the letter and the section of each square."""
EMPTY = Level(number=1, rows=(WALL,), sections=(WALL,))


class NotHere(CodedError):
    """An edit that is not possible at a place."""


class Work(Struct, frozen=True, kw_only=True):
    """A mission with its board.

    `origins` say for each level how far its first square has moved to the east and north. Painting
    beyond the west or the south renames all squares, but the view is to stay. `origins` are not
    part of the mission.
    """

    mission: Mission
    board: Layout
    origins: dict[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def of_pieces(self) -> bool:
        """Whether the board is laid of pieces, not painted."""
        return bool(self.board.laid)

    def rows(self, pieces: Pieces) -> Layout:
        """Return the board in rows of letters, without the pieces that do not fit."""
        return in_rows(self.board, pieces)

    def origin(self, level: int) -> tuple[int, int]:
        """Return the place of a level's first square."""
        return self.origins.get(level, (0, 0))

    def name(self, cell: Cell) -> str:
        """Return the name of a square, with its level if there are several."""
        return name_of(cell, levels=self._numbers | {cell[0]} != {1})

    @property
    def _numbers(self) -> set[int]:
        laid = {cell[0] for piece in self.board.laid if (cell := cell_of(piece.at)) is not None}
        return laid | {level.number for level in self.board.levels}

    def numbers(self) -> list[int]:
        """Return the numbers of the levels, highest first."""
        return sorted(self._numbers, reverse=True)


def blank(id: str) -> Work:
    """Return a new mission: a squad, some blips, and nothing painted yet."""
    name = Names(en=id, fr=id)
    mission = Mission(id=id, name=name, board=id, squads=("squad-sword",), starting_blips=1, blips_per_turn=2)
    return Work(mission=mission, board=Layout(id=id, name=name, levels=(EMPTY,)))


# -- levels of rows ------------------------------------------------------------------------


def level_of(work: Work, number: int) -> Level:
    """Return the level with a number, an empty one if there is none."""
    matches = (level for level in work.board.levels if level.number == number)
    return next(matches, replace(EMPTY, number=number))


def plane_of(level: Level) -> Plane:
    """Return the squares of a level."""
    return {(cell[1], cell[2]): (letter, section) for cell, letter, section in level.cells()}


def with_plane(work: Work, number: int, plane: Plane, width: int, height: int) -> Work:
    """Return the work with the given squares on a level of the given width and height."""
    across, up = range(width), range(height - 1, -1, -1)
    wall = (WALL, WALL)
    level = Level(
        number=number,
        rows=tuple("".join(plane.get((x, y), wall)[0] for x in across) for y in up),
        sections=tuple("".join(plane.get((x, y), wall)[1] for x in across) for y in up),
    )
    levels = {other.number: other for other in work.board.levels} | {number: level}
    ordered = tuple(levels[index] for index in sorted(levels, reverse=True))
    return replace(work, board=replace(work.board, levels=ordered))


def section_letters(work: Work) -> Iterator[str]:
    """Return the letters that no section has yet."""
    used = {letter for level in work.board.levels for row in level.sections for letter in row}
    used |= {laid.section for laid in work.board.laid if laid.section is not None}
    return (letter for letter in LETTERS if letter not in used)


def is_painted(work: Work) -> bool:
    """Return whether any floor is painted."""
    return any(letter in (FLOOR, DOOR) for level in work.board.levels for row in level.rows for letter in row)


def require_rows(work: Work) -> None:
    """Raise NotHere if the board is laid of pieces."""
    if work.of_pieces:
        raise NotHere("of-pieces")


# -- squares by their names ----------------------------------------------------------------


def move_items(work: Work, to: Callable[[Cell], Cell | None]) -> Work:
    """Move everything that lies on squares; what lies on a removed square is removed."""
    board, mission = work.board, work.mission

    def name(square: str) -> str:
        cell = cell_of(square)
        there = None if cell is None else to(cell)
        if cell is None or there == cell:
            return square
        return "" if there is None else name_of(there, levels=":" in square or there[0] != 1)

    def keep(squares: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(filter(None, map(name, squares)))

    def all_of(items: tuple[Any, ...], *fields: str) -> tuple[Any, ...]:
        remaining = []
        for item in items:
            squares = {f: name(at) for f in fields if (at := getattr(item, f)) is not None}
            if all(squares.values()):
                remaining.append(replace(item, **squares))
        return tuple(remaining)

    board = replace(
        board,
        laid=all_of(board.laid, "at"),
        doors=keep(board.doors),
        ladders=all_of(board.ladders, "top", "foot"),
        entries=all_of(board.entries, "square"),
        exits=all_of(board.exits, "square"),
        generators=keep(board.generators),
        locked=keep(board.locked),
    )
    mission = replace(
        mission,
        start=all_of(mission.start, "at"),
        objects=all_of(mission.objects, "square"),
        goals=tuple(replace(goal, squares=keep(goal.squares)) for goal in mission.goals),
    )
    return replace(work, board=board, mission=mission)


def shift_level(work: Work, number: int, right: int, up: int) -> Work:
    """Rename all squares of a level that has grown to the west or south."""
    if not right and not up:
        return work
    x, y = work.origin(number)
    work = move_items(work, lambda cell: (number, cell[1] + right, cell[2] + up) if cell[0] == number else cell)
    return replace(work, origins=work.origins | {number: (x - right, y - up)})


def require_fit(*cells: tuple[int, int]) -> None:
    """Raise NotHere if squares lie too far out."""
    if max(map(max, cells)) >= LARGEST:
        raise NotHere("too-large", most=LARGEST)
