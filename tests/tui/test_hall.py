"""Hall mode: banner, race, calls, map and clock, from 80x24 to 200x60, for every game."""

from __future__ import annotations

from contextlib import closing

import pytest
from textual import events
from textual.pilot import Pilot

from q40k.games.quake.state.clock import SetClock
from q40k.i18n.locale import Locale
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.tui.desk import Desk
from q40k.tui.headline import dots, fit_letters, large, middling, tall_letters
from q40k.tui.main import MainScreen
from q40k.tui.match_app import MatchApp
from q40k.tui.pages.hall import HallScreen
from tests.games.quake.screen.table import FOUR, app_of, library, playing, press, screen

SIZES = [(80, 24), (120, 40), (200, 60)]


async def _ready(pilot: Pilot[int]) -> None:
    """Wait until the announcer has read the match."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def _in_hall(pilot: Pilot[int]) -> HallScreen:
    await _ready(pilot)
    await pilot.press("comma", "h")
    await pilot.pause()
    shown = pilot.app.screen
    assert isinstance(shown, HallScreen)
    shown.look_again()
    await pilot.pause()
    return shown


async def test_a_key_typed_behind_the_one_that_closes_it_goes_to_the_desk() -> None:
    app = app_of(playing())
    async with app.run_test(size=(80, 24)) as pilot:
        hall = await _in_hall(pilot)
        for key in ("escape", "k"):  # both are in its queue before it closes
            hall.post_message(events.Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert app.desk.field is not None, "who was killed?"


@pytest.mark.parametrize("size", SIZES)
async def test_it_shows_who_acts_the_race_the_calls_the_map_and_the_clock(size: tuple[int, int]) -> None:
    desk = playing()
    desk.do(SetClock(minutes=30))
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=size) as pilot:
        await _in_hall(pilot)
        drawn = screen(app)
        name = dots("Alice")
        assert name is not None
        letters = large(name, 2) if size[1] == 60 else tall_letters(name)
        assert letters[-1].rstrip() in drawn
        assert "next: Dédé" in drawn
        assert "♛" in drawn
        assert "this turn" in drawn
        assert middling(dots("First blood!") or ())[0] in drawn
        assert "First blood! Alice opens the evening’s account with Bob." in drawn
        assert any(line.split()[-3:] == ["A", "B", "C"] for line in drawn.splitlines())  # the map
        assert "30:00" in drawn or "match" in drawn


@pytest.mark.parametrize("key", ["escape", "enter", "H", "k", "n", "u", "3", "q"])
async def test_it_is_left_without_an_entry(key: str) -> None:
    desk = playing()
    app, head = app_of(desk), desk.match_session.head
    async with app.run_test(size=(80, 24)) as pilot:
        await _in_hall(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, MainScreen)
        assert desk.field is None
        assert desk.match_session.head == head


async def test_what_is_asked_is_shown_and_not_answered_by_leaving() -> None:
    desk = playing()
    press(desk, "k2")
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await _ready(pilot)
        app.view("hall")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)
        assert "Bob" in screen(app)
        await pilot.press("escape")
        await pilot.pause()
        assert desk.match_session.question is not None


async def test_silenced_calls_are_not_shown_there_what_happened_is() -> None:
    desk = playing()
    press(desk, "k24")
    app = app_of(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await _ready(pilot)
        await pilot.press("f6")
        await _in_hall(pilot)
        assert "irst blood" not in screen(app)
        assert "Bob is back beside portal 4" in screen(app), "too long for large letters"


async def test_before_the_match_is_laid_out_there_is_nothing_to_trip_over() -> None:
    app = MatchApp(Desk(temporary_match(), library(), Locale("fr")), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await _ready(pilot)
        app.view("hall")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)


async def test_a_watcher_begins_there_and_sees_what_is_entered() -> None:
    with closing(MatchLibrary()) as matches:
        played = matches.begin("Friday")
        desk = playing(FOUR, match_session=played)
        watched = matches.open(played.number, watch=True)
        app = _watching(watched)
        async with app.run_test(size=(80, 24)) as pilot:
            await _ready(pilot)
            shown = app.screen
            assert isinstance(shown, HallScreen)
            press(desk, "k24")
            shown.look_again()
            main = app.screen_stack[0]
            assert isinstance(main, MainScreen)
            main._look_for_news()  # after hall mode has come upon it
            shown.look_again()
            await pilot.pause()
            assert "♛×0.6" in screen(app)
            assert "First blood" in screen(app)
        watched.close()
        played.close()


def _watching(match_session: MatchSession) -> MatchApp:
    desk = Desk(match_session, library(), Locale("en"))
    return MatchApp(desk, raising=True, hall=True)


def test_a_name_is_as_large_as_it_fits() -> None:
    rows = dots("Bo")
    assert rows is not None
    assert fit_letters("Bo", 40) == middling(rows)
    assert fit_letters("Bo de la Tour", 9) == middling(rows)
    assert fit_letters("Bo", 3) == ["", "Bo", ""]
