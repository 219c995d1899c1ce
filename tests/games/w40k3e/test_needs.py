"""What a need reads of dice and of totals, and which of them cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.w40k3e.needs import FAIL, ONE, PASS, SIX, Need, Total, WrongAnswer

FACES = (ONE, FAIL, FAIL, PASS, PASS, SIX)
EACH = Need("hit", (6, 6, 6), 4, "attacker", FACES)
SUM = Need("hit", (6, 3), 0, "attacker", keep="sum")
HIGHEST = Need("hit", (6, 6), 0, "attacker", keep="highest")


@pytest.mark.rule("TABLE-5", "TABLE-6")
@pytest.mark.parametrize(
    ("need", "dice", "reading"),
    [(EACH, (1, 2, 6), (1, 1, 0, 1)), (EACH, (4, 5, 3), (0, 1, 2, 0)), (SUM, (6, 3), (9,)), (HIGHEST, (2, 5), (5,))],
)
def test_dice_are_classed_added_or_the_best_of_them_kept(need: Need, dice: Any, reading: Any) -> None:
    assert need.read(dice) == reading


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(
    ("need", "dice", "code"),
    [
        (EACH, (1, 2), "dice-count"),
        (EACH, (0, 2, 3), "dice-range"),
        (EACH, (1, 7, 3), "dice-range"),
        (SUM, (6, 4), "dice-range"),
    ],
)
def test_dice_that_cannot_be(need: Need, dice: Any, code: str) -> None:
    with pytest.raises(WrongAnswer) as wrong:
        need.read(dice)
    assert wrong.value.code == code


@pytest.mark.rule("TABLE-5")
@pytest.mark.parametrize(
    ("need", "total", "reading"),
    [
        (EACH, Total(2, sixes=1), (0, 1, 1, 1)),
        (EACH, Total(1, ones=2), (2, 0, 1, 0)),
        (EACH, Total(0), (0, 3, 0, 0)),
        (EACH, Total(3, sixes=3), (0, 0, 0, 3)),
        (SUM, Total(2), (2,)),
        (SUM, Total(9), (9,)),
        (HIGHEST, Total(1), (1,)),
        (HIGHEST, Total(6), (6,)),
    ],
)
def test_totals_stand_for_dice(need: Need, total: Total, reading: Any) -> None:
    assert need.read_total(total) == reading


@pytest.mark.rule("TABLE-6")
@pytest.mark.parametrize(
    ("need", "total", "least", "most"),
    [
        (EACH, Total(4), 0, 3),
        (EACH, Total(-1), 0, 3),
        (EACH, Total(1, sixes=2), 0, 1),
        (EACH, Total(1, ones=3), 0, 2),
        (SUM, Total(1), 2, 9),
        (SUM, Total(10), 2, 9),
        (HIGHEST, Total(0), 1, 6),
        (HIGHEST, Total(7), 1, 6),
    ],
)
def test_totals_that_cannot_be(need: Need, total: Total, least: int, most: int) -> None:
    with pytest.raises(WrongAnswer) as wrong:
        need.read_total(total)
    assert (wrong.value.code, wrong.value.facts["least"], wrong.value.facts["most"]) == ("total-range", least, most)
