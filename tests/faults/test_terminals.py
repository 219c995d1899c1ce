"""Terminals that close, shrink to nothing, or show a crash, each with the real program."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.cli.calls import MATCH, good, import_match
from tests.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

HAND = [{**MATCH[0], "dice": "hand"}, *MATCH[1:]]


def state(number: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(good("show", number, "--json"))
    return data


def asking_terminal(number: str, *, led: bool = False) -> Terminal:
    """The main screen, where a kill's respawn die is asked."""
    terminal = Terminal("-m", "q40k", "resume", number, led=led)
    terminal.until(b"Next")
    terminal.settle()
    terminal.type(b"k")
    if state(number)["asks"] is None:
        terminal.type(b"2" if state(number)["active"] == "Alice" else b"1")
    assert state(number)["asks"] is not None, terminal.seen[-2000:]
    return terminal


@pytest.mark.parametrize("led", [False, True])
def test_a_terminal_closed_in_mid_question_leaves_the_match_at_that_question(led: bool) -> None:
    number = import_match(HAND)
    terminal = asking_terminal(number, led=led)  # then no signal comes: only the input is at its end
    before = state(number)
    os.close(terminal.end)
    ends = time.monotonic() + PATIENCE
    done = (0, 0)
    while not done[0] and time.monotonic() < ends:
        done = os.waitpid(terminal.pid, os.WNOHANG)
        time.sleep(0.02)
    if not done[0]:
        os.kill(terminal.pid, signal.SIGKILL)
        os.waitpid(terminal.pid, 0)
    assert done[0], "the program did not end with its terminal"
    assert state(number) == before
    answered = json.loads(good("do", number, "-a", "4", "--json"))  # its lock is free
    assert answered["asks"] is None


def test_a_terminal_shrunk_to_nothing_in_mid_question_goes_on_when_it_is_back() -> None:
    number = import_match(HAND)
    terminal = asking_terminal(number)
    for columns, rows in ((1, 1), (2, 1), (1, 40), (300, 1), (1, 1)):
        terminal.size(columns, rows)
        terminal.settle()
    assert state(number)["asks"] is not None
    terminal.type(b"4")  # blindly
    assert state(number)["asks"] is None
    terminal.size(100, 30)
    terminal.until(b"Next")
    terminal.type(b"q")
    assert terminal.status() == 0
    assert f"q40k resume {number}".encode() in terminal.seen


# ---- told to end


RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l")
"""Alternate screen left, cursor shown, mouse and paste reports off."""


def plain(terminal: Terminal) -> bool:
    """Whether the terminal shows what is typed, and lets Ctrl-C interrupt."""
    import termios

    expected = termios.ECHO | termios.ICANON | termios.ISIG
    return bool(termios.tcgetattr(terminal.end)[3] & expected == expected)


def wait_for_end(terminal: Terminal, mark: int, status: int) -> None:
    """Wait for the end, which has put the terminal back."""
    assert terminal.status() == status
    assert [code for code in RESTORED if code not in terminal.seen[mark:]] == []
    assert plain(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_puts_the_terminal_back_and_says_how_to_go_on(number: signal.Signals) -> None:
    match = import_match(HAND)
    terminal = asking_terminal(match)
    before, mark = state(match), len(terminal.seen)
    assert not plain(terminal)
    os.kill(terminal.pid, number)
    wait_for_end(terminal, mark, 128 + number)
    assert f"q40k resume {match}".encode() in terminal.seen[mark:]
    assert state(match) == before
    assert json.loads(good("do", match, "-a", "4", "--json"))["asks"] is None  # its lock is free


@pytest.mark.parametrize(
    ("call", "shown", "keys"),
    [(("resume",), b"Next", b"\x10"), ((), b"take it", b""), (("new",), b"deathmatch", b"")],
    ids=["palette", "start", "set-up"],
)
def test_ctrl_c_interrupts_wherever_one_is(call: tuple[str, ...], shown: bytes, keys: bytes) -> None:
    import_match(HAND)
    terminal = Terminal("-m", "q40k", *call)
    terminal.until(shown)
    terminal.settle()
    terminal.type(keys)
    mark = len(terminal.seen)
    os.write(terminal.end, b"\x03")
    wait_for_end(terminal, mark, 130)


CRASHING = """
import sys
from pathlib import Path
from q40k.games.quake.packs.library import load
from q40k.table.context import Context
from q40k.table.match_library import MatchLibrary, now
from q40k.tui.app import run

broken = []

def clock():
    if broken:
        raise ZeroDivisionError("the clock stopped")
    return now()

match_session = MatchLibrary(Path(sys.argv[1]), clock).open(1)
broken.append(True)
sys.exit(run(match_session, load(), Context("en"), None).status)
"""


def test_a_crash_of_the_screen_shows_the_way_back_in_and_no_traceback(own_home: Path, tmp_path: Path) -> None:
    number = import_match(HAND)
    program = tmp_path / "crashing.py"
    program.write_text(CRASHING, encoding="utf-8")
    before = state(number)
    terminal = Terminal(str(program), str(own_home / "data" / "matches.sqlite3"))
    terminal.until(b"Next")
    terminal.settle()
    mark = len(terminal.seen)
    os.write(terminal.end, b"n")
    assert terminal.status() == 3
    output = terminal.seen[mark:].decode("utf-8", "replace")
    assert "Traceback" not in output
    assert "ZeroDivisionError" not in output
    assert f"q40k resume {number}" in output
    assert "nothing that was shown is lost" in output
    log = own_home / "data" / "log" / "errors.log"
    assert str(log) in output.replace("\r\n", "")
    assert "the clock stopped" in log.read_text(encoding="utf-8")
    assert state(number) == before
    assert good("do", number, '{"do": "next"}') is not None


@pytest.mark.parametrize("key", [b"r", b"x"])
def test_a_lost_library_comes_back_by_one_key(own_home: Path, key: bytes) -> None:
    number = import_match()
    output = good("log", number)
    library = own_home / "data" / "matches.sqlite3"
    library.unlink()
    terminal = Terminal("-m", "q40k", "list")
    terminal.until(b"any other key")
    terminal.settle()
    os.write(terminal.end, key)
    assert terminal.status() == (0 if key == b"r" else 1)
    assert library.exists() is (key == b"r")
    if key == b"r":
        assert b"entries are back" in terminal.seen
        assert good("log", number) == output
