"""Every weapon, tag and gear that a champion of the codexes may carry is understood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import structs
from msgspec.structs import replace

from q40k.games.quake.packs.models import Champion, Weapon
from q40k.games.w40k3e import gear
from q40k.games.w40k3e.figures import BREAKING, TRUE_TOUGHNESS, Fighter, Hull
from q40k.games.w40k3e.gear import weapon_lines
from q40k.games.w40k3e.melee import Round, fights, grenade_plan, melee_plan
from q40k.games.w40k3e.modifiers import Modifier
from q40k.games.w40k3e.odds import attack_odds
from q40k.games.w40k3e.shooting import Aim, shooting_plan
from tests.games.w40k3e.codes import CODES
from tests.games.w40k3e.fighting import MARINE, having, library

STRUCTURAL = frozenset(
    {
        "auto-hit",
        "blast",
        "built-in-shuriken-catapult",
        "built-in-splinter-rifle",
        "fired-on-charge-before-blows",
        "fires-as-flamer",
        "force-weapon-for-brother-captain-and-above",
        "initiative-plus-2",
        "large-blast",
        "no-bonus",
        "not-both-same-turn",
        "one-attack-hits-on-4plus",
        "one-extra-attack-at-double-initiative-hits-on-4plus",
        "one-extra-attack",
        "one-extra-attack-end-of-phase",
        "one-extra-attack-hits-on-4plus",
        "one-use",
        "plus-1-attack-included",
        "power-weapon-for-justicar-and-terminator",
        "psychic",
        "two-handed",
        "two-handed-mode-acts-as-power-fist",
    }
)
"""Tags that change the shape of a plan: what is rolled, by whom, when."""

TAGS_WITHOUT_EFFECT: dict[str, str] = {
    "armour-save-allowed": "says what holds for every weapon that does not ignore armour",
    "barrage": "aimed without sight: a matter of the target, not of the dice",
    "fire-both-seraphim": "two weapons in one phase: two shooting plans",
    "guess": "a guess of the range by its owner",
    "max-s10": "says what holds for every strength",
    "no-line-of-sight-needed": "a matter of sight, not of the dice",
    "pinning": "everyone is fearless",
    "plain-ccw-for-knight": "says what holds for every weapon without an effect",
    "plain-ccw-in-3e": "says what holds for every weapon without an effect",
    "plus-1-shot-per-psyker-12in": "no profile says who is a psyker",
    "reach-2in": "everyone in a melee may be struck, in contact or not",
    "second-one-gives-plus-1-attack": "says what holds for every one-handed weapon",
    "special-rounds-once-each": "no source at hand says what the rounds do in numbers",
    "target-explodes-blast": "a second attack, of the victim's strength: played by hand",
    "template": "says what the weapon's range says already",
    "vehicle-crew-shaken": "the hulls of this game have no crew",
}
"""Tags that change no number between two figures, and why."""

GEAR_WITHOUT_EFFECT: dict[str, str] = {
    "markerlight": "helps the shots of others",
    "multi-tracker": "two weapons in one phase: two shooting plans",
    "target-lock": "lets squad members shoot at different targets",
    "infiltrate": "a deployment",
    "deep-strike": "a deployment",
    "stealth": "a deployment and spotting",
    "embolden": "Leadership, and everyone is fearless",
    "trophy-rack": "Leadership, and everyone is fearless",
    "daemonic-visage": "Leadership, and everyone is fearless",
    "synapse": "Leadership, and everyone is fearless",
    "terrorfex": "pinning, and everyone is fearless",
    "acrobatic": "a charge move",
    "psyk-out-grenades": "only against psykers, which no profile names",
}
"""Gear that changes no number between two figures, and why."""

BY_HAND: dict[str, str] = {"cyclone-missile-launcher": "no source at hand says what it does in numbers"}
"""Gear that the table plays by hand, and why. Gear whose trait is played by hand is listed there.
"""

CHAMPIONS = sorted(library().champions)
FOES = (
    having(replace(MARINE, sv=4, w=2, several=True, inv=4), Modifier("cover", 3, "x")),
    replace(MARINE, t=10, a=3),
    Hull(10, structure=3),
    Hull(14),
)
ROUNDS = (Round(), Round(charging=True), Round(mode="two-handed"), Round(fired=True))
AIMS = (Aim(distance_in=3), Aim(distance_in=12, moved=True))


def carried_items(champion: Champion) -> tuple[str, ...]:
    return (*champion.weapons, *champion.options)


def used() -> list[tuple[str, str]]:
    lines = {
        line.id: line
        for champion in library().champions.values()
        for line in weapon_lines(carried_items(champion), library().weapons, library().gear)
    }
    return sorted((line.id, tag) for line in lines.values() for tag in line.tags)


def fingerprint(weapon: Weapon) -> tuple[object, ...]:
    """Every plan the weapon has a part in, without the words of its reasons."""
    plans: list[object] = [weapon_lines((weapon.id,), {**library().weapons, weapon.id: weapon}, {})[1:]]
    for role in ("rank-and-file", "special"):
        bearer = replace(MARINE, role=role, a=2)
        for foe in FOES:
            for aim in AIMS:
                plan = shooting_plan(bearer, weapon, foe, aim)
                plans.append((plan.attack, plan.shape, len(plan.findings), plan.may_charge))
            for now in ROUNDS:
                plans.append(melee_plan(bearer, weapon, foe, now, carried=other(weapon)))
                plans.append(melee_plan(bearer, None, foe, now, carried=[weapon]))
                met = replace(now, enemy_kit=(weapon,))
                plans.append(melee_plan(bearer, None, foe, met))
    return tuple(plans)


def other(weapon: Weapon) -> list[Weapon]:
    return [weapon, library().weapons["bolt-pistol"]]


@pytest.mark.parametrize("tag", sorted({tag for _weapon, tag in used()}))
def test_every_tag_of_a_weapon_changes_a_plan_or_is_said_to_change_nothing(tag: str) -> None:
    assert (tag in gear.TAG_MODIFIERS) + (tag in STRUCTURAL) + (tag in TAGS_WITHOUT_EFFECT) == 1
    weapons = [library().weapons[id] for id, other in used() if other == tag]
    if tag == "ignores-cover":  # every template does: the tag is for other weapons
        weapons = [structs.replace(weapon, range_in=8) for weapon in weapons]
    for weapon in weapons:
        without = structs.replace(weapon, tags=tuple(t for t in weapon.tags if t != tag))
        changes = fingerprint(without) != fingerprint(weapon)
        assert changes == (tag not in TAGS_WITHOUT_EFFECT), weapon.id


def test_every_tag_of_every_weapon_is_known() -> None:
    listed = {*gear.TAG_MODIFIERS, *STRUCTURAL, *TAGS_WITHOUT_EFFECT}
    assert {tag for weapon in library().weapons.values() for tag in weapon.tags} <= listed


def test_every_gear_is_in_the_profile_among_the_weapons_or_explained() -> None:
    explained = {*gear.GEAR_MODIFIERS, *gear.GRENADES, *GEAR_WITHOUT_EFFECT, *BY_HAND}
    explained |= {item for trait in library().traits.values() for item in trait.gear}
    for item in library().gear.values():
        worn = item.sv or item.inv or item.unit_type
        assert worn or item.lines or item.id in explained, item.id
    assert not set(GEAR_WITHOUT_EFFECT) & set(BY_HAND)
    assert explained <= set(library().gear)


def plans(champion: Champion) -> Iterator[object]:
    """Every shot, every blow and every grenade of a champion with all it may carry."""
    fighter = replace(Fighter.of(champion), kit=carried_items(champion))
    lines = weapon_lines(fighter.kit, library().weapons, library().gear)
    for line in lines:
        if line.range_in != "melee":
            for foe in (MARINE, Hull(10, structure=10)):
                yield shooting_plan(fighter, line, foe, Aim(distance_in=6)).attack
        if fights(line):
            for foe in (MARINE, Hull(10, structure=10)):
                plan = melee_plan(fighter, line, foe, Round(charging=True), carried=lines)
                assert plan.allowed
                yield from (blows.attack for blows in plan.blows)
    yield from (blows.attack for blows in melee_plan(fighter, None, MARINE).blows)
    for item in fighter.kit:
        if item in gear.GRENADES:
            yield grenade_plan(fighter, item, Hull(10))


def test_every_champion_can_use_all_that_it_may_carry() -> None:
    for name, champion in library().champions.items():
        missing = [
            item for item in carried_items(champion) if item not in library().weapons and item not in library().gear
        ]
        assert missing == [], name
        for attack in plans(champion):
            assert attack.strength <= 10, name  # type: ignore[attr-defined]
            for reason in attack.wound.reasons:  # type: ignore[attr-defined]
                assert reason.code in CODES, name


@pytest.mark.parametrize("champion_id", CHAMPIONS[::12])
def test_a_champions_odds_are_chances(champion_id: str) -> None:
    for attack in plans(library().champions[champion_id]):
        odds = attack_odds(attack)  # type: ignore[arg-type]
        for law in (odds.hits, odds.lost, odds.burns, odds.penetrating):
            assert sum(chance for _, chance in law) == 1
        assert 0 <= odds.dies <= 1


def test_what_is_said_of_champions_by_name_is_said_of_champions_there_are() -> None:
    assert set(TRUE_TOUGHNESS) | BREAKING <= set(CHAMPIONS)


def test_mounts_and_marks_do_not_help_against_death_outright() -> None:
    champions = library().champions
    toughness = {
        name: Fighter.of(champions[name]).toughness_for_death
        for name in ("sm-biker", "csm-plague-marine", "eldar-shining-spear", "nec-wraith")
    }
    assert toughness == {"sm-biker": 4, "csm-plague-marine": 4, "eldar-shining-spear": 3, "nec-wraith": 4}


def test_gear_comes_with_its_bearer() -> None:
    lelith = Fighter.of(library().champions["de-lelith"])
    save = shooting_plan(MARINE, library().weapons["lascannon"], lelith).attack.saves.preferred
    assert save is not None
    assert (save.test.needed, save.breaks) == (2, True)
    sergeant = library().champions["sm-veteran-sergeant"]
    armed = structs.replace(sergeant, weapons=("power-weapon", "storm-shield"))
    shielded = Fighter.of(armed, wounds=1)
    blow = melee_plan(MARINE, library().weapons["power-fist"], shielded).blows[0].attack
    assert [save.test.needed for save in blow.saves.options] == [4]
    assert not shooting_plan(MARINE, library().weapons["lascannon"], shielded).attack.saves.options


def test_a_missile_launcher_is_two_weapons_and_some_blades_hold_a_gun() -> None:
    match_library, chest = library().weapons, library().gear
    kit = ("missile-launcher", "ardent-blade", "scorpions-claw", "nobody-knows-this")
    assert [line.id for line in weapon_lines(kit, match_library, chest)] == [
        "missile-launcher-frag",
        "missile-launcher-krak",
        "ardent-blade",
        "flamer",
        "scorpions-claw",
        "shuriken-catapult",
    ]
