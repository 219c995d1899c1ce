"""Laying a board of pieces: one more, turned, taken away; and pieces made squares to paint."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from q40k.games.space_hulk.editor.painting import emptied, is_blank
from q40k.games.space_hulk.editor.placing import without_squares
from q40k.games.space_hulk.editor.work import NotHere, Pieces, Work, must_fit, shifted
from q40k.games.space_hulk.packs.boards import Cell, Facing, Laid, cell_of
from q40k.games.space_hulk.packs.laying import Ground, grounded
from q40k.games.space_hulk.packs.pieces import TURNS, shape, turned

MOST: Final = 85


def lay(work: Work, piece: str, cell: Cell, turn: Facing, pieces: Pieces) -> Work:
    """A piece laid with its south-western square there, its northern side to `turn`."""
    if not work.of_pieces and not is_blank(work):
        raise NotHere("of-rows")
    if len(work.board.laid) >= MOST:
        raise NotHere("too-many-pieces", most=MOST)
    number, x, y = cell
    if not any(one[0] == number for one in _corners(work)):
        right, up = -x, -y
    else:
        right, up = max(0, -x), max(0, -y)
    work = shifted(work, number, right, up)
    cell = (number, x + right, y + up)
    floor, _joints = shape(turned(pieces[piece].rows, turn))
    must_fit(*((cell[1] + dx, cell[2] + dy) for dx, dy in floor))
    one = Laid(piece=piece, at=work.name(cell), turn=turn)
    board = replace(work.board, levels=(), laid=(*work.board.laid, one))
    return replace(work, board=board)


def _corners(work: Work) -> list[Cell]:
    return [cell for one in work.board.laid if (cell := cell_of(one.at)) is not None]


def piece_at(work: Work, cell: Cell, pieces: Pieces) -> int | None:
    """Which of the laid pieces a square is of; of one that does not fit, its corner is."""
    ground: Ground = grounded(work.board, pieces)
    found = ground.owners.get(cell)
    if found is not None:
        return found
    at = (n for n, one in enumerate(work.board.laid) if cell_of(one.at) == cell)
    return next(at, None)


def _must_lie(work: Work, cell: Cell, pieces: Pieces) -> int:
    found = piece_at(work, cell, pieces)
    if found is None:
        raise NotHere("no-piece")
    return found


def turn(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """The piece of a square turned to the right; its south-western corner stays where it is."""
    found = _must_lie(work, cell, pieces)
    one = work.board.laid[found]
    one = replace(one, turn=TURNS[(TURNS.index(one.turn) + 1) % 4])
    return _with_piece(work, found, one)


def letter(work: Work, cell: Cell, said: str, pieces: Pieces) -> Work:
    """The piece of a square called by a letter: its section."""
    found = _must_lie(work, cell, pieces)
    return _with_piece(work, found, replace(work.board.laid[found], section=said))


def take_piece(work: Work, cell: Cell, pieces: Pieces) -> Work:
    """The board without the piece of a square, and without what lies on it."""
    found = _must_lie(work, cell, pieces)
    ground: Ground = grounded(work.board, pieces)
    work = _with_piece(work, found, None)
    squares = {there for there, owner in ground.owners.items() if owner == found}
    return without_squares(work, squares) if work.board.laid else emptied(work)


def _with_piece(work: Work, place: int, one: Laid | None) -> Work:
    laid = list(work.board.laid)
    laid[place : place + 1] = [] if one is None else [one]
    return replace(work, board=replace(work.board, laid=tuple(laid)))


def as_squares(work: Work, pieces: Pieces) -> Work:
    """The board of pieces made one of rows: each piece a section, to be painted on."""
    if not work.of_pieces:
        raise NotHere("of-rows")
    return replace(work, board=work.rows(pieces))
