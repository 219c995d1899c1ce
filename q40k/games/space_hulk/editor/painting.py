"""Painting a board of rows: floor, walls, doors, sections, levels."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from msgspec.structs import replace

from q40k.games.space_hulk.editor.work import (
    EMPTY,
    NotHere,
    Pieces,
    Plane,
    Work,
    level_of,
    moved,
    must_be_rows,
    must_fit,
    painted,
    plane_of,
    section_letters,
    shifted,
    with_plane,
)
from q40k.games.space_hulk.packs.boards import DOOR, FLOOR, STEPS, Cell, cell_of

LONGEST: Final = 6
"""A corridor painted in one go is cut into sections of so many squares at most, as the box has."""
MOST_LEVELS: Final = 9

Square = tuple[int, int]
"""A column and a row of one level; what lies west or south of its first square is below 0."""


def rectangle(one: Square, other: Square) -> list[Square]:
    """The squares between two corners."""
    left, right = sorted((one[0], other[0]))
    low, high = sorted((one[1], other[1]))
    return [(x, y) for y in range(low, high + 1) for x in range(left, right + 1)]


# -- floor and walls -----------------------------------------------------------------------


def floor(work: Work, number: int, one: Square, other: Square) -> Work:
    """Floor between two corners, where there was wall: a new section, a corridor one or several.

    Sections that lie wholly within become part of it. A single square prolongs the corridor that
    leads straight to it. The level grows as it must.
    """
    must_be_rows(work)
    work, (one, other), plane, wide, high = _grown(work, number, one, other)
    meant = set(rectangle(one, other))
    if meant <= set(plane):
        return work
    new = {at for at in meant if at not in plane} | _within(plane, meant)
    letters = section_letters(work)
    for part in _parts(new):
        joined = _prolonged(plane, part[0]) if len(part) == 1 else None
        for run in [part] if joined else _cut(part):
            letter = joined or next(letters, None)
            if letter is None:
                raise NotHere("no-letters")
            plane |= {at: (plane.get(at, (FLOOR,))[0], letter) for at in run}
    return with_plane(work, number, plane, wide, high)


def _grown(
    work: Work, number: int, one: Square, other: Square
) -> tuple[Work, tuple[Square, Square], Plane, int, int]:
    """The work with a level large enough, the corners as they are named there, and its squares."""
    left, low = min(one[0], other[0]), min(one[1], other[1])
    level = level_of(work, number)
    plane = plane_of(level)
    if not plane:  # nothing is there yet: what is painted first begins at the first square
        right, up, wide, high = -left, -low, 1, 1
    else:
        right, up = max(0, -left), max(0, -low)
        wide, high = len(level.rows[0]) + right, len(level.rows) + up
    one, other = (one[0] + right, one[1] + up), (other[0] + right, other[1] + up)
    wide = max(wide, one[0] + 1, other[0] + 1)
    high = max(high, one[1] + 1, other[1] + 1)
    must_fit((wide - 1, high - 1))
    plane = {(x + right, y + up): what for (x, y), what in plane.items()}
    return shifted(work, number, right, up), (one, other), plane, wide, high


def _within(plane: Plane, meant: set[Square]) -> set[Square]:
    """The squares of the sections that lie wholly among some squares."""
    beyond = {letter for at, (_, letter) in plane.items() if at not in meant}
    return {at for at in meant & set(plane) if plane[at][1] not in beyond}


def _parts(squares: set[Square]) -> list[list[Square]]:
    """The squares in parts that hang together by their sides, each in the order of its rows."""
    left, found = set(squares), []
    for start in sorted(squares):
        if start not in left:
            continue
        part, open_ = [], [start]
        left.discard(start)
        while open_:
            x, y = open_.pop()
            part.append((x, y))
            beside = {(x + dx, y + dy) for dx, dy in STEPS.values()} & left
            left -= beside
            open_ += beside
        found.append(sorted(part))
    return found


def _cut(part: list[Square]) -> list[list[Square]]:
    """A straight corridor in pieces that are about as long; a room as it is."""
    if not _straight(part) or len(part) <= LONGEST:
        return [part]
    many = ceil(len(part) / LONGEST)
    ends = [round(len(part) * n / many) for n in range(many + 1)]
    return [part[ends[n] : ends[n + 1]] for n in range(many)]


def _straight(part: Iterable[Square]) -> bool:
    squares = list(part)
    return len({x for x, _ in squares}) == 1 or len({y for _, y in squares}) == 1


def _prolonged(plane: Plane, at: Square) -> str | None:
    """The section of the corridor that leads straight to a square, if it is not too long yet."""
    for dx, dy in STEPS.values():
        beside = plane.get((at[0] + dx, at[1] + dy))
        if beside is None:
            continue
        section = [one for one, (_, letter) in plane.items() if letter == beside[1]]
        if len(section) < LONGEST and _straight([*section, at]):
            return beside[1]
    return None


def wall(work: Work, number: int, one: Square, other: Square) -> Work:
    """Wall between two corners; what stands on its squares goes."""
    must_be_rows(work)
    level = level_of(work, number)
    plane, gone = plane_of(level), set(rectangle(one, other))
    if not gone & set(plane):
        raise NotHere("no-floor")
    kept = {at: what for at, what in plane.items() if at not in gone}
    work = with_plane(work, number, kept, len(level.rows[0]), len(level.rows))
    return moved(work, lambda cell: None if cell[0] == number and cell[1:] in gone else cell)


def section(work: Work, number: int, one: Square, other: Square, letter: str | None) -> Work:
    """The floor between two corners made one section: that of a letter, or one of its own."""
    must_be_rows(work)
    level = level_of(work, number)
    plane = plane_of(level)
    meant = [at for at in rectangle(one, other) if at in plane]
    if not meant:
        raise NotHere("no-floor")
    letter = letter or next(section_letters(work), None)
    if letter is None:
        raise NotHere("no-letters")
    plane |= {at: (plane[at][0], letter) for at in meant}
    return with_plane(work, number, plane, len(level.rows[0]), len(level.rows))


# -- doors ---------------------------------------------------------------------------------


def door(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """A door on a square; once more: one that nobody opens by hand; once more: none."""
    rows = work.rows(pieces)
    known = {there: letter for one in rows.levels for there, letter, _ in one.cells()}
    if cell not in known:
        raise NotHere("no-floor")
    if known[cell] != DOOR:
        return _with_door(work, cell, there=True)
    if all(cell_of(one) != cell for one in work.board.locked):
        locked = (*work.board.locked, work.name(cell))
        return replace(work, board=replace(work.board, locked=locked))
    return without_door(work, cell)


def without_door(work: Work, cell: Cell) -> Work:
    """The work without the door of a square."""
    locked = tuple(one for one in work.board.locked if cell_of(one) != cell)
    work = replace(work, board=replace(work.board, locked=locked))
    return _with_door(work, cell, there=False)


def _with_door(work: Work, cell: Cell, *, there: bool) -> Work:
    number, x, y = cell
    if work.of_pieces:
        doors = tuple(one for one in work.board.doors if cell_of(one) != cell)
        doors = (*doors, work.name(cell)) if there else doors
        return replace(work, board=replace(work.board, doors=doors))
    level = level_of(work, number)
    plane = plane_of(level)
    plane[x, y] = (DOOR if there else FLOOR, plane[x, y][1])
    return with_plane(work, number, plane, len(level.rows[0]), len(level.rows))


# -- levels --------------------------------------------------------------------------------


def add_level(work: Work) -> tuple[Work, int]:
    """One more level above all others, and its number."""
    must_be_rows(work)
    number = max(work.numbers()) + 1
    if number > MOST_LEVELS:
        raise NotHere("too-many-levels", most=MOST_LEVELS)
    return with_plane(work, number, {}, 1, 1), number


def remove_level(work: Work, number: int) -> Work:
    """The board without a level and all that lies on it; those above it are one lower then."""
    must_be_rows(work)
    left = tuple(one for one in work.board.levels if one.number != number)
    if not left:
        raise NotHere("last-level")
    now = {old: new for new, old in enumerate(sorted(one.number for one in left), 1)}
    levels = tuple(replace(one, number=now[one.number]) for one in left)
    work = replace(work, board=replace(work.board, levels=levels))
    work = moved(work, lambda cell: (now[cell[0]], *cell[1:]) if cell[0] in now else None)
    origins = {now[old]: at for old, at in work.origins.items() if old in now}
    return replace(work, origins=origins)


def is_blank(work: Work) -> bool:
    """Whether nothing is painted or laid yet."""
    return not work.of_pieces and not painted(work)


def emptied(work: Work) -> Work:
    """The board with nothing on it, as it was at first."""
    return replace(work, board=replace(work.board, laid=(), doors=(), levels=(EMPTY,)))
