"""Games side by side: found by their ids, each match opened by its own, scripts that name one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.games.quake.game import GAME as QUAKE
from q40k.kernel.journal.journal import JournalError
from q40k.table.amending import Redraft, find_target, remove_command
from q40k.table.history import History, branch
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.script import LineRefused, ScriptError, play_line, read_script, write_script
from tests.table.pot import GAME as POT
from tests.table.scripts import NEW, library, line

SCRIPT = [line("new", game="pot"), line("throw", 3, 4, dice=[6, 6]), line("name", "green"), line("throw", 2, dice=[6])]


@pytest.fixture(autouse=True)
def pot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", {**games.GAMES})
    games.add("pot", "tests.table.pot:MANIFEST")


def play_lines(match_session: MatchSession, lines: list[str]) -> MatchSession:
    for entry in read_script(lines):
        play_line(match_session, library, entry)
    return match_session


def test_a_game_is_found_by_its_id_and_the_default_is_quake() -> None:
    assert games.find() is games.find("quake") is QUAKE
    assert games.find("pot") is POT
    assert games.game_ids()[0] == games.DEFAULT == "quake"
    assert "pot" in games.game_ids()


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    with pytest.raises(games.UnknownGame) as caught:
        games.find("quak")
    assert (caught.value.id, caught.value.nearest) == ("quak", "quake")


def test_a_script_names_its_game() -> None:
    first, *_ = read_script(SCRIPT)
    assert first.game is POT
    match_session = play_lines(temporary_match(first.game), SCRIPT)
    assert match_session.state == (9, ("opened", "green"))
    assert list(write_script(match_session, library())) == SCRIPT


def test_a_script_of_the_default_game_need_not_name_it() -> None:
    for text in (NEW, json.dumps({**json.loads(NEW), "game": "quake"})):
        (entry,) = read_script([text])
        assert entry.game is QUAKE
        match_session = play_lines(temporary_match(), [text])
        (again,) = write_script(match_session, library())
        assert "game" not in json.loads(again)


@pytest.mark.parametrize(
    ("text", "code", "nearest"),
    [
        (line("new", game="quak"), "script-unknown-game", "quake"),
        (line("new", game="xyzzy"), "script-unknown-game", None),
        (line("new", game=7), "script-unknown-game", None),
    ],
)
def test_an_unknown_game_in_a_script_is_told_so(text: str, code: str, nearest: str | None) -> None:
    with pytest.raises(ScriptError) as caught:
        list(read_script([text]))
    assert caught.value.code == code
    assert caught.value.facts.get("nearest") == nearest


def test_a_match_takes_no_line_of_another_game() -> None:
    with pytest.raises(ScriptError) as caught:
        list(read_script([line("new", game="quake")], POT))
    assert caught.value.code == "script-other-game"
    with pytest.raises(ScriptError) as caught:
        list(read_script([line("kill", player="Ann", victim="Bob")], POT))
    assert caught.value.code == "script-unknown-do"


def test_a_library_opens_each_match_as_one_of_its_own_game(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")
    for game, lines in ((POT, SCRIPT), (QUAKE, [NEW])):
        play_lines(match_library.begin(game.name, game), lines).close()
    rows = {row.name: row for row in match_library.matches()}
    assert [rows[game.name].game for game in (POT, QUAKE)] == ["pot", "quake"]
    number = rows["The Pot"].id
    match_session = match_library.open(number)
    assert match_session.game is POT
    assert match_session.state == (9, ("opened", "green"))
    assert match_library.verify(number).differs_at is None
    other = match_library.open(branch(match_session, 3, "what if"))
    assert (other.game, other.state) == (POT, (7, ("opened",)))
    other.close()
    match_session.close()
    match_library.close()


def test_a_match_of_a_game_that_is_not_here_is_refused(tmp_path: Path) -> None:
    match_library = MatchLibrary(tmp_path / "library.sqlite3", lambda: "now")
    match_session = play_lines(match_library.begin("", POT), SCRIPT)
    number = match_session.number
    match_session.close()
    del games.GAMES["pot"]
    for attempt in (match_library.open, match_library.verify):
        with pytest.raises(JournalError) as caught:
            attempt(number)
        assert caught.value.code == "match-unknown-game"
    match_library.close()


def test_the_past_of_any_game_is_walked_and_put_right() -> None:
    match_session = play_lines(temporary_match(POT), SCRIPT)
    history = History(match_session)
    assert history.turns == {}
    assert history.go_to_moment(-1)
    assert history.state == (7, ("opened",))
    redraft = Redraft(match_session, find_target(match_session, 2), remove_command(find_target(match_session, 2)))
    assert redraft.advance()
    assert [(change.kind, change.before, change.after) for change in redraft.changes] == [("points", 9, 2)]
    redraft.keep()
    assert match_session.state == (2, ("opened", "green"))
    with pytest.raises(JournalError):
        remove_command(find_target(match_session, 1))


def test_a_line_that_cannot_be_undone_is_refused() -> None:
    with pytest.raises(LineRefused):
        play_lines(temporary_match(POT), [line("new", game="pot"), line("undo"), line("undo")])
