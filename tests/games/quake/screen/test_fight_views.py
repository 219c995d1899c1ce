"""What a fight shows on the screen: its keys, its workings, the log's, everybody's luck."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from q40k.games.quake.state.ending import End
from q40k.table.luck import luck_report
from q40k.table.shown import describe_input, describe_mark
from q40k.tui.desk import Desk
from q40k.tui.main import MainScreen
from q40k.tui.pages.help import HelpScreen
from q40k.tui.pages.log import LogScreen
from q40k.tui.pages.luck import LuckPanel
from q40k.tui.pages.sheet import WorkingsScreen
from tests.games.quake.screen.table import app_of, idle, playing, press, row, screen

SMALL = (80, 24)
SHOT = "s4" + "9\n" + "36" + "51" + "2" + "4"
"""Alice shoots at Dédé: two hits, one wound, not saved; back by portal 4."""


@pytest.fixture
def desk() -> Desk:
    """Four players in the first shooting phase; Alice acts."""
    desk = playing()
    press(desk, "e")
    return desk


async def type_in(pilot: Pilot[int], text: str) -> None:
    """Press keys on the screen."""
    names = {"\n": "enter", " ": "space", ",": "comma"}
    for character in text:
        await pilot.press(names.get(character, character))
    await pilot.pause()


async def test_the_keys_of_a_phase_are_those_of_its_fights(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        assert " s Shoot" in screen(app).splitlines()[-1]
        assert "charge" not in screen(app).casefold().splitlines()[-1]
        await type_in(pilot, "e")
        assert " c Charge" in screen(app).splitlines()[-1]
        await type_in(pilot, "c2")
        assert "⚔ Alice dies 10%" in " ".join(screen(app).split())
        await type_in(pilot, "e")
        assert "Next: Alice dies 10% · Bob dies 37%" in screen(app)


async def test_a_click_takes_a_count_as_its_key_does(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=(120, 40)) as pilot:
        await type_in(pilot, "s49\n")
        await pilot.click(offset=row(app, "+ all"))
        assert "to wound" in screen(app)
        await pilot.click(offset=row(app, "d dead"))
        assert "back by which portal" in screen(app)


async def test_f1_tells_why_a_number_is_needed(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await type_in(pilot, "s49\n36")
        await pilot.press("f1")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        assert "Alice: to wound [SHOOT-1]" in screen(app)
        assert "S 4 against T 4 [w40k3e 3]" in screen(app)
        assert "to hit, Alice: 3 6 · 3+ · 2 of 2" in screen(app)


async def test_shift_g_unfolds_the_last_fight(desk: Desk) -> None:
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await type_in(pilot, ",g")
        assert isinstance(app.screen, MainScreen)
        assert "Nothing has been shot" in screen(app)
        await type_in(pilot, SHOT)
        assert idle(desk)
        await type_in(pilot, ",g")
        assert isinstance(app.screen, WorkingsScreen)
        assert "to wound, Alice: 5 1 · 4+ · 1 of 2" in screen(app)
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


async def test_the_log_unfolds_a_shot_from_any_of_its_lines(desk: Desk) -> None:
    app = app_of(desk)
    press(desk, SHOT)
    async with app.run_test(size=SMALL) as pilot:
        await type_in(pilot, "gvv")
        for _ in range(3):
            await pilot.press("right")
            await pilot.pause()
            assert isinstance(app.screen, WorkingsScreen)
            assert "to hit, Alice: 3 6" in screen(app)
            await pilot.press("left")
            await pilot.press("up")
            await pilot.pause()
        await pilot.press("home")
        await pilot.press("right")
        await pilot.pause()
        assert isinstance(app.screen, LogScreen)
        assert "nothing to unfold" in screen(app)


async def test_the_log_is_a_story_first_then_its_dice_then_every_entry(desk: Desk) -> None:
    app = app_of(desk)
    press(desk, SHOT + "e")
    async with app.run_test(size=SMALL) as pilot:
        await type_in(pilot, "g")
        story = screen(app)
        assert "Alice shoots at" in story
        assert "→ 3 6" not in story
        assert "next champion" not in story
        await type_in(pilot, "v")
        assert "⚄ 3 6" in screen(app)
        assert "next champion" not in screen(app)
        await type_in(pilot, "v")
        assert "→ 3 6 · shot" in screen(app)
        await type_in(pilot, "v")
        assert screen(app) == story


async def test_a_shot_taken_back_unfolds_in_the_log_all_the_same(desk: Desk) -> None:
    app = app_of(desk)
    press(desk, SHOT + "u")
    async with app.run_test(size=SMALL) as pilot:
        await type_in(pilot, "gvv")
        await pilot.press("end", "up", "right")
        await pilot.pause()
        assert isinstance(app.screen, WorkingsScreen)
        assert "to wound, Alice: 5 1" in screen(app)


async def test_luck_stands_below_the_board(desk: Desk) -> None:
    app = app_of(desk)
    press(desk, SHOT)
    expected = luck_report(desk.match_session.game, desk.state, desk.match_session.inputs())
    async with app.run_test(size=(100, 40)) as pilot:
        await type_in(pilot, "b")
        await app.workers.wait_for_complete()
        panel = app.screen.query_one(LuckPanel)
        panel._show()
        await pilot.pause()
        assert panel.report == expected
        alice = next(line for line in screen(app).splitlines() if "3/4" in line)
        assert "2.3" in alice
        assert "+0.7" in alice
        assert "too few to say" in screen(app)
        await pilot.press("escape")
        assert isinstance(app.screen, MainScreen)


@pytest.mark.parametrize("end", ["a win", "an early end"])
async def test_the_end_of_a_match_says_who_was_lucky_without_being_asked(desk: Desk, end: str) -> None:
    press(desk, SHOT)
    if end == "a win":
        press(desk, "f31200\nso\n")
    else:
        desk.do(End(why="late"))
    assert desk.state.outcome.over
    app = app_of(desk)
    async with app.run_test(size=SMALL) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "Luck: Alice +0.7 · Dédé −0.7" in screen(app)
        await type_in(pilot, "u")
        assert "Luck:" not in screen(app)


@pytest.mark.parametrize(("language", "sentence"), [("en", "2 passed"), ("fr", "2 réussites")])
def test_the_log_says_a_count_in_words_also_when_it_was_taken_back(language: str, sentence: str) -> None:
    desk = playing(language=language)
    press(desk, "e" + "s4" + "9\n" + "=2")
    line = desk.match_session.lines(1)[0]
    assert describe_input(desk.locale, desk.match_session, line) == sentence
    desk.press("escape", None)
    assert sentence in describe_mark(desk.locale, desk.match_session, desk.match_session.lines(1)[0])
