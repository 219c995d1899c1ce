"""A laptop that dies: whatever was shown is there when the match is opened again."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from q40k.rules.game import Quake
from q40k.table.shelf import Shelf
from tests.table.crashing import screen

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("seed", range(8))
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

    shelf = Shelf(path, lambda: "later")
    try:
        match = shelf.find().id
        assert shelf.verify(match).differs_at is None
        sitting = shelf.open(match)
        last = shown[-1]
        assert sitting.head >= last["head"]
        if sitting.head == last["head"]:
            assert json.loads(json.dumps(screen(sitting))) == last
        else:  # it died between writing and showing: one step further at most
            assert sitting.head - last["head"] <= 2
        sitting.close()
        all_lines = shelf.journal.entries(match)
        assert [entry.seq for entry in all_lines] == list(range(1, sitting.head + 1))
        for entry in all_lines:
            Quake().read_events(entry.events)
        going_on(shelf, match)
    finally:
        shelf.close()


def going_on(shelf: Shelf, match: int) -> None:
    """The match is not only there, it can be played on."""
    sitting = shelf.open(match)
    while sitting.question is not None:
        sitting.step_back()
    assert sitting.undo() is not None
    assert sitting.redo() is not None
    sitting.close()
    assert shelf.verify(match).differs_at is None
