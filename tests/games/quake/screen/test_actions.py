"""The list of actions: words in both languages, a key, a place in help, palette and manual."""

from __future__ import annotations

from pathlib import Path

import pytest

from q40k.games.quake.screen.entries import FORMS, form
from q40k.i18n.locale import Locale
from q40k.tui.actions import ACTIONS, ALSO, BY_ID, BY_KEY, GROUPS, Action
from q40k.tui.help import HelpScreen
from q40k.tui.keys import page
from tests.games.quake.screen.table import new_desk

MANUAL = Path(__file__).resolve().parents[4] / "docs" / "keys.md"
DONE_AT_ONCE = {"next", "start", "end-phase", "clock-hold", "undo", "redo"}


def test_no_two_actions_share_a_key_or_an_id() -> None:
    keys = [action.key for action in ACTIONS] + list(ALSO)
    assert len(set(keys)) == len(keys)
    assert len(BY_ID) == len(ACTIONS)
    assert set(BY_KEY) == set(keys)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_words_in_both_languages(action: Action) -> None:
    french = Locale("fr").gettext
    assert action.name
    assert action.help
    assert action.shown
    assert action.group in GROUPS
    assert french(action.help) != action.help


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_action_is_in_the_help(action: Action, language: str) -> None:
    locale = Locale(language)
    text = str(HelpScreen(locale, "here")._text())
    assert locale.gettext(action.help) in text
    assert action.shown in text


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_is_carried_out_by_somebody(action: Action) -> None:
    if action.group in ("view", "app"):
        assert new_desk().perform(action.id) == action.id
    else:
        assert action.id in FORMS or action.id in DONE_AT_ONCE


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_there(name: str) -> None:
    assert callable(form(name))


def test_the_manual_is_what_the_list_says() -> None:
    written = MANUAL.read_text(encoding="utf-8")
    assert written == page(), "run `python -m q40k.tui.keys > docs/keys.md`"


def test_the_manual_names_every_key() -> None:
    for action in ACTIONS:
        assert f"| {action.shown}" in page()
