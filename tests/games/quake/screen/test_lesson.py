"""The lesson: it says the next thing, notices what was done, and nothing of it is kept."""

from __future__ import annotations

import pytest

from q40k.games import game as games
from q40k.games.quake.packs.library import load
from q40k.games.quake.screen.turn import LESSON_STEPS as STEPS
from q40k.i18n.locale import Locale
from q40k.table.match_library import temporary_match
from q40k.tui.desk import Desk
from q40k.tui.game_screen import PROGRESS, Progress
from q40k.tui.match_app import MatchApp
from tests.games.quake.screen.table import press, screen


@pytest.fixture
def desk() -> Desk:
    game = games.find("quake")
    desk = Desk(temporary_match(game), load(), Locale("en"), game.screen.lesson_options())
    desk.is_lesson = True
    desk.screen.begin_lesson(desk)
    return desk


def lesson_text(desk: Desk) -> str:
    """What the lesson says now."""
    return desk.screen.lesson_text(desk)


def test_it_begins_with_a_jump_of_the_first_player(desk: Desk) -> None:
    assert desk.state.play.phase == "movement"
    assert desk.state.players[desk.state.play.active].name == "Ann"
    assert "Type p, 1, 4" in lesson_text(desk)


def test_it_goes_on_when_the_thing_is_done_and_not_before(desk: Desk) -> None:
    assert "Type p, 1, 4" in lesson_text(desk)
    press(desk, "p1")
    assert "Type p, 1, 4" in lesson_text(desk), "the die is still asked for"
    press(desk, "4")
    assert "n goes on" in lesson_text(desk)
    press(desk, "x1\x1b\x1b")
    assert "n goes on" in lesson_text(desk), "something else was begun and left"
    press(desk, "n")
    assert "telefrag" in lesson_text(desk)


def test_the_telefrag_of_the_lesson_is_one(desk: Desk) -> None:
    lesson_text(desk)
    for typed in ("p14", "n", "p24"):
        press(desk, typed)
        lesson_text(desk)
    assert desk.snapshot.question is not None
    assert desk.snapshot.question.who == next(id for id, p in desk.state.players.items() if p.name == "Ann")
    press(desk, "3")
    assert "a token" in lesson_text(desk)
    lines = [
        text
        for line in desk.match_session.lines()
        for text in desk.words.sentences(desk.locale, desk.state, line.events)
    ]
    assert any("telefrag" in text for text in lines)


def test_every_key_it_teaches_leads_on(desk: Desk) -> None:
    lesson_text(desk)
    press(desk, "p14")
    lesson_text(desk)
    press(desk, "n")
    lesson_text(desk)
    press(desk, "p243")
    lesson_text(desk)
    press(desk, "t1")
    for _ in range(8):
        if desk.snapshot.question is None:
            break
        press(desk, "3")
    assert "the shooting phase begins" in lesson_text(desk)
    while desk.state.play.phase == "movement":
        press(desk, "n")
    assert "Ann shoots" in lesson_text(desk)
    press(desk, "s2\n")
    for _ in range(8):
        if desk.snapshot.question is None:
            break
        press(desk, "0")
    assert "u takes back" in lesson_text(desk)
    press(desk, "u")
    assert "k, 2, then 5" in lesson_text(desk)
    press(desk, "k25")
    assert "falls into the void" in lesson_text(desk)
    press(desk, "x13")
    assert "Cid arrives" in lesson_text(desk)
    press(desk, "jCid\nork\n")
    assert "Cid arrives" in lesson_text(desk), "his dice are still asked for"
    for die in "123456":
        if desk.snapshot.question is not None:
            press(desk, die)
    assert "put right in the log" in lesson_text(desk)


async def test_a_correction_and_the_end_close_the_lesson(desk: Desk) -> None:
    desk.memory[PROGRESS] = Progress(at=len(STEPS) - 3)
    press(desk, "x13")
    assert "put right in the log" in lesson_text(desk)
    press(desk, "n")
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await app.workers.wait_for_complete()
        for key in ("g", "k", "a", "2", "3", "enter"):
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        assert "Time to go home" in screen(app)
        await pilot.press("comma", "e", "y", "enter")
        await pilot.pause()
    assert desk.snapshot.status.over
    assert "That was an evening" in lesson_text(desk)


async def test_the_prompt_says_it_and_escape_leaves(desk: Desk) -> None:
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "You are the referee" in screen(app)
        await pilot.press("p", "escape")
        await pilot.pause()
        assert app.is_running
        assert "You are the referee" in screen(app)
        await pilot.press("escape")
        await pilot.pause()
    assert app.return_value == 0
    assert desk.match_session.session.journal.path is None, "it is in no library"


def test_a_match_that_is_no_lesson_says_nothing() -> None:
    game = games.find("quake")
    plain = Desk(temporary_match(game), load(), Locale("en"))
    assert plain.screen.lesson_text(plain) == ""
