"""What the 1st edition has in the place of the 4th."""

from __future__ import annotations

import pytest

from tests.games.scripted import Line, go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, ready, stealer, to_stealers


def first() -> Line:
    return new(edition="1")


@pytest.mark.rule("SH1-AP-5", "SH1-AP-6", "SH1-MOVE-3")
def test_costs_and_turns() -> None:
    match = ready(first(), doors="H4", Bolt1="E4 N", S1="K4 W")
    shot = line("turn", who="Bolt1", facing="E", shoot="S1")
    assert refusal_rule(match, shot) == "SH1-AP-6"
    go_on(match, line("turn", who="Bolt1", facing="E"))
    go_on(match, line("step", 6, 1, who="Bolt1", dir="forward", shoot="S1"))
    assert (marine(match, "Bolt1")["ap"], stealer(match, "S1")["alive"]) == (2, False)
    alien = ready(first(), Bolt1="A4 W", S1="K4 W")
    to_stealers(alien)
    assert refusal_rule(alien, line("step", who="S1", to="J4", turn="N")) == "SH1-MOVE-3"
    ap_left = []
    for _ in range(4):
        go_on(alien, line("turn", who="S1", facing="left"))
        ap_left.append(stealer(alien, "S1")["ap"])
    assert ap_left == [6, 5, 5, 4]
    go_on(alien, line("step", who="S1", to="J4"), line("turn", who="S1", facing="left"))
    assert stealer(alien, "S1")["ap"] == 3, "the row is broken by a step"


@pytest.mark.rule("SH1-LOS-3", "SH1-LOS-7", "SH1-SHOOT-1", "SH1-CONVERT-2")
def test_a_marine_sees_beside_himself_but_shoots_ahead() -> None:
    match = ready(first(), Bolt1="J4 N", B1="K3", S1="I4 E")
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="S1")) == "SH1-SHOOT-1"
    go_on(match, line("place", who="S1", at="J3"))
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="S1")) == "SH-SHOOT-1", "behind"
    flames = ready(first(), doors="L4", Flame="J4 N", S1="L4 W")
    assert refusal_rule(flames, line("flame", who="Flame", target="S1")) == "SH1-FLAMER-2"
    assert json_state(match)["convert"] is None, "K3 lies behind"
    go_on(match, line("place", who="B1", at="K4"))
    assert json_state(match)["convert"] == "B1"
    behind = ready(first(), doors="L4", Bolt1="J4 N", S1="K4 W", B1="M4")
    assert json_state(behind)["convert"] is None, "a stealer stands between"


@pytest.mark.rule("SH1-SUSTAIN-1", "SH1-SUSTAIN-2", "SH1-SUSTAIN-3", "SH1-SUSTAIN-4", "SH1-SUSTAIN-6")
def test_sustained_fire_grows_and_ends_by_more() -> None:
    match = ready(first(), doors="H4", Bolt1="E4 E", Bolt2="A4 E", S1="K4 W")
    go_on(match, line("shoot", 1, 2, who="Bolt1", target="S1"))
    go_on(match, line("activate", who="Bolt2"))
    assert marine(match, "Bolt1")["bonus"] is None
    door = ready(first(), Bolt1="E4 E")
    for dice in ((5, 5), (4, 4), (3, 3)):
        go_on(door, line("shoot", *dice, who="Bolt1", target="H4"))
    assert json_state(door)["doors"]["H4"] == "closed"
    go_on(door, line("shoot", 3, 1, who="Bolt1", target="H4"))
    assert json_state(door)["doors"]["H4"] == "gone", "the fourth needs 3"
    ends = ready(first(), doors="H4", Bolt1="E4 E", S1="K4 W")
    go_on(ends, line("shoot", 1, 2, who="Bolt1", target="S1"), line("end-turn"))
    assert marine(ends, "Bolt1")["bonus"] is None, "nothing carries over"
    attacked = ready(first(), doors="H4", Bolt1="E4 E", S1="K4 W", S2="D4 E")
    to_stealers(attacked)
    go_on(attacked, line("turn", who="S1", facing="N"))
    go_on(attacked, line("react", 1, 2, who="Bolt1", **{"with": {"do": "shoot", "target": "S1"}}))
    assert marine(attacked, "Bolt1")["bonus"] == "S1"
    go_on(attacked, line("assault", 1, 2, 3, 5, who="S2", target="Bolt1"))
    assert marine(attacked, "Bolt1")["bonus"] is None


@pytest.mark.rule("SH1-OVERWATCH-1", "SH1-OVERWATCH-4", "SH1-OVERWATCH-5", "SH1-REACT-5")
def test_all_on_overwatch_must_shoot_and_it_may_be_dropped() -> None:
    match = ready(first(), Bolt1="I5 E", Bolt2="I3 E", S1="K6 S")
    go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"))
    to_stealers(match)
    go_on(match, line("step", 6, 2, 3, 3, who="S1", to="K5"))
    assert stealer(match, "S1")["alive"] is False
    assert marine(match, "Bolt2")["jammed"] is True
    dropped = ready(first(), Bolt1="I5 E", S1="K6 S")
    go_on(dropped, line("overwatch", who="Bolt1"))
    to_stealers(dropped)
    go_on(dropped, line("overwatch", who="Bolt1", off=True), line("step", who="S1", to="K5"))
    assert stealer(dropped, "S1")["alive"] is True
    assert refusal_rule(dropped, line("overwatch", who="Bolt1", off=True)) == "SH1-OVERWATCH-5"
    fourth = ready(Bolt1="I5 E")
    assert refusal_rule(fourth, line("overwatch", who="Bolt1", off=True)) == "SH-AP-5"
    flame = ready(first(), Flame="E4 E")
    assert refusal_rule(flame, line("overwatch", who="Flame")) == "SH-FLAMER-1"


@pytest.mark.rule("SH1-CP-8", "SH1-REACT-1", "SH1-REACT-3", "SH1-REACT-4")
def test_points_come_after_overwatch_and_are_for_who_sees() -> None:
    match = ready(first(), Bolt1="I5 E", Bolt2="I3 W", S1="K6 S")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", 1, 2, who="S1", to="K5"))
    assert json_state(match)["window"] == {"actor": "S1", "step": "cp", "door": None}
    assert refusal_rule(match, line("react", 6, 6, overwatch=["Bolt1"])) == "SH1-REACT-1"
    blind = line("react", who="Bolt2", **{"with": {"do": "turn", "facing": "N"}})
    assert refusal_rule(match, blind) == "SH1-CP-8"
    shot = {"do": "shoot", "target": "S1"}
    go_on(match, line("react", 6, 1, who="Bolt1", **{"with": shot}))
    assert (stealer(match, "S1")["alive"], json_state(match)["window"]) == (False, None)
    dead = ready(first(), Bolt1="I5 E", S1="K6 S")
    go_on(dead, line("overwatch", who="Bolt1"))
    to_stealers(dead)
    go_on(dead, line("step", 6, 2, who="S1", to="K5"))
    assert json_state(dead)["window"] is None


@pytest.mark.rule("SH1-FLAMER-2", "SH1-FLAMER-3", "SH1-FIRE-3", "SH1-FIRE-6")
def test_fire_of_the_first_edition() -> None:
    own = ready(first(), Flame="F4 E", S1="G4 W")
    assert refusal_rule(own, line("flame", who="Flame", target="S1")) == "SH1-FLAMER-2"
    match = ready(first(), Flame="C4 E", Bolt1="F4 W", S1="G4 W", S2="I4 W")
    go_on(match, line("flame", 1, 1, who="Flame", square="F4"))
    assert json_state(match)["burning"] == {"b": ["F4", "G4"]}
    to_stealers(match)
    go_on(match, line("door", who="S2", at="H4"), line("pass-window"))
    assert json_state(match)["burning"] == {"b": ["F4", "G4", "H4"]}, "the fire fills what lies open"
    go_on(match, line("step", who="S1", to="H4"))
    assert stealer(match, "S1")["at"] == "H4", "no die in the fire"
    assert refusal_rule(match, line("step", who="S2", to="H4")) == "SH-MOVE-4"


@pytest.mark.rule("SH1-FIRE-5")
def test_a_blip_in_the_fire_is_converted_on_burning_squares() -> None:
    match = ready(first(), Flame="C4 E", Bolt1="A4 W", S1="F4 W", B1="G4")
    go_on(match, line("flame", 2, 1, who="Flame", target="S1"))
    go_on(match, line("place", who="B1", at="F4"))
    assert json_state(match)["convert"] == "B1"
    go_on(match, line("convert", name="B1", value=2, squares=["F4", "G4"]))
    assert [stealer(match, name)["at"] for name in ("S2", "S3")] == ["F4", "G4"]


@pytest.mark.rule("SH1-MELEE-3", "SH1-MELEE-7", "SH1-DOOR-7")
def test_the_sergeants_bonus_counts_all_round() -> None:
    match = ready(first(), Sarge="D4 E", S1="C4 E")
    to_stealers(match)
    go_on(match, line("assault", 5, 2, 1, 5, who="S1", target="Sarge"))
    assert (stealer(match, "S1")["alive"], marine(match, "Sarge")["facing"]) == (True, "W")
    go_on(match, line("assault", 5, 2, 1, 5, who="S1", target="Sarge"))
    assert stealer(match, "S1")["alive"] is False


@pytest.mark.rule("SH1-ENTRY-4", "SH1-ENTRY-5", "SH1-ENTRY-6", "SH1-BOX-2")
def test_entries_hold_three_blips_and_three_stealers() -> None:
    match = ready(first(), Bolt1="A4 W")
    to_stealers(match)
    go_on(match, line("blip", name="B1", entry="N2"), line("blip", name="B2", entry="N2"))
    go_on(match, line("convert", name="B1", value=2), line("convert", name="B2", value=2))
    assert len(json_state(match)["stealers"]) == 3
    go_on(match, line("place", who="Bolt1", at="K7", facing="N"))
    go_on(match, line("assault", 1, 2, 3, 5, who="S1", target="Bolt1"))
    assert stealer(match, "S1")["alive"] is False
    near = ready(first(), Bolt1="E4 N")
    to_stealers(near)
    go_on(near, line("blip", name="B1", entry="N1"))
    assert json_state(near)["blips"]["B1"]["waits"] is True
    many = play(new(edition="1", positions=False), line("marine", name="X", unit="terminator-bolter"))
    go_on(many, line("blip", name="B1"), *(line("stealer") for _ in range(19)), line("start"))
    go_on(many, line("draw"), line("end-turn"), line("convert", name="B1", value=3))
    assert len(json_state(many)["stealers"]) == 20


@pytest.mark.rule("SH1-OVERWATCH-3", "SH1-DOOR-6")
def test_overwatch_is_for_who_acted_and_never_for_doors() -> None:
    match = ready(first(), doors="H4", Bolt1="E4 E", S1="I5 W", S2="J4 W", B1="I3")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("door", who="B1", at="H4"))
    assert (json_state(match)["window"], json_state(match)["doors"]["H4"]) == (None, "closed")
    go_on(match, line("door", who="B1", at="H4"), line("turn", who="S1", facing="N"))
    assert json_state(match)["window"] is None, "the one who acted is not in sight"
    go_on(match, line("turn", 6, 1, who="S2", facing="N"))
    assert stealer(match, "S2")["alive"] is False


@pytest.mark.rule("SH1-ENTRY-3", "SH1-ENTRY-8", "SH-ENTRY-3")
def test_who_lurks_stays_as_long_as_it_likes_and_does_not_come_back() -> None:
    match = ready(first(), Bolt1="A4 W", Bolt2="B4 W", S1="P4 E")
    to_stealers(match)
    go_on(match, line("blip", name="B1", entry="N2"))
    for _ in range(2):
        go_on(match, line("end-turn"), line("end-phase", 3), line("draw"), line("end-turn"))
    assert json_state(match)["blips"]["B1"]["entry"] == "N2"
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="B1")) == "SH-SHOOT-1"
    assert refusal_rule(match, line("step", who="S1", dir="forward")) == "SH-ENTRY-8"


@pytest.mark.rule("SH1-SUSTAIN-4")
def test_a_target_beside_the_fire_arc_ends_sustained_fire() -> None:
    match = ready(first(), Bolt1="I4 E", S1="K4 W")
    go_on(match, line("shoot", 1, 2, who="Bolt1", target="S1"))
    assert marine(match, "Bolt1")["bonus"] == "S1"
    go_on(match, line("place", who="S1", at="I5"))
    assert marine(match, "Bolt1")["bonus"] is None, "he sees it still, but cannot shoot at it"


@pytest.mark.rule("SH1-BOX-1")
def test_there_is_no_alpha_by_any_name() -> None:
    match = ready(new("open-table", edition="1"), Bolt1="")
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="Alpha")) == "SH1-BOX-1"
    assert refusal_rule(match, line("stealer", alpha=True)) == "SH1-BOX-1"
    top = line("step", 3, who="Bolt1", dir="top")
    assert refusal_rule(match, top) == "SH1-BOX-1", "nor are there ladders"


@pytest.mark.rule("SH1-CONVERT-8")
def test_being_placed_opens_no_window() -> None:
    match = ready(first(), Bolt1="G4 E", B1="J4", Bolt2="A4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", who="B1", to="I4"), line("door", who="B1", at="H4"))
    go_on(match, line("convert", name="B1", value=1, squares=["I4"]))
    assert (json_state(match)["window"], stealer(match, "S1")["alive"]) == (None, True)
