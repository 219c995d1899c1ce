"""The lesson of the first mission: what it says when, and that it can be silenced."""

from __future__ import annotations

import pytest

from q40k.games.space_hulk.packs.missions import Moment
from q40k.games.space_hulk.screen.lesson import find_moment, lesson_hint
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.scripted import go_on, line
from tests.games.space_hulk.playing import library, new, play, put, ready, to_stealers
from tests.games.space_hulk.screen.test_desk import desk_of, press


def now(desk: Desk) -> Moment:
    return find_moment(desk, desk.state)


def test_each_moment_of_a_turn_has_its_hint() -> None:
    lesson = new("cold-start")
    match = play(lesson, *put(Bolt1="C5 E", Bolt2="A5 E"))
    desk = desk_of(match)
    assert now(desk) == "setup"
    go_on(match, line("start"))
    assert now(desk) == "draw"
    go_on(match, line("draw"))
    assert now(desk) == "first"
    press(desk, "f")
    assert now(desk) == "move"
    press(desk, "f")
    assert now(desk) == "watch"
    press(desk, "o")
    assert now(desk) == "spent"
    press(desk, "2")
    assert now(desk) == "move"
    to_stealers(match)
    assert now(desk) == "alien"
    go_on(match, line("end-turn"))
    assert now(desk) == "end"


def test_a_stealer_in_sight_a_jam_and_a_reaction_have_hints() -> None:
    match = ready(new("cold-start"), Bolt1="C5 E", S1="I5 W")
    desk = desk_of(match)
    assert now(desk) == "shoot"
    go_on(match, line("overwatch", who="Bolt1"))
    to_stealers(match)
    press(desk, "1f")
    assert now(desk) == "react"
    press(desk, "11")
    assert now(desk) == "alien"
    press(desk, "f")
    assert now(desk) == "jam"


def test_every_moment_is_told_in_both_languages() -> None:
    lesson = library().of_kind("missions")["cold-start"].lesson
    assert {step.when for step in lesson} >= {"setup", "draw", "first", "shoot", "alien", "end"}
    for step in lesson:
        assert step.say.in_language("en") != step.say.in_language("fr")


def test_a_mission_without_a_lesson_is_silent() -> None:
    assert lesson_hint(desk_of(ready(Bolt1="E4 E"))) == ""


@pytest.mark.parametrize(("language", "word"), [("en", "Lesson: "), ("fr", "Leçon\u00a0: ")])
async def test_the_prompt_teaches_until_it_is_silenced(language: str, word: str) -> None:
    match = ready(new("cold-start"), Bolt1="C5 E")
    app = MatchApp(desk_of(match, language), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert word in _screen_text(app)
        await pilot.press("semicolon")
        assert word not in _screen_text(app)
        await pilot.press("semicolon")
        assert word in _screen_text(app)


def _screen_text(app: MatchApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)
