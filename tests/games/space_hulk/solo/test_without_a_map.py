"""Without a map the program leads the player through the same rules by questions."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.rules.solo.targets import Aimed
from tests.games.space_hulk.playing import go_on, line, play, put, seen
from tests.games.space_hulk.solo.alone import alone, laid, said_by


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-SPAWN-1")
def test_the_spawn_die_names_marine_and_rule_and_the_table_the_place() -> None:
    match = play(laid(None, brings=4), *put(Bolt1="", Claw=""))
    go_on(match, line("start"), line("draw"), line("overwatch", who="Bolt1"), line("end-turn"))
    sentences = said_by(match, 3, 2)
    assert sentences[0] == "Arrival 3: the entry nearest to Claw, priority 2, he cannot shoot"
    assert seen(match)["blips"]["B1"]["entry"] == "E2"
    assert "Claw, the most isolated" in said_by(match, 5, "Claw", 3)[0]
    assert seen(match)["blips"]["B2"]["entry"] == "E3"
    said_by(match, 1, True)
    assert seen(match)["blips"]["B3"]["entry"] is None
    assert said_by(match, 1, False, False)[-1].endswith("the blip is lost")


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-ACT-1", "SOLO-ACT-3", "SOLO-MOVE-3", "SOLO-BROOD-2")
def test_three_questions_lead_through_an_alien() -> None:
    match = alone(laid(None), Bolt1="", Claw="")
    go_on(match, line("stealer", name="S1"), line("stealer", name="S2"))
    sentences = said_by(match, "S2", True, ["Claw"])
    assert sentences[-1] == "S2 comes up to Claw and attacks, as long as it has points"
    sentences = said_by(match, False, False, True, [], 4)
    assert sentences == ["Brood 4 + 1 = 5: they hold back (S1)", "S1 stays where it is"]
    assert said_by(match) == ["End phase"]


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-BROOD-5")
def test_a_brood_that_charges_is_led_one_by_one_and_its_blips_turned_up() -> None:
    match = play(laid(None, brings=1), *put(Bolt1=""))
    go_on(match, line("start"), line("draw"), line("end-turn"))
    said_by(match, 6, 1)
    go_on(match, line("stealer", name="S1"))
    sentences = said_by(match, False, False, True, ["B1"], 4)
    assert sentences == ["Brood 4 + 2 = 6: they charge (S1 and B1)"]
    assert "S1 comes up to Bolt1 and attacks" in said_by(match, False, True)[-1]
    sentences = said_by(match, 2)
    assert sentences[0] == "B1 is turned up: 2"
    sentences = said_by(match, "S2", False, False)
    assert "S2 goes towards Bolt1, while nobody sees it" in sentences


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-ACT-2", "SOLO-TARGET-2")
@pytest.mark.parametrize(("answers", "by"), [((True, ["Claw"]), "beside"), ((False, True, ["Claw"]), "reach")])
def test_whom_an_alien_aims_at_is_told_with_the_answer_that_led_to_it(answers: tuple[object, ...], by: str) -> None:
    match = alone(laid(None), Bolt1="", Claw="")
    go_on(match, line("stealer", name="S1"))
    said_by(match, *answers)
    aimed = [event for line in match.lines() for event in line.events if isinstance(event, Aimed)]
    assert [(event.who, event.marine, event.by) for event in aimed] == [("S1", "Claw", by)]
