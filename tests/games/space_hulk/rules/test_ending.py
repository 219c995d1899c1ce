"""What wins: each kind of goal met and just missed, and how far each side is from it."""

from __future__ import annotations

from fractions import Fraction
from math import log
from typing import Any

import pytest
from msgspec import structs

from q40k.games.space_hulk.game import GAME
from q40k.games.space_hulk.packs.missions import Goal
from q40k.games.space_hulk.state.commentary.chances import (
    Progress,
    hunt_progress,
    is_near_win,
    prospects,
    side_progress,
)
from q40k.games.space_hulk.state.ending import (
    count_burnt_sections,
    count_holders,
    count_marines_out,
    goals_met,
    is_goal_met,
)
from q40k.games.space_hulk.state.match import Match
from q40k.table.match_session import MatchSession
from q40k.table.shown import standing
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import new, next_turn, play, put, ready

pytestmark = pytest.mark.rule("SH-WIN-1", "SH-WIN-3", "SH-MISSION-2")


def goal(by: Any, **more: Any) -> Goal:
    return Goal(**{"side": "marine", "by": by, **more})


def is_met(state: Match, goal: Goal, *, turn_ends: bool = True) -> bool:
    return is_goal_met(state, goal, turn_ends=turn_ends)


def four() -> MatchSession:
    return ready(Bolt1="E4 E", Bolt2="D4 E", Bolt3="C4 E", Bolt4="B4 E", S1="K4 W")


def test_marines_who_have_left_by_any_exit_or_by_one() -> None:
    match = go_on(four(), line("leave", who="Bolt1", exit="EAST"))
    assert (is_met(match.state, goal("leave", count=1)), is_met(match.state, goal("leave", count=2))) == (True, False)
    assert count_marines_out(match.state, goal("leave", exit="EAST")) == 1
    assert count_marines_out(match.state, goal("leave", exit="WEST")) == 0


def test_marines_are_barred_when_too_few_of_them_are_left_to_leave() -> None:
    match = four()
    bar = goal("bar", side="stealer", count=3)
    assert not is_met(match.state, bar), "nobody is dead"
    assert not is_met(match.state, goal("bar", side="stealer", count=9)), "they never were as many"
    go_on(match, line("kill", who="Bolt1"))
    assert not is_met(match.state, bar), "three are left"
    go_on(match, line("leave", who="Bolt2", exit="EAST"))
    assert not is_met(match.state, bar), "one is out, two may follow"
    go_on(match, line("kill", who="Bolt3"))
    assert is_met(match.state, bar)


def test_those_who_stand_at_the_end_survive() -> None:
    match = four()
    assert [is_met(match.state, goal("survive", count=n)) for n in (4, 5)] == [True, False]
    go_on(match, line("kill", who="Bolt1"), line("leave", who="Bolt2", exit="EAST"))
    assert [is_met(match.state, goal("survive", count=n)) for n in (2, 3)] == [True, False]


def test_dead_aliens_count_and_a_blip_counts_as_its_number() -> None:
    match = go_on(ready(Bolt1="E4 E", S1="K4 W", B1="N4"), line("kill", who="S1"))
    assert [is_met(match.state, goal("kill", count=n)) for n in (1, 2)] == [True, False]
    go_on(match, line("kill", who="B1", value=3))
    assert [is_met(match.state, goal("kill", count=n)) for n in (4, 5)] == [True, False]


def test_marines_hold_squares_while_no_alien_stands_on_them() -> None:
    match = four()
    hold = goal("hold", count=2, squares=("E4", "D4", "F4"))
    assert (count_holders(match.state, hold), is_met(match.state, hold)) == (2, True)
    assert not is_met(match.state, goal("hold", count=3, squares=("E4", "D4", "F4")))
    go_on(match, line("stealer", name="S2", at="F4"))
    assert (count_holders(match.state, hold), is_met(match.state, hold)) == (-1, False)
    go_on(match, line("kill", who="S2"), line("blip", name="B1", at="F4", override="as it lies"))
    assert count_holders(match.state, hold) == -1, "a blip is an alien"
    a_section = goal("hold", count=1, sections=("a",))
    assert count_holders(four().state, a_section) == 3, "A4 to D4; E4 is of another"
    words = play(new(positions=False), *put(Bolt1=""), line("start"), line("draw"))
    assert count_holders(words.state, hold) == -1, "without places nobody holds anything"


def test_sections_burn_by_their_letters_or_whole_names() -> None:
    state = four().state
    burn = goal("burn", sections=("a", "b", "a"))
    assert count_burnt_sections(state, burn) == 0
    burnt = state.replace(tally=state.tally.replace(burnt=("1:a",)))
    assert (count_burnt_sections(burnt, burn), is_met(burnt, burn)) == (1, False)
    both = state.replace(tally=state.tally.replace(burnt=("1:a", "b")))
    assert (count_burnt_sections(both, burn), is_met(both, burn)) == (2, True)


def test_nobody_is_left_when_none_is_on_the_board() -> None:
    match = ready(Bolt1="E4 E", Bolt2="D4 E")
    wipe = goal("wipe-out", side="stealer")
    go_on(match, line("kill", who="Bolt1"))
    assert not is_met(match.state, wipe)
    go_on(match, line("leave", who="Bolt2", exit="EAST"))
    assert is_met(match.state, wipe)


@pytest.mark.parametrize(
    ("turn", "now", "ends", "expected"),
    [(2, 2, True, True), (2, 1, True, False), (2, 2, False, False), (2, 3, True, True)],
)
def test_a_turn_is_outlasted_when_it_has_ended(turn: int, now: int, ends: bool, expected: bool) -> None:
    match = four()
    state = match.state.replace(play=match.state.play.replace(turn=now))
    assert is_met(state, goal("outlast", side="stealer", turn=turn), turn_ends=ends) is expected


def with_goals(state: Match, *goals: Goal) -> Match:
    """The state of a match whose mission has these goals."""
    mission = state.setup.mission
    assert mission is not None
    return state.replace(setup=state.setup.replace(mission=structs.replace(mission, goals=goals)))


def progress(state: Match, side: Any) -> tuple[int, int]:
    result = side_progress(state, side)
    assert result is not None
    return result.reached, result.goal


def test_progress_is_that_of_the_nearest_goal_and_fallbacks_wait() -> None:
    match = go_on(four(), line("kill", who="S1"))
    goals = goal("kill", count=4), goal("survive", count=1, turn=9), goal("leave", count=1, fallback=True)
    assert progress(with_goals(match.state, *goals), "marine") == (1, 4)
    assert progress(with_goals(match.state, goals[2]), "marine") == (0, 1), "nothing else is there"
    assert progress(with_goals(match.state, goals[0]), "stealer") == (0, 4), "without a goal they kill all"
    assert side_progress(with_goals(match.state), "stealer") is None


def test_a_side_is_near_its_win_one_step_before_a_goal_of_several() -> None:
    match = four()
    assert not is_near_win(with_goals(match.state, goal("kill", count=1)), "marine"), "a goal of one step"
    two = with_goals(match.state, goal("kill", count=2))
    assert not is_near_win(two, "marine")
    go_on(match, line("kill", who="S1"))
    assert is_near_win(with_goals(match.state, goal("kill", count=2)), "marine")
    assert not is_near_win(with_goals(match.state, goal("kill", count=3)), "marine")


def test_the_hunt_counts_the_dead_who_must_die() -> None:
    match = go_on(four(), line("kill", who="Bolt1"))

    def hunt(*goals: Goal) -> tuple[int, int]:
        result = hunt_progress(with_goals(match.state, *goals))
        return result.reached, result.goal

    assert hunt(goal("leave", count=2)) == (1, 3), "two of four must be left"
    assert hunt(goal("survive", count=4)) == (1, 1)
    assert hunt(goal("kill", count=9)) == (1, 4), "all must die"


def test_what_speaks_for_a_side_follows_its_goal() -> None:
    match = four()
    first = with_goals(match.state, goal("kill", count=4), goal("wipe-out", side="stealer"))
    assert prospects(first) == {"marine": (0.0, 0.0, 0.0), "stealer": (0.0, 0.0, 1.0)}
    go_on(match, line("kill", who="S1"))
    ahead = prospects(with_goals(match.state, goal("kill", count=2), goal("wipe-out", side="stealer")))
    assert ahead["marine"] == pytest.approx((log(2), 0.0, 0.0)), "a half left"
    assert ahead["stealer"] == (0.0, 0.0, 1.0)
    go_on(match, line("end", winner="stealer"))
    assert standing(GAME.view, match.state) == {"marine": 0.0, "stealer": 1.0}
    assert prospects(with_goals(four().state)) == {}


def test_passing_turns_are_progress_of_those_who_play_for_time() -> None:
    match = next_turn(ready(new("hold-the-room"), Bolt1="I4 W", Bolt2="K4 E"))
    assert progress(with_goals(match.state, goal("survive", count=1, turn=4)), "marine") == (1, 4)
    assert progress(with_goals(match.state, goal("hold", count=2, turn=4, squares=("I4",))), "marine") == (1, 4)
    assert progress(with_goals(match.state, goal("hold", count=2, squares=("I4",))), "marine") == (1, 2)


@pytest.mark.parametrize(
    ("exit", "left_by", "expected"),
    [(None, None, False), (None, "WEST", True), ("WEST", None, False), ("WEST", "WEST", True), ("WEST", "EAST", False)],
)
def test_an_object_is_carried_out_by_any_exit_or_by_one(exit: str | None, left_by: str | None, expected: bool) -> None:
    state = ready(new("down-the-shaft"), Chain="1:B3 W").state
    out = state.replace(things={"CAT": state.things["CAT"].replace(left_by=left_by)})
    assert is_met(out, goal("carry-out", object="CAT", exit=exit)) is expected
    carried = state.replace(things={"CAT": state.things["CAT"].replace(carrier="Chain", at=None)})
    shown = [progress(with_goals(each, goal("carry-out", object="CAT")), "marine") for each in (state, carried, out)]
    assert shown == [(0, 2), (1, 2), (2, 2) if left_by else (0, 2)]


def test_who_wins_where_nobody_is_left_and_the_mission_says_what_that_means() -> None:
    match = go_on(four(), *(line("leave", who=f"Bolt{n}", exit="EAST") for n in (1, 2, 3, 4)))

    def met(*goals: Goal, turn_ends: bool = True) -> dict[Any, str]:
        return goals_met(with_goals(match.state, *goals), turn_ends=turn_ends)

    assert met(goal("kill", count=9)) == {"stealer": "nobody-left"}
    assert met(goal("kill", count=9), turn_ends=False) == {}, "only the end phase asks"
    assert met(goal("kill", count=9), goal("outlast", side="stealer", turn=9)) == {"stealer": "nobody-left"}
    assert met(goal("kill", count=9), goal("bar", side="stealer", count=1)) == {}, "nobody is dead"
    assert met(goal("bar", side="marine", count=1)) == {"stealer": "nobody-left"}, "that is no goal of the stealers"
    assert met(goal("kill", count=9), goal("wipe-out", side="stealer")) == {"stealer": "wipe-out"}
    assert met(goal("leave", count=4), goal("wipe-out", side="stealer", fallback=True)) == {"marine": "leave"}
    assert met(goal("leave", count=4), goal("leave", count=1), goal("kill", count=0)) == {"marine": "leave"}
    assert met(goal("kill", count=0), goal("leave", count=4)) == {"marine": "kill"}, "the first that is met"
    assert goals_met(with_goals(four().state, goal("kill", count=9)), turn_ends=True) == {}
    assert met(goal("leave", count=4), turn_ends=False) == {}
    assert met(goal("leave", count=4, at_once=True), turn_ends=False) == {"marine": "leave"}


def test_a_goal_decides_at_once_only_from_the_first_turn_on() -> None:
    names = {"en": "Own", "fr": "Propre"}
    at_once = {"side": "marine", "by": "kill", "count": 1, "at_once": True}
    mission = {"id": "own", "name": names, "board": "airlock-nine", "goals": [at_once]}
    laid = play(new("own") | {"mission_data": mission}, *put(Bolt1="E4 E", S1="K4 W"))
    go_on(laid, line("kill", who="S1"))
    assert not laid.state.outcome.over, "the match has not begun"
    go_on(laid, line("start"))
    assert laid.state.outcome.winners == ("marine",)
    ends = [type(event).__name__ for entry in laid.lines() for event in entry.events]
    assert ends.count("MatchEnded") == 1


def test_progress_of_nothing_is_whole() -> None:
    assert [Progress(*counted).fraction for counted in ((0, 0), (1, 4), (4, 4))] == [1, Fraction(1, 4), 1]
