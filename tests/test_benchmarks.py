"""The benchmarks still run: all of them once, on next to nothing, whatever the numbers say."""

import re

import pytest

from benchmarks import terminal
from benchmarks.__main__ import SHORT, main

RATIOS = (
    "q40k --version / python -c pass",
    "entries verified / chess moves replayed a second",
    "an entry, ",
    "memory, ",
    "Monte Carlo of ",
    "all checks of a redraw, ",
    "all lines of sight: ",
    "map redraw: ",
    "season of ",
    "memory of the board, ",
)
PAINTED = (
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
    assert "keys for a kill, its respawn die typed: 3" in out
    assert "keys for a shot told deadly, its respawn die typed: 5" in out
