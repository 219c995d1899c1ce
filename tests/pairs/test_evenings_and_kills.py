"""Every verb of an evening that talks with another laptop × kill -9 at every write: a repeat makes it whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree

import pytest

from q40k.evening import table
from q40k.evening.evenings import read_evening
from q40k.table.folders import LIBRARY
from q40k.table.match_library import MatchLibrary
from tests.cli.calls import ROOT
from tests.evening.halls import LEAGUE, Hall, Table, entries_of, found_league, play, score, serve_hall
from tests.pairs.sampling import sample
from tests.pairs.verbs import EVENINGS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="POSIX signals")
READY, ENDED = "Ctrl-C ends it.", (0, 130)
"""What an open hall says last, and its status after Ctrl-C: that of the hall, or of the call if it comes at once."""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    path = tmp_path / "hall" / LIBRARY
    path.parent.mkdir()
    found_league(path, ("Ann", "Bob"))
    with serve_hall(path, pause=0.0) as served:
        yield served


@contextmanager
def start_call(home: Path, at: int, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A call in a home that dies at its write of that number."""
    call = [sys.executable, "-m", "tests.pairs.mortal", str(at), "evening", *arguments]
    environment = {**os.environ, "Q40K_DATA_DIR": str(home), "Q40K_LANG": "en"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(call, text=True, cwd=ROOT, env=environment, **pipes) as process:  # type: ignore[call-overload]
        yield process


def run_call(home: Path, at: int, *arguments: str) -> tuple[int, str]:
    """The status of a call, or minus the signal that it died of, and what it said."""
    with start_call(home, at, *arguments) as process:
        text = process.communicate()[0]
    assert "Traceback" not in text
    return process.returncode, text


def open_hall(home: Path, at: int) -> tuple[int, str]:
    """The status of a hall that is ended as soon as it is open, and what it said."""
    lines = []
    with start_call(home, at, "open", LEAGUE, "--here", "--port", "0") as process:
        for text in process.stdout or ():
            lines.append(text)
            if READY in text:
                process.send_signal(signal.SIGINT)
    assert "Traceback" not in "".join(lines)
    return process.returncode, "".join(lines)


def deaths(text: str) -> list[int]:
    """The writes to die at, of a call that lived and so said last how many it made."""
    return sample(range(1, int(text.rsplit(maxsplit=1)[-1]) + 1), 1)


def test_every_verb_that_talks_with_other_laptops_is_here() -> None:
    assert {"evening open", "evening join", "evening send"} == EVENINGS


def test_a_laptop_that_is_killed_as_it_joins_joins_when_it_is_asked_again(hall: Hall, tmp_path: Path) -> None:
    call = ("join", hall.url, hall.word, "--table")
    status, text = run_call(tmp_path / "alive", 0, *call, "1")
    for number, at in enumerate(deaths(text), 2):
        home = tmp_path / f"at-{at}"
        assert run_call(home, at, *call, str(number))[0] == -signal.SIGKILL
        status, text = run_call(home, 0, *call, str(number))
        assert status == 0, (at, text)
        membership = table.read_membership(home / LIBRARY)
        assert membership is not None
        with closing(MatchLibrary(hall.path)) as library:
            evening = read_evening(library.journal, LEAGUE)
        assert evening is not None
        assert evening.laptops[number].token == membership.token, at


def test_what_was_not_sent_because_of_a_kill_is_sent_once(hall: Hall, tmp_path: Path) -> None:
    with Table(tmp_path / "table", 1) as laptop:
        laptop.join(hall)
        session = laptop.begin()
        home, call = laptop.path.parent, ("send", "--once")
        run_call(home, 0, *call)  # the first time it makes more writes
        play(session, score("Ann", 0))
        for at in deaths(run_call(home, 0, *call)[1]):
            play(session, score("Ann", at))
            assert run_call(home, at, *call)[0] == -signal.SIGKILL
            status, text = run_call(home, 0, *call)
            assert status == 0, (at, text)
            membership = table.read_membership(laptop.path)
            assert membership is not None
            (identity,) = membership.matches
            assert entries_of(laptop.path, identity) == entries_of(hall.path, identity), at


def test_a_hall_that_is_killed_as_it_opens_opens_when_it_is_asked_again(tmp_path: Path) -> None:
    founded = tmp_path / "founded"
    founded.mkdir()
    found_league(founded / LIBRARY, ("Ann", "Bob"))
    assert open_hall(copytree(founded, tmp_path / "first"), 1)[0] == -signal.SIGKILL
    _status, text = open_hall(copytree(founded, tmp_path / "alive"), 0)
    for at in deaths(text):
        home = copytree(founded, tmp_path / f"at-{at}")
        assert open_hall(home, at)[0] in (-signal.SIGKILL, *ENDED)  # how much it writes as it ends depends on when
        status, text = open_hall(home, 0)
        assert status in ENDED, (at, text)
        assert READY in text, at
