"""Carry out a call of the command line, and die by kill -9 at one of its writes: `python -m tests.pairs.mortal AT …`.

Writes are: a file opened to be written, a name given, moved or removed, a folder made, and every statement of a
database that writes. The process dies just before its write, so the deaths together leave every state that lies
between two of them. At 0 nobody dies; the last line says how many writes there were.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from typing import Any

from q40k.cli.app import cli

EVENTS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "os.symlink"}
STATEMENTS = ("COMMIT", "INSERT", "UPDATE", "DELETE", "CREATE", "PRAGMA JOURNAL_MODE", "PRAGMA WAL_CHECKPOINT")


class Reaper:
    """Counts writes, and kills its process at the one of that number."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.count = 0

    def wait(self) -> None:
        """Hear what Python does from now on, and what databases are told that are opened from now on."""
        connect = sqlite3.connect
        sqlite3.connect = lambda *a, **k: self._watch(connect(*a, **k))  # type: ignore[assignment]
        sys.addaudithook(self._hear)

    def _note_write(self) -> None:
        self.count += 1
        if self.count == self.at:
            os.kill(os.getpid(), signal.SIGKILL)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        is_writing = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in EVENTS or (is_writing and isinstance(arguments[0], str)):
            self._note_write()

    def _watch(self, database: sqlite3.Connection) -> sqlite3.Connection:
        database.set_trace_callback(lambda sql: self._note_write() if sql.upper().startswith(STATEMENTS) else None)
        return database


def main(at: str, *arguments: str) -> None:
    """Carry out a call, and die at a write."""
    reaper = Reaper(int(at))
    reaper.wait()
    try:
        cli.main(list(arguments), prog_name="q40k")
    finally:
        print(reaper.count)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
