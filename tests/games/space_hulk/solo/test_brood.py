"""The brood effect: who is looked at and rolled for, and what a charge does."""

from __future__ import annotations

import pytest

from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import stealer
from tests.games.space_hulk.solo.alone import all_said, alone, said_by, solo_match


def brood_lines(sentences: list[str]) -> list[str]:
    """What was rolled for broods."""
    return [sentence for sentence in sentences if sentence.startswith("Brood")]


@pytest.mark.rule("SOLO-BROOD-1")
def test_nobody_is_rolled_for_who_can_move_is_seen_or_only_blocked() -> None:
    free = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", S1="K7 S")
    assert "S1 steps to K6" in said_by(free), "it goes as far as nobody sees it"
    queue = alone(solo_match(rows=["." * 9]), Bolt1="A1 W", S1="B1 W", S2="C1 W")
    assert not brood_lines(all_said(queue)), "its own kind is in the way"
    seen_ = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I4 W")
    assert not brood_lines(said_by(seen_))


@pytest.mark.rule("SOLO-BROOD-1", "SOLO-BROOD-4", "SOLO-BROOD-8")
def test_a_section_is_rolled_for_once_a_turn() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W")
    sentences = all_said(match, 1)
    assert brood_lines(sentences) == ["Brood 1 + 2 = 3: they hold back (S1 and S2)"]


@pytest.mark.rule("SOLO-BROOD-3", "SOLO-BROOD-4", "SOLO-BROOD-7")
def test_who_waits_before_the_section_counts_and_comes_in_to_charge() -> None:
    near = solo_match(rows=["........", "#######."], entries=[{"id": "SOUTH", "square": "H1", "side": "S"}])
    match = alone(near, watching="Bolt1", Bolt1="C2 E")
    go_on(match, line("blip", name="B1", entry="SOUTH", override="as it lay"))
    go_on(match, line("end-turn", override="as it lay"), line("end-phase", 6), line("draw"), line("spend", points=6))
    go_on(match, line("stealer", name="S1", at="H1", facing="N"), line("overwatch", who="Bolt1"))
    go_on(match, line("end-turn"))
    sentences = said_by(match, 4)
    assert sentences[0] == "Brood 4 + 2 = 6: they charge (S1 and B1)"
    assert sentences[-1] == "S1 steps to G2"
    went = [said_by(match) for _ in range(8) if json_state(match)["phase"] == "stealer-action"]
    spoken = [sentence for lines in went for sentence in lines]
    assert "B1 comes in on H1" in spoken
    assert any(sentence.startswith("S2 stands on H1") for sentence in spoken)


@pytest.mark.rule("SOLO-BROOD-7")
def test_a_waiting_blip_is_not_revealed_while_its_first_square_is_taken() -> None:
    west = {"id": "WEST", "square": "A2", "side": "W"}
    board = solo_match(rows=["........", "#######."], entries=[west])
    match = alone(board, Bolt1="C2 E", Claw="A2 E")
    go_on(match, line("blip", name="B1", entry="WEST", override="as it lay"))
    go_on(match, line("end-turn", override="as it lay"), line("end-phase", 6), line("draw"), line("spend", points=6))
    go_on(match, line("stealer", name="S1", at="H1", facing="N"), line("overwatch", who="Bolt1"))
    go_on(match, line("end-turn"))
    assert brood_lines(said_by(match, 4)) == ["Brood 4 + 2 = 6: they charge (S1 and B1)"]
    while "B1 cannot come in at WEST" not in (sentences := said_by(match)):
        assert json_state(match)["phase"] == "stealer-action", sentences
    assert "B1" in json_state(match)["blips"]


@pytest.mark.rule("SOLO-BROOD-2", "SOLO-BROOD-9", "SOLO-BROOD-5")
def test_a_blip_counts_one_whatever_lies_under_it_and_five_always_charge() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W", B1="J5", B2="J3", S3="K5 W")
    sentences = said_by(match, 1)
    assert sentences[0].startswith("Brood 1 + 5 = 6: they charge")
    assert set(json_state(match)["blips"]) == {"B1", "B2"}, "nothing is revealed to swell the number"


@pytest.mark.rule("SOLO-BROOD-6")
def test_the_effect_ends_with_the_phase() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", S1="I5 W", S2="I3 W")
    said_by(match, 6, 6, 1)
    assert match.session.state.solo.heedless == ("S1", "S2")
    while json_state(match)["phase"] == "stealer-action":
        said_by(match)
    assert match.session.state.solo.heedless == ()
    assert stealer(match, "S1")["acted"] is True
