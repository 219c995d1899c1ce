"""Shooting: whose go it is, what is named, sight, arcs, cover, the switches."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from q40k.games.epic.rules.shooting import facing_of, facing_penalty, plan_volley
from q40k.games.epic.state.losses import certain_save, save_needed
from q40k.games.epic.state.match import Match, Switches
from q40k.games.epic.state.shooting import (
    Held,
    Shot,
    best_cover,
    cover_bonus,
    first_die,
    number_to_hit,
    save_bonus,
    second_die,
)
from tests.games.epic.playing import (
    LAND_RAIDER,
    RHINO,
    B,
    M,
    box,
    dead,
    formation,
    ground,
    library,
    place_figures,
    ready,
    row,
    shoot,
    shot,
    to_shooting,
)
from tests.games.scripted import go_on, json_state, line, refusal_rule

USUAL = Switches()


@pytest.mark.rule("EE-SHOOT-1", "EE-TURN-3")
def test_the_sides_fire_a_formation_in_turn() -> None:
    others = [formation("B", id, "ork-boy", 5) for id in ("C", "D")]
    match = to_shooting(ready(M, B, *others), chip="B")
    assert refusal_rule(match, line("hold", formation="M")) == "EE-SHOOT-1"
    go_on(match, line("hold", formation="B"))
    assert refusal_rule(match, line("hold", formation="C")) == "EE-SHOOT-1"
    go_on(match, shoot("M", 1, shots=[shot(["M/1"], "B/1")]))
    assert refusal_rule(match, line("hold", formation="B")) == "EE-SHOOT-1"
    go_on(match, line("hold", formation="C"), line("hold", formation="D"))
    assert json_state(match)["active"] is None


@pytest.mark.rule("EE-SHOOT-2")
def test_infantry_fires_once_and_a_vehicle_each_weapon() -> None:
    two = {"name": "Tank", "kind": "light-vehicle", "mv": 5, "weapons": ["bolter", "close-defence"]}
    gunner = {"name": "Gunner", "mv": 5, "weapons": ["bolter", "close-defence"]}
    match = to_shooting(ready(formation("A", "T", two), formation("A", "G", gunner), B))
    both = [shot(["T"], "B/1", weapon="bolter"), shot(["T"], "B/2", weapon="close-defence")]
    go_on(match, shoot("T", 5, 6, 6, 6, shots=both), line("hold", formation="B"))
    mine = [shot(["G"], "B/1", weapon="bolter"), shot(["G"], "B/2", weapon="close-defence")]
    assert refusal_rule(match, shoot("G", shots=mine)) == "EE-SHOOT-2"
    assert refusal_rule(match, shoot("G", shots=[shot(["G"], "B/1")])) == "EE-SHOOT-2", "which weapon?"
    go_on(match, shoot("G", 1, shots=mine[:1]))


@pytest.mark.rule("EE-SHOOT-2")
def test_all_dice_of_a_weapon_go_at_one_target() -> None:
    match = to_shooting(ready(LAND_RAIDER, B))
    go_on(match, shoot("L", 5, 6, shots=[shot(["L"], "B/1")]))
    assert dead(match) == ["B/1"], "the second hit is lost"


@pytest.mark.rule("EE-SHOOT-3", "EE-SHOOT-10")
def test_all_dice_are_thrown_together() -> None:
    match = to_shooting(ready(M, B))
    shots = [shot(["M/1", "M/2"], "B/1"), shot(["M/3"], "B/2")]
    go_on(match, shoot("M", 5, 5, 5, 6, 2, 6, shots=shots))
    assert dead(match) == ["B/1"], "saves 6 and 2 of B/1, 6 of B/2"
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", 5, 5, 5, 2, 6, shots=shots))
    assert dead(match) == ["B/1"], "the second hit on B/1 asks no save"


@pytest.mark.rule("EE-SHOOT-10")
def test_hits_and_saves_may_be_told_as_counts() -> None:
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", "=3", "=1", shots=[shot("M", "B")]))
    assert dead(match) == ["B/2", "B/3"]


@pytest.mark.rule("EE-SHOOT-4")
def test_at_exactly_the_range_it_is_in_range() -> None:
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/1"], "B/1", distance=25)]))
    assert dead(match) == ["B/1"]
    match = to_shooting(place_figures(ground(), M, B, M=row(50, 10), B=row(50, 35.7, facing=270)))
    shots = [shot(["M/1"], "B/1"), shot(["M/2"], "B/3")]
    go_on(match, shoot("M", shots=shots))
    assert dead(match) == [], "25.1 cm: no die is asked"


@pytest.mark.rule("EE-SHOOT-7")
def test_a_natural_one_misses_unless_the_table_plays_it_otherwise() -> None:
    assert number_to_hit(USUAL, 2, "first-fire", 0) == 2
    assert number_to_hit(Switches(natural_one="nothing"), 2, "first-fire", 0) == 1
    sniper = {"name": "S", "mv": 5, "weapons": [{"name": "G", "range": 25, "to_hit": 2}]}
    match = to_shooting(ready(formation("A", "S", sniper), B, natural_one="nothing"), S="first-fire")
    go_on(match, shoot("S", 2, shots=[shot(["S"], "B/1")]))
    assert dead(match) == ["B/1"], "no die to hit is asked"


@pytest.mark.rule("EE-SHOOT-8", "EE-SHOOT-9")
def test_the_second_die() -> None:
    seconds = [second_die(USUAL, n, 1) for n in (6, 7, 8, 9, 10)]
    assert seconds == [0, 4, 5, 6, 6]
    cover_only = Switches(seven_plus="cover-only")
    assert second_die(cover_only, 7, 0) is None
    assert second_die(cover_only, 8, 1) == 5
    match = to_shooting(ready(M, B, seven_plus="cover-only"), M="charge")
    go_on(match, shoot("M", shots=[shot("M", "B")]))
    assert dead(match) == [], "impossible: nothing is rolled"


@pytest.mark.rule("EE-SHOOT-11")
def test_friends_are_not_aimed_at_and_a_retreat_may_shoot() -> None:
    match = ready(M, RHINO, B)
    go_on(match, line("retreat", formation="M"))
    to_shooting(match)
    assert refusal_rule(match, shoot("M", shots=[shot("M", "R")])) == "EE-SHOOT-11"
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/1"], "B/1")]))
    assert dead(match) == ["B/1"], "unmodified"
    match = ready(M, RHINO, B, retreat_shoots=False)
    go_on(match, line("retreat", formation="M"))
    to_shooting(match)
    assert refusal_rule(match, shoot("M", shots=[shot(["M/1"], "B/1")])) == "EE-SHOOT-11"


@pytest.mark.rule("EE-COVER-1", "EE-COVER-2", "EE-COVER-3", "EE-COVER-4")
def test_a_boy_in_a_building() -> None:
    boy = library().of_kind("profiles")["ork-boy"]
    assert number_to_hit(USUAL, 5, "advance", cover_bonus(USUAL, boy, "building")) == 6
    assert save_needed(USUAL, boy.save, bonus=save_bonus(USUAL, boy, "building")) == 4


@pytest.mark.rule("EE-COVER-3")
@pytest.mark.parametrize(("switch", "bonuses"), [("to-hit", (1, 0)), ("none", (0, 0)), ("both", (1, 1))])
def test_cover_of_vehicles(switch: str, bonuses: tuple[int, int]) -> None:
    switches = USUAL.replace(vehicle_cover=switch)
    rhino = library().of_kind("profiles")["marine-rhino"]
    result = cover_bonus(switches, rhino, "building"), save_bonus(switches, rhino, "building")
    assert result == bonuses


@pytest.mark.rule("EE-COVER-5")
def test_the_best_piece_counts() -> None:
    assert best_cover(("wood", "building", "ruins")) == "building"
    assert best_cover(("wood", "fortification")) == "fortification"
    assert best_cover(()) == "open"


@pytest.mark.rule("EE-COVER-1", "EE-SIGHT-1", "EE-SIGHT-2")
def test_a_wood_hides_what_is_deep_in_it_and_covers_its_rim() -> None:
    wood = box("wood", 40, 20, 70, 30)
    match = to_shooting(place_figures(ground(wood), M, B, M=row(50, 10), B=row(50, 23)))
    go_on(match, shoot("M", shots=[shot("M", "B")]))
    assert dead(match) == [], "3 cm deep: nobody is seen"
    match = to_shooting(place_figures(ground(wood), M, B, M=row(50, 10), B=row(50, 20.9)))
    go_on(match, shoot("M", 5, shots=[shot(["M/1"], "B/1")]))
    assert dead(match) == [], "6 is needed"
    behind = to_shooting(place_figures(ground(wood), M, B, M=row(50, 10), B=row(50, 33)))
    go_on(behind, shoot("M", shots=[shot(["M/1"], "B/1")]))
    assert json_state(behind)["active"] == "B", "no die: the wood lies between"


@pytest.mark.rule("EE-SIGHT-1")
def test_what_the_table_sees_goes_before_what_the_app_sees() -> None:
    wood = box("wood", 40, 20, 70, 30)
    match = to_shooting(place_figures(ground(wood), M, B, M=row(50, 10), B=row(50, 33)))
    volley = shot(["M/1"], "B/1", seen=True, terrain="open")
    go_on(match, shoot("M", 5, 1, shots=[volley]))
    assert dead(match) == ["B/1"]


@pytest.mark.rule("EE-COVER-1")
def test_ruins_between_cover_and_do_not_hide() -> None:
    ruins = box("ruins", 40, 15, 70, 18)
    match = to_shooting(place_figures(ground(ruins), M, B, M=row(50, 10), B=row(50, 30)))
    go_on(match, shoot("M", 5, shots=[shot(["M/1"], "B/1")]))
    assert dead(match) == []


@pytest.mark.rule("EE-SIGHT-3")
def test_only_the_front_half_is_shot_at() -> None:
    match = to_shooting(place_figures(ground(), M, B, M=row(50, 40, facing=270), B=row(50, 50)))
    go_on(match, shoot("M", shots=[shot("M", "B")]))
    assert json_state(match)["active"] == "B", "no die: they look the other way"
    match = to_shooting(place_figures(ground(), M, B, M=row(30, 40), B=row(45, 40)))
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/5"], "B/1")]))
    assert dead(match) == ["B/1"], "right beside is in the front half"


@pytest.mark.rule("EE-SIGHT-4")
def test_figures_never_hide_anybody() -> None:
    screen = formation("B", "C", "ork-boy", 5)
    match = to_shooting(place_figures(ground(), M, B, screen, M=row(50, 10), B=row(50, 20), C=row(50, 15)))
    go_on(match, shoot("M", 5, 1, shots=[shot(["M/1"], "B/1")]))
    assert dead(match) == ["B/1"]


@pytest.mark.rule("EE-SIGHT-5")
def test_a_barrage_needs_neither_sight_nor_arc() -> None:
    mortar = {"name": "Mortar", "range": 60, "to_hit": 5, "barrage": True}
    crew = formation("A", "C", {"name": "Crew", "mv": 5, "weapons": [mortar]})
    wood = box("wood", 40, 20, 70, 30)
    match = to_shooting(place_figures(ground(wood), crew, B, C=[[50, 10, 270]], B=row(50, 33)))
    go_on(match, shoot("C", 6, 1, shots=[shot(["C"], "B/1")]))
    assert dead(match) == ["B/1"]


@pytest.mark.rule("EE-VEHICLE-2")
def test_the_quarter_that_the_shooter_stands_in() -> None:
    for facing, lost in ((270, []), (180, ["R/1"]), (90, ["R/1"])):
        start = place_figures(ground(), RHINO, B, R=[[50, 50, facing]], B=row(50, 40, facing=90))
        go_on(to_shooting(start, chip="B"), shoot("B", 5, 4, shots=[shot(["B/1"], "R")]))
        assert dead(start) == lost, facing


@pytest.mark.rule("EE-SAVE-3")
def test_a_natural_one_fails_and_seven_is_no_save() -> None:
    assert save_needed(USUAL, 2, bonus=2) == 2
    assert save_needed(Switches(natural_one="nothing"), 2, bonus=2) == 1
    assert save_needed(USUAL, 5, modifier=-2) == 7
    assert save_needed(USUAL, 6, modifier=-3) == 7


@pytest.mark.rule("EE-VEHICLE-2")
@pytest.mark.parametrize(
    ("degrees", "quarter"),
    [(0, "front"), (45, "front"), (45.5, "side"), (-45.5, "side"), (135, "side"), (135.5, "rear"), (180, "rear")],
)
def test_front_sides_and_rear_are_quarters_and_the_line_favours_the_target(degrees: float, quarter: str) -> None:
    angle = radians(degrees)
    shooter = [50 + 20 * cos(angle), 50 + 20 * sin(angle), 0]
    match = place_figures(ground(), RHINO, M, formation("B", "X", "ork-boy"), R=[[50, 50, 0]], M=row(5, 5), X=[shooter])
    assert facing_of(match.state, "R/1", "X/1") == quarter


@pytest.mark.rule("EE-SHOOT-1", "EE-TURN-2")
def test_who_has_not_fired_when_the_shooting_ends_holds_its_fire() -> None:
    match = to_shooting(ready(M, formation("A", "N", "marine-tactical", 5), B))
    go_on(match, line("hold", formation="N"), line("next"))
    held = [event.formation for line in match.lines() for event in line.events if isinstance(event, Held)]
    assert sorted(held) == ["B", "M", "N"]


@pytest.mark.rule("EE-SAVE-4", "EE-SHOOT-10")
def test_a_hit_on_a_destroyed_target_is_lost() -> None:
    match = to_shooting(ready(M, B))
    go_on(match, shoot("M", 5, 5, 5, 5, 5, 6, 1, shots=[shot("M", "B/1")]))
    assert dead(match) == ["B/1"], "saved once, then lost; three hits are nobody's"


@pytest.mark.rule("EE-SAVE-1", "EE-SAVE-3", "EE-VEHICLE-3")
def test_saves_are_thrown_together_while_the_target_is_sure_to_stand() -> None:
    tough = {"name": "Tough", "mv": 5, "hits": 2, "save": 4}
    match = to_shooting(ready(M, formation("B", "T", tough)))
    go_on(match, shoot("M", 5, 5, 5, 1, 1, 6, 1, 6, shots=[shot("M", "T")]))
    assert match.state.figures["T/1"].life.hits == 1, "two saves together, one failed; the third alone, passed"


@pytest.mark.rule("EE-VEHICLE-2")
def test_a_save_is_worse_from_the_side_and_worst_from_the_rear_but_only_of_vehicles() -> None:
    match = ready(M, RHINO, B)
    rhino, marine = match.state.profile("R/1"), match.state.profile("M/1")
    assert [facing_penalty(rhino, facing) for facing in ("front", "side", "rear")] == [0, 1, 2]
    assert [facing_penalty(marine, facing) for facing in ("front", "side", "rear")] == [0, 0, 0]


@pytest.mark.rule("EE-SHOOT-4", "EE-SIGHT-5")
def test_why_nothing_is_rolled() -> None:
    house = box("building", 45, 55, 65, 60)
    match = place_figures(ground(house), M, B, LAND_RAIDER, M=row(50, 50), B=row(50, 65), L=[[90, 50]])
    plain = ready(M, B)
    far = match.state.troop("M/1").weapons[0].range_cm

    def fails(state: Match, **options: Any) -> str:
        (aim,) = plan_volley(state, state.formations["M"], [Shot(figures=("M/1",), target=("B/1",), **options)])
        return aim.fails

    assert fails(match.state) == "sight", "the building is between"
    assert fails(match.state, seen=True) == ""
    assert fails(plain.state) == ""
    assert fails(plain.state, seen=False) == "sight"
    assert [fails(plain.state, distance=cm) for cm in (far, far + 0.1)] == ["", "range"]


@pytest.mark.rule("EE-SIGHT-3")
def test_a_target_behind_the_shooter_is_out_of_its_arc_unless_the_table_sees_it() -> None:
    match = place_figures(ground(), M, B, M=[[50, 50, 90], *row(60, 50, 4)], B=[[50, 40], *row(80, 90, 4)])

    def fails(**options: Any) -> str:
        shots = [Shot(figures=("M/1",), target=("B/1",), **options)]
        return plan_volley(match.state, match.state.formations["M"], shots)[0].fails

    assert (fails(), fails(seen=True)) == ("arc", "")


@pytest.mark.rule("EE-SAVE-3", "EE-SHOOT-8")
def test_which_saves_are_certain_and_what_the_first_die_needs() -> None:
    assert [certain_save(needed) for needed in (0, 1, 2, 6, 7, 8)] == [True, True, None, None, False, False]
    assert [first_die(number) for number in (1, 5, 6, 7, 9)] == [1, 5, 6, 6, 6]
