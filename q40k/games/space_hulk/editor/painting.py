"""The edits of a board of rows: floor, walls, doors, sections, levels."""

from collections.abc import Iterable
from math import ceil

from msgspec.structs import replace

from q40k.games.space_hulk.editor.work import (
    EMPTY,
    NotHere,
    Pieces,
    Plane,
    Work,
    is_painted,
    level_of,
    move_items,
    plane_of,
    require_fit,
    require_rows,
    section_letters,
    shift_level,
    with_plane,
)
from q40k.games.space_hulk.packs.boards import DOOR, FLOOR, STEPS, Cell, cell_of, connected_parts

LONGEST = 6
"""The most squares of a corridor's section; longer ones are cut, as in the box."""
MOST_LEVELS = 9

Square = tuple[int, int]
"""A column and a row of one level; squares west or south of the first one are below 0."""


def rectangle(corner: Square, opposite: Square) -> list[Square]:
    """Return the squares between two corners."""
    left, right = sorted((corner[0], opposite[0]))
    low, high = sorted((corner[1], opposite[1]))
    return [(x, y) for y in range(low, high + 1) for x in range(left, right + 1)]


# -- floor and walls -----------------------------------------------------------------------


def paint_floor(work: Work, number: int, corner: Square, opposite: Square) -> Work:
    """Paint floor on the wall between two corners, as a new section or a corridor of several.

    Sections that lie wholly inside become part of it. A single square prolongs the corridor that
    leads straight to it. The level grows if necessary.
    """
    require_rows(work)
    work, (corner, opposite), plane, width, height = _grow_level(work, number, corner, opposite)
    target = set(rectangle(corner, opposite))
    if target <= set(plane):
        return work
    new = {at for at in target if at not in plane} | _enclosed_squares(plane, target)
    letters = section_letters(work)
    for part in map(sorted, connected_parts(sorted(new))):
        joined = _corridor_to(plane, part[0]) if len(part) == 1 else None
        for run in [part] if joined else _cut(part):
            letter = joined or next(letters, None)
            if letter is None:
                raise NotHere("no-letters")
            plane |= {at: (plane.get(at, (FLOOR,))[0], letter) for at in run}
    return with_plane(work, number, plane, width, height)


def _grow_level(
    work: Work, number: int, corner: Square, opposite: Square
) -> tuple[Work, tuple[Square, Square], Plane, int, int]:
    """Return the work with a level large enough, its new corners, its squares, width and height."""
    left, low = min(corner[0], opposite[0]), min(corner[1], opposite[1])
    level = level_of(work, number)
    plane = plane_of(level)
    if not plane:  # an empty level begins at the first painted square
        right, up, width, height = -left, -low, 1, 1
    else:
        right, up = max(0, -left), max(0, -low)
        width, height = len(level.rows[0]) + right, len(level.rows) + up
    corner, opposite = (corner[0] + right, corner[1] + up), (opposite[0] + right, opposite[1] + up)
    width = max(width, corner[0] + 1, opposite[0] + 1)
    height = max(height, corner[1] + 1, opposite[1] + 1)
    require_fit((width - 1, height - 1))
    plane = {(x + right, y + up): square for (x, y), square in plane.items()}
    return shift_level(work, number, right, up), (corner, opposite), plane, width, height


def _enclosed_squares(plane: Plane, target: set[Square]) -> set[Square]:
    """Return the squares of the sections that lie wholly among the given squares."""
    beyond = {letter for at, (_, letter) in plane.items() if at not in target}
    return {at for at in target & set(plane) if plane[at][1] not in beyond}


def _cut(part: list[Square]) -> list[list[Square]]:
    """Cut a straight corridor into pieces of about equal length; leave a room whole."""
    if not _is_straight(part) or len(part) <= LONGEST:
        return [part]
    count = ceil(len(part) / LONGEST)
    ends = [round(len(part) * n / count) for n in range(count + 1)]
    return [part[ends[n] : ends[n + 1]] for n in range(count)]


def _is_straight(part: Iterable[Square]) -> bool:
    squares = list(part)
    return len({x for x, _ in squares}) == 1 or len({y for _, y in squares}) == 1


def _corridor_to(plane: Plane, at: Square) -> str | None:
    """Return the section of a corridor that leads straight to a square, unless it is too long."""
    for dx, dy in STEPS.values():
        beside = plane.get((at[0] + dx, at[1] + dy))
        if beside is None:
            continue
        section = [square for square, (_, letter) in plane.items() if letter == beside[1]]
        if len(section) < LONGEST and _is_straight([*section, at]):
            return beside[1]
    return None


def paint_wall(work: Work, number: int, corner: Square, opposite: Square) -> Work:
    """Paint wall between two corners and remove what is there."""
    require_rows(work)
    level = level_of(work, number)
    plane, target = plane_of(level), set(rectangle(corner, opposite))
    if not target & set(plane):
        raise NotHere("no-floor")
    remaining = {at: square for at, square in plane.items() if at not in target}
    work = with_plane(work, number, remaining, len(level.rows[0]), len(level.rows))
    return move_items(work, lambda cell: None if cell[0] == number and cell[1:] in target else cell)


def paint_section(work: Work, number: int, corner: Square, opposite: Square, letter: str | None) -> Work:
    """Make the floor between two corners one section, with a letter or the next free one."""
    require_rows(work)
    level = level_of(work, number)
    plane = plane_of(level)
    target = [at for at in rectangle(corner, opposite) if at in plane]
    if not target:
        raise NotHere("no-floor")
    letter = letter or next(section_letters(work), None)
    if letter is None:
        raise NotHere("no-letters")
    plane |= {at: (plane[at][0], letter) for at in target}
    return with_plane(work, number, plane, len(level.rows[0]), len(level.rows))


# -- doors ---------------------------------------------------------------------------------


def cycle_door(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Change the door of a square: add one, then lock it, then remove it."""
    rows = work.rows(pieces)
    letters = {there: letter for level in rows.levels for there, letter, _ in level.cells()}
    if cell not in letters:
        raise NotHere("no-floor")
    if letters[cell] != DOOR:
        return _with_door(work, cell, present=True)
    if all(cell_of(name) != cell for name in work.board.locked):
        locked = (*work.board.locked, work.name(cell))
        return replace(work, board=replace(work.board, locked=locked))
    return without_door(work, cell)


def without_door(work: Work, cell: Cell) -> Work:
    """Return the work without the door of a square."""
    locked = tuple(name for name in work.board.locked if cell_of(name) != cell)
    work = replace(work, board=replace(work.board, locked=locked))
    return _with_door(work, cell, present=False)


def _with_door(work: Work, cell: Cell, *, present: bool) -> Work:
    number, x, y = cell
    if work.of_pieces:
        doors = tuple(name for name in work.board.doors if cell_of(name) != cell)
        doors = (*doors, work.name(cell)) if present else doors
        return replace(work, board=replace(work.board, doors=doors))
    level = level_of(work, number)
    plane = plane_of(level)
    plane[x, y] = (DOOR if present else FLOOR, plane[x, y][1])
    return with_plane(work, number, plane, len(level.rows[0]), len(level.rows))


# -- levels --------------------------------------------------------------------------------


def add_level(work: Work) -> tuple[Work, int]:
    """Add a level above all others, and return its number also."""
    require_rows(work)
    number = max(work.numbers()) + 1
    if number > MOST_LEVELS:
        raise NotHere("too-many-levels", most=MOST_LEVELS)
    return with_plane(work, number, {}, 1, 1), number


def remove_level(work: Work, number: int) -> Work:
    """Remove a level and everything on it; the levels above it move down by one."""
    require_rows(work)
    rest = tuple(level for level in work.board.levels if level.number != number)
    if not rest:
        raise NotHere("last-level")
    renumbered = {old: new for new, old in enumerate(sorted(level.number for level in rest), 1)}
    levels = tuple(replace(level, number=renumbered[level.number]) for level in rest)
    work = replace(work, board=replace(work.board, levels=levels))
    work = move_items(work, lambda cell: (renumbered[cell[0]], *cell[1:]) if cell[0] in renumbered else None)
    origins = {renumbered[old]: at for old, at in work.origins.items() if old in renumbered}
    return replace(work, origins=origins)


def is_blank(work: Work) -> bool:
    """Return whether nothing is painted or laid yet."""
    return not work.of_pieces and not is_painted(work)


def empty_board(work: Work) -> Work:
    """Return the board with nothing on it."""
    return replace(work, board=replace(work.board, laid=(), doors=(), levels=(EMPTY,)))
