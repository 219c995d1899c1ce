"""The dice race at the command line: as an installed package in processes of its own, and within this one; kill -9."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from q40k.cli.app import cli
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import bad, good
from tests.cli.calls import q40k as call
from tests.games.race import playing
from tests.games.race.playing import END, EVENING, ROOT, install_race, q40k, script


@pytest.fixture
def race_installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the dice race is an installed package."""
    return install_race(tmp_path / "packages")


def test_an_installed_game_is_listed_played_and_kept(race_installed: dict[str, str]) -> None:
    assert re.search(r"^race +Dice Race$", q40k(race_installed, "games").stdout, re.M)
    q40k(race_installed, "import", "-", stdin=script(*EVENING))
    data = json.loads(good("show", "1", "--json"))
    assert data["runners"]["Ann"] == {"square": 9, "runs": 2, "lucky": None}
    exported = good("export", "1", "--whole")
    assert [json.loads(line) for line in exported.splitlines()] == list(EVENING)
    assert json.loads(good("run", "-", "--json", stdin=exported)) == data | {"error": None}
    log = good("log", "1")
    assert "hides it" in log
    assert "number: " not in log
    good("verify", "1")
    errors = q40k(race_installed, "do", "1", json.dumps(END)).stderr
    assert errors.splitlines()[-1] == "Ann wins the race!"


def test_new_wants_a_terminal_and_a_game_that_is_there() -> None:
    assert "terminal" in bad(2, "new", "--game", "race")
    assert "race" in bad(2, "new", "--game", "rase")


def test_its_packs_are_checked_and_described(tmp_path: Path) -> None:
    good("check", "--game", "race")
    assert "The packs of Dice Race are sound: 1\n" in good("doctor")
    track = tmp_path / "track.yaml"
    track.write_text(
        "tracks: [{id: my-track, name: {en: Mine, fr: La mienne}, length: 20, throws: [{at: 20, by: 1}]}]\n"
    )
    checked = call("check", "--game", "race", str(track))
    assert checked.exit_code == 1
    assert "track.yaml:1:" in checked.stdout
    assert "Square 20 is no square before the line (20)." in checked.stdout
    described = json.loads(good("schema", "--game", "race", "track"))
    assert "throws" in described["properties"]
    lines = json.loads(good("schema", "--game", "race", "script"))
    assert {"new", "join", "run", "end", "undo"} <= {name.lower() for name in lines["$defs"]}


def test_killed_in_the_middle_it_resumes_at_its_question(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite3"
    program = [sys.executable, "-m", "tests.games.race.playing", str(path)]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8") as player:
        assert player.stdout is not None
        seen = [player.stdout.readline() for _ in range(12)]
        player.kill()  # SIGKILL, or what Windows has instead: nothing is tidied up
        seen += player.stdout.readlines()
    head, shown = json.loads([line for line in seen if line.endswith("\n")][-1])
    match_library = MatchLibrary(path, lambda: "later")
    match = match_library.find().id
    assert match_library.verify(match).differs_at is None
    match_session = match_library.open(match)
    assert head <= match_session.head <= head + 2
    if match_session.head == head:
        assert playing.read_screen(match_session) == [head, shown]
    match_session.close()
    match_library.close()


# ---- what it brings to the command line


def test_its_verb_stands_under_its_name_and_does_what_it_says() -> None:
    assert good("--help").split("Dice Race")[1].split()[0] == "track"
    output = good("help", "dice")
    assert output.startswith("Dice Race:\n")
    assert "Look at the tracks of the dice race" in output
    assert "oval" in good("track", "list")
    assert "La case 5 envoie à la case 8." in good("track", "show", "oval", "--lang", "fr")
    assert "The nearest is oval." in bad(2, "track", "show", "ovel")


def test_help_opens_no_game(race_installed: dict[str, str]) -> None:
    noisy = race_installed | {"PYTHONPROFILEIMPORTTIME": "1"}
    for words in (("--help",), ("track", "show", "--help")):
        lines = q40k(noisy, *words).stderr.splitlines()
        loaded = {line.rpartition("|")[2].strip() for line in lines}
        assert "q40k.cli.verbs" in loaded
        assert {name for name in loaded if "race.game" in name or "race.rules" in name} == set()
        assert {name for name in loaded if name.startswith("q40k.games.quake.rules")} == set()


def test_its_own_options_begin_a_race_and_are_completed() -> None:
    assert "The nearest is oval." in bad(2, "new", "--game", "race", "--track", "ovel")
    assert "terminal" in bad(2, "new", "--game", "race", "--track", "oval")
    assert completions_of("new --game ra") == ["race"]
    assert completions_of("new --game race --tr") == ["--track"]
    assert completions_of("new --game race --track o") == ["oval"]
    assert completions_of("new --game race --mo") == []
    assert completions_of("tra") == ["track"]
    assert completions_of("track show o") == ["oval"]


def test_the_list_names_the_games_when_there_are_several() -> None:
    good("import", "-", stdin=script(*EVENING))
    assert "Dice Race" not in good("list")
    assert "Dice Race" not in good("show", "1")
    good("import", "-", stdin=json.dumps({"do": "new", "mod": "deathmatch", "name": "Tuesday"}) + "\n")
    head, first, second = good("list").splitlines()
    assert head.index("Game") == first.index("Quake 40K") == second.index("Dice Race")
    assert good("show", "1").splitlines()[1] == "Dice Race"


def test_a_game_may_have_a_recorded_match() -> None:
    assert "Ann wins the race!" in call("demo", "--game", "race").stderr


def completions_of(words: str) -> list[str]:
    """What bash is offered after these words."""
    typed = f"q40k {words}"
    completion = {"_Q40K_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    offered = CliRunner().invoke(cli, [], prog_name="q40k", env=completion).stdout
    return [line.partition(",")[2] for line in offered.splitlines() if line]
