"""The odds as laws of chance: they sum to one, and better is never worse."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from msgspec.structs import replace

from q40k.games.w40k3e.distribution import Distribution, d6, dice_best, dice_sum
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.melee import melee_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.needs import Need, faces
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.shooting import shooting_plan
from tests.games.w40k3e.fighting import MARINE, having, weapon

STAT = st.integers(1, 10)
SAVE = st.none() | st.integers(2, 6)


@st.composite
def figures(draw: st.DrawFn) -> Fighter:
    return Fighter(
        ws=draw(STAT),
        bs=draw(STAT),
        s=draw(STAT),
        t=draw(STAT),
        w=draw(st.integers(1, 3)),
        i=draw(STAT),
        a=draw(st.integers(1, 4)),
        sv=draw(SAVE),
        inv=draw(SAVE),
    )


def gun(strength: int, ap: int | None, shots: int = 2) -> object:
    return structs.replace(weapon("storm-bolter"), s=strength, ap=ap, shots=shots)


def kills(shooter: Fighter, target: Fighter, strength: int, ap: int | None) -> Fraction:
    plan = shooting_plan(shooter, gun(strength, ap), target)  # type: ignore[arg-type]
    return attack_odds(plan.attack).dies


@settings(max_examples=60)
@given(figures(), figures(), STAT, st.integers(1, 6))
def test_the_chances_of_a_shot_sum_to_one(shooter: Fighter, target: Fighter, strength: int, ap: int) -> None:
    plan = shooting_plan(shooter, gun(strength, ap), target)  # type: ignore[arg-type]
    odds = attack_odds(plan.attack)
    for law in (odds.hits, odds.wounds, odds.unsaved, odds.lost, odds.burns):
        assert sum(chance for _, chance in law) == 1
    assert odds.dies == odds.lost.at_least(target.w)


@settings(max_examples=60)
@given(figures(), figures(), STAT, st.integers(2, 6))
def test_a_better_ap_never_saves_more(shooter: Fighter, target: Fighter, strength: int, ap: int) -> None:
    assert kills(shooter, target, strength, ap - 1) >= kills(shooter, target, strength, ap)
    assert kills(shooter, target, strength, ap) >= kills(shooter, target, strength, None)


@settings(max_examples=60)
@given(figures(), figures(), st.integers(1, 9))
def test_more_strength_never_kills_less(shooter: Fighter, target: Fighter, strength: int) -> None:
    assert kills(shooter, target, strength + 1, 5) >= kills(shooter, target, strength, 5)


@settings(max_examples=60)
@given(figures(), figures())
def test_a_better_skill_never_hits_less(striker: Fighter, target: Fighter) -> None:
    def hits(fighter: Fighter, foe: Fighter) -> Fraction:
        return attack_odds(melee_plan(fighter, None, foe).blows[0].attack).hits.mean

    if striker.ws < 10:
        assert hits(replace(striker, ws=striker.ws + 1), target) >= hits(striker, target)
    if target.ws < 10:
        assert hits(striker, replace(target, ws=target.ws + 1)) <= hits(striker, target)
    better = replace(striker, bs=min(10, striker.bs + 1))
    assert kills(better, target, 4, 5) >= kills(striker, target, 4, 5)


@settings(max_examples=60)
@given(figures(), figures(), st.integers(2, 6))
def test_one_more_save_never_kills_more(shooter: Fighter, target: Fighter, save: int) -> None:
    safer = having(target, Modifier("invulnerable", save, "x"))
    assert kills(shooter, safer, 5, 3) <= kills(shooter, target, 5, 3)


def test_a_bolter_against_a_marine() -> None:
    odds = attack_odds(shooting_plan(MARINE, weapon("boltgun"), MARINE).attack)
    assert odds.dies == Fraction(2, 3) * Fraction(1, 2) * Fraction(1, 3)


def test_plasma_kills_its_bearer_one_time_in_eighteen() -> None:
    odds = attack_odds(shooting_plan(MARINE, weapon("plasma-gun"), MARINE).attack)
    assert odds.burned == Fraction(1, 6) * Fraction(1, 3)
    assert odds.dies == Fraction(2, 3) * Fraction(5, 6)


@pytest.mark.parametrize(
    ("least", "two", "three"),
    [(1, 36, 216), (2, 35, 215), (3, 32, 208), (4, 27, 189), (5, 20, 152), (6, 11, 91), (7, 0, 0)],
)
def test_the_best_of_two_and_three_dice(least: int, two: int, three: int) -> None:
    assert dice_best(2).at_least(least) == Fraction(two, 36)
    assert dice_best(3).at_least(least) == Fraction(three, 216)


def test_two_dice_added_up() -> None:
    ways = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [dice_sum(2)[total] for total in range(2, 13)] == [Fraction(n, 36) for n in ways]
    assert dice_sum(2).mean == 7
    assert dice_sum(2).at_most(7) + dice_sum(2).at_least(8) == 1
    assert d6().plus(d6()) == dice_sum(2)
    assert Distribution.always(3)[3] == 1


@given(st.integers(1, 12), st.integers(2, 6), st.booleans(), st.booleans())
def test_the_readings_of_a_throw_are_every_reading_there_is(count: int, needed: int, ones: bool, sixes: bool) -> None:
    need = Need("hit", (6,) * count, needed, "attacker", faces(needed, ones=ones, sixes=sixes))
    readings = need.readings()
    assert sum(chance for _, chance in readings) == 1
    assert all(sum(reading) == count for reading, _ in readings)
    assert sum((r[2] + r[3]) * chance for r, chance in readings) == Fraction(count * (7 - needed), 6)
