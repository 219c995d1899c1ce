"""May it be fired, how often, how well does it hit and wound, and what saves."""

from __future__ import annotations

import pytest
from msgspec import structs
from msgspec.structs import replace

from q40k.games.w40k3e.figures import Fighter, Hull
from q40k.games.w40k3e.modifiers import Effect, Modifier
from q40k.games.w40k3e.plans import Count
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from tests.games.w40k3e.codes import CODES, FINDINGS
from tests.games.w40k3e.fighting import MARINE, codes, having, weapon


def shots(name: str, shooter: Fighter = MARINE, **aim: object) -> tuple[int, tuple[str, ...], bool]:
    plan = shooting_plan(shooter, weapon(name), MARINE, Aim(**aim))  # type: ignore[arg-type]
    return plan.attack.count.of(), tuple(codes(plan.findings)), plan.may_charge


@pytest.mark.parametrize(
    ("name", "distance", "moved", "number", "refused", "charge"),
    [
        ("boltgun", 12, False, 2, (), False),
        ("boltgun", 12.5, False, 1, (), False),
        ("boltgun", 24, False, 1, (), False),
        ("boltgun", 24.5, False, 1, ("out-of-range",), False),
        ("boltgun", 12, True, 1, (), False),
        ("boltgun", 12.5, True, 1, ("out-of-range",), False),
        ("bolt-pistol", 12, False, 2, (), False),
        ("bolt-pistol", 12, True, 1, (), True),
        ("bolt-pistol", 13, True, 1, ("out-of-range",), True),
        ("storm-bolter", 24, True, 2, (), True),
        ("heavy-bolter", 36, False, 3, (), False),
        ("heavy-bolter", 36, True, 3, ("heavy-moved",), False),
        ("flamer", 8, True, 1, (), True),
        ("flamer", 8.5, True, 1, ("out-of-range",), True),
        ("power-weapon", 1, False, 1, ("melee-only",), True),
    ],
)
def test_weapon_types_standing_and_moving(
    name: str, distance: float, moved: bool, number: int, refused: tuple[str, ...], charge: bool
) -> None:
    assert shots(name, distance_in=distance, moved=moved) == (number, refused, charge)


def test_ordnance_is_not_fired_on_the_move() -> None:
    cannon = structs.replace(weapon("lascannon"), type="ordnance")
    plan = shooting_plan(MARINE, cannon, MARINE, Aim(moved=True))
    assert codes(plan.findings) == ["ordnance-moved"]
    assert plan.shape == "ordnance"
    assert plan.attack.hit.needed == 1  # the marker scatters, nobody rolls to hit


def test_a_standing_pistol_fires_once_when_its_bearer_means_to_charge() -> None:
    assert shots("bolt-pistol", charging=True) == (1, (), True)


def test_a_pistol_that_can_fire_but_once_leaves_its_bearer_free_to_charge() -> None:
    jammed = having(MARINE, Modifier("shots-most", 1, "weapon-13", "shooting"))
    assert shots("bolt-pistol", jammed) == (1, (), True)


def test_without_a_distance_nothing_is_out_of_range_and_close_is_the_tables_word() -> None:
    assert shots("boltgun") == (1, (), False)
    assert shots("boltgun", close=True) == (2, (), False)


@pytest.mark.parametrize("unit_type", ["bike", "jetbike", "monstrous_creature", "terminator"])
def test_some_move_and_fire_heavy_weapons(unit_type: str) -> None:
    rider = replace(MARINE, unit_type=unit_type)
    assert shots("heavy-bolter", rider, moved=True)[1] == ()
    assert shots("boltgun", rider, distance_in=20, moved=True)[1] == ("out-of-range",)


def test_a_compensator_fires_as_if_it_had_not_moved_but_terminators_only_heavy_weapons() -> None:
    steady = having(MARINE, Modifier("steady", source="weapon-22"))
    assert shots("boltgun", steady, distance_in=10, moved=True)[0] == 2
    assert shots("heavy-bolter", steady, moved=True)[1] == ()
    heavy = having(MARINE, Modifier("steady-heavy", source="equipment-34"))
    assert shots("boltgun", heavy, distance_in=10, moved=True)[0] == 1
    assert shots("heavy-bolter", heavy, moved=True)[1] == ()


def test_shots_may_be_the_attacks_or_dice_or_left_open() -> None:
    assert shots("fleshborer", replace(MARINE, a=3))[0] == 3
    scatter = shooting_plan(MARINE, weapon("scatter-laser"), MARINE).attack.count
    assert scatter.dice == (6,)
    assert shots("venom-cannon", shots=4)[0] == 4
    two = structs.replace(weapon("scatter-laser"), shots="2D6")
    assert shooting_plan(MARINE, two, MARINE).attack.count.dice == (6, 6)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("boltgun", ""), ("plasma-cannon", "blast"), ("barbed-strangler", "large-blast"), ("heavy-flamer", "flame")],
)
def test_the_marker_to_lay(name: str, shape: str) -> None:
    assert shooting_plan(MARINE, weapon(name), MARINE).shape == shape


def test_a_flame_hits_without_a_roll_and_leaves_no_cover() -> None:
    covered = having(replace(MARINE, sv=5), Modifier("cover", 4, "SHOOT-4"))
    plan = shooting_plan(MARINE, weapon("flamer"), covered).attack
    assert plan.hit.needed == 1
    assert plan.saves.options == ()
    assert codes(plan.saves.denied) == ["ap", "ignores-cover"]


@pytest.mark.parametrize(
    ("name", "strength"), [("spinefists", 4), ("fleshborer", 5), ("devourer", 3), ("venom-cannon", 6)]
)
def test_some_guns_shoot_with_their_users_strength(name: str, strength: int) -> None:
    assert shooting_plan(MARINE, weapon(name), MARINE).attack.strength == strength


def test_a_sniper_hits_on_2_and_wounds_on_4_whatever_the_toughness() -> None:
    plan = shooting_plan(replace(MARINE, bs=2), weapon("sniper-rifle"), replace(MARINE, t=8)).attack
    assert (plan.hit.needed, plan.wound.needed, plan.slays) == (2, 4, False)


def test_gauss_wounds_on_a_6_what_it_could_not_hurt() -> None:
    giant = replace(MARINE, t=9)
    assert shooting_plan(MARINE, weapon("gauss-flayer"), giant).attack.wound.needed == 6
    plain = shooting_plan(MARINE, weapon("boltgun"), giant)
    assert plain.attack.wound.needed == 7
    assert (plain.allowed, codes(plain.attack.warnings)) == (True, ["hits-nothing"])


@pytest.mark.parametrize("effect", ["rending", "hit-slays", "gauss"])
def test_what_harms_without_a_roll_to_wound_is_not_harmless(effect: Effect) -> None:
    shooter = having(MARINE, Modifier(effect, 0, "it"))
    assert shooting_plan(shooter, weapon("boltgun"), replace(MARINE, t=9)).attack.warnings == ()


def test_a_barrel_need_only_be_hit_so_no_shot_at_it_is_harmless() -> None:
    assert shooting_plan(MARINE, weapon("boltgun"), replace(MARINE, t=9), Aim(only_hits=True)).attack.warnings == ()


def test_a_neural_shredder_strikes_the_mind() -> None:
    plan = shooting_plan(MARINE, weapon("neural-shredder"), replace(MARINE, ld=10, t=2)).attack
    assert (plan.wound.needed, plan.slays) == (6, False)


@pytest.mark.parametrize(
    ("name", "toughness", "true", "slays"),
    [
        ("missile-launcher-krak", 4, None, True),
        ("missile-launcher-krak", 5, 4, True),
        ("missile-launcher-krak", 5, None, False),
        ("boltgun", 4, None, False),
    ],
)
def test_twice_the_unmodified_toughness_kills_outright(
    name: str, toughness: int, true: int | None, slays: bool
) -> None:
    target = replace(MARINE, t=toughness, true_t=true, w=3, several=True)
    assert shooting_plan(MARINE, weapon(name), target).attack.slays == slays


# The AP chart: a row for each armour save, whether it stands against AP 1 to 6.
@pytest.mark.parametrize(
    ("save", "stands"), [(2, "--++++"), (3, "---+++"), (4, "----++"), (5, "-----+"), (6, "------")]
)
def test_an_ap_as_low_as_the_save_leaves_no_armour(save: int, stands: str) -> None:
    for ap, stand in enumerate(stands, 1):
        gun = structs.replace(weapon("boltgun"), ap=ap)
        plan = shooting_plan(MARINE, gun, replace(MARINE, sv=save)).attack
        assert bool(plan.saves.options) == (stand == "+")
    harmless = structs.replace(weapon("boltgun"), ap=None)
    assert shooting_plan(MARINE, harmless, replace(MARINE, sv=save)).attack.saves.options


@pytest.mark.parametrize(("ap", "kind", "needed"), [(5, "armour", 3), (3, "cover", 4)])
def test_the_best_of_armour_and_cover_is_taken(ap: int, kind: str, needed: int) -> None:
    gun = structs.replace(weapon("boltgun"), ap=ap)
    wood = having(MARINE, Modifier("cover", 4, "SHOOT-4"))
    save = shooting_plan(MARINE, gun, wood).attack.saves.preferred
    assert save is not None
    assert (save.kind, save.test.needed) == (kind, needed)


def test_the_owner_may_choose_another_save() -> None:
    wood = having(replace(MARINE, inv=5), Modifier("cover", 4, "SHOOT-4"))
    attack = shooting_plan(MARINE, weapon("boltgun"), wood).attack
    assert [save.kind for save in attack.saves.options] == ["armour", "cover", "invulnerable"]
    save = attack.prefer_save("invulnerable").saves.preferred
    assert save is not None
    assert save.test.needed == 5


# ---- each modifier alone --------------------------------------------------------------------


def _needs(shooter: Fighter, target: Fighter, name: str = "boltgun") -> dict[str, object]:
    plan = shooting_plan(shooter, weapon(name), target, Aim(distance_in=20))
    save = plan.attack.saves.preferred
    return {
        "hit": plan.attack.hit.needed,
        "again": plan.attack.hit.reroll,
        "wound": plan.attack.wound.needed,
        "wound-again": plan.attack.wound.reroll,
        "save": None if save is None else save.test.needed,
        "save-again": "none" if save is None else save.test.reroll,
        "shots": plan.attack.count.of(),
        "range": plan.range_in,
        "ap": plan.attack.ap,
        "shape": plan.shape,
        "ward": plan.attack.ward,
        "allowed": plan.allowed,
        "hit-slays": plan.attack.hit_slays,
        "pain": None if plan.attack.no_pain is None else plan.attack.no_pain.needed,
        "steady": shooting_plan(shooter, weapon("lascannon"), target, Aim(moved=True)).allowed,
    }


@pytest.mark.parametrize(
    ("effect", "value", "changed"),
    [
        ("bs", 1, {"hit": 2}),
        ("hits-on", 2, {"hit": 2}),
        ("reroll-hits", 0, {"again": "failures"}),
        ("reroll-one-hit", 0, {"again": "one"}),
        ("strength", 1, {"wound": 3}),
        ("wounds-on", 2, {"wound": 2}),
        ("reroll-wounds", 0, {"wound-again": "failures"}),
        ("shots", 1, {"shots": 2}),
        ("shots-most", 0, {"shots": 0}),
        ("range-double", 0, {"range": 48}),
        ("range-half", 0, {"range": 12, "allowed": False}),
        ("ap-better", 1, {"ap": 4}),
        ("ap-set", 3, {"ap": 3, "save": None}),
        ("ap-set", 6, {"ap": 6}),
        ("ignores-armour", 0, {"save": None}),
        ("ignores-saves", 0, {"save": None}),
        ("save-at-best", 4, {"save": 4}),
        ("blast", 0, {"shape": "blast"}),
        ("steady", 0, {"steady": True}),
        ("hit-slays", 0, {"hit-slays": True}),
        ("ws", 1, {}),
        ("attacks", 1, {}),
    ],
)
def test_each_modifier_of_the_shooter_alone(effect: Effect, value: int, changed: dict[str, object]) -> None:
    plain = _needs(MARINE, MARINE)
    assert _needs(having(MARINE, Modifier(effect, value, "x")), MARINE) == {**plain, **changed}


@pytest.mark.parametrize(
    ("effect", "value", "changed"),
    [
        ("hit-only-on", 5, {"hit": 5}),
        ("hit-only-on", 2, {}),
        ("wounded-only-on", 6, {"wound": 6}),
        ("toughness", 1, {"wound": 5}),
        ("invulnerable", 2, {"save": 2}),
        ("invulnerable", 4, {}),
        ("cover", 2, {"save": 2}),
        ("save-set", 2, {"save": 2}),
        ("save-set", 4, {}),
        ("save-better", 1, {"save": 2}),
        ("save-better", 3, {"save": 2}),
        ("reroll-saves", 0, {"save-again": "failures"}),
        ("ward", 1, {"ward": 1}),
        ("no-pain", 4, {"pain": 4}),
    ],
)
def test_each_modifier_of_the_target_alone(effect: Effect, value: int, changed: dict[str, object]) -> None:
    plain = _needs(MARINE, MARINE)
    assert _needs(MARINE, having(MARINE, Modifier(effect, value, "x"))) == {**plain, **changed}


def test_a_modifier_for_close_combat_changes_no_shot() -> None:
    shield = having(MARINE, Modifier("invulnerable", 2, "storm-shield", "melee"))
    assert _needs(MARINE, shield) == _needs(MARINE, MARINE)


def test_a_jammed_weapon_fires_once_however_many_shots_it_rolls() -> None:
    jammed = having(MARINE, Modifier("shots-most", 1, "weapon-13"))
    assert shooting_plan(jammed, weapon("scatter-laser"), MARINE).attack.count.of(5) == 1
    assert Count(3, most=1).of() == 1


def test_no_pain_helps_neither_against_death_outright() -> None:
    plague = having(replace(MARINE, w=2), Modifier("no-pain", 4, "nurgle"))
    assert shooting_plan(MARINE, weapon("lascannon"), plague).attack.no_pain is None
    immune = having(plague, Modifier("no-instant-death", 0, "x"))
    assert shooting_plan(MARINE, weapon("lascannon"), immune).attack.no_pain is not None


def test_every_reason_says_its_facts_by_the_names_of_its_code() -> None:
    target = having(MARINE, Modifier("cover", 5, "x"), Modifier("hit-only-on", 4, "y"))
    for name in ("boltgun", "plasma-gun", "meltagun", "warp-blast", "sniper-rifle", "flamer"):
        plan = shooting_plan(MARINE, weapon(name), target, Aim(distance_in=99, moved=True))
        attack = plan.attack
        reasons = [*plan.findings, *plan.reasons, *attack.reasons, *attack.hit.reasons]
        reasons += [*attack.wound.reasons, *attack.count.reasons, *attack.saves.denied]
        reasons += [why for save in attack.saves.options for why in save.test.reasons]
        assert all(tuple(n for n, _ in reason.facts) == CODES[reason.code] for reason in reasons)
        assert all(finding.code in FINDINGS for finding in plan.findings)
        assert all(reason.source for reason in reasons)


def test_a_changed_ap_says_where_it_comes_from() -> None:
    mega = having(MARINE, Modifier("ap-set", 4, "weapon-32"), Modifier("ap-better", 1, "weapon-14"))
    attack = shooting_plan(mega, weapon("boltgun"), MARINE).attack
    assert attack.ap == 3
    assert [(reason.code, reason.source, reason.fact("ap")) for reason in attack.reasons] == [
        ("ap-set", "weapon-32", 4),
        ("ap-better", "weapon-14", 3),
    ]


def test_poison_does_nothing_to_armour_and_may_be_fired_at_it() -> None:
    plan = shooting_plan(MARINE, weapon("needle-pistol"), Hull(10))
    assert (plan.allowed, codes(plan.attack.warnings)) == (True, ["no-effect-on-vehicles"])
    assert shooting_plan(MARINE, weapon("sniper-rifle"), Hull(10)).attack.warnings == ()
