"""F1 in two levels: what is here and now on one small screen; Tab leads to all keys and a search."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.quake.packs.library import Library
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.help import HelpScreen
from tests.games.coin import game as coin
from tests.games.quake.screen.table import app_of, playing, press, screen


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_first_level_fits_a_small_screen(language: str) -> None:
    app = app_of(playing(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, HelpScreen)
        for line in page.text().plain.splitlines():
            assert line.rstrip() in screen(app), line


async def test_tab_leads_to_everything_and_letters_search_it() -> None:
    app = app_of(playing())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "tab")
        await pilot.pause()
        assert "Search:" in screen(app)
        await pilot.press(*"medals")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, HelpScreen)
        assert "Podium and medals" in screen(app)
        assert "Kill, in detail" not in page.text().plain
        for _ in "medals":
            await pilot.press("backspace")
        assert "Kill, in detail" in page.text().plain
        await pilot.press("tab", "q")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


def test_a_key_and_words_without_accents_are_searched_too() -> None:
    page = HelpScreen(playing(language="fr"), "ici")
    page.shows_all, page.searched = True, ", k"
    assert "Frag, en détail" in page.text().plain
    page.searched = "frag detail"
    assert "Frag, en détail" in page.text().plain
    assert "Journal" not in page.text().plain


async def test_the_rule_is_dim_at_the_right_of_wide_screens_and_in_f1() -> None:
    desk = playing()
    press(desk, "es3\n")
    for size, is_wide in (((80, 24), False), ((120, 40), True)):
        app = app_of(desk)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            title = next(line for line in screen(app).splitlines() if "to hit Chloé" in line).rstrip()
            assert title.endswith("SHOOT-1") == is_wide
            await pilot.press("f1")
            await pilot.pause()
            assert "Rule: SHOOT-1" in screen(app)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_wide_screen_cuts_no_sentence_and_a_short_page_leaves_nothing_empty(language: str) -> None:
    app = app_of(playing(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        page = app.screen
        assert isinstance(page, HelpScreen)
        lines = page.text().plain.splitlines()
        assert not [line for line in lines if line.endswith("…")]
        assert page.query_one("#sheet").size.height == len(lines)
    async with app_of(playing(language=language)).run_test(size=(100, 30)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        page = pilot.app.screen
        assert isinstance(page, HelpScreen)
        assert page.query_one("#sheet").size.height == len(page.text().plain.splitlines())


@pytest.mark.parametrize(("language", "heading", "key"), [("en", "The ten keys", "y"), ("fr", "Les dix touches", "o")])
async def test_f1_twice_is_an_evening_on_one_page_and_thrice_the_table(language: str, heading: str, key: str) -> None:
    app = app_of(playing(language=language))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1", "f1")
        await pilot.pause()
        page = app.screen
        assert isinstance(page, HelpScreen)
        text = page.text().plain
        assert heading in text
        assert f"{key}, " in text[text.index(", e  ") :], "the key of “yes” is that of the language"
        assert max(map(len, text.splitlines())) <= page.query_one("#sheet").size.width
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)


def test_the_keys_of_that_page_are_those_of_the_actions() -> None:
    desk = playing()
    shown = {action.shown.casefold() for action in desk.actions}
    keys = {key for _head, rows in desk.screen.evening_card(desk.locale) for key, _words in rows if key}
    assert {key for key in keys if key.casefold() not in shown} == set()
    named = dict(next(rows for head, rows in desk.screen.evening_card(desk.locale) if head == "The ten keys"))
    assert len(named) == 10


async def test_a_game_without_that_page_closes_its_help_at_the_second_f1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("coin", "tests.games.coin.game:MANIFEST")
    match_session = temporary_match(games.find("coin"))
    match_session.do(coin.New(players=("Ann", "Bob")))
    app = MatchApp(Desk(match_session, Library(), Locale("en")), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "F1:" not in app.screen.text().plain
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
