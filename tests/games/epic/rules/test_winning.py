"""The end: nobody left outside Retreat, the last turn, objectives, shares."""

from __future__ import annotations

import pytest

from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    B,
    M,
    formation,
    go_on,
    ground,
    line,
    new,
    placed,
    play,
    ready,
    refused,
    row,
    seen,
    to_rally,
    told,
)

CENTRE = {"id": "hill", "at": [60, 60], "worth": 2}
EACH = {"id": "well", "at": [30, 60], "worth": 1, "counted": "turn"}


@pytest.mark.rule("EE-WIN-1", "EE-WIN-2")
def test_who_has_nobody_left_outside_retreat_has_lost() -> None:
    match = to_rally(go_on(ready(M, B), line("retreat", formation="B")))
    go_on(match, line("next"))
    assert (seen(match)["phase"], seen(match)["winner"]) == ("over", ["A"])
    assert refused(match, line("next")) == "EE-WIN-2"
    both = go_on(ready(M, B), line("retreat", formation="B"), line("retreat", formation="M"))
    go_on(to_rally(both), line("next"))
    assert (seen(both)["phase"], seen(both)["winner"]) == ("over", None)


@pytest.mark.rule("EE-WIN-2")
def test_the_last_turn_and_the_smaller_share() -> None:
    match = to_rally(go_on(ready(M, B, turn_limit=1), line("lose", figures=["M/1", "M/2"])))
    go_on(match, line("next"))
    assert seen(match)["winner"] == ["B"]
    assert "B wins: it has lost less (A 40%, B 0%)" in told(match)
    drawn = go_on(ready(M, B), line("end"))
    assert (seen(drawn)["phase"], seen(drawn)["winner"]) == ("over", None)


@pytest.mark.rule("EE-WIN-2", "EE-TURN-1")
def test_a_match_is_not_ended_before_its_first_turn_nor_twice() -> None:
    match = play(new(), MARINES, ORKS, M, B, line("start", 3, 5, edges=EDGES))
    assert refused(match, line("end")) == "EE-TURN-1"
    over = go_on(ready(M, B), line("end"))
    assert refused(over, line("end")) == "EE-WIN-2"


@pytest.mark.rule("EE-WIN-2", "EE-ARMY-5")
def test_shares_of_points_where_every_profile_has_them() -> None:
    dear = {"name": "Dear", "mv": 5, "points": 90}
    cheap = {"name": "Cheap", "mv": 5, "points": 10}
    mine = line(
        "formation", player="A", id="D",
        figures=[{"profile": dear}, {"profile": cheap, "n": 3}],
    )  # fmt: skip
    match = ready(mine, formation("B", "C", cheap, 4))
    go_on(match, line("lose", figures=["D/1", "C/1", "C/2"]), line("end"))
    assert seen(match)["winner"] == ["B"], "75% of the points to 50%, though 1 of 4 to 2 of 4"


@pytest.mark.rule("EE-WIN-3")
def test_an_objective_is_held_by_who_stands_there_alone() -> None:
    start = ground(objectives=[CENTRE, EACH], turn_limit=1)
    match = placed(start, M, B, M=row(58, 55), B=row(28, 64))
    go_on(to_rally(match), line("next"))
    assert {name: one["objectives"] for name, one in seen(match)["sides"].items()} == {"A": 2, "B": 1}
    assert seen(match)["winner"] == ["A"]
    shared = placed(start, M, B, M=row(58, 57), B=row(58, 63))
    go_on(to_rally(shared), line("next"))
    assert seen(shared)["winner"] is None


@pytest.mark.rule("EE-WIN-3")
def test_who_retreats_holds_nothing_and_the_table_may_say_who_does() -> None:
    start = ground(objectives=[CENTRE], turn_limit=1)
    others = formation("A", "N", "marine-tactical", 5)
    match = placed(start, M, others, B, M=row(58, 57), B=row(58, 90), N=row(20, 10))
    go_on(match, line("retreat", formation="M"))
    go_on(to_rally(match), line("next"))
    assert seen(match)["sides"]["A"]["objectives"] == 0
    said = ready(M, B)
    assert refused(said, line("objective", objective="hill", player="A")) == "EE-WIN-3"
    typed = placed(start, M, B)
    go_on(typed, line("objective", objective="hill", player="B"))
    go_on(to_rally(typed), line("next"))
    assert seen(typed)["winner"] == ["B"]


@pytest.mark.rule("EE-WIN-2", "EE-RALLY-2")
def test_a_side_whose_last_formation_rallies_in_time_goes_on() -> None:
    one = formation("B", "X", "ork-boy", 1)
    for die, phase in ((4, "orders"), (3, "over")):
        match = go_on(ready(M, B, one), line("retreat", formation="B"), line("lose", figures=["X"]))
        go_on(to_rally(match), line("rally", die, formation="B"), line("next"))
        assert seen(match)["phase"] == phase


@pytest.mark.rule("EE-INIT-2")
def test_the_initiative_stays_until_the_next_draw() -> None:
    match = go_on(to_rally(ready(M, B)), line("next"))
    assert (seen(match)["turn"], seen(match)["initiative"]) == (2, "A")
