"""Secrets show only while their key is held, and leak through no face."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.screen.looking import Peek, secret_lines
from q40k.i18n.locale import Locale
from q40k.table.folders import data_folder
from q40k.table.match_library import MatchLibrary
from q40k.tui.match_app import MatchApp
from tests.cli.calls import good
from tests.games.scripted import Line, go_on, line
from tests.games.space_hulk.playing import new, play, put
from tests.games.space_hulk.screen.test_desk import desk_of

DEALT = (
    new(cp="app", blips="app"),
    *put(Bolt1="E4 E", Bolt2="D4 E"),
    line("blip", 22, name="B1", entry="N2"),
    line("blip", 1, name="B2", entry="S2"),
    line("start"),
    line("draw", 5),
)


def shown_by(app: MatchApp) -> str:
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2")
async def test_a_secret_shows_while_its_key_is_held() -> None:
    match = play(*DEALT)
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "Command points: 5" not in shown_by(app)
        await pilot.press("comma", "y")
        await pilot.pause()
        assert isinstance(app.screen, Peek)
        assert "Command points: 5" in shown_by(app)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, Peek), "its key repeats"
        await pilot.press("x")
        await pilot.pause()
        assert "Command points: 5" not in shown_by(app)
        await pilot.press("comma", "z")
        await pilot.pause()
        assert "B1  »N2  3" in shown_by(app)


@pytest.mark.rule("SH-CP-2", "SH-CP-3", "SH-SECRET-2")
async def test_the_marine_player_looks_at_the_counter_before_deciding_to_draw_again() -> None:
    match = play(new(cp="app"), *put(Sword="E4 E"), line("start"))
    app = MatchApp(desk_of(match), raising=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("w")
        await pilot.pause()
        assert match.question is not None
        assert match.question.key == "again"
        drawn = match.session.state.counter.drawn
        assert f"Command points: {drawn}" not in shown_by(app)
        await pilot.press("tab")
        await pilot.pause()
        assert f"Command points: {drawn}" in shown_by(app)
        await pilot.press("x")
        await pilot.pause()
        assert f"Command points: {drawn}" not in shown_by(app), "any key hides it"
        await pilot.press("backspace", "tab", "tab")
        await pilot.pause()
        assert f"Command points: {drawn}" not in shown_by(app), "the same key hides it too"
        await pilot.press("n")
        await pilot.pause()
        assert match.state.play.phase == "marine-action"
        assert f"Command points: {drawn}" not in shown_by(app)


@pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2", "SH-SECRET-3")
def test_each_side_sees_its_own_secret() -> None:
    match = play(*DEALT)
    whole, locale = match.session.state, Locale("en")
    assert secret_lines(locale, whole, "marine") == ("Command points: 5",)
    assert secret_lines(locale, whole, "stealer") == ("B1  »N2  3", "B2  »S2  1")


def keep_match(*more: Line) -> None:
    """Put the match into the user's library."""
    path = data_folder() / "matches.sqlite3"
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(MatchLibrary(path)) as matches:
        match_session = matches.begin("hulk", game=games.find("space-hulk"))
        go_on(match_session, *DEALT, *more)
        match_session.close()


@pytest.mark.rule("SH-SECRET-1", "SH-SECRET-2")
def test_no_face_tells_a_secret(own_home: Path) -> None:
    keep_match()
    secrets = ("points: 5", "it is a 3", '"cp": 5', '"value": 3', "'value': 3", '"drawn": 5')
    for call in (("show", "1"), ("show", "1", "--json"), ("log", "1"), ("luck", "1"), ("list",)):
        text = good(*call)
        assert not any(secret in text for secret in secrets), call


def test_in_the_end_phase_the_counter_is_public(own_home: Path) -> None:
    keep_match(line("end-turn"), line("end-turn"))
    assert '"cp": 5' in good("show", "1", "--json")
