"""The edits of a board of pieces: add, turn, remove, and convert to squares for painting."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from q40k.games.space_hulk.editor.painting import empty_board, is_blank
from q40k.games.space_hulk.editor.placing import without_squares
from q40k.games.space_hulk.editor.work import NotHere, Pieces, Work, require_fit, shift_level
from q40k.games.space_hulk.packs.boards import Cell, Facing, Laid, cell_of
from q40k.games.space_hulk.packs.laying import Ground, ground_of
from q40k.games.space_hulk.packs.pieces import TURNS, rotate, shape

MOST: Final = 85


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
