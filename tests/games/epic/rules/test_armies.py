"""Armies, formations, profiles, switches: what is said before the first die."""

from __future__ import annotations

import json
from typing import Any

import pytest

from q40k.games.epic.state.opening import points_of
from q40k.games.epic.state.places import gap
from q40k.packs.problems import PackError
from q40k.table.script import ScriptError, write_script
from tests.games.epic.playing import (
    EDGES,
    LAND_RAIDER,
    MARINES,
    ORKS,
    B,
    M,
    formation,
    ground,
    library,
    new,
    place_figures,
    play,
    ready,
    row,
)
from tests.games.scripted import go_on, json_state, line, refusal_rule


@pytest.mark.rule("EE-WORD-1", "EE-ARMY-5")
def test_a_formation_is_a_squad_or_a_single_vehicle() -> None:
    match = play(new(), MARINES, ORKS, M, LAND_RAIDER)
    assert list(match.state.figures) == ["M/1", "M/2", "M/3", "M/4", "M/5", "L/1"]
    assert refusal_rule(match, formation("A", "M", "marine-tactical")) == "EE-WORD-1"
    assert refusal_rule(match, line("formation", player="A", id="E", figures=[])) == "EE-ARMY-5"
    two = [{"profile": "ork-boy", "n": 20}, {"profile": "ork-nob", "n": 11}]
    assert refusal_rule(match, line("formation", player="B", id="H", figures=two)) == "EE-ARMY-5"
    assert refusal_rule(match, line("lose", figures=["L/2"])) == "EE-WORD-1"


@pytest.mark.rule("EE-WORD-2")
def test_a_profile_says_its_class() -> None:
    kinds = {id: profile.kind for id, profile in library().of_kind("profiles").items()}
    assert kinds["marine-tactical"] == "infantry"
    assert kinds["marine-land-raider"] == "heavy-vehicle"
    assert kinds["marine-bike"] == "light-vehicle"
    assert library().of_kind("profiles")["marine-bike"].vehicle


@pytest.mark.rule("EE-WORD-3")
def test_there_are_two_sides_that_several_people_may_share() -> None:
    match = play(new(), {**MARINES, "people": ["Ann", "Bob"]}, ORKS)
    assert match.state.sides["p1"].people == ("Ann", "Bob")
    assert refusal_rule(match, {**MARINES, "player": "C"}) == "EE-WORD-3"
    assert refusal_rule(play(new(), MARINES), {**ORKS, "player": "a"}) == "EE-WORD-3"
    assert refusal_rule(play(new(), MARINES, M), line("start", edges=EDGES)) == "EE-WORD-3"


@pytest.mark.rule("EE-WORD-4")
def test_distances_go_from_edge_to_edge() -> None:
    match = place_figures(ground(), M, B, M=row(20, 10), B=row(20, 30))
    assert gap(match.state, "M/1", "B/1") == pytest.approx(20 - 0.6)
    assert gap(match.state, "M/1", "M/2") == pytest.approx(2 - 0.6)


@pytest.mark.rule("EE-ARMY-1", "EE-DATA-1")
def test_both_values_are_typed_or_proposed_by_a_list() -> None:
    match = play(new(), line("army", player="A", list="orks"))
    side = match.state.sides["p1"]
    assert (side.army, side.strategic, side.morale) == ("Orks", 3, 4)
    own = play(new(), line("army", player="A", list="orks", morale=3))
    assert own.state.sides["p1"].morale == 3
    assert refusal_rule(play(new()), line("army", player="A", name="Ours")) == "EE-ARMY-1"
    assert refusal_rule(play(new()), line("army", player="A", list="orcs")) == "EE-DATA-1"


@pytest.mark.rule("EE-ARMY-2", "EE-ARMY-3")
def test_the_two_printed_profiles() -> None:
    profiles, weapons = library().of_kind("profiles"), library().of_kind("weapons")
    marine, boy, bolter = profiles["marine-tactical"], profiles["ork-boy"], weapons["bolter"]
    assert (marine.mv_cm, marine.save, marine.fa, marine.weapons) == (5, 4, 2, ("bolter",))
    assert (boy.mv_cm, boy.save, boy.fa, boy.weapons) == (5, 5, 1, ("bolter",))
    assert (bolter.range_cm, bolter.dice, bolter.to_hit, bolter.save_mod) == (25, 1, 5, 0)
    assert {profile.id for profile in profiles.values() if profile.origin == "book"} == {marine.id, boy.id}


@pytest.mark.rule("EE-ARMY-4")
def test_officers_carry_the_trait() -> None:
    profiles = library().of_kind("profiles")
    officers = {id for id, profile in profiles.items() if profile.has("officer")}
    assert {"marine-chaplain", "ork-warboss"} <= officers
    assert "marine-tactical" not in officers


@pytest.mark.rule("EE-ARMY-5")
def test_points_are_added_up_when_every_profile_has_them() -> None:
    own = {"name": "Recruit", "mv": 5, "points": 7, "weapons": ["bolter"]}
    match = play(new(), MARINES, ORKS, formation("A", "R", own, 3), B)
    assert points_of(match.state, ("R/1", "R/2", "R/3")) == 21
    assert points_of(match.state, ("R/1", "B/1")) is None


@pytest.mark.rule("EE-DATA-1", "EE-DATA-2")
def test_what_a_user_supplies() -> None:
    own = {
        "name": "Walker",
        "kind": "light-vehicle",
        "mv": 10,
        "save": 5,
        "hits": 2,
        "weapons": [{"name": "Big gun", "range": 30, "dice": 2, "to_hit": 4, "save_mod": -1}],
    }
    match = play(new(), MARINES, ORKS, formation("A", "W", own))
    walker = match.state.profile("W/1")
    assert walker.size_mm == (20, 30), "a vehicle's base when none is given"
    assert library().of_kind("profiles")["ork-boy"].size_mm == (6, None)
    assert match.state.troop("W/1").weapons[0].save_mod == -1
    assert refusal_rule(match, formation("A", "X", "marine-tacticl")) == "EE-DATA-1"
    house = [profile for profile in library().of_kind("profiles").values() if profile.origin == "house"]
    assert len(house) == 51
    assert all(profile.source.startswith("NetEpic@") for profile in house)


def test_a_profile_that_makes_no_sense_is_refused_with_its_line(tmp_path: object) -> None:
    from pathlib import Path

    from q40k.games.epic.packs.kinds import KINDS
    from q40k.packs.library import load

    own = Path(str(tmp_path)) / "own.yaml"
    own.write_text(
        "profiles:\n  - id: mine\n    name: {en: Mine, fr: Mien}\n    mv_cm: 5\n    save: 4\n"
        "    fa: 0\n    hits: 3\n    weapons: [bolterr]\n"
    )
    with pytest.raises(PackError) as caught:
        load(KINDS, (own,))
    assert [(problem.code, problem.line) for problem in caught.value.problems] == [("infantry-hits", 7)]


@pytest.mark.rule("EE-WIN-3")
def test_the_switches() -> None:
    match = play(new(charge_move="doubled", retreat_shoots=False, turn_limit=4))
    switches = match.state.switches
    assert (switches.charge_move, switches.retreat_shoots, switches.turn_limit) == ("doubled", False, 4)
    for wrong in ({"charge": "doubled"}, {"charge_move": "twice"}, {"retreat_shoots": 1}):
        with pytest.raises(Exception, match="EE-WIN-3"):
            play(new(**wrong))
    with pytest.raises(Exception, match="EE-WIN-2"):
        play(new(turn_limit=0))


def test_a_scenario_brings_its_turn_limit() -> None:
    match = play(line("new", game="epic", scenario="objectif"))
    assert match.state.switches.turn_limit == 6
    assert [objective.id for objective in match.state.scenario.objectives] == ["o1", "o2", "o3"]


@pytest.mark.rule("EE-TURN-1", "EE-INIT-4")
def test_before_the_first_draw_nobody_has_the_initiative() -> None:
    match = ready(M, B)
    assert (json_state(match)["phase"], json_state(match)["turn"]) == ("orders", 1)
    assert json_state(match)["initiative"] is None
    assert refusal_rule(match, line("next")) == "EE-TURN-2"
    assert refusal_rule(match, line("move", formation="M", cm=1)) == "EE-TURN-1"
    go_on(match, line("draw", "B", "A"))
    assert (json_state(match)["initiative"], json_state(match)["active"]) == ("B", "A")


@pytest.mark.rule("EE-TURN-1", "EE-TURN-2")
def test_a_turn_from_orders_to_rally() -> None:
    match, seen_phases = ready(M, B), []
    go_on(match, line("draw", "A", "A"))
    for _ in range(9):
        shown = json_state(match)
        seen_phases.append((shown["phase"], shown["step"]))
        if shown["step"] == "draw":
            go_on(match, line("draw", *(["A"] if shown["phase"] == "shooting" else ["A", "A"])))
        else:
            go_on(match, line("next"))
    assert seen_phases == [
        ("movement", "moves"),
        ("movement", "moves"),
        ("shooting", "draw"),
        ("shooting", "shots"),
        ("assault", "draw"),
        ("assault", "moves"),
        ("assault", "moves"),
        ("assault", "fights"),
        ("rally", None),
    ]
    assert (json_state(match)["phase"], json_state(match)["turn"]) == ("orders", 2)


@pytest.mark.rule("EE-ARMY-5", "EE-WORD-1")
def test_a_force_is_chosen_alike_for_the_same_match() -> None:
    def fielded_names(**options: Any) -> list[str]:
        match = play(new(), MARINES, ORKS)
        go_on(match, line("force", player="B", list="orks", **options))
        return [
            f"{formation.id}: {formation.troops[0].n} {formation.troops[0].profile.id}"
            for formation in match.state.formations.values()
        ]

    assert fielded_names() == fielded_names()
    assert fielded_names(points=100) != fielded_names()
    assert fielded_names()[0].startswith("B1: ")
    again = play(new(), MARINES, ORKS)
    two = [{"profile": "ork-boy", "n": 4}], [{"profile": "ork-nob", "n": 2}]
    command = line(
        "force", player="B", list="orks", formations=[{"figures": formation_figures} for formation_figures in two]
    )
    go_on(again, command)
    assert [len(formation.figures) for formation in again.state.formations.values()] == [4, 2]


@pytest.mark.rule("EE-ARMY-5", "EE-DATA-1")
def test_a_force_that_cannot_be_had() -> None:
    match = play(new(), MARINES, ORKS)
    assert refusal_rule(match, line("force", player="B", list="orcs")) == "EE-DATA-1"
    assert refusal_rule(match, line("force", player="B", list="orks", points=3)) == "EE-ARMY-5"
    assert refusal_rule(match, line("force", player="B", list="chaos")) == "EE-ARMY-5"
    unknown = [{"figures": [{"profile": "ork-boi", "n": 4}]}]
    command = line("force", player="B", list="orks", formations=unknown)
    assert refusal_rule(match, command) == "EE-DATA-1"


def test_a_force_is_in_a_record_by_its_figures() -> None:
    match = play(new(), MARINES, ORKS, M, line("force", player="B", list="orks", points=100))
    lines = [json.loads(entry) for entry in write_script(match, library(), whole=True)]
    assert lines[-1]["do"] == "force"
    assert set(lines[-1]["formations"][0]) == {"figures"}
    assert play(*lines).state == match.state


@pytest.mark.rule("EE-ARMY-2")
@pytest.mark.parametrize(
    ("profile", "code", "field"),
    [
        ({"name": "Tank"}, "script-missing-field", "figures.0.profile.mv"),
        ({"name": "Tank", "mv": 9, "mv_cm": 9}, "script-unknown-field", "figures.0.profile.mv_cm"),
        (
            {"name": "Tank", "mv": 9, "weapons": [{"name": "Gun", "range": 30}]},
            "script-missing-field",
            "figures.0.profile.weapons.0.to_hit",
        ),
        (5, "script-bad-field", "figures.0.profile"),
    ],
)
def test_what_is_wrong_with_a_profile_written_out_is_named(profile: Any, code: str, field: str) -> None:
    with pytest.raises(ScriptError) as wrong:
        play(new(), MARINES, formation("A", "T", profile))
    assert wrong.value.code == code
    assert wrong.value.facts["field"] == field
