"""What a key changes is painted once: nothing is laid out again that keeps its place."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.games.quake.screen.table import app_of, playing


async def _layouts(pilot: Pilot[int], *keys: str) -> int:
    """How often the screen was laid out for some keys."""
    counted: list[object] = []
    screen = pilot.app.screen
    screen.screen_layout_refresh_signal.subscribe(screen, counted.append)
    for key in keys:
        await pilot.press(key)
        await pilot.pause(0.05)
    screen.screen_layout_refresh_signal.unsubscribe(screen)
    return len(counted)


async def test_a_key_after_which_all_is_where_it_was_lays_nothing_out() -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert await _layouts(pilot, "k", "escape") == 0


async def test_a_prompt_that_grows_lays_the_screen_out_once() -> None:
    app = app_of(playing([f"Player{number}" for number in range(1, 12)]))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = app.screen.query_one("#prompt").size.height
        assert await _layouts(pilot, "k") == 1
        assert app.screen.query_one("#prompt").size.height > before


@pytest.mark.parametrize("key", ["plus", "left", "1"])
async def test_the_map_is_drawn_without_laying_the_screen_out(key: str) -> None:
    app = app_of(playing())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("V", "plus")
        await pilot.pause()
        assert await _layouts(pilot, key) == 0
