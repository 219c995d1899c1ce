"""The odds before the dice: those of the very shot, jump, leap or charge."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.state.movement.ground import Ground
from q40k.games.quake.state.odds import (
    MoveOdds,
    champion_charge_odds,
    drop_odds,
    leap_odds,
    shot_odds,
    targets_at_a_glance,
)
from q40k.games.quake.state.shooting import ShotTerms
from q40k.games.w40k3e.figures import Fighter
from tests.games.quake.rules.playing import Table
from tests.games.quake.rules.shooting import gunners, placed_table
from tests.games.w40k3e.fighting import weapon

F = Fraction
MARINE = Fighter(sv=3)


def odds(table: Table, gun: str, terms: ShotTerms, shooter: str = "Ann", target: str = "Bob") -> Fraction:
    return shot_odds(table.state, table[shooter], weapon(gun), table[target], terms).kills


@pytest.mark.rule("SHOOT-1")
@pytest.mark.parametrize(
    ("gun", "terms", "kills"),
    [
        # one shot: 2/3 to hit, S4 on T4 1/2 to wound, a 3+ save fails on 1/3
        ("boltgun", ShotTerms(distance_in=20), F(2, 3) * F(1, 2) * F(1, 3)),
        # two of them
        ("boltgun", ShotTerms(distance_in=12), 1 - (1 - F(1, 9)) ** 2),
        # AP 2 leaves no armour: 2/3 and 5/6
        ("plasma-gun", ShotTerms(distance_in=20), F(5, 9)),
        # a cover save of 4+ is left
        ("plasma-gun", ShotTerms(distance_in=20, in_cover=4), F(5, 18)),
        # a flame hits without a roll: S4 on T4, a 3+ save
        ("flamer", ShotTerms(), F(1, 6)),
        # spotted at 18 in by a 6 or more on two dice
        ("boltgun", ShotTerms(distance_in=18, dark=True), F(26, 36) * F(1, 9)),
    ],
)
def test_the_chance_to_kill_by_hand(gun: str, terms: ShotTerms, kills: Fraction) -> None:
    assert odds(gunners("Ann Bob"), gun, terms) == kills


@pytest.mark.rule("SHOOT-4")
def test_the_chance_to_burn_oneself() -> None:
    table = gunners("Ann Bob")
    plan = shot_odds(table.state, table["Ann"], weapon("plasma-gun"), table["Bob"], ShotTerms())
    assert plan.burns == F(1, 6) * F(1, 3)


@pytest.mark.rule("PORTAL-8", "SHOOT-4")
def test_odds_know_portals_and_what_may_not_be_fired() -> None:
    table = gunners("Ann Bob Cid")
    table.do("stand", player="Bob", portal=3)
    assert odds(table, "plasma-gun", ShotTerms(distance_in=20)) == F(5, 9) * F(2, 3)
    far = shot_odds(table.state, table["Ann"], weapon("boltgun"), table["Cid"], ShotTerms(30))
    assert (far.allowed, [finding.code for finding in far.findings]) == (False, ["out-of-range"])


@pytest.mark.rule("SHOOT-2")
def test_at_a_glance_every_target_with_every_weapon_in_the_order_of_play() -> None:
    table = placed_table("Ann Bob Cid", Ann=(20, 60), Bob=(100, 60), Cid=(40, 60))
    result = targets_at_a_glance(table.state, table["Ann"])
    assert [table.name(shot.target) for shot in result[:1] + result[-1:]] == ["Bob", "Cid"]
    assert len(result) == 2 * 6
    by_target = {(table.name(shot.target), shot.weapon): shot for shot in result}
    assert not by_target["Bob", "plasma-gun"].allowed  # 30.5 in away
    assert by_target["Cid", "plasma-gun"].kills == 1 - (1 - F(5, 9)) ** 2
    assert by_target["Cid", "flamer"].distance_in == pytest.approx(6.89)
    allowed = tuple(shot for shot in result if shot.allowed)
    assert targets_at_a_glance(table.state, table["Ann"], only_allowed=True) == allowed


def test_a_glance_at_a_full_table_is_quick() -> None:
    names = [f"P{place}" for place in range(10)]
    spots: dict[str, Any] = {name: (12.0 + 10 * place, 20.0 + place * 37 % 80) for place, name in enumerate(names)}
    table = placed_table(" ".join(names), **spots)
    targets_at_a_glance(table.state, table["P0"])
    began = process_time()
    assert targets_at_a_glance(table.state, table["P0"])
    assert process_time() - began < 0.25  # a twentieth of a second here; slow machines have slack


# ---- moves


@pytest.mark.rule("MOVE-3")
def test_a_jump_lands_when_the_best_of_two_dice_reaches_the_height() -> None:
    throws = list(product(range(1, 7), repeat=2))
    for height in range(1, 9):
        landed = F(sum(max(dice) >= height for dice in throws), len(throws))
        assert drop_odds(MARINE, height).done == landed
    # S4 on T4 without armour: half of the falls kill
    assert drop_odds(MARINE, 4).dies == F(1, 4) * F(1, 2)


@pytest.mark.rule("MOVE-5")
def test_a_leap_lands_hangs_on_or_falls() -> None:
    throws = list(product(range(1, 7), repeat=3))
    best = [max(dice) for dice in throws]
    across = F(sum(number >= 4.0 for number in best), len(best))
    edge = F(sum(3.5 <= number < 4.5 for number in best), len(best))
    odds = leap_odds(MARINE, 3.5, 1.0)
    whole = F(sum(number >= 4.5 for number in best), len(best))
    assert odds.done == whole + edge / 2
    assert odds.dies == 1 - odds.done
    assert across > whole


@pytest.mark.rule("ASSAULT-2")
@pytest.mark.parametrize(
    ("kind", "distance", "difficult", "done"),
    [
        ("infantry", 6, False, F(1)),
        ("infantry", 6.1, False, F(0)),
        ("infantry", 6, True, F(11, 36)),
        ("infantry", 4.5, True, F(20, 36)),
        ("beast", 12, False, F(1)),
        ("beast", 9, True, F(20, 36)),
    ],
)
def test_a_charge_reaches_or_it_does_not(kind: str, distance: float, difficult: bool, done: Fraction) -> None:
    odds = table_charge(kind, distance, Ground(difficult, lands_hard=difficult))
    assert (odds.done, odds.short, odds.dies) == (done, 1 - done, F(0))


def table_charge(kind: str, distance: float, ground: Ground) -> MoveOdds:
    """The odds of a charge outside any match, by a marine of this unit type."""
    return champion_charge_odds(structs.replace(MARINE, unit_type=kind), (), distance, ground)


HARD = Ground(difficult=True, lands_hard=True)


@pytest.mark.rule("ASSAULT-2", "PORTAL-9")
@pytest.mark.parametrize(
    ("kind", "distance", "ground", "done", "dies"),
    [
        ("jump_infantry", 5, HARD, F(5, 6), F(1, 6)),  # it flies there, and crashes on a 1
        ("bike", 6, HARD, F(5, 6), F(1, 6)),  # rides at full reach, and crashes on a 1
        ("cavalry", 9, HARD, F(20, 36) * F(5, 6), F(1, 6)),  # doubles its dice, and crashes on a 1
        ("infantry", 6, Ground(dangerous=True), F(5, 6), F(1, 6)),  # one wound, and no save
        ("jetbike", 6, Ground(), F(1), F(0)),
    ],
)
def test_a_charge_counts_what_its_ground_kills(
    kind: str, distance: float, ground: Ground, done: Fraction, dies: Fraction
) -> None:
    odds = table_charge(kind, distance, ground)
    assert (odds.done, odds.dies, odds.short) == (done, dies, 1 - done - dies)


@given(st.floats(0, 12), st.floats(0.5, 3), st.one_of(st.none(), st.integers(0, 12)))
def test_the_chances_of_a_move_add_up_to_one(inches: float, base: float, height: int | None) -> None:
    for odds in (
        drop_odds(MARINE, inches),
        drop_odds(MARINE, inches, three=True),
        leap_odds(MARINE, inches, base, height),
        table_charge("beast", inches, HARD),
        table_charge("cavalry", inches, HARD),
    ):
        assert odds.done + odds.falls + odds.dies + odds.short == 1
        assert min(odds.done, odds.falls, odds.dies, odds.short) >= 0
