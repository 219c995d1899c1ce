"""Who stands in a part of the board, in the order in which dice are rolled for them."""

from __future__ import annotations

from collections.abc import Collection

from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.places import cell
from q40k.games.space_hulk.rules.questions import find
from q40k.games.space_hulk.rules.state import Match, Stealer


def standing_in(state: Match, squares: Collection[Cell]) -> tuple[str, ...]:
    """The pieces on some squares: marines, stealers, blips, each in the order of joining."""
    return tuple(one.id for one in state.pieces() if cell(state, one.id) in squares)


def named(state: Match, said: Collection[str]) -> tuple[str, ...]:
    """The pieces the table has named, in that same order. Raises Refused."""
    wanted = {find(state, one).id for one in said}
    return tuple(one.id for one in state.pieces() if one.id in wanted)


def immune(state: Match, who: str) -> bool:
    """Whether single dice against pieces do nothing: the Alpha's hide.

    Rule: SH-ALPHA-4, SH-ALPHA-6
    """
    piece = state.piece(who)
    return isinstance(piece, Stealer) and piece.alpha
