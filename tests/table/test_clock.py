"""The clock of a sitting: what it shows between two commands."""

from __future__ import annotations

from q40k.rules import commands as c
from q40k.table.shelf import throw_away
from q40k.table.sitting import Sitting
from tests.table.scripts import begun
from tests.table.test_sitting import lay_out


class Stopwatch:
    """A watch that goes on only when told to."""

    def __init__(self) -> None:
        self.shows = 1000.0

    def __call__(self) -> float:
        return self.shows


def sitting_with_a_watch() -> tuple[Sitting, Stopwatch]:
    watch = Stopwatch()
    sitting = Sitting(throw_away().session, None, stopwatch=watch)
    return lay_out(sitting, begun("Ann", "Bob")), watch


def test_the_clock_counts_what_goes_by_between_commands() -> None:
    sitting, watch = sitting_with_a_watch()
    assert sitting.played == 0
    sitting.do(c.SetClock(minutes=90))
    watch.shows += 42
    assert sitting.played == 42
    sitting.do(c.Next())
    assert sitting.state.clock is not None
    assert (sitting.state.clock.gone, sitting.played) == (42, 42)
    watch.shows += 3
    assert sitting.played == 45


def test_a_clock_that_stands_counts_nothing() -> None:
    sitting, watch = sitting_with_a_watch()
    sitting.do(c.SetClock(minutes=90))
    watch.shows += 10
    sitting.do(c.SetClock(pause=True))
    watch.shows += 600
    assert sitting.played == 10
    sitting.do(c.SetClock(pause=False))
    watch.shows += 5
    assert sitting.played == 15


def test_what_an_undo_takes_back_has_not_been_played() -> None:
    sitting, watch = sitting_with_a_watch()
    sitting.do(c.SetClock(minutes=90))
    watch.shows += 10
    sitting.do(c.Next())
    watch.shows += 50
    sitting.undo()
    assert sitting.played == 0
    watch.shows += 4
    assert sitting.played == 4
