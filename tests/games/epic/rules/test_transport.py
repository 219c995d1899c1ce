"""Transports: what getting on and off costs, who sits aboard, what a wreck does."""

from __future__ import annotations

import pytest

from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.epic.playing import (
    EDGES,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    dead,
    formation,
    ground,
    place_figures,
    play,
    ready,
    row,
    shoot,
    shot,
    to_movement,
)
from tests.games.scripted import go_on, json_state, line, refusal_rule, try_line


@pytest.mark.rule("EE-TRANSPORT-1")
def test_the_transport_pays_once_a_stop_and_each_passenger_pays() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board="R"))
    assert {json_state(match)["figures"][f"M/{n}"]["aboard"] for n in range(1, 6)} == {"R/1"}
    assert refusal_rule(match, line("move", formation="R", cm=10.5)) == "EE-MOVE-2"
    go_on(match, line("move", formation="R", cm=7.5))
    go_on(match, line("move", formation="M", leave=True))
    assert refusal_rule(match, line("move", formation="R", cm=0.5)) == "EE-MOVE-2", "12.5 are spent"
    assert refusal_rule(match, line("move", formation="M", cm=0.5)) == "EE-MOVE-2"


@pytest.mark.rule("EE-TRANSPORT-1")
def test_whatever_number_boards_at_a_stop_the_transport_pays_for_it_once() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board={"M/1": "R"}), line("move", formation="M", board={"M/2": "R"}))
    assert match.state.figures["R/1"].doing.spent == pytest.approx(2.5)
    assert match.state.figures["M/2"].doing.spent == pytest.approx(2.5)


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-3")
def test_a_transport_takes_on_goes_and_sets_down() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="R", cm=7.5, board=["M"], leave=["M"]))
    assert "aboard" not in json_state(match)["figures"]["M/1"]
    assert match.state.figures["R/1"].doing.spent == pytest.approx(12.5)
    assert match.state.figures["M/1"].doing.spent == pytest.approx(5)


@pytest.mark.rule("EE-TRANSPORT-2")
def test_aboard_nobody_does_or_suffers_anything() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board="R"), line("next"), line("next"))
    go_on(match, line("draw", "B"))
    assert refusal_rule(match, shoot("B", shots=[shot("B", "M/1")])) == "EE-TRANSPORT-2"
    go_on(match, line("hold", formation="B"))
    assert refusal_rule(match, shoot("M", shots=[shot(["M/1"], "B")])) == "EE-TRANSPORT-2"
    assert json_state(match)["formations"]["M"]["alive"] == 5


@pytest.mark.rule("EE-TRANSPORT-2")
def test_off_again_in_the_same_turn_it_acts_as_usual() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board="R"), line("move", formation="M", leave=["M"]))
    go_on(match, line("next"), line("next"), line("draw", "A"))
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/1"], "B/1")]))
    assert dead(match) == ["B/1"]


@pytest.mark.rule("EE-TRANSPORT-3")
def test_capacity_is_asked_once_where_nobody_says_it() -> None:
    wagon = {"name": "Wagon", "kind": "light-vehicle", "mv": 10, "traits": ["transport"]}
    match = to_movement(ready(M, formation("A", "W", wagon), B))
    with pytest.raises(LineRefused, match="EE-TRANSPORT-3"):
        go_on(match, line("move", 4, formation="M", board="W"))
    match = to_movement(ready(M, formation("A", "W", wagon), B))
    go_on(match, line("move", 5, formation="M", board={"M/1": "W"}))
    go_on(match, line("move", formation="M", board={"M/2": "W"}))
    assert match.state.passengers("W/1") == ("M/1", "M/2")


@pytest.mark.rule("EE-TRANSPORT-4")
def test_first_fire_is_too_slow_to_board_and_boarding_needs_contact() -> None:
    match = to_movement(ready(M, RHINO, B), M="first-fire")
    assert refusal_rule(match, line("move", formation="M", board="R")) == "EE-TRANSPORT-4"
    match = to_movement(place_figures(ground(), M, RHINO, B, M=row(50, 10), R=[[55, 14]], B=row(50, 110)))
    assert refusal_rule(match, line("move", formation="M", board="R")) == "EE-TRANSPORT-4"
    assert refusal_rule(match, line("move", formation="B", board="R")) == "EE-MOVE-1"


def wrecked_rhino(*answers: object, **options: str) -> MatchSession:
    """A Rhino with three Marines aboard is destroyed."""
    squad = formation("A", "M", "marine-tactical", 3)
    others = formation("A", "N", "marine-tactical", 5)
    match = to_movement(ready(squad, RHINO, others, B, **options), first="A")
    go_on(match, line("move", formation="M", board="R"), line("next"), line("next"))
    go_on(match, line("draw", "B"))
    return go_on(match, shoot("B", 5, 3, *answers, shots=[shot(["B/1"], "R")]))


@pytest.mark.rule("EE-TRANSPORT-5")
def test_each_passenger_of_a_wreck_takes_a_hit() -> None:
    match = wrecked_rhino(4, 3, 6)
    assert dead(match) == ["M/2", "R/1"]
    assert "aboard" not in json_state(match)["figures"]["M/1"]
    assert refusal_rule(match, shoot("M", shots=[shot(["M/1"], "B/1")])) == "EE-TRANSPORT-5"


@pytest.mark.rule("EE-TRANSPORT-5", "EE-TERRAIN-3")
@pytest.mark.parametrize(("save", "lost"), [(3, ["M/2", "R/1"]), (4, [])])
def test_ground_that_wrecks_a_transport_hurts_its_passengers(save: int, lost: list[str]) -> None:
    squad = formation("A", "M", "marine-tactical", 3)
    match = to_movement(ready(squad, RHINO, M | {"id": "N"}, B))
    go_on(match, line("move", formation="M", board="R"))
    saves = (4, 3, 6) if lost else ()
    go_on(match, line("move", 1, 1, save, *saves, formation="R", cm=5, enters=[{"figure": "R", "terrain": "wood"}]))
    assert dead(match) == lost
    assert match.question is None


@pytest.mark.rule("EE-TRANSPORT-5")
def test_the_switch_of_wrecks() -> None:
    assert dead(wrecked_rhino(wreck="safe")) == ["R/1"]
    assert dead(wrecked_rhino(wreck="lost")) == ["M/1", "M/2", "M/3", "R/1"]


@pytest.mark.rule("EE-TRANSPORT-2", "EE-MOVE-4")
def test_with_places_they_get_off_beside_it() -> None:
    match = play(ground(), MARINES, ORKS, RHINO, M, B, line("start", 3, 5, edges=EDGES))
    go_on(match, line("deploy", formation="R", at=[[54, 12]]), line("deploy", formation="B"))
    go_on(match, line("deploy", formation="M", aboard="R"))
    to_movement(match)
    go_on(match, line("move", formation="R", to=[[54, 19.5]]))
    far = [[52.2, 24], *[[55.8, 19 + n] for n in range(4)]]
    assert refusal_rule(match, line("move", formation="M", leave=True, to=far)) == "EE-MOVE-2"
    off = [[52.65, 19.5], [52.65, 20.5], [55.35, 18.6], [55.35, 19.6], [55.35, 20.6]]
    go_on(match, line("move", formation="M", leave=True, to=off))
    assert json_state(match)["figures"]["M/1"]["at"][:2] == [52.65, 19.5]


@pytest.mark.rule("EE-TRANSPORT-1")
def test_a_move_takes_on_and_sets_down_nobody_of_another_formation() -> None:
    trukk = formation("B", "T", "ork-trukk")
    others = formation("A", "N", "marine-tactical", 2)
    match = play(
        line("new", game="epic"),
        MARINES,
        ORKS,
        RHINO,
        M,
        others,
        trukk,
        B,
        line("start", 3, 5, edges=EDGES),
        line("deploy", formation="R"),
        line("deploy", formation="T"),
        line("deploy", formation="M", aboard="R"),
        line("deploy", formation="B", aboard="T"),
        line("deploy", formation="N"),
    )
    to_movement(match)
    assert refusal_rule(match, line("move", formation="N", leave=["B/1"])) == "EE-TRANSPORT-1"
    assert refusal_rule(match, line("move", formation="N", leave=["M/1"])) == "EE-TRANSPORT-1"
    away = line("move", formation="M", board={"N/1": "R"})
    assert refusal_rule(match, away) == "EE-TRANSPORT-1"
    go_on(match, line("move", formation="R", board={"N/1": "R"}, leave=["M/1"]))
    assert json_state(match)["figures"]["N/1"]["aboard"] == "R/1"


@pytest.mark.rule("EE-TERRAIN-4", "EE-TRANSPORT-2")
def test_passengers_test_no_ground() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board="R"))
    marsh = [{"figure": "M", "terrain": "marsh"}]
    with pytest.raises(LineRefused, match="answers-left"):
        go_on(match, line("move", 2, formation="M", enters=marsh))


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-4")
def test_an_assault_move_out_of_a_transport_begins_at_its_edge() -> None:
    lone = formation("A", "M", "marine-tactical")
    boyz = [[60, 29.4], *row(70, 40, 4)]
    match = place_figures(ground(), RHINO, lone, B, R=[[60, 20, 90]], M=[[60, 21.8]], B=boyz)
    to_movement(match, M="charge", R="charge")
    go_on(match, line("move", formation="M", board="R"), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("next"), line("draw", "A", "A"))
    marine = {"figure": "M/1", "target": "B/1"}
    go_on(match, line("charge", formation="M", leave=["M/1"], moves=[marine]))
    assert json_state(match)["contacts"] == [["M/1", "B/1"]], "7.0 of the 7.5 cm that are left"


@pytest.mark.rule("EE-TRANSPORT-5", "EE-MORALE-6")
def test_passengers_of_who_disperses_stand_where_it_stood() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board="R"), line("retreat", formation="R"))
    go_on(match, line("test", formation="R", why="again", result="failed"))
    assert dead(match) == ["R/1"]
    assert "aboard" not in json_state(match)["figures"]["M/1"]


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-4")
def test_getting_on_takes_exactly_2_5_cm_of_what_is_left_of_both() -> None:
    for walked, rolled, code in ((2.5, 10, None), (2.6, 0, "cannot-afford"), (0, 10.1, "cannot-afford")):
        match = to_movement(ready(M, RHINO, B))
        go_on(match, line("move", formation="M", cm=walked), line("move", formation="R", cm=rolled))
        assert try_line(match, line("move", formation="M", board={"M/1": "R"})) == code, (walked, rolled)


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-2")
def test_a_transport_that_moved_on_pays_for_its_next_stop() -> None:
    match = to_movement(ready(M, RHINO, B))
    go_on(match, line("move", formation="M", board={"M/1": "R"}), line("move", formation="R", cm=0))
    go_on(match, line("move", formation="M", board={"M/2": "R"}))
    assert match.state.figures["R/1"].doing.spent == pytest.approx(2.5)
    go_on(match, line("move", formation="R", cm=3), line("move", formation="M", board={"M/3": "R"}))
    assert match.state.figures["R/1"].doing.spent == pytest.approx(8)


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-3")
def test_what_boards_what() -> None:
    two = formation(
        "A", "W", {"name": "Wagon", "kind": "light-vehicle", "mv": 10, "traits": ["transport"], "capacity": 2}
    )
    match = to_movement(ready(M, two, RHINO, B))
    assert try_line(match, line("move", formation="M", board="W")) == "no-room"
    assert try_line(match, line("move", formation="M", board="M/1")) == "no-transport"
    assert try_line(match, line("move", formation="W", board={"W": "W"})) == "cannot-carry"
    assert try_line(match, line("move", formation="W", board={"B/1": "W"})) == "cannot-carry"
    assert try_line(match, line("move", formation="M", board=["M/1"])) == "which-transport"
    assert try_line(match, line("move", formation="M", leave=True)) == "nobody-aboard"
    assert try_line(match, line("move", formation="M", leave=["M/1"])) == "not-aboard"
    go_on(match, line("move", formation="M", board={"M/1": "W", "M/2": "W"}))
    assert try_line(match, line("move", formation="M", board={"M/3": "W"})) == "no-room"
    assert try_line(match, line("move", formation="R", board={"M/3": "W"})) == "not-of-formation"


@pytest.mark.rule("EE-TRANSPORT-4")
@pytest.mark.parametrize(("gap", "code"), [(0.09, None), (0.11, "not-beside")])
def test_who_boards_touches_the_transport(gap: float, code: str | None) -> None:
    marines = formation("A", "M", "marine-tactical")
    match = to_movement(
        place_figures(ground(), marines, RHINO, B, M=[[50, 10]], R=[[51.3 + gap, 10, 90]], B=row(50, 110))
    )
    assert try_line(match, line("move", formation="M", board="R")) == code


@pytest.mark.rule("EE-TRANSPORT-5")
def test_who_left_a_wreck_does_nothing_more_in_this_phase_and_only_in_it() -> None:
    match = wrecked_rhino(4, 4, 4)
    assert [match.state.figures[f"M/{n}"].doing.thrown for n in (1, 2, 3)] == [True] * 3
    assert try_line(match, shoot("M", shots=[shot(["M/1"], "B/1")])) == "thrown-out"
    go_on(match, line("next"))
    assert not match.state.figures["M/1"].doing.thrown


@pytest.mark.rule("EE-TRANSPORT-5", "EE-VEHICLE-3")
def test_a_transport_that_survives_keeps_its_passengers() -> None:
    big = {
        "name": "Big",
        "kind": "light-vehicle",
        "mv": 10,
        "traits": ["transport"],
        "capacity": 5,
        "hits": 2,
        "save": 4,
    }
    match = to_movement(ready(M, formation("A", "R", big), B))
    go_on(match, line("move", formation="M", board="R"), line("next"), line("next"), line("draw", "B"))
    go_on(match, shoot("B", 5, 3, shots=[shot(["B/1"], "R")]))
    assert (match.state.figures["R/1"].life.hits, len(match.state.passengers("R/1"))) == (1, 5)
