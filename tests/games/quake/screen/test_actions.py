"""The list of actions: words in both languages, a key, a place in help, palette and manual."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from q40k.games.quake.screen.map import LAYERS
from q40k.games.quake.screen.record import SCREEN
from q40k.games.quake.words.wording import WORDS
from q40k.i18n.locale import Locale
from q40k.kernel.registry import load
from q40k.tui.actions import GROUPS, Actions
from q40k.tui.page import Page
from q40k.tui.pages.asked_line import ChapterPage
from q40k.tui.pages.end import EndScreen
from q40k.tui.pages.help import HelpScreen
from q40k.tui.pages.log import LogScreen
from q40k.tui.pages.start import StartScreen
from q40k.tui.shell_actions import SHELL
from tests.games.quake.screen.table import new_desk
from tests.keys import page

MANUAL = Path(__file__).resolve().parents[4] / "docs" / "keys.md"
ACTIONS = Actions((*SHELL, *SCREEN.actions))
BY_THE_APP = {
    "log", "history", "map", "map-screen", "hall", "podium", "help", "language", "theme", "calls",
    "palette", "quit", "matches", "live", "let-in", "print", "season",
}  # fmt: skip


def test_no_two_actions_share_a_key_or_an_id() -> None:
    first, second = SHELL["undo"], SHELL["redo"]
    with pytest.raises(ValueError, match="two actions are called undo"):
        Actions((first, first))
    with pytest.raises(ValueError, match="u is undo and redo"):
        Actions((first, replace(second, key="u")))


def test_no_action_is_registered_later() -> None:
    before = len(SCREEN.actions)
    load("q40k.games.quake.screen")
    assert len(SCREEN.actions) == before


def test_every_action_has_words_in_both_languages() -> None:
    french = Locale("fr", WORDS.locales).gettext
    for action in ACTIONS:
        assert action.name, action.id
        assert action.help, action.id
        assert action.shown, action.id
        assert action.group in GROUPS, action.id
        assert french(action.help) != action.help, action.id


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_action_is_in_the_help(language: str) -> None:
    locale = Locale(language, WORDS.locales)
    page = HelpScreen(new_desk(language), "here")
    page.shows_all = True
    text = str(page.text())
    for action in ACTIONS:
        assert locale.gettext(action.help) in text, action.id
        assert action.key_in(locale) in text, action.id


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_keys_of_every_page_are_in_help_and_manual(language: str) -> None:
    locale = Locale(language)
    help_page = HelpScreen(new_desk(language), "here")
    help_page.shows_all = True
    shown, manual = str(help_page.text()), page(ACTIONS, LAYERS)
    pages = [kind for kind in all_kinds(Page) if "KEYS" in vars(kind) and kind not in (StartScreen, ChapterPage)]
    assert {LogScreen, EndScreen} < set(pages)
    for key in (key for kind in pages for key in kind.KEYS if key.name):
        assert f"| {key.text} |" in manual, key
        assert locale.gettext(key.about or key.name) in shown, key


def all_kinds(kind: type[Page[Any]]) -> list[type[Page[Any]]]:
    return [below for each in kind.__subclasses__() for below in (each, *all_kinds(each))]


def test_every_action_is_carried_out_by_somebody() -> None:
    for action in ACTIONS:
        if action.only_shows:
            assert new_desk().perform(action.id) == action.id
        assert (action.does is None) == (action.id in BY_THE_APP), action.id


@pytest.mark.parametrize("command", ["kill", "portal", "deploy", "correct", "drop"])
def test_a_command_is_entered_anew_by_the_form_of_an_action(command: str) -> None:
    assert (SCREEN.reentry_action(command) or "") in ACTIONS


def test_the_manual_is_what_the_list_says() -> None:
    written = MANUAL.read_text(encoding="utf-8")
    assert written == page(ACTIONS, LAYERS), "run `make written`"


def test_the_manual_names_every_key() -> None:
    for action in ACTIONS:
        assert f"| {action.shown}" in page(ACTIONS, LAYERS)


@pytest.mark.parametrize("game", ["quake", "epic", "space-hulk"])
def test_the_actions_of_every_game_go_with_those_of_the_shell(game: str) -> None:
    from q40k.games.game import find
    from q40k.tui.game_screen import GameScreen

    screen: GameScreen = find(game).screen
    assert len(Actions((*SHELL, *screen.actions))) == len(SHELL) + len(screen.actions)
