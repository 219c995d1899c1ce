"""A match of Space Hulk that is kept: killed, opened again, put right, branched, replayed."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from q40k.games import game as games
from q40k.games.space_hulk.state.shooting.firing import Shoot
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT, good, q40k
from tests.games.golden import matches_of, state_of
from tests.games.scripted import go_on, json_state, line
from tests.games.space_hulk.playing import new, put

GOLDEN = matches_of("space-hulk") / "airlock-nine-1.jsonl"
BEGUN = (
    new(),
    *put(Bolt1="G4 E", Bolt2="C4 E", S1="K4 W"),
    line("set-door", at="H4", now="open"),
    line("start"),
    line("draw"),
    line("shoot", 5, 1, who="Bolt1", target="S1"),
)


def keep_match() -> None:
    good("import", "-", stdin="\n".join(json.dumps(command) for command in BEGUN))


def state() -> dict[str, object]:
    data: dict[str, object] = json.loads(good("show", "1", "--json"))
    del data["log"]
    return data


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_a_program_that_is_killed_loses_nothing(own_home: Path) -> None:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    good("import", "-", stdin="\n".join(lines[:60]))
    program = subprocess.Popen(
        [sys.executable, "-m", "q40k", "do", "1", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    assert program.stdin is not None
    assert program.stderr is not None
    program.stdin.write(lines[60] + "\n")
    program.stdin.flush()
    program.kill()
    program.wait()
    program.stderr.close()
    program.stdin.close()
    done = len(good("export", "1").splitlines())
    assert done in (60, 61)
    good("do", "1", "-", stdin="\n".join(lines[done:]))
    data = json.loads(state_of("space-hulk", GOLDEN).read_text("utf-8"))
    assert {**state(), "seconds": 0} == {**data, "seconds": 0}
    assert q40k("verify", "1").exit_code == 0


def test_it_is_opened_again_at_the_very_question(own_home: Path) -> None:
    path = own_home / "data" / "matches.sqlite3"
    with closing(MatchLibrary(path)) as matches:
        match = matches.begin("hulk", game=games.find("space-hulk"))
        go_on(match, *BEGUN)
        match.do(Shoot(who="Bolt1", target="S1"))
        question = match.question
        match.close()
    with closing(MatchLibrary(path)) as matches:
        again = matches.open(1)
        assert question is not None
        assert again.question == question
        assert json_state(again)["marines"]["Bolt1"]["bonus"] == "S1"
        again.give([6, 1])
        assert json_state(again)["kills"] == 1
        again.close()


def test_a_die_of_the_past_is_put_right(own_home: Path) -> None:
    keep_match()
    shot = good("log", "1").count("\n")
    tried = (n for n in range(shot, 0, -1))
    die = next(n for n in tried if not q40k("amend", "1", str(n), "61", "--dry-run").exit_code)
    good("amend", "1", str(die), "61", "--yes")
    assert state()["kills"] == 1
    assert q40k("verify", "1").exit_code == 0


def test_a_branch_asks_what_if(own_home: Path) -> None:
    keep_match()
    assert good("branch", "1", "6").strip() == "2"
    good("do", "2", '{"do": "draw"}')
    good("do", "2", '{"do": "shoot", "who": "Bolt1", "target": "S1", "answers": [6, 6]}')
    assert json.loads(good("show", "2", "--json"))["kills"] == 1
    assert state()["kills"] == 0


def test_it_is_replayed_and_told_in_both_languages(own_home: Path) -> None:
    keep_match()
    assert "Bolt1 at S1" in good("replay", "1")
    assert "Bolt1 sur S1" in good("log", "1", "--lang", "fr")
