"""Chances are compared with what came of them, tenth by tenth."""

from __future__ import annotations

from random import Random

import pytest

from q40k.games.game import find
from q40k.lab.calibration import Noted, calibration_lines, play


def test_chances_that_come_true_as_often_as_they_say_are_in_their_intervals() -> None:
    chance = Random(3)
    noted = []
    for match in range(2000):
        value = chance.random()
        noted.append(Noted(match, value, float(chance.random() < value)))
    rows = [line.split("|") for line in calibration_lines(noted, 2000) if line.startswith("| ") and "%" in line]
    tenths = [row for row in rows if " to " in row[1]]
    assert len(tenths) == 10
    held = 0
    for row in tenths:
        low, high = (float(part.strip("% ")) / 100 for part in row[5].split("to"))
        held += low - 0.005 <= float(row[3].strip("% ")) / 100 <= high + 0.005
    assert held >= 8


@pytest.mark.parametrize("id", ["epic", "space-hulk"])
def test_a_match_of_bots_is_noted_turn_by_turn(id: str) -> None:
    noted = list(play(find(id), 20_001))
    assert noted
    assert all(0 <= each.chance <= 1 and each.won in (0, 0.5, 1) for each in noted)
    assert sum(each.won for each in noted) == pytest.approx(len(noted) / 2), "one side of two wins"
