"""The smallest game: played by a script, and by keys."""

from __future__ import annotations

import json

import pytest

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.events import Refused
from q40k.packs.library import Library
from q40k.table.match_library import temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import play_line, read_script
from q40k.tui.desk import Desk
from q40k.tui.match_app import MatchApp
from tests.games.coin.game import Toss

SCRIPT = [{"do": "new", "game": "coin"}, *({"do": "toss", "answers": [die]} for die in (4, 1, 5, 2, 6))]


@pytest.fixture(autouse=True)
def coin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game, as a package that is installed does."""
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("coin", "tests.games.coin.game:MANIFEST")


def play(*lines: object) -> MatchSession:
    match_session = temporary_match(games.find("coin"))
    for line in read_script(map(json.dumps, lines), None):
        play_line(match_session, Library, line)
    return match_session


def test_a_script_plays_a_match() -> None:
    match_session = play(*SCRIPT)
    words, state = match_session.game.words, match_session.state
    sentences = [words.tell(Locale("en"), state, event) for line in match_session.lines() for event in line.events]
    assert sentences[:2] == ["Ann and Bob sit down.", "Ann tosses a 4."]
    assert match_session.game.view.status(state).winners == ("Ann",)
    with pytest.raises(Refused):
        match_session.do(Toss())


def test_undo_takes_a_toss_back() -> None:
    match_session = play(*SCRIPT)
    match_session.undo()
    assert match_session.state.heads == {"Ann": 2, "Bob": 0}


async def test_keys_play_a_match() -> None:
    desk = Desk(temporary_match(games.find("coin")), Library(), Locale("en"))
    app = MatchApp(desk, raising=True)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*"Ann,Bob", "enter", "t", "4", "t", "1")
        await pilot.pause()
        assert desk.state.heads == {"Ann": 1, "Bob": 0}
        assert desk.view.status(desk.state).active == ("Ann",)


def test_a_set_up_that_no_command_takes_asks_its_last_field_again() -> None:
    desk = Desk(temporary_match(games.find("coin")), Library(), Locale("en"))
    for key in ["A"] * 31:
        desk.press(key, key)
    desk.press("enter", None)
    assert desk.field is not None
    assert (desk.field.title, desk.field.error) == ("Who plays? Ann, Bob", "A name has 30 characters at most.")
    for key in "Ann,Bob":
        desk.press(key, key)
    desk.press("enter", None)
    assert desk.state.heads == {"Ann": 0, "Bob": 0}
