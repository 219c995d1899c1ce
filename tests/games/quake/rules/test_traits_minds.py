"""Minds against minds: who dares, whose Leadership is lowered, which powers come to nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from q40k.games.quake.state.bonus import fighter
from q40k.games.quake.state.damage import Harmed
from q40k.games.quake.state.melee import opponents_of
from q40k.games.quake.state.odds import shot_odds
from q40k.games.quake.state.shooting import Shot, ShotTerms
from q40k.games.quake.state.traits import Daunted, PowerUndone, leadership
from q40k.games.w40k3e.plans import IMPOSSIBLE
from q40k.games.w40k3e.shooting import shooting_plan
from tests.games.quake.rules.in_teams import to_phase
from tests.games.quake.rules.playing import Table, arena, champion, of_type
from tests.games.quake.rules.test_traits_using import using
from tests.games.w40k3e.fighting import named_traits, weapon

pytestmark = pytest.mark.rule("TRAIT-1")


def facing(mine: str = "", theirs: str = "", *guns: str, ld: int = 8) -> Table:
    """Ann, who has some traits and guns, against Bob, who has others; it is her turn to move."""
    table = Table()
    for name, can, value in (("Ann", mine, ld), ("Bob", theirs, 9)):
        arms = tuple(weapon(gun) for gun in guns or ("boltgun",))
        figure = champion(ld=value, i=9 if name == "Ann" else 2)
        table.do("join", player=name, champion="x", profile=figure, arms=arms, traits=named_traits(can))
    table.do("start", 1, 1)
    for name in ("Bob", "Ann"):
        table.do("deploy", player=name)
    return table


@pytest.mark.rule("SHOOT-1", "MOVE-2")
@pytest.mark.parametrize(("dice", "dares"), [((4, 4), True), ((4, 5), False)])
def test_who_would_shoot_at_a_culexus_tests_its_own_leadership(dice: Any, dares: bool) -> None:
    table = facing("", "etherium")
    to_phase(table, "shooting")
    events = table.ask("shoot", *dice, player="Ann", target="Bob", distance=10)
    assert bool(of_type(events, Daunted)) is not dares
    if dares:
        assert table.asks == ("fight-hit", "Ann")
        return
    assert not of_type(events, Shot)
    assert table.question is None
    assert table.refused("shoot", player="Ann", target="Bob").code == "has-shot"


@pytest.mark.rule("ASSAULT-2")
@pytest.mark.parametrize(("dice", "dares"), [((4, 4), True), ((6, 5), False)])
def test_who_would_charge_a_culexus_tests_too(dice: Any, dares: bool) -> None:
    table = facing("", "etherium")
    to_phase(table, "assault")
    events = table.do("charge", *dice, player="Ann", target="Bob", distance=4)
    assert bool(of_type(events, Daunted)) is not dares
    assert bool(opponents_of(table.state, table["Ann"].id)) is dares
    assert table.refused("charge", player="Ann", target="Bob", distance=4).code == "has-charged"


def test_who_takes_no_such_test_dares() -> None:
    table = facing("spiritless", "etherium")
    to_phase(table, "assault")
    assert not of_type(table.do("charge", player="Ann", target="Bob", distance=4), Daunted)


@pytest.mark.parametrize(
    ("trait", "away", "ld"), [("soulless", 25, 7), ("psychic-scream", 25, 7), ("soulless", 90, 8), ("fearless", 25, 8)]
)
def test_leadership_is_lowered_within_twelve_inches(trait: str, away: float, ld: int) -> None:
    table = Table(arena_data=arena(120, 60))
    for name, can in (("Ann", ""), ("Bob", trait)):
        table.do("join", player=name, champion="x", profile=champion(ld=8, i=9 - len(can)), traits=named_traits(can))
    table.do("start", 1, 1)
    table.do("deploy", player="Bob", at=(10 + away, 20))
    table.do("deploy", player="Ann", at=(10, 20))
    assert leadership(table.state, table["Ann"]) == ld
    assert fighter(table.state, table["Ann"]).ld == ld
    assert leadership(table.state, table["Bob"]) == 8


@pytest.mark.parametrize(
    ("trait", "dice", "fails"),
    [
        ("collar-of-khorne", (2,), True),
        ("collar-of-khorne", (1,), False),
        ("shield-of-faith", (5,), True),
        ("shield-of-faith", (4,), False),
        ("aegis", (1, 4), True),
        ("aegis", (3, 1), False),
    ],
)
def test_a_power_aimed_at_a_warded_mind_may_do_nothing(trait: str, dice: Any, fails: bool) -> None:
    table = using("mind-war", "shooting", ld=9, bob=trait)
    events = table.ask("use", 3, 4, *dice, player="Ann", trait="mind-war", targets=["Bob"])
    assert [event.dice for event in of_type(events, PowerUndone)] == ([dice] if fails else [])
    assert (table.question is None) is fails


@pytest.mark.parametrize(("dice", "undone"), [((3, 4), True), ((3, 3), False), ((6, 1), False)])
def test_a_psychic_hood_undoes_a_power_by_a_higher_sum(dice: tuple[int, int], undone: bool) -> None:
    table = using("mind-war", "shooting", ld=8, bob="psychic-hood")  # Ld 8 both
    table.ask("use", 3, 4, player="Ann", trait="mind-war", targets=["Cid"])
    assert table.asks == ("psychic-hood", "Bob")
    events = table.answer("yes", *dice)
    assert [(event.hood, event.target) for event in of_type(events, PowerUndone)] == ([("p2", "p3")] if undone else [])
    assert (table.question is None) is undone


def test_a_psychic_hood_may_let_a_power_pass_and_opposes_none_that_fails() -> None:
    table = using("mind-war", "shooting", ld=8, bob="psychic-hood")
    events = table.ask("use", 3, 4, "no", player="Ann", trait="mind-war", targets=["Cid"])
    assert not of_type(events, PowerUndone)
    assert table.asks == ("mind", "Ann")
    table = using("mind-war", "shooting", ld=8, bob="psychic-hood")
    table.do("use", 6, 5, player="Ann", trait="mind-war", targets=["Cid"])
    assert table.question is None


@pytest.mark.rule("SHOOT-4")
def test_a_psychic_hood_may_undo_a_power_that_is_a_shot() -> None:
    table = facing("", "psychic-hood", "smite", ld=8)
    to_phase(table, "shooting")
    events = table.do("shoot", "yes", 1, 6, player="Ann", target="Bob", distance=10)
    assert of_type(events, PowerUndone)
    assert table.refused("shoot", player="Ann", target="Bob").code == "has-shot"


@pytest.mark.rule("SHOOT-4")
def test_a_power_that_is_a_shot_is_lost_without_its_test() -> None:
    table = facing("", "collar-of-khorne", "smite", ld=9)
    to_phase(table, "shooting")
    events = table.do("shoot", 2, player="Ann", target="Bob", distance=10)
    assert of_type(events, PowerUndone)
    assert table.refused("shoot", player="Ann", target="Bob").code == "has-shot"


@pytest.mark.parametrize(("die", "spared"), [(4, True), (3, False)])
def test_a_ghosthelm_turns_a_peril_aside(die: int, spared: bool) -> None:
    table = using("guide ghosthelm", "movement", ld=9)
    arguments = {"player": "Ann", "trait": "guide", "choices": ["guide"]}
    events = table.ask("use", 6, 6, die, **arguments)
    assert (table.question is None) is spared
    if not spared:
        events += table.answer(1)  # the peril does not wound
    assert bool(of_type(events, Harmed)) is not spared


def miss_shot(table: Table, **arguments: Any) -> list[Any]:
    """A shot that hits nothing."""
    events = table.ask("shoot", **arguments)
    while table.question is not None:
        events += table.session.answer("=0")
    return events


@pytest.mark.rule("SHOOT-4")
def test_who_has_two_pistols_fires_both_in_one_phase_and_no_third() -> None:
    for trait, allowed in (("two-pistols", True), ("", False)):
        table = facing(trait, "", "bolt-pistol", "plasma-pistol", "boltgun")
        to_phase(table, "shooting")
        arguments = {"player": "Ann", "target": "Bob", "distance": 10}
        miss_shot(table, **arguments, weapon="bolt-pistol")
        if not allowed:
            assert table.refused("shoot", **arguments, weapon="plasma-pistol").code == "has-shot"
            continue
        for other in ("boltgun", "bolt-pistol"):
            assert table.refused("shoot", **arguments, weapon=other).code == "has-shot"
        assert of_type(miss_shot(table, **arguments, weapon="plasma-pistol"), Shot)
        assert table.refused("shoot", **arguments, weapon="bolt-pistol").code == "has-shot"


def test_what_is_aimed_at_leadership_does_nothing_to_the_spiritless() -> None:
    for trait, impossible in (("", False), ("spiritless", True)):
        table = facing("", trait)
        ann, bob = (fighter(table.state, table[name]) for name in ("Ann", "Bob"))
        plan = shooting_plan(ann, weapon("neural-shredder"), bob)
        assert (plan.attack.wound.needed == IMPOSSIBLE) is impossible


@pytest.mark.parametrize(
    ("trait", "gun", "chance"),
    [
        ("etherium", "boltgun", Fraction(26, 36)),  # 2D6 of at most 8
        ("collar-of-khorne", "smite", Fraction(1, 6)),
        ("collar-of-khorne", "boltgun", Fraction(1)),
        ("aegis", "smite", Fraction(15, 36)),  # D6 and 8 at least as much as D6 and 9
        ("", "smite", Fraction(1)),
    ],
)
def test_the_odds_of_a_shot_know_who_dares_and_what_is_undone(trait: str, gun: str, chance: Fraction) -> None:
    table = facing("", trait, gun)
    odds = shot_odds(table.state, table["Ann"], weapon(gun), table["Bob"], ShotTerms(distance_in=10))
    plain = facing("", "", gun)
    other = shot_odds(plain.state, plain["Ann"], weapon(gun), plain["Bob"], ShotTerms(distance_in=10))
    assert odds.seen == chance
    assert odds.kills == chance * other.kills > 0
