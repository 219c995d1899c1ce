"""Many players, and names that would trip a terminal."""

from __future__ import annotations

import pytest

from q40k.tui.fields import Pick
from tests.games.quake.screen.table import field, idle, new_desk, player, playing, press

TWELVE = tuple(f"Player {n}" for n in range(1, 13))


def test_a_second_digit_picks_at_once() -> None:
    desk = playing(TWELVE)
    press(desk, "k12")
    assert "Player 12" in field(desk).title


def test_enter_picks_the_number_typed_and_not_a_longer_one() -> None:
    desk = playing(TWELVE)
    press(desk, "n" if desk.state.play.active == "p1" else "")
    order = list(desk.state.order)
    assert order.index("p1") >= 0
    press(desk, "k1\n")
    assert "Player 1 " in field(desk).title + " "
    assert desk.match_session.question is not None
    assert desk.match_session.question.who == "p1"


def test_a_digit_no_longer_number_begins_with_picks_at_once() -> None:
    desk = playing(TWELVE)
    press(desk, "k7")
    assert desk.match_session.question is not None
    assert desk.match_session.question.who == "p7"


def test_among_several_killers_a_number_is_itself() -> None:
    desk = playing(TWELVE)
    press(desk, ",k1\n127\n2\n3")
    killers = [p.id for p in desk.state.players.values() if p.score.kills]
    assert killers == ["p1", "p7", "p12"]


NAMES = [
    "[red]Bob[/red]",
    "[/]",
    "\\[b]",
    "[@click=app.bell]x",
    "{name} %s",
    "$accent",
    "Zoë ¼",
    "龍騎士",
    "👩‍🚀 astro",
    "🇫🇷",
    "e\u0301té",
    "مرحبا",
    "-",
    "?",
    "'; drop",
    "<b>&amp;",
    "yes",
    "all",
    "3PO",
    "2",
]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_can_be_typed_and_picked(name: str) -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Al\ntac\n")
    press(desk, name + "\nslug\n")
    assert len(desk.state.players) == 2, field(desk).error
    press(desk, ",cy\nslug\n\n")
    while desk.match_session.question is not None:
        press(desk, "6" if desk.match_session.question.who == "p1" else "3")
        if getattr(desk.match_session.question, "key", "") == "roll-off":
            press(desk, "52")
    while desk.state.play.phase == "deployment":
        press(desk, "n")
    press(desk, "k2")
    if desk.match_session.question is None:
        press(desk, "\n")
    assert desk.match_session.question is not None
    assert desk.match_session.question.who == "p2"
    press(desk, "3")
    assert idle(desk)


def test_control_characters_never_reach_a_name() -> None:
    desk = new_desk(arena="classic-60")
    for character in "A\x1b[31m\x07\u202e\u200bl":
        desk.press(character, character)
    press(desk, "\ntac\n")
    assert desk.state.players["p1"].name == "A[31ml"


def test_a_player_called_like_another_ones_number_is_told_apart() -> None:
    desk = playing(("2", "Bob", "3"))
    press(desk, "k")
    current = field(desk)
    assert isinstance(current, Pick)
    assert {(o.key, o.value) for o in current.choices()} == {("2", "Bob"), ("3", "3")}


def test_a_question_among_players_goes_by_their_numbers() -> None:
    desk = playing(("Alice", "2", "Bob"))
    press(desk, "ts\n5")
    assert {(o.key, o.value) for o in field(desk).choices()} == {("2", "2"), ("3", "Bob")}
    press(desk, "3")
    held = player(desk, "Alice").bonus
    assert held is not None
    assert held.target == "p3"


def test_a_name_that_is_also_yes_is_no_answer() -> None:
    desk = playing(("Alice", "yes", "no"))
    press(desk, "ts\n5")
    assert [o.key for o in field(desk).choices()] == ["2", "3"] or [o.key for o in field(desk).choices()] == ["3", "2"]


def test_digits_in_a_name_can_be_typed_as_its_beginning() -> None:
    desk = playing(("Alice", "Bob", "7of9"))
    press(desk, "k7\n")
    assert desk.match_session.question is not None
    assert desk.match_session.question.who == "p3"
