"""Luck: what dice did against what dice do, typed ones included."""

from __future__ import annotations

from fractions import Fraction
from math import exp, gamma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from q40k.i18n.locale import Locale
from q40k.i18n.scores import fairness, luck_in_a_word
from q40k.table.luck import Fairness, Luck, luck_report, tail_of_five
from q40k.table.match_session import MatchSession
from tests.table.scripts import NEW, TESTER, line, play

F = Fraction


def fight(*lines: str) -> MatchSession:
    """Ann and Bob with bolters in the shooting phase, then these lines."""
    armed = {**TESTER, "weapons": ["boltgun"]}
    return play(
        [
            NEW,
            line("join", player="Ann", champion={**armed, "i": 9}),
            line("join", player="Bob", champion=armed),
            line("start", 1, 1),
            line("deploy", player="Bob"),
            line("deploy", player="Ann"),
            line("end-phase"),
            *lines,
        ]
    )


def of(match_session: MatchSession) -> dict[str, Luck]:
    report = luck_report(match_session.game, match_session.state, match_session.inputs())
    return {match_session.state.players[player.player].name: player for player in report.players}


def shot(*answers: object) -> str:
    return line("shoot", *answers, player="Ann", target="Bob", weapon="boltgun", distance=10)


def test_what_was_passed_stands_beside_what_was_to_be_expected() -> None:
    # two shots: both hit (3+), one of two wounds (4+), and Bob's 3+ save is passed
    result = of(fight(shot(5, 3, 4, 1, 3)))
    ann, bob = result["Ann"], result["Bob"]
    assert (ann.tests, ann.passed, ann.expected) == (4, 3, 2 * F(2, 3) + 2 * F(1, 2))
    assert (bob.tests, bob.passed, bob.expected) == (1, 1, F(2, 3))
    assert ann.surplus == F(2, 3)
    # the initiative die (a 1 each) counts for the mean, not among the tests
    assert (ann.dice, ann.total) == (5, 1 + 5 + 3 + 4 + 1)
    assert bob.mean == F(1 + 3, 2)


def test_a_count_that_was_told_is_luck_too_though_no_face_is_known() -> None:
    result = of(fight(shot("=2", "=0")))
    assert (result["Ann"].tests, result["Ann"].passed, result["Ann"].dice) == (4, 2, 1)


def test_dead_tells_nothing_of_the_dice() -> None:
    result = of(fight(shot(5, 3, "dead", 4)))
    assert (result["Ann"].tests, result["Ann"].passed) == (2, 2)


def test_what_was_undone_is_no_luck() -> None:
    assert of(fight(shot(5, 3, 4, 1, 3), line("undo")))["Ann"].tests == 0


def test_the_dice_of_the_app_are_told_from_those_of_hands() -> None:
    match_session = fight(shot(5, 3))  # the script gives two dice, the app rolls the others
    report = luck_report(match_session.game, match_session.state, match_session.inputs())
    assert report.hands.dice == 2 + 2
    assert report.app.dice > 0
    assert report.app.dice + report.hands.dice == sum(player.dice for player in report.players)


# ---- fairness


def test_fair_dice_look_fair_and_loaded_ones_do_not() -> None:
    assert Fairness((10, 10, 10, 10, 10, 10)).verdict == "fair"
    assert Fairness((2, 2, 2, 2, 2, 2)).verdict == "few"
    assert Fairness((5, 8, 9, 8, 10, 20)).verdict == "odd"
    assert Fairness((0, 0, 0, 0, 0, 60)).verdict == "very-odd"
    assert Fairness().verdict == "few"


def test_chi_square_of_a_textbook() -> None:
    # Sixty dice, faces 5 8 9 8 10 20: chi-square 13.4, which fair dice exceed in 2 % of cases.
    fair = Fairness((5, 8, 9, 8, 10, 20))
    assert fair.chi_square == pytest.approx(13.4)
    assert fair.chance == pytest.approx(0.01991, abs=1e-4)


@given(st.floats(0.0, 60.0))
def test_the_tail_is_the_integral_of_the_law_of_chi_square(x: float) -> None:
    steps, upper = 4000, 140.0
    width = (upper - x) / steps
    points = (x + (n + 0.5) * width for n in range(steps))
    law = sum(p**1.5 * exp(-p / 2) for p in points) * width / (2**2.5 * gamma(2.5))
    assert tail_of_five(x) == pytest.approx(law, abs=2e-4)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_luck_is_told_in_words(language: str) -> None:
    locale = Locale(language)
    words = {luck_in_a_word(locale, swing, 20) for swing in (-3, -2, 0, 2, 3)}
    assert len(words) == 5
    within = {luck_in_a_word(locale, swing, 20) for swing in (-1.96, -1.5, 0, 1.5, 1.96)}
    assert len(within) == 1, "nobody is lucky within what 19 of 20 evenings of fair dice stay"
    assert luck_in_a_word(locale, 3, 2) not in words
    for verdict in ("few", "fair", "odd", "very-odd"):
        assert "60" in fairness(locale, verdict, 60, 0.0001)
