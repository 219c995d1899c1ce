"""The clock of a match session: what it shows between two commands."""

from __future__ import annotations

from q40k.games.quake.game import GAME
from q40k.games.quake.state.clock import SetClock
from q40k.games.quake.state.next import Next
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from tests.table.scripts import opening_lines
from tests.table.test_match_session import lay_out


class Stopwatch:
    """A watch that goes on only when told to."""

    def __init__(self) -> None:
        self.shows = 1000.0

    def __call__(self) -> float:
        return self.shows


def session_with_a_watch() -> tuple[MatchSession, Stopwatch]:
    watch = Stopwatch()
    match_session = MatchSession(GAME, temporary_match().session, None, stopwatch=watch)
    return lay_out(match_session, opening_lines("Ann", "Bob")), watch


def test_the_clock_counts_what_goes_by_between_commands() -> None:
    match_session, watch = session_with_a_watch()
    assert match_session.played == 0
    match_session.do(SetClock(minutes=90))
    watch.shows += 42
    assert match_session.played == 42
    match_session.do(Next())
    assert match_session.state.clock is not None
    assert (match_session.state.clock.gone, match_session.played) == (42, 42)
    watch.shows += 3
    assert match_session.played == 45


def test_a_clock_that_stands_counts_nothing() -> None:
    match_session, watch = session_with_a_watch()
    match_session.do(SetClock(minutes=90))
    watch.shows += 10
    match_session.do(SetClock(pause=True))
    watch.shows += 600
    assert match_session.played == 10
    match_session.do(SetClock(pause=False))
    watch.shows += 5
    assert match_session.played == 15


def test_what_an_undo_takes_back_has_not_been_played() -> None:
    match_session, watch = session_with_a_watch()
    match_session.do(SetClock(minutes=90))
    watch.shows += 10
    match_session.do(Next())
    watch.shows += 50
    match_session.undo()
    assert match_session.played == 0
    watch.shows += 4
    assert match_session.played == 4
