"""Placing what lies on a board: entries, exits, marines, objects, ladders, generators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal

from msgspec.structs import replace

from q40k.games.space_hulk.editor.painting import without_door
from q40k.games.space_hulk.editor.work import NotHere, Pieces, Work, moved
from q40k.games.space_hulk.packs.boards import (
    DOOR,
    STEPS,
    Cell,
    Entry,
    Exit,
    Facing,
    Ladder,
    Opening,
    cell_of,
)
from q40k.games.space_hulk.packs.missions import Start, Thing
from q40k.games.space_hulk.packs.pieces import TURNS

Kind = Literal["entries", "exits", "objects"]
"""What has a name of its own, by the list it stands in."""
MOST_STARTS: Final = 30
SIDE_NAMES: Final[dict[Facing, str]] = {"N": "NORTH", "E": "EAST", "S": "SOUTH", "W": "WEST"}
THING_NAMES: Final = {"cat": "CAT", "artefact": "ARTEFACT", "dead-marine": "FALLEN"}
OutOf = dict[Cell, str]
"""The floor, each square with its letter."""


def floor_of(work: Work, pieces: Pieces) -> OutOf:
    """The floor of the board: what stands on each square, `.` or `D`."""
    return {cell: letter for one in work.rows(pieces).levels for cell, letter, _ in one.cells()}


def _must_be_floor(work: Work, cell: Cell, pieces: Pieces) -> OutOf:
    floor = floor_of(work, pieces)
    if cell not in floor:
        raise NotHere("no-floor")
    return floor


def _placed(work: Work, **changes: Any) -> Work:
    """The work with parts of the board or the mission replaced."""
    board = {name: one for name, one in changes.items() if hasattr(work.board, name)}
    mission = {name: one for name, one in changes.items() if name not in board}
    return replace(
        work, board=replace(work.board, **board), mission=replace(work.mission, **mission)
    )


def _free(ids: set[str], name: str) -> str:
    """A name that is not taken: itself, or with the next number."""
    numbers = (f"{name}{n}" for n in range(2, len(ids) + 3))
    return name if name not in ids else next(one for one in numbers if one not in ids)


# -- ways in and out -----------------------------------------------------------------------


def entry(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """An entry at a square, where aliens come in; once more: at its next side, at last none."""
    return _opening(work, "entries", cell, pieces)


def exit_(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """An exit at a square; once more: at its next side, at last none."""
    return _opening(work, "exits", cell, pieces)


def _opening(work: Work, kind: Literal["entries", "exits"], cell: Cell, pieces: Pieces) -> Work:
    floor = _must_be_floor(work, cell, pieces)
    ones: tuple[Any, ...] = getattr(work.board, kind)
    here = next((one for one in ones if cell_of(one.square) == cell), None)
    taken = {one.side for one in (*work.board.entries, *work.board.exits)
             if cell_of(one.square) == cell and one is not here}  # fmt: skip
    sides = [one for one in TURNS if one not in taken and _beyond(cell, one) not in floor]
    if not sides:
        raise NotHere("no-side")
    if here is None:
        made = Entry if kind == "entries" else Exit
        one = made(id=_named(work, kind, sides[0]), square=work.name(cell), side=sides[0])
        return _placed(work, **{kind: (*ones, one)})
    later = [one for one in sides if TURNS.index(one) > TURNS.index(here.side)]
    if not later:
        return _placed(work, **{kind: tuple(one for one in ones if one is not here)})
    return _turned(work, kind, here, later[0])


def _turned(work: Work, kind: Literal["entries", "exits"], here: Opening, side: Facing) -> Work:
    """An opening at another side; one that is called by its side is called by the new one."""
    by_side = here.side if kind == "entries" else SIDE_NAMES[here.side]
    own = not here.id.removeprefix(by_side).isdigit() and here.id != by_side
    ones = tuple(
        replace(one, side=side) if one is here else one for one in getattr(work.board, kind)
    )
    work = _placed(work, **{kind: ones})
    return work if own else rename(work, kind, here.id, _named(work, kind, side))


def _named(work: Work, kind: Literal["entries", "exits"], side: Facing) -> str:
    """The next free name of a way in (N1, N2 ...) or out (NORTH, NORTH2 ...)."""
    ids = {one.id for one in (*work.board.entries, *work.board.exits)}
    if kind == "exits":
        return _free(ids, SIDE_NAMES[side])
    return next(f"{side}{n}" for n in range(1, len(ids) + 2) if f"{side}{n}" not in ids)


def _beyond(cell: Cell, side: Facing) -> Cell:
    dx, dy = STEPS[side]
    return cell[0], cell[1] + dx, cell[2] + dy


# -- marines and objects -------------------------------------------------------------------


def start(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """A marine starts at a square, looking as the one before; one who stands there turns."""
    _must_be_floor(work, cell, pieces)
    if any(cell_of(one.at) == cell for one in work.mission.start):
        return turn(work, cell)
    if len(work.mission.start) >= MOST_STARTS:
        raise NotHere("too-many-starts", most=MOST_STARTS)
    looks: Facing = work.mission.start[-1].facing if work.mission.start else "E"
    return _placed(work, start=(*work.mission.start, Start(at=work.name(cell), facing=looks)))


def turn(work: Work, cell: Cell) -> Work:
    """The marine who starts at a square turns to his right."""
    if all(cell_of(one.at) != cell for one in work.mission.start):
        raise NotHere("nobody")
    starts = tuple(
        replace(one, facing=TURNS[(TURNS.index(one.facing) + 1) % 4])
        if cell_of(one.at) == cell
        else one
        for one in work.mission.start
    )
    return _placed(work, start=starts)


def thing(
    work: Work, cell: Cell, kind: Literal["cat", "artefact", "dead-marine"], pieces: Pieces
) -> Work:
    """An object on a square."""
    _must_be_floor(work, cell, pieces)
    id = _free({one.id for one in work.mission.objects}, THING_NAMES[kind])
    one = Thing(id=id, kind=kind, square=work.name(cell))
    return _placed(work, objects=(*work.mission.objects, one))


# -- ladders, generators -------------------------------------------------------------------


def ladder(work: Work, one: Cell, other: Cell, pieces: Pieces) -> Work:
    """A ladder between two squares of two levels."""
    for cell in (one, other):
        _must_be_floor(work, cell, pieces)
    if one[0] == other[0]:
        raise NotHere("one-level")
    top, foot = sorted((one, other), reverse=True)
    ids = {ladder.id for ladder in work.board.ladders}
    id = next(f"L{n}" for n in range(1, len(ids) + 2) if f"L{n}" not in ids)
    made = Ladder(id=id, top=work.name(top), foot=work.name(foot))
    return _placed(work, ladders=(*work.board.ladders, made))


def generator(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """A force-field generator on a square; once more: none."""
    _must_be_floor(work, cell, pieces)
    left = tuple(one for one in work.board.generators if cell_of(one) != cell)
    if len(left) == len(work.board.generators):
        left = (*left, work.name(cell))
    return _placed(work, generators=left)


# -- taking away, renaming -----------------------------------------------------------------


def standing(work: Work, cell: Cell) -> Iterator[tuple[str, Any]]:
    """What lies on a square, by the list it stands in: what was put there last comes first."""
    mission, board = work.mission, work.board
    for kind, ones, fields in (
        ("start", mission.start, ("at",)), ("objects", mission.objects, ("square",)),
        ("ladders", board.ladders, ("top", "foot")), ("entries", board.entries, ("square",)),
        ("exits", board.exits, ("square",)),
    ):  # fmt: skip
        for one in reversed(ones):
            squares = (getattr(one, name) for name in fields)
            if any(at is not None and cell_of(at) == cell for at in squares):
                yield kind, one
    for kind in ("generators", "locked"):
        for at in getattr(board, kind):
            if cell_of(at) == cell:
                yield kind, at


def take_away(work: Work, cell: Cell, pieces: Pieces) -> Work | None:
    """The work without what lies on a square: one thing, or its door; None if nothing does."""
    found = next(standing(work, cell), None)
    if found is not None and found[0] != "locked":
        kind, gone = found
        ones = getattr(work.board, kind, None)
        ones = getattr(work.mission, kind) if ones is None else ones
        return _placed(work, **{kind: tuple(one for one in ones if one is not gone)})
    if floor_of(work, pieces).get(cell) == DOOR:
        return without_door(work, cell)
    return None


def rename(work: Work, kind: Kind, old: str, new: str) -> Work:
    """An entry, an exit or an object called otherwise, in the goals too."""
    owner = work.mission if kind == "objects" else work.board
    ones = tuple(replace(one, id=new) if one.id == old else one for one in getattr(owner, kind))
    work = _placed(work, **{kind: ones})
    field = {"exits": "exit", "objects": "object"}.get(kind)
    if field is None:
        return work
    goals = tuple(
        replace(one, **{field: new}) if getattr(one, field) == old else one
        for one in work.mission.goals
    )
    return _placed(work, goals=goals)


def without_squares(work: Work, squares: set[Cell]) -> Work:
    """The work without anything that lies on some squares."""
    return moved(work, lambda cell: None if cell in squares else cell)
