"""With more pieces than rows and the map open, a key moves nothing on the screen."""

from __future__ import annotations

from benchmarks.space_hulk import begin
from q40k.games import game as games
from q40k.table.match_library import temporary_match
from q40k.tui.match_app import MatchApp
from tests.games.space_hulk.screen.test_desk import desk_of


async def test_turning_a_marine_and_taking_it_back_lays_nothing_out() -> None:
    """The prompt keeps its rows, whether a line more is told there or not."""
    app = MatchApp(desk_of(begin(temporary_match(games.find("space-hulk")))), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("v", "tab", "2")
        await pilot.pause(0.05)
        laid: list[object] = []
        app.screen.screen_layout_refresh_signal.subscribe(app.screen, laid.append)
        turned = 0
        for key in ("r", "ctrl+z", "3", "l", "ctrl+z"):
            before = app.desk.match_session.head
            await pilot.press(key)
            await pilot.pause(0.05)
            turned += app.desk.match_session.head > before
        assert (turned, laid) == (4, [])


async def test_the_map_keeps_rows_to_be_read_below_a_board_that_has_to_be_scrolled() -> None:
    app = MatchApp(desk_of(begin(temporary_match(games.find("space-hulk")))), raising=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.05)
        assert app.screen.query_one("#map").size.height >= 8
        assert app.screen.query_one("#board").size.height >= 20
