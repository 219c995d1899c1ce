"""The dice race on the screen, from `new` to the end."""

from __future__ import annotations

from q40k.games import game as games
from q40k.table.match_library import temporary_match
from q40k.tui.map.screen import MapScreen
from q40k.tui.pages.end import EndScreen
from q40k.tui.pages.hall import HallScreen
from q40k.tui.pages.log import LogScreen
from q40k.tui.pages.past import PastScreen
from tests.games.race.playing import app_of, evening, screen


async def test_a_race_is_laid_out_joined_and_run_by_keys() -> None:
    match_session = temporary_match(games.find("race"))
    app = app_of(match_session)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "Which track?" in screen(app)
        await pilot.press("1", "1", *"jAnn", "enter", "4", *"jBob", "enter", "6")
        await pilot.press("r", "3")
        await pilot.pause()
        assert "Ann: run on?" in screen(app)
        await pilot.press("y", "space")
        await pilot.pause()
        assert match_session.question is None
        assert match_session.game.view.status(match_session.state).active == ("p2",)
        await pilot.press("u")
        await pilot.pause()
        assert match_session.game.view.status(match_session.state).active == ()
        await pilot.press("y", "E")
        await pilot.pause()
        await pilot.press("escape")  # from podium and medals
        await pilot.pause()
        assert "Lucky number: 4" in screen(app) or "shows a lucky 4" in screen(app)
    assert match_session.game.view.status(match_session.state).over


async def test_a_game_that_says_nothing_of_it_has_a_lobby() -> None:
    app = app_of(temporary_match(games.find("race")))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "A race with dice for two to six" in screen(app)
        await pilot.press("1", "1", *"jAnn", "enter", "4")
        await pilot.pause()
        await pilot.pause()
        lines = screen(app).splitlines()
        assert any("1 Ann" in line for line in lines[:10])
        assert any("and hides it" in line for line in lines[-10:])  # the feed below
        assert app.screen.query_one("#preview").region
        await pilot.press(*"jBob", "enter", "6", "r", "3", "y", "space")
        await pilot.pause()
        assert not app.screen.query_one("#preview").region  # the race is on


async def test_f2_speaks_french_and_back() -> None:
    app = app_of(evening())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert "Shift+E End the race" in screen(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "Terminer la course" in screen(app)
        assert "Ann tire un numéro porte-bonheur et le cache." in screen(app)
        await pilot.press("f2")
        await pilot.pause()
        assert "Shift+E End the race" in screen(app)


async def test_the_track_is_drawn_with_who_stands_where() -> None:
    app = app_of(evening())
    async with app.run_test(size=(80, 30)) as pilot:
        await pilot.press("comma", "v")
        await pilot.pause()
        assert isinstance(app.screen, MapScreen)
        drawn = screen(app)
        assert "29" in drawn
        assert "A" in drawn
        assert "throws back" in drawn


async def test_log_and_past_are_walked() -> None:
    app = app_of(evening())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        assert "Bob dares too much, and is back on square 0." in screen(app)
        await pilot.press("escape", "h", "home")
        await pilot.pause()
        assert isinstance(app.screen, PastScreen)
        assert "1 of" in screen(app)


async def test_the_race_is_shown_with_what_was_run_this_turn() -> None:
    app = app_of(evening())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        length = app.desk.state.track.length
        ann = app.desk.state.runners["p1"].course.square
        assert "towards victory" in screen(app)
        assert f"{ann}/{length}" in screen(app)


async def test_hall_mode_shows_it_by_its_record_alone() -> None:
    app = app_of(evening())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("comma", "h")
        await pilot.pause()
        assert isinstance(app.screen, HallScreen)
        app.screen.look_again()
        await pilot.pause()
        assert f"/{app.desk.state.track.length}" in screen(app)
        assert "this turn" in screen(app)


async def test_its_end_has_podium_and_medals_by_its_record_alone() -> None:
    app = app_of(evening())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        runner = app.desk.view.status(app.desk.state).active[0]
        name = app.desk.state.runners[runner].name
        await pilot.press("r", "1", "y", "1")
        await pilot.pause()
        await pilot.press("E")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, EndScreen)
        assert f"{name}, stumbles: " in screen(app)
        assert "Two left feet" in screen(app)


async def test_a_game_that_has_nothing_to_print_says_so() -> None:
    app = app_of(evening())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert "This game has nothing to print." in screen(app)
