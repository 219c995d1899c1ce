"""Chances are compared with what came of them, tenth by tenth."""

from __future__ import annotations

from random import Random

import pytest

from q40k.games.game import find
from q40k.lab.calibration import Noted, calibration_lines, fit_power, log_loss, play, temper_all
from q40k.table.shown import temper


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


@pytest.mark.parametrize("sure", [0.4, 1.0, 1.8])
def test_the_power_at_which_chances_come_true_is_fitted(sure: float) -> None:
    """Two sides whose stated odds are the true ones to a power are told by the power that undoes it."""
    chance = Random(7)
    noted = []
    for match in range(4000):
        true = chance.uniform(0.02, 0.98)
        stated = temper({"a": true, "b": 1 - true}, 1 / sure)
        won = float(chance.random() < true)
        noted += [Noted(match, stated["a"], won), Noted(match, stated["b"], 1 - won)]
    assert fit_power(noted) == pytest.approx(sure, rel=0.1)
    assert log_loss(temper_all(noted, sure)) <= log_loss(noted)


def test_tempered_chances_add_up_and_keep_their_order() -> None:
    odds = {"a": 0.7, "b": 0.2, "c": 0.1, "d": 0.0}
    tempered = temper(odds, 0.5)
    assert sum(tempered.values()) == pytest.approx(1)
    assert tempered["a"] < 0.7
    assert tempered["a"] > tempered["b"] > tempered["c"] > tempered["d"] == 0
    assert temper(odds, 1) == pytest.approx(odds)
    assert temper({}, 0.5) == {}


@pytest.mark.parametrize("id", ["epic", "space-hulk"])
def test_a_match_of_bots_is_noted_turn_by_turn(id: str) -> None:
    noted = list(play(find(id), 20_001))
    assert noted
    assert all(0 <= each.chance <= 1 and each.won in (0, 0.5, 1) for each in noted)
    assert sum(each.won for each in noted) == pytest.approx(len(noted) / 2), "one side of two wins"
