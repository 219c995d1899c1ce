"""Chips, arcs and lengths: as many as both sides need, in their true size."""

from __future__ import annotations

import pytest

from q40k.games.epic.prints.chips import ARC_MM, CHIP_MM, INITIATIVE, MOST, STICK_CM, STICK_WIDE_MM
from q40k.games.epic.prints.wish import sides_of
from q40k.games.epic.state.ground import COHERENCY_CM, FIRST_FIRE_CM
from q40k.prints.offer import INK_LEVELS, InkLevel
from tests.games.epic.playing import B, M, formation, ready
from tests.games.epic.prints.test_prints import print_sheets, wish, words
from tests.prints.reading import Read

EXACT = 0.001


def count(read: list[Read], wide: float, high: float) -> int:
    return sum(shape.measures(wide, high, EXACT) for page in read for shape in page.shapes)


@pytest.mark.rule("EE-ORDER-1", "EE-ORDER-2", "EE-INIT-1", "EE-RETREAT-1")
@pytest.mark.parametrize("ink", INK_LEVELS)
def test_each_formation_has_a_chip_of_each_order_and_backs_tell_only_the_side(ink: InkLevel) -> None:
    few = ready(M, B, formation("B", "C", "ork-boy", 12))
    read = print_sheets("chips", wish(sides=sides_of(few.state), ink=ink))
    assert count(read, CHIP_MM, 2 * CHIP_MM) == (3 * 1 + 1 + INITIATIVE) + (3 * 2 + 1 + INITIATIVE)
    for order, number in (("Advance", 3), ("Charge", 3), ("First Fire", 3), ("Retreat", 2)):
        assert words(read).count(order) == number
    (page,) = read
    backs = set()
    for chip in (shape for shape in page.shapes if shape.measures(CHIP_MM, 2 * CHIP_MM, EXACT)):
        backs.add(
            tuple(
                (round(shape.left - chip.left, 2), round(shape.bottom - chip.bottom, 2), shape.fill)
                for shape in page.shapes
                if shape.left > chip.left
                and shape.right < chip.right
                and chip.middle[1] < shape.bottom < shape.top < chip.top
            )
        )
    assert len(backs) == 2, "an emblem for each side"


@pytest.mark.rule("EE-ORDER-1")
def test_large_armies_have_no_more_chips_than_are_of_use() -> None:
    many = [formation("A", f"F{number}", "ork-boy", 3) for number in range(30)]
    read = print_sheets("chips", wish(sides=sides_of(ready(*many, B).state)[:1]))
    assert count(read, CHIP_MM, 2 * CHIP_MM) == 3 * MOST + MOST // 2 + INITIATIVE


@pytest.mark.rule("EE-SIGHT-3", "EE-VEHICLE-2", "EE-MOVE-2")
def test_templates_have_the_lengths_and_the_arcs_of_the_rules() -> None:
    read = print_sheets("templates", wish())
    assert count(read, COHERENCY_CM * 10, 16) == count(read, FIRST_FIRE_CM * 10, 16) == 2
    assert count(read, STICK_WIDE_MM, STICK_CM * 10) == 2
    assert count(read, ARC_MM, ARC_MM) == 2
    text = words(read)
    assert text.count("front") == 2
    assert text.count("side") == 4
    assert text.count("rear") == 2
    assert "3 cm" in text
    assert "2 cm" in text
    for page in read:
        for disc in (shape for shape in page.shapes if shape.measures(ARC_MM, ARC_MM, EXACT)):
            (half,) = [
                shape
                for shape in page.shapes
                if shape.dashed
                and shape.measures(ARC_MM, 0, EXACT)
                and abs(shape.bottom - disc.middle[1]) < EXACT
                and shape.left - disc.left < EXACT
            ]
            assert half, "the half that is seen begins at the middle"
