"""Putting a match right by hand, and how it is laid out: each value alone, and nothing beside it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from q40k.games.space_hulk.state.match import Match, Window
from q40k.games.space_hulk.state.movement.doors import DoorMoved
from q40k.games.space_hulk.state.opening import mission_marines, with_mission_marines
from q40k.kernel.state import flatten
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import new, play, put, ready, stealer, to_stealers
from tests.games.space_hulk.rules.test_guns import after
from tests.games.space_hulk.rules.test_refusals import in_words, refusal


@pytest.mark.rule("SH-AP-1", "SH-CANNON-2", "SH-LIB-2")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ap", 0),
        ("ap", 2),
        ("ammo", 0),
        ("ammo", 9),
        ("reloaded", True),
        ("psi", 0),
        ("overwatch", True),
        ("overwatch", False),
        ("guard", True),
        ("jammed", True),
        ("jammed", False),
        ("guard", False),
        ("reloaded", False),
    ],
)
def test_one_value_of_a_marine_is_set_and_no_other(name: str, value: object) -> None:
    match = ready(Cannon="A4 E", Libra="B4 E")
    on = {"overwatch": True, "guard": True, "jammed": True, "reloaded": True} if value is False else {}
    go_on(match, *([line("set", who="Cannon", **on)] if on else []))
    before = flatten(match.state.marines["Cannon"])
    go_on(match, line("set", who="Cannon", **{name: value}))
    assert flatten(match.state.marines["Cannon"]) == before | {name: value}


@pytest.mark.rule("SH-BOARD-1", "SH-BOARD-2", "SH-ENTRY-2")
def test_where_a_piece_is_put() -> None:
    match = ready(Bolt1="", Bolt2="A4 W", S1="K4 W", B1="K7")
    go_on(match, line("place", who="Bolt1", at="C4"))
    assert (json_state(match)["marines"]["Bolt1"]["at"], json_state(match)["marines"]["Bolt1"]["facing"]) == ("C4", "N")
    go_on(
        match,
        line("place", who="Bolt2", facing="E"),
        line("place", who="S1", at="J4"),
        line("place", who="B1", at="K6"),
    )
    shown = json_state(match)
    assert (shown["marines"]["Bolt2"]["at"], shown["marines"]["Bolt2"]["facing"]) == ("A4", "E")
    assert (stealer(match, "S1")["at"], stealer(match, "S1")["facing"]) == ("J4", "W")
    assert (shown["blips"]["B1"]["at"], match.state.blips["B1"].position.facing) == ("K6", None)
    to_stealers(match)
    go_on(match, line("blip", name="B2", entry="N2"))
    go_on(match, line("place", who="B2"))
    assert json_state(match)["blips"]["B2"]["entry"] == "N2", "nothing was said of its place"
    go_on(match, line("place", who="B2", at="K7"))
    assert (json_state(match)["blips"]["B2"]["entry"], json_state(match)["blips"]["B2"]["waits"]) == (None, False)
    go_on(match, line("stealer", at="K1"), line("stealer", at="K2", facing="S"), line("stealer", name="Zog", at="E1"))
    assert [stealer(match, name)["facing"] for name in ("S2", "S3", "Zog")] == ["N", "S", "N"]
    assert refusal(ready(new(edition="1"), Bolt1="A4 E"), line("stealer", alpha=True)) == (
        "SH1-BOX-1",
        "not-in-edition",
    )


@pytest.mark.rule("SH-BLIP-9", "SH-MOVE-6", "SH-CP-4")
def test_what_commands_mean_that_leave_things_unsaid() -> None:
    match = ready(Bolt1="A4 E", Bolt2="B4 E", Bolt3="C4 E", B1="K7", B2="K6")
    go_on(match, line("spend"), line("leave", who="Bolt2"), line("kill", who="B1"), line("kill", who="B2", value=3))
    assert (json_state(match)["cp_spent"], json_state(match)["marines"]["Bolt2"]["left_by"]) == (1, "EXIT")
    assert (json_state(match)["kills"], json_state(match)["revealed"]) == (4, {"0": 1, "3": 1})
    go_on(match, line("turn", who="Bolt1"))
    assert json_state(match)["marines"]["Bolt1"]["facing"] == "S", "to the right"
    go_on(match, line("step", who="Bolt3"))
    assert json_state(match)["marines"]["Bolt3"]["at"] == "D4", "forward"


@pytest.mark.rule("SH-MISSION-2", "SH-DOOR-1", "SH-DOOR-4")
def test_places_are_remembered_while_none_are_kept() -> None:
    match = ready(Bolt1="G4 E", S1="K4 W")
    go_on(match, line("positions", keep=False), line("set-door", at="H4", now="open"))
    assert (json_state(match)["doors"]["H4"], match.state.options.positions) == ("open", False)
    go_on(match, line("positions", keep=True))
    assert (json_state(match)["marines"]["Bolt1"]["at"], match.state.options.positions) == ("G4", True)
    go_on(match, line("set-door", at="H4", now="closed"), line("set-door", at="L4", now="gone"))
    assert json_state(match)["doors"] == {"H4": "closed", "L4": "gone"}
    go_on(match, line("set-door", at="L4", now="closed"))
    assert json_state(match)["doors"]["L4"] == "closed"


@pytest.mark.rule("SH-DOOR-6", "SH-DOOR-1")
def test_which_door_a_window_watches() -> None:
    state: Match = ready(doors="H4", Bolt1="G4 E", S1="K4 W").session.state
    window = Window("S1", "cp", None, acting="Bolt1")

    def door(window: Window, at: str, *, open: bool, edition: str = "4") -> str | None:
        changed = after(state.replace(pending=(window,), edition_id=edition), DoorMoved(at=at, open=open, who="Bolt1"))
        assert changed.doors[at] == ("open" if open else "closed")
        assert changed.window is not None
        return changed.window.door

    assert door(window, "H4", open=False) == "H4"
    assert door(window, "H4", open=False, edition="1") is None
    assert door(window.replace(acting=None), "H4", open=False) is None, "nobody acts by points"
    assert door(window.replace(door="H4"), "H4", open=True) is None, "it is open again"
    assert door(window.replace(door="L4"), "H4", open=True) == "L4"
    match = ready(cp=1, Bolt1="G4 E", Bolt2="A4 W", S1="I4 W")
    go_on(to_stealers(match), line("door", who="S1", at="H4"))
    assert json_state(match)["window"] == {"actor": "S1", "step": "cp", "door": None}, "it was opened"
    unknown = go_on(ready(Bolt1="", Bolt2="A4 W"), line("door", who="Bolt1", at="H4"))
    assert json_state(unknown)["doors"]["H4"] == "open", "nobody knows that it is out of his reach"


@pytest.mark.rule("SH-SETUP-1", "SH1-MISSION-2", "SH-BOX-6", "SH-SETUP-3")
def test_who_takes_part_and_where_each_begins() -> None:
    for edition, names in (
        ("4", ["Sword", "Flame", "Bolt1", "Bolt2", "Bolt3"]),
        ("1", ["Sarge", "Flame", "Bolt1", "Bolt2", "Bolt3"]),
    ):
        state = play(new(edition=edition)).state
        found = mission_marines(state)
        assert [name for name, _unit, _stand in found] == names
        assert [stand.at for _name, _unit, stand in found if stand is not None] == ["A4", "B4", "C4", "D4", "E4"]
        assert next(iter(with_mission_marines(state).marines.values())).position.at == "A4"
    shaft = play(new("down-the-shaft")).state
    assert [name for name, *_rest in mission_marines(shaft)] == ["Libra", "Cannon", "Chain"], (
        "one of each has no number"
    )
    few = shaft.replace(mission=structs.replace(shaft.mission, start=shaft.mission.start[:1]))
    assert [stand is not None for *_others, stand in mission_marines(few)] == [True, False, False]
    joined = play(new(), *put(Bolt1="A4 E")).state
    assert with_mission_marines(joined) is joined
    words = play(new("down-the-shaft", positions=False))
    assert (words.state.doors, [item.at for item in words.state.things.values()]) == ({}, [None])
    assert [item.at for item in shaft.things.values()] == ["1:A3"]
    assert [marine.position.at for marine in with_mission_marines(words.state).marines.values()] == [None] * 3
    assert in_words("Bolt1").state.doors == {}


@pytest.mark.rule("SH-LIB-9", "SH-LIB-8", "SH-ALPHA-6", "SH-BOARD-6")
def test_whom_a_storm_of_a_section_reaches() -> None:
    match = ready(Libra="C4 E", S1="I3 W", B1="K5", Alpha="J4 W", Bolt1="J3 W", S2="L4 W")
    storm: dict[str, Any] = {"who": "Libra", "power": "psychic-storm"}
    assert refusal(match, line("power", section="c", **storm)) == ("SH-LIB-9", "out-of-range"), "L4 is at nine"
    go_on(match, line("power", 4, 3, section="r", **storm))
    assert [stealer(match, name)["alive"] for name in ("S1", "S2", "Alpha")] == [False, True, True]
    assert (list(json_state(match)["blips"]), json_state(match)["marines"]["Bolt1"]["alive"]) == (["B1"], True)
    words = in_words("Libra", "Bolt1")
    go_on(words, line("power", 4, 3, section="r", pieces=["S1", "S2", "Bolt1"], **storm))
    assert [stealer(words, name)["alive"] for name in ("S1", "S2")] == [False, True]
    alone = in_words("Libra")
    go_on(alone, line("power", 2, target="S5", **storm))
    assert (stealer(alone, "S5")["alive"], json_state(alone)["marines"]["Libra"]["psi"]) == (False, 17)
