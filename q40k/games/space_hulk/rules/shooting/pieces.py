"""Find the pieces in a part of the board, in the order in which dice are rolled for them."""

from __future__ import annotations

from collections.abc import Collection

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.questions import find_piece
from q40k.games.space_hulk.rules.state import Match, Stealer


def pieces_on(state: Match, squares: Collection[Cell]) -> tuple[str, ...]:
    """Return the pieces on some squares: marines, stealers, blips, each in the order of joining."""
    return tuple(piece.id for piece in state.pieces() if cell(state, piece.id) in squares)


def find_named_pieces(state: Match, names: Collection[str]) -> tuple[str, ...]:
    """Return the named pieces in the same order. Raises Refused."""
    ids = {find_piece(state, name).id for name in names}
    return tuple(piece.id for piece in state.pieces() if piece.id in ids)


def is_immune(state: Match, who: str) -> bool:
    """Return whether single dice against a piece have no effect: only the Alpha is immune.

    Rule: SH-ALPHA-4, SH-ALPHA-6
    """
    piece = state.piece(who)
    return isinstance(piece, Stealer) and piece.alpha
