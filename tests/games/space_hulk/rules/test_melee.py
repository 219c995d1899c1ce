"""Close assault, guard, arms; the librarian and the Alpha."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.melee import (
    Assault,
    Fought,
    Sides,
    Terms,
    door_dice,
    fight_terms,
    melee_bonus,
    stealer_score,
)
from q40k.kernel.events import NumberQuestion
from tests.games.scripted import go_on, json_state, line, refusal_rule
from tests.games.space_hulk.playing import marine, new, play, put, ready, stealer, to_stealers


@pytest.mark.rule("SH-MELEE-1", "SH-MELEE-3", "SH-WEAPON-1", "SH-WEAPON-2")
def test_only_who_stands_straight_ahead_is_attacked() -> None:
    match = ready(Bolt1="J4 E", Chain="I4 E", S1="K5 W", S2="J5 E", B1="K6")
    assert refusal_rule(match, line("assault", who="Bolt1", target="S1")) == "SH-MELEE-1"
    assert refusal_rule(match, line("assault", who="Bolt1", target="Chain")) == "SH-MELEE-1"
    assert refusal_rule(match, line("assault", who="Bolt1", target="B1")) == "SH-MELEE-1"
    go_on(match, line("turn", who="Bolt1", facing="N"))
    go_on(match, line("assault", 1, 2, 3, 4, who="Bolt1", target="S2"))
    assert stealer(match, "S2")["alive"] is False, "best die against a marine's one"
    to_stealers(match)
    assert refusal_rule(match, line("assault", who="B1", target="Bolt1")) == "SH-MELEE-1"
    assert refusal_rule(match, line("assault", who="S1", target="Bolt1")) == "SH-MELEE-1"


@pytest.mark.rule("SH-MELEE-7", "SH-MELEE-10", "SH-GUARD-5", "SH-REACT-6")
def test_who_is_attacked_from_behind_turns_and_may_then_act() -> None:
    match = ready(cp=2, Bolt1="D4 E", S1="C4 E")
    go_on(match, line("set", who="Bolt1", jammed=True, guard=True))
    to_stealers(match)
    go_on(match, line("assault", 3, 2, 1, 5, 0, who="S1", target="Bolt1"))
    shown = marine(match, "Bolt1")
    assert (shown["facing"], shown["guard"], shown["jammed"]) == ("W", True, True)
    assert json_state(match)["window"] == {"actor": "S1", "step": "cp", "door": None}
    go_on(match, line("react", 1, 1, 1, 6, who="Bolt1", **{"with": {"do": "assault", "target": "S1"}}))
    assert stealer(match, "S1")["alive"] is False
    stays = ready(Bolt1="D4 E", S1="C4 E")
    to_stealers(stays)
    go_on(stays, line("assault", 3, 2, 1, 5, who="S1", target="Bolt1", face=False))
    assert marine(stays, "Bolt1")["facing"] == "E"
    other = ready(Bolt1="C4 E", S1="D4 E")
    go_on(other, line("assault", 5, 5, 5, 1, who="Bolt1", target="S1"))
    assert (stealer(other, "S1")["facing"], marine(other, "Bolt1")["alive"]) == ("W", True)


@pytest.mark.rule("SH-GUARD-3", "SH-GUARD-4", "SH-WEAPON-5")
def test_an_attack_of_ones_own_ends_guard_and_the_shield_serves_in_it() -> None:
    match = ready(Hammer="D4 E", S1="E4 W")
    go_on(match, line("guard", who="Hammer"))
    go_on(match, line("assault", 6, 6, 4, who="Hammer", target="S1"))
    assert (stealer(match, "S1")["alive"], marine(match, "Hammer")["guard"]) == (True, False)
    only = ready(new(shield_only_in_defence=True), Hammer="D4 E", S1="E4 W")
    go_on(only, line("assault", 1, 1, 6, 4, who="Hammer", target="S1"))
    assert stealer(only, "S1")["alive"] is True, "three dice now: a draw"


@pytest.mark.rule("SH-WEAPON-4", "SH-MELEE-8")
def test_a_sword_parries_in_its_own_attack_too() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    go_on(match, line("assault", 6, 1, 1, 3, 1, 2, who="Sword", target="S1"))
    assert stealer(match, "S1")["alive"] is False


@pytest.mark.rule("SH-LIB-1", "SH-LIB-4", "SH-MELEE-8")
def test_the_axe_serves_in_an_attack_too_and_needs_points() -> None:
    match = ready(Libra="D4 E", S1="E4 W")
    go_on(match, line("assault", 6, 5, 3, 2, 4, who="Libra", target="S1"))
    assert (stealer(match, "S1")["alive"], marine(match, "Libra")["psi"]) == (False, 16)
    behind = ready(Libra="D4 E", S1="E4 E")
    go_on(behind, line("assault", 6, 5, 3, 4, 2, who="Libra", target="S1"))
    assert stealer(behind, "S1")["alive"] is False, "he fights to his own front"
    empty = ready(Libra="D4 E", S1="E4 W")
    go_on(empty, line("set", who="Libra", psi=0), line("assault", 6, 5, 3, 6, who="Libra", target="S1"))
    assert stealer(empty, "S1")["alive"] is False, "no points, no question; still a point more"


@pytest.mark.rule("SH-LIB-3", "SH-LIB-6", "SH-LIB-8", "SH-LIB-9", "SH-LIB-10", "SH-ALPHA-6")
def test_the_librarians_powers() -> None:
    match = ready(Libra="E4 E", S1="I4 W", B1="I5", Alpha="J5 W")
    go_on(match, line("overwatch", who="Libra"))
    storm = line("power", 4, 3, who="Libra", power="psychic-storm", section="r")
    go_on(match, storm)
    shown = marine(match, "Libra")
    assert (shown["psi"], shown["overwatch"], stealer(match, "S1")["alive"]) == (17, True, False)
    assert (list(json_state(match)["blips"]), stealer(match, "Alpha")["alive"]) == (["B1"], True)
    assert refusal_rule(match, line("power", who="Libra", power="prescience")) == "SH-LIB-5"
    far = ready(Libra="A4 E", S1="I4 W", B1="K7", Bolt1="B4 W")
    blind_storm = line("power", 2, who="Libra", power="psychic-storm", target="S1")
    assert refusal_rule(far, blind_storm) == "SH-LIB-9"
    assert refusal_rule(far, line("power", who="Libra", power="prescience")) == "SH-LIB-7"
    barrier = line("power", who="Libra", power="force-barrier", at="N4")
    assert refusal_rule(far, barrier) == "SH-LIB-8"
    assert refusal_rule(far, barrier | {"at": "I4"}) == "SH-LIB-8"
    go_on(far, barrier | {"at": "E5"})
    assert (json_state(far)["barrier"], marine(far, "Libra")["psi"]) == ("E5", 18)
    assert refusal_rule(far, line("power", who="Bolt1", power="prescience")) == "SH-LIB-1"
    to_stealers(far)
    assert refusal_rule(far, line("power", who="Libra", power="prescience")) == "SH-LIB-5"
    early = play(new(), *put(Libra="A4 E"), line("start"))
    assert refusal_rule(early, line("power", who="Libra", power="prescience")) == "SH-LIB-5"


@pytest.mark.rule("SH-LIB-8", "SH-MOVE-4", "SH-LOS-3")
def test_a_barrier_bars_the_way_and_the_sight() -> None:
    match = ready(doors="H4", Libra="E4 E", S1="I4 W", Bolt1="G4 W")
    go_on(match, line("power", who="Libra", power="force-barrier", at="F4"))
    assert refusal_rule(match, line("step", who="Bolt1", to="F4")) == "SH-MOVE-4"
    go_on(match, line("place", who="Bolt1", at="A4"))
    assert refusal_rule(match, line("shoot", 6, 6, who="Libra", target="S1")) == "SH-SHOOT-1"


@pytest.mark.rule("SH-LIB-10", "SH-LOS-7", "SH-ENTRY-2")
def test_who_waits_outside_is_out_of_reach() -> None:
    match = ready(Libra="E6 N", Bolt1="E5 N", B1="K6")
    to_stealers(match)
    go_on(match, line("blip", name="B2", entry="N2"), line("convert", name="B2", value=1))
    go_on(match, line("end-turn"), line("end-phase", 3), line("draw"))
    storm = line("power", 6, who="Libra", power="psychic-storm", target="S1")
    assert refusal_rule(match, storm) == "SH-LIB-10"
    assert refusal_rule(match, line("shoot", 6, 6, who="Bolt1", target="S1")) == "SH-LOS-7"
    assert refusal_rule(match, line("assault", who="Bolt1", target="S1")) == "SH-ENTRY-2"


@pytest.mark.rule("SH-ENTRY-6", "SH-MELEE-3")
def test_a_stealer_at_an_entry_attacks_who_corks_it() -> None:
    for facing, dies in (("N", True), ("S", False)):
        match = ready(Bolt1=f"K7 {facing}", B1="I3")
        go_on(match, line("place", who="Bolt1", at="A4"))
        to_stealers(match)
        go_on(match, line("blip", name="B2", entry="N2"), line("convert", name="B2", value=1))
        go_on(match, line("place", who="Bolt1", at="K7"))
        go_on(match, line("assault", 1, 2, 3, 5, who="S1", target="Bolt1"))
        assert stealer(match, "S1")["alive"] is not dies
        assert marine(match, "Bolt1")["facing"] == "N"
    off = ready(new(assault_from_entry=False), Bolt1="A4 E", B1="I3")
    to_stealers(off)
    go_on(off, line("blip", name="B2", entry="N2"), line("convert", name="B2", value=1))
    assert refusal_rule(off, line("assault", who="S1", target="Bolt1")) == "SH-ENTRY-6"


ARMS = ("Bolt1", "Chain", "Claw", "Sword", "Hammer", "Libra", "Flame", "Cannon")


@cache
def armoury() -> Match:
    """A marine with each kind of arms, a stealer and the Alpha."""
    match = ready(doors="H4", Bolt1="C4 E", Chain="D4 E", Claw="E4 E", Sword="F4 E", Hammer="G4 E", Libra="I4 E",
                  Flame="J4 E", Cannon="K4 E", S1="A4 W", Alpha="B4 W")  # fmt: skip
    state: Match = match.state
    return state


def terms(who: str, *, attacks: bool, front: bool, alpha: bool = False, stealer_front: bool = True) -> Terms:
    sides = Sides(who, "Alpha" if alpha else "S1", attacks, front, stealer_front)
    return fight_terms(armoury(), sides)


@pytest.mark.rule(
    "SH-MELEE-2",
    "SH-MELEE-3",
    "SH-WEAPON-1",
    "SH-WEAPON-2",
    "SH-WEAPON-3",
    "SH-WEAPON-4",
    "SH-WEAPON-5",
    "SH-WEAPON-6",
    "SH-SERGEANT-1",
    "SH-LIB-1",
    "SH-LIB-4",
    "SH-ALPHA-5",
)
@pytest.mark.parametrize(
    ("who", "front", "aside"),
    [
        ("Bolt1", Terms(3, 1), Terms(3, 1)),
        ("Flame", Terms(3, 1), Terms(3, 1)),
        ("Cannon", Terms(3, 1), Terms(3, 1)),
        ("Chain", Terms(3, 1), Terms(3, 1)),
        ("Claw", Terms(3, 2, 1), Terms(3, 1)),
        ("Sword", Terms(3, 1, 1, parry=True), Terms(3, 1)),
        ("Hammer", Terms(2, 1, 2), Terms(3, 1)),
        ("Libra", Terms(3, 1, 1, psi=20), Terms(3, 1)),
    ],
)
def test_the_table_of_close_assault(who: str, front: Terms, aside: Terms) -> None:
    assert terms(who, attacks=False, front=True) == terms(who, attacks=True, front=True) == front
    assert terms(who, attacks=False, front=False) == aside
    assert terms(who, attacks=False, front=True, alpha=True) == front.replace(sums=True)
    assert terms(who, attacks=True, front=True, alpha=True, stealer_front=False) == front


@pytest.mark.rule("SH-MELEE-2", "SH-ALPHA-5")
def test_what_the_dice_of_a_stealer_make() -> None:
    assert stealer_score((2, 5, 3), sums=False) == 5
    assert (stealer_score((2, 5, 3), sums=True), stealer_score((4, 4, 4), sums=True)) == (7, 8)
    assert (stealer_score((2, 5), sums=True), stealer_score((2, 5), sums=False)) == (7, 5)


@pytest.mark.rule("SH-DOOR-7", "SH-DOOR-8", "SH1-DOOR-7", "SH1-MELEE-3")
def test_how_many_dice_hew_a_door_and_what_they_need() -> None:
    state = armoury()
    dice = {who: door_dice(state, state.marines[who]) for who in ARMS}
    assert dice == dict.fromkeys(ARMS, (1, 6)) | {"Chain": (0, 6), "Claw": (2, 6)}
    assert door_dice(state, state.stealers["S1"]) == (3, 6)
    first: Match = ready(new(edition="1"), Sarge="C4 E", Bolt1="D4 E").state
    assert [door_dice(first, first.marines[who]) for who in ("Sarge", "Bolt1")] == [(1, 5), (1, 6)]
    assert [melee_bonus(first, first.marines["Sarge"], front=front) for front in (True, False)] == [1, 1]
    assert [melee_bonus(state, state.marines["Sword"], front=front) for front in (True, False)] == [1, 0]


@pytest.mark.rule("SH-MELEE-4", "SH-MELEE-5", "SH-MELEE-6", "SH-MELEE-7")
@pytest.mark.parametrize(
    ("marine_die", "stealer_facing", "dead"),
    [(6, "W", ["S1"]), (5, "W", []), (4, "W", ["Bolt1"]), (6, "E", ["S1"]), (5, "E", []), (4, "E", [])],
)
def test_who_dies_in_an_attack(marine_die: int, stealer_facing: str, dead: list[str]) -> None:
    match = ready(Bolt1="D4 E", S1=f"E4 {stealer_facing}")
    go_on(match, line("assault", 5, 1, 2, marine_die, who="Bolt1", target="S1"))
    removed = [piece.id for piece in (match.state.marines["Bolt1"], match.state.stealers["S1"]) if not piece.present]
    assert removed == dead
    turned = stealer_facing == "E" and marine_die < 6
    assert stealer(match, "S1").get("facing") in (None, "W" if turned else stealer_facing)


@pytest.mark.rule("SH-GUARD-4", "SH-WEAPON-4", "SH-MELEE-8")
def test_the_die_that_is_rolled_again_is_the_named_one() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    go_on(match, line("guard", who="Sword"))
    to_stealers(match)
    go_on(match, line("assault", 5, 6, 4, 1, 2, 3, 1, 6, who="S1", target="Sword"))
    (fought,) = [event for entry in match.lines() for event in entry.events if isinstance(event, Fought)]
    assert (fought.stealer_dice, fought.marine_dice) == ((5, 3, 4), (6,))
    assert (fought.parried, fought.rerolled, fought.beaten) == (6, 1, "S1"), "6 + 1 to 5"
    claws = ready(Claw="D4 E", S1="E4 W")
    go_on(claws, line("guard", who="Claw"))
    to_stealers(claws)
    go_on(claws, line("assault", 5, 5, 5, 2, 3, 1, 4, who="S1", target="Claw"))
    (fought,) = [event for entry in claws.lines() for event in entry.events if isinstance(event, Fought)]
    assert (fought.marine_dice, fought.rerolled, fought.beaten) == ((4, 3), 2, None), "4 + 1 to 5"


@pytest.mark.rule("SH-MELEE-1", "SH-MELEE-3")
@pytest.mark.parametrize(("side", "front"), [(None, True), ("front", True), ("side", False), ("rear", False)])
def test_where_no_places_are_kept_the_table_says_from_which_side(side: str | None, front: bool) -> None:
    match = ready(new("own") | {"mission_data": {"id": "own", "name": {"en": "Own", "fr": "Propre"}}}, Bolt1="")
    to_stealers(match)
    assault = line("assault", 1, 1, 2, 4, who="S1", target="Bolt1", **({} if side is None else {"side": side}))
    go_on(match, assault)
    assert stealer(match, "S1")["alive"] is not front


@pytest.mark.rule("SH-DOOR-7", "SH-DOOR-10")
def test_a_door_is_hewn_straight_ahead_and_falls_to_a_natural_six() -> None:
    for die, breaks in ((6, True), (5, False)):
        match = ready(Sword="G4 E")
        go_on(match, line("assault", die, who="Sword", target="H4"))
        assert (match.state.doors["H4"] == "gone") is breaks
    assert refusal_rule(match, line("assault", who="Sword", target="H4", cp=2)) == "SH-CP-9"
    aside = ready(Bolt1="G4 N")
    assert refusal_rule(aside, line("assault", who="Bolt1", target="H4")) == "SH-DOOR-7"
    opened = ready(Bolt1="G4 E", doors="H4")
    assert refusal_rule(opened, line("assault", who="Bolt1", target="H4")) == "SH-DOOR-10"


@pytest.mark.rule("SH-ENTRY-6", "SH-MELEE-3")
def test_where_no_places_are_kept_who_comes_out_of_an_entry_is_fought_to_the_front() -> None:
    names = {"en": "Own", "fr": "Propre"}
    match = ready(new("own") | {"mission_data": {"id": "own", "name": names}}, Bolt1="")
    to_stealers(match)
    go_on(match, line("blip", name="B1", entry="N1"), line("convert", name="B1", value=1))
    assert match.state.stealers["S1"].lurking.entry == "N1"
    go_on(match, line("assault", 1, 1, 2, 4, who="S1", target="Bolt1"))
    assert stealer(match, "S1")["alive"] is False


@pytest.mark.rule("SH-WEAPON-4", "SH-GUARD-4", "SH-MELEE-8")
def test_who_rolls_a_die_again_is_shown_the_dice_that_stay() -> None:
    match = ready(Sword="D4 E", S1="E4 W")
    go_on(match, line("guard", who="Sword"))
    to_stealers(match)
    match.do(Assault(who="S1", target="Sword"), auto=False)
    stays = []
    for answer in ((5, 6, 4), (1,), 2, (3,), 1, (6,)):
        assert match.question is not None
        stays.append((match.question.key, match.question.facts.get("others")))
        match.give(answer, auto=False)
    assert stays == [
        ("stealer-dice", None),
        ("marine-dice", None),
        ("parry", None),
        ("parry-die", (5, 4)),
        ("guard", None),
        ("guard-die", ()),
    ]
    claws = ready(Claw="D4 E", S1="E4 W")
    go_on(claws, line("guard", who="Claw"))
    to_stealers(claws)
    claws.do(Assault(who="S1", target="Claw"), auto=False)
    answers: list[Any] = [(5, 5, 5), (2, 3), 2]
    for answer in answers:
        claws.give(answer, auto=False)
    assert claws.question is not None
    assert (claws.question.key, claws.question.facts["others"]) == ("guard-die", (2,))


@pytest.mark.rule("SH-LIB-2", "SH-LIB-4")
def test_all_psi_points_may_be_spent_and_no_more() -> None:
    match = to_stealers(go_on(ready(Libra="D4 E", S1="E4 W"), line("set", who="Libra", psi=3)))
    match.do(Assault(who="S1", target="Libra"), auto=False)
    match.give((6, 5, 3), auto=False)
    match.give((2,), auto=False)
    assert isinstance(match.question, NumberQuestion)
    assert (match.question.least, match.question.most) == (0, 3)
    match.give(3, auto=False)
    assert marine(match, "Libra")["psi"] == 0


@pytest.mark.rule("SH-MELEE-1", "SH-MELEE-3")
def test_whose_square_is_not_known_is_fought_as_the_table_says() -> None:
    for side, alive in (("front", False), ("rear", True)):
        match = to_stealers(ready(Bolt1="", Bolt2="A4 W", S1="E4 W"))
        go_on(match, line("assault", 1, 1, 2, 4, who="S1", target="Bolt1", side=side))
        assert stealer(match, "S1")["alive"] is alive


@pytest.mark.rule("SH-OBJECT-3", "SH-LADDER-2", "SH-MELEE-1", "SH-DOOR-7")
def test_what_lies_on_another_level_is_not_straight_ahead() -> None:
    match = ready(new("down-the-shaft"), Chain="2:B3 E", S1="1:C3 W", Bolt1="1:A3 E")
    assert refusal_rule(match, line("assault", who="Chain", target="S1")) == "SH-MELEE-1"
    go_on(match, line("place", who="S1", at="2:C3"))
    go_on(match, line("assault", 1, 1, 1, 6, who="Chain", target="S1"))
    assert stealer(match, "S1")["alive"] is False
