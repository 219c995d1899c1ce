"""Armour penetration: vehicles, and the buildings of a base attack."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from q40k.games.w40k3e.damage import hit_plan, perils_plan
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.melee import grenade_plan, grenades_of, melee_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from tests.games.w40k3e.fighting import MARINE, having, roll_attack, weapon


def dice(attack: Attack, *shown: int) -> tuple[int, int]:
    """Glancing and penetrating hits of an attack that hits, for this penetration throw."""
    done = roll_attack(replace(attack, hits=1), shown)
    return done.glancing, done.penetrating


def shot(name: str, hull: Hull, distance: float | None = None) -> Attack:
    return shooting_plan(MARINE, weapon(name), hull, Aim(distance_in=distance)).attack


@pytest.mark.parametrize(
    ("strength", "av", "glances", "penetrates"),
    [(4, 10, 6, 7), (5, 10, 5, 6), (7, 10, 3, 4), (8, 12, 4, 5), (9, 14, 5, 6), (4, 11, 7, 7)],
)
def test_equal_glances_and_more_penetrates(strength: int, av: int, glances: int, penetrates: int) -> None:
    attack = hit_plan(strength, Hull(av), "test")
    for shown in range(1, 7):
        expected = (int(shown == glances), int(shown >= penetrates))
        assert dice(attack, shown) == expected


def test_a_melta_within_half_range_adds_a_die() -> None:
    assert dice(shot("meltagun", Hull(14), 6), 3, 4) == (0, 1)
    assert dice(shot("meltagun", Hull(14), 6.5), 6) == (1, 0)


def test_ordnance_keeps_the_better_of_two_dice() -> None:
    attack = hit_plan(8, Hull(13), "test", ordnance=True)
    assert dice(attack, 2, 6) == (0, 1)
    assert dice(attack, 5, 1) == (1, 0)


def test_great_beasts_add_two_dice() -> None:
    beast = replace(MARINE, unit_type="monstrous_creature", s=6)
    assert dice(melee_plan(beast, None, Hull(14)).blows[0].attack, 4, 5) == (0, 1)


def test_a_lance_counts_no_armour_above_12() -> None:
    assert dice(shot("dark-lance", Hull(14)), 4) == (1, 0)
    assert dice(shot("dark-lance", Hull(11)), 4) == (0, 1)


def test_gauss_glances_on_a_6_whatever_the_armour() -> None:
    assert dice(shot("gauss-flayer", Hull(14)), 6) == (1, 0)
    assert dice(shot("gauss-flayer", Hull(14)), 5) == (0, 0)


def test_snipers_have_only_the_die_and_poison_nothing() -> None:
    assert dice(shot("sniper-rifle", Hull(6)), 6) == (1, 0)
    assert attack_odds(shot("needle-pistol", Hull(1))).penetrating[0] == 1
    claws = melee_plan(MARINE, weapon("urty-syringe"), Hull(1)).blows[0].attack
    assert attack_odds(claws).penetrating[0] == 1


def test_rending_rolls_on_after_a_6() -> None:
    attack = melee_plan(MARINE, weapon("rending-claws"), Hull(12)).blows[0].attack
    done = roll_attack(replace(attack, hits=1), (6,), (3,))
    assert (done.glancing, done.penetrating) == (0, 1)
    assert roll_attack(replace(attack, hits=1), (5,)).glancing == 0


@pytest.mark.parametrize(
    ("name", "throw", "expected"),
    [
        ("witchblade", (2,), (0, 1)),
        ("chainfist", (3, 3), (1, 0)),
        ("agoniser", (6,), (1, 0)),
        ("agoniser", (5,), (0, 0)),
    ],
)
def test_blades_against_armour(name: str, throw: tuple[int, ...], expected: tuple[int, int]) -> None:
    hull = Hull(14 if name == "chainfist" else 13)
    assert dice(melee_plan(MARINE, weapon(name), hull).blows[0].attack, *throw) == expected


def test_a_wraithcannon_glances_on_4_and_penetrates_on_6() -> None:
    results = [dice(shot("wraithcannon", Hull(14)), shown) for shown in range(1, 7)]
    assert results == [(0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (0, 1)]


@pytest.mark.parametrize(
    ("gear", "throw", "av", "expected"),
    [
        ("frag-grenades", (6,), 10, (1, 0)),
        ("krak-grenades", (5,), 10, (0, 1)),
        ("krak-stikkbombz", (4,), 10, (1, 0)),
        ("melta-bombs", (3, 4), 14, (0, 1)),
        ("tankbusta-bombz", (4, 4), 14, (1, 0)),
        ("haywire-grenades", (1,), 14, (0, 0)),
        ("haywire-grenades", (2,), 14, (1, 0)),
        ("haywire-grenades", (6,), 14, (0, 1)),
        ("emp-grenades", (3,), 10, (0, 0)),
        ("emp-grenades", (4,), 10, (1, 0)),
    ],
)
def test_grenades_against_armour(gear: str, throw: tuple[int, ...], av: int, expected: tuple[int, int]) -> None:
    bearer = replace(MARINE, kit=("boltgun", gear))
    assert grenades_of(bearer) == (gear,)
    attack = grenade_plan(bearer, gear, Hull(av))
    assert attack.count.of() == 1
    assert dice(attack, *throw) == expected


def test_tank_hunters_know_where_to_strike() -> None:
    hunter = having(MARINE, Modifier("penetration", 1, "tank-hunters"))
    attack = shooting_plan(hunter, weapon("missile-launcher-krak"), Hull(14)).attack
    assert dice(attack, 5) == (1, 0)
    assert dice(grenade_plan(hunter, "krak-grenades", Hull(10)), 4) == (0, 1)


def test_a_building_loses_a_structure_point_for_each_penetrating_hit() -> None:
    blows = melee_plan(replace(MARINE, s=6, a=3), None, Hull(10, structure=2)).blows[0].attack
    done = roll_attack(blows, (5, 6, 4))
    assert (done.hits, done.glancing, done.penetrating, done.destroyed) == (3, 1, 2, True)
    assert attack_odds(blows).destroyed == 3 * Fraction(1, 3) ** 2 * Fraction(2, 3) + Fraction(1, 27)


# ---- hits that nobody aims ------------------------------------------------------------------


def test_a_fall_wounds_by_its_height_and_armour_does_not_help() -> None:
    fall = hit_plan(5, MARINE, "MOVE-3", no_save=("armour",))
    assert roll_attack(fall, (3,)).dead
    assert not roll_attack(fall, (2,)).dead
    saved = hit_plan(5, replace(MARINE, inv=5), "MOVE-3", no_save=("armour",))
    assert not roll_attack(saved, (3,), (5,)).dead


def test_the_nuke_knows_no_save_and_a_vortex_no_roll() -> None:
    target = replace(MARINE, inv=2, w=2, several=True)
    nuke = hit_plan(10, target, "NUKE", no_save=("all",))
    assert roll_attack(nuke, (2,)).dead
    partly = hit_plan(1, target, "BARREL-6", to_hit=4, slays=True)
    assert roll_attack(partly, (4,)).dead
    assert not roll_attack(partly, (3,)).dead
    assert roll_attack(hit_plan(1, target, "BARREL-6", slays=True)).dead


def test_what_helps_only_against_shots_does_not_help_in_a_fall() -> None:
    smoke = having(Fighter(), Modifier("invulnerable", 5, "equipment-15", "shooting"))
    assert hit_plan(3, smoke, "MOVE-3").saves.options == ()
    assert hit_plan(3, smoke, "BARREL-2", scope="shooting").saves.options


def test_no_height_is_no_fall_and_a_great_one_counts_as_ten() -> None:
    assert attack_odds(hit_plan(0, MARINE, "MOVE-3")).dies == 0
    assert hit_plan(14, MARINE, "MOVE-3").strength == 10


def test_the_perils_of_the_warp_strike_at_six_past_armour() -> None:
    perils = perils_plan(replace(MARINE, inv=4))
    assert (perils.strength, perils.wound.needed) == (6, 2)
    assert [save.kind for save in perils.saves.options] == ["invulnerable"]
