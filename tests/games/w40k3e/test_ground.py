"""How far figures move and see, and what hard ground does."""

from fractions import Fraction
from itertools import product

import pytest

from q40k.games.w40k3e.ground import (
    PLAIN,
    Eyes,
    charge_in,
    danger,
    difficult_dice,
    difficult_in,
    moves_over,
    needs_danger_test,
    spotting_in,
    spotting_odds,
)
from q40k.geometry.space import Inches


@pytest.mark.parametrize(
    ("unit_type", "charges", "over"),
    [
        ("infantry", 6, False),
        ("terminator", 6, False),
        ("jump_infantry", 6, True),
        ("bike", 6, False),
        ("jetbike", 6, True),
        ("jet_pack", 6, True),
        ("beast", 12, False),
        ("cavalry", 12, False),
        ("monstrous_creature", 6, False),
    ],
)
def test_charges_and_who_moves_over(unit_type: str, charges: int, over: bool) -> None:
    assert charge_in(unit_type) == Inches(charges)
    assert moves_over(unit_type) == over


def test_difficult_ground_keeps_the_best_of_two_dice_or_three() -> None:
    assert (difficult_dice(), difficult_dice(three=True)) == (2, 3)
    assert difficult_in((2, 5), "infantry") == Inches(5)
    assert difficult_in((2, 5, 1), "infantry", charging=True) == Inches(5)
    assert difficult_in((2, 5), "beast") == Inches(5)
    assert difficult_in((2, 5), "beast", charging=True) == Inches(10)


@pytest.mark.parametrize(
    ("unit_type", "dangerous", "difficult", "lands", "rolls"),
    [
        ("infantry", True, False, False, True),
        ("infantry", False, True, True, False),
        ("bike", False, True, False, True),
        ("cavalry", False, False, True, True),
        ("bike", False, False, False, False),
        ("jump_infantry", False, True, False, False),
        ("jump_infantry", False, True, True, True),
    ],
)
def test_who_rolls_for_danger(unit_type: str, dangerous: bool, difficult: bool, lands: bool, rolls: bool) -> None:
    assert needs_danger_test(unit_type, dangerous=dangerous, difficult=difficult, ends_in_difficult=lands) == rolls


def test_a_one_wounds_who_walks_and_kills_who_rides() -> None:
    assert danger("infantry").fails_on == 1
    assert not danger("infantry").kills
    assert danger("bike").kills


@pytest.mark.parametrize(
    ("eyes", "dice", "shown", "inches"),
    [
        (PLAIN, 2, (3, 4), 21),
        (Eyes(dice=4), 4, (1, 2, 3, 4), 30),
        (Eyes(times=5), 2, (3, 4), 35),
        (Eyes(half=True), 2, (3, 4), 10.5),
    ],
)
def test_how_far_one_sees_in_the_dark(eyes: Eyes, dice: int, shown: tuple[int, ...], inches: float) -> None:
    assert eyes.dice == dice
    assert spotting_in(shown, eyes) == Inches(inches)


@pytest.mark.parametrize("distance", [0, 6, 6.5, 21, 36, 36.1])
def test_the_odds_of_spotting_are_those_of_the_dice(distance: float) -> None:
    seen = [dice for dice in product(range(1, 7), repeat=2) if spotting_in(dice) >= distance]
    once = Fraction(len(seen), 36)
    assert spotting_odds(distance) == once
    assert spotting_odds(distance, Eyes(again=True)) == once + (1 - once) * once
