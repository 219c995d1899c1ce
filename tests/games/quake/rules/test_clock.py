"""The table's clock: limits agreed, readings journaled with the commands, pauses."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.clock import TimeUp, time_is_up
from q40k.games.quake.state.ending import Ended
from q40k.games.quake.state.parts import Clock

from .playing import Table, of_type, start_table, sudden_death


@pytest.mark.rule("TABLE-7")
def test_a_clock_is_set_for_the_match_and_for_each_part() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=90, seconds=45)
    assert table.state.clock == Clock(limit=5400, each=45)
    table.do("clock", minutes=60)
    assert table.state.clock == Clock(limit=3600, each=None)
    table.do("clock", off=True)
    assert table.state.clock is None


@pytest.mark.rule("TABLE-7")
def test_a_part_begins_with_what_the_clock_showed_at_the_command_that_opened_it() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=90, seconds=45)
    table.do("accident", 3, player="Bob", clock=12.5)
    assert table.state.clock == Clock(limit=5400, each=45, gone=12.5)
    table.do("next", clock=30.0)
    assert table.state.clock == Clock(limit=5400, each=45, gone=30, began=30)


@pytest.mark.rule("TABLE-7")
def test_an_undo_gives_the_time_back() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=90)
    table.do("next", clock=30.0)
    table.do("accident", 3, player="Bob", clock=95.0)
    table.session.undo()
    assert table.state.clock == Clock(limit=5400, gone=30, began=30)


@pytest.mark.rule("TABLE-7")
def test_a_reading_before_the_last_one_changes_nothing() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=90)
    table.do("next", clock=30.0)
    table.do("next", clock=10.0)
    assert table.state.clock is not None
    assert table.state.clock.gone == 30


@pytest.mark.rule("TABLE-7")
def test_a_clock_can_be_stopped_and_started() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=90)
    table.do("clock", pause=True, clock=20.0)
    assert table.state.clock == Clock(limit=5400, gone=20, paused=True)
    table.do("clock", pause=False)
    assert table.state.clock == Clock(limit=5400, gone=20)


@pytest.mark.rule("TABLE-7")
def test_a_clock_needs_a_limit_and_only_one_that_runs_can_be_stopped() -> None:
    table = start_table("Ann Bob")
    assert table.refused("clock").code == "clock-without-limit"
    assert table.refused("clock", pause=True).code == "no-clock"
    assert table.refused("clock", off=True).code == "no-clock"


@pytest.mark.rule("TABLE-7")
def test_without_a_clock_a_reading_means_nothing() -> None:
    table = start_table("Ann Bob")
    table.do("next", clock=30.0)
    assert table.state.clock is None
    assert not time_is_up(table.state)


@pytest.mark.rule("TABLE-7")
def test_time_is_up_at_the_limit_of_the_match_not_of_a_part() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=1, seconds=5)
    table.do("next", clock=59.9)
    assert not time_is_up(table.state)
    table.do("next", clock=60.0)
    assert time_is_up(table.state)


@pytest.mark.rule("TABLE-7")
def test_the_match_ends_after_the_turn_in_which_its_time_was_over() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=1)
    table.do("kill", 3, player="Bob", victim="Ann", clock=61.0)
    for _ in range(7):
        table.do("next", clock=70.0)
        assert not table.state.outcome.over
    table.do("next", clock=75.0)
    assert table.state.outcome.over
    assert [table.name(side) for side in table.state.outcome.winner] == ["Bob"]


@pytest.mark.rule("TABLE-7", "TABLE-3")
def test_who_plays_on_after_the_time_plays_without_a_limit() -> None:
    table = start_table("Ann Bob")
    table.do("clock", minutes=1)
    table.do("kill", 3, player="Bob", victim="Ann", clock=61.0)
    for _ in range(8):
        table.do("next", clock=70.0)
    table.do("play-on")
    assert (table.state.play.turn, table.state.play.phase, table.active) == (2, "movement", "Ann")
    for _ in range(8):
        table.do("next", clock=90.0)
    assert not table.state.outcome.over


@pytest.mark.rule("TABLE-7", "SUDDEN-1")
def test_a_round_that_is_won_when_the_time_is_over_is_the_last_one() -> None:
    table = start_table("Ann Bob", table=Table(mod_data=sudden_death()))
    table.do("clock", minutes=1)
    table.do("kill", player="Ann", victim="Bob", clock=59.0)
    for name in ("Bob", "Ann"):
        table.do("deploy", player=name, clock=62.0)
    assert (table.state.rounds.round, table.state.outcome.over) == (2, False)
    events = table.do("kill", player="Ann", victim="Bob", clock=63.0)
    assert [event.turn for event in of_type(events, TimeUp)] == [1]
    (ended,) = of_type(events, Ended)
    assert (table.names(table.state.outcome.winner), ended.by, ended.best) == ("Ann", "rounds", 2)
