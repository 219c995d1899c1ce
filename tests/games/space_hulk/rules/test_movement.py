"""Steps, turns, doors, ladders and objects."""

from __future__ import annotations

import pytest

from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.rules.test_hindrance import hall


@pytest.mark.rule("SH-MOVE-1", "SH-MOVE-2", "SH-AP-5", "SH-BOARD-3")
def test_a_marine_steps_forward_or_back_and_never_aside() -> None:
    match = ready(Bolt1="J4 E")
    go_on(match, line("step", who="Bolt1", to="K5"))
    assert (marine(match, "Bolt1")["at"], marine(match, "Bolt1")["ap"]) == ("K5", 3)
    go_on(match, line("step", who="Bolt1", dir="backward-right"))
    shown = marine(match, "Bolt1")
    assert (shown["at"], shown["ap"], shown["facing"]) == ("J4", 1, "E")
    go_on(match, line("undo"))
    assert refusal_rule(match, line("step", who="Bolt1", to="K4")) == "SH-MOVE-2"
    assert refusal_rule(match, line("step", who="Bolt1", to="I3")) == "SH-MOVE-1"
    assert refusal_rule(match, line("step", who="Bolt1", dir="up")) == "SH-LADDER-1"
    assert refusal_rule(match, line("step", who="Bolt1", dir="nowhere")) == "SH-MOVE-1"


@pytest.mark.rule("SH-MOVE-3", "SH-AP-5")
def test_a_stealers_free_quarter_turn_belongs_to_its_step() -> None:
    match = ready(Bolt1="A4 W", S1="J4 W")
    to_stealers(match)
    go_on(match, line("step", who="S1", dir="right"))
    assert (stealer(match, "S1")["at"], stealer(match, "S1")["ap"]) == ("J5", 5)
    go_on(match, line("step", who="S1", to="J4", turn="S"))
    assert (stealer(match, "S1")["facing"], stealer(match, "S1")["ap"]) == ("S", 4)
    go_on(match, line("step", who="S1", to="J5", turn="W", turn_first=True))
    shown = stealer(match, "S1")
    assert (shown["at"], shown["facing"], shown["ap"]) == ("J5", "W", 3), "a side step now"
    around = line("step", who="S1", to="J4", turn="E")
    assert refusal_rule(match, around) == "SH-MOVE-3"
    go_on(match, line("turn", who="S1", facing="around"))
    assert (stealer(match, "S1")["facing"], stealer(match, "S1")["ap"]) == ("E", 2)
    both = line("step", who="S1", to="J4", turn="N", turn_first="S")
    assert refusal_rule(match, both) == "SH-MOVE-3"
    assert refusal_rule(match, line("step", who="S1", to="J4", shoot="Bolt1")) == "SH-MELEE-1"
    go_on(match, line("step", who="S1", to="I5"))
    assert stealer(match, "S1")["ap"] == 0, "straight back costs two"


@pytest.mark.rule("SH-MOVE-4", "SH-MOVE-5", "SH-DOOR-1", "SH-BLIP-8")
def test_what_bars_a_step() -> None:
    match = ready(Bolt1="I4 W", Bolt2="J5 W", S1="K5 W", S2="J3 W", B1="I3")
    assert refusal_rule(match, line("step", who="Bolt1", to="H4")) == "SH-MOVE-4", "a closed door"
    to_stealers(match)
    assert refusal_rule(match, line("step", who="S1", to="J5")) == "SH-MOVE-4", "a piece"
    assert refusal_rule(match, line("step", who="S2", to="I3")) == "SH-MOVE-4", "a blip"


@pytest.mark.rule("SH-MOVE-5", "SH1-MOVE-5")
def test_a_diagonal_step_between_two_obstacles_is_barred() -> None:
    for edition in ("4", "1"):
        barred = ready(new(edition=edition), Bolt1="I4 E", Bolt2="I5 W", S1="J4 W")
        assert refusal_rule(barred, line("step", who="Bolt1", to="J5")) == "SH-MOVE-5"
        free = ready(new(edition=edition), Bolt1="I4 E", S1="J4 W")
        go_on(free, line("step", who="Bolt1", to="J5"))
        assert marine(free, "Bolt1")["at"] == "J5", "one side is open"


@pytest.mark.rule("SH-MOVE-5", "SH1-MOVE-5", "SH-BLIP-8")
def test_whatever_bars_sight_bars_a_diagonal_step() -> None:
    names = {"en": "Own", "fr": "Own"}
    level = {"number": 1, "rows": ["..", "D."], "sections": ["ab", "cd"]}
    mission = {"id": "own", "name": names, "board": "own", "editions": ["4", "1"]}
    board = {"id": "own", "name": names, "levels": [level]}
    for edition in ("4", "1"):
        blips = ready(new(edition=edition), Bolt1="I4 W", B1="I5", B2="J4")
        assert refusal_rule(blips, line("step", who="Bolt1", to="J5")) == "SH-MOVE-5"
        laid_out = new("own", edition=edition) | {"mission_data": mission, "board_data": board}
        match = ready(laid_out, Bolt1="A2 E", S1="B2 W")
        aside = line("step", who="Bolt1", to="B1")
        assert refusal_rule(match, aside) == "SH-MOVE-5", "between a stealer and a closed door"
        go_on(match, line("set-door", at="A1", now="open"), aside)
        assert marine(match, "Bolt1")["at"] == "B1", "an open door bars nothing"


@pytest.mark.rule("SH-DOOR-4")
def test_the_table_too_closes_no_door_on_a_piece() -> None:
    match = ready(doors="H4", Bolt1="H4 E")
    assert refusal_rule(match, line("set-door", at="H4", now="closed")) == "SH-DOOR-4"
    go_on(match, line("place", who="Bolt1", at="G4", facing="E"), line("set-door", at="H4", now="closed"))
    assert match.state.doors["H4"] == "closed"


@pytest.mark.rule("SH-DOOR-2", "SH-DOOR-3", "SH-DOOR-4", "SH-DOOR-10", "SH1-DOOR-3")
def test_doors_are_opened_and_closed_by_who_can_reach_them() -> None:
    match = ready(Bolt1="G4 E", Bolt2="I5 N", B1="M4")
    assert refusal_rule(match, line("door", who="Bolt2", at="H4")) == "SH-DOOR-2"
    go_on(match, line("turn", who="Bolt2", facing="W", cp=1))
    go_on(match, line("door", who="Bolt2", at="D1"))
    assert json_state(match)["doors"]["H4"] == "open"
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="H4")) == "SH-DOOR-10"
    assert refusal_rule(match, line("assault", who="Bolt1", target="H4")) == "SH-DOOR-10"
    go_on(match, line("step", who="Bolt1", to="H4"))
    assert refusal_rule(match, line("door", who="Bolt2", at="H4", cp=1)) == "SH-DOOR-4"
    to_stealers(match)
    go_on(match, line("door", who="B1", at="L4"))
    assert json_state(match)["doors"]["L4"] == "open"
    assert refusal_rule(match, line("door", who="B1", at="H4")) == "SH-DOOR-3"
    first = ready(new(edition="1"), Bolt1="A4 E", B1="K3")
    to_stealers(first)
    go_on(first, line("door", who="B1", at="L4"))
    assert json_state(first)["doors"]["L4"] == "open", "a diagonal one too"


@pytest.mark.rule("SH-DOOR-6", "SH-REACT-1")
def test_a_closing_door_draws_an_overwatch_shot() -> None:
    match = ready(doors="H4", Bolt1="E4 E", S1="I5 W", B1="I3")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("door", who="S1", at="H4"))
    assert json_state(match)["window"]["door"] == "H4"
    go_on(match, line("react", 6, 6, overwatch=["Bolt1"], door="H4"))
    assert (json_state(match)["doors"]["H4"], marine(match, "Bolt1")["jammed"]) == ("gone", True)
    blip = ready(doors="H4", Bolt1="E4 E", B1="I3")
    go_on(blip, line("overwatch", who="Bolt1"))
    to_stealers(blip)
    go_on(blip, line("door", who="B1", at="H4"))
    assert json_state(blip)["window"] == {"actor": "B1", "step": "overwatch", "door": "H4"}
    turn = {"do": "turn", "facing": "N"}
    assert refusal_rule(blip, line("react", who="Bolt1", **{"with": turn})) == "SH-REACT-2"
    go_on(blip, line("react", 1, 2, overwatch=["Bolt1"]))
    assert json_state(blip)["doors"]["H4"] == "closed"


@pytest.mark.rule("SH-DOOR-6", "SH-OVERWATCH-4")
def test_who_does_not_see_the_stealer_shoots_at_the_door_it_has_closed() -> None:
    match = ready(doors="H4", Bolt1="E4 E", Bolt2="I3 N", S1="I4 W", S2="K5 W")
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"), line("end-turn"))
    go_on(match, line("door", who="S1", at="H4"))
    both = line("react", 6, 1, 6, 2, overwatch=["Bolt1", "Bolt2"])
    go_on(match, both)
    assert (json_state(match)["doors"]["H4"], stealer(match, "S1")["alive"]) == ("gone", False)
    go_on(match, line("undo"))
    reaction = line("react", 6, 1, overwatch=["Bolt2"], door="H4")
    assert refusal_rule(match, reaction) == "SH-OVERWATCH-2", "he does not see that"
    held = ready(doors="H4", cp=2, Bolt1="E4 E", Bolt2="F4 E", S1="I5 W")
    go_on(held, line("overwatch", who="Bolt2"), line("end-turn"))
    go_on(held, line("door", who="S1", at="H4"))
    assert json_state(held)["window"] == {"actor": "S1", "step": "overwatch", "door": "H4"}


@pytest.mark.rule("SH-DOOR-6", "SH-OVERWATCH-4")
def test_of_two_who_see_both_one_shoots_at_the_stealer_and_one_at_the_door() -> None:
    match = ready(doors="L4", Bolt1="I4 E", Bolt2="I3 E", Bolt3="A4 E", S1="K3 N")
    watch = [line("overwatch", who=f"Bolt{n}") for n in (1, 2, 3)]
    go_on(match, *watch, line("end-turn"), line("turn", who="S1", facing="E"))
    each = line("react", 6, 1, 2, 6, overwatch=["Bolt1", "Bolt2"], at_door=["Bolt1"])
    assert refusal_rule(match, each) == "SH-DOOR-6", "no door was closed"
    go_on(match, line("door", who="S1", at="L4"))
    go_on(match, each)
    assert (json_state(match)["doors"]["L4"], stealer(match, "S1")["alive"]) == ("gone", False)
    go_on(match, line("undo"), each | {"at_door": ["Bolt2", "Bolt1"]})
    assert (json_state(match)["doors"]["L4"], stealer(match, "S1")["alive"]) == ("gone", True)
    go_on(match, line("undo"), each | {"at_door": []})
    assert (json_state(match)["doors"]["L4"], stealer(match, "S1")["alive"]) == ("closed", False)
    go_on(match, line("undo"))
    afar = line("react", 6, 1, overwatch=["Bolt3"], at_door=["Bolt3"])
    assert refusal_rule(match, afar) == "SH-OVERWATCH-2"


@pytest.mark.rule("SH-DOOR-6", "SH-REACT-2")
def test_without_places_the_table_says_who_acted_and_which_door_closed() -> None:
    match = ready(new("open-table"), Bolt1="", Bolt2="")
    go_on(match, line("overwatch", who="Bolt1"), line("end-turn"))
    go_on(match, line("react", 6, 1, overwatch=["Bolt1"], stealer="S1", door="D2"))
    assert json_state(match)["doors"] == {"D2": "gone"}
    spending = ready(cp=3, Bolt1="E4 E", S1="K6 S")
    go_on(spending, line("positions", keep=False), line("end-turn"))
    go_on(spending, line("turn", who="S1", facing="N"), line("react", stealer="S1"))
    assert json_state(spending)["window"] == {"actor": "S1", "step": "cp", "door": None}


@pytest.mark.rule("SH-LADDER-1", "SH-LADDER-2", "SH-AP-8", "SH-MELEE-9", "SH-LOS-5")
def test_a_ladder_joins_two_squares() -> None:
    shaft = new("down-the-shaft")
    match = ready(shaft, Chain="2:D3 E", S1="1:D3 E")
    go_on(match, line("shoot", 5, 5, who="Chain", target="S1"))
    go_on(match, line("assault", 1, 1, 1, 2, who="Chain", target="S1"))
    assert stealer(match, "S1")["alive"] is False
    go_on(match, line("step", who="Chain", dir="down"))
    assert marine(match, "Chain")["at"] == "1:D3"
    other = ready(shaft, Chain="2:D3 E", S1="1:D3 E", S2="1:F3 W")
    to_stealers(other)
    go_on(other, line("assault", 2, 3, 1, 5, who="S1", target="Chain"))
    assert stealer(other, "S1")["alive"] is False, "the marine fought to the front"
    up = ready(shaft, Chain="1:D3 E", S1="2:F3 W")
    go_on(up, line("step", 5, 1, 6, who="Chain", dir="up", shoot="S1"))
    assert (marine(up, "Chain")["at"], stealer(up, "S1")["alive"]) == ("2:D3", False)
    first = ready(new(edition="1"), Bolt1="E4 E")
    assert refusal_rule(first, line("step", who="Bolt1", dir="up")) == "SH-LADDER-1"


@pytest.mark.rule("SH-MOVE-6", "SH-LADDER-4", "SH-LADDER-5")
def test_exits_and_ladders_without_places() -> None:
    match = ready(new("open-table"), Bolt1="", Bolt2="", Bolt3="")
    go_on(match, line("step", who="Bolt1", dir="exit"))
    assert (marine(match, "Bolt1")["left_by"], marine(match, "Bolt1")["ap"]) == ("EXIT", 3)
    go_on(match, line("step", who="Bolt2", to="EXIT", dir="backward"))
    assert (marine(match, "Bolt2")["left_by"], marine(match, "Bolt2")["ap"]) == ("EXIT", 2)
    for dir, die, ap in (("top", 2, 3), ("top", 1, 0), ("up", 1, 0), ("up", 2, 2)):
        go_on(match, line("step", die, who="Bolt3", dir=dir))
        assert marine(match, "Bolt3")["ap"] == ap
        go_on(match, line("undo"))
    go_on(match, line("step", who="Bolt3", dir="down"))
    assert marine(match, "Bolt3")["ap"] == 2, "no die"


@pytest.mark.rule("SH-OBJECT-1", "SH-OBJECT-2", "SH-OBJECT-3", "SH-OBJECT-4")
def test_objects_are_left_and_handed_over() -> None:
    match = ready(new("down-the-shaft"), Chain="1:B3 W", Bolt1="1:C3 W")
    go_on(match, line("step", who="Chain", to="1:A3"))
    assert marine(match, "Chain")["carries"] == ["CAT"]
    give = line("pass", who="Chain", object="CAT", to="Bolt1")
    assert refusal_rule(match, give) == "SH-OBJECT-3", "not straight ahead"
    go_on(match, line("turn", who="Chain", facing="N"), line("turn", who="Chain", facing="E"))
    go_on(match, line("step", who="Chain", to="1:B3", leave="CAT"))
    assert json_state(match)["objects"]["CAT"]["at"] == "1:B3"
    assert refusal_rule(match, give) == "SH-OBJECT-3", "nobody hands over what he does not carry"
    other = ready(new("down-the-shaft"), Chain="1:B3 W", Bolt1="1:D3 W")
    go_on(other, line("step", who="Chain", to="1:A3"), line("place", who="Chain", facing="E"))
    go_on(other, line("place", who="Bolt1", at="1:B3"))
    go_on(other, line("pass", who="Chain", object="CAT", to="Bolt1"))
    assert (marine(other, "Bolt1")["carries"], marine(other, "Chain")["ap"]) == (["CAT"], 2)


@pytest.mark.rule("SH-OBJECT-1")
def test_where_places_are_kept_only_what_lies_on_the_square_is_picked_up() -> None:
    match = ready(new("down-the-shaft"), Chain="1:C3 W")
    go_on(match, line("step", who="Chain", to="1:B3", take="CAT"))
    assert marine(match, "Chain")["carries"] == []
    assert json_state(match)["objects"]["CAT"]["at"] == "1:A3"
    go_on(match, line("step", who="Chain", to="1:A3"))
    assert marine(match, "Chain")["carries"] == ["CAT"]


@pytest.mark.rule("SH-DOOR-4", "SH-OBJECT-4", "SH-OBJECT-1", "SH-OBJECT-2", "SH-FIRE-1")
def test_an_object_holds_a_door_open_bars_no_sight_and_goes_with_its_bearer() -> None:
    thing = {"id": "CAT", "kind": "cat", "square": "H4"}
    mission = {
        "id": "own",
        "name": {"en": "Own", "fr": "Own"},
        "board": "airlock-nine",
        "objects": [thing, thing | {"id": "LOG", "square": "F4"}],
    }
    laid_out = new("own") | {"mission_data": mission}
    match = ready(laid_out, "H4", Bolt1="G4 E", Bolt2="E4 E", S1="J4 W")
    assert refusal_rule(match, line("door", who="Bolt1", at="H4")) == "SH-DOOR-4"
    go_on(match, line("shoot", 1, 2, who="Bolt1", target="S1"), line("end-turn"))
    go_on(match, line("step", who="S1", to="I4"), line("step", who="S1", to="H4"))
    assert stealer(match, "S1")["carries"] == ["CAT"], "stealers carry, too"
    go_on(match, line("end-turn"), line("end-phase", 3), line("draw"))
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="S1"))
    assert json_state(match)["objects"]["CAT"]["at"] == "H4", "it lies where its bearer died"
    go_on(match, line("step", who="Bolt2", to="F4"), line("place", who="Bolt1", at="A4"))
    go_on(match, line("step", who="Bolt2", to="G4"), line("step", who="Bolt2", to="H4"))
    assert marine(match, "Bolt2")["carries"] == ["CAT", "LOG"], "any number of them"
    burnt = ready(laid_out, Flame="D4 E")
    go_on(burnt, line("flame", who="Flame", square="F4"))
    assert json_state(burnt)["objects"]["LOG"]["at"] == "F4", "fire does it no harm"
    carried = ready(laid_out, Bolt1="E4 E")
    go_on(carried, line("step", who="Bolt1", to="F4"), line("place", who="Bolt1", at="P4"))
    go_on(carried, line("step", who="Bolt1", to="EAST"))
    assert json_state(carried)["objects"]["LOG"]["left_by"] == "EAST"


@pytest.mark.rule("SH-LADDER-4", "SH-LADDER-6", "SH-ALPHA-4", "SH-OBJECT-2", "SH-CP-7")
@pytest.mark.parametrize("below", ["Bolt1", "S1", "Alpha", "B1"])
def test_whoever_stands_below_dies_of_a_fall(below: str) -> None:
    places = {"Chain": "2:C3 E", below: "1:D3 W"}
    match = play(new("down-the-shaft"), *put(**places), line("start"), line("draw"))
    go_on(match, line("step", 1, who="Chain", to="2:D3"))
    state = match.state
    assert state.piece(below).life.alive is False
    shown = marine(match, "Chain")
    assert (shown["at"], shown["facing"], shown["ap"]) == ("1:D3", "E", 0)


@pytest.mark.rule("SH-MISSION-4", "SH-MOVE-4")
def test_a_locked_door_is_opened_by_nobody_and_a_generator_bars() -> None:
    level = {"number": 1, "rows": ["...D.", ".####"], "sections": ["aaabb", "a####"]}
    board = {
        "id": "own",
        "name": {"en": "Own", "fr": "Le nôtre"},
        "levels": [level],
        "locked": ["D2"],
        "generators": ["A1"],
    }
    mission = {"id": "own", "name": {"en": "Own", "fr": "Le nôtre"}, "board": "own"}
    laid_out = new() | {"mission": "own", "mission_data": mission, "board_data": board}
    match = ready(laid_out, Bolt1="C2 E", Bolt2="A2 S")
    assert refusal_rule(match, line("door", who="Bolt1", at="D2")) == "SH-MISSION-4"
    go_on(match, line("shoot", 6, 1, who="Bolt1", target="D2"))
    assert json_state(match)["doors"]["D2"] == "gone"
    assert refusal_rule(match, line("step", who="Bolt2", to="A1")) == "SH-MOVE-4"


@pytest.mark.rule("SH-LADDER-4", "SH-LADDER-5", "SH-FIRE-3")
@pytest.mark.parametrize(("die", "is_alive"), [(1, True), (2, False)])
def test_a_fall_into_a_burning_square_costs_its_die(die: int, is_alive: bool) -> None:
    match = ready(new("down-the-shaft"), Chain="2:C3 E", Flame="1:B3 E")
    go_on(match, line("flame", who="Flame", square="1:D3"))
    assert any("1:D3" in fire.squares for fire in match.state.fires.values())
    go_on(match, line("step", 1, die, who="Chain", to="2:D3"))
    assert marine(match, "Chain")["alive"] is is_alive
    safe = ready(new("down-the-shaft"), Chain="2:C3 E")
    go_on(safe, line("step", 1, who="Chain", to="2:D3"))
    assert marine(safe, "Chain")["alive"] is True, "a fall alone costs none"


@pytest.mark.rule("SH-MOVE-3")
@pytest.mark.parametrize(("first", "to"), [(True, "C4"), (False, "B3")])
def test_a_stealers_free_turn_is_told_before_or_after_its_step(first: bool, to: str) -> None:
    match = ready(hall(["....."] * 5), Bolt1="A1 W", S1="C3 W")
    to_stealers(match)
    go_on(match, line("step", who="S1", to=to, turn="N", turn_first=first))
    told = [sentence for sentence in log_sentences(match) if sentence.startswith(("S1 faces", "S1 steps"))]
    expected = ["S1 faces north", f"S1 steps to {to}"]
    assert told == (expected if first else expected[::-1])
