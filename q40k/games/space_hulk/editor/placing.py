"""The edits of what lies on a board: openings, marines, objects, ladders, generators, pieces."""

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from q40k.games.space_hulk.editor.painting import empty_board, is_blank, without_door
from q40k.games.space_hulk.editor.work import NotHere, Pieces, Work, move_items, require_fit, shift_level
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Cell, Entry, Exit, Facing, Ladder, Laid, Opening, cell_of
from q40k.games.space_hulk.packs.missions import Start, Thing
from q40k.games.space_hulk.packs.pieces import TURNS, Ground, ground_of, rotate, shape
from q40k.kernel.text import is_digits

Kind = Literal["entries", "exits", "objects"]
"""The lists whose items have an id that can be changed."""
MOST_STARTS = 30
SIDE_NAMES: dict[Facing, str] = {"N": "NORTH", "E": "EAST", "S": "SOUTH", "W": "WEST"}
THING_NAMES = {"cat": "CAT", "artefact": "ARTEFACT", "dead-marine": "FALLEN"}
Floor = dict[Cell, str]
"""The letter of each floor square."""


def floor_of(work: Work, pieces: Pieces) -> Floor:
    """Return the floor of the board, with `.` or `D` for each square."""
    return {cell: letter for level in work.rows(pieces).levels for cell, letter, _ in level.cells()}


def _require_floor(work: Work, cell: Cell, pieces: Pieces) -> Floor:
    floor = floor_of(work, pieces)
    if cell not in floor:
        raise NotHere("no-floor")
    return floor


def _with_parts(work: Work, **changes: Any) -> Work:
    """Return the work with parts of the board or the mission replaced."""
    board = {name: value for name, value in changes.items() if hasattr(work.board, name)}
    mission = {name: value for name, value in changes.items() if name not in board}
    return replace(work, board=replace(work.board, **board), mission=replace(work.mission, **mission))


def _free_name(ids: set[str], name: str) -> str:
    """Return a free name: this one, or with the next number."""
    numbers = (f"{name}{n}" for n in range(2, len(ids) + 3))
    return name if name not in ids else next(candidate for candidate in numbers if candidate not in ids)


# -- entries and exits -----------------------------------------------------------------------


def cycle_entry(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Change the entry of a square: add one, move it to the next free side, at last remove it."""
    return _cycle_opening(work, "entries", cell, pieces)


def cycle_exit(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Change the exit of a square: add one, move it to the next free side, at last remove it."""
    return _cycle_opening(work, "exits", cell, pieces)


def _cycle_opening(work: Work, kind: Literal["entries", "exits"], cell: Cell, pieces: Pieces) -> Work:
    floor = _require_floor(work, cell, pieces)
    openings: tuple[Any, ...] = getattr(work.board, kind)
    here = next((opening for opening in openings if cell_of(opening.square) == cell), None)
    taken_sides = {
        opening.side
        for opening in (*work.board.entries, *work.board.exits)
        if cell_of(opening.square) == cell and opening is not here
    }
    sides = [side for side in TURNS if side not in taken_sides and _beyond(cell, side) not in floor]
    if not sides:
        raise NotHere("no-side")
    if here is None:
        model = Entry if kind == "entries" else Exit
        opening = model(id=_opening_name(work, kind, sides[0]), square=work.name(cell), side=sides[0])
        return _with_parts(work, **{kind: (*openings, opening)})
    later_sides = [side for side in sides if TURNS.index(side) > TURNS.index(here.side)]
    if not later_sides:
        return _with_parts(work, **{kind: tuple(opening for opening in openings if opening is not here)})
    return _turn_opening(work, kind, here, later_sides[0])


def _turn_opening(work: Work, kind: Literal["entries", "exits"], here: Opening, side: Facing) -> Work:
    """Move an opening to another side, and rename it if it was named by its side."""
    by_side = here.side if kind == "entries" else SIDE_NAMES[here.side]
    has_own_name = not is_digits(here.id.removeprefix(by_side)) and here.id != by_side
    openings = tuple(
        replace(opening, side=side) if opening is here else opening for opening in getattr(work.board, kind)
    )
    work = _with_parts(work, **{kind: openings})
    return work if has_own_name else rename(work, kind, here.id, _opening_name(work, kind, side))


def _opening_name(work: Work, kind: Literal["entries", "exits"], side: Facing) -> str:
    """Return the next free name of an entry (N1, N2 ...) or an exit (NORTH, NORTH2 ...)."""
    ids = {opening.id for opening in (*work.board.entries, *work.board.exits)}
    if kind == "exits":
        return _free_name(ids, SIDE_NAMES[side])
    return next(f"{side}{n}" for n in range(1, len(ids) + 2) if f"{side}{n}" not in ids)


def _beyond(cell: Cell, side: Facing) -> Cell:
    dx, dy = STEPS[side]
    return cell[0], cell[1] + dx, cell[2] + dy


# -- marines and objects -------------------------------------------------------------------


def place_start(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Place the start of a marine, facing as the last one; a start on the square is turned."""
    _require_floor(work, cell, pieces)
    if any(cell_of(place.at) == cell for place in work.mission.start):
        return turn_start(work, cell)
    if len(work.mission.start) >= MOST_STARTS:
        raise NotHere("too-many-starts", most=MOST_STARTS)
    facing: Facing = work.mission.start[-1].facing if work.mission.start else "E"
    return _with_parts(work, start=(*work.mission.start, Start(at=work.name(cell), facing=facing)))


def turn_start(work: Work, cell: Cell) -> Work:
    """Turn the start on a square to the right."""
    if all(cell_of(start.at) != cell for start in work.mission.start):
        raise NotHere("nobody")
    starts = tuple(
        replace(start, facing=TURNS[(TURNS.index(start.facing) + 1) % 4]) if cell_of(start.at) == cell else start
        for start in work.mission.start
    )
    return _with_parts(work, start=starts)


def place_object(work: Work, cell: Cell, kind: Literal["cat", "artefact", "dead-marine"], pieces: Pieces) -> Work:
    """Place an object on a square."""
    _require_floor(work, cell, pieces)
    id = _free_name({item.id for item in work.mission.objects}, THING_NAMES[kind])
    placed = Thing(id=id, kind=kind, square=work.name(cell))
    return _with_parts(work, objects=(*work.mission.objects, placed))


# -- ladders, generators -------------------------------------------------------------------


def place_ladder(work: Work, cell_a: Cell, cell_b: Cell, pieces: Pieces) -> Work:
    """Place a ladder between two squares of two levels."""
    for cell in (cell_a, cell_b):
        _require_floor(work, cell, pieces)
    if cell_a[0] == cell_b[0]:
        raise NotHere("one-level")
    top, foot = sorted((cell_a, cell_b), reverse=True)
    ids = {ladder.id for ladder in work.board.ladders}
    id = next(f"L{n}" for n in range(1, len(ids) + 2) if f"L{n}" not in ids)
    new = Ladder(id=id, top=work.name(top), foot=work.name(foot))
    return _with_parts(work, ladders=(*work.board.ladders, new))


def toggle_generator(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Add a force-field generator on a square, or remove it."""
    _require_floor(work, cell, pieces)
    rest = tuple(square for square in work.board.generators if cell_of(square) != cell)
    if len(rest) == len(work.board.generators):
        rest = (*rest, work.name(cell))
    return _with_parts(work, generators=rest)


# -- removing, renaming ----------------------------------------------------------------------


def items_on(work: Work, cell: Cell) -> Iterator[tuple[str, Any]]:
    """Yield what lies on a square with the name of its list; the last placed comes first."""
    mission, board = work.mission, work.board
    for kind, items, fields in (
        ("start", mission.start, ("at",)),
        ("objects", mission.objects, ("square",)),
        ("ladders", board.ladders, ("top", "foot")),
        ("entries", board.entries, ("square",)),
        ("exits", board.exits, ("square",)),
    ):
        for item in reversed(items):
            squares = (getattr(item, name) for name in fields)
            if any(at is not None and cell_of(at) == cell for at in squares):
                yield kind, item
    for kind in ("generators", "locked"):
        for at in getattr(board, kind):
            if cell_of(at) == cell:
                yield kind, at


def remove_item(work: Work, cell: Cell, pieces: Pieces) -> Work | None:
    """Remove one item on a square, or its door; return None if there is nothing."""
    entry = next(items_on(work, cell), None)
    if entry is not None and entry[0] != "locked":
        kind, removed = entry
        items = getattr(work.board, kind, None)
        items = getattr(work.mission, kind) if items is None else items
        return _with_parts(work, **{kind: tuple(item for item in items if item is not removed)})
    if floor_of(work, pieces).get(cell) == DOOR:
        return without_door(work, cell)
    return None


def rename(work: Work, kind: Kind, old: str, new: str) -> Work:
    """Rename an entry, an exit or an object, also in the goals."""
    owner = work.mission if kind == "objects" else work.board
    items = tuple(replace(item, id=new) if item.id == old else item for item in getattr(owner, kind))
    work = _with_parts(work, **{kind: items})
    field = {"exits": "exit", "objects": "object"}.get(kind)
    if field is None:
        return work
    goals = tuple(replace(goal, **{field: new}) if getattr(goal, field) == old else goal for goal in work.mission.goals)
    return _with_parts(work, goals=goals)


def without_squares(work: Work, squares: set[Cell]) -> Work:
    """Return the work without anything that lies on the given squares."""
    return move_items(work, lambda cell: None if cell in squares else cell)


# -- pieces ----------------------------------------------------------------------------------


MOST = 85


def lay(work: Work, piece: str, cell: Cell, turn: Facing, pieces: Pieces) -> Work:
    """Lay a piece with its south-western square at a cell, its northern side to `turn`."""
    if not work.of_pieces and not is_blank(work):
        raise NotHere("of-rows")
    if len(work.board.laid) >= MOST:
        raise NotHere("too-many-pieces", most=MOST)
    number, x, y = cell
    if not any(corner[0] == number for corner in _corners(work)):
        right, up = -x, -y
    else:
        right, up = max(0, -x), max(0, -y)
    work = shift_level(work, number, right, up)
    cell = (number, x + right, y + up)
    floor, _joints = shape(rotate(pieces[piece].rows, turn))
    require_fit(*((cell[1] + dx, cell[2] + dy) for dx, dy in floor))
    laid = Laid(piece=piece, at=work.name(cell), turn=turn)
    board = replace(work.board, levels=(), laid=(*work.board.laid, laid))
    return replace(work, board=board)


def _corners(work: Work) -> list[Cell]:
    return [cell for laid in work.board.laid if (cell := cell_of(laid.at)) is not None]


def piece_at(work: Work, cell: Cell, pieces: Pieces) -> int | None:
    """Return the index of the laid piece on a square, or None.

    A piece that does not fit counts only on its corner.
    """
    ground: Ground = ground_of(work.board, pieces)
    owner = ground.owners.get(cell)
    if owner is not None:
        return owner
    corners = (n for n, laid in enumerate(work.board.laid) if cell_of(laid.at) == cell)
    return next(corners, None)


def _require_piece(work: Work, cell: Cell, pieces: Pieces) -> int:
    index = piece_at(work, cell, pieces)
    if index is None:
        raise NotHere("no-piece")
    return index


def turn(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Turn the piece on a square to the right; its south-western corner stays."""
    index = _require_piece(work, cell, pieces)
    laid = work.board.laid[index]
    laid = replace(laid, turn=TURNS[(TURNS.index(laid.turn) + 1) % 4])
    return _with_piece(work, index, laid)


def set_letter(work: Work, cell: Cell, section: str, pieces: Pieces) -> Work:
    """Give the piece on a square a section letter."""
    index = _require_piece(work, cell, pieces)
    return _with_piece(work, index, replace(work.board.laid[index], section=section))


def remove_piece(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """Remove the piece on a square, with everything on it."""
    index = _require_piece(work, cell, pieces)
    ground: Ground = ground_of(work.board, pieces)
    work = _with_piece(work, index, None)
    squares = {there for there, owner in ground.owners.items() if owner == index}
    return without_squares(work, squares) if work.board.laid else empty_board(work)


def _with_piece(work: Work, place: int, piece: Laid | None) -> Work:
    laid = list(work.board.laid)
    laid[place : place + 1] = [] if piece is None else [piece]
    return replace(work, board=replace(work.board, laid=tuple(laid)))


def convert_to_rows(work: Work, pieces: Pieces) -> Work:
    """Convert the board of pieces to rows for painting; each piece becomes a section."""
    if not work.of_pieces:
        raise NotHere("of-rows")
    return replace(work, board=work.rows(pieces))
