"""What an alien of the program's does: its order, its target, its way, its attack."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.state.conversion import Convert
from q40k.games.space_hulk.state.match import Conversion
from q40k.games.space_hulk.state.places import board
from q40k.games.space_hulk.state.targets import viewpoint
from q40k.kernel.driver import Run
from q40k.kernel.events import Refused
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import stealer
from tests.games.space_hulk.solo.alone import all_said, alone, said_by, solo_match

ROOM = ["......", "......", "......", "......"]
CORRIDOR = ["." * 20]


def at(match: MatchSession, name: str) -> str:
    """Where an alien stands, and how it looks."""
    facts = stealer(match, name)
    return f"{facts['at']} {facts['facing']}"


@pytest.mark.rule("SOLO-TURN-1", "SOLO-TURN-2")
def test_stealers_before_blips_each_nearest_first_ties_by_lot() -> None:
    match = alone(Bolt1="A4 W", B1="F4", S1="N4 W", S2="P4 W", S3="E7 S", S4="E1 N")
    order = [said_by(match, 4)[0].split()[0]]
    order += [said_by(match)[0].split()[0] for _ in range(3)]
    assert order == ["S4", "S3", "S1", "S2"], "the lot of two, then by the route"
    assert said_by(match)[0].startswith("B1")
    assert said_by(match) == ["End phase"]


@pytest.mark.rule("SOLO-TURN-2", "SOLO-TURN-3", "SOLO-ACT-5")
def test_who_waits_acts_last_the_blips_of_an_entry_before_its_stealers() -> None:
    lay_out = solo_match(brings=1)
    match = alone(lay_out, Bolt1="E5 S", S1="K7 S")
    said_by(match, 2)
    go_on(match, line("convert", name="B1", value=1))
    assert stealer(match, "S2")["waits"] is True
    assert any(sentence.startswith("S2 must wait") for sentence in all_said(match))
    go_on(match, line("end-phase", 6, override="so far"), line("draw"), line("spend", points=6), line("end-turn"))
    said_by(match, 2)
    sentences = all_said(match)
    names = [sentence.split()[0] for sentence in sentences if sentence.startswith(("S1 goes", "S2 ", "B2 "))]
    assert list(dict.fromkeys(names)) == ["S1", "B2", "S2"]


@pytest.mark.rule("SOLO-TURN-6", "SOLO-ACT-4")
def test_stealers_of_a_blip_that_was_seen_act_too_unless_it_had_acted() -> None:
    match = alone(doors="H4", Bolt1="G4 E", S1="I4 W", B1="K4")
    sentences = said_by(match)
    assert "Bolt1" in sentences[0]
    go_on(match, line("convert", name="B1", value=2, squares=["K4", "K5"]))
    assert at(match, "S2") == "K4 W", "it looks at its target"
    rest = all_said(match)
    assert [sentence for sentence in rest if sentence.startswith(("S2 goes", "S3 goes"))]


@pytest.mark.rule("SOLO-TURN-6")
def test_with_no_marine_left_nobody_acts() -> None:
    match = alone(Bolt1="G4 W", S1="F4 E", S2="A4 E")
    assert "Bolt1 dies in close assault" in said_by(match, kills=True)
    sentences = all_said(match)
    assert sentences == ["End phase"]


@pytest.mark.rule("SOLO-TARGET-1", "SOLO-PRIO-1", "SOLO-PRIO-3")
def test_the_target_is_who_is_in_reach_else_by_priority_else_the_nearest() -> None:
    far = solo_match(rows=CORRIDOR)
    match = alone(far, watching="Bolt1", Bolt1="A1 W", S1="T1 W")
    assert said_by(match)[0] == "S1 goes for Bolt1, the nearest"
    match = alone(far, watching="Bolt1", Bolt1="A1 W", S1="L1 W")
    assert "Bolt1, within twelve squares: priority 3, his side or back" in said_by(match)[0]
    match = alone(far, watching="Bolt1", Bolt1="A1 E", S1="L1 W")
    assert "priority 4, he has a storm bolter" in said_by(match)[0]
    match = alone(far, watching="Bolt1", Claw="A1 W", Bolt1="B1 W", S1="F1 W")
    assert "Bolt1, who is within attack reach: priority 3" in said_by(match)[0]


@pytest.mark.rule("SOLO-TARGET-2")
def test_reach_needs_a_point_to_attack_with_and_a_way_out_of_sight() -> None:
    far = solo_match(rows=CORRIDOR)
    match = alone(far, Bolt1="A1 W", S1="G1 W")
    assert "within attack reach" in said_by(match)[0]
    match = alone(far, Bolt1="A1 W", S1="H1 W")
    assert "within attack reach" not in said_by(match)[0], "six squares and an attack are seven"
    match = alone(far, Bolt1="A1 W", S1="G1 E")
    assert "within attack reach" in said_by(match)[0], "a quarter turn goes with steps"


@pytest.mark.rule("SOLO-MOVE-1", "SOLO-ACT-1")
def test_it_comes_by_the_rear_if_that_is_no_farther() -> None:
    room = solo_match(rows=ROOM)
    match = alone(room, Bolt1="C2 W", S1="F4 W")
    said_by(match)
    assert at(match, "S1") == "D2 W"


@pytest.mark.rule("SOLO-MOVE-1")
def test_past_other_pieces_and_where_they_bar_all_as_far_as_can_be() -> None:
    far = solo_match(rows=CORRIDOR)
    match = alone(far, Bolt1="A1 W", S1="C1 W", S2="H1 W")
    go_on(match, line("set", who="Bolt1", overwatch=False))
    sentences = all_said(match)
    assert "S2 stops before B1: the way is blocked" in sentences
    assert at(match, "S2") == "C1 W"


@pytest.mark.rule("SOLO-MOVE-2", "SOLO-MOVE-3")
def test_doors_on_the_way_are_opened_and_never_closed() -> None:
    match = alone(Bolt1="G4 E", S1="J4 W", cp=False)
    sentences = said_by(match, 3)
    assert "S1 opens the door on H4" in sentences
    assert json_state(match)["doors"]["H4"] == "open"
    assert stealer(match, "S1")["at"] == "H4", "seen behind the open door, it goes on"


@pytest.mark.rule("SOLO-MOVE-3")
def test_a_stealer_that_begins_in_sight_goes_on_freely() -> None:
    far = solo_match(rows=CORRIDOR)
    match = alone(far, watching="Bolt1", Bolt1="A1 E", S1="M1 W")
    assert said_by(match)[-1] == "S1 steps to L1"
    assert json_state(match)["window"]["step"] == "overwatch"
    assert said_by(match)[-1] == "S1 steps to K1", "the window is passed by going on"


@pytest.mark.rule("SOLO-MOVE-4")
def test_a_blip_stops_beside_a_marine_and_out_of_sight() -> None:
    far = solo_match(rows=CORRIDOR)
    match = alone(far, Bolt1="A1 W", B1="I1")
    sentences = said_by(match)
    assert sentences[-1] == "B1 steps to C1"
    assert json_state(match)["blips"]["B1"]["ap"] == 0
    match = alone(far, Bolt1="A1 W", Bolt2="C1 W", B1="K1")
    assert said_by(match, 1)[-1] == "B1 steps to E1"


@pytest.mark.rule("SOLO-ACT-2", "SOLO-TARGET-1")
def test_it_turns_and_attacks_until_one_is_dead_or_its_points_are_gone() -> None:
    match = alone(Bolt1="C4 W", S1="D4 N")
    sentences = said_by(match)
    assert sentences[1] == "S1 faces west"
    assert sum("attacks Bolt1; stealer" in sentence for sentence in sentences) == 5


@pytest.mark.rule("SOLO-ACT-2", "SOLO-PRIO-2")
def test_of_several_beside_it_the_one_of_highest_priority_is_attacked() -> None:
    room = solo_match(rows=ROOM)
    match = alone(room, watching="Bolt1", Bolt1="C2 E", Claw="D3 S", S1="D2 W")
    assert said_by(match)[0].startswith("S1 attacks Claw, right beside it")


@pytest.mark.rule("SOLO-ACT-3", "SOLO-ACT-4")
def test_a_blip_within_reach_reveals_itself_and_its_stealers_act_at_once() -> None:
    room = solo_match(rows=ROOM)
    match = alone(room, Bolt1="A1 W", B1="E1", B2="F4")
    sentences = said_by(match, 3)
    assert "B1 is turned up: 3" in sentences
    placed = [sentence for sentence in sentences if "stands on" in sentence]
    assert placed[0] == "S1 stands on E1, facing west"
    assert {sentence.split()[3] for sentence in placed[1:]} == {"D1,", "D2,"}, "the nearest to him"
    again = said_by(match)
    assert again[0].startswith("S"), "before the next blip"


@pytest.mark.rule("SOLO-PRIO-3", "SOLO-ACT-5")
@pytest.mark.parametrize(
    ("side", "square", "step"), [("E", "T1", (1, 0)), ("W", "A1", (-1, 0)), ("N", "K1", (0, 1)), ("S", "K1", (0, -1))]
)
def test_who_waits_at_an_entry_looks_from_the_square_outside_it(side: str, square: str, step: tuple[int, int]) -> None:
    match = alone(solo_match(rows=CORRIDOR, entries=[{"id": "IN", "square": square, "side": side}]), Bolt1="C1 W")
    go_on(match, line("blip", name="B1", entry="IN", override="as it lies"))
    ground = board(match.state)
    assert ground is not None
    level, x, y = ground.first_square("IN")
    assert viewpoint(match.state, "B1") == (level, x + step[0], y + step[1])
    assert viewpoint(match.state, "Bolt1") == ground.cell("C1")


@pytest.mark.rule("SOLO-ACT-4")
def test_nobody_else_says_where_the_stealers_of_a_blip_stand_that_the_program_reveals() -> None:
    match = alone(solo_match(rows=ROOM), Bolt1="A1 W", B1="E1")
    halfway = Conversion("B1", "E1", left=1, first=False, own=True)
    run = Run(match.session.rules, match.state.replace(pending=(halfway,)), Convert(name="B1", squares=("D1",)))
    with pytest.raises(Refused) as refused:
        run.start()
    assert (refused.value.refusal.rule, refused.value.refusal.code) == ("SOLO-ACT-4", "program-places")


@pytest.mark.rule("SOLO-ACT-3")
def test_a_blip_never_reveals_itself_after_moving() -> None:
    match = alone(solo_match(rows=CORRIDOR), Bolt1="A1 W", B1="I1")
    said_by(match)
    assert json_state(match)["blips"]["B1"]["at"] == "C1"
    assert said_by(match) == ["End phase"]


@pytest.mark.rule("SOLO-ACT-5")
def test_a_waiting_blip_comes_in_or_is_revealed_outside_if_that_reaches_him() -> None:
    near = solo_match(rows=CORRIDOR, entries=[{"id": "EAST", "square": "T1", "side": "E"}])
    match = alone(near, Bolt1="A1 W")
    go_on(match, line("blip", name="B1", entry="EAST", override="as it lay"))
    sentences = said_by(match)
    assert "B1 comes in on T1" in sentences
    assert json_state(match)["blips"]["B1"]["at"] == "O1"
    match = alone(near, Bolt1="O1 W")
    go_on(match, line("blip", name="B1", entry="EAST", override="as it lay"))
    assert said_by(match) == ["B1 must wait this turn: a marine was near"]
    go_on(match, line("end-turn", override="as it lay"), line("end-phase", 6), line("draw"), line("spend", points=6))
    go_on(match, line("end-turn"))
    sentences = said_by(match, 1)
    assert "B1 is turned up: 1" in sentences
    assert "S1 comes in on T1" in said_by(match)


@pytest.mark.rule("SOLO-ACT-6")
def test_the_first_three_is_the_alpha_where_the_mission_has_one() -> None:
    match = alone(solo_match(rows=ROOM, alpha=True), Bolt1="A1 W", B1="E1")
    assert "B1 is turned up: the Alpha" in said_by(match, 3)
    match = alone(solo_match(rows=ROOM), Bolt1="A1 W", B1="E1")
    assert "B1 is turned up: 3" in said_by(match, 3)


@pytest.mark.rule("SOLO-MOVE-1", "SOLO-ACT-2", "SH1-MOVE-3")
def test_the_first_edition_turns_for_nothing_and_steps_aside_for_two() -> None:
    match = alone(solo_match(edition="1"), Bolt1="C4 W", S1="F4 N")
    sentences = said_by(match)
    assert sentences[1] == "S1 faces west"
    assert sum("attacks Bolt1; stealer" in sentence for sentence in sentences) == 4, "two steps, four attacks"


@pytest.mark.rule("SOLO-TURN-5")
def test_what_lies_under_a_blip_changes_no_decision() -> None:
    def decide_value(value: int) -> list[str]:
        lay_out = solo_match(rows=ROOM, options={"blips": "app"})
        match = alone(lay_out, Bolt1="A1 E")
        state = match.session.state
        assert state.blips_in_play == ()
        go_on(match, line("blip", name="B1", entry="FAR", override="x", answers=[value]))
        go_on(match, line("blip", name="B2", entry="FAR", override="x"))
        sentences = all_said(match)
        assert match.state.blips["B1"].value is None
        return sentences

    assert decide_value(1) == decide_value(20)


@pytest.mark.rule("SOLO-TABLE-2")
def test_what_it_does_is_undone_and_done_again_like_anything_else() -> None:
    match = alone(Bolt1="G4 W", S1="A4 E")
    before = match.session.state
    said_by(match)
    after = match.session.state
    assert after != before
    match.undo()
    assert match.session.state == before
    match.redo()
    assert match.session.state == after


@pytest.mark.rule("SOLO-MOVE-2", "SOLO-TURN-6")
def test_a_blip_that_shows_itself_by_a_door_is_turned_up_having_acted() -> None:
    match = alone(Bolt1="A4 E", B1="I4")
    sentences = said_by(match)
    assert sentences[-2:] == ["B1 opens the door on H4", "B1 is in sight"]
    go_on(match, line("convert", name="B1", value=2, squares=["I4", "J4"]))
    assert stealer(match, "S1")["acted"] is True
    assert all_said(match) == ["End phase"]


@pytest.mark.rule("SOLO-ACT-2")
def test_the_free_turn_of_a_step_faces_a_marine_it_comes_to_stand_beside() -> None:
    niche = solo_match(rows=["##.##", "....."])
    match = alone(niche, watching="Bolt1", Claw="A1 E", Bolt1="C2 N", S1="E1 W")
    sentences = said_by(match)
    assert sentences[0].startswith("S1 goes for Claw")
    assert sentences[1:5] == [
        "S1 steps to D1",
        "S1 steps to C1",
        "S1 faces north",
        "S1 attacks Bolt1, right beside it: priority 3, his side or back is turned",
    ]
    assert sum("attacks Bolt1; stealer" in sentence for sentence in sentences) == 4, "the turn was free"
