"""Traits: each effect with worked dice, the odds with every die rolled in every way there is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.structs import replace

from q40k.games.w40k3e.damage import hit_plan
from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.ground import charge_in, difficult_dice, difficult_in, needs_difficult_test
from q40k.games.w40k3e.melee import PLAIN, Blows, Round, initiative_steps, melee_plan
from q40k.games.w40k3e.modifiers import AttackEffect, DefenceEffect, Modifier, MoveEffect
from q40k.games.w40k3e.odds import FighterState, attack_odds, melee_odds
from q40k.games.w40k3e.plans import Attack
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from q40k.games.w40k3e.traits import Trait, TraitEffect, gear_covered, trait_modifiers, traits_of
from q40k.geometry.space import Inches
from tests.games.w40k3e.fighting import MARINE, asked_needs, by_hand, having, library, roll_attack, weapon

GUARD = Fighter(ws=3, bs=3, s=3, t=3, i=3, sv=5)
CHARGE = Round(charging=True)
pytestmark = pytest.mark.rule("TRAIT-1")


def bearer(trait: str, figure: Fighter = MARINE) -> Fighter:
    return having(figure, *trait_modifiers([library().traits[trait]], moved=True, turbo=True))


def blow(striker: Fighter, foe: Fighter | Hull, now: Round = PLAIN, held: str = "") -> Blows:
    arm = weapon(held) if held else None
    return melee_plan(striker, arm, foe, now, carried=[arm] if arm else []).blows[0]


def shot(shooter: Fighter, foe: Fighter | Hull, held: str = "boltgun", **aim: float) -> Attack:
    return shooting_plan(shooter, weapon(held), foe, Aim(**aim)).attack  # type: ignore[arg-type]


def agrees(attack: Attack) -> Fraction:
    """The chance of a kill, which the odds and all the dice in the world agree on."""
    dies = attack_odds(attack).dies
    assert by_hand(attack, lambda end: end.dead).get(True, Fraction(0)) == dies
    return dies


# ---- saves and wounds


def test_a_wych_dodges_blows_but_no_shots() -> None:
    wych = Fighter.of(library().champions["de-wych"], traits=library().traits_of(library().champions["de-wych"]))
    strikes = blow(MARINE, wych, held="power-weapon").attack
    assert [(save.kind, save.test.needed) for save in strikes.saves.options] == [("invulnerable", 4)]
    assert agrees(strikes) == Fraction(1, 2) * Fraction(2, 3) * Fraction(1, 2)
    assert not shot(MARINE, wych, "lascannon").saves.options


def test_feel_no_pain_comes_after_the_save_and_not_after_a_power_weapon() -> None:
    plague = bearer("feel-no-pain", Fighter(t=5, true_t=4, sv=3))
    fired = shot(replace(MARINE, bs=10), plague)
    assert agrees(fired) == Fraction(5, 6) * Fraction(1, 18)
    assert not roll_attack(fired, (6,), (6,), (2,), (4,)).dead
    assert roll_attack(fired, (6,), (6,), (2,), (3,)).dead
    power = blow(MARINE, plague, held="power-weapon").attack
    assert power.no_pain is None
    krak = shot(MARINE, plague, "missile-launcher-krak")
    assert krak.no_pain is None
    assert krak.slays


def test_a_necron_stays_with_its_last_wound_on_4_plus() -> None:
    necron = bearer("well-be-back", Fighter(t=4, sv=3))
    fired = shot(MARINE, necron)
    assert agrees(fired) == Fraction(2, 3) * Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 2)
    up = roll_attack(fired, (6,), (6,), (1,), (4,))
    assert (up.dead, up.risen, up.lost) == (False, True, 0)
    assert roll_attack(fired, (6,), (6,), (1,), (3,)).dead
    assert blow(MARINE, necron, held="power-weapon").attack.rises is None
    assert shot(MARINE, necron, "lascannon").rises is None


def test_a_lord_of_three_wounds_stays_with_one() -> None:
    lord = bearer("well-be-back", Fighter(t=5, w=3, several=True, sv=None))
    attack = hit_plan(4, lord, "x", hits=4)
    up = roll_attack(attack, (5, 5, 5, 5), (4,))
    assert (up.dead, up.risen, up.lost) == (False, True, 2)
    assert not roll_attack(attack, (5, 5, 1, 1)).risen
    assert agrees(attack) == attack_odds(structs.replace(attack, rises=None)).dies / 2


@pytest.mark.parametrize(("trait", "needed"), [("bionics", 6), ("iron-will-yarrick", 4)])
def test_bionics_know_no_exception(trait: str, needed: int) -> None:
    attack = blow(MARINE, bearer(trait), held="power-fist").attack
    assert attack.rises is not None
    assert attack.rises.needed == needed
    assert agrees(attack) == agrees(structs.replace(attack, rises=None)) * (1 - Fraction(7 - needed, 6))


def test_who_is_slain_outright_by_a_six_or_a_force_weapon_rises_only_where_nothing_forbids_it() -> None:
    stout = Fighter(w=2, several=True, sv=None)
    necron, cyborg = bearer("well-be-back", stout), bearer("bionics", stout)
    sniper = having(MARINE, Modifier("six-slays", 0, "it"))
    assert roll_attack(shot(sniper, necron), (6,), (6,)).dead
    assert not roll_attack(shot(sniper, cyborg), (6,), (6,), (6,)).dead
    force = blow(MARINE, cyborg, held="force-weapon").attack
    up = roll_attack(force, (6,), (6,), (2, 3), (6,))
    assert (up.dead, up.risen, up.lost) == (False, True, 1)
    assert agrees(force) == agrees(structs.replace(force, rises=None)) * Fraction(5, 6)


def test_the_orb_lifts_the_exceptions() -> None:
    necron = bearer("well-be-back", Fighter(sv=3))
    orb = having(necron, *trait_modifiers([library().traits["resurrection-orb"]]))
    assert shot(MARINE, orb, "lascannon").rises is not None


def test_who_has_risen_strikes_no_more_this_round() -> None:
    necron = bearer("well-be-back", Fighter(i=2, sv=None))
    first = blow(MARINE, necron).between("m", "n")
    late = blow(necron, MARINE).between("n", "m")
    odds = melee_odds(initiative_steps([first, late]), {"m": FighterState(1), "n": FighterState(1)})
    quiet = Fraction(1) - Fraction(1, 2) * Fraction(1, 2)  # neither dead nor risen
    assert odds.dies["n"] == Fraction(1, 8)
    assert odds.dies["m"] == quiet * agrees(late.attack)


def test_grotesques_feel_no_shot_below_s6() -> None:
    grotesque = bearer("ignores-weak-shots", Fighter(t=3, w=2, several=True))
    assert attack_odds(shot(MARINE, grotesque)).wounds.at_least(1) == 0
    assert shot(MARINE, grotesque, "plasma-gun").slays
    assert blow(MARINE, grotesque).attack.wound.needed == 3


def test_swarms_lose_two_wounds_under_a_template() -> None:
    swarm = bearer("vulnerable-to-blasts", Fighter(t=3, w=3, several=True))
    flame = shot(MARINE, swarm, "flamer")
    assert roll_attack(flame, (6,)).lost == 2
    assert roll_attack(shot(MARINE, swarm), (6,), (6,)).lost == 1
    assert roll_attack(hit_plan(4, swarm, "BARREL-2", ordnance=True, scope="shooting"), (6,)).lost == 2


def test_an_implant_attack_costs_two_wounds_of_which_each_was_saved_once() -> None:
    lord = Fighter(w=3, several=True, sv=3)
    attack = blow(bearer("implant-attack"), lord).attack
    assert roll_attack(attack, (6,), (6,), (1,)).lost == 2
    lost = attack_odds(attack).lost
    assert lost.at_least(2) == lost.at_least(1)


def test_the_first_hit_counts_for_nothing() -> None:
    lucky = bearer("ignores-first-hit", Fighter(sv=None))
    attack = blow(replace(MARINE, a=2), lucky).attack
    assert roll_attack(attack, (6, 1)).wounds == 0
    assert asked_needs(attack, (6, 6))[-1] == ("wound", 4, 1)
    assert agrees(attack) == Fraction(1, 4) * Fraction(1, 2)


def test_cover_of_ones_own_is_cover_and_real_cover_is_better() -> None:
    biker = bearer("hard-to-hit", Fighter(sv=4))
    shadow = bearer("shadow-dweller", Fighter(sv=5))
    ruins = Modifier("cover", 4, "ruins", "shooting")
    pierced = shot(MARINE, biker, "lascannon")
    assert [save.test.needed for save in pierced.saves.options] == [5]
    assert not shot(MARINE, biker, "flamer").saves.options[1:]
    assert shot(MARINE, shadow, "lascannon").saves.options[0].test.needed == 5
    assert shot(MARINE, having(shadow, ruins), "lascannon").saves.options[0].test.needed == 2
    ranger = bearer("cameleoline", GUARD)
    assert shot(MARINE, ranger, "lascannon").saves.options[0].test.needed == 6
    assert shot(MARINE, having(ranger, ruins), "lascannon").saves.options[0].test.needed == 3


def test_a_spy_mask_spoils_cover() -> None:
    vindicare = bearer("spy-mask")
    hedge, ruins = (Modifier("cover", save, "x", "shooting") for save in (6, 4))
    assert not shot(vindicare, having(GUARD, hedge), "lascannon").saves.options
    assert shot(vindicare, having(GUARD, ruins), "lascannon").saves.options[0].test.needed == 5


def test_a_collar_makes_a_force_weapon_a_power_weapon() -> None:
    champion = Fighter(w=3, several=True)
    assert blow(MARINE, champion, held="force-weapon").attack.trials
    held = blow(MARINE, bearer("collar-of-khorne", champion), held="force-weapon").attack
    assert held.trials == ()


def test_a_skyboard_saves_from_shots_of_who_has_moved() -> None:
    hellion = [library().traits["skyboard-jink"]]
    still, moving = (having(GUARD, *trait_modifiers(hellion, moved=number)) for number in (False, True))
    assert not shot(MARINE, still, "lascannon").saves.options
    assert shot(MARINE, moving, "lascannon").saves.options[0].test.needed == 5


# ---- blows


def test_furious_charge_worked_out() -> None:
    furious, foe = bearer("furious-charge"), replace(MARINE)
    charging = blow(furious, foe, CHARGE)
    assert (charging.initiative, charging.attack.strength) == (5, 5)
    assert charging.attack.wound.needed == 3
    still = blow(furious, foe)
    assert (still.initiative, still.attack.strength) == (4, 4)
    assert attack_odds(charging.attack).unsaved.mean == Fraction(2, 9)


@pytest.mark.parametrize(("trait", "sides"), [("charge-d3-attacks", 3), ("charge-d6-attacks", 6)])
def test_a_die_of_attacks_in_the_place_of_one(trait: str, sides: int) -> None:
    count = blow(bearer(trait), MARINE, CHARGE).attack.count
    assert (count.fixed, count.dice) == (1, (sides,))
    assert blow(bearer(trait), MARINE).attack.count.dice == ()
    hits = attack_odds(blow(bearer(trait), MARINE, CHARGE).attack).hits.mean
    assert hits == Fraction(1, 2) * (1 + Fraction(1 + sides, 2))


def test_banshees_strike_first_in_the_round_of_a_charge() -> None:
    banshee = bearer("always-strikes-first", replace(GUARD, i=2))
    swift = replace(MARINE, i=9)
    for now in (CHARGE, Round(charged=True)):
        assert blow(banshee, swift, now).order > blow(swift, banshee).order
    assert blow(banshee, swift).order == 2
    both = blow(banshee, bearer("always-strikes-first"), CHARGE).order
    assert both == blow(bearer("always-strikes-first"), banshee, Round(charged=True)).order
    into = blow(banshee, swift, Round(charging=True, into_cover=True))
    assert into.order == blow(swift, banshee).order
    fist = blow(banshee, swift, CHARGE, "power-fist")
    assert fist.order == 1


def test_a_warp_scream_slows_and_wych_weapons_bind() -> None:
    noise = bearer("warp-scream")
    assert blow(MARINE, noise).initiative == 3
    assert blow(replace(MARINE, i=1), noise).initiative == 1
    wych = bearer("wych-weapons", replace(GUARD, ws=4))
    armed = [weapon("close-combat-weapon"), weapon("bolt-pistol")]
    bound = melee_plan(MARINE, armed[0], wych, carried=armed).blows[0].attack
    assert (bound.count.of(), bound.hit.needed) == (1, 4)
    free = melee_plan(MARINE, armed[0], MARINE, carried=armed).blows[0].attack
    assert free.count.of() == 2
    strong = blow(replace(MARINE, s=6, ws=5), wych).attack
    assert strong.hit.needed == 3
    assert blow(replace(MARINE, ws=9), wych).attack.hit.needed == 3
    assert blow(replace(MARINE, ws=3), wych).attack.hit.needed == 4
    assert blow(replace(MARINE, ws=2), bearer("holo-suit", GUARD)).attack.hit.needed == 5


def test_true_grit_gives_a_second_weapon_and_takes_the_charge() -> None:
    grit = bearer("true-grit")
    for now in (Round(), CHARGE):
        assert blow(grit, MARINE, now).attack.count.of() == 2


def test_a_bionik_arm_hits_by_itself_before_others() -> None:
    _main, arm = melee_plan(bearer("bionik-arm"), None, GUARD).blows
    assert (arm.initiative, arm.attack.count.of(), arm.main) == (6, 1, False)
    assert agrees(arm.attack) == Fraction(2, 3) * Fraction(2, 3)
    eye = melee_plan(bearer("bale-eye", replace(MARINE, i=3)), None, GUARD).blows[1]
    assert (eye.initiative, eye.attack.strength) == (3, 4)


def test_pride_counts_the_others_skill() -> None:
    proud = bearer("martial-pride", replace(MARINE, a=3))
    numbers = [blow(proud, replace(MARINE, ws=ws)).attack.count.of() for ws in (2, 4, 5)]
    assert numbers == [2, 3, 5]


def test_slow_and_purposeful() -> None:
    slow = bearer("slow-and-purposeful")
    strikes = blow(slow, MARINE, CHARGE)
    assert (strikes.order, strikes.attack.count.of()) == (1, 1)
    fired = shooting_plan(slow, weapon("lascannon"), MARINE, Aim(moved=True))
    assert (fired.findings, fired.may_charge) == ((), True)


# ---- shots


def test_kustom_jobs() -> None:
    ork = Fighter(bs=2, s=3, t=4)
    dakka = shooting_plan(bearer("more-dakka", ork), weapon("shoota"), GUARD, Aim(moved=True))
    assert (dakka.attack.count.of(), dakka.may_charge) == (2, True)
    assert shot(bearer("shootier", ork), GUARD, "slugga").strength == 5
    blasta = bearer("blasta", ork)
    aps = [shot(blasta, GUARD, "shoota", distance_in=far).ap for far in (6, 12, 13)]
    assert aps == [2, 3, weapon("shoota").ap]
    assert shot(blasta, GUARD, "shoota").hot is not None


def test_crack_shot() -> None:
    exarch = bearer("crack-shot")
    attack = shot(exarch, having(GUARD, Modifier("cover", 4, "x")), "lascannon")
    assert attack.saves.options == ()
    assert attack.wound.reroll == "failures"


def test_rapid_fire_as_if_it_stood() -> None:
    ranger = bearer("rapid-fire-stationary")
    plan = shooting_plan(ranger, weapon("boltgun"), GUARD, Aim(distance_in=10, moved=True))
    assert plan.attack.count.of() == 2
    assert shooting_plan(ranger, weapon("lascannon"), GUARD, Aim(moved=True)).findings


# ---- moves


def test_how_far_by_trait() -> None:
    traits = library().traits
    beast, quick, rough = ((traits[word],) for word in ("charge-12", "fast-9", "move-through-cover"))
    assert [int(charge_in("infantry", traits)) for traits in (beast, quick, ())] == [12, 9, 6]
    assert difficult_dice(traits=rough) == 3
    assert difficult_in((2, 4), "infantry", quick) == Inches(5)
    assert difficult_in((2, 4), "infantry", beast, charging=True) == Inches(8)
    assert not needs_difficult_test((traits["ignores-terrain"],), difficult=True)
    assert needs_difficult_test((traits["mega-armour"],), difficult=False)


# ---- the packs


def test_gear_that_is_a_trait_is_counted_once() -> None:
    nob = structs.replace(library().champions["ork-nob"], weapons=("shoota", "more-dakka"))
    traits = library().traits_of(nob)
    assert "more-dakka" in gear_covered(traits)
    fired = shooting_plan(Fighter.of(nob, traits=traits), weapon("shoota"), GUARD).attack
    assert fired.count.of() == 2
    older = shooting_plan(Fighter.of(nob), weapon("shoota"), GUARD, Aim(moved=True)).attack
    assert older.count.of() == 2  # a match begun before keeps what gear did then


def used() -> list[tuple[str, TraitEffect]]:
    return [(trait.id, effect) for trait in library().traits.values() for effect in every(trait)]


def every(trait: Trait) -> tuple[TraitEffect, ...]:
    """The effects of a trait, and of all that may be chosen of it."""
    chosen = trait.use.choices if trait.use is not None else ()
    return (*trait.effects, *(effect for choice in chosen for effect in choice.effects))


FOES = (
    having(replace(MARINE, sv=4, w=3, several=True, inv=5), Modifier("cover", 3, "x")),
    Fighter(ws=5, s=3, t=3, i=6, sv=3, w=2, several=True),
    Hull(11, structure=3),
)
ARMS = ("boltgun", "bolt-pistol", "lascannon", "flamer", "force-weapon", "power-fist")


def fingerprint(figure: Fighter) -> tuple[object, ...]:
    """Every plan a figure has a part in, as attacker and as target."""
    results: list[object] = []
    for held in ARMS:
        arm = weapon(held)
        pair = [arm, weapon("close-combat-weapon")]
        for now in (Round(), CHARGE, Round(charging=True, into_cover=True), Round(charged=True)):
            for foe in FOES:
                results.append(melee_plan(figure, pair[1], foe, now, carried=pair))
                results.append(melee_plan(figure, None, foe, now))
            results.append(melee_plan(MARINE, pair[1], figure, now, carried=pair))
            results.append(melee_plan(MARINE, arm if arm.type == "melee" else None, figure, now))
        for aim in (Aim(distance_in=5), Aim(distance_in=10, moved=True)):
            results += [shooting_plan(figure, arm, foe, aim) for foe in FOES]
            results.append(shooting_plan(MARINE, arm, figure, aim))
    return tuple(results)


MOVES = set(MoveEffect.__args__)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("trait", "effect"), used(), ids=str)
def test_every_effect_of_every_trait_changes_a_plan_or_a_move(trait: str, effect: TraitEffect) -> None:
    if effect.effect in MOVES:
        return  # proved where it moves: tests/games/quake/rules/test_traits.py
    others = [structs.replace(e, when=None) for e in library().traits[trait].effects if e != effect]
    shipped = library().traits[trait]
    plain = replace(MARINE, w=3, several=True, sv=4)
    needs = {"rises-always": Modifier("rises", 4, "x"), "cover-better": Modifier("cover", 4, "ruins", "shooting")}
    needed = (needs[effect.effect],) if effect.effect in needs else ()
    without, whole = (
        having(plain, *needed, *trait_modifiers([structs.replace(shipped, effects=tuple(effects))]))
        for effects in (others, (*others, structs.replace(effect, when=None)))
    )
    assert fingerprint(without) != fingerprint(whole)


def test_a_champion_has_what_names_it_what_it_names_and_what_its_gear_brings() -> None:
    own = Trait(id="own", name=library().traits["dodge"].name, effects=(TraitEffect("ws", 1),))
    traits = {**library().traits, "own": own}
    champion = structs.replace(library().champions["de-sybarite"], traits=("own",), weapons=("combat-drugs",))
    ids = [trait.id for trait in traits_of(champion, traits)]
    assert ids == ["fleet-of-foot", "combat-drugs-dark-eldar", "own"]
    assert all(trait.champions == {} for trait in traits_of(champion, traits))


def test_every_trait_has_its_source_and_its_certainty_and_names_who_there_is() -> None:
    effects = {*AttackEffect.__args__, *DefenceEffect.__args__}  # type: ignore[attr-defined]
    assert not effects & MOVES
    everyone = library().champions
    for trait in library().traits.values():
        assert trait.source
        assert trait.certainty
        assert set(trait.champions) <= set(everyone), trait.id
    assert len(library().traits) >= 177
    acting = [trait for trait in library().traits.values() if trait.acts]
    assert len(acting) >= 129
    assert sum(trait.none is not None for trait in library().traits.values()) >= 40


def test_what_is_left_to_the_table_says_why_in_both_languages_and_in_the_list_of_rulings() -> None:
    rulings = (Path(__file__).resolve().parents[3] / "docs/rules.md").read_text(encoding="utf-8")
    traits = [trait for trait in library().traits.values() if trait.by_hand is not None]
    assert traits
    for trait in traits:
        assert trait.because is not None, trait.id
        assert trait.because.en != trait.because.fr
        assert f"| `{trait.id}` |" in rulings, trait.id
    assert rulings.count("| `") >= len(traits)
    others = [trait for trait in library().traits.values() if trait.by_hand is None]
    assert not [trait.id for trait in others if trait.because is not None]
    assert not [trait.id for trait in others if f"| `{trait.id}` |" in rulings]
