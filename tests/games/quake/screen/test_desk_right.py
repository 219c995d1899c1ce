"""Latecomers, leavers, and putting things right."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.games.quake.screen.table import active, field, idle, player, playing, press


@pytest.mark.rule("INIT-3", "INIT-4")
def test_a_latecomer_takes_a_name_a_champion_and_dice() -> None:
    desk = playing()
    press(desk, "jEve\ntau\n")
    assert "initiative" in field(desk).title
    press(desk, "1")
    assert "portal" in field(desk).title
    press(desk, "3")
    assert idle(desk)
    assert player(desk, "Eve").position.near == 3


def test_a_latecomer_whose_dice_the_app_rolls_takes_no_die() -> None:
    desk = playing(("Alice", "Bob"), dice="app")
    press(desk, "jEve\ntau\n")
    while desk.match_session.question is not None:  # a 6 is a choice
        press(desk, "1")
    assert player(desk, "Eve").in_play


@pytest.mark.rule("INIT-5")
def test_who_left_comes_back_by_the_name_alone_with_the_score() -> None:
    desk = playing()
    press(desk, "k24l1")
    assert not player(desk, "Alice").present
    assert idle(desk)
    press(desk, "jalice\n")
    assert "portal" in field(desk).title
    press(desk, "2")
    assert player(desk, "Alice").present
    assert player(desk, "Alice").score.points == player(desk, "Bob").value


@pytest.mark.rule("ARENA-2")
def test_a_full_table_refuses_and_can_be_overruled() -> None:
    names = tuple(f"P{n}" for n in range(9))
    desk = playing(names)
    press(desk, "jEve\ntau\n")
    assert desk.refused is not None
    press(desk, "o\n")
    press(desk, "13")
    assert player(desk, "Eve").in_play


def test_a_wrong_name_is_put_right() -> None:
    desk = playing()
    press(desk, "f52Robert\n")
    assert desk.state.players["p2"].name == "Robert"


def test_a_wrong_champion_is_put_right_and_what_it_paid_with_it() -> None:
    desk = playing()
    press(desk, "k24")
    was = player(desk, "Bob").value
    press(desk, "f42stormb\n")
    while desk.match_session.question is not None:
        press(desk, "5")
    assert player(desk, "Bob").champion.id == "ork-stormboy"
    assert player(desk, "Alice").score.points == player(desk, "Bob").value != was


def test_who_stands_in_a_portal_is_put_right() -> None:
    desk = playing()
    press(desk, "f123")
    assert player(desk, "Bob").position.portal == 3
    press(desk, "f120")
    assert player(desk, "Bob").position.portal is None
    press(desk, "f1\n4")
    assert active(desk).position.portal == 4


def test_a_token_is_sent_home() -> None:
    desk = playing()
    press(desk, "t124f21")
    assert active(desk).bonus is None


def test_what_may_be_put_right_keeps_its_number_and_says_why_not_now() -> None:
    desk = playing()
    press(desk, "f")
    options = field(desk).choices()
    assert [option.key for option in options] == list("123456789")
    assert {option.key: option.note for option in options if option.note} == {
        "2": "nobody holds one",
        "6": "there are no teams",
    }
    press(desk, "2")
    assert idle(desk)
    assert desk.notice == "There is nothing to put right: nobody holds one."


def test_an_undone_shot_names_its_weapon_as_the_table_does() -> None:
    desk = playing(language="fr")
    press(desk, "es24\n")
    press(desk, "\x1b")
    assert desk.notice == "Annulé\xa0: tir, Alice → Bob (Bolter)"


def test_the_limits_of_a_clock_are_asked_in_words() -> None:
    desk = playing()
    press(desk, "z")
    assert field(desk).why == "Enter: no limit"
    press(desk, "90\n\nz2")
    assert field(desk).why == "Enter: 90, as before; 0: no limit"


def test_escape_says_what_it_took_back() -> None:
    desk = playing()
    press(desk, "p2")
    press(desk, "\x1b")
    assert desk.notice.startswith("Undone: portal")


@pytest.mark.parametrize(
    ("typed", "points"), [("15", "15"), ("+15", "15"), ("-7.5", "-15/2"), ("7,5", "15/2"), ("20/3", "20/3")]
)
def test_a_score_is_put_right_exactly(typed: str, points: str) -> None:
    desk = playing()
    press(desk, f"f32{typed}\nwe forgot\n")
    assert player(desk, "Bob").score.points == Fraction(points)


@pytest.mark.parametrize("typed", ["", "x", "1/0", "1e999999", "½", "--3"])
def test_points_that_are_none_are_refused(typed: str) -> None:
    desk = playing()
    press(desk, f"f32{typed}\n")
    assert field(desk).title.startswith("How many points")
    assert typed == "" or field(desk).error


def test_a_score_needs_a_reason() -> None:
    desk = playing()
    press(desk, "f325\n\n   \n")
    assert field(desk).title.startswith("Why")
    press(desk, "\x1b")
    assert field(desk).title.startswith("How many points")
    press(desk, "\x1b\x1b\x1b")
    assert idle(desk)


def test_everyone_may_leave_and_somebody_come_back() -> None:
    desk = playing(("Alice", "Bob"))
    press(desk, "l1l2")
    assert desk.state.play.active is None
    press(desk, "n")
    assert desk.notice
    press(desk, "jBob\n2")
    assert active(desk).name == "Bob"


def test_fix_says_how_the_past_is_put_right() -> None:
    desk = playing()
    press(desk, "f9")
    assert idle(desk)
    assert desk.notice.startswith("g opens the log")
