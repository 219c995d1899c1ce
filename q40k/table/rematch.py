"""Rematches: the options of a new match with the players of an earlier one."""

from contextlib import closing
from typing import Any

from q40k.care.notes import ON_LIST, read_places
from q40k.games.game import Game, UnknownGame, find
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.registry import Unregistered
from q40k.kernel.session import Session
from q40k.table.context import Prefilled
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

LOOKED_AT = 5
"""How many of the last matches are searched for the last evening."""


def prefill_rematch(game: Game, state: Any, *, fresh: bool = False, other: bool = False) -> Prefilled:
    """Return the options of a rematch of a match at `state`.

    With `fresh`, what each player fields is asked. With `other`, the match itself is asked, such as
    one by different rules.
    """
    prefilled = game.view.rematch(state) or Prefilled()
    prefilled = prefilled.with_fresh_figures() if fresh else prefilled
    return prefilled.without_the_match() if other else prefilled


def prefill_rematch_of(
    library: MatchLibrary, match: int, *, fresh: bool = False, other: bool = False
) -> tuple[Game, Prefilled]:
    """Return the game of a match of the library, and the options of its rematch. Raises
    JournalError.
    """
    with closing(library.open(match, watch=True, whole=False)) as earlier:
        return earlier.game, prefill_rematch(earlier.game, earlier.state, fresh=fresh, other=other)


def prefill_last_evening(match_session: MatchSession) -> Prefilled | None:
    """Return the options of a rematch of the last match of this game, except this one.

    None if nobody played, or it cannot be read.
    """
    game = match_session.game
    rows = [row for row in _others(match_session) if row.game == game.id]
    for row in rows[:LOOKED_AT]:
        state = _state(match_session, game, row)
        if state is not None and game.view.seats(state):
            return game.view.rematch(state)
    return None


def last_unfinished_match(match_session: MatchSession) -> MatchRow | None:
    """Return the last match, except this one; None if it is over or unreadable."""
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
    """Return the other matches of the library, the last played first, without the bin."""
    journal = match_session.session.journal
    if journal.path is None:
        return []
    away = read_places(journal.path)
    return [
        row
        for row in journal.matches()
        if row.entries
        and row.id != match_session.number
        and not (place := away.get(row.identity, ON_LIST)).binned
        and (archived or not place.archived)
    ]


def _state(match_session: MatchSession, game: Game, row: MatchRow) -> Any | None:
    """Return the state of another match of the library; None if it is unreadable."""
    try:
        return Session(game.rules, match_session.session.journal, row.id, str).state
    except (JournalError, Unregistered, ValueError):
        return None
