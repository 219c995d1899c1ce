"""TIE-1 settles disputes of any kind, between any two players or teams."""

from fractions import Fraction

import pytest

from q40k.games.quake.state.ending import Settled
from q40k.games.quake.state.objectives.ties import TieCounted
from q40k.games.quake.words.champion import ticks
from q40k.i18n.locale import Locale
from tests.games.quake.rules.playing import Table, of_type, start_table

pytestmark = pytest.mark.rule("TIE-1")
NEAT = {"painted": True, "wysiwyg": True, "race": "Eldar"}
BARE = {"painted": False, "wysiwyg": True, "race": "Ork"}


def described_table(table: Table, **descriptions: dict[str, object]) -> Table:
    for name, facts in descriptions.items():
        table.do("describe", player=name, **facts)
    return table


def test_the_better_figure_wins_the_argument() -> None:
    table = described_table(start_table("Ann Bob Cid"), Ann=BARE, Bob=NEAT)
    events = table.do("settle", between=("Ann", "Bob"))
    counted = {table.name(event.side): event.result for event in of_type(events, TieCounted)}
    assert counted == {"Ann": Fraction(1), "Bob": None}  # (0 + 1) x 1 / 1, and nobody unpainted
    (settled,) = of_type(events, Settled)
    assert [table.name(player) for player in settled.best] == ["Bob"]


def test_only_what_is_not_known_is_asked_and_then_the_ages_decide() -> None:
    table = described_table(start_table("Ann Bob"), Ann=NEAT)
    table.ask("settle", between=("Ann", "Bob"))
    questions = []
    for answer in ("yes", "yes", 40, 41):
        questions.append(table.asks)
        table.answer(answer)
    assert questions == [("painted", "Bob"), ("wysiwyg", "Bob"), ("age", "Ann"), ("age", "Bob")]
    assert table.question is None
    again = table.do("settle", between=("Bob", "Ann"))
    assert [table.name(player) for player in of_type(again, Settled)[0].best] == ["Bob"]


def test_a_dispute_changes_nothing_else_and_takes_two() -> None:
    table = described_table(start_table("Ann Bob"), Ann=NEAT, Bob=BARE)
    before = table.state
    table.do("settle", between=("Ann", "Bob"))
    assert table.state == before
    refused = table.refused("settle", between=("Ann", "Ann"))
    assert (refused.rule, refused.code) == ("TIE-1", "no-dispute")


def test_the_three_ticks_stand_on_the_card_once_anything_is_said() -> None:
    table = start_table("Ann Bob")
    english = Locale("en")
    assert ticks(english, table["Ann"].about) == ""
    table.do("describe", player="Ann", painted=True, based=False)
    assert ticks(english, table["Ann"].about) == "✓ six colours · ✗ base · ? as it looks"
    table.do("describe", player="Bob", finished=True, wysiwyg=True)
    assert ticks(english, table["Bob"].about) == "✓ six colours · ✓ base · ✓ as it looks"
