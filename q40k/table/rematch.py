"""The same players once more: a new match as far as an earlier one says what it is to be."""

from __future__ import annotations

from typing import Any

from q40k.games.game import Game
from q40k.kernel.care.shelf import NOWHERE, places
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.registry import Unregistered
from q40k.kernel.session import Session
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

LOOKED_AT = 5
"""Among so many of the matches played last those of the last evening are looked for."""


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


def last_evening(match_session: MatchSession) -> Prefilled | None:
    """What the match of this game that was played last, but for this one, says of a new one.

    None where nobody played, or where it cannot be read.
    """
    journal, game = match_session.session.journal, match_session.game
    if journal.path is None:
        return None
    away = places(journal.path)
    rows = [
        row
        for row in journal.matches()
        if row.game == game.id and row.entries and row.id != match_session.number
        and not away.get(row.identity, NOWHERE).binned
    ]  # fmt: skip
    for row in rows[:LOOKED_AT]:
        try:
            state = Session(game.rules, journal, row.id, str).state
        except (JournalError, Unregistered, ValueError):
            continue
        if game.view.seats(state):
            return game.view.again(state)
    return None
