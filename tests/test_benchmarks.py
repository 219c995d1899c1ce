"""The benchmarks still run: all of them once, on next to nothing, whatever the numbers say."""

import re

import pytest

from benchmarks import terminal
from benchmarks.__main__ import main
from benchmarks.sizes import SHORT

RATIOS = (
    "q40k --version / python -c pass",
    "entries verified / chess moves replayed a second",
    "an entry, ",
    "memory, ",
    "Monte Carlo of ",
    "q40k do in a loop / q40k list",
    "map of the largest arena, drawn from nothing / of the smallest",
    "all lines of sight: ",
    "map redraw: ",
    "season of ",
    "memory of the board, ",
)
PAINTED = (
    "first question of `make play` / Textual hello-world",
    "key to repaint, 24 players, 90 entries, p95 / of a plain screen",
    "first paint of a new match / Textual hello-world",
    "first paint of 80 entries / Textual hello-world",
    "first line of a conversation, 80 entries / Textual hello-world",
    "key to repaint, 24 players, ",
    "opening to the first picture, ",
    "key to repaint, 2 spectators / none",
)


def test_all_of_them_print_their_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    main(SHORT)
    out = capsys.readouterr().out
    for what in (*RATIOS, *(PAINTED if terminal.possible() else ())):
        line = next((line for line in out.splitlines() if line.startswith(what)), "")
        assert re.search(r": \d+\.\d\d times \(goal: at (most|least) [\d.]+; ", line), what
    assert re.search(r"all checks of a redraw, .*: \d+\.\d thousand chess moves \(goal: at most 1; ", out)
    assert not re.search(r"goal: at (most|least) [\d.]+ m?s", out), "a goal in seconds is missed by a slower machine"
    assert "keys for a kill, its respawn die typed: 3" in out
    assert "keys for a shot told deadly, its respawn die typed: 5" in out
