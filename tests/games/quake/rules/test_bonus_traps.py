"""BONUS-6: the traps that the book suggests for tables of one's own."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from pydantic import ValidationError

from q40k.games.quake.packs.models import BonusKind, Scenery
from q40k.games.quake.packs.tokens import Effect, Monster
from q40k.games.quake.state.bonus import Thrown
from q40k.games.quake.state.damage import Harmed
from q40k.kernel.events import TallyQuestion
from q40k.packs.validate import parse_model
from tests.games.quake.rules.bonus_kinds import BOOK, placed_table, takes

from .playing import Table, arena, both, of_type, start_table

pytestmark = pytest.mark.rule("BONUS-6", "BONUS-7")
GROX = Monster(ws=4, s=6, a=3)


def trapped_tables(effect: Effect, monster: Monster | None = None) -> Any:
    """The book's tables with this trap under weapon 11."""
    trap = BonusKind(name=both("Trap"), text=both("A trap."), effect=effect, monster=monster)
    return structs.replace(BOOK, weapon={**BOOK.weapon, "11": trap})


def table_of(effect: Effect, monster: Monster | None = None) -> Table:
    return start_table("Ann Bob Cid", table=Table(tables_data=trapped_tables(effect, monster)))


# ---- spore poison


def test_the_poison_of_a_spore_wounds_on_4_whatever_the_toughness_with_ap4() -> None:
    table = table_of("spore-poison")
    table.ask("pickup", 1, 1, player="Ann", token="W1")
    assert table.asks == ("under-spores", None)
    table.answer(["Ann", "Bob"])
    assert table.question is not None
    assert (table.question.key, table.question.facts["needed"]) == ("fight-wound", 4)
    events = table.answer(3, 4, 2, 4)  # Ann is not wounded; Bob is, and fails the 3+ that AP4 leaves him
    assert [(harm.cause, harm.by, harm.struck.player) for harm in of_type(events, Harmed)] == [
        ("spore-poison", "p1", "p1"),
        ("spore-poison", "p1", "p2"),
    ]
    assert table.story(events) == ["Ann killed Bob", "Bob back by 4"]
    assert table["Ann"].bonus.spent
    table.check()


@pytest.mark.rule("SCORE-2")
def test_who_breathes_the_poison_of_its_own_spore_dies_by_accident() -> None:
    table = table_of("spore-poison")
    events = takes(table, "weapon-11", ["Ann"], 4, 2, 4)
    assert table.story(events) == ["Ann spore-poison", "Ann back by 4"]
    assert table.scores["Ann"] == -15
    assert table.state.tokens["W1"].holder is None


@pytest.mark.rule("DIFF-3")
def test_the_poison_reaches_who_stands_partly_under_the_template() -> None:
    spots = {"Ann": (30.0, 12.0), "Bob": (37.5, 10.0), "Cid": (50.0, 50.0)}  # the token: (30, 10)
    table = placed_table(spots, tables_data=trapped_tables("spore-poison"))
    events = takes(table, "weapon-11", 1, 6, 1, 5)
    assert table.story(events) == ["Ann killed Bob", "Bob back by 5"]


# ---- a wandering monster


def test_a_wandering_monster_strikes_its_picker_by_its_profile_and_nobody_else() -> None:
    table = table_of("wandering-monster", GROX)
    table.ask("pickup", 1, 1, player="Ann", token="W1")
    assert isinstance(table.question, TallyQuestion)
    assert (table.question.key, table.question.facts["needed"]) == ("fight-hit", 4)  # WS 4 against 4
    assert len(table.question.dice) == 3
    table.answer(4, 4, 1)
    assert (table.question.key, table.question.facts["needed"]) == ("fight-wound", 2)  # S6 against T4
    table.answer(2, 1)
    events = table.answer(3)  # its armour holds
    assert table["Ann"].life.alive
    assert table["Ann"].bonus.spent
    assert of_type(events, Harmed)[0].cause == "wandering-monster"
    table.check()


@pytest.mark.rule("SCORE-2")
def test_a_death_by_a_wandering_monster_is_an_accident() -> None:
    table = table_of("wandering-monster", structs.replace(GROX, ignores_armour=True))
    events = takes(table, "weapon-11", 4, 1, 1, 2, 3)
    assert table.story(events) == ["Ann wandering-monster", "Ann back by 3"]
    assert table.scores["Ann"] == -15


@pytest.mark.parametrize("line", [{"effect": "wandering-monster"}, {"monster": {"ws": 4, "s": 6, "a": 3}}])
def test_a_wandering_monster_and_its_profile_go_together(line: dict[str, Any]) -> None:
    words = {"en": "Trap", "fr": "Piège"}
    with pytest.raises(ValidationError, match="go together"):
        parse_model(BonusKind, {"name": words, "text": words, **line})


# ---- a harmless bumper


@pytest.mark.parametrize(("hour", "met"), [(3, None), (9, "champion"), (6, "portal"), (12, "scenery")])
def test_a_harmless_bumper_throws_as_far_as_nothing_is_in_the_way(hour: int, met: str | None) -> None:
    corners = ((40.0, 40.0), (60.0, 40.0), (60.0, 44.0), (40.0, 44.0))
    wall = Scenery(id="wall", name=both("Wall"), polygon=corners, height_in=2, impassable=True)
    pit = structs.replace(arena(120, 60), scenery=(wall,))
    table = placed_table(
        {"Ann": (50, 30), "Bob": (40, 30)}, arena_data=pit, tables_data=trapped_tables("harmless-bumper")
    )
    (thrown,) = of_type(takes(table, "weapon-11", 4, 4, 4, hour), Thrown)
    assert (thrown.hour, thrown.met, thrown.harmless) == (hour, met, True)
    assert table["Ann"].life.alive
    assert table["Ann"].bonus.spent
    assert table["Ann"].position.at == thrown.to
    flown = ((thrown.to[0] - 50) ** 2 + (thrown.to[1] - 30) ** 2) ** 0.5 / 2.54
    assert (flown == pytest.approx(12, abs=0.01)) == (met is None)
    table.check()


@pytest.mark.rule("ARENA-5")
def test_a_harmless_bumper_throws_nobody_into_lava() -> None:
    corners = ((75.0, 0.0), (90.0, 0.0), (90.0, 60.0), (75.0, 60.0))
    pool = Scenery(id="lava", name=both("Lava"), polygon=corners, lethal=True)
    ground = structs.replace(arena(120, 60), scenery=(pool,))
    tables = trapped_tables("harmless-bumper")
    table = placed_table({"Ann": (50, 40), "Bob": (10, 50)}, arena_data=ground, tables_data=tables)
    takes(table, "weapon-11", 4, 4, 4, 3)
    assert table["Ann"].life.alive
    assert table["Ann"].position.at == pytest.approx((75, 40), abs=0.2)


def test_without_places_the_table_moves_who_is_thrown() -> None:
    table = table_of("harmless-bumper")
    (thrown,) = of_type(takes(table, "weapon-11", 1, 2, 3), Thrown)
    assert (thrown.inches, thrown.to) == (6, None)
    assert table["Ann"].life.alive
