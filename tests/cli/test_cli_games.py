"""Verbs of several games side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.games.game import Manifest, Verb
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good
from tests.games.race.playing import EVENING, play

CLASH = Manifest(
    id="clash",
    name="Clash",
    record="",
    verbs={
        "Clash": {
            "champions": Verb("tests.games.race.cli:tracks", "Track"),
            "joust": Verb("tests.games.race.cli:track", "Joust"),
        }
    },
)


@pytest.fixture(autouse=True)
def clash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "GAMES", dict(games.GAMES))
    games.add("race", "tests.games.race.manifest:MANIFEST")
    games.add("clash", "tests.cli.test_cli_games:CLASH")


def test_a_name_that_two_games_bring_is_of_the_first_and_of_the_other_when_it_is_named() -> None:
    assert "space-marine" in good("champions", "marine")
    assert "oval" in good("champions", "--game", "clash")
    assert "oval" in good("champions", "--game=clash")
    assert "space-marine" in good("champions", "marine", "--game", "quake")


def test_help_lists_it_once() -> None:
    output = good("help", "--all")
    assert output.count("\n  champions ") == 1
    assert "\nClash:\n  joust " in output


def test_a_game_that_is_not_there_is_told() -> None:
    assert "The nearest is clash." in bad(2, "champions", "--game", "clas")


def test_a_verb_of_one_game_says_so_of_a_match_of_another(own_home: Path) -> None:
    match_library = MatchLibrary(own_home / "data" / "matches.sqlite3", lambda: "now")
    play(match_library.begin("Race", games.find("race")), *EVENING).close()
    match_library.close()
    odds = ("odds", "Ann", "lasgun", "Bob", "--match", "1")
    for call in (("join", "1", "Zoe=space-marine"), odds):
        assert "Match 1 is one of Dice Race, not of Quake 40K." in bad(2, *call)
