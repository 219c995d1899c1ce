"""Cases that were written down from the rules alone, before the program was looked at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.scripted import Line, go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, ready, stealer, to_stealers

NAMES = {"en": "Own", "fr": "Propre"}


def hall(rows: list[str], sections: list[str], **options: Any) -> Line:
    """A match on a board of one's own."""
    level = {"number": 1, "rows": rows, "sections": sections}
    return new("own", **options) | {
        "mission_data": {"id": "own", "name": NAMES, "board": "own"},
        "board_data": {"id": "own", "name": NAMES, "levels": [level]},
    }


def within(who: str, do: str, *answers: object, **arguments: object) -> Line:
    """A reaction by command points."""
    return line("react", *answers, who=who, **{"with": {"do": do, "who": who, **arguments}})


@pytest.mark.rule("SH-REACT-1", "SH-REACT-3", "SH-LOS-3")
def test_overwatch_sees_what_stands_after_the_points_are_spent() -> None:
    lay_out = hall(["......", "......"], ["aaaaaa", "aaaaaa"], cp="app")
    match = ready(lay_out, cp=2, Bolt1="A1 E", Bolt2="B1 E", S1="E1 W")
    go_on(to_stealers(go_on(match, line("overwatch", who="Bolt1"))), line("step", who="S1", to="D1"))
    shot = line("react", 6, 1, overwatch=["Bolt1"])
    assert refusal_rule(match, shot) == "SH-OVERWATCH-2", "Bolt2 stands between"
    go_on(match, within("Bolt2", "step", to="C2"))
    assert json_state(match)["window"] == {"actor": "S1", "step": "overwatch", "door": None}
    go_on(match, shot)
    assert stealer(match, "S1")["alive"] is False


@pytest.mark.rule("SH-REACT-2", "SH-CP-8", "SH-CP-9")
def test_one_who_saw_nothing_may_act_by_the_points_and_for_more_than_two() -> None:
    match = ready(cp=6, Bolt1="A4 E", Cannon="K2 S", S1="F4 W")
    go_on(match, line("set", who="Cannon", ammo=1))
    go_on(to_stealers(match), line("step", who="S1", to="E4"))
    go_on(match, within("Cannon", "reload"))
    shown = marine(match, "Cannon")
    assert (shown["ammo"], shown["reloaded"], json_state(match)["cp_spent"]) == (10, True, 4)
    assert refusal_rule(match, within("Bolt1", "shoot", 6, 6, target="S1")) == "SH-REACT-2"


@pytest.mark.rule("SH-SUSTAIN-4", "SH-SUSTAIN-6", "SH-LIB-6")
@pytest.mark.parametrize(
    ("between", "kept"),
    [
        ([line("step", who="B1", to="K6")], True),
        ([line("turn", who="S2", facing="N")], False),
        ([line("step", who="S1", to="J5"), line("step", who="S1", to="J4")], False),
        ([line("step", who="S1", to="J3", turn="N"), line("step", who="S1", to="J4")], False),
        ([], True),
    ],
    ids=["a-blip-moves", "another-stealer", "out-of-sight", "and-back", "nothing"],
)
def test_sustained_fire_of_the_marine_turn_and_what_ends_it(between: list[Line], kept: bool) -> None:
    match = ready(doors="H4", cp=6, Bolt1="E4 E", S1="J4 W", S2="P4 W", B1="K7")
    go_on(match, line("shoot", 5, 1, who="Bolt1", target="S1"))
    go_on(to_stealers(match), *between, line("step", who="S1", to="I4"))
    go_on(match, within("Bolt1", "shoot", 5, 1, target="S1"))
    assert stealer(match, "S1")["alive"] is not kept


@pytest.mark.rule("SH-FLAMER-8", "SH-CANNON-8", "SH-FLAMER-3")
@pytest.mark.parametrize("shut", [True, False])
def test_a_door_within_a_section_shelters_from_fire_but_not_from_an_explosion(shut: bool) -> None:
    lay_out = hall(["...D....", "####.###"], ["aaaaabbb", "####e###"])
    doors = "" if shut else "D2"
    match = ready(lay_out, doors=doors, Flame="A2 E", S1="E2 W", S2="C2 W")
    flames = [1, 2] if shut else [1, 2, 2]
    go_on(match, line("flame", *flames, who="Flame", target="S2"))
    assert [stealer(match, word)["alive"] for word in ("S1", "S2")] == [shut, False]
    assert ("E2" in json_state(match)["burning"]["a"]) is not shut
    boom = ready(lay_out, doors=doors, Cannon="A2 E", S1="E2 W", S2="C2 W")
    go_on(boom, line("reload", who="Cannon"))
    go_on(boom, line("shoot", 1, 1, 1, 4, 3, 4, who="Cannon", target="S2", cp=1))
    assert [stealer(boom, word)["alive"] for word in ("S1", "S2")] == [False, True]
    assert json_state(boom)["doors"]["D2"] == "gone"


@pytest.mark.rule("SH-LOS-2", "SH-LOS-4")
@pytest.mark.parametrize(
    ("target", "others", "seen_"),
    [
        ("E3", "C1 C3", True),
        ("E3", "B2", False),
        ("E3", "B1", False),
        ("E3", "D3", False),
        ("D2", "B2", True),
        ("D2", "C1", True),
        ("D2", "B2 C1", False),
        ("D2", "B1", False),
        ("E5", "B1 E4", True),
        ("E5", "B1 A2", False),
        ("E5", "C2 B3", False),
        ("E5", "C3", False),
    ],
)
def test_lines_through_squares_and_through_corners(target: str, others: str, seen_: bool) -> None:
    rows = [5 * "."] * 5
    standing: dict[str, Any] = {f"S{n}": f"{at} W" for n, at in enumerate(others.split(), 2)}
    match = ready(hall(rows, [5 * "a"] * 5), Bolt1="A1 E", S1=f"{target} W", **standing)
    shot = line("shoot", 6, 1, who="Bolt1", target="S1")
    if seen_:
        go_on(match, shot)
        assert stealer(match, "S1")["alive"] is False
    else:
        assert refusal_rule(match, shot) == "SH-SHOOT-1"


@pytest.mark.rule("SH-CONVERT-3", "SH-CONVERT-10")
def test_the_square_of_the_blip_itself_need_not_be_said() -> None:
    turned = line("convert", name="B1", value=3, facings=["N", "S", "E"])
    match = to_stealers(ready(Bolt1="A4 N", B1="J4"))
    for squares in (["I4", "K5"], ["j4", "i4", "k5"]):
        go_on(match, turned | {"squares": squares})
        stand = [(stealer["at"], stealer["facing"]) for stealer in json_state(match)["stealers"].values()]
        assert stand == [("J4", "N"), ("I4", "S"), ("K5", "E")]
        go_on(match, line("undo"))
    for squares in (["I4", "J4", "K5"], ["I4"]):
        assert refusal_rule(match, turned | {"squares": squares}) == "SH-CONVERT-3"


@pytest.mark.rule("SH-ENTRY-5", "SH-ENTRY-6")
def test_whose_stealers_wait_attack_nobody_and_the_start_of_the_turn_counts() -> None:
    match = ready(Bolt1="E7 N", Bolt2="A4 W")
    go_on(to_stealers(match), line("blip", name="B1", entry="N1"))
    go_on(match, line("convert", name="B1", value=1))
    assert refusal_rule(match, line("assault", 6, 1, 1, 5, who="S1", target="Bolt1")) == "SH-ENTRY-5"
    go_on(match, line("end-turn"), line("end-phase", 1), line("draw"), line("end-turn"))
    go_on(match, line("assault", 6, 1, 1, 5, who="S1", target="Bolt1"))
    assert marine(match, "Bolt1")["alive"] is False


@pytest.mark.rule("SH-LADDER-6", "SH-ALPHA-4")
@pytest.mark.parametrize("below", ["Bolt2", "S1", "Alpha", "B1"])
def test_whoever_stands_at_the_foot_is_crushed(below: str) -> None:
    there: dict[str, Any] = {below: "1:D3 E"}
    match = ready(new("down-the-shaft"), Bolt1="2:C3 E", Chain="1:A3 S", **there)
    go_on(match, line("step", 1, who="Bolt1", to="2:D3"))
    shown = {**json_state(match)["marines"], **json_state(match)["stealers"]}
    assert shown["Bolt1"]["at"] == "1:D3"
    assert below not in json_state(match)["blips"]
    assert below == "B1" or shown[below]["alive"] is False
