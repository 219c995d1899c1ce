"""The end: nobody left outside Retreat, the last turn, objectives, shares."""

from __future__ import annotations

from fractions import Fraction

import pytest

from q40k.games.epic.state.winning import holder, points_so_far, points_to_win, share_lost
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    B,
    M,
    formation,
    ground,
    new,
    place_figures,
    play,
    ready,
    row,
    to_rally,
)
from tests.games.scripted import Line, go_on, json_state, line, log_sentences, refusal_rule

CENTRE = {"id": "hill", "at": [60, 60], "worth": 2}
EACH = {"id": "well", "at": [30, 60], "worth": 1, "counted": "turn"}


@pytest.mark.rule("EE-WIN-1", "EE-WIN-2")
def test_who_has_nobody_left_outside_retreat_has_lost() -> None:
    match = to_rally(go_on(ready(M, B), line("retreat", formation="B")))
    go_on(match, line("next"))
    assert (json_state(match)["phase"], json_state(match)["winner"]) == ("over", ["A"])
    assert refusal_rule(match, line("next")) == "EE-WIN-2"
    both = go_on(ready(M, B), line("retreat", formation="B"), line("retreat", formation="M"))
    go_on(to_rally(both), line("next"))
    assert (json_state(both)["phase"], json_state(both)["winner"]) == ("over", None)


@pytest.mark.rule("EE-WIN-2")
def test_the_last_turn_and_the_smaller_share() -> None:
    match = to_rally(go_on(ready(M, B, turn_limit=1), line("lose", figures=["M/1", "M/2"])))
    go_on(match, line("next"))
    assert json_state(match)["winner"] == ["B"]
    assert "B wins with fewer losses (A lost 40%, B lost 0%)" in log_sentences(match)
    drawn = go_on(ready(M, B), line("end"))
    assert (json_state(drawn)["phase"], json_state(drawn)["winner"]) == ("over", None)


@pytest.mark.rule("EE-WIN-2", "EE-TURN-1")
def test_a_match_is_not_ended_before_its_first_turn_nor_twice() -> None:
    match = play(new(), MARINES, ORKS, M, B, line("start", 3, 5, edges=EDGES))
    assert refusal_rule(match, line("end")) == "EE-TURN-1"
    over = go_on(ready(M, B), line("end"))
    assert refusal_rule(over, line("end")) == "EE-WIN-2"


@pytest.mark.rule("EE-WIN-2", "EE-ARMY-5")
def test_shares_of_points_where_every_profile_has_them() -> None:
    dear = {"name": "Dear", "mv": 5, "points": 90}
    cheap = {"name": "Cheap", "mv": 5, "points": 10}
    mine = line("formation", player="A", id="D", figures=[{"profile": dear}, {"profile": cheap, "n": 3}])
    match = ready(mine, formation("B", "C", cheap, 4))
    go_on(match, line("lose", figures=["D/1", "C/1", "C/2"]), line("end"))
    assert json_state(match)["winner"] == ["B"], "75% of the points to 50%, though 1 of 4 to 2 of 4"


@pytest.mark.rule("EE-WIN-3")
def test_an_objective_is_held_by_who_stands_there_alone() -> None:
    start = ground(objectives=[CENTRE, EACH], turn_limit=1)
    match = place_figures(start, M, B, M=row(58, 55), B=row(28, 64))
    go_on(to_rally(match), line("next"))
    assert {name: side["objectives"] for name, side in json_state(match)["sides"].items()} == {"A": 2, "B": 1}
    assert json_state(match)["winner"] == ["A"]
    shared = place_figures(start, M, B, M=row(58, 57), B=row(58, 63))
    go_on(to_rally(shared), line("next"))
    assert json_state(shared)["winner"] is None


@pytest.mark.rule("EE-WIN-3")
def test_who_retreats_holds_nothing_and_the_table_may_say_who_does() -> None:
    start = ground(objectives=[CENTRE], turn_limit=1)
    others = formation("A", "N", "marine-tactical", 5)
    match = place_figures(start, M, others, B, M=row(58, 57), B=row(58, 90), N=row(20, 10))
    go_on(match, line("retreat", formation="M"))
    go_on(to_rally(match), line("next"))
    assert json_state(match)["sides"]["A"]["objectives"] == 0
    opening = ready(M, B)
    assert refusal_rule(opening, line("objective", objective="hill", player="A")) == "EE-WIN-3"
    typed = place_figures(start, M, B)
    go_on(typed, line("objective", objective="hill", player="B"))
    go_on(to_rally(typed), line("next"))
    assert json_state(typed)["winner"] == ["B"]


@pytest.mark.rule("EE-WIN-2", "EE-RALLY-2")
def test_a_side_whose_last_formation_rallies_in_time_goes_on() -> None:
    boy = formation("B", "X", "ork-boy", 1)
    for die, phase in ((4, "orders"), (3, "over")):
        match = go_on(ready(M, B, boy), line("retreat", formation="B"), line("lose", figures=["X"]))
        go_on(to_rally(match), line("rally", die, formation="B"), line("next"))
        assert json_state(match)["phase"] == phase


@pytest.mark.rule("EE-INIT-2")
def test_the_initiative_stays_until_the_next_draw() -> None:
    match = go_on(to_rally(ready(M, B)), line("next"))
    assert (json_state(match)["turn"], json_state(match)["initiative"]) == (2, "A")


@pytest.mark.rule("EE-WIN-3")
def test_points_to_win_are_more_than_half_of_all_that_can_be_counted() -> None:
    def match(turn_limit: int | None, *objectives: Line) -> MatchSession:
        return place_figures(
            ground(objectives=list(objectives), turn_limit=turn_limit), M, B, M=row(80, 10), B=row(80, 90)
        )

    assert points_to_win(match(4, EACH, CENTRE).state) == 4, "of 4 times 1 and 2"
    assert points_to_win(match(3, EACH).state) == 2, "of 3"
    assert points_to_win(match(None, EACH).state) is None
    assert points_to_win(match(4).state) is None


@pytest.mark.rule("EE-WIN-3")
def test_points_so_far_are_those_counted_and_those_held_for_the_end() -> None:
    start = ground(objectives=[CENTRE, EACH], turn_limit=3)
    match = place_figures(start, M, B, M=row(58, 57), B=row(28, 57))
    assert (points_so_far(match.state, "p1"), points_so_far(match.state, "p2")) == (2, 0)
    go_on(to_rally(match), line("next"))
    assert (points_so_far(match.state, "p1"), points_so_far(match.state, "p2")) == (2, 1)
    go_on(match, line("end"))
    assert (points_so_far(match.state, "p1"), points_so_far(match.state, "p2")) == (2, 1), "not twice"
    assert json_state(match)["winner"] == ["A"]


@pytest.mark.rule("EE-WIN-3")
def test_an_objective_is_reached_from_its_rim_and_nobody_may_hold_it() -> None:
    (hill,) = place_figures(ground(objectives=[CENTRE]), M, B).state.scenario.objectives
    x, y, near = 60.0, 60.0, hill.reach_cm + 0.29
    for far, side in ((near, "p1"), (near + 0.02, None)):
        match = place_figures(ground(objectives=[CENTRE]), M, B, M=[[x, y - far], *row(80, 10, 4)], B=row(80, 90))
        assert holder(match.state, match.state.scenario.objectives[0]) == side
    match = place_figures(ground(objectives=[CENTRE]), M, B, M=row(58, 57), B=row(80, 90))
    unknown = line("objective", objective="hil", player="A")
    assert refusal_rule(match, unknown) == "EE-WIN-3"
    go_on(match, line("objective", objective="hill"))
    assert holder(match.state, match.state.scenario.objectives[0]) is None, "the table's word counts"


@pytest.mark.rule("EE-WIN-2")
def test_what_a_side_has_lost_is_a_share_of_all_its_figures() -> None:
    match = go_on(ready(M, formation("A", "N", "marine-rhino"), B), line("lose", figures=["M/1", "B/1"]))
    assert (share_lost(match.state, "p1"), share_lost(match.state, "p2")) == (Fraction(1, 6), Fraction(1, 5))
    go_on(match, line("retreat", formation="M"))
    assert share_lost(match.state, "p1") == Fraction(5, 6), "who retreats is lost"


@pytest.mark.rule("EE-WIN-2")
@pytest.mark.parametrize(("limit", "turns"), [(1, 1), (2, 2)])
def test_a_match_ends_after_its_last_turn(limit: int, turns: int) -> None:
    match = ready(M, B, turn_limit=limit)
    for _ in range(turns):
        assert json_state(match)["phase"] == "orders"
        go_on(to_rally(match), line("next"))
    assert json_state(match)["phase"] == "over"


@pytest.mark.rule("EE-WIN-2", "EE-WIN-3")
def test_an_end_is_decided_by_objectives_before_shares() -> None:
    start = ground(objectives=[CENTRE, EACH])
    match = place_figures(start, M, B, M=row(58, 57), B=row(28, 57))
    go_on(match, line("lose", figures=["M/1"]), line("end"))
    assert match.state.outcome.winners == ("p1",), "2 points to none, though it has lost more"
    equal = place_figures(start, M, B)
    go_on(equal, line("lose", figures=["M/1"]), line("end"))
    assert equal.state.outcome.winners == ("p2",)
    assert match.state.play.active is None


@pytest.mark.rule("EE-WIN-2")
def test_who_has_no_figures_or_points_of_no_worth_has_lost_all() -> None:
    worthless = {"name": "Grot", "mv": 5, "points": 0}
    match = ready(formation("A", "G", worthless, 2), formation("B", "X", {"name": "Boss", "mv": 5, "points": 10}))
    assert [share_lost(match.state, side) for side in ("p1", "p2")] == [1, 0]
