"""Any mod is explained from its data, and told in one line what it still asks of a player."""

from typing import Any

import pytest

from q40k.games.quake.packs.library import load
from q40k.games.quake.packs.models import Mod
from q40k.games.quake.words.objectives.objective import to_win
from q40k.games.quake.words.packs.mods import explain
from q40k.i18n.locale import Locale
from q40k.packs.validate import parse_model
from tests.games.quake.rules.playing import Table, start_table, sudden_death

SHIPPED = load(only=("mods", "bonus_tables")).mods


def text(locale: Locale, mod: Mod) -> str:
    return " ".join(line for chapter in explain(locale, mod) for line in chapter.lines)


def make_mod(*rules: str, **changes: Any) -> Mod:
    names = {"en": "Mine", "fr": "Mien"}
    arguments = {"id": "mine", "name": names, "text": names, "rules": rules, "win": {"by": "score"}}
    return parse_model(Mod, {**arguments, **changes})


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_shipped_mod_is_explained_in_both_languages(name: str, english: Locale, french: Locale) -> None:
    in_english, in_french = explain(english, SHIPPED[name]), explain(french, SHIPPED[name])
    assert len(in_english) == len(in_french) == 4
    for here, there in zip(in_english, in_french, strict=True):
        assert len(here.lines) == len(there.lines) > 0
        for line, dit in zip(here.lines, there.lines, strict=True):
            assert not set("{}") & set(line + dit)
            assert line != dit or ":" in line


def test_mods_of_other_rules_are_explained_otherwise() -> None:
    locale = Locale("en")
    texts = {name: text(locale, mod) for name, mod in SHIPPED.items()}
    assert len(set(texts.values())) >= len(texts) - 1  # deathmatch and its like may agree


def test_nine_lives_with_barrels_read_as_they_are_meant(english: Locale) -> None:
    mod = make_mod(
        "sudden-death",
        "barrels",
        "bases",
        "flags",
        players="teams",
        parameters={"lives": 9, "barrels_each": 5},
        win={"by": "rounds", "rounds": 2},
    )
    lines = text(english, mod)
    for part in (
        "There are 5 barrels for each champion.",
        "Sudden death: with 9 lives a round, who has lost them all is out.",
        "The dead come back at once, anywhere in their own base.",
        "Bringing another’s flag home while holding one’s own wins the round.",
        "The last team with anybody alive wins the round; all dead at once, it is drawn.",
        "2 rounds win the match.",
        "Nobody jumps through portals.",
        "lives: 1 to 99; 9 if nothing is said",
    ):
        assert part in lines


def test_one_flag_and_one_life_and_an_agreed_budget(english: Locale) -> None:
    mod = make_mod(
        "sudden-death",
        "budget",
        "bases",
        "flags",
        players="teams",
        parameters={"flags": "one"},
        win={"by": "rounds", "rounds": 1},
    )
    lines = text(english, mod)
    assert "One flag stands half-way between the bases." in lines
    assert "with 1 life a round, the dead are out until it is won." in lines
    assert "A team’s champions together cost no more than the table agrees." in lines
    assert "1 round wins the match." in lines


# ---- what is still to do


def test_the_points_to_go_and_whose_death_wins(english: Locale, french: Locale) -> None:
    table = start_table("Ann Bob Cid", table=Table(options={"times_to_win": 2}))
    ann = table["Ann"].id
    assert to_win(english, table.state, ann) == "30 points to go"
    table.do("adjust", player="Ann", score=15, why="x")
    assert to_win(english, table.state, ann) == "15 points to go: killing Bob or Cid wins"
    assert to_win(french, table.state, ann).startswith("encore 15 points")
    table.do("adjust", player="Ann", score=14, why="x")
    assert to_win(english, table.state, ann).startswith("1 point to go")
    table.do("kill", 1, player="Ann", victim="Bob")
    assert to_win(english, table.state, ann) == "has won the match"
    assert to_win(english, table.state, table["Bob"].id) == "Ann has won the match"


@pytest.mark.rule("SUDDEN-1")
def test_the_rounds_to_go_and_whom_to_outlive(english: Locale) -> None:
    table = start_table("Ann Bob Cid", table=Table(mod_data=sudden_death()))
    ann, bob = table["Ann"].id, table["Bob"].id
    assert to_win(english, table.state, ann) == "3 rounds to go: outlive Bob and Cid"
    table.do("kill", player="Ann", victim="Bob")
    assert to_win(english, table.state, bob) == "3 rounds to go: out until the next round"
    table.do("kill", player="Ann", victim="Cid")
    assert to_win(english, table.state, ann) == "2 rounds to go: outlive Bob and Cid"
    assert to_win(english, table.state, "nobody") == ""
