"""The same players once more: a new match as far as an earlier one says what it is to be."""

from __future__ import annotations

from typing import Any

from q40k.games.game import Game
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary


def once_more(game: Game, state: Any, *, fresh: bool = False, other: bool = False) -> Prefilled:
    """What is said of a new match by one that stands so: all of it, with the same players.

    When `fresh`, what each of them fields is asked; so is the match itself if it is to be an
    `other` one, as by other rules.
    """
    said = game.view.again(state) or Prefilled()
    said = said.with_fresh_figures() if fresh else said
    return said.without_the_match() if other else said


def with_players_of(
    library: MatchLibrary, match: int, *, fresh: bool = False, other: bool = False
) -> tuple[Game, Prefilled]:
    """The game of a match of the library, and what it says of a new one. Raises JournalError."""
    earlier = library.open(match, watch=True, whole=False)
    try:
        return earlier.game, once_more(earlier.game, earlier.state, fresh=fresh, other=other)
    finally:
        earlier.close()
