"""Morale: break points, who tests and when, retreats and rallies."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.losses import break_point
from q40k.games.epic.state.morale import may_rally
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.epic.playing import (
    B,
    M,
    dead,
    formation,
    ground,
    place_figures,
    ready,
    row,
    shoot,
    shot,
    to_fights,
    to_rally,
    to_shooting,
)
from tests.games.scripted import go_on, json_state, line, refusal_rule, try_line

OTHERS = formation("B", "X", "ork-boy", 5)


@pytest.mark.rule("EE-MORALE-1")
def test_the_break_point_is_half_rounded_up() -> None:
    assert [break_point(n) for n in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.rule("EE-MORALE-1", "EE-MORALE-2")
def test_it_is_counted_against_the_figures_it_began_with_and_tested_once() -> None:
    match = to_shooting(ready(M, B, OTHERS), M="first-fire")
    go_on(match, line("lose", figures=["B/1", "B/2"]))
    go_on(match, shoot("M", 4, 4, 1, 1, 5, shots=[shot(["M/1", "M/2"], ["B/3", "B/4"])]))
    boyz = json_state(match)["formations"]["B"]
    assert boyz == {
        "player": "B",
        "order": "advance",
        "of": 5,
        "alive": 1,
        "demoralised": True,
        "retreat": False,
        "lost": 4,
    }
    wiped = to_shooting(ready(M, formation("B", "G", "ork-boy", 1), OTHERS))
    go_on(wiped, shoot("M", 5, 1, shots=[shot(["M/1"], "G/1")]))
    assert dead(wiped) == ["G/1"], "a formation that is wiped out tests nothing"


@pytest.mark.rule("EE-MORALE-3", "EE-MORALE-5", "EE-MORALE-9")
def test_the_table_may_call_a_test() -> None:
    match = ready(M, B)
    go_on(match, line("test", 2, formation="M", why="the noise"))
    assert json_state(match)["formations"]["M"]["retreat"] is False, "2+ passes"
    go_on(match, line("test", formation="B", why="by hand", result="failed"))
    assert json_state(match)["formations"]["B"]["retreat"] is True


@pytest.mark.rule("EE-MORALE-4")
def test_officers_never_test() -> None:
    boss = formation("B", "K", "ork-warboss", 2)
    match = to_shooting(ready(M, B, boss))
    assert refusal_rule(match, line("test", 1, formation="K")) == "EE-MORALE-4"
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/1"], "K/1")]))
    assert json_state(match)["formations"]["K"]["demoralised"] is True, "and nothing was asked"
    mixed = line("formation", player="B", id="Y", figures=[{"profile": "ork-warboss"}, {"profile": "ork-boy", "n": 1}])
    match = to_shooting(ready(M, B, mixed))
    go_on(match, shoot("M", 5, 1, 3, shots=[shot(["M/1"], "Y/2")]))
    assert json_state(match)["formations"]["Y"]["retreat"] is True, "the officer goes with the rest"


@pytest.mark.rule("EE-MORALE-6")
def test_who_fails_again_in_retreat_disperses() -> None:
    match = go_on(ready(M, B, OTHERS), line("retreat", formation="B"))
    go_on(match, line("test", 3, formation="B", why="again"))
    assert json_state(match)["formations"]["B"]["alive"] == 0


@pytest.mark.rule("EE-MORALE-8", "EE-TURN-3")
def test_the_close_combat_test_is_taken_once_before_the_first_fight() -> None:
    match = go_on(ready(M, B, OTHERS), line("lose", figures=["B/1", "B/2", "B/3"]))
    go_on(match, line("lose", figures=["M/1", "M/2", "M/3"]))
    go_on(match, line("test", 6, formation="B"), line("test", 6, formation="M"))
    runs = [{"figure": "B/4", "target": "M/4"}]
    to_fights(match, line("charge", formation="B", moves=runs), B="charge")
    go_on(match, line("next", 1, 4))
    assert json_state(match)["formations"]["M"]["retreat"] is True, "A has the initiative, and is first"
    assert json_state(match)["formations"]["B"]["retreat"] is False
    go_on(match, line("fight", 3, 3, 2, 2, one="M/4", against=["B/4"]))
    assert dead(match) == ["M/1", "M/2", "M/3", "B/1", "B/2", "B/3", "B/4"], "6 + 0 to 4 + 1"


@pytest.mark.rule("EE-MORALE-7")
def test_a_test_that_losses_by_hand_made_due_comes_with_the_end_of_the_fights() -> None:
    match = to_fights(ready(M, B, OTHERS))
    go_on(match, line("next"), line("lose", figures=["B/1", "B/2", "B/3"]), line("next", 2))
    assert json_state(match)["formations"]["B"]["retreat"] is True


@pytest.mark.rule("EE-RALLY-1", "EE-RALLY-2")
def test_rally() -> None:
    match = go_on(ready(M, B, OTHERS), line("retreat", formation="B"))
    assert refusal_rule(match, line("rally", formation="B")) == "EE-TURN-1"
    to_rally(match)
    assert refusal_rule(match, line("rally", 6, formation="M")) == "EE-RALLY-1"
    go_on(match, line("rally", 4, formation="B"))
    assert json_state(match)["formations"]["B"]["retreat"] is False
    assert refusal_rule(match, line("test", formation="Q")) == "EE-WORD-1"


@pytest.mark.rule("EE-MORALE-8", "EE-MORALE-6")
def test_who_disperses_before_the_fights_leaves_its_opponents_free() -> None:
    match = go_on(ready(M, B, OTHERS), line("lose", figures=["B/1", "B/2", "B/3"]))
    go_on(match, line("retreat", formation="B"))
    runs = [{"figure": "M/1", "target": "B/4"}, {"figure": "M/2", "target": "B/5"}]
    to_fights(match, line("charge", formation="M", moves=runs), M="charge")
    go_on(match, line("next", 1))
    assert (json_state(match)["contacts"], json_state(match)["formations"]["B"]["alive"]) == ([], 0)
    go_on(match, line("next"))
    assert json_state(match)["phase"] == "rally"


@pytest.mark.rule("EE-MORALE-8", "EE-PIN-3")
def test_who_was_left_alone_again_tests_nothing() -> None:
    tanks = formation("B", "T", "marine-land-raider", 2)
    match = go_on(ready(M, tanks, OTHERS), line("lose", figures=["T/2"]))
    run = {"figure": "M/1", "target": "T/1"}
    off = line("charge", formation="T", moves=[{"figure": "T/1", "cm": 8}])
    charge = line("charge", formation="M", moves=[run])
    to_fights(match, charge, off, M="charge", T="charge")
    with pytest.raises(LineRefused, match="answers-left"):
        go_on(match, line("next", 1))


@pytest.mark.rule("EE-MOVE-5", "EE-MOVE-6")
def test_the_table_says_where_a_formation_is_and_how_it_faces() -> None:
    pair = formation("A", "M", "marine-tactical", 2)
    match = place_figures(ground(), pair, B, M=[[50, 10, 20], [52, 10, 30]], B=row(50, 90))
    go_on(match, line("place", formation="M", at=[[60, 20, 45], [62, 20]]))
    assert [json_state(match)["figures"][f]["at"] for f in ("M/1", "M/2")] == [[60, 20, 45], [62, 20, 30]]
    assert try_line(match, line("place", formation="M", at=[[60, 20]])) == "places-wanted"


def due(match: MatchSession, id: str) -> tuple[bool, bool]:
    """Whether a formation is demoralised, and whether its break test is due."""
    nerve = match.state.formations[id].nerve
    return nerve.demoralised, nerve.due


@pytest.mark.rule("EE-MORALE-7", "EE-MORALE-8", "EE-MORALE-9")
def test_the_break_test_is_taken_once_and_the_close_combat_test_is_another() -> None:
    match = to_fights(
        ready(M, B, OTHERS), line("charge", formation="B", moves=[{"figure": "B/4", "target": "M/4"}]), B="charge"
    )
    go_on(match, line("lose", figures=["B/1", "B/2", "B/3"]))
    assert due(match, "B") == (True, True)
    go_on(match, line("next", 4))
    assert due(match, "B") == (True, True), "that was the test of close combat"
    go_on(match, line("fight", 1, 1, 6, 6, one="M/4", against=["B/4"]))
    go_on(match, line("test", 5, formation="B", why="now"))
    assert due(match, "B") == (True, False)
    go_on(match, line("next"))
    assert match.state.play.phase == "rally", "nothing more is asked"


@pytest.mark.rule("EE-MORALE-1", "EE-MORALE-2")
def test_who_is_wiped_out_has_no_test_to_take() -> None:
    match = go_on(ready(M, B, OTHERS), line("lose", figures=["B/1", "B/2"]))
    assert due(match, "B") == (False, False)
    go_on(match, line("lose", figures=["B/3"]))
    assert due(match, "B") == (True, True)
    go_on(match, line("lose", figures=["B/4"]))
    assert (due(match, "B"), due(match, "X")) == ((True, True), (False, False))
    go_on(match, line("lose", figures=["B/5"]))
    assert due(match, "B") == (True, False)


@pytest.mark.rule("EE-RALLY-1", "EE-RALLY-2", "EE-MORALE-3")
def test_a_rally_is_tried_once_a_turn_and_not_in_the_turn_of_a_failed_test() -> None:
    third = formation("B", "Y", "ork-boy", 5)
    match = to_rally(go_on(ready(M, B, OTHERS, third), line("test", 3, formation="B"), line("retreat", formation="X")))
    assert try_line(match, line("rally", formation="B")) == "failed-this-turn"
    assert [may_rally(match.state, match.state.formations[id]) for id in "BXM"] == [False, True, False]
    go_on(match, line("rally", 3, formation="X"))
    assert try_line(match, line("rally", formation="X")) == "tried-already"
    assert not may_rally(match.state, match.state.formations["X"])
    go_on(match, line("next"))
    to_rally(match)
    assert [may_rally(match.state, match.state.formations[id]) for id in "BX"] == [True, True]
    go_on(match, line("rally", formation="B", result="passed"), line("rally", formation="X", result="failed"))
    assert [match.state.formations[id].retreats for id in "BX"] == [False, True]
