"""What differs on Windows and can be tried on another system: names, addresses, files in use, missing modules."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path, PureWindowsPath

import pytest

from q40k.care.working import working_folder
from q40k.i18n.locale import language_of_windows
from q40k.kernel import whole_file
from q40k.kernel.journal.file_guard import database_address
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.journal.match_lock import MatchLock
from q40k.lab import engines
from q40k.live.examiner import limit_resources
from q40k.packs.base import id_of_name
from q40k.tui.map import graphics
from tests.cli.calls import MATCH, ROOT, script

DEVICES = ("CON", "prn", "Aux", "NUL", "com1", "LPT9")


@pytest.mark.parametrize("name", DEVICES)
def test_no_id_is_the_name_of_a_device(name: str) -> None:
    assert id_of_name(name, "own") == f"{name.casefold()}-x"
    assert id_of_name(f"{name}rad", "own") == f"{name.casefold()}rad"


def test_a_library_on_any_drive_or_share_has_an_address_that_sqlite_reads(tmp_path: Path) -> None:
    drive, share = PureWindowsPath("C:\\Zoë’s 1#\\matches.sqlite3"), PureWindowsPath("\\\\nas\\club\\matches.sqlite3")
    assert database_address(drive, "mode=ro") == "file:" + "///C:/Zo%C3%AB%E2%80%99s%201%23/matches.sqlite3?mode=ro"
    assert database_address(share, "mode=ro") == "file:" + "////nas/club/matches.sqlite3?mode=ro"
    with pytest.raises(sqlite3.OperationalError, match="authority"):  # the address that Python gives
        sqlite3.connect(f"{share.as_uri()}?mode=ro", uri=True)
    here = PureWindowsPath(f"\\{tmp_path / 'x.sqlite3'}".replace("/", "\\"))  # which POSIX reads as the same path
    with closing(sqlite3.connect(database_address(here, "mode=rwc"), uri=True)) as db:
        db.execute("CREATE TABLE t (a)")
    assert (tmp_path / "x.sqlite3").exists()


@pytest.mark.parametrize(
    ("number", "language"), [(0x040C, "fr"), (0x0C0C, "fr"), (0x100C, "fr"), (0x0409, "en"), (0x0407, "en")]
)
def test_the_language_of_windows_is_a_number(number: int, language: str) -> None:
    assert language_of_windows(number) == language


@pytest.mark.parametrize("times", [3, 10_000])
def test_a_file_that_somebody_reads_is_replaced_a_moment_later(
    times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tries, now = tmp_path / "shelf.json", [0], [0.0]
    path.write_bytes(b"old")
    replace = Path.replace

    def refuse(part: Path, target: Path) -> Path:
        tries[0] += 1
        if tries[0] <= times:
            raise PermissionError(13, "The process cannot access the file", str(target))
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with monkeypatch.context() as windows:
        windows.setattr(time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
        windows.setattr(time, "monotonic", lambda: now[0])
        windows.setattr(sys, "platform", "win32")
        if times == 3:
            whole_file.write_whole(path, b"new")
        else:
            with pytest.raises(PermissionError):
                whole_file.write_whole(path, b"new")
    assert path.read_bytes() == (b"new" if times == 3 else b"old")
    assert list(tmp_path.iterdir()) == [path]


def test_a_lock_is_given_back_though_somebody_reads_its_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "The process cannot access the file", str(path))

    lock = MatchLock(tmp_path, 1)
    lock.acquire()
    with monkeypatch.context() as reading:
        reading.setattr(Path, "unlink", refuse)
        lock.release()
    with MatchLock(tmp_path, 1), pytest.raises(JournalError, match="match-held"):
        lock.acquire()


def test_what_git_wrote_can_be_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    with monkeypatch.context() as windows, working_folder(tmp_path, "packs") as folder:
        (folder / "object").write_bytes(b"x")
        (folder / "object").chmod(0o444)
        windows.setattr(sys, "platform", "win32")
        windows.setattr(
            "q40k.care.working.rmtree", lambda path, **_: modes.append((path / "object").stat().st_mode & 0o200)
        )
    assert modes == [0o200]


WINDOWS = """
import asyncio, builtins, curses, json, os, signal, sys
import click, filelock, platformdirs, textual.app, zoneinfo
from concurrent.futures import ProcessPoolExecutor
sys.platform = "win32"
for module, names in ((signal, "SIGHUP SIGALRM SIGUSR1 alarm pause"), (os, "getuid geteuid fork killpg openpty")):
    for name in names.split():
        delattr(module, name)
load = builtins.__import__
MISSING = "fcntl termios tty pty pwd grp resource curses".split()
def without(name, globals=None, *more, **named):
    if (globals or {}).get("__name__", "").startswith("q40k") and name in MISSING:
        raise ImportError(name)
    return load(name, globals, *more, **named)
builtins.__import__ = without
from q40k.cli.app import run
for call in json.loads(sys.argv[1]):
    assert run(call) == 0, call
"""
"""Carries calls out as q40k would on Windows, as far as another system can show that."""


def test_an_evening_without_what_windows_lacks(own_home: Path) -> None:
    """The conversation is piped in as UTF-8, though a pipe of Windows has another encoding by default."""
    (own_home / "match.jsonl").write_text(script(MATCH), encoding="utf-8", newline="\r\n")
    calls = [["import", "match.jsonl"], ["talk", "last"], ["list"], ["doctor"], ["report", "last", "--out", "r.html"]]
    environ = {
        **os.environ,
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": "cp1252",
        "PYTHONPATH": str(ROOT),
        "USERNAME": "Ann",
    }
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, json.dumps(calls)],
        cwd=own_home,
        env=environ,
        input="/rename-match 1 Œuvre\n/quit\n".encode(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert "Œuvre" in done.stdout.decode()


def test_work_in_the_background_asks_for_no_less_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[bool] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "nice")
    monkeypatch.setattr(engines, "_follow_parent", lambda: followed.append(True))
    limit_resources(1 << 30, 10)
    engines._begin_in_background()
    assert followed == [True]


@pytest.mark.parametrize(("switch", "drawn"), [("", None), ("sixel", "sixel"), ("no", None)])
def test_a_terminal_of_windows_is_asked_nothing_and_told_by_a_variable(
    switch: str, drawn: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows names no TERM: nothing is written to the terminal that it might show, and no answer is waited for."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setenv(graphics.SWITCH, switch)
    assert graphics.question() == ""
    decided = graphics.configured_graphics()
    assert (decided.protocol if decided else None) == drawn
    if decided is not None:
        assert graphics.cell_size(decided) == (10, 20), "without an answer, as most terminals have it"
