"""The hunt (assault): each team cleans once, and the second must be quicker."""

from fractions import Fraction

import pytest

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives import hunt as hunting
from q40k.games.quake.state.objectives.hunt import CleanersSet, LegOver
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.rounds import Eliminated, RoundAwaited
from tests.games.quake.rules.in_teams import HUNT, deploy_all, facing, seated_table, winner
from tests.games.quake.rules.playing import Table, champion, of_type


def hunt(names: str = "Ann+Bob Cid+Dot") -> Table:
    return facing(names, HUNT)


def turns(table: Table, number: int) -> Table:
    """So many turns pass without a death."""
    for _ in range(4 * number):
        table.do("end-phase")
    return table


def cleaned_in(number: int) -> Table:
    """Red has killed both targets in so many turns, and Blue's leg is in turn 1."""
    table = turns(hunt(), number - 1)
    for victim in ("Cid", "Dot"):
        table.do("kill", player="Ann", victim=victim)
    return deploy_all(table)


@pytest.mark.rule("TEAM-2")
def test_the_highest_roll_chooses_who_cleans_first() -> None:
    table = seated_table("Ann Cid", HUNT)
    table.ask("start", 6, 6, 1, 1, "Red", "Red", "Red")
    assert table.asks == ("cleaners", None)
    table.answer("Blue")
    assert table.state.hunt is not None
    assert (table.state.hunt.cleaners, table.state.hunt.leg) == ("Blue", 1)


@pytest.mark.rule("SUDDEN-1", "RESPAWN-1")
def test_cleaners_come_back_and_targets_do_not() -> None:
    table = hunt()
    events = table.do("kill", 3, player="Cid", victim="Ann")
    assert table.story(events) == ["Cid killed Ann", "Ann back by 3"]
    events = table.do("kill", player="Ann", victim="Cid")
    assert of_type(events, Eliminated)
    assert table["Cid"].life.out


@pytest.mark.rule("SUDDEN-1")
def test_with_the_last_target_dead_the_turns_are_counted_and_roles_swapped() -> None:
    table = turns(hunt(), 2)
    table.do("kill", player="Ann", victim="Cid")
    events = table.do("kill", player="Bob", victim="Dot")
    (over,) = of_type(events, LegOver)
    assert (over.team, over.leg, over.turns) == ("Red", 1, 3)
    assert table.state.hunt is not None
    assert (table.state.hunt.cleaners, table.state.hunt.to_beat) == ("Blue", 3)
    assert (table.state.play.phase, table.state.play.turn) == ("deployment", 0)
    deploy_all(table)
    assert table.state.play.turn == 1
    assert all(player.in_play for player in table.state.players.values())


@pytest.mark.rule("SUDDEN-1")
def test_the_second_cleaners_win_with_fewer_turns() -> None:
    table = turns(cleaned_in(3), 1)
    table.do("kill", player="Cid", victim="Ann")
    table.do("kill", player="Cid", victim="Bob")
    assert (winner(table), table.state.play.turn) == ("Blue", 2)
    table.check()


@pytest.mark.rule("SUDDEN-1")
def test_else_the_targets_of_that_leg_win_as_soon_as_fewer_turns_are_impossible() -> None:
    table = turns(cleaned_in(3), 1)
    table.do("kill", player="Cid", victim="Ann")
    for _ in range(3):
        table.do("end-phase")
    events = table.do("end-phase")
    assert of_type(events, Won)[0].by == "hunt"
    assert winner(table) == "Red"


@pytest.mark.rule("SUDDEN-1")
def test_nobody_is_quicker_than_one_turn() -> None:
    table = hunt()
    table.do("kill", player="Ann", victim="Cid")
    events = table.do("kill", player="Ann", victim="Dot")
    assert winner(table) == "Red"
    assert of_type(events, CleanersSet) == [], "the second leg is never played"
    assert table.state.hunt is not None
    assert (table.state.hunt.leg, table.state.hunt.to_beat) == (1, None)


@pytest.mark.rule("SUDDEN-1", "INIT-5")
def test_targets_who_leave_are_no_targets_any_more() -> None:
    table = turns(hunt(), 1)
    table.do("kill", player="Ann", victim="Cid")
    table.do("leave", player="Dot")
    assert table.state.hunt is not None
    assert (table.state.hunt.leg, table.state.hunt.to_beat) == (2, 2)


@pytest.mark.rule("INIT-4")
def test_a_latecomer_waits_for_the_next_leg() -> None:
    table = turns(hunt(), 1)
    table.do("join", player="Eve", champion="x", profile=champion(), team="Blue")
    assert table["Eve"].life.out
    for victim in ("Cid", "Dot"):
        table.do("kill", player="Ann", victim=victim)
    deploy_all(table)
    assert table["Eve"].in_play


@pytest.mark.rule("INIT-4")
def test_a_late_target_is_none_of_this_leg_and_counts_for_nobody_in_it() -> None:
    table = turns(hunt(), 1)
    table.do("join", player="Eve", champion="x", profile=champion(), team="Blue")
    assert hunting.measure(table.state, "Red") == 0
    table.do("kill", player="Ann", victim="Cid")
    assert hunting.measure(table.state, "Red") == Fraction(1, 2)


@pytest.mark.rule("INIT-4", "RESPAWN-1")
def test_a_late_cleaner_comes_in_at_once_as_its_dead_do() -> None:
    table = turns(hunt(), 1)
    events = table.do("join", 4, player="Eve", champion="x", profile=champion(), team="Red")
    assert (table["Eve"].position.near, table["Eve"].in_play) == (4, True)
    assert not of_type(events, RoundAwaited)


@pytest.mark.rule("TIE-1", "TABLE-3")
def test_broken_off_whoever_has_killed_the_greater_part_of_its_targets_leads() -> None:
    table = turns(hunt(), 1)
    table.do("kill", player="Ann", victim="Cid")
    table.do("end", why="the last train")
    assert winner(table) == "Red"


@pytest.mark.rule("SUDDEN-1", "TABLE-3")
def test_played_on_a_hunt_opens_another_round_once_no_target_is_left_in_it() -> None:
    table = hunt()
    table.do("kill", player="Ann", victim="Cid")
    table.do("kill", player="Ann", victim="Dot")
    assert winner(table) == "Red", "nobody is quicker than one turn"
    number = table.state.rounds.round
    table.do("play-on")
    assert (table.state.rounds.round, table.state.play.phase) == (number + 1, "deployment")
    deploy_all(table)
    table.do("leave", player="Cid")
    assert table.state.rounds.round == number + 1, "a target is still in it"
    events = table.do("accident", player="Dot")
    assert of_type(events, Eliminated)
    assert (table.state.rounds.round, table.state.play.phase) == (number + 2, "deployment")
    deploy_all(table)
    table.do("leave", player="Dot")
    table.do("end-phase")
    assert table.state.rounds.round == number + 2, "with nobody to hunt no round opens"
    table.check()


@pytest.mark.rule("TEAM-2", "SUDDEN-1")
def test_how_far_the_hunt_is_for_each_side() -> None:
    table = hunt()
    state = table.state
    assert measured_texts(state) == ["0", "0"]
    assert hunting.progress(state, "Blue") is None, "targets only survive"
    table.do("kill", player="Ann", victim="Cid")
    result = hunting.progress(table.state, "Red")
    assert result is not None
    assert (str(result.reached), str(result.goal)) == ("1", "2")
    assert measured_texts(table.state) == ["1/2", "0"]
    second = cleaned_in(2).state
    assert measured_texts(second) == ["1", "0"], "Red has had its leg"
    assert hunting.progress(second, "Red") is None
    before = seated_table("Ann Cid", HUNT).state
    assert hunting.progress(before, "Red") is None
    assert measured_texts(before) == ["0", "0"]


def measured_texts(state: Match) -> list[str]:
    """What Red and Blue have reached, as text."""
    return [str(hunting.measure(state, side)) for side in ("Red", "Blue")]
