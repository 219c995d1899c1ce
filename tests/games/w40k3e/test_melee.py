"""Who strikes when, how often and how hard."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from q40k.games.quake.packs.models import Weapon
from q40k.games.w40k3e.distribution import Distribution
from q40k.games.w40k3e.figures import Fighter
from q40k.games.w40k3e.melee import Blows, Round, fights, initiative_steps, melee_plan
from q40k.games.w40k3e.modifiers import Effect, Modifier
from q40k.games.w40k3e.odds import FighterState, attack_odds, melee_odds
from tests.games.w40k3e.codes import CODES
from tests.games.w40k3e.fighting import MARINE, codes, having, roll_attack, weapon

STANDING = Round()


def main(
    name: str | None, striker: Fighter = MARINE, target: Fighter = MARINE, now: Round = STANDING, *others: str
) -> Blows:
    held = None if name is None else weapon(name)
    carried = [*([] if held is None else [held]), *(weapon(other) for other in others)]
    return melee_plan(striker, held, target, now, carried=carried).blows[0]


@pytest.mark.parametrize(
    ("name", "others", "number"),
    [
        ("close-combat-weapon", (), 1),
        ("close-combat-weapon", ("bolt-pistol",), 2),
        ("close-combat-weapon", ("bolt-pistol", "plasma-pistol"), 2),
        ("bolt-pistol", ("plasma-pistol",), 2),
        ("bolt-pistol", ("boltgun",), 1),
        ("power-fist", ("bolt-pistol",), 2),
        ("executioner", ("bolt-pistol",), 1),
        ("executioner", ("tormentor-helm-pistol",), 2),
        ("claws-and-teeth", ("bolt-pistol",), 1),
        ("rending-claws", ("scything-talons",), 2),
        ("lightning-claw", ("bolt-pistol",), 1),
        ("pair-lightning-claws", (), 2),
        ("pair-lightning-claws", ("bolt-pistol",), 2),
        ("powerblades", (), 2),
        ("kroot-rifle", (), 2),
        ("soul-flayer", ("splinter-pistol",), 1),
    ],
)
def test_a_second_one_handed_weapon_is_worth_one_blow(name: str, others: tuple[str, ...], number: int) -> None:
    assert main(name, MARINE, MARINE, STANDING, *others).attack.count.of() == number


def test_a_charge_is_worth_one_blow_unless_blinded() -> None:
    charge = Round(charging=True)
    assert main(None, now=charge).attack.count.of() == 2
    blinding = having(MARINE, Modifier("no-charge-bonus", 0, "photon-grenades", "melee"))
    assert main(None, target=blinding, now=charge).attack.count.of() == 1


def test_a_lash_whip_takes_a_blow_but_never_the_last() -> None:
    whipped = Round(enemy_kit=(weapon("lash-whip"),))
    assert main(None, replace(MARINE, a=3), now=whipped).attack.count.of() == 2
    assert main(None, replace(MARINE, a=1), now=whipped).attack.count.of() == 1


@pytest.mark.parametrize(
    ("name", "strength", "initiative", "armour"),
    [
        ("close-combat-weapon", 4, 4, True),
        ("bolt-pistol", 4, 4, True),
        ("power-weapon", 4, 4, False),
        ("power-fist", 8, 1, False),
        ("chainfist", 8, 1, False),
        ("thunder-hammer", 8, 1, False),
        ("executioner", 6, 4, False),
        ("scorpion-chainsword", 5, 4, True),
        ("choppa", 4, 4, True),
        ("warscythe", 4, 4, False),
        ("burna", 4, 4, False),
        ("staff-of-light", 4, 4, False),
        ("nemesis-force-weapon", 6, 4, True),
    ],
)
def test_the_weapons_of_close_combat(name: str, strength: int, initiative: int, armour: bool) -> None:
    blows = main(name)
    assert (blows.attack.strength, blows.initiative) == (strength, initiative)
    assert any(save.kind == "armour" for save in blows.attack.saves.options) == armour


def test_twice_a_great_strength_is_ten() -> None:
    assert main("power-fist", replace(MARINE, s=6)).attack.strength == 10


def test_a_choppa_makes_the_best_armour_a_4() -> None:
    save = main("choppa", target=replace(MARINE, sv=2)).attack.saves.preferred
    assert save is not None
    assert save.test.needed == 4


@pytest.mark.parametrize("name", ["warscythe", "ctan-phase-sword"])
def test_some_blades_go_past_every_save(name: str) -> None:
    assert main(name, target=replace(MARINE, inv=2)).attack.saves.options == ()
    assert main("power-weapon", target=replace(MARINE, inv=4)).attack.saves.options


def test_nobody_hides_in_close_combat() -> None:
    covered = having(replace(MARINE, sv=None), Modifier("cover", 3, "SHOOT-4"))
    blows = main(None, target=covered)
    assert blows.attack.saves.options == ()
    assert codes(blows.attack.saves.denied) == ["melee-no-cover"]


def test_a_storm_shield_saves_from_blows_and_a_disruptor_field_dodges_them() -> None:
    shield = having(MARINE, Modifier("invulnerable", 4, "storm-shield", "melee"))
    assert main("power-weapon", target=shield).attack.saves.options
    dodging = having(MARINE, Modifier("hit-only-on", 5, "equipment-22", "melee"))
    assert main(None, replace(MARINE, ws=9), dodging).attack.hit.needed == 5


@pytest.mark.parametrize(
    ("role", "unit_type", "power", "force"),
    [
        ("rank-and-file", "infantry", False, False),
        ("squad-character", "infantry", True, False),
        ("rank-and-file", "terminator", True, False),
        ("independent-character", "terminator", True, True),
        ("special", "terminator", True, True),
    ],
)
def test_a_nemesis_weapon_grows_with_rank(role: str, unit_type: str, power: bool, force: bool) -> None:
    knight = replace(MARINE, role=role, unit_type=unit_type)
    attack = main("nemesis-force-weapon", knight, replace(MARINE, w=2)).attack
    assert (not attack.saves.options, bool(attack.trials)) == (power, force)


def test_a_sword_held_in_two_hands_strikes_like_a_fist() -> None:
    one_handed, two_handed = main("black-sword"), main("black-sword", now=Round(mode="two-handed"))
    assert (one_handed.attack.strength, one_handed.initiative) == (5, 4)
    assert (two_handed.attack.strength, two_handed.initiative) == (8, 1)


def test_a_lance_is_good_for_one_charge() -> None:
    charge = melee_plan(MARINE, weapon("hunting-lance"), MARINE, Round(charging=True))
    assert charge.one_use
    assert (charge.blows[0].attack.strength, charge.blows[0].initiative) == (6, 5)
    assert charge.blows[0].attack.saves.options == ()
    after = melee_plan(MARINE, weapon("hunting-lance"), MARINE)
    assert not after.one_use
    assert after.blows[0].attack.strength == 4
    assert after.blows[0].attack.saves.options


def test_a_burna_fires_or_cuts_not_both() -> None:
    assert main("burna", now=Round(fired=True)).attack.saves.options
    assert not main("burna").attack.saves.options


def test_guns_are_no_weapons_of_close_combat() -> None:
    plan = melee_plan(MARINE, weapon("boltgun"), MARINE)
    assert codes(plan.findings) == ["not-in-melee"]
    assert not plan.allowed
    assert fights(weapon("bolt-pistol"))
    assert not fights(weapon("mandiblasters"))


def test_great_beasts_ignore_armour() -> None:
    assert main(None, replace(MARINE, unit_type="monstrous_creature")).attack.saves.options == ()


@pytest.mark.parametrize(
    ("effect", "value", "number", "initiative", "strength"),
    [
        ("attacks", 2, 3, 4, 4),
        ("initiative", 1, 1, 5, 4),
        ("initiative-set", 1, 1, 1, 4),
        ("strength", 1, 1, 4, 5),
        ("second-weapon", 0, 2, 4, 4),
    ],
)
def test_each_modifier_of_the_striker_alone(
    effect: Effect, value: int, number: int, initiative: int, strength: int
) -> None:
    blows = main(None, having(MARINE, Modifier(effect, value, "x")))
    assert blows.attack.count.of() == number
    assert (blows.initiative, blows.attack.strength) == (initiative, strength)


def test_a_furious_charge_is_only_furious_on_the_charge() -> None:
    furious = having(
        MARINE,
        Modifier("strength", 1, "furious-charge", "melee", charging=True),
        Modifier("initiative", 1, "furious-charge", "melee", charging=True),
    )
    charge = main(None, furious, now=Round(charging=True))
    assert (charge.attack.strength, charge.initiative) == (5, 5)
    after = main(None, furious)
    assert (after.attack.strength, after.initiative) == (4, 4)


# ---- the order of blows ---------------------------------------------------------------------


def order(charger: Blows, defender: Blows) -> list[list[str]]:
    steps = initiative_steps([charger.between("A", "B"), defender.between("B", "A")])
    return [[blow.striker for blow in step] for step in steps]


INTO_COVER = Round(charging=True, into_cover=True)


@pytest.mark.parametrize(
    ("charger", "grenades", "defender", "expected"),
    [
        (5, None, 4, [["B"], ["A"]]),
        (3, "frag", 4, [["A", "B"]]),
        (5, "frag", 4, [["A", "B"]]),
        (5, "plasma", 4, [["A"], ["B"]]),
        (3, "plasma", 4, [["B"], ["A"]]),
    ],
)
def test_charging_into_cover(charger: int, grenades: str | None, defender: int, expected: list[list[str]]) -> None:
    kind = {"frag": 1, "plasma": 2}
    held = () if grenades is None else (Modifier("assault-grenades", kind[grenades], "x", "melee"),)
    attacker = replace(MARINE, i=charger, modifiers=held)
    foe = replace(MARINE, i=defender)
    assert order(main(None, attacker, foe, INTO_COVER), main(None, foe, attacker)) == expected


def test_frag_grenades_wait_for_the_initiative_that_the_target_has_here() -> None:
    frag = Modifier("assault-grenades", 1, "x", "melee")
    quick = having(MARINE, Modifier("initiative", 1, "y", "melee"))
    attacker = having(MARINE, frag)
    assert order(main(None, attacker, quick, INTO_COVER), main(None, quick)) == [["A", "B"]]
    slowing = having(MARINE, frag, Modifier("enemy-initiative", -1, "z", "melee"))
    slowed = main(None, MARINE, slowing)
    assert order(main(None, slowing, MARINE, INTO_COVER), slowed) == [["A", "B"]]


def test_in_the_open_the_quicker_strikes_first_and_equals_together() -> None:
    quick = replace(MARINE, i=5)
    assert order(main(None, quick), main(None)) == [["A"], ["B"]]
    assert order(main(None), main(None)) == [["A", "B"]]


def test_a_power_fist_is_slow_even_with_grenades_or_cover() -> None:
    armed = having(MARINE, Modifier("assault-grenades", 1, "frag-grenades", "melee"))
    fist = main("power-fist", armed, MARINE, INTO_COVER)
    assert (fist.initiative, fist.order) == (1, 1)
    assert order(fist, main("power-fist")) == [["A", "B"]]


@pytest.mark.parametrize(
    ("line", "strikes_at", "needed", "strength"),
    [("mandiblasters", 6, 4, 4), ("bio-plasma", 8, 4, 4), ("servo-arm", 4, 4, 8)],
)
def test_gear_that_strikes_by_itself(line: str, strikes_at: int, needed: int, strength: int) -> None:
    extra = melee_plan(MARINE, None, MARINE, carried=[weapon(line)]).blows[1]
    assert (extra.main, extra.initiative, extra.order) == (False, strikes_at, strikes_at)
    assert (extra.attack.hit.needed, extra.attack.strength) == (needed, strength)
    assert extra.attack.count.of() == 1


def test_the_wrath_of_the_painters_counts_for_gear_that_rolls_to_hit() -> None:
    wrathful = having(MARINE, Modifier("hit-slays", 0, "special-2"))
    main, extra = melee_plan(wrathful, None, replace(MARINE, t=10), carried=[weapon("mandiblasters")]).blows
    assert (main.attack.hit_slays, extra.attack.hit_slays, extra.attack.warnings) == (True, True, ())


def test_a_laser_lance_is_fired_on_the_charge_before_all_blows_and_poison_blades_after() -> None:
    lance = [weapon("laser-lance")]
    plan = melee_plan(MARINE, None, replace(MARINE, i=10), Round(charging=True), carried=lance)
    assert plan.blows[1].order > 10
    assert plan.blows[1].attack.hit.needed == 3  # by ballistic skill
    assert len(melee_plan(MARINE, None, MARINE, carried=lance).blows) == 1
    blades = melee_plan(MARINE, None, MARINE, INTO_COVER, carried=[weapon("poison-blades")]).blows
    assert blades[1].order < blades[0].order


def test_a_split_leaves_each_target_its_number_of_blows() -> None:
    blows = main(None, replace(MARINE, a=4))
    assert blows.with_attacks(3).attack.count.of() == 3
    assert codes(blows.with_attacks(3).attack.count.reasons)[-1] == "attacks-split"


# ---- the odds of a round --------------------------------------------------------------------


def duel(first: Blows, second: Blows, wounds: int = 1) -> tuple[Fraction, Fraction, Fraction]:
    steps = initiative_steps([first.between("A", "B"), second.between("B", "A")])
    odds = melee_odds(steps, {"A": FighterState(wounds), "B": FighterState(wounds)})
    assert sum(odds.together.values()) == 1
    return odds.dies["A"], odds.dies["B"], odds.together.get(frozenset("AB"), Fraction(0))


def test_equals_strike_together_so_both_may_die() -> None:
    dies = attack_odds(main(None).attack).dies
    assert dies == Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 3)
    assert duel(main(None), main(None)) == (dies, dies, dies * dies)


def test_who_strikes_first_is_struck_only_by_the_living() -> None:
    quick = main(None, replace(MARINE, i=5))
    dies = attack_odds(quick.attack).dies
    assert duel(quick, main(None)) == (dies * (1 - dies), dies, Fraction(0))


def test_a_hammer_stuns_whom_it_wounds() -> None:
    hammer = main("thunder-hammer", replace(MARINE, s=3), replace(MARINE, t=4))
    done = roll_attack(hammer.attack.against(wounds=2, ward=0), (6,), (6,))
    assert (done.dead, done.stunned) == (False, True)
    slow = replace(main(None), order=0)
    wounded = attack_odds(hammer.attack).lost.at_least(1)
    blow = attack_odds(slow.attack).lost
    steps = initiative_steps([hammer.between("A", "B"), slow.between("B", "A")])
    odds = melee_odds(steps, {"A": FighterState(2), "B": FighterState(2)})
    assert odds.left["A"][1] == (1 - wounded) * blow[1]


def test_three_in_a_melee_and_a_victim_struck_by_two() -> None:
    blows = [main(None).between("A", "C"), main(None).between("B", "C")]
    dies = attack_odds(blows[0].attack).dies
    odds = melee_odds(initiative_steps(blows), {"A": FighterState(1), "B": FighterState(1), "C": FighterState(1)})
    assert odds.dies["C"] == 1 - (1 - dies) ** 2
    assert odds.dies["A"] == 0


def test_every_reason_says_its_facts_by_the_names_of_its_code() -> None:
    lines: list[Weapon] = [weapon(n) for n in ("power-fist", "mandiblasters", "bolt-pistol")]
    for held in [*lines, weapon("black-sword"), weapon("hunting-lance"), weapon("choppa")]:
        plan = melee_plan(MARINE, held, MARINE, INTO_COVER, carried=lines)
        for blows in plan.blows:
            attack = blows.attack
            reasons = [*blows.reasons, *attack.reasons, *attack.hit.reasons, *attack.wound.reasons]
            reasons += [*attack.count.reasons, *attack.saves.denied]
            assert all(tuple(n for n, _ in reason.facts) == CODES[reason.code] for reason in reasons)


@pytest.mark.parametrize("name", ["rending-claws", "harlequins-kiss", "force-weapon", "lightning-claw", "diresword"])
def test_the_odds_of_a_round_are_those_of_its_attacks(name: str) -> None:
    foe = having(replace(MARINE, w=3, several=True), Modifier("ward", 1, "x"))
    blows = main(name, replace(MARINE, a=3), foe)
    odds = melee_odds([[blows.between("A", "B")]], {"A": FighterState(1), "B": FighterState(3, 1)})
    alone = attack_odds(blows.attack)
    assert odds.dies["B"] == alone.dies
    assert odds.left["B"] == Distribution.of((3 - lost, chance) for lost, chance in alone.lost)
