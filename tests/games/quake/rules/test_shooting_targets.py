"""Shots at barrels and buildings, powers of the mind, bonuses, broken saves, in teams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.packs.tokens import BonusKind, BonusModifier, BonusTables
from q40k.games.quake.state.damage import AccidentSuffered, SaveBroken
from q40k.packs.base import Names
from tests.games.quake.rules.playing import Table, bonus_tables, deathmatch, of_type
from tests.games.quake.rules.shooting import gunners, shot, to_shooting
from tests.games.w40k3e.fighting import weapon
from tests.table.scripts import NEW, TESTER, json_state, line, play


def with_kind(category: str, roll: str, **changes: Any) -> BonusTables:
    """The book's tables with one kind changed."""
    tables = bonus_tables()
    kinds: dict[str, BonusKind] = getattr(tables, category)
    changed = {**kinds, roll: structs.replace(kinds[roll], **changes)}
    return structs.replace(tables, **{category: changed})


def holding(tables: BonusTables, holder: str, token: str, *dice: int, guns: Any = None) -> Table:
    """A shooting phase in which `holder` has picked a token up."""
    table = gunners("Ann Bob", guns or ["boltgun", "plasma-gun"], table=Table(tables_data=tables))
    for _ in range(3):
        table.do("end-phase")
    if holder == "Bob":
        table.do("next")
    table.do("pickup", *dice, player=holder, token=token)
    to_shooting(table)
    return table


# ---- barrels


def barrels() -> Table:
    mod = deathmatch(rules=("respawn", "portals", "bonus", "victory-points", "barrels"))
    return gunners("Ann Bob", ["boltgun", "plasma-gun"], table=Table(mod_data=mod))


@pytest.mark.rule("BARREL-2")
def test_a_barrel_has_only_to_be_hit() -> None:
    table = barrels()
    events = table.do("shoot", 2, player="Ann", target="K1", weapon="boltgun", distance=20)
    assert (shot(events).barrel, shot(events).hits) == ("K1", 0)
    assert "K1" in table.state.barrels
    table.do("next")
    table.ask("shoot", 3, player="Bob", target="k1", weapon="boltgun", distance=20)
    assert table.asks == ("barrel", "Bob")


@pytest.mark.rule("BARREL-2", "SHOOT-4")
def test_a_barrel_may_be_out_of_range_too() -> None:
    refusal = barrels().refused("shoot", player="Ann", target="K1", weapon="boltgun", distance=25)
    assert (refusal.rule, refusal.code) == ("SHOOT-4", "out-of-range")


# ---- buildings

ATTACK = [
    line("new", mod="base-attack", arena="bastions-140", seed=3),
    *(
        line("join", player=name, team=team, champion="space-marine", options=["lascannon"], override="for the test")
        for name, team in (("Ann", "Red"), ("Bob", "Blue"))
    ),
    line("start", 6, 6, 1, 1, "Red", "Red", "Red"),
    line("deploy", player="Bob"),
    line("deploy", player="Ann"),
    line("end-phase"),
]


@pytest.mark.rule("BASE-1")
@pytest.mark.parametrize(("die", "structure"), [(1, 10), (2, 9)])
def test_each_penetration_of_a_building_costs_it_a_point(die: int, structure: int) -> None:
    hit = line("shoot", 3, die, player="Ann", target="Blue", weapon="lascannon")  # 9 + D6 on 10
    state = json_state(play([*ATTACK, hit]))
    assert state["teams"]["Blue"]["structure"] == structure


# ---- powers of the mind, weapons that jam


@pytest.mark.rule("SHOOT-4", "SCORE-2")
def test_a_power_of_the_mind_may_strike_back_at_its_user() -> None:
    bolt = structs.replace(weapon("boltgun"), id="bolt", tags=("psychic",))
    table = gunners("Ann Bob", [bolt])
    table.ask("shoot", player="Ann", target="Bob", distance=20)
    assert table.asks == ("fight-cast", "Ann")
    table.answer(1, 1, 1)  # the test is passed with a double 1, and the bolt misses
    assert table.asks == ("fight-wound", "Ann")
    events = table.answer(5)
    assert [event.cause for event in of_type(events, AccidentSuffered)] == ["perils"]
    table.answer(3)
    assert table.scores == {"Ann": -15, "Bob": 0}


@pytest.mark.rule("DIFF-3")
def test_a_flame_of_the_mind_is_tested_for_once() -> None:
    breath = structs.replace(weapon("flamer"), id="breath", tags=("psychic",))
    table = gunners("Ann Bob Cid", [breath])
    table.do("shoot", 6, 5, player="Ann", target="Bob", also=["Cid"])  # 11 is more than Ld 8
    assert table["Bob"].life.alive
    table.do("next")
    table.ask("shoot", 3, 4, 1, player="Bob", target="Ann", also=["Cid"])
    assert table.asks == ("fight-wound", "Bob")


@pytest.mark.rule("DIFF-2")
@pytest.mark.parametrize("gun", ["flamer", "missile-launcher-frag"])
def test_a_template_hits_its_firer_in_contact_with_the_target(gun: str) -> None:
    table = gunners("Ann Bob Cid", [gun])
    for name in ("Ann", "Cid"):
        table.do("contact", player=name, others=["Bob"])
    hits = () if gun == "flamer" else (6,)
    events = table.do("shoot", *hits, *[1] * 3, player="Ann", target="Bob", weapon=gun, distance=0, moved=False)
    assert {table.name(victim.player) for victim in shot(events).victims} == {"Ann", "Bob", "Cid"}


# ---- bonuses


@pytest.mark.rule("BONUS-1", "BONUS-6")
def test_a_bonus_changes_the_numbers_and_says_so() -> None:
    better = with_kind("weapon", "15", modifiers=(BonusModifier(effect="bs", value=1),))
    table = holding(better, "Ann", "W1", 1, 5)
    events = table.do("shoot", 1, player="Ann", target="Bob", weapon="boltgun", distance=20)
    step = shot(events).victims[0].steps[0]
    assert step.needed == 2
    assert "weapon-15" in {why.source for why in step.why}


@pytest.mark.rule("BONUS-1")
def test_a_weapon_given_by_a_bonus_can_be_fired() -> None:
    name = Names(en="Hell gun", fr="Hell gun")
    given_gun = Weapon(id="hell-gun", name=name, range_in=24, s=6, ap=3, type="assault", shots=2)
    table = holding(with_kind("weapon", "33", weapon=given_gun), "Ann", "W1", 3, 3)
    events = table.do("shoot", 1, 1, player="Ann", target="Bob", weapon="hell", distance=20)
    assert (shot(events).weapon, shot(events).shots) == ("hell-gun", 2)
    table.do("next")
    assert table.refused("shoot", player="Bob", target="Ann", weapon="hell").code == ("unknown-weapon")


@pytest.mark.rule("BONUS-1")
def test_the_first_failed_save_is_ignored_once() -> None:
    warded = with_kind("equipment", "23", modifiers=(BonusModifier(effect="ward", value=1),))
    table = holding(warded, "Bob", "E1", 2, 3)
    table.do("shoot", 3, 5, 2, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert table["Bob"].life.alive
    assert table["Bob"].bonus.spent
    for _ in range(3):
        table.do("end-phase")
    to_shooting(table)
    table.ask("shoot", 3, 5, 2, player="Ann", target="Bob", weapon="boltgun", distance=20)
    assert table.asks == ("respawn-portal", "Bob")


@pytest.mark.rule("CHAMPION-1")
def test_a_save_that_breaks_is_gone_until_its_bearer_dies() -> None:
    field = {"id": "de-lelith", "inv": 2, "sv": None, "w": 1, "t": 3}
    table = gunners("Ann Bob", ["storm-bolter"], Bob=field)
    table.ask("shoot", 3, 3, 6, 6, 5, player="Ann", target="Bob")
    events = table.answer(1)
    assert [table.name(event.player) for event in of_type(events, SaveBroken)] == ["Bob"]
    table.answer(3)  # it dies of it, and is whole again when it comes back
    assert table["Bob"].life.broken is False


# ---- the manual

MANUAL = Path(__file__).resolve().parents[4] / "docs" / "match-scripts.md"
SHOTS = [
    text.strip()
    for text in MANUAL.read_text(encoding="utf-8").splitlines()
    if text.strip().startswith('{"do": "shoot"')
]


@pytest.mark.rule("SHOOT-1")
@pytest.mark.parametrize("text", SHOTS)
def test_the_examples_of_the_manual_play(text: str) -> None:
    names = ("Alice", "Bob", "Chloé")
    guns = ["boltgun", "missile-launcher"] if '"weapon"' in text else ["boltgun"]
    joins = [
        line("join", player=name, champion={**TESTER, "i": 9 - place, "weapons": guns})
        for place, name in enumerate(names)
    ]
    opening = [line("start", 1, 1, 1), *(line("deploy", player=name) for name in reversed(names))]
    state = json_state(play([NEW, *joins, *opening, line("end-phase"), text]))
    assert state["asks"] is None


# ---- whatever is rolled


DICE = st.lists(st.integers(1, 6), min_size=3, max_size=3)


@pytest.mark.rule("SHOOT-1")
@given(DICE, st.permutations(range(3)))
def test_the_order_in_which_the_dice_lie_changes_nothing(dice: list[int], order: list[int]) -> None:
    def hits(thrown: list[int]) -> tuple[int, int]:
        table = gunners("Ann Bob", ["heavy-bolter"])
        table.ask("shoot", *thrown, player="Ann", target="Bob")
        waiting = len(table.question.dice) if table.question else 0  # type: ignore[attr-defined]
        return waiting, table["Bob"].score.deaths

    assert hits(dice) == hits([dice[place] for place in order])
