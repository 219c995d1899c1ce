"""The dice that are asked for, in which order, and what comes of them."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from q40k.games.w40k3e.damage import hit_plan
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.melee import Round, melee_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.needs import Dead, Total, WrongAnswer
from q40k.games.w40k3e.odds import attack_odds, final_tallies
from q40k.games.w40k3e.plans import Attack, Count, Penetration, Save, Saves, Test, Trial
from q40k.games.w40k3e.resolving import outcome, sequence
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from tests.games.w40k3e.fighting import MARINE, asked_needs, by_hand, having, roll_attack, weapon

ARMOUR = Saves((Save("armour", Test(3)),))
SHIELD = Saves((Save("invulnerable", Test(2), breaks=True), Save("armour", Test(5))))


PLAIN = Aim()


def shot(name: str, target: Fighter | Hull = MARINE, aim: Aim = PLAIN) -> Attack:
    return shooting_plan(MARINE, weapon(name), target, aim).attack


def test_to_hit_comes_first_then_to_wound_then_the_saves() -> None:
    heavy = shot("heavy-bolter")
    assert asked_needs(heavy, (3, 3, 1), (3, 2), (2,)) == [("hit", 3, 3), ("wound", 3, 2), ("save", 3, 1)]
    done = roll_attack(heavy, (3, 3, 1), (3, 2), (2,))
    assert (done.shots, done.hits, done.wounds, done.unsaved, done.dead) == (3, 2, 1, 1, True)


def test_the_workings_keep_every_step_with_its_dice() -> None:
    done = roll_attack(shot("boltgun"), (4,), (4,), (6,))
    assert [(step.need.kind, step.answer, step.passed) for step in done.steps] == [
        ("hit", (4,), 1),
        ("wound", (4,), 1),
        ("save", (6,), 1),
    ]
    assert not done.dead


def test_no_dice_are_asked_for_what_cannot_happen() -> None:
    assert roll_attack(shot("boltgun"), (2,)).hits == 0
    assert roll_attack(shot("boltgun"), (6,), (3,)).wounds == 0
    assert roll_attack(shot("lascannon"), (6,), (6,)).dead  # no save is left


def test_a_twin_linked_miss_is_rolled_once_more() -> None:
    twin = shot("twin-linked-boltgun")
    assert roll_attack(twin, (1,), (2,)).hits == 0
    assert roll_attack(twin, (1,), (3,), (4,), (1,)).dead


def test_plasma_burns_its_bearer_who_may_save_by_armour() -> None:
    plasma = shot("plasma-gun", aim=Aim(distance_in=6))
    done = roll_attack(plasma, (1, 1), (2, 3))
    assert (done.hits, done.burns) == (0, 1)
    assert roll_attack(plasma, (1, 5), (3,), (6,)).dead


def test_who_rolls_misses_again_burns_only_for_the_last_ones() -> None:
    forged = replace(MARINE, modifiers=(Modifier("reroll-hits", source="weapon-21"),))
    attack = shooting_plan(forged, weapon("plasma-gun"), MARINE).attack
    assert roll_attack(attack, (1,), (2,)).burns == 0
    assert roll_attack(attack, (2,), (1,), (1,)).burns == 1


def test_three_ones_jam_an_assault_cannon() -> None:
    assert roll_attack(shot("assault-cannon"), (1, 1, 1)).jammed
    assert not roll_attack(shot("assault-cannon"), (1, 1, 2)).jammed


def test_a_long_rifles_six_goes_past_armour() -> None:
    rifle = shot("ranger-long-rifle")
    assert asked_needs(rifle, (6,), (4,)) == [("hit", 2, 1), ("wound", 4, 1)]
    assert roll_attack(rifle, (6,), (4,)).dead
    assert not roll_attack(rifle, (5,), (4,), (3,)).dead


def test_silent_death_hits_again_up_to_four_times() -> None:
    thrown = shot("silent-death")
    assert roll_attack(thrown, (6,), (6,), (6,), (6,), (1, 1, 1, 1)).hits == 4
    assert roll_attack(thrown, (6,), (1,), (1,)).hits == 1


def test_a_to_hit_six_of_rending_claws_wounds_and_leaves_no_armour() -> None:
    blows = melee_plan(replace(MARINE, a=2), weapon("rending-claws"), MARINE).blows[0].attack
    assert roll_attack(blows, (6, 1)).dead
    assert asked_needs(blows, (6, 4), (5,), (6,)) == [("hit", 4, 2), ("wound", 4, 1), ("save", 3, 1)]


def test_an_ap_of_d6_is_rolled_for_each_wound() -> None:
    fire = shot("destructor-de")
    assert asked_needs(fire, (4,), (3,)) == [("wound", 4, 1), ("ap", 3, 1)]
    assert roll_attack(fire, (4,), (3,)).dead
    assert not roll_attack(fire, (4,), (4,), (3,)).dead


def test_a_force_weapon_slays_by_a_passed_test() -> None:
    lord = replace(MARINE, w=3, several=True)
    blow = melee_plan(MARINE, weapon("force-weapon"), lord).blows[0].attack
    done = roll_attack(blow, (4,), (4,), (4, 4))
    assert (done.dead, done.slain, done.lost) == (True, True, 3)
    assert roll_attack(blow, (4,), (4,), (4, 5)).lost == 1
    assert roll_attack(blow, (4,), (4,), (1, 1)).perils == 1
    assert roll_attack(blow, (4,), (4,), (6, 6)).perils == 1


def test_a_power_of_the_mind_needs_its_test_first() -> None:
    blast = shot("warp-blast")
    assert roll_attack(blast, (5, 4)).hits == 0
    assert roll_attack(blast, (4, 4), (3,), (3,)).dead


def test_the_first_failed_save_may_be_ignored_but_not_a_wound_without_save() -> None:
    narthecium = having(MARINE, Modifier("ward", 1, "equipment-23"))
    done = roll_attack(shot("heavy-bolter", narthecium), (6, 6, 1), (6, 6), (1, 2))
    assert (done.unsaved, done.ward, done.dead) == (1, 0, True)
    assert roll_attack(shot("boltgun", narthecium), (6,), (6,), (1,)).unsaved == 0
    assert roll_attack(shot("lascannon", narthecium), (6,), (6,)).dead


def test_a_shadow_field_breaks_with_the_first_failure() -> None:
    veiled = replace(MARINE, sv=5, w=3, several=True)
    veiled = having(veiled, Modifier("breaking-invulnerable", 2, "shadow-field"))
    volley = shot("storm-bolter", veiled)
    done = roll_attack(volley, (6, 6), (6, 6), (1,))
    assert (done.broken, done.unsaved) == (True, 2)  # AP 5 leaves no armour after it
    assert not roll_attack(volley, (6, 6), (6, 6), (2,), (2,)).broken


def test_totals_are_enough_and_nothing_is_rolled_again_after_them() -> None:
    twin = shot("twin-linked-big-shoota")
    done = roll_attack(twin, Total(2), Total(1), Total(0))
    assert (done.hits, done.wounds, done.unsaved, done.dead) == (2, 1, 1, True)
    plasma = shot("plasma-gun", aim=Aim(distance_in=6))
    assert roll_attack(plasma, Total(1, ones=1), Total(0), Total(1)).burns == 1
    claws = melee_plan(replace(MARINE, a=3), weapon("rending-claws"), MARINE).blows[0].attack
    assert roll_attack(claws, Total(2, sixes=1), Total(0)).dead


def test_dice_and_totals_may_be_mixed() -> None:
    done = roll_attack(shot("heavy-bolter"), (3, 3, 3), Total(2), (3, 3))
    assert (done.hits, done.wounds, done.unsaved) == (3, 2, 0)


@pytest.mark.parametrize("before", [(), ((4, 4, 4),), ((4, 4, 4), Total(1))])
def test_an_attack_may_be_ended_by_dead_at_any_point(before: tuple[tuple[int, ...], ...]) -> None:
    done = roll_attack(shot("heavy-bolter"), *before, Dead())
    assert done.dead
    assert done.told
    assert len(done.steps) == len(before)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ((1, 2), "dice-count"),
        ((7, 1, 1), "dice-range"),
        ((0, 1, 1), "dice-range"),
        (Total(4), "total-range"),
        (Total(1, sixes=1), "total-range"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(answer: tuple[int, ...], code: str) -> None:
    run = sequence(shot("heavy-bolter"))
    next(run)
    with pytest.raises(WrongAnswer) as refused:
        run.send(answer)
    assert refused.value.code == code


# ---- the odds are those of the dice --------------------------------------------------------

SMALL: dict[str, Attack] = {
    "boltgun twice": shot("boltgun", aim=Aim(distance_in=6)),
    "twin-linked": shot("twin-linked-boltgun"),
    "plasma": shot("plasma-gun"),
    "plasma rolled again": shooting_plan(
        having(MARINE, Modifier("reroll-one-hit")), weapon("plasma-gun"), MARINE
    ).attack,
    "long rifle": shot("ranger-long-rifle"),
    "silent death": replace(shot("silent-death"), hits_again=2),
    "ap d6": shot("destructor-de"),
    "warp blast": shot("warp-blast"),
    "shots rolled": Attack(count=Count(0, (6,), most=2), hit=Test(4), wound=Test(5), saves=Saves()),
    "claws": melee_plan(MARINE, weapon("lightning-claw"), MARINE).blows[0].attack,
    "rending": melee_plan(replace(MARINE, a=2), weapon("rending-claws"), MARINE).blows[0].attack,
    "two wound rolls": melee_plan(MARINE, weapon("disemboweller-blades"), MARINE).blows[0].attack,
    "kiss": melee_plan(MARINE, weapon("harlequins-kiss"), replace(MARINE, w=2)).blows[0].attack,
    "force weapon": melee_plan(MARINE, weapon("force-weapon"), replace(MARINE, w=2)).blows[0].attack,
    "diresword": melee_plan(MARINE, weapon("diresword"), replace(MARINE, w=2, several=True)).blows[0].attack,
    "ward": replace(Attack(count=Count(2), wound=Test(4), saves=ARMOUR, wounds=2, ward=1), hit=Test(3)),
    "breaking": Attack(count=Count(2), wound=Test(4), saves=SHIELD, wounds=2),
    "saves again": Attack(count=Count(2), wound=Test(5), saves=Saves((Save("cover", Test(4, "failures")),))),
    "no pain": Attack(count=Count(2), wound=Test(3), no_pain=Test(4), wounds=2),
    "two trials": Attack(wound=Test(4), wounds=2, trials=(Trial("attacker", 8, "pass"), Trial("target", 7, "fail"))),
    "hull": Attack(count=Count(2), hit=Test(4), hull=Penetration(10, 6, structure=2)),
    "melta": Attack(hit=Test(3), hull=Penetration(14, 8, dice=2)),
    "ordnance": Attack(count=Count(2), hull=Penetration(12, 8, dice=2, keep="highest")),
    "rending hull": Attack(count=Count(2), hull=Penetration(12, 4, six_again=True)),
    "gauss hull": Attack(count=Count(2), hull=Penetration(14, 4, six_glances=True)),
    "haywire": Attack(count=Count(3), hull=Penetration(10, 0, table=(0, 1, 1, 1, 1, 2))),
    "fall": hit_plan(5, MARINE, "MOVE-3", no_save=("armour",)),
    "only hits": replace(shot("plasma-cannon"), only_hits=True),
}


@pytest.mark.parametrize("name", SMALL)
def test_the_odds_are_those_of_rolling_every_die_in_every_way(name: str) -> None:
    attack = SMALL[name]
    odds = attack_odds(attack)
    expected = by_hand(
        attack, lambda end: (end.hits, end.wounds, end.unsaved, end.lost, end.dead, end.burns, end.perils)
    )
    results: dict[object, object] = {}
    for tally, chance in final_tallies(attack).items():
        end = outcome(attack, tally)
        key = (end.hits, end.wounds, end.unsaved, end.lost, end.dead, end.burns, end.perils)
        results[key] = results.get(key, 0) + chance  # type: ignore[operator]
    assert results == expected
    dies = by_hand(attack, lambda end: end.dead)
    assert odds.dies == dies.get(True, 0)
    for law, what in (
        (odds.hits, lambda end: end.hits),
        (odds.lost, lambda end: end.lost),
        (odds.penetrating, lambda end: end.penetrating),
        (odds.glancing, lambda end: end.glancing),
    ):
        assert dict(law) == by_hand(attack, what)
        assert sum(chance for _, chance in law) == 1


@pytest.mark.parametrize("dice", [((3, 1, 5), (2, 6), (1,)), ((6, 4, 2), (3, 1), (2,)), ((3, 3, 3), (4, 3, 1), (2, 5))])
def test_the_order_of_the_dice_of_one_throw_changes_nothing(dice: tuple[tuple[int, ...], ...]) -> None:
    def ends(throws: tuple[tuple[int, ...], ...]) -> tuple[int, int, int, bool]:
        end = roll_attack(shot("heavy-bolter"), *throws)
        return end.hits, end.wounds, end.unsaved, end.dead

    expected = ends(dice)
    for mixed in permutations(dice[0]):
        assert ends((mixed, *dice[1:])) == expected
    for mixed in permutations(dice[1]):
        assert ends((dice[0], mixed, *dice[2:])) == expected


@given(st.integers(1, 5), st.integers(2, 6), st.integers(2, 6), st.integers(2, 7), st.integers(1, 3), st.data())
def test_hands_never_reach_what_the_odds_call_impossible(
    shots: int, hit: int, wound: int, save: int, wounds: int, data: st.DataObject
) -> None:
    saves = Saves((Save("armour", Test(save)),)) if save < 7 else Saves()
    attack = Attack(count=Count(shots), hit=Test(hit), wound=Test(wound), saves=saves, wounds=wounds)
    run = sequence(attack)
    try:
        expected = next(run)
        while True:
            dice = data.draw(st.tuples(*[st.integers(1, 6) for _ in expected.dice]))
            expected = run.send(dice)
    except StopIteration as end:
        done = end.value
    odds = attack_odds(attack)
    assert odds.hits[done.hits] > 0
    assert odds.lost[done.lost] > 0
    assert done.dead == (done.lost == wounds)
    assert done.lost <= done.unsaved <= done.wounds <= done.hits <= shots


def test_charging_is_what_a_round_says() -> None:
    plan = melee_plan(MARINE, weapon("close-combat-weapon"), MARINE, Round(charging=True))
    assert asked_needs(plan.blows[0].attack) == [("hit", 4, 2)]
