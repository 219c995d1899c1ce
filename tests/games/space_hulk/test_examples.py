"""The worked examples of the table page, those of playing alone left out, as scripts."""

from __future__ import annotations

import pytest

from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, next_turn, play, put, ready, stealer, to_stealers


def alive(match: object, *names: str) -> list[bool]:
    shown = json_state(match)  # type: ignore[arg-type]
    pieces = {**shown["marines"], **shown["stealers"]}
    return [pieces[name]["alive"] for name in names]


def react(*names: str, dice: tuple[int, ...] = ()) -> dict[str, object]:
    return line("react", *dice, overwatch=list(names))


@pytest.mark.rule("SH-CP-2", "SH-CP-3", "SH-SERGEANT-2")
def test_e01_drawing_command_points() -> None:
    match = play(new(cp="app"), *put(Sword="E4"), line("start"), line("draw", 2, True, 1))
    assert refusal_rule(match, line("draw")) == "SH-CP-3"
    assert refusal_rule(match, line("turn", who="Sword", facing="right", cp=1, shoot="S1")) != ""
    go_on(match, line("turn", who="Sword", facing="right", cp=1))
    go_on(match, line("turn", who="Sword", facing="right", cp=1))
    go_on(match, line("end-turn"), line("end-turn"), line("end-phase"))
    assert json_state(match)["winner"] == ["stealer"], "overspent: the end phase tells (SH-CP-6)"
    without = play(new(cp="app"), *put(Bolt1="E4"), line("start"), line("draw", 2))
    assert json_state(without)["phase"] == "marine-action", "nothing was asked twice"


@pytest.mark.rule("SH-AP-1", "SH-AP-6", "SH-CP-7", "SH-SHOOT-1", "SH-DOOR-2")
def test_e02_four_points() -> None:
    match = ready(cp=3, Bolt1="E4 E", S1="J4 W")
    go_on(
        match,
        line("step", who="Bolt1", to="F4"),
        line("step", who="Bolt1", to="G4"),
        line("door", who="Bolt1", at="H4"),
        line("shoot", 3, 6, who="Bolt1", target="S1"),
    )
    assert (alive(match, "S1"), marine(match, "Bolt1")["ap"]) == ([False], 0)
    assert refusal_rule(match, line("shoot", 3, 6, who="Bolt1", target="S1")) == "SH-SHOOT-1"
    go_on(match, line("turn", who="Bolt1", facing="N", cp=1))
    assert (json_state(match)["cp_spent"], marine(match, "Bolt1")["facing"]) == (1, "N")
    other = ready(Bolt1="E4 E")
    assert refusal_rule(other, line("turn", who="Bolt1", facing="W")) == "SH-AP-6"
    first = ready(new(edition="1"), Bolt1="E4 E")
    go_on(first, line("turn", who="Bolt1", facing="W"))
    assert marine(first, "Bolt1")["ap"] == 2


@pytest.mark.rule("SH-SUSTAIN-1", "SH-SUSTAIN-2", "SH-SUSTAIN-5", "SH1-SUSTAIN-5")
def test_e03_sustained_fire() -> None:
    match = ready(doors="H4", Bolt1="E4 E", S1="K4 W")
    go_on(match, line("step", 5, 5, who="Bolt1", to="F4", shoot="S1"))
    assert (alive(match, "S1"), marine(match, "Bolt1")["bonus"]) == ([True], "S1")
    go_on(match, line("shoot", 5, 2, who="Bolt1", target="S1"))
    assert (alive(match, "S1"), marine(match, "Bolt1")["ap"]) == ([False], 2)
    other = ready(doors="H4", Bolt1="E4 E", S1="K4 W")
    go_on(other, line("step", 5, 5, who="Bolt1", to="F4", shoot="S1"))
    go_on(other, line("step", 5, 5, who="Bolt1", to="G4", shoot="S1"))
    assert alive(other, "S1") == [True]
    go_on(other, line("shoot", 4, 5, who="Bolt1", target="S1"))
    assert alive(other, "S1") == [False]
    first = ready(new(edition="1"), doors="H4", Bolt1="E4 E", S1="K4 W")
    go_on(first, line("step", 5, 5, who="Bolt1", to="F4", shoot="S1"))
    go_on(first, line("shoot", 5, 2, who="Bolt1", target="S1"))
    assert alive(first, "S1") == [True]
    go_on(first, line("shoot", 5, 2, who="Bolt1", target="S1"))
    assert alive(first, "S1") == [False]


@pytest.mark.rule("SH-SUSTAIN-3", "SH-SUSTAIN-4", "SH-OVERWATCH-3", "SH-OVERWATCH-5")
def test_e04_the_bonus_goes() -> None:
    match = ready(cp=2, doors="H4 L4", Bolt1="G4 E", S1="O4 W", S2="K6 S")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", to="N4"), react("Bolt1", dice=(2, 3)))
    assert marine(match, "Bolt1")["bonus"] == "S1"
    go_on(match, line("step", who="S2", to="K5"))
    go_on(match, line("react", 5, 5, who="Bolt1", **{"with": {"do": "shoot", "target": "S1"}}))
    assert alive(match, "S1") == [True]
    assert marine(match, "Bolt1")["overwatch"] is False
    assert refusal_rule(match, react("Bolt1", dice=(6, 6))) in ("SH-OVERWATCH-1", "SH-REACT-2")


@pytest.mark.rule("SH-JAM-1", "SH-JAM-2", "SH-JAM-4", "SH-JAM-5", "SH-REACT-3")
def test_e05_jams() -> None:
    match = ready(cp=1, doors="H4 L4", Bolt1="G4 E", S1="O4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", to="N4"), react("Bolt1", dice=(2, 2)))
    assert marine(match, "Bolt1")["jammed"] is True
    go_on(match, line("step", who="S1", to="M4"))
    go_on(match, line("react", who="Bolt1", **{"with": {"do": "unjam"}}))
    assert (marine(match, "Bolt1")["jammed"], marine(match, "Bolt1")["overwatch"]) == (False, True)
    assert json_state(match)["window"] is None, "no shot in this window"
    go_on(match, line("step", who="S1", to="L4"), react("Bolt1", dice=(5, 3)))
    assert alive(match, "S1") == [True], "clearing has ended the bonus"
    go_on(match, line("step", who="S1", to="K4"), react("Bolt1", dice=(5, 5)))
    assert (alive(match, "S1"), marine(match, "Bolt1")["jammed"]) == ([False], True)


@pytest.mark.rule("SH-OVERWATCH-2", "SH-OVERWATCH-4")
def test_e06_a_volley() -> None:
    for named, jammed in ((("Bolt1", "Bolt2"), True), (("Bolt1",), False)):
        match = ready(Bolt1="I5 E", Bolt2="I3 E", S1="K6 S")
        go_on(match, line("overwatch", who="Bolt1"), line("overwatch", who="Bolt2"))
        to_stealers(match)
        go_on(match, line("step", who="S1", to="K5"))
        go_on(match, react(*named, dice=(6, 2, 3, 3)[: 2 * len(named)]))
        assert alive(match, "S1") == [False]
        assert marine(match, "Bolt2")["jammed"] is jammed


@pytest.mark.rule("SH-REACT-1", "SH-REACT-2", "SH-CP-8", "SH-CANNON-1", "SH-CANNON-2")
def test_e07_points_first_and_one_action() -> None:
    match = ready(cp=2, Bolt1="I5 E", Cannon="I3 E", S1="K6 S", S2="K7 S")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", to="K5"))
    shoot = {"do": "shoot", "target": "S1"}
    guarded = line("react", who="Cannon", **{"with": {"do": "guard"}})
    go_on(match, guarded)
    assert json_state(match)["cp_spent"] == 2, "one action of two points"
    go_on(match, line("undo"))
    go_on(match, line("react", 1, 2, 5, who="Cannon", **{"with": shoot}))
    assert (alive(match, "S1"), marine(match, "Cannon")["ammo"]) == ([False], 9)
    assert json_state(match)["window"] is None
    assert refusal_rule(match, guarded) == "SH-REACT-2"
    second = ready(cp=2, Bolt1="I5 E", Cannon="I3 E", S1="K6 S")
    go_on(second, line("overwatch", who="Bolt1"))
    to_stealers(second)
    go_on(second, line("step", who="S1", to="K5"))
    go_on(second, line("react", 1, 2, 1, who="Cannon", **{"with": shoot}))
    again = line("react", 5, 5, 5, who="Cannon", **{"with": shoot})
    assert refusal_rule(second, again) == "SH-REACT-2"


@pytest.mark.rule("SH-OVERWATCH-2", "SH-REACT-2", "SH-BOARD-5")
def test_e08_twelve_squares() -> None:
    match = ready(cp=1, doors="H4 L4", Bolt1="C4 E", S1="P4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("turn", who="S1", facing="N"))
    assert json_state(match)["window"] == {"actor": "S1", "step": "cp", "door": None}
    assert refusal_rule(match, react("Bolt1", dice=(6, 6))) == "SH-OVERWATCH-2"
    go_on(match, line("pass-window"))
    assert json_state(match)["window"] is None
    go_on(match, line("step", who="S1", to="O4"), react("Bolt1", dice=(6, 1)))
    assert alive(match, "S1") == [False]


@pytest.mark.rule("SH-CANNON-2", "SH-CANNON-3", "SH-CANNON-5", "SH-CANNON-6", "SH-CANNON-7")
def test_e09_the_assault_cannon() -> None:
    for founded, second in ((False, True), (True, False)):
        match = ready(Cannon="J4 E", Bolt1="I5 E", S1="K4 W")
        go_on(match, line("set", who="Cannon", ammo=3))
        go_on(match, line("shoot", 4, 4, 4, who="Cannon", target="S1"))
        assert (alive(match, "S1", "Cannon"), marine(match, "Cannon")["ammo"]) == ([True, True], 2)
        next_turn(match)
        go_on(match, line("reload", who="Cannon"))
        assert (marine(match, "Cannon")["ammo"], marine(match, "Cannon")["ap"]) == (10, 0)
        assert refusal_rule(match, line("reload", who="Cannon", cp=4)) == "SH-CANNON-3"
        if founded:
            go_on(match, line("shoot", 1, 1, 2, who="Cannon", target="S1", cp=1))
        blast = (4, 3) if second else (4,)
        go_on(match, line("shoot", 4, 4, 4, *blast, who="Cannon", target="S1", cp=1))
        assert alive(match, "Cannon", "Bolt1", "S1") == [False, False, second]


@pytest.mark.rule("SH-FLAMER-1", "SH-FLAMER-2", "SH-FLAMER-3", "SH-FLAMER-8", "SH-FIRE-6")
def test_e10_flaming_a_corridor() -> None:
    match = ready(Flame="C4 E", Bolt1="G4 E", S1="F4 W", S2="I4 W")
    go_on(match, line("flame", 2, 1, who="Flame", target="S1"))
    assert (marine(match, "Flame")["ammo"], marine(match, "Flame")["ap"]) == (5, 2)
    assert json_state(match)["burning"] == {"b": ["F4", "G4"]}
    assert alive(match, "Bolt1", "S1", "S2") == [False, True, True]
    to_stealers(match)
    assert refusal_rule(match, line("door", who="S2", at="H4")) == "SH-FIRE-6"


@pytest.mark.rule("SH-FIRE-2", "SH-FIRE-3", "SH-FIRE-4", "SH-MOVE-4")
def test_e11_in_and_around_the_fire() -> None:
    match = ready(Flame="C4 E", S1="F4 W")
    go_on(match, line("flame", 1, who="Flame", target="S1"))
    to_stealers(match)
    go_on(match, line("step", who="S1", to="E4"))
    assert stealer(match, "S1")["at"] == "E4"
    assert refusal_rule(match, line("step", who="S1", to="F4")) == "SH-MOVE-4"
    go_on(match, line("undo"), line("step", 2, who="S1", to="G4"))
    assert alive(match, "S1") == [False]
    for at, hidden in (("I4", False), ("J4", True)):
        rim = ready(doors="H4", Flame="E4 E", Bolt1="E5 E", S1=f"{at} W")
        go_on(rim, line("flame", 1, who="Flame", target="S1"))
        go_on(rim, line("place", who="Bolt1", at="G4"))
        shot = line("shoot", 1, 1, who="Bolt1", target="S1")
        if hidden:
            assert refusal_rule(rim, shot) == "SH-SHOOT-1"
        else:
            go_on(rim, shot)


@pytest.mark.rule("SH-MELEE-2", "SH-MELEE-4", "SH-MELEE-5", "SH-MELEE-6", "SH-MELEE-7")
def test_e12_front_and_rear() -> None:
    match = ready(Bolt1="D4 E", S1="E4 W", S2="C4 E")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("assault", 1, 3, 4, 4, who="S1", target="Bolt1"))
    assert (alive(match, "S1", "Bolt1"), marine(match, "Bolt1")["overwatch"]) == ([True] * 2, False)
    go_on(match, line("assault", 2, 2, 3, 4, who="S1", target="Bolt1"))
    assert alive(match, "S1", "Bolt1") == [False, True]
    go_on(match, line("assault", 2, 3, 1, 5, who="S2", target="Bolt1"))
    assert (alive(match, "S2"), marine(match, "Bolt1")["facing"]) == ([True], "W")
    go_on(match, line("assault", 4, 4, 2, 5, who="S2", target="Bolt1"))
    assert alive(match, "S2", "Bolt1") == [False, True]
    go_on(match, line("undo"), line("assault", 6, 1, 1, 5, who="S2", target="Bolt1"))
    assert alive(match, "S2", "Bolt1") == [True, False]
    assert stealer(match, "S2")["ap"] == 4


@pytest.mark.rule("SH-WEAPON-4", "SH-GUARD-4", "SH-GUARD-5", "SH-MELEE-8", "SH-SERGEANT-1")
def test_e13_sword_and_guard() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    go_on(match, line("guard", who="Sword"))
    to_stealers(match)
    go_on(match, line("assault", 6, 4, 2, 3, 1, 5, 1, 6, who="S1", target="Sword"))
    assert (alive(match, "S1"), marine(match, "Sword")["guard"]) == ([False], True)
    rear = ready(Sword="D4 E", S1="C4 E")
    go_on(rear, line("guard", who="Sword"))
    to_stealers(rear)
    go_on(rear, line("assault", 6, 4, 2, 3, 1, 5, who="S1", target="Sword"))
    assert alive(rear, "Sword") == [False], "no +1, no parry, the guard re-roll remains"


@pytest.mark.rule("SH-WEAPON-3", "SH-WEAPON-5", "SH-WEAPON-6")
def test_e14_hammer_and_claws() -> None:
    match = ready(Hammer="D4 E", S1="E4 W", S2="C4 E")
    to_stealers(match)
    go_on(match, line("assault", 5, 6, 4, who="S1", target="Hammer"))
    assert alive(match, "S1", "Hammer") == [True, True]
    go_on(match, line("assault", 5, 2, 6, 4, who="S2", target="Hammer"))
    assert alive(match, "Hammer") == [False]
    claws = ready(Claw="D4 E", S1="E4 W", S2="C4 E")
    to_stealers(claws)
    go_on(claws, line("assault", 5, 5, 1, 3, 5, who="S1", target="Claw"))
    assert alive(claws, "S1") == [False]
    go_on(claws, line("assault", 5, 5, 1, 6, who="S2", target="Claw"))
    assert (alive(claws, "S2", "Claw"), marine(claws, "Claw")["facing"]) == ([True, True], "W")
    guard = ready(Claw="D4 E", S1="E4 W")
    go_on(guard, line("guard", who="Claw"))
    to_stealers(guard)
    go_on(guard, line("assault", 6, 1, 1, 2, 3, 1, 6, who="S1", target="Claw"))
    assert alive(guard, "S1") == [False]


@pytest.mark.rule("SH-LIB-1", "SH-LIB-2", "SH-LIB-4", "SH-LIB-5", "SH-LIB-7")
def test_e15_the_librarian() -> None:
    for psi, lives in ((4, [False, True]), (3, [True, True]), (0, [True, False])):
        match = ready(Libra="D4 E", S1="E4 W")
        to_stealers(match)
        go_on(match, line("assault", 6, 5, 3, 2, psi, who="S1", target="Libra"))
        assert alive(match, "S1", "Libra") == lives
        assert marine(match, "Libra")["psi"] == 20 - psi
    rear = ready(Libra="D4 E", S1="C4 E")
    to_stealers(rear)
    go_on(rear, line("assault", 1, 1, 1, 2, who="S1", target="Libra"))
    assert marine(rear, "Libra")["psi"] == 20
    own = ready(Libra="D4 E", Bolt1="B4 E")
    go_on(own, *(line("turn", who="Bolt1", facing="right", cp=1) for _ in range(3)))
    go_on(own, line("power", who="Libra", power="prescience"))
    assert (json_state(own)["cp_spent"], marine(own, "Libra")["psi"]) == (2, 19)
    storm = line("power", who="Libra", power="psychic-storm", section="b")
    assert refusal_rule(own, storm) == "SH-LIB-5"


@pytest.mark.rule("SH-ALPHA-3", "SH-ALPHA-4", "SH-ALPHA-5", "SH-FLAMER-6")
def test_e16_the_alpha() -> None:
    match = ready(Bolt1="D4 E", Alpha="E4 W")
    to_stealers(match)
    go_on(match, line("assault", 5, 4, 2, 6, who="Alpha", target="Bolt1"))
    assert alive(match, "Bolt1") == [False]
    hammer = ready(Hammer="D4 E", Alpha="E4 W")
    to_stealers(hammer)
    go_on(hammer, line("assault", 5, 2, 5, who="Alpha", target="Hammer"))
    assert alive(hammer, "Alpha", "Hammer") == [True, True]
    behind = ready(Claw="D4 E", Alpha="E4 E")
    go_on(behind, line("assault", 5, 4, 2, 4, 5, who="Claw", target="Alpha"))
    assert alive(behind, "Alpha") == [False]
    for dice, lives, jams in (((6, 1), True, False), ((6, 6), False, True)):
        watched = ready(Bolt1="A4 E", Alpha="F4 W")
        go_on(watched, line("overwatch", who="Bolt1"))
        to_stealers(watched)
        go_on(watched, line("step", who="Alpha", to="E4"), react("Bolt1", dice=dice))
        assert alive(watched, "Alpha") == [lives]
        assert marine(watched, "Bolt1")["jammed"] is jams
    for three, lives in (((6, 5, 1), False), ((6, 4, 4), True)):
        cannon = ready(Cannon="A4 E", Alpha="E4 W")
        go_on(cannon, line("shoot", *three, who="Cannon", target="Alpha"))
        assert alive(cannon, "Alpha") == [lives]
    flamed = ready(Flame="A4 E", Alpha="F4 W")
    go_on(flamed, line("flame", who="Flame", target="Alpha"))
    assert alive(flamed, "Alpha") == [True]


@pytest.mark.rule("SH-DOOR-5", "SH-DOOR-7", "SH-DOOR-8", "SH-DOOR-9", "SH-SUSTAIN-6", "SH1-DOOR-7")
def test_e17_doors() -> None:
    match = ready(Bolt1="G4 E")
    go_on(match, line("shoot", 5, 5, who="Bolt1", target="H4"))
    assert json_state(match)["doors"]["H4"] == "closed"
    go_on(match, line("shoot", 2, 5, who="Bolt1", target="D1"))
    assert json_state(match)["doors"]["H4"] == "gone"
    for name, dice, door in (
        ("Claw", (5, 5), "closed"),
        ("Claw", (6, 1), "gone"),
        ("Sword", (5,), "closed"),
        ("Chain", (), "gone"),
    ):
        hewn = ready(None, "", None, **{name: "G4 E"})
        go_on(hewn, line("assault", *dice, who=name, target="H4"))
        assert json_state(hewn)["doors"]["H4"] == door
    first = ready(new(edition="1"), Sarge="G4 E")
    go_on(first, line("assault", 5, who="Sarge", target="H4"))
    assert json_state(first)["doors"]["H4"] == "gone"
    alien = ready(Bolt1="A4 E", S1="I4 W")
    to_stealers(alien)
    go_on(alien, line("assault", 2, 6, 1, who="S1", target="H4"))
    assert json_state(alien)["doors"]["H4"] == "gone"
    flamed = ready(Flame="G4 E")
    assert refusal_rule(flamed, line("flame", who="Flame", square="H4")) == "SH-FLAMER-8"


@pytest.mark.rule("SH-CONVERT-2", "SH-CONVERT-3", "SH-CONVERT-4", "SH-CONVERT-7", "SH-CONVERT-8")
def test_e18_a_door_opened_on_blips() -> None:
    match = ready(Bolt1="G4 E", B1="I4", B2="K4")
    go_on(match, line("door", who="Bolt1", at="H4"))
    assert json_state(match)["convert"] == "B1"
    wrong = line("convert", name="B1", value=3, squares=["I4", "K5", "J4"])
    assert refusal_rule(match, wrong) == "SH-CONVERT-3"
    go_on(match, line("convert", name="B1", value=3, squares=["I4", "I5", "J3"], facings=["W"] * 3))
    assert [stealer["at"] for stealer in json_state(match)["stealers"].values()] == ["I4", "I5", "J3"]
    assert (list(json_state(match)["blips"]), json_state(match)["window"]) == (["B2"], None)
    to_stealers(match)
    for name in ("S2", "S3", "S1"):
        assert (stealer(match, name)["ap"], stealer(match, name)["acted"]) == (6, False)
        go_on(match, line("turn", who=name, facing="around"), line("pass-window"))


@pytest.mark.rule("SH-CONVERT-8", "SH-CONVERT-9", "SH-REACT-5")
def test_e19_unmasked() -> None:
    for both_at_once in (True, False):
        match = ready(cp=1, doors="H4", Bolt1="G4 E", S1="I4 W", B1="J4")
        go_on(match, line("overwatch", who="Bolt1"))
        to_stealers(match)
        go_on(match, line("step", who="S1", to="I5"))
        assert json_state(match)["convert"] == "B1"
        squares = ["J4", "J4"] if both_at_once else ["J4"]
        go_on(match, line("convert", name="B1", value=2, squares=squares, facings=["W"] * 2))
        go_on(match, react("Bolt1", dice=(6, 3)))
        assert alive(match, "S2") == [False]
        if not both_at_once:
            assert json_state(match)["convert"] == "B1"
            go_on(match, line("convert", name="B1", squares=["J4"], facings=["W"]))
        assert stealer(match, "S3")["at"] == "J4"
        go_on(match, react("Bolt1", dice=(1, 2)))
        assert alive(match, "S3") == [True]
        assert (json_state(match)["convert"], json_state(match)["window"]) == (None, None)
        go_on(match, line("turn", who="S3", facing="around"))


@pytest.mark.rule("SH-ENTRY-4", "SH-ENTRY-5", "SH-BOARD-7")
def test_e20_the_six_squares() -> None:
    for at, waits in (("I4", True), ("J4", False), ("E4", True)):
        match = ready(Bolt1=f"{at} E")
        to_stealers(match)
        go_on(match, line("blip", name="B1", entry="N1"))
        assert json_state(match)["blips"]["B1"]["waits"] is waits
        if waits:
            assert refusal_rule(match, line("step", who="B1", to="E7")) == "SH-ENTRY-5"
            next_turn(match)
            to_stealers(match)
            if at == "I4":
                go_on(match, line("step", who="B1", to="E7"))
                assert json_state(match)["blips"]["B1"]["at"] == "E7"
    full = play(new(), *put(Bolt1="J4 E"), *(line("blip", name=f"B{n}", entry="N1") for n in "123"))
    assert refusal_rule(full, line("blip", name="B4", entry="N1")) == "SH-ENTRY-4"


@pytest.mark.rule("SH-LADDER-3", "SH-LADDER-4", "SH-LADDER-5", "SH-LADDER-6", "SH-OBJECT-1")
def test_e21_ladder_and_object() -> None:
    shaft = new("down-the-shaft")
    match = ready(shaft, Libra="2:C3 E")
    go_on(match, line("step", 3, who="Libra", to="2:D3"))
    assert (marine(match, "Libra")["at"], marine(match, "Libra")["ap"]) == ("2:D3", 3)
    go_on(match, line("step", who="Libra", to="1:D3"))
    shown = marine(match, "Libra")
    assert (shown["at"], shown["ap"], shown["facing"]) == ("1:D3", 1, "E")
    falls = ready(shaft, Libra="2:C3 E", S1="1:D3 W")
    go_on(falls, line("step", 1, who="Libra", to="2:D3"))
    shown = marine(falls, "Libra")
    assert (shown["at"], shown["ap"], shown["facing"]) == ("1:D3", 0, "E")
    assert alive(falls, "S1") == [False]
    go_on(falls, line("turn", who="Libra", facing="N", cp=1))
    carries = ready(shaft, Libra="1:B3 W", S1="1:C3 W", B1="1:F3")
    go_on(carries, line("step", who="Libra", to="1:A3"))
    assert marine(carries, "Libra")["carries"] == ["CAT"]
    to_stealers(carries)
    go_on(carries, line("step", who="S1", to="1:B3"))
    go_on(carries, line("assault", 6, 6, 6, 1, who="S1", target="Libra"))
    assert json_state(carries)["objects"]["CAT"] == {"at": "1:A3", "carrier": None, "left_by": None}
    go_on(carries, line("place", who="B1", at="1:C3"), line("place", who="S1", at="1:H3"))
    go_on(carries, line("step", who="B1", to="1:B3"))
    assert refusal_rule(carries, line("step", who="B1", to="1:A3")) == "SH-BLIP-7"


@pytest.mark.rule("SH1-TIMER-1", "SH1-TIMER-4", "SH1-AP-5", "SH1-MOVE-3", "SH1-SUSTAIN-2")
def test_e22_first_edition_numbers() -> None:
    def first(**options: object) -> dict[str, object]:
        return line("new", game="space-hulk", edition="1", seed=7, options=options)

    for sergeants, options, expected in ((2, {}, 180), (1, {}, 150), (0, {}, 120), (1, {"novice": True}, 210)):
        join = [line("marine", name=f"Sarge{n}", unit="sergeant-bolter") for n in range(sergeants)]
        bolt = line("marine", name="Bolt1", unit="terminator-bolter")
        match = play(first(**options), *join, bolt, line("start"))
        assert json_state(match)["seconds"] == expected
    killed = play(
        first(),
        *(line("marine", name=n, unit="sergeant-bolter") for n in "AB"),
        line("start"),
        line("draw"),
        line("kill", who="A"),
    )
    assert json_state(killed)["seconds"] == 180
    go_on(killed, line("end-turn"), line("end-turn"), line("end-phase", 3, False))
    assert json_state(killed)["seconds"] == 150
    alien = ready(new(edition="1"), Bolt1="A4 W", S1="K4 W")
    to_stealers(alien)
    go_on(alien, line("step", who="S1", dir="left"))
    assert stealer(alien, "S1")["ap"] == 4
    go_on(alien, line("turn", who="S1", facing="left"))
    assert stealer(alien, "S1")["ap"] == 4
    go_on(alien, line("turn", who="S1", facing="left"))
    assert stealer(alien, "S1")["ap"] == 3
    shots = ready(new(edition="1"), doors="H4", Bolt1="E4 E", S1="K4 W")
    go_on(
        shots,
        line("shoot", 5, 5, who="Bolt1", target="S1"),
        line("shoot", 4, 4, who="Bolt1", target="S1"),
        line("shoot", 4, 1, who="Bolt1", target="S1"),
    )
    assert alive(shots, "S1") == [False]
    assert refusal_rule(shots, line("guard", who="Bolt1")) == "SH1-BOX-1"
    assert refusal_rule(shots, line("power", who="Bolt1", power="prescience")) == "SH1-BOX-1"
    bad = line("marine", name="X", unit="sergeant-sword")
    assert refusal_rule(play(new(edition="1")), bad) == "SH1-BOX-1"


@pytest.mark.rule("SH1-OVERWATCH-2", "SH1-JAM-1", "SH1-JAM-5", "SH1-JAM-7", "SH1-FLAMER-9")
def test_e23_first_edition_overwatch() -> None:
    match = ready(new(edition="1"), doors="H4 L4", Bolt1="G4 E", S1="O4 W")
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    go_on(match, line("step", 3, 5, who="S1", to="N4"), line("pass-window"))
    go_on(match, line("step", 5, 1, who="S1", to="M4"), line("pass-window"))
    go_on(match, line("step", 4, 4, who="S1", to="L4"))
    assert alive(match, "S1") == [True]
    assert (marine(match, "Bolt1")["jammed"], marine(match, "Bolt1")["overwatch"]) == (True, False)
    next_turn(match)
    assert marine(match, "Bolt1")["jammed"] is True
    assert refusal_rule(match, line("overwatch", who="Bolt1")) == "SH-JAM-3"
    go_on(match, line("unjam", who="Bolt1"))
    shown = marine(match, "Bolt1")
    assert (shown["jammed"], shown["overwatch"], shown["ap"]) == (False, False, 3)
    go_on(match, line("overwatch", who="Bolt1"))
    assert marine(match, "Bolt1")["ap"] == 1
    boom = ready(new(edition="1"), Flame="G4 E", Bolt1="F4 E", Bolt2="E4 E")
    go_on(boom, line("self-destruct", who="Flame"))
    assert alive(boom, "Flame", "Bolt1", "Bolt2") == [False, False, True]
    assert json_state(boom)["doors"]["H4"] == "gone"
    assert json_state(boom)["burning"] == {"b": ["F4", "G4", "H4"]}
    empty = ready(new(edition="1"), Flame="G4 E")
    go_on(empty, line("set", who="Flame", ammo=0))
    assert refusal_rule(empty, line("self-destruct", who="Flame")) == "SH1-FLAMER-9"
