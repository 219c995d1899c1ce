"""Corrections in words: what changes, what no longer fits, what the log says."""

import json
from fractions import Fraction

import pytest

from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.state_diff import changes
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.amending import amendment_line, bookmark_line, branch_name
from q40k.i18n.locale import Locale
from q40k.kernel.amending import Change
from tests.games.quake.rules.playing import start_table


@pytest.fixture
def state() -> Match:
    """Ann, Bob and Cid in turn 1."""
    return start_table("Ann Bob Cid").state


@pytest.mark.parametrize(
    ("change", "sentence", "dit"),
    [
        (Change("winner", None, (), ("Ann",)), "Ann has won", "Ann a gagné"),
        (Change("winner", None, ("Ann",), ()), "Ann has not won", "Ann n’a pas gagné"),
        (Change("winner", None, ("Ann",), ("Bob",)), "Bob has won, not Ann", "Bob a gagné, et non Ann"),
        (Change("over", None, True, False), "the match goes on", "la partie continue"),
        (Change("phase", None, "movement", "melee"), "phase: Movement → Close combat", None),
        (Change("order", None, ("Ann", "Bob"), ()), "order of play: Ann, Bob → –", None),
        (Change("active", None, "Ann", None), "whose part it is: Ann → none", None),
        (Change("score", "Ann", Fraction(15, 2), Fraction(0)), "Ann: score 7½ → 0", "Ann\u00a0: score 7½ → 0"),
        (Change("alive", "Ann", True, False), "Ann is dead", "Ann est mort"),
        (Change("joins", "Zoe"), "Zoe is in the match", "Zoe est dans la partie"),
        (Change("lacks", "Zoe"), "Zoe never joined", "Zoe n’est jamais entré"),
        (
            Change("place", "Ann", (3, None, None, None), (None, None, "B2", None)),
            "Ann: in portal 3 → in tile B2",
            "Ann\u00a0: dans le portail 3 → sur la dalle B2",
        ),
        (Change("place", "Ann", (None, None, None, (3.5, 4.0)), (None,) * 4), "Ann: at 3.5, 4 → in the open", None),
        (Change("bonus", "Ann", None, ("E1", "equipment-14", True, "Bob")), None, None),
        (Change("race", "Ann", "Ork", None), "Ann: race Ork → none", None),
        (Change("rounds_won", None, 1, 2), "rounds won: 1 → 2", None),
    ],
)
def test_what_changes_is_said(state: Match, change: Change, sentence: str | None, dit: str | None) -> None:
    english = WORDS.change(Locale("en"), state, state, change)
    french = WORDS.change(Locale("fr", WORDS.locales), state, state, change)
    assert sentence is None or english == sentence
    assert dit is None or french == dit
    for line in (english, french):
        assert "?" not in line
        assert "{" not in line
    if change.kind == "bonus":
        assert english.endswith("(E1, Bob, spent)")


def test_no_state_differs_from_itself(state: Match) -> None:
    assert changes(state, state) == ()


def test_the_log_says_what_was_put_right() -> None:
    def read(_text: str) -> None:
        raise ValueError

    locale = Locale("en")
    note = {"did": "answer", "entry": 57, "was": [5], "now": [4], "by": "ann", "last": 99}
    assert amendment_line(locale, WORDS, json.dumps(note), read) == "entry 57 put right: 5 → 4 (by ann)"
    note |= {"did": "remove", "was": "{}", "now": None, "by": "?"}
    assert amendment_line(locale, WORDS, json.dumps(note), read) == "entry 57 taken out: ?"
    assert bookmark_line(locale, 9, "") == "bookmark at entry 9"
    assert branch_name(locale, "", 9) == "–, what if from 9"
