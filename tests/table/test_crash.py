"""A laptop that dies: whatever was shown is there when the match is opened again."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from q40k.games.quake.state.game import Quake
from q40k.table.match_library import MatchLibrary
from tests.table.crashing import screen

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", range(4))  # at every write: tests/faults/test_deaths.py
def test_nothing_that_was_shown_is_lost(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "library.sqlite3"
    lines = Random(seed).randrange(4, 220)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.table.crashing", str(path), str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as player:
        assert player.stdout is not None
        seen = [player.stdout.readline() for _ in range(lines)]
        player.kill()  # SIGKILL, or what Windows has instead: nothing is tidied up
        seen += player.stdout.readlines()
        player.wait()
    shown = [json.loads(line) for line in seen if line.endswith("\n")]
    assert len(shown) >= lines

    match_library = MatchLibrary(path, lambda: "later")
    try:
        match = match_library.find().id
        assert match_library.verify(match).differs_at is None
        match_session = match_library.open(match)
        last = shown[-1]
        assert match_session.head >= last["head"]
        if match_session.head == last["head"]:
            assert json.loads(json.dumps(screen(match_session))) == last
        else:  # it died between writing and showing: one step further at most
            assert match_session.head - last["head"] <= 2
        match_session.close()
        all_lines = match_library.journal.entries(match)
        assert [entry.seq for entry in all_lines] == list(range(1, match_session.head + 1))
        for entry in all_lines:
            Quake().read_events(entry.events)
        going_on(match_library, match)
    finally:
        match_library.close()


def going_on(match_library: MatchLibrary, match: int) -> None:
    """The match is not only there, it can be played on."""
    match_session = match_library.open(match)
    while match_session.question is not None:
        match_session.step_back()
    assert match_session.undo() is not None
    assert match_session.redo() is not None
    match_session.close()
    assert match_library.verify(match).differs_at is None
