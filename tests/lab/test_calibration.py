"""Chances are compared with what came of them, tenth by tenth."""

from __future__ import annotations

from math import exp
from random import Random

import pytest

from q40k.games.game import find
from q40k.lab.calibration import (
    Noted,
    Position,
    calibration_lines,
    fit_weights,
    is_for_fit,
    log_loss,
    note_chances,
    play,
    report_lines,
)
from q40k.table.shown import weigh


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


@pytest.mark.parametrize("true", [(0.5, 0.0), (1.0, 2.0), (1.8, -0.7)])
def test_the_weights_by_which_chances_come_true_are_fitted(true: tuple[float, float]) -> None:
    """Races of two to four sides, drawn by known weights, tell those weights within their errors."""
    chance = Random(7)
    positions = []
    for match in range(3000):
        sides = "abcd"[: 2 + match % 3]
        prospects = {side: (chance.gauss(0, 1.5), chance.gauss(0, 1)) for side in sides}
        odds = weigh(prospects, true)
        winner = chance.choices([*odds], [*odds.values()])[0]
        positions.append(Position(match, prospects, {side: float(side == winner) for side in sides}))
    weights, errors = fit_weights(positions)
    for weight, error, truth in zip(weights, errors, true, strict=True):
        assert abs(weight - truth) < 4 * error < 0.4
    fitted = note_chances(positions, [float(weight) for weight in weights])
    assert log_loss(fitted) <= log_loss(note_chances(positions, true))


def test_positions_of_one_match_are_no_more_than_one_observation() -> None:
    """Noting every position ten times tells no more: the errors stay as they are."""
    chance = Random(5)
    once = []
    for match in range(300):
        lead = chance.gauss(0, 1)
        won = float(chance.random() < 1 / (1 + exp(-2 * lead)))
        once.append(Position(match, {"a": (lead,), "b": (-lead,)}, {"a": won, "b": 1 - won}))
    (weight,), (error,) = fit_weights(once)
    (again,), (off,) = fit_weights(once * 10)
    assert again == pytest.approx(weight, rel=0.01)
    assert off == pytest.approx(error, rel=0.05)


def test_chances_add_up_and_only_differences_count() -> None:
    odds = weigh({"a": (2.0, 1.0), "b": (1.0, 1.0), "c": (0.0, -3.0)}, (1.0, 0.5))
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["a"] / odds["b"] == pytest.approx(exp(1))
    assert odds == pytest.approx(weigh({"a": (902.0, 1.0), "b": (901.0, 1.0), "c": (900.0, -3.0)}, (1.0, 0.5)))
    assert weigh({}, (1.0,)) == {}


@pytest.mark.parametrize("id", ["epic", "space-hulk", "quake"])
def test_a_match_of_bots_is_noted_turn_by_turn(id: str) -> None:
    positions = play(id, 20_001)
    assert len(positions) > 2
    own = find(id).view.moments.chances_weights
    for each in positions:
        assert sum(each.won.values()) == pytest.approx(1)
        assert each.prospects.keys() == each.won.keys()
        assert {len(numbers) for numbers in each.prospects.values()} == {len(own)}
        assert all(0 < chance < 1 for chance in weigh(each.prospects, own).values())


def test_the_fitted_and_the_shipped_weights_are_printed_with_what_came_true() -> None:
    chance = Random(2)
    positions = []
    for match in range(400):
        lead = chance.gauss(0, 1)
        won = float(chance.random() < 1 / (1 + exp(-2 * lead)))
        positions.append(Position(match, {"a": (lead,), "b": (-lead,)}, {"a": won, "b": 1 - won}))
    lines = list(report_lines(positions, (1.0,), range(400)))
    assert lines[0].startswith("weights that fit all matches: 1.")
    assert sum(line.startswith("| 90 to 100 % |") for line in lines) == 2
    halves = [sum(is_for_fit(number) == so and number % 4 == 1 for number in range(400)) for so in (True, False)]
    assert min(halves) > 35, "both halves have every mission and army, which take turns by number"
    others = sum(not is_for_fit(number) for number in range(400))
    assert sum(f"{others} of {others} matches had a winner" in line for line in lines) == 2
