"""The twenty worked examples of the table page, as scripts."""

from __future__ import annotations

import pytest

from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused
from tests.games.epic.playing import (
    LAND_RAIDER,
    MARINES,
    ORKS,
    RHINO,
    B,
    M,
    dead,
    formation,
    give,
    new,
    play,
    ready,
    shoot,
    shot,
    to_assault,
    to_fights,
    to_movement,
    to_rally,
    to_shooting,
)
from tests.games.scripted import go_on, json_state, line, refusal_rule


@pytest.mark.rule("EE-INIT-1", "EE-INIT-2", "EE-TURN-2")
def test_1_a_cup_of_three_and_two() -> None:
    match = ready(M, B)
    assert json_state(match)["cup"] == {"A": 3, "B": 2}
    go_on(match, line("draw", "B", "B"), line("next"), line("next"), line("draw", "B"))
    assert json_state(match)["cup"] == {"A": 3, "B": 0}
    go_on(match, line("next"), line("draw", "A"))
    assert json_state(match)["initiative"] == "A", "certain, so only who goes first is asked"
    go_on(match, *[line("next")] * 4)
    assert (json_state(match)["turn"], json_state(match)["cup"]) == (2, {"A": 3, "B": 2})


@pytest.mark.rule("EE-INIT-1")
def test_2_equal_values_have_three_chips_each() -> None:
    match = play(new(), MARINES, {**ORKS, "strategic": 5}, M, B, line("start", 3, 5, edges={"A": "south"}))
    go_on(match, line("deploy", formation="M"), line("deploy", formation="B"))
    assert json_state(match)["cup"] == {"A": 3, "B": 3}
    go_on(match, line("draw", "A", "A"), line("next"), line("next"), line("draw", "A"), line("next"))
    go_on(match, line("draw", "A", "A"))
    assert json_state(match)["cup"] == {"A": 0, "B": 3}
    go_on(match, *[line("next")] * 4)
    assert json_state(match)["cup"] == {"A": 3, "B": 3}


@pytest.mark.rule("EE-DEPLOY-1", "EE-DEPLOY-2")
def test_3_the_lower_die_places_first_by_turns() -> None:
    mine = [formation("A", f"M{n}", "marine-tactical", 5) for n in (1, 2)]
    theirs = [formation("B", f"B{n}", "ork-boy", 5) for n in (1, 2, 3, 4)]
    match = play(new(), MARINES, ORKS, *mine, *theirs)
    go_on(match, line("start", 3, 3, 2, 5, edges={"A": "south", "B": "north"}))
    order = []
    while json_state(match)["phase"] == "deployment":
        side = json_state(match)["active"]
        order.append(side)
        following = next(
            formation
            for formation in match.state.formations.values()
            if not formation.deployed and match.state.sides[formation.side].name == side
        )
        go_on(match, line("deploy", formation=following.id))
    assert order == ["A", "B", "A", "B", "B", "B"]


@pytest.mark.rule("EE-ORDER-2", "EE-ORDER-3", "EE-ORDER-9", "EE-INIT-3")
def test_4_orders_lie_face_down_until_the_draw() -> None:
    match = give(ready(M, B), B="charge")
    assert [formation["order"] for formation in json_state(match)["formations"].values()] == [None, None]
    assert "charge" not in str(json_state(match))
    go_on(match, line("draw", "A", "B"))
    orders = {id: formation["order"] for id, formation in json_state(match)["formations"].items()}
    assert orders == {"M": "advance", "B": "charge"}
    assert json_state(match)["active"] == "B"


@pytest.mark.rule("EE-ASSAULT-3", "EE-MOVE-2", "EE-MOVE-3", "EE-ORDER-5")
def test_5_charge_distances() -> None:
    match = to_movement(ready(M, B), first="B", B="charge")
    assert refusal_rule(match, line("move", formation="B", cm=5.5)) == "EE-MOVE-2"
    go_on(match, line("move", formation="B", cm=5), line("next"), line("next"))
    go_on(match, line("draw", "A"), line("next"), line("draw", "A", "B"))
    far = [{"figure": "B/2", "target": "M/2", "cm": 11}]
    assert refusal_rule(match, line("charge", formation="B", moves=far)) == "EE-ASSAULT-3"
    idle = [{"figure": "B/2", "cm": 6}]
    assert refusal_rule(match, line("charge", formation="B", moves=idle)) == "EE-ASSAULT-3"
    moves = [{"figure": "B/1", "target": "M/1", "cm": 9}, {"figure": "B/2", "cm": 5}]
    go_on(match, line("charge", formation="B", moves=moves))
    assert json_state(match)["contacts"] == [["B/1", "M/1"]]


@pytest.mark.rule("EE-ORDER-4", "EE-SHOOT-5", "EE-SAVE-1", "EE-SAVE-4")
def test_6_advance_in_the_open() -> None:
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", 5, 4, shots=[shot(["M/1"], "B/1", distance=20)]))
    assert dead(match) == ["B/1"]


@pytest.mark.rule("EE-ORDER-6", "EE-SHOOT-2", "EE-SHOOT-3", "EE-SHOOT-10")
def test_7_first_fire_in_the_open() -> None:
    match = to_shooting(ready(M, B), M="first-fire")
    shots = [shot([f"M/{n}"], f"B/{n}") for n in range(1, 6)]
    go_on(match, shoot("M", 1, 3, 4, 4, 6, 5, 2, 6, shots=shots))
    assert dead(match) == ["B/4"]
    again = to_shooting(ready(M, B), M="first-fire")
    go_on(again, shoot("M", 1, 3, 4, 4, 6, 5, 2, 6, shots=[shot("M", "B")]))
    assert dead(again) == ["B/4"], "one line says the same"


@pytest.mark.rule("EE-SHOOT-6", "EE-SHOOT-8", "EE-SHOOT-9")
def test_8_charge_in_the_open() -> None:
    match = to_shooting(ready(M, B), chip="B", B="charge")
    shots = [shot([f"B/{n}"], f"M/{n}") for n in (1, 2, 3)]
    go_on(match, shoot("B", 6, 6, 5, 3, 4, 5, shots=shots))
    assert dead(match) == []


@pytest.mark.rule("EE-COVER-2", "EE-COVER-3", "EE-SHOOT-8")
@pytest.mark.parametrize(("answers", "lost"), [([6, 4], []), ([6, 5, 4], []), ([6, 5, 3], ["B/1"])])
def test_9_charge_at_a_building(answers: list[int], lost: list[str]) -> None:
    match = to_shooting(ready(M, B), M="charge")
    go_on(match, shoot("M", *answers, shots=[shot(["M/1"], "B/1", terrain="building")]))
    assert dead(match) == lost


@pytest.mark.rule("EE-SHOOT-6", "EE-SHOOT-8", "EE-TERRAIN-1")
@pytest.mark.parametrize(
    ("order", "answers", "lost"),
    [("first-fire", [6, 2], ["B/1"]), ("charge", [6, 6, 2], ["B/1"]), ("charge", [6, 5], [])],
)
def test_10_a_fortification(order: str, answers: list[int], lost: list[str]) -> None:
    match = to_shooting(ready(M, B), M=order)
    go_on(match, shoot("M", *answers, shots=[shot(["M/1"], "B/1", terrain="fortification")]))
    assert dead(match) == lost


@pytest.mark.rule("EE-SHOOT-4")
def test_11_out_of_range_is_missed_without_a_die() -> None:
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", shots=[shot(["M/1"], "B/1", distance=26)]))
    assert dead(match) == []
    assert json_state(match)["active"] == "B"


LASCANNON = {
    "name": "Cannon",
    "kind": "heavy-vehicle",
    "mv": 10,
    "save": 2,
    "fa": 3,
    "hits": 2,
    "weapons": ["marine-twin-lascannons"],
}


@pytest.mark.rule("EE-SAVE-2", "EE-SAVE-3")
def test_12_a_save_modifier_of_two() -> None:
    cannon = formation("B", "C", LASCANNON)
    shots = [shot(["C"], "M/1", terrain="building")]
    match = to_shooting(ready(M, cannon, LAND_RAIDER, B), chip="B")
    go_on(match, shoot("C", 6, 1, 5, shots=shots))
    assert dead(match) == [], "S 5 in a building"
    match = to_shooting(ready(M, cannon, LAND_RAIDER, B), chip="B")
    go_on(match, shoot("C", 5, 1, 5, shots=[shot(["C"], "M/1")]))
    assert dead(match) == ["M/1"], "S 6 in the open"
    match = to_shooting(ready(M, LAND_RAIDER, B))
    go_on(match, shoot("L", 5, 1, shots=[shot(["L"], "B/1")]))
    assert dead(match) == ["B/1"], "S 7: no die"


@pytest.mark.rule("EE-VEHICLE-1", "EE-VEHICLE-2", "EE-VEHICLE-3")
def test_13_a_heavy_vehicle() -> None:
    cannon = formation("B", "C", LASCANNON)
    match = to_shooting(ready(LAND_RAIDER, B, cannon), chip="B")
    go_on(match, shoot("B", shots=[shot("B", "L")]), line("hold", formation="L"))
    go_on(match, shoot("C", 5, 6, 5, 6, shots=[shot(["C"], "L", facing="rear")]))
    assert json_state(match)["figures"]["L/1"] == {"alive": True, "hits": 1}


@pytest.mark.rule("EE-VEHICLE-2", "EE-SAVE-2")
def test_14_a_light_vehicle_from_the_side() -> None:
    match = to_shooting(ready(RHINO, B), chip="B")
    go_on(match, shoot("B", 5, 4, shots=[shot(["B/1"], "R", facing="side")]))
    assert dead(match) == ["R/1"]


@pytest.mark.rule("EE-TERRAIN-3", "EE-TERRAIN-4", "EE-TERRAIN-5")
@pytest.mark.parametrize("answers", [[1, 3], [1, 1, 4]])
def test_15_dangerous_ground(answers: list[int]) -> None:
    match = to_movement(ready(RHINO, M, B))
    wood = [{"figure": "R", "terrain": "wood"}]
    go_on(match, line("move", *answers, formation="R", cm=6, enters=wood))
    assert dead(match) == []
    assert refusal_rule(match, line("move", formation="R", cm=1)) == "EE-MOVE-2"
    go_on(match, line("next"), line("next"), line("draw", "A"))
    go_on(match, shoot("R", 1, shots=[shot(["R"], "B/1", distance=5)]))


@pytest.mark.rule("EE-MELEE-1", "EE-MELEE-2")
def test_16_a_tie_is_rolled_again() -> None:
    run = line("charge", formation="M", moves=[{"figure": "M/1", "target": "B/1"}])
    match = go_on(to_fights(ready(M, B), run, M="charge"), line("next"))
    go_on(match, line("fight", 3, 4, 4, 4, 2, 2, 5, 1, one="M/1", against=["B/1"]))
    assert dead(match) == ["M/1"]
    assert json_state(match)["contacts"] == []


@pytest.mark.rule("EE-MELEE-3")
def test_17_one_against_three() -> None:
    runs = [{"figure": f"B/{n}", "target": "M/1"} for n in (1, 2, 3)]
    match = to_fights(ready(M, B), line("charge", formation="B", moves=runs), B="charge")
    go_on(match, line("next"))
    dice = [4, 4, 2, 3, 3, 3, 1, 2, 3, 6, 4, 2, 4, 3, 3]
    go_on(match, line("fight", *dice, one="M/1", against=["B/1", "B/2", "B/3"]))
    assert dead(match) == ["M/1", "B/1", "B/2"]


def broken(*morale: int) -> MatchSession:
    """Five Boyz lose two, then a third to the same formation's fire."""
    others = formation("B", "X", "ork-boy", 5)  # who keep the match going
    match = to_shooting(ready(M, B, others), M="first-fire")
    go_on(match, line("lose", figures=["B/4", "B/5"], why="before"))
    assert json_state(match)["formations"]["B"]["demoralised"] is False
    return go_on(match, shoot("M", 6, 1, *morale, shots=[shot(["M/1"], "B/1")]))


@pytest.mark.rule("EE-MORALE-1", "EE-MORALE-3", "EE-MORALE-5", "EE-MORALE-7", "EE-RETREAT-1")
@pytest.mark.parametrize(("die", "retreats"), [(3, True), (4, False)])
def test_18_the_break_point(die: int, retreats: bool) -> None:
    boyz = json_state(broken(die))["formations"]["B"]
    assert (boyz["demoralised"], boyz["retreat"], boyz["lost"]) == (True, retreats, 3)


@pytest.mark.rule("EE-MORALE-6", "EE-MORALE-8", "EE-RETREAT-4", "EE-RETREAT-5")
@pytest.mark.parametrize(("die", "alive"), [(2, 0), (4, 2)])
def test_19_engaged_in_retreat(die: int, alive: int) -> None:
    match = go_on(broken(3), *[line("next")] * 1, line("draw", "A", "A"), *[line("next")] * 4)
    go_on(match, line("orders", player="A", orders={"M": "charge"}), line("draw", "A", "A"))
    go_on(match, line("next"), line("next"), line("draw", "A"), line("next"), line("draw", "A", "A"))
    runs = [{"figure": "M/1", "target": "B/2"}]
    go_on(match, line("charge", formation="M", moves=runs), line("next"), line("next", die))
    assert json_state(match)["formations"]["B"]["alive"] == alive
    if alive:
        # 2D6 - 1 against 2D6 + 2: 6 + 6 - 1 is 11, 4 + 5 + 2 too; then 5 + 6 - 1 is below 11.
        go_on(match, line("fight", 4, 5, 6, 6, 4, 5, 5, 6, one="M/1", against=["B/2"]))
        assert dead(match) == ["B/1", "B/2", "B/4", "B/5"]
    else:
        assert json_state(match)["contacts"] == []


@pytest.mark.rule("EE-RALLY-1", "EE-RALLY-2")
def test_20_rally() -> None:
    match = go_on(broken(3), line("next"), line("draw", "A", "A"), *[line("next")] * 3)
    assert refusal_rule(match, line("rally", 6, formation="B")) == "EE-RALLY-1"
    to_rally(go_on(match, line("next")))
    go_on(match, line("rally", 3, formation="B"))
    assert json_state(match)["formations"]["B"]["retreat"] is True
    assert refusal_rule(match, line("rally", 6, formation="B")) == "EE-RALLY-2"
    to_rally(go_on(match, line("next")))
    go_on(match, line("rally", 4, formation="B"))
    boyz = json_state(match)["formations"]["B"]
    assert (boyz["retreat"], boyz["demoralised"], boyz["alive"]) == (False, True, 2)
    go_on(match, line("next"), line("orders", player="B", orders={"B": "charge"}))


def test_an_assault_needs_a_charge() -> None:
    match = to_assault(ready(M, B))
    runs = [{"figure": "M/1", "target": "B/1"}]
    assert refusal_rule(match, line("charge", formation="M", moves=runs)) == "EE-ASSAULT-2"


def test_a_chip_that_is_not_in_the_cup_cannot_be_drawn() -> None:
    match = go_on(ready(M, B), line("draw", "B", "B"), line("next"), line("next"), line("draw", "B"))
    go_on(match, line("next"))
    with pytest.raises(LineRefused):
        go_on(match, line("draw", "B", "A"))
