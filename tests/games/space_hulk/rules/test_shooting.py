"""Shots, overwatch, jams, flames."""

from __future__ import annotations

import pytest

from tests.games.scripted import Line, go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.solo.alone import solo_match

SHOOT = {"do": "shoot", "target": "S1"}


@pytest.mark.rule("SH-SHOOT-1", "SH-SHOOT-2", "SH-SHOOT-5", "SH-LOS-3", "SH-LOS-6")
def test_who_may_be_shot_at() -> None:
    match = ready(Bolt1="A4 E", Bolt2="E4 E", S1="B4 W", S2="E7 S", B1="K6", Claw="C4 E")
    assert refusal_rule(match, line("shoot", 1, 1, who="Bolt1", target="Bolt2")) == "SH-SHOOT-1"
    assert refusal_rule(match, line("shoot", 1, 1, who="Bolt1", target="B1")) == "SH-SHOOT-1"
    assert refusal_rule(match, line("shoot", 1, 1, who="Bolt1", target="S2")) == "SH-SHOOT-1"
    assert refusal_rule(match, line("shoot", 1, 1, who="Claw", target="S1")) == "SH-SHOOT-1"
    assert refusal_rule(match, line("shoot", 1, 1, who="Bolt1", target="L4")) == "SH-SHOOT-1"
    go_on(match, line("shoot", 5, 6, who="Bolt1", target="S1"))
    assert stealer(match, "S1")["alive"] is False, "an adjacent one too"


@pytest.mark.rule("SH-SHOOT-3", "SH-SHOOT-4", "SH-AP-6")
def test_a_free_shot_follows_the_move_and_blips_come_first() -> None:
    match = ready(Bolt1="F4 E", S1="I4 W", B1="J4")
    go_on(match, line("door", who="Bolt1", at="H4", override="a long arm"))
    go_on(match, line("step", 6, 1, who="Bolt1", dir="forward", shoot="S1"))
    assert stealer(match, "S1")["alive"] is False
    assert json_state(match)["convert"] == "B1", "now it is in sight"
    other = ready(doors="H4", Bolt1="I5 E", B1="K5")
    assert json_state(other)["convert"] == "B1"
    third = ready(doors="H4", Bolt1="E5 S", B1="J4", S1="F4 W")
    go_on(third, line("step", who="Bolt1", to="E4"), line("kill", who="S1"))
    go_on(third, line("turn", who="Bolt1", facing="E", shoot="S2"))
    assert json_state(third)["convert"] == "B1", "the shot waits"
    go_on(third, line("convert", name="B1", value=1, squares=["J4"]))
    go_on(third, line("shoot", 6, 1, who="Bolt1", target="S2"))
    assert (stealer(third, "S2")["alive"], marine(third, "Bolt1")["ap"]) == (False, 2)
    assert refusal_rule(third, line("shoot", 6, 1, who="Bolt1", target="S2")) == "SH-SHOOT-1"


@pytest.mark.rule("SH-SUSTAIN-4", "SH-SUSTAIN-6")
def test_sustained_fire_is_lost_with_sight_and_by_other_actions() -> None:
    match = ready(doors="H4", Bolt1="E4 E", S1="K4 W", S2="P4 W")
    shot = line("shoot", 1, 2, who="Bolt1", target="S1")
    go_on(match, shot)
    assert marine(match, "Bolt1")["bonus"] == "S1"
    go_on(match, line("overwatch", who="Bolt1"))
    assert marine(match, "Bolt1")["bonus"] is None
    go_on(match, line("undo"), line("place", who="S1", at="I5"))
    assert marine(match, "Bolt1")["bonus"] is None, "out of sight"
    go_on(match, line("undo"))
    to_stealers(match)
    assert marine(match, "Bolt1")["bonus"] == "S1", "it carries over"
    go_on(match, line("step", who="S1", to="J4"))
    assert marine(match, "Bolt1")["bonus"] == "S1", "it moves and stays in sight"
    go_on(match, line("turn", who="S2", facing="N"))
    assert marine(match, "Bolt1")["bonus"] is None, "another stealer has acted"


@pytest.mark.rule("SH-SHOOT-4", "SH-CP-8")
def test_a_shot_that_is_owed_follows_its_move_also_in_a_reaction_window() -> None:
    match = ready(cp=3, Bolt1="C4 S", Bolt2="A4 E", B1="G4", S1="B4 W")
    to_stealers(match)
    go_on(match, line("turn", who="S1", facing="N"))
    turn = {"do": "turn", "facing": "E", "shoot": "S2"}
    go_on(match, line("react", who="Bolt1", **{"with": turn}))
    assert json_state(match)["convert"] == "B1"
    go_on(match, line("convert", name="B1", value=1, squares=["G4"]))
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="S2"))
    assert (stealer(match, "S2")["alive"], json_state(match)["cp_spent"]) == (False, 1)


@pytest.mark.rule("SH-SHOOT-3", "SH-SHOOT-4")
@pytest.mark.parametrize("between", [line("end-turn"), line("turn", who="Bolt2", facing="N")])
def test_a_shot_that_is_owed_lapses_when_anybody_else_acts(between: Line) -> None:
    match = ready(cp=3, doors="H4", Bolt1="E4 S", Bolt2="A4 W", B1="J4")
    go_on(match, line("turn", who="Bolt1", facing="E", shoot="S1"))
    go_on(match, line("convert", name="B1", value=1, squares=["J4"]))
    go_on(match, between)
    if between["do"] == "end-turn":
        go_on(match, line("turn", who="S1", facing="N"))
        shot = line("react", 6, 1, who="Bolt1", **{"with": SHOOT})
    else:
        shot = line("shoot", 6, 1, who="Bolt1", target="S1", cp=1)
    go_on(match, shot)
    assert json_state(match)["cp_spent"] == 1, "it is a shot of its own now, and is paid"


@pytest.mark.rule("SH-SUSTAIN-4", "SH-REACT-4")
def test_a_stealer_that_dies_of_its_own_action_has_acted_all_the_same() -> None:
    shot = line("shoot", 1, 2, who="Bolt1", target="S1")
    fought = ready(doors="H4", Bolt1="E4 E", Bolt2="A4 E", S1="K4 W", S2="B4 W")
    go_on(fought, shot, line("end-turn"))
    go_on(fought, line("assault", 1, 1, 1, 6, who="S2", target="Bolt2"))
    assert stealer(fought, "S2")["alive"] is False
    assert marine(fought, "Bolt1")["bonus"] is None
    burnt = ready(doors="H4", Bolt1="D4 E", Flame="E5 N", S1="E4 W", S2="E7 S")
    go_on(burnt, shot, line("flame", 1, who="Flame", target="S2"), line("end-turn"))
    assert marine(burnt, "Bolt1")["bonus"] == "S1"
    go_on(burnt, line("step", 2, who="S2", dir="forward"))
    assert stealer(burnt, "S2")["alive"] is False
    assert marine(burnt, "Bolt1")["bonus"] is None
    assert json_state(burnt)["window"] is None
    first = ready(new(edition="1"), doors="H4", Bolt1="E4 E", Bolt2="A4 E", S1="K4 W", S2="B4 W")
    go_on(first, line("end-turn"), line("turn", who="S1", facing="N"))
    go_on(first, line("react", 1, 2, who="Bolt1", **{"with": SHOOT}))
    go_on(first, line("assault", 1, 1, 1, 6, who="S2", target="Bolt2"))
    assert marine(first, "Bolt1")["bonus"] == "S1", "in the 1st edition others do not matter"


@pytest.mark.rule("SH-BOARD-1", "SH-DOOR-1")
def test_a_target_that_is_not_there_is_a_door_only_where_a_square_is_named() -> None:
    match = ready(Bolt1="A4 E", S1="C4 W")
    for do in ("shoot", "assault"):
        for target, rule in (("S9", "SH-BOARD-1"), ("G4", "SH-DOOR-1"), ("D7", "SH-DOOR-1")):
            assert refusal_rule(match, line(do, who="Bolt1", target=target)) == rule


@pytest.mark.rule("SH-CP-8")
def test_the_command_of_a_reaction_may_hold_its_answers_and_is_named_if_it_is_none() -> None:
    match = ready(cp=3, Bolt1="A4 E", S1="F4 W")
    go_on(to_stealers(match), line("step", who="S1", to="E4"))
    shoot = {"do": "shoot", "target": "S1"}
    for odd in (shoot | {"weapon": "bolter"}, {"do": "dance"}, {"do": "shoot"}, {}):
        assert refusal_rule(match, line("react", who="Bolt1", **{"with": odd})) == "SH-CP-8"
    go_on(match, line("react", who="Bolt1", **{"with": shoot | {"answers": [1, 6]}}))
    assert (stealer(match, "S1")["alive"], json_state(match)["cp_spent"]) == (False, 1)
    go_on(match, line("undo"))
    twice = line("react", 1, 2, who="Bolt1", **{"with": shoot | {"answers": [1, 6]}})
    assert refusal_rule(match, twice) == "SH-CP-8", "in one place or in the other"


@pytest.mark.rule("SH-OVERWATCH-1", "SH-OVERWATCH-6", "SH-GUARD-1", "SH-GUARD-2", "SH-GUARD-3")
def test_overwatch_and_guard_exclude_each_other() -> None:
    match = ready(Bolt1="E4 E", Claw="D4 E", Flame="C4 E", Cannon="B4 E")
    go_on(match, line("overwatch", who="Bolt1"), line("guard", who="Bolt1"))
    shown = marine(match, "Bolt1")
    assert (shown["overwatch"], shown["guard"], shown["ap"]) == (False, True, 0)
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1))
    assert marine(match, "Bolt1")["guard"] is False
    assert refusal_rule(match, line("overwatch", who="Claw")) == "SH-OVERWATCH-1"
    assert refusal_rule(match, line("overwatch", who="Flame")) == "SH-FLAMER-1"
    go_on(match, line("guard", who="Claw"))
    go_on(match, line("set", who="Cannon", ammo=0))
    assert refusal_rule(match, line("overwatch", who="Cannon")) == "SH-OVERWATCH-1"


@pytest.mark.rule("SH-JAM-3", "SH-JAM-4", "SH-JAM-6")
def test_a_jammed_gun_does_not_fire_and_clearing_ends_guard() -> None:
    for keeps in (False, True):
        match = ready(new(unjam_keeps_guard=keeps), Bolt1="E4 E", S1="G4 W")
        go_on(match, line("set", who="Bolt1", jammed=True))
        assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="S1")) == "SH-JAM-3"
        assert refusal_rule(match, line("overwatch", who="Bolt1")) == "SH-JAM-3"
        go_on(match, line("guard", who="Bolt1"), line("unjam", who="Bolt1"))
        assert (marine(match, "Bolt1")["jammed"], marine(match, "Bolt1")["guard"]) == (False, keeps)
        assert marine(match, "Bolt1")["overwatch"] is False, "nothing brings it back now"
        assert refusal_rule(match, line("unjam", who="Bolt1")) == "SH-JAM-4"


@pytest.mark.rule("SH-JAM-5", "SH-OVERWATCH-5")
def test_overwatch_comes_back_only_if_nothing_has_ended_it() -> None:
    for assaulted, back in ((False, True), (True, False)):
        match = ready(cp=2, doors="H4", Bolt1="G4 E", S1="J4 W", S2="F4 E")
        go_on(match, line("overwatch", who="Bolt1"))
        to_stealers(match)
        go_on(match, line("turn", who="S1", facing="N"), line("react", 2, 2, overwatch=["Bolt1"]))
        if assaulted:
            go_on(match, line("assault", 2, 2, 2, 5, who="S2", target="Bolt1"))
            go_on(match, line("react", who="Bolt1", **{"with": {"do": "unjam"}}))
        else:
            go_on(match, line("turn", who="S1", facing="W"))
            go_on(match, line("react", who="Bolt1", **{"with": {"do": "unjam"}}))
        assert marine(match, "Bolt1")["overwatch"] is back


@pytest.mark.rule("SH-REACT-4", "SH-REACT-7", "SH-CP-8")
def test_windows_open_only_when_they_matter() -> None:
    match = ready(cp=1, doors="H4", Bolt1="G4 W", S1="K4 W", S2="F4 E")
    to_stealers(match)
    go_on(match, line("step", who="S1", to="J4"))
    assert json_state(match)["window"] is None, "nobody sees it"
    go_on(match, line("assault", 1, 1, 1, 5, who="S2", target="Bolt1"))
    assert json_state(match)["window"] is None, "it died of its own attack"
    assert refusal_rule(match, line("turn", who="Bolt1", facing="N")) == "SH-CP-8"
    spent = ready(cp=1, doors="H4", Bolt1="G4 E", S1="K4 W")
    go_on(spent, line("spend", points=6))
    to_stealers(spent)
    go_on(spent, line("step", who="S1", to="J4"))
    assert json_state(spent)["window"] is None, "no points, no overwatch"
    go_on(spent, line("pass-window"))
    unseen = line("react", who="Bolt1", **{"with": SHOOT})
    assert refusal_rule(spent, unseen) == "SH-REACT-2"


@pytest.mark.rule("SH-CANNON-1", "SH-CANNON-4", "SH-CANNON-8", "SH-ALPHA-4")
def test_the_cannon_never_jams_and_takes_doors_with_it() -> None:
    match = ready(doors="L4", Cannon="J4 E", Bolt1="A4 E", Alpha="I4 W", S1="P4 W")
    go_on(match, line("overwatch", who="Cannon"))
    to_stealers(match)
    go_on(match, line("turn", who="S1", facing="N"), line("react", 1, 1, 1, overwatch=["Cannon"]))
    shown = marine(match, "Cannon")
    assert (shown["jammed"], shown["ammo"], shown["alive"]) == (False, 9, True)
    boom = ready(doors="L4", Cannon="O4 W", Alpha="M4 W", S1="I4 E")
    go_on(boom, line("set", who="Cannon", reloaded=True, ammo=5))
    go_on(boom, line("shoot", 2, 2, 2, 5, who="Cannon", target="Alpha"))
    assert json_state(boom)["doors"]["L4"] == "gone", "open doors go too"
    assert stealer(boom, "Alpha")["alive"] is True, "no die is rolled for it"


@pytest.mark.rule("SH-FLAMER-4", "SH-FLAMER-5", "SH-FLAMER-7", "SH-FIRE-2", "SH-BLIP-9")
def test_a_section_may_be_flamed_again_and_fire_bars_the_way() -> None:
    match = ready(Flame="C4 E", S1="F4 W", B1="E6", Bolt1="A4 W")
    go_on(match, line("flame", 1, who="Flame", target="S1"))
    go_on(match, line("flame", 2, who="Flame", target="S1"))
    assert (stealer(match, "S1")["alive"], marine(match, "Flame")["ammo"]) == (False, 4)
    go_on(match, line("set", who="Flame", ammo=0))
    assert refusal_rule(match, line("flame", who="Flame", square="E4", cp=2)) == "SH-FLAMER-5"
    blip = ready(Flame="E4 N", Bolt1="A4 W", B1="E7", S1="E5 S")
    go_on(blip, line("flame", 1, who="Flame", square="E6", override="over its shoulder"))
    assert json_state(blip)["kills"] == 0
    burnt = ready(Flame="C4 E", Bolt1="A4 W", S1="F4 W", B1="G4")
    assert refusal_rule(burnt, line("flame", who="Flame", target="B1")) == "SH-SHOOT-1"
    go_on(burnt, line("flame", 2, 2, who="Flame", target="S1"))
    assert (json_state(burnt)["blips"], json_state(burnt)["kills"]) == ({}, 2)


@pytest.mark.rule("SH-FLAMER-2", "SH-FIRE-5")
def test_the_own_section_and_blips_in_the_fire() -> None:
    own = ready(Flame="F4 E", S1="G4 W")
    go_on(own, line("flame", 1, 1, who="Flame", target="S1"))
    assert json_state(own)["burning"] == {"b": ["F4", "G4"]}
    far = ready(doors="H4 L4", Flame="A4 E", S1="N4 W")
    assert refusal_rule(far, line("flame", 1, who="Flame", target="S1")) == "SH-FLAMER-2"
    blip = ready(Flame="D4 E", Bolt1="A4 W", S1="F4 W", B1="G4")
    go_on(blip, line("flame", 2, 1, who="Flame", target="S1"))
    assert list(json_state(blip)["blips"]) == ["B1"], "the rim hides it"
    go_on(blip, line("place", who="B1", at="F4"))
    assert json_state(blip)["blips"] == {}, "in sight, and in the fire"
    assert json_state(blip)["stealers"]["S1"]["alive"] is False


@pytest.mark.rule("SH-FLAMER-8", "SH-FIRE-6", "SH-FIRE-2", "SH1-FIRE-6")
def test_a_closed_door_within_the_section_keeps_the_fire_out() -> None:
    for edition in ("4", "1"):
        level = {"number": 1, "rows": ["......D..."], "sections": ["aabbbbbbcc"]}
        names = {"en": "Own", "fr": "Own"}
        mission = {"id": "own", "name": names, "board": "own", "editions": ["4", "1"]}
        laid_out = new("own", edition=edition) | {
            "mission_data": mission,
            "board_data": {"id": "own", "name": names, "levels": [level]},
        }
        match = ready(laid_out, Flame="A1 E", S1="F1 E", S2="H1 W", S3="J1 W")
        go_on(match, line("flame", 1, who="Flame", square="C1"))
        assert json_state(match)["burning"] == {"b": ["C1", "D1", "E1", "F1"]}
        to_stealers(match)
        opens = (line("door", who="S1", at="G1"), line("door", who="S2", at="G1"))
        if edition == "4":
            assert [refusal_rule(match, command) for command in opens] == ["SH-FIRE-6"] * 2, "from either side"
            continue
        go_on(match, opens[1] | {"answers": [2]})
        assert stealer(match, "S2")["alive"] is False, "the opener stood in what was laid open"
        assert json_state(match)["burning"]["b"] == ["C1", "D1", "E1", "F1", "G1", "H1"]
        go_on(match, line("undo"))
        go_on(match, line("assault", 6, 1, 1, 1, who="S2", target="G1"))
        assert json_state(match)["burning"]["b"] == ["C1", "D1", "E1", "F1", "G1", "H1"], "hewn as well"


@pytest.mark.rule("SH-OVERWATCH-2", "SH-DOOR-6")
def test_a_door_beyond_twelve_squares_draws_no_shot() -> None:
    names = {"en": "Own", "fr": "Own"}
    level = {"number": 1, "rows": [".............D.."], "sections": ["aaaaaaaaaaaaabbb"]}
    laid_out = new("own") | {
        "mission_data": {"id": "own", "name": names, "board": "own"},
        "board_data": {"id": "own", "name": names, "levels": [level]},
    }
    for at, open_ in (("A1", False), ("B1", True)):
        match = ready(laid_out, Bolt1=f"{at} E", S1="O1 W")
        go_on(match, line("overwatch", who="Bolt1"), line("set-door", at="N1", now="open"))
        to_stealers(match)
        go_on(match, line("door", who="S1", at="N1"))
        assert (json_state(match)["window"] is not None) is open_


@pytest.mark.rule("SH-FIRE-3", "SH-ALPHA-4")
def test_the_alpha_walks_through_the_fire_and_who_leaves_stays_out() -> None:
    match = ready(Flame="C4 E", Alpha="F4 W")
    go_on(match, line("flame", who="Flame", target="Alpha"))
    to_stealers(match)
    go_on(match, line("step", who="Alpha", to="G4"), line("pass-window"))
    assert stealer(match, "Alpha")["at"] == "G4", "no die is rolled"
    go_on(match, line("step", who="Alpha", to="F4"), line("step", who="Alpha", to="E5"))
    assert refusal_rule(match, line("step", who="Alpha", to="F4")) == "SH-MOVE-4"


@pytest.mark.rule("SH-MISSION-2")
def test_the_board_may_be_left_and_taken_up_again() -> None:
    match = ready(cp=3, Bolt1="E4 E", S1="K6 S")
    go_on(match, line("positions", keep=False))
    go_on(match, line("shoot", 1, 2, who="Bolt1", target="S1"))
    assert marine(match, "Bolt1")["bonus"] == "S1", "the table saw it"
    to_stealers(match)
    go_on(match, line("turn", who="S1", facing="N"))
    assert json_state(match)["window"] is None, "windows are opened by hand now"
    go_on(match, line("end-turn"), line("end-phase"), line("draw", 2))
    go_on(match, line("positions", keep=True))
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="S1")) == "SH-SHOOT-1"
    without = ready(new("open-table"), Bolt1="")
    assert refusal_rule(without, line("positions", keep=True)) == "SH-MISSION-2"


@pytest.mark.rule("SH-FIRE-3", "SH-FIRE-5")
def test_blips_in_the_fire_burn_as_figures_do() -> None:
    match = ready(Flame="C4 E", Bolt1="A4 W", S1="F4 W", B1="G4")
    go_on(match, line("flame", 1, 1, who="Flame", target="S1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", to="E5"))
    go_on(match, line("place", who="Flame", facing="W"), line("step", 2, who="B1", to="F4"))
    assert json_state(match)["blips"] == {}
    chosen = ready(Flame="C4 E", Bolt1="A4 W", S1="F4 W", B1="G4")
    go_on(chosen, line("flame", 1, 1, who="Flame", target="S1"), line("end-turn"))
    go_on(chosen, line("convert", name="B1", value=2))
    assert (json_state(chosen)["blips"], list(json_state(chosen)["stealers"])) == ({}, ["S1"])


@pytest.mark.rule("SH-DOOR-5", "SH-DOOR-7", "SH-FLAMER-3", "SH-LIB-9", "SH1-FLAMER-9")
def test_without_places_whoever_and_whatever_is_named_is_there() -> None:
    match = ready(new("open-table"), Bolt1="", Flame="", Libra="", Claw="")
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="D1"))
    go_on(match, line("assault", 5, 6, who="Claw", target="D2"))
    assert json_state(match)["doors"] == {"D1": "gone", "D2": "gone"}
    assert refusal_rule(match, line("shoot", 6, 1, who="Bolt1", target="X1")) == "SH-BOARD-1"
    go_on(match, line("flame", 1, 2, 5, who="Flame", target="S1", pieces=["S2", "Claw"]))
    living = {name: stealer["alive"] for name, stealer in json_state(match)["stealers"].items()}
    assert living == {"S1": False, "S2": False}
    assert marine(match, "Claw")["alive"] is True, "marines roll first"
    storm = {"who": "Libra", "power": "psychic-storm"}
    go_on(match, line("power", 4, 3, pieces=["S3", "S4"], **storm))
    assert [stealer(match, name)["alive"] for name in ("S3", "S4")] == [False, True]
    go_on(match, line("undo"), line("power", 2, target="S3", **storm))
    assert stealer(match, "S3")["alive"] is False
    go_on(match, line("kill", who="S7"))
    assert json_state(match)["kills"] == 4, "the ledger counts whoever the table saw die"
    boom = ready(new("open-table", edition="1"), Flame="", Bolt1="")
    go_on(boom, line("self-destruct", who="Flame", pieces=["S1", "Bolt1"]))
    assert (json_state(boom)["kills"], marine(boom, "Bolt1")["alive"]) == (1, False)


@pytest.mark.rule("SH-DOOR-10", "SH-CANNON-8")
def test_places_may_be_left_out() -> None:
    match = ready(new(positions=False), Bolt1="", Cannon="")
    go_on(match, line("step", who="Bolt1"), line("step", who="Bolt1", dir="backward"))
    assert marine(match, "Bolt1")["ap"] == 1
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="S1"))
    assert json_state(match)["stealers"]["S1"]["alive"] is False, "a stealer nobody had spoken of"
    go_on(match, line("overwatch", who="Cannon"), line("end-turn"))
    go_on(match, line("react", 5, 1, 1, overwatch=["Cannon"], stealer="S2"))
    assert json_state(match)["stealers"]["S2"]["alive"] is False
    go_on(match, line("assault", 6, 1, 1, 5, who="S3", target="Bolt1", side="rear"))
    assert marine(match, "Bolt1")["alive"] is False


@pytest.mark.rule("SH-DOOR-1", "SH-DOOR-5")
def test_a_door_is_shot_at_even_where_a_blip_is_called_as_its_square() -> None:
    board = solo_match(rows=[".D..", "....", "...."], options={"solo": False})
    match = play(board, *put(Bolt1="A3 E"))
    go_on(match, line("start"), line("blip", name="B3", entry="FAR", override="x"))
    go_on(match, line("draw"), line("shoot", 6, 1, who="Bolt1", target="B3"))
    assert match.state.doors["B3"] == "gone"
