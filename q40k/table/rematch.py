"""The same players once more: a new match as far as an earlier one says what it is to be."""

from __future__ import annotations

from typing import Any

from q40k.games.game import Game, UnknownGame, find
from q40k.kernel.care.shelf import NOWHERE, places
from q40k.kernel.journal.journal import JournalError, MatchRow
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
    game = match_session.game
    rows = [row for row in _others(match_session) if row.game == game.id]
    for row in rows[:LOOKED_AT]:
        state = _state(match_session, game, row)
        if state is not None and game.view.seats(state):
            return game.view.again(state)
    return None


def played_last(match_session: MatchSession) -> MatchRow | None:
    """The match that was played last, but for this one; None when it is over, or cannot be read."""
    rows = _others(match_session, archived=False)
    if not rows:
        return None
    try:
        game = find(rows[0].game)
    except UnknownGame:
        return None
    state = _state(match_session, game, rows[0])
    return None if state is None or game.view.status(state).over else rows[0]


def _others(match_session: MatchSession, *, archived: bool = True) -> list[MatchRow]:
    """The other matches of the library, the one played last first, but for what is in the bin."""
    journal = match_session.session.journal
    if journal.path is None:
        return []
    away = places(journal.path)
    return [
        row
        for row in journal.matches()
        if row.entries and row.id != match_session.number
        and not (place := away.get(row.identity, NOWHERE)).binned
        and (archived or not place.archived)
    ]  # fmt: skip


def _state(match_session: MatchSession, game: Game, row: MatchRow) -> Any | None:
    """How another match of the library stands; None where it cannot be read."""
    try:
        return Session(game.rules, match_session.session.journal, row.id, str).state
    except (JournalError, Unregistered, ValueError):
        return None
