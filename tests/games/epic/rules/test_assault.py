"""Assault moves: who may make one, how far, at whom, and who is pinned."""

from __future__ import annotations

import pytest

from q40k.games.epic.state.assault import contact_place, nearer_than
from q40k.games.epic.state.ground import pins
from q40k.games.epic.state.offers import possible_runs
from q40k.geometry.space import vector
from q40k.table.match_session import MatchSession
from tests.games.epic.playing import (
    LAND_RAIDER,
    RHINO,
    B,
    M,
    box,
    charge,
    dead,
    formation,
    ground,
    library,
    place_figures,
    ready,
    row,
    run,
    stacked_pairs,
    to_assault,
    to_movement,
)
from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule


@pytest.mark.rule("EE-ASSAULT-1", "EE-INIT-3")
def test_the_winner_of_the_draw_says_who_moves_first() -> None:
    match = to_assault(ready(M, B), first="B", chip="A", M="charge", B="charge")
    assert refusal_rule(match, charge("M", run("M/1", "B/1"))) == "EE-ASSAULT-1"
    go_on(match, charge("B", run("B/1", "M/1")), line("next"), charge("M", run("M/2", "B/2")))
    assert json_state(match)["contacts"] == [["B/1", "M/1"], ["M/2", "B/2"]]


@pytest.mark.rule("EE-ASSAULT-2", "EE-RETREAT-5")
def test_only_who_charges_moves_and_nobody_need_engage() -> None:
    match = to_assault(ready(M, B), B="charge")
    assert refusal_rule(match, charge("M", run("M/1", cm=1))) == "EE-ASSAULT-2"
    go_on(match, line("next"), charge("B", run("B/1", cm=3)))
    assert json_state(match)["contacts"] == []
    match = ready(M, B)
    go_on(match, line("retreat", formation="M"))
    to_assault(match)
    assert refusal_rule(match, charge("M", run("M/1", "B/1"))) == "EE-RETREAT-5"


@pytest.mark.rule("EE-ASSAULT-3")
def test_infantry_goes_twice_as_far_into_contact_and_a_vehicle_does_not() -> None:
    match = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    assert refusal_rule(match, charge("R", run("R", "B/1", cm=13))) == "EE-ASSAULT-3"
    go_on(match, charge("R", run("R", "B/1", cm=12.5)), charge("M", run("M/1", "B/2", cm=10)))
    assert refusal_rule(match, charge("M", run("M/1", "B/3", cm=1))) == "EE-ASSAULT-3"


@pytest.mark.rule("EE-ASSAULT-4", "EE-ASSAULT-6")
def test_the_shortest_way_ends_base_to_base() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 58))
    to_assault(match, M="charge")
    go_on(match, charge("M", run("M/1", "B/1")))
    at = json_state(match)["figures"]["M/1"]["at"]
    assert at[:2] == pytest.approx([50, 57.4], abs=1e-3)
    assert refusal_rule(match, charge("M", run("M/1", cm=1))) == "EE-ASSAULT-3"


@pytest.mark.rule("EE-ASSAULT-4", "EE-TERRAIN-3", "EE-TERRAIN-4")
def test_the_ground_is_tested_in_this_phase_too() -> None:
    marsh = box("marsh", 40, 52, 70, 56)
    match = place_figures(ground(marsh), M, B, M=row(50, 50), B=row(50, 58))
    to_assault(match, M="charge")
    go_on(match, charge("M", run("M/1", "B/1"), run("M/2", "B/2"), answers=(2, 1, 5)))
    assert json_state(match)["contacts"] == [["M/1", "B/1"]]
    assert json_state(match)["figures"]["M/2"]["at"][:2] == [52.0, 52.0]


@pytest.mark.rule("EE-ASSAULT-4", "EE-TERRAIN-2")
def test_a_barred_way_is_gone_round() -> None:
    house = box("building", 45, 52, 55, 54)
    tank = formation("A", "T", {"name": "Tank", "kind": "light-vehicle", "mv": 15})
    match = place_figures(ground(house), tank, M, B, T=[[50, 49]], M=row(20, 10), B=[[50, 58], *row(52, 60, 4)])
    to_assault(match, T="charge")
    assert refusal_rule(match, charge("T", run("T", "B/1"))) == "EE-TERRAIN-2"
    go_on(match, charge("T", run("T", "B/1", cm=14)))


@pytest.mark.rule("EE-ASSAULT-4", "EE-MOVE-5")
def test_no_enemy_is_run_through_but_gone_round() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=[[50, 55], [50, 58], *row(52, 60, 3)])
    to_assault(match, M="charge")
    go_on(match, charge("M", run("M/2", "B/1")))
    assert refusal_rule(match, charge("M", run("M/1", "B/2"))) == "EE-ASSAULT-4"
    reached = possible_runs(match.state, ["M/1"], ["B/2"])
    assert reached == (), "nor is it offered"
    go_on(match, charge("M", run("M/1", "B/2", cm=8)))
    assert json_state(match)["contacts"] == [["M/2", "B/1"], ["M/1", "B/2"]]


@pytest.mark.rule("EE-ASSAULT-5")
def test_the_nearest_enemy_is_engaged_first() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 55))
    to_assault(match, M="charge")
    assert refusal_rule(match, charge("M", run("M/1", "B/2"))) == "EE-ASSAULT-5"
    go_on(match, charge("M", run("M/1", "B/1"), run("M/2", "B/2"), run("M/3", "B/3")))
    others = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 55))
    to_assault(others, M="charge")
    go_on(others, charge("M", run("M/2", "B/2"), run("M/3", "B/3"), run("M/1", "B/1")))
    assert refusal_rule(others, charge("M", run("M/4", "B/5"))) == "EE-ASSAULT-5"


@pytest.mark.rule("EE-ASSAULT-5")
def test_friends_are_not_charged() -> None:
    match = to_assault(ready(M, formation("A", "N", "marine-tactical", 5), B), M="charge")
    assert refusal_rule(match, charge("M", run("M/1", "N/1"))) == "EE-ASSAULT-5"


@pytest.mark.rule("EE-ASSAULT-5")
def test_an_enemy_that_could_never_be_reached_is_left_out() -> None:
    house = box("building", 45, 52, 55, 60)
    tank = formation("A", "T", {"name": "Tank", "kind": "light-vehicle", "mv": 20})
    boyz = [[50, 54], *row(60, 60, 4)]
    in_the_open = place_figures(ground(), tank, M, B, T=[[50, 49]], M=row(20, 10), B=boyz)
    to_assault(in_the_open, T="charge")
    assert refusal_rule(in_the_open, charge("T", run("T", "B/2", cm=16))) == "EE-ASSAULT-5"
    match = place_figures(ground(house), tank, M, B, T=[[50, 49]], M=row(20, 10), B=boyz)
    to_assault(match, T="charge")
    go_on(match, charge("T", run("T", "B/2", cm=16)))


@pytest.mark.rule("EE-ASSAULT-6", "EE-PIN-1")
def test_who_touches_an_enemy_does_not_move() -> None:
    match = to_assault(ready(M, B), M="charge", B="charge")
    go_on(match, charge("M", run("M/1", "B/1")), line("next"))
    assert refusal_rule(match, charge("B", run("B/1", cm=2))) == "EE-PIN-1"
    assert refusal_rule(match, charge("B", run("B/1", "M/2"))) == "EE-PIN-1"


@pytest.mark.rule("EE-PIN-2")
def test_who_pins_whom() -> None:
    profiles = library().of_kind("profiles")
    marine, rhino = profiles["marine-tactical"], profiles["marine-rhino"]
    raider, speeder = profiles["marine-land-raider"], profiles["marine-land-speeder"]
    assert pins(marine, marine)
    assert pins(rhino, marine)
    assert not pins(marine, rhino)
    assert not pins(rhino, raider)
    assert pins(raider, raider)
    assert not pins(raider, speeder)


@pytest.mark.rule("EE-PIN-3")
def test_who_is_not_pinned_moves_off_and_frees_the_enemy() -> None:
    match = to_assault(ready(LAND_RAIDER, M, B), first="B", L="charge", B="charge")
    go_on(match, charge("B", run("B/1", "L")), line("next"))
    go_on(match, charge("L", run("L", cm=5)))
    assert json_state(match)["contacts"] == []
    assert "L/1 is not pinned, and leaves B/1" in log_sentences(match)
    stays = to_assault(ready(LAND_RAIDER, M, B), first="B", L="charge", B="charge")
    go_on(stays, charge("B", run("B/1", "L")), line("next"), line("next"))
    assert refusal_rule(stays, line("next")) == "EE-MELEE-6", "it stays, so it fights"


@pytest.mark.rule("EE-TRANSPORT-4")
def test_getting_off_comes_out_of_the_assault_move() -> None:
    match = ready(M, RHINO, B)
    go_on(match, line("orders", player="A", orders={"M": "charge", "R": "charge"}))
    go_on(match, line("draw", "A", "A"), line("move", formation="M", board="R"))
    go_on(match, line("next"), line("next"), line("draw", "A"), line("next"), line("draw", "A", "A"))
    far = charge("M", run("M/1", "B/1", cm=8), leave=["M"])
    assert refusal_rule(match, far) == "EE-ASSAULT-3"
    go_on(match, charge("M", run("M/1", "B/1", cm=7.5), leave=["M"]))


@pytest.mark.rule("EE-MORALE-9")
def test_terror_is_pointed_out_when_contact_is_made() -> None:
    beast = formation("B", "T", "tyranid-carnifex")
    match = to_assault(ready(M, B, beast), first="B", T="charge")
    go_on(match, charge("T", run("T", "M/1")))
    assert any(sentence.startswith("T/1 frightens M") for sentence in log_sentences(match))
    go_on(match, line("test", 1, formation="M", why="terror"))
    assert json_state(match)["formations"]["M"]["retreat"] is True
    assert any("(terror)" in sentence for sentence in log_sentences(match))


@pytest.mark.rule("EE-ASSAULT-6")
def test_a_base_that_touches_two_enemies_is_in_contact_with_both() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(49.69, 55, step=0.62))
    to_assault(match, M="charge")
    assert refusal_rule(match, charge("M", run("M/1", "B/1", to=[50, 54]))) == "EE-ASSAULT-6"
    go_on(match, charge("M", run("M/1", "B/1", to=[50, 54.49])))
    assert json_state(match)["contacts"] == [["M/1", "B/1"], ["M/1", "B/2"]]
    typed = to_assault(ready(M, B), M="charge")
    go_on(typed, charge("M", run("M/1", "B/1", also=["B/2"])))
    assert json_state(typed)["contacts"] == [["M/1", "B/1"], ["M/1", "B/2"]]


@pytest.mark.rule("EE-TERRAIN-4")
def test_who_is_stuck_stays_where_it_met_the_first_piece() -> None:
    wood, river = box("wood", 40, 50, 60, 52), box("river", 40, 54, 60, 56)
    tank = formation("A", "T", {"name": "Tank", "kind": "light-vehicle", "mv": 15})
    match = place_figures(ground(wood, river), tank, M, B, T=[[50, 48]], M=row(20, 10), B=row(80, 80))
    to_assault(match, T="charge")
    go_on(match, charge("T", run("T", to=[50, 60]), answers=(1, 3)))
    assert json_state(match)["figures"]["T/1"]["at"][:2] == [50.0, 50.0]


@pytest.mark.rule("EE-ASSAULT-6", "EE-ASSAULT-5")
def test_a_place_where_bases_touch_is_an_engagement() -> None:
    match = place_figures(ground(), M, B, M=row(50, 50), B=row(50, 55))
    to_assault(match, M="charge")
    assert refusal_rule(match, charge("M", run("M/2", to=[50, 54.4]))) == "EE-ASSAULT-5"
    go_on(match, charge("M", run("M/1", to=[50, 54.4]), run("M/2", to=[52, 54])))
    assert json_state(match)["contacts"] == [["M/1", "B/1"]]


@pytest.mark.rule("EE-MOVE-2")
def test_no_assault_move_leaves_the_table() -> None:
    match = place_figures(ground(), M, B, M=row(2, 50), B=row(50, 80))
    to_assault(match, M="charge")
    assert refusal_rule(match, charge("M", run("M/1", to=[0.2, 50]))) == "EE-MOVE-2"
    go_on(match, charge("M", run("M/1", to=[0.3, 50])))


@pytest.mark.rule("EE-PIN-1", "EE-PIN-3", "EE-ASSAULT-6", "EE-TRANSPORT-4")
def test_who_is_in_contact_gets_on_no_transport() -> None:
    lancer = {"name": "Jump trooper", "mv": 10, "traits": ["antigrav"]}
    match = ready(M, RHINO, formation("A", "J", lancer, 2), B)
    to_assault(match, first="B", M="charge", R="charge", J="charge", B="charge")
    go_on(match, charge("B", run("B/1", "M/1"), run("B/2", "J/1"), run("B/3", "R/1")), line("next"))
    assert refusal_rule(match, charge("M", board="R")) == "EE-PIN-1", "M/1 is pinned"
    assert refusal_rule(match, charge("R", board=["M/1"])) == "EE-PIN-1"
    go_on(match, charge("M", board={"M/2": "R/1"}))
    assert json_state(match)["figures"]["M/2"]["aboard"] == "R/1", "infantry does not pin the transport"
    go_on(match, charge("J", board="R"))
    assert "J/1 is not pinned, and leaves B/2" in log_sentences(match)
    assert json_state(match)["contacts"] == [["B/1", "M/1"], ["B/3", "R/1"]]


@pytest.mark.rule("EE-PIN-1", "EE-TRANSPORT-4")
def test_nobody_gets_on_or_off_a_transport_that_is_pinned() -> None:
    kan = formation("B", "K", "ork-killa-kan")
    match = ready(M, RHINO, B, kan)
    go_on(match, line("orders", player="A", orders={"M": "charge"}), line("orders", player="B", orders={"K": "charge"}))
    go_on(match, line("draw", "A", "A"), line("move", formation="M", board={"M/1": "R"}), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("next"), line("draw", "A", "B"), charge("K", run("K", "R/1")), line("next"))
    assert refusal_rule(match, charge("M", leave=["M/1"])) == "EE-PIN-1"
    assert refusal_rule(match, charge("M", board={"M/2": "R/1"})) == "EE-PIN-1"
    go_on(match, charge("M", leave=["M/1"], override="they jump"))


@pytest.mark.rule("EE-TERRAIN-4", "EE-TRANSPORT-4")
def test_who_is_held_by_the_ground_gets_on_no_transport() -> None:
    match = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    swamp = [{"figure": "M/1", "terrain": "marsh"}]
    go_on(match, charge("M", run("M/1", cm=1), enters=swamp, answers=(1, 2)))
    assert refusal_rule(match, charge("M", board="R")) == "EE-TERRAIN-4"
    go_on(match, charge("M", board={"M/2": "R/1"}))
    match = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    go_on(match, charge("M", run("M/1", cm=1), enters=swamp, board="R", answers=(1, 2)))
    riders = [f for f, figure in json_state(match)["figures"].items() if figure.get("aboard")]
    assert riders == ["M/2", "M/3", "M/4", "M/5"], "who is stuck on the way stays behind"


@pytest.mark.rule("EE-ASSAULT-2", "EE-SAVE-4")
def test_who_is_lost_charges_nobody() -> None:
    match = to_assault(ready(M, B), M="charge")
    go_on(match, line("lose", figures=["M/1"]))
    run = [{"figure": "M/1", "target": "B/1", "cm": 5}]
    assert refusal_rule(match, line("charge", formation="M", moves=run)) == "EE-SAVE-4"


LONE = formation("A", "M", "marine-tactical")
BOY = formation("B", "B", "ork-boy")


def spot(match: MatchSession, figure: str) -> tuple[float, ...]:
    position = match.state.figures[figure].position
    assert position.at is not None
    return (*position.at, position.facing)


@pytest.mark.rule("EE-ASSAULT-4", "EE-ASSAULT-6", "EE-MOVE-5")
@pytest.mark.parametrize(
    ("degrees_taken", "degrees"),
    [
        ((), 270),  # straight at it: from the south
        ((267,), 330),  # the first free place in steps of 5 degrees, first to the left as it comes
        ((273,), 210),
        ((330, 270), 210),
        ((210, 330, 270), None),  # 30 degrees off are too near
        ((240, 300), None),  # there is room only beside it, at 0 and 180 degrees
    ],
)
def test_where_a_charger_finds_room_at_its_target(degrees_taken: tuple[int, ...], degrees: int | None) -> None:
    around = [vector(0.6, angle) for angle in degrees_taken]
    friends = formation("A", "N", "marine-tactical", max(1, len(degrees_taken)))
    at = [[50 + x, 50 + y] for x, y in around] or [[20, 20]]
    match = place_figures(ground(), LONE, friends, BOY, M=[[50, 44, 0]], N=at, B=[[50, 50]])
    place = contact_place(to_assault(match, M="charge").state, "M/1", "B/1")
    expected = None if degrees is None else [a + b for a, b in zip((50, 50), vector(0.6, degrees), strict=True)]
    assert (None if place is None else [*place[:2]]) == (expected and pytest.approx(expected))
    assert place is None or place[2] == pytest.approx(90), "it turns to its target"


@pytest.mark.rule("EE-ASSAULT-4", "EE-ASSAULT-6")
def test_who_touches_its_target_already_stays_as_it_is_and_without_places_nobody_knows() -> None:
    match = to_assault(place_figures(ground(), LONE, BOY, M=[[50, 49.4, 33]], B=[[50, 50]]), M="charge")
    assert contact_place(match.state, "M/1", "B/1") == (50, 49.4, 33)
    for mine, theirs in (([[50.0, 49.0]], []), ([], [[50.0, 49.0]]), ([], [])):
        assert contact_place(place_figures(ground(), LONE, BOY, M=mine, B=theirs).state, "M/1", "B/1") is None


@pytest.mark.rule("EE-MOVE-6", "EE-ASSAULT-4")
@pytest.mark.parametrize(("to", "facing"), [([52, 50, 45], 45), ([52, 50], 0), ([50, 48], 270), ([50, 50], 20)])
def test_who_runs_to_a_place_faces_as_is_said_or_straight_on(to: list[float], facing: float) -> None:
    match = to_assault(place_figures(ground(), LONE, BOY, M=[[50, 50, 20]], B=[[90, 90]]), M="charge")
    go_on(match, charge("M", run("M/1", to=to)))
    assert spot(match, "M/1") == pytest.approx((*to[:2], facing))


@pytest.mark.rule("EE-ASSAULT-3")
def test_a_place_is_nothing_where_no_places_are_kept_and_a_run_may_be_longer_than_the_straight_path() -> None:
    match = to_assault(ready(M, B), M="charge")
    go_on(match, charge("M", run("M/1", to=[50, 50])))
    assert (match.state.figures["M/1"].position.at, match.state.contacts) == (None, ())
    for cm, spent in ((4, 6), (7, 7)):
        match = to_assault(place_figures(ground(), LONE, BOY, M=[[50, 50]], B=[[50, 56.6]]), M="charge")
        go_on(match, charge("M", run("M/1", "B/1", cm=cm)))
        assert match.state.figures["M/1"].doing.spent == pytest.approx(spent)


@pytest.mark.rule("EE-ASSAULT-3")
@pytest.mark.parametrize(("far", "rule"), [(10, None), (10.01, "EE-ASSAULT-3")])
def test_infantry_reaches_contact_at_exactly_twice_its_movement(far: float, rule: str | None) -> None:
    match = to_assault(place_figures(ground(), LONE, BOY, M=[[50, 50]], B=[[50, 50.6 + far]]), M="charge")
    command = charge("M", run("M/1", "B/1"))
    if rule is None:
        assert len(go_on(match, command).state.contacts) == 1
    else:
        assert refusal_rule(match, command) == rule


@pytest.mark.rule("EE-ASSAULT-5")
def test_enemies_at_the_same_distance_may_be_chosen_from_and_the_nearest_is_named() -> None:
    match = to_assault(
        place_figures(ground(), LONE, B, M=[[50, 50]], B=[[48, 55], [52, 55], [50, 57], *row(80, 80, 2)]), M="charge"
    )
    assert nearer_than(match.state, "M/1", "B/1") == nearer_than(match.state, "M/1", "B/2") == ()
    assert nearer_than(match.state, "M/1", "B/3") == ("B/1", "B/2")
    assert nearer_than(match.state, "M/1", "B/4") == ("B/1", "B/2", "B/3")
    go_on(match, charge("M", run("M/1", "B/2")))
    assert nearer_than(match.state, "M/1", "B/4") == ("B/3", "B/1"), "B/2 is engaged"
    assert nearer_than(to_assault(ready(M, B), M="charge").state, "M/1", "B/2") == ()


@pytest.mark.rule("EE-ASSAULT-5", "EE-SAVE-4", "EE-TRANSPORT-2")
def test_nobody_engages_the_dead_or_a_passenger() -> None:
    trukk = formation("B", "T", "ork-trukk")
    match = ready(M, B, trukk)
    go_on(match, line("lose", figures=["B/1"]))
    to_movement(match, first="B", M="charge")
    go_on(match, line("move", formation="B", board={"B/2": "T"}), line("next"), line("next"), line("draw", "A"))
    go_on(match, line("next"), line("draw", "A", "A"))
    assert refusal_rule(match, charge("M", run("M/1", "B/1"))) == "EE-SAVE-4"
    assert refusal_rule(match, charge("M", run("M/1", "B/2"))) == "EE-TRANSPORT-2"
    go_on(match, charge("M", run("M/1", "B/3")))


@pytest.mark.rule("EE-ASSAULT-2", "EE-TRANSPORT-2")
def test_only_figures_of_the_formation_on_the_table_run() -> None:
    match = to_movement(ready(M, RHINO, B), M="charge", R="charge")
    go_on(match, line("move", formation="M", board={"M/1": "R"}), line("next"), line("next"), line("draw", "A"))
    go_on(match, line("next"), line("draw", "A", "A"))
    assert refusal_rule(match, charge("M", run("M/1", cm=1))) == "EE-TRANSPORT-2"
    assert refusal_rule(match, charge("M", run("R/1", cm=1))) == "EE-ASSAULT-2"


@pytest.mark.rule("EE-TERRAIN-3", "EE-SAVE-4", "EE-MORALE-7")
def test_who_dies_on_the_way_engages_nobody_and_its_formation_tests_when_it_is_due() -> None:
    pair = formation("A", "M", "marine-tactical", 2)
    swamp = [{"figure": "M/1", "terrain": "marsh"}]
    runs = run("M/1", "B/1"), run("M/2", "B/2")
    match = to_assault(ready(pair, B), M="charge")
    go_on(match, charge("M", *runs, enters=swamp, answers=(1, 1, 1)))
    assert (dead(match), match.state.contacts) == (["M/1"], (("M/2", "B/2"),))
    at_once = to_assault(ready(pair, B, break_test="at-once"), M="charge")
    go_on(at_once, charge("M", *runs, enters=swamp, answers=(1, 1, 1, 1)))
    assert json_state(at_once)["formations"]["M"]["retreat"] is True


@pytest.mark.rule("EE-TRANSPORT-5", "EE-TERRAIN-3")
def test_ground_that_wrecks_a_charging_transport_hurts_its_passengers() -> None:
    match = to_movement(ready(M, RHINO, B), M="charge", R="charge")
    go_on(match, line("move", formation="M", board={"M/1": "R"}), line("next"), line("next"), line("draw", "A"))
    go_on(match, line("next"), line("draw", "A", "A"))
    wood = [{"figure": "R", "terrain": "wood"}]
    go_on(match, charge("R", run("R/1", cm=3), enters=wood, answers=(1, 1, 1, 1)))
    assert dead(match) == ["M/1", "R/1"]


@pytest.mark.rule("EE-TRANSPORT-1", "EE-TRANSPORT-2")
def test_a_transport_that_runs_on_pays_for_its_next_stop() -> None:
    match = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    go_on(match, charge("M", board={"M/1": "R/1"}), charge("M", board={"M/2": "R/1"}))
    assert match.state.figures["R/1"].doing.spent == pytest.approx(2.5), "one stop"
    go_on(match, charge("R", run("R/1", cm=3)), charge("M", board={"M/3": "R/1"}))
    assert match.state.figures["R/1"].doing.spent == pytest.approx(8)
    still = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    go_on(still, charge("M", board={"M/1": "R/1"}), charge("R", run("R/1", cm=0)), charge("M", board={"M/2": "R/1"}))
    assert still.state.figures["R/1"].doing.spent == pytest.approx(2.5)


@pytest.mark.rule("EE-TRANSPORT-2", "EE-MOVE-5")
def test_who_gets_off_and_runs_at_nobody_stands_beside_the_transport() -> None:
    squad = formation("A", "M", "marine-tactical", 3)
    match = place_figures(ground(), RHINO, squad, BOY, R=[[50, 50, 90]], M=row(48, 51.8, 3), B=[[50, 59]])
    to_movement(match, M="charge", R="charge")
    go_on(match, line("move", formation="M", board="R", override="a test"), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("next"), line("draw", "A", "A"))
    go_on(match, charge("M", run("M/1", "B/1"), leave=["M"]))
    assert match.state.contacts == (("M/1", "B/1"),)
    assert spot(match, "M/1") == pytest.approx((50, 58.4, 90)), "it stays where it has run"
    assert not stacked_pairs(match.state)


@pytest.mark.rule("EE-TERRAIN-4", "EE-TRANSPORT-4")
def test_a_transport_waits_for_nobody_who_is_held_on_the_way() -> None:
    match = to_assault(ready(M, RHINO, B), M="charge", R="charge")
    swamp = [{"figure": "M/1", "terrain": "marsh"}]
    go_on(match, charge("M", run("M/1", cm=1), enters=swamp, board={"M/1": "R/1"}, answers=(1, 2)))
    assert (match.state.passengers("R/1"), match.state.figures["R/1"].doing.spent) == ((), 0)


@pytest.mark.rule("EE-ASSAULT-1")
def test_a_charge_of_nobody_is_told() -> None:
    match = to_assault(ready(M, B), M="charge")
    before = len(log_sentences(match))
    go_on(match, charge("M"))
    assert log_sentences(match)[before:] == ["Nobody of M makes an assault move"]
    go_on(match, charge("M", run("M/1", cm=1)))
    assert log_sentences(match)[before + 1 :] == ["M/1 moves 1 cm"]


@pytest.mark.rule("EE-MORALE-9")
def test_who_engages_a_frightening_figure_meets_terror() -> None:
    beast = formation("B", "T", "tyranid-carnifex")
    match = to_assault(ready(M, B, beast), M="charge")
    go_on(match, charge("M", run("M/1", "T/1"), run("M/2", "B/1")))
    assert [sentence for sentence in log_sentences(match) if "frightens" in sentence] == [
        "T/1 frightens M: the table may call a test (t)"
    ]
