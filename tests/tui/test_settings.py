"""What the screen remembers from one evening to the next, and what the announcer says on it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from textual.widgets import Input

from q40k.cli.base import Call
from q40k.i18n.locale import Locale
from q40k.table.match_library import MatchLibrary
from q40k.table.settings import Settings, change_settings, overriding, settings
from q40k.table.shown import Reading
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import app_of, field, library, playing, press, screen

SIZE = (120, 40)


async def test_the_announcer_is_silenced_by_one_key_and_stays_so(own_home: Path) -> None:
    desk = playing()
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "» First blood" in screen(app)
        await pilot.press("k", "3", "4")
        assert "» Two" in screen(app)
        await pilot.press("f6")
        assert "»" not in screen(app)
        assert not settings().calls
        await pilot.press("f6", "u")
        assert "» First blood" in screen(app)
        assert "» Two" not in screen(app)
    assert own_home.exists()


async def test_a_kind_of_call_may_be_silenced_alone(own_home: Path) -> None:
    desk = playing()
    press(desk, "k24k34")
    desk.settings = Settings(silent=("first-blood",))
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "First blood" not in screen(app)
        assert "» Two" in screen(app)


async def test_a_kind_is_switched_on_the_screen_and_kept(own_home: Path) -> None:
    desk = playing()
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f7", *"First", "enter", "enter")
        assert settings().silent == ("first-blood",)
        assert "» First blood" not in screen(app)
        await pilot.press("f7")
        assert field(desk).title == "Which calls are silent?"
        await pilot.press(*"Two", "enter", "escape")
        assert settings().silent == ("first-blood",)
        await pilot.press("f7", "backspace", "enter")
        assert settings().silent == ()
        await pilot.press("k", "3", "f7")
        assert "First answer the question" in screen(app)


def test_a_call_with_reduced_motion_stores_nothing(own_home: Path) -> None:
    with overriding(reduced_motion=True):
        assert settings().reduced_motion
        assert change_settings(calls=False).reduced_motion
        assert not change_settings(reduced_motion=False).reduced_motion, "turned off by hand"
    assert settings() == Settings(calls=False)


async def test_with_less_motion_no_time_is_called_and_no_cursor_blinks(own_home: Path) -> None:
    desk = playing()
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("comma", "a")
        assert settings().reduced_motion
        assert "Less motion: the turn of a bot appears as a whole." in screen(app)
        assert isinstance(app.screen, MainScreen)
        app.screen.flash.call(Reading(60.0), 3)
        assert not app.screen.flash.display
        await pilot.press("ctrl+p")
        assert not app.screen.query_one(Input).cursor_blink
        await pilot.press("escape", "comma", "a")
        assert not settings().reduced_motion
        app.screen.flash.call(Reading(60.0), 3)
        assert app.screen.flash.display


async def test_language_and_theme_are_those_of_the_last_time(own_home: Path) -> None:
    app = app_of(playing())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("f2", "f3")
    assert settings() == Settings(language="fr", theme="q40k-light")
    assert Call("en").context().language == "fr"
    assert Call("en", language_is_chosen=True).context().language == "en"
    again = playing()
    again.settings = settings()
    assert MatchApp(again).theme == "q40k-light"


async def test_a_call_is_in_the_language_of_the_screen(own_home: Path) -> None:
    desk = playing()
    press(desk, "k24")
    desk.change_language(Locale("fr"))
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        assert "» Premier sang" in screen(app)


def test_settings_that_cannot_be_read_are_as_at_first(own_home: Path) -> None:
    change_settings(theme="q40k-light")
    (file,) = own_home.rglob("settings.json")
    for text in ("", "[]", '{"theme": 3}', '{"calls": "perhaps"}', "\x00", '{"volume": 10}'):
        file.write_text(text, encoding="utf-8")
        assert settings() == Settings()


def test_settings_that_cannot_be_written_are_forgotten(own_home: Path) -> None:
    change_settings(theme="q40k-light")
    (file,) = own_home.rglob("settings.json")
    folder = file.parent
    file.unlink()
    folder.rmdir()
    folder.write_text("no folder", encoding="utf-8")
    change_settings(theme="q40k-light")
    assert settings() == Settings()


async def test_a_match_damaged_long_ago_is_shown_at_once_and_then_says_so(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite3"
    with closing(MatchLibrary(path)) as match_library:
        match_session = match_library.begin("evening")
        desk = playing(match_session=match_session)
        for _ in range(60):
            press(desk, "m1\nn")
        match_session.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE entries SET events = '[' WHERE seq = 3")
        db.commit()
    with closing(MatchLibrary(path)) as match_library:
        again = match_library.open(1, whole=False)
        assert again.damage is None
        app = app_of(Desk(again, library, Locale("en")))
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "Entry 3 is damaged" in screen(app)
            await pilot.press("k", "2", "4")
            assert again.state.players["p2"].score.deaths == 1
        again.close()


async def test_of_a_long_match_the_calls_are_read_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("q40k.tui.main.AT_ONCE", 2)
    monkeypatch.setattr("q40k.tui.desk_screen.EVERY_SECONDS", 0.001)
    monkeypatch.setattr("q40k.tui.desk_screen.STEP_SECONDS", 0.0001)
    monkeypatch.setattr("q40k.tui.desk_screen.AFTER_KEY_SECONDS", 0.01)
    desk = playing()
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("k", "3", "4")
        while "» Two" not in screen(app):
            await pilot.pause()
        assert "» First blood" in screen(app)
