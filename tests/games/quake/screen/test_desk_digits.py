"""A digit is taken for the die it was typed for, and what it was taken for is seen."""

from __future__ import annotations

import pytest

from q40k.games.quake.state.positions import StandIn
from q40k.tui.desk import RUN_ON_SECONDS, Desk
from tests.games.quake.screen.table import app_of, field, idle, player, playing, press, screen
from tests.games.quake.screen.test_desk_fight import asked_words
from tests.games.quake.screen.test_desk_mods import in_teams

AT_ONCE, LATER = RUN_ON_SECONDS / 2, RUN_ON_SECONDS * 3


def type_digits(desk: Desk, digits: str, apart: float, at: float = 0.0) -> float:
    """Type digits so many seconds apart; returns when the last one was typed."""
    for digit in digits:
        at += apart
        desk.press(digit, digit, at)
    return at


@pytest.fixture
def shot() -> Desk:
    """Alice has hit Bob by typing a 4; her die to wound is asked, then it is for Bob to save."""
    desk = playing()
    press(desk, "es3\n")  # Chloé, a guardian, whose armour the boltgun goes through
    press(desk, "\x1bs2\n")
    return desk


def test_a_digit_too_many_is_not_taken_for_somebody_elses_die(shot: Desk) -> None:
    type_digits(shot, "45" + "34", AT_ONCE)  # to hit, to wound; Bob's respawn die is asked next
    assert asked_words(shot) == ("Bob", "respawn-portal")
    assert "not taken" in field(shot).error
    assert field(shot).buffer == ""
    type_digits(shot, "3", LATER, at=10.0)
    assert idle(shot)
    assert player(shot, "Bob").position.near == 3


def test_dice_of_one_hand_may_be_typed_in_one_go_and_are_named(shot: Desk) -> None:
    type_digits(shot, "4", AT_ONCE)
    assert asked_words(shot) == ("Alice", "fight-wound")
    assert shot.last_dice == "4 · Alice rolls 1D6 to hit Bob (Boltgun)"
    type_digits(shot, "5", AT_ONCE)
    assert shot.last_dice.startswith("5 · Alice rolls 1D6 to wound Bob")


def test_all_may_be_read_off_where_everybody_rolls_for_the_same() -> None:
    desk = playing()
    desk.do(StandIn(player="Chloé", portal=4))
    press(desk, "k2")
    type_digits(desk, "4" + "5", AT_ONCE)  # Bob comes back there, and who stood there somewhere else
    assert idle(desk)
    assert player(desk, "Chloé").score.deaths == 1
    assert player(desk, "Chloé").position.near == 5


def test_a_digit_too_many_lets_nobody_else_act() -> None:
    desk = in_teams("team-deathmatch")
    acts = desk.state.play.active
    press(desk, "k2")
    type_digits(desk, "4" + "3", AT_ONCE)
    assert idle(desk)
    assert desk.state.play.active == acts
    assert "not taken" in desk.notice


def test_undo_at_a_question_takes_one_answer_back(shot: Desk) -> None:
    press(shot, "45")
    assert asked_words(shot) == ("Bob", "respawn-portal")
    shot.press("ctrl+z", "\x1a")
    assert asked_words(shot) == ("Alice", "fight-wound")
    shot.press("ctrl+z", "\x1a")
    assert asked_words(shot) == ("Alice", "fight-hit")
    shot.press("ctrl+z", "\x1a")
    assert idle(shot)


def test_a_digit_right_after_a_key_that_fits_nothing_is_no_die(shot: Desk) -> None:
    type_digits(shot, "45", AT_ONCE)  # Bob's respawn die is asked, while somebody types a kill blind
    shot.press("k", "k", 10.0)
    type_digits(shot, "33", AT_ONCE, at=10.0)
    assert asked_words(shot) == ("Bob", "respawn-portal")
    assert "fits nothing here" in field(shot).error
    type_digits(shot, "3", LATER, at=10.0 + 2 * AT_ONCE)
    assert player(shot, "Bob").position.near == 3


def test_a_comma_says_that_the_next_die_is_meant_for_who_is_asked(shot: Desk) -> None:
    at = type_digits(shot, "45", AT_ONCE)
    assert asked_words(shot) == ("Bob", "respawn-portal")
    shot.press("comma", ",", at)
    type_digits(shot, "3", AT_ONCE, at)
    assert idle(shot)
    assert player(shot, "Bob").position.near == 3


async def test_the_prompt_shows_what_was_taken_for_what(shot: Desk) -> None:
    app = app_of(shot)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("4")
        assert "✓ 4 · Alice rolls 1D6 to hit Bob (Boltgun)" in screen(app)
        await pilot.press("escape")
        assert "✓ 4" not in screen(app)
