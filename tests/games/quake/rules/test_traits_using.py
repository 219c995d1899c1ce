"""Traits that are used by the table's word: drugs, powers, rushes, rots and shouts."""

from __future__ import annotations

from typing import Any

import pytest

from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.damage import AccidentSuffered, Killed, Wounded
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.traits import Beset, TraitUsed
from q40k.games.w40k3e.ground import charge_in
from q40k.games.w40k3e.melee import Round, melee_plan
from q40k.geometry.space import Inches
from tests.games.quake.rules.in_teams import to_phase
from tests.games.quake.rules.playing import Table, champion, chiefs, of_type
from tests.games.w40k3e.fighting import library, named_traits, weapon

pytestmark = pytest.mark.rule("TRAIT-1")


def using(traits: str, phase: str, *, table: Table | None = None, bob: str = "", **profile: Any) -> Table:
    """Ann, who has these traits, Bob (`bob`: his) and Cid, in a phase of the first turn."""
    table = table or Table()
    for place, (name, can) in enumerate((("Ann", traits), ("Bob", bob), ("Cid", ""))):
        figure = champion(**{"i": 9 - place, **(profile if name == "Ann" else {})})
        arms = (weapon("boltgun"), weapon("close-combat-weapon"))
        table.do("join", player=name, champion="x", profile=figure, arms=arms, traits=named_traits(can))
    table.do("start", 1, 1, 1)
    for name in ("Cid", "Bob", "Ann"):
        table.do("deploy", player=name)
    to_phase(table, phase)
    return table


def test_drugs_hold_for_the_turn_and_are_in_plans_and_moves() -> None:
    table = using("combat-drugs-dark-eldar", "assault")
    arguments = {"player": "Ann", "trait": "combat-drugs-dark-eldar"}
    (used,) = of_type(table.do("use", 1, 2, 3, **arguments, choices=["charge", "ws", "attacks"]), TraitUsed)
    assert used.dice == (1, 2, 3)
    ann = table["Ann"]
    assert charge_in("infantry", ann.abilities) == Inches(12)
    blows = melee_plan(fighter(table.state, ann), None, fighter(table.state, table["Bob"])).blows[0]
    assert blows.attack.count.of() == ann.champion.a + 1
    assert table.refused("use", **arguments, choices=["ws"]).code == "trait-used-up"
    table.do("charge", player="Ann", target="Bob", distance=11)
    to_phase(table, "melee")
    table.ask("fight")
    while table.question is not None:
        table.session.answer("=0")
    to_phase(table, "movement")
    assert charge_in("infantry", table["Ann"].abilities) == Inches(6)
    table.check()


@pytest.mark.rule("SCORE-2")
@pytest.mark.parametrize(("dice", "wounds"), [((2, 2, 5), 2), ((4, 4, 4), 0)])
def test_a_double_of_drugs_costs_a_wound_and_a_triple_kills(dice: Any, wounds: int) -> None:
    table = using("combat-drugs-dark-eldar", "assault", table=chiefs(), w=3)
    answers = (*dice, *([2] if not wounds else []))
    events = table.do(
        "use", *answers, player="Ann", trait="combat-drugs-dark-eldar", choices=["ws", "strength", "attacks"]
    )
    assert [event.left for event in of_type(events, Wounded)] == ([wounds] if wounds else [])
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["drugs"] * (not wounds)
    assert bool(table["Ann"].turn.using) == bool(wounds)


@pytest.mark.parametrize(
    ("choices", "code"), [([], "trait-choices"), (["speed"], "trait-choices"), (["ws", "first", "misses"], "")]
)
def test_what_may_be_chosen(choices: list[str], code: str) -> None:
    table = using("combat-drugs-dark-eldar", "assault")
    arguments = {"player": "Ann", "trait": "Combat drugs (Dark Eldar)", "choices": choices}
    if code:
        assert table.refused("use", **arguments).code == code
    else:
        table.do("use", 1, 2, 3, **arguments)
    assert table.refused("use", player="Bob", trait="combat-drugs-dark-eldar").code == "no-such-trait"


def test_a_gift_is_chosen_once_for_the_match_and_survives_death() -> None:
    table = using("daemonic-gift", "movement")
    table.do("use", player="Ann", trait="daemonic-gift", choices=["save"])
    table.do("accident", 3, player="Ann")
    kinds = {(m.effect, m.value) for m in fighter(table.state, table["Ann"]).modifiers}
    assert ("invulnerable", 5) in kinds
    refusal = table.refused("use", player="Ann", trait="daemonic-gift", choices=["attacks"])
    assert refusal.code == "trait-used-up"


@pytest.mark.rule("MELEE-2")
def test_who_defends_is_hit_on_a_six_and_strikes_last() -> None:
    table = using("defend", "melee")
    table.do("use", player="Ann", trait="defend", choices=["defend"])
    ann, bob = (fighter(table.state, table[name]) for name in ("Ann", "Bob"))
    assert melee_plan(bob, None, ann).blows[0].attack.hit.needed == 6
    assert melee_plan(ann, None, bob).blows[0].order < 0


@pytest.mark.rule("SHOOT-4", "ASSAULT-2")
def test_smoke_stands_for_the_shot_and_for_the_charge() -> None:
    table = using("smoke-and-blind-grenades", "shooting")
    arguments = {"player": "Ann", "trait": "smoke-and-blind-grenades", "choices": ["smoke"]}
    table.do("use", **arguments)
    assert table.refused("shoot", player="Ann", target="Bob", weapon="boltgun").code == "no-shot-now"
    to_phase(table, "assault")
    assert table.refused("charge", player="Ann", target="Bob", distance=2).code == "no-charge-now"
    to_phase(table, "melee")
    table.do("end-phase")
    to_phase(table, "shooting")
    assert table.refused("use", **arguments).code == "trait-used-up"  # once a life
    table.do("accident", 3, player="Ann")
    table.do("use", **arguments)


@pytest.mark.parametrize(("dice", "holds"), [((3, 4), True), ((5, 6), False)])
def test_a_power_needs_its_test(dice: tuple[int, int], holds: bool) -> None:
    table = using("guide", "movement")
    table.do("use", *dice, player="Ann", trait="guide", choices=["guide"])
    assert any(m.effect == "reroll-hits" for m in fighter(table.state, table["Ann"]).modifiers) == holds


def test_a_twelve_is_a_peril() -> None:
    table = using("guide", "movement")
    events = table.do("use", 6, 6, 6, 2, player="Ann", trait="guide", choices=["guide"])
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["perils"]


@pytest.mark.parametrize(("dice", "dart"), [((1,), 0.0), ((2,), 6.0)])
def test_who_does_not_see_the_living_stands_still(dice: tuple[int, ...], dart: float) -> None:
    table = using("wraithsight", "movement")
    table.do("use", *dice, player="Ann", trait="wraithsight")
    assert table["Ann"].movement.halted == (dart == 0)
    to_phase(table, "shooting")
    table.ask("shoot", player="Ann", target="Bob", weapon="boltgun") if dart else table.refused(
        "shoot", player="Ann", target="Bob", weapon="boltgun"
    )


def test_a_frenzy_rushes_farther_and_does_not_shoot() -> None:
    table = using("blood-frenzy", "movement")
    table.do("use", 2, 5, player="Ann", trait="blood-frenzy")
    assert allowance(table.state, table["Ann"]) == 11
    to_phase(table, "shooting")
    assert table.refused("shoot", player="Ann", target="Bob", weapon="boltgun").code == "no-shot-now"
    calm = using("blood-frenzy", "movement")
    calm.do("use", 3, player="Ann", trait="blood-frenzy")
    assert allowance(calm.state, calm["Ann"]) == 6


@pytest.mark.rule("SCORE-1")
def test_the_rot_takes_whoever_rolls_a_six_and_fails_its_save() -> None:
    table = using("nurgles-rot", "shooting")
    events = table.do("use", 5, 6, 2, 4, player="Ann", trait="nurgles-rot", targets=["Bob", "Cid"])
    assert [(event.victim, event.killers) for event in of_type(events, Killed)] == [("p3", ("p1",))]


def test_mind_war_wounds_past_armour() -> None:
    table = using("mind-war", "shooting")
    assert table.refused("use", player="Ann", trait="mind-war").code == "trait-target"
    events = table.do("use", 3, 3, 6, 1, 4, player="Ann", trait="mind-war", targets=["Bob"])
    assert [event.victim for event in of_type(events, Killed)] == ["p2"]
    even = using("mind-war", "shooting")
    assert not of_type(even.do("use", 3, 3, 2, 2, player="Ann", trait="mind-war", targets=["Bob"]), Killed)


@pytest.mark.parametrize(("dice", "dies"), [((6, 6, 1, 1), "p2"), ((1, 1, 6, 6), "p1")])
def test_life_drain_takes_the_lower_one(dice: Any, dies: str) -> None:
    table = using("life-drain", "melee")
    events = table.do("use", *dice, 4, player="Ann", trait="life-drain", targets=["Bob"])
    assert [event.victim for event in of_type(events, Killed)] == [dies]


def test_a_shout_and_a_distraction_last_for_the_turn() -> None:
    table = using("war-shout enemy-attacks-down", "melee")
    events = table.do("use", 6, 6, 2, 2, player="Ann", trait="war-shout", targets=["Bob", "Cid"])
    assert [event.player for event in of_type(events, Beset)] == ["p2"]
    table.do("use", player="Ann", trait="enemy-attacks-down", targets=["Bob"])
    ann, bob = (fighter(table.state, table[name]) for name in ("Ann", "Bob"))
    plan = melee_plan(bob, None, ann, Round()).blows[0].attack
    assert (plan.hit.needed, plan.count.of()) == (4, table["Bob"].champion.a - 1)
    to_phase(table, "movement")
    assert table["Bob"].turn.under == ()


def test_the_doctor_heals_and_harms() -> None:
    table = using("doks-tools", "shooting", table=chiefs(), w=3)
    events = table.do("use", 1, player="Ann", trait="doks-tools")
    assert [event.left for event in of_type(events, Wounded)] == [2]
    to_phase(table, "melee")
    table.do("end-phase")
    to_phase(table, "shooting")
    assert [event.left for event in of_type(table.do("use", 6, player="Ann", trait="doks-tools"), Wounded)] == [3]


def test_the_stupid_may_stand_still() -> None:
    table = using("stupid", "movement")
    table.do("use", 6, 6, player="Ann", trait="stupid")
    assert table.refused("move", player="Ann", inches=1).code == "moves-no-more"


def test_holy_hatred_spares_heroes() -> None:
    sister = library().traits["holy-hatred"]
    from q40k.games.w40k3e.figures import Fighter
    from q40k.games.w40k3e.traits import trait_modifiers

    striker = Fighter(ws=4, modifiers=trait_modifiers([sister]))
    plain, hero = Fighter(ws=4), Fighter(ws=4, role="special")
    needed = [melee_plan(striker, None, foe).blows[0].attack.hit.needed for foe in (plain, hero)]
    assert needed == [3, 4]
