"""Puzzles in the app: a moment on the map, some choices, and what speaks for each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from q40k.i18n.locale import Locale
from q40k.table.match_library import MatchLibrary
from q40k.tui.app import StartApp
from q40k.tui.pages.puzzles import PuzzleScreen
from q40k.tui.pages.start import StartScreen

pytestmark = pytest.mark.asyncio


@pytest.fixture
def library(tmp_path: Path) -> Iterator[MatchLibrary]:
    """No matches."""
    match_library = MatchLibrary(tmp_path / "matches.sqlite3")
    yield match_library
    match_library.close()


async def open_puzzles(pilot: Pilot[int]) -> PuzzleScreen:
    await pilot.press("1")
    await pilot.press("3")
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, PuzzleScreen)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    return screen


def rows_of(screen: PuzzleScreen) -> list[str]:
    strips = screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_puzzle_is_read_marked_and_answered_on_one_page(library: MatchLibrary, size: tuple[int, int]) -> None:
    async with StartApp(Locale("en"), library).run_test(size=size) as pilot:
        screen = await open_puzzles(pilot)
        posed = screen.posed
        assert posed is not None
        rows = rows_of(screen)
        assert all(f"{number} {name[:30]}" in "\n".join(rows) for number, name in enumerate(posed.names, 1))
        assert any(f"1–{len(posed.names)}" in row for row in rows), "as many digits as choices"
        assert any("portal" in row and "equipment" in row for row in rows), "a legend"
        await pilot.press("down")
        marked = rows_of(screen)
        assert marked[1:-6] != rows[1:-6], "the choice is shown on the map"
        right = next(number for number, choice in enumerate(posed.choices, 1) if choice.is_right)
        await pilot.press(str(right))
        answered = "\n".join(rows_of(screen))
        assert "Right." in answered
        assert "1 of 1 right" in answered
        assert len(re.findall(r"(?m)^.{0,4}[✓×] ", answered)) == len(posed.choices)
        await pilot.press("enter")
        assert screen.posed is not None
        assert screen.posed is not posed
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, StartScreen)


async def test_a_wrong_choice_is_told_by_how_much_and_a_number_too_large_is_no_choice(library: MatchLibrary) -> None:
    async with StartApp(Locale("fr"), library).run_test(size=(80, 24)) as pilot:
        screen = await open_puzzles(pilot)
        assert screen.posed is not None
        await pilot.press("5")
        assert screen.picked is None
        wrong = next(number for number, choice in enumerate(screen.posed.choices, 1) if not choice.is_right)
        await pilot.press(str(wrong), str(wrong))
        assert "0 justes sur 1" in "\n".join(rows_of(screen)), "a second press is no second answer"


async def test_whoever_leaves_before_the_puzzles_are_found_is_back_at_once(library: MatchLibrary) -> None:
    app = StartApp(Locale("en"), library)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "3", "escape")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        await app.workers.wait_for_complete()
        await pilot.press("escape", "q")
        await pilot.pause()
    assert app.crash is None


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_i_shows_who_stands_there_then_each_profile_in_place_of_the_map(
    library: MatchLibrary, size: tuple[int, int]
) -> None:
    """At 80 columns the table is too wide, and each seat has a sentence."""
    async with StartApp(Locale("en"), library).run_test(size=size) as pilot:
        screen = await open_puzzles(pilot)
        assert screen.posed is not None
        seats = screen.posed.game.view.seats(screen.posed.state)

        async def press_i() -> str:
            await pilot.press("i")
            await pilot.pause()
            return "\n".join(rows_of(screen))

        standings = await press_i()
        assert all(seat.name in standings for seat in seats)
        assert ("Champion" in standings) == (size[0] == 120)
        cards = [await press_i() for _seat in seats]
        assert cards[0].splitlines()[1].strip() == screen.posed.seat_name
        assert all("WS 4 BS" in card or "WS 2 BS" in card for card in cards)
        assert "WS" not in await press_i()
