"""The two worked examples of playing alone, die by die."""

from __future__ import annotations

import pytest

from tests.games.scripted import go_on, json_state, line, log_sentences
from tests.games.space_hulk.solo.alone import alone, said_by, solo_match


@pytest.mark.rule("SOLO-SPAWN-1", "SOLO-SPAWN-2", "SOLO-PRIO-1", "SOLO-PRIO-2", "SOLO-AMBUSH-1")
def test_e24_arrivals() -> None:
    board = solo_match(brings=3)
    match = alone(board, watching="Bolt1", Bolt1="D4 E", Flame="C4 E", Claw="B4 E")
    sentences = said_by(match, 3, 5, 4)
    assert sentences[0] == "Arrival 3: the entry nearest to Claw, priority 2, he cannot shoot"
    assert json_state(match)["blips"]["B1"]["entry"] == "S1"
    assert "Bolt1" in said_by(match, 5, 1, 2)[0]
    assert json_state(match)["blips"]["B2"]["entry"] == "N1"
    assert "in ambush for Flame" in said_by(match, 1, 2, 6)[0]
    assert json_state(match)["blips"]["B3"]["at"] == "I5"


@pytest.mark.rule("SOLO-BROOD-1", "SOLO-BROOD-2", "SOLO-BROOD-8", "SOLO-MOVE-3")
def test_e25_three_is_not_enough_to_charge() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", Claw="A4 W", S1="I5 W", B1="I3")
    sentences = said_by(match, 3)
    assert sentences[0] == "Brood 3 + 2 = 5: they hold back (S1 and B1)"
    assert sentences[-1] == "S1 stops before H4: Bolt1 would see it"
    assert said_by(match)[-1] == "B1 stops before H4: Bolt1 would see it"
    said_by(match)
    assert json_state(match)["phase"] == "end"
    assert "B1" in json_state(match)["blips"]


@pytest.mark.rule("SOLO-BROOD-2", "SOLO-BROOD-5", "SOLO-BROOD-6", "SOLO-ACT-2", "SOLO-TARGET-2")
def test_e25_four_is() -> None:
    match = alone(doors="H4", watching="Bolt1", Bolt1="G4 E", Claw="A4 W", S1="I5 W", B1="I3")
    sentences = said_by(match, 4)
    assert sentences[0] == "Brood 4 + 2 = 6: they charge (S1 and B1)"
    assert sentences[-1] == "S1 steps to H4"
    go_on(match, line("react", 2, 3, overwatch=["Bolt1"]))
    dice = (3, 5, 1, 5, 6, 2, 2, 4, 3)  # two rounds, then which of three squares
    before = len(log_sentences(match))
    go_on(match, line("alien", *dice))
    sentences = log_sentences(match)[before:]
    assert "S1 attacks Bolt1; stealer 3 5 1: 5; marine 5: 5; nobody is hurt" in sentences
    assert "Bolt1 dies in close assault" in sentences
    sentences = said_by(match, 1)
    assert "B1 is turned up: 1" in sentences
    assert "S2 stands on I3, facing west" in sentences
    assert "S2 steps to H4" in said_by(match)
