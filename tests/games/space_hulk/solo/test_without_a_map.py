"""Without a map the program leads the player through the same rules by questions."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.space_hulk.state.solo.automaton import Alien
from q40k.games.space_hulk.state.solo.order import Began, Finished
from q40k.games.space_hulk.state.targets import Aimed
from q40k.table.match_session import MatchSession
from tests.games.scripted import go_on, json_state, line, log_sentences, refusal_rule
from tests.games.space_hulk.playing import play, put
from tests.games.space_hulk.solo.alone import alone, said_by, solo_match


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-SPAWN-1")
def test_the_spawn_die_names_marine_and_rule_and_the_table_the_place() -> None:
    match = play(solo_match(None, brings=4), *put(Bolt1="", Claw=""))
    go_on(match, line("start"), line("draw"), line("overwatch", who="Bolt1"), line("end-turn"))
    sentences = said_by(match, 3, 2)
    assert sentences[0] == "Arrival 3: the entry nearest to Claw, priority 2, he cannot shoot"
    assert json_state(match)["blips"]["B1"]["entry"] == "E2"
    assert "Claw, the most isolated" in said_by(match, 5, "Claw", 3)[0]
    assert json_state(match)["blips"]["B2"]["entry"] == "E3"
    said_by(match, 1, True)
    assert json_state(match)["blips"]["B3"]["entry"] is None
    assert said_by(match, 1, False, False)[-1].endswith("the blip is lost")


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-ACT-1", "SOLO-ACT-3", "SOLO-MOVE-3", "SOLO-BROOD-2")
def test_three_questions_lead_through_an_alien() -> None:
    match = alone(solo_match(None), Bolt1="", Claw="")
    go_on(match, line("stealer", name="S1"), line("stealer", name="S2"))
    sentences = said_by(match, "S2", True, ["Claw"])
    assert sentences[-1] == "S2 comes up to Claw and attacks, as long as it has points"
    sentences = said_by(match, False, False, True, [], 4)
    assert sentences == ["Brood 4 + 1 = 5: they hold back (S1)", "S1 stays where it is"]
    assert said_by(match) == ["End phase"]


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-BROOD-5")
def test_a_brood_that_charges_is_led_one_by_one_and_its_blips_turned_up() -> None:
    match = play(solo_match(None, brings=1), *put(Bolt1=""))
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
    match = alone(solo_match(None), Bolt1="", Claw="")
    go_on(match, line("stealer", name="S1"))
    said_by(match, *answers)
    aimed = [event for line in match.lines() for event in line.events if isinstance(event, Aimed)]
    assert [(event.who, event.marine, event.by) for event in aimed] == [("S1", "Claw", by)]


def asked(match: MatchSession, *answers: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """The questions of the program's next act with what may be chosen; each is answered."""
    match.do(Alien(), auto=False)
    questions = []
    for answer in answers:
        question = match.question
        assert question is not None
        questions.append((question.key, tuple(getattr(question, "options", ()) or getattr(question, "items", ()))))
        match.give(answer, auto=False)
    assert match.question is None
    return questions


@pytest.mark.rule("SOLO-BROOD-4", "SOLO-BROOD-6", "SOLO-BROOD-8", "SOLO-TABLE-1")
def test_nobody_is_rolled_for_twice_and_who_charges_comes_before_others() -> None:
    match = alone(solo_match(None), Bolt1="")
    go_on(match, *(line("stealer", name=f"S{n}") for n in (1, 2, 3, 4)))
    assert asked(match, "S2", "no", "no", "yes", ("S1",), (3,)) == [
        ("solo-next", ("S1", "S2", "S3", "S4")),
        ("solo-beside", ("yes", "no")),
        ("solo-reach", ("yes", "no")),
        ("solo-sight", ("yes", "no")),
        ("solo-group", ("S1", "S3", "S4")),
        ("brood", ()),
    ]
    assert log_sentences(match)[-1] == "S2 stays where it is"
    assert asked(match, "S1", "no", "no", "yes") == [
        ("solo-next", ("S1", "S3", "S4")),
        ("solo-beside", ("yes", "no")),
        ("solo-reach", ("yes", "no")),
        ("solo-sight", ("yes", "no")),
    ]
    assert log_sentences(match)[-1] == "S1 stays where it is", "it was rolled for with S2"
    asked(match, "S4", "no", "no", "yes", (), (5,))
    assert match.session.state.solo.charge == ("S4",)
    questions = asked(match, "no", "yes")
    assert [key for key, _options in questions] == ["solo-beside", "solo-reach"], "S4, before S3"
    assert match.session.state.solo.done == ("S2", "S1", "S4")
    assert match.session.state.solo.acting is None


@pytest.mark.rule("SOLO-TABLE-1", "SOLO-ACT-3", "SOLO-ACT-5", "SOLO-BROOD-8")
def test_a_blip_that_reaches_nobody_goes_on_and_comes_in_unless_it_stays() -> None:
    match = play(solo_match(None, brings=2), *put(Bolt1=""))
    go_on(match, line("start"), line("draw"), line("end-turn"))
    said_by(match, 6, 1)
    said_by(match, 6, 2)
    entries = {id: blip.lurking.entry for id, blip in match.session.state.blips.items()}
    assert all(entries.values())
    asked(match, "B1", "no", "no")
    assert log_sentences(match)[-2:] == ["B1 goes towards Bolt1, while nobody sees it", "B1 comes onto the board"]
    assert match.session.state.blips["B1"].lurking.entry is None
    asked(match, "no", "yes", (), (1,))
    assert log_sentences(match)[-1] == "B2 stays where it is"
    assert match.session.state.blips["B2"].lurking.entry == entries["B2"]
    assert asked(match) == []
    assert json_state(match)["phase"] == "end"


@pytest.mark.rule("SOLO-TURN-1", "SOLO-TURN-4", "SOLO-ACT-3", "SH-TIMER-3")
def test_when_the_program_plays_and_what_it_notes() -> None:
    early = play(solo_match(None), *put(Bolt1=""))
    assert refusal_rule(early, line("alien")) == "SH-TURN-1"
    go_on(early, line("start"), line("draw"))
    assert refusal_rule(early, line("alien")) == "SH-TURN-1", "the marines play"
    go_on(early, line("time-up", begun=True), line("alien"))
    assert json_state(early)["phase"] in ("stealer-action", "end"), "what was begun had been entered"
    match = alone(solo_match(None), Bolt1="")
    go_on(match, line("blip", name="B1", override="as it lies"))
    said_by(match, True, 1)
    (blip,) = [event for entry in match.lines() for event in entry.events if isinstance(event, Finished)]
    assert (blip.who, blip.why) == ("B1", "revealed")
    begun = [event.who for entry in match.lines() for event in entry.events if isinstance(event, Began)]
    assert begun == ["B1"]
    assert match.session.state.pending == ()
