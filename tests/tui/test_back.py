"""Going back: Escape, undo and redo, refusals and overruling, languages."""

from __future__ import annotations

import pytest

from q40k.i18n.locale import Locale
from q40k.tui.fields import Several, Text
from tests.games.quake.screen.table import active, field, idle, new_desk, player, playing, press


def test_escape_from_a_kill_leaves_everything_as_it_was() -> None:
    desk = playing()
    before = desk.state
    press(desk, "k\x1b")
    assert idle(desk)
    press(desk, "k2\x1b")
    assert idle(desk)
    assert desk.state == before


def test_escape_takes_back_answer_by_answer() -> None:
    desk = playing()
    press(desk, "t111")
    assert "mega bumper" in field(desk).title
    press(desk, "444")
    assert "12" in field(desk).title
    press(desk, "\x1b")
    assert "mega bumper" in field(desk).title
    press(desk, "\x1b")
    assert "which bonus" in field(desk).title
    press(desk, "\x1b")
    assert idle(desk)
    assert active(desk).bonus is None


def test_escape_at_the_choice_of_a_portal_takes_only_the_die_back() -> None:
    desk = playing()
    before = desk.state
    press(desk, "x\n6")
    assert "which portal" in field(desk).title
    press(desk, "\x1b")
    assert "back by which portal" in field(desk).title
    assert player(desk, "Alice").score.accidents == 1
    press(desk, "64")
    assert player(desk, "Alice").position.near == 4, "the die can be typed again"
    press(desk, "u")
    assert desk.state == before


def test_escape_passes_over_the_apps_own_dice() -> None:
    desk = playing()
    press(desk, "r0\nt1")
    head = desk.match_session.head
    while desk.match_session.question is not None and desk.match_session.head < head + 20:
        press(desk, "\x1b")
    assert idle(desk)


def test_undo_says_what_it_took_back_and_names_the_die() -> None:
    desk = playing()
    press(desk, "k24u")
    assert player(desk, "Alice").score.kills == 0
    assert "Bob" in desk.notice
    assert "4" in desk.notice
    press(desk, "y")
    assert player(desk, "Alice").score.kills == 1
    assert "4" in desk.notice


def test_undo_in_mid_question_takes_the_command_back() -> None:
    desk = playing()
    press(desk, "k2")
    desk.press("ctrl+z", "\x1a")
    assert idle(desk)
    assert player(desk, "Bob").life.alive


def test_undo_and_redo_go_any_depth_and_say_when_there_is_no_more() -> None:
    desk = new_desk()
    press(desk, "1Al\ntac\nBo\nslug\n\n63nn")
    end = desk.state
    for _ in range(40):
        desk.press("ctrl+z", "\x1a")
    assert desk.state.setup.mod is None
    for _ in range(40):
        desk.press("ctrl+y", "\x19")
    assert desk.state == end
    assert "nothing" in desk.notice


def test_nothing_is_redone_once_something_else_was_entered() -> None:
    desk = playing()
    press(desk, "nu")
    assert "redo" in {action.id for action in desk.valid_actions()}
    press(desk, "x\n3")
    assert "redo" not in {action.id for action in desk.valid_actions()}


def test_redo_is_offered_after_escape_from_a_question() -> None:
    desk = playing()
    press(desk, "k2\x1b")
    assert "redo" in {action.id for action in desk.valid_actions()}
    press(desk, "y")
    assert "Bob" in field(desk).title


@pytest.mark.rule("MOVE-1")
def test_a_refusal_can_be_overruled_with_the_usual_reason() -> None:
    desk = playing()
    press(desk, "m40\n")
    assert desk.refused is not None
    assert desk.refused[0].refusal.rule == "MOVE-1"
    press(desk, "o")
    assert isinstance(field(desk), Text)
    press(desk, "\n")
    assert active(desk).movement.spent == 40
    assert "the table agrees" in desk.match_session.lines(1)[0].entry.body


def test_a_refusal_can_be_overruled_with_a_reason_of_ones_own() -> None:
    desk = playing()
    press(desk, "m40\nOhe slid\n")
    assert "he slid" in desk.match_session.lines(1)[0].entry.body


def test_any_other_key_leaves_a_refusal() -> None:
    for key in ("q", "n", "\x1b", "\n"):
        desk = playing()
        press(desk, "m40\n" + key)
        assert idle(desk)
        assert active(desk).movement.spent == 0


def test_escape_from_the_reason_gives_up_the_command() -> None:
    desk = playing()
    press(desk, "m40\no\x1b")
    assert idle(desk)
    assert active(desk).movement.spent == 0


def test_the_function_keys_work_over_a_refusal_and_leave_it_open() -> None:
    desk = playing()
    press(desk, "m40\n")
    assert desk.press("f2", None) == "language"
    assert desk.refused is not None
    desk.press("ctrl+z", "\x1a")
    assert desk.refused is None


def test_an_action_by_mouse_leaves_a_refusal() -> None:
    desk = playing()
    press(desk, "m40\n")
    desk.perform("kill")
    assert desk.refused is None
    assert "kills" in field(desk).title


def test_language_changes_in_the_middle_of_a_form_and_keeps_what_is_typed() -> None:
    desk = new_desk(arena="classic-60")
    press(desk, "Al\nmar")
    desk.change_language(Locale("fr"))
    assert field(desk).buffer == "mar"
    assert "aligne" in field(desk).title or "Al" in field(desk).title
    press(desk, "\x1bJo")
    desk.change_language(Locale("en"))
    assert (field(desk).title, field(desk).buffer) == ("Player 1: name?", "Jo")


def test_language_changes_in_the_middle_of_a_question_and_keeps_its_dice() -> None:
    desk = playing()
    press(desk, "t13")
    english = field(desk).title
    desk.change_language(Locale("fr"))
    assert field(desk).title != english
    assert field(desk).buffer == "3"
    press(desk, "5")
    assert active(desk).bonus is not None


def test_language_changes_among_killers_already_picked() -> None:
    desk = playing()
    press(desk, ",k23")
    desk.change_language(Locale("fr"))
    several = field(desk)
    assert isinstance(several, Several)
    assert several.picked == ["Bob", "Chloé"]


def test_a_refusal_is_said_in_the_language_of_the_moment() -> None:
    desk = playing()
    press(desk, "m40\n")
    desk.change_language(Locale("fr"))
    assert desk.refused is not None
    press(desk, "o\n")
    assert active(desk).movement.spent == 40


def test_other_actions_wait_for_the_answer() -> None:
    desk = playing()
    press(desk, "k2")
    desk.perform("next")
    assert "question" in desk.notice
    assert "Bob" in field(desk).title
