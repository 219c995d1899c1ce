"""Play, and die by kill -9 at a certain write: `python -m tests.faults.dying FOLDER WRITES WHEN`.

Each of the first WRITES is died at by a process of its own, forked from this one, so that q40k is
loaded once; its library lies in a folder of FOLDER with the number of the write. WHEN is "after"
(the write is on the disk, nobody has seen it) or "within" (before its commit). What would be on
the screen is written to `shown` before each step. Says how each of them ended.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from pathlib import Path

from q40k.table.match_library import MatchLibrary
from tests.faults.evening import begin
from tests.table.crashing import screen


def play(folder: Path, write: int, when: str) -> None:
    """Play until the write of that number."""
    match_library = MatchLibrary(folder / "matches.sqlite3", lambda: "now")
    match_session, step = begin(match_library)
    writes_left = write

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def wrote(_written: set[int]) -> None:
        nonlocal writes_left
        writes_left -= 1
        if writes_left == 0 and when == "after":
            die()

    def watch(statement: str) -> None:
        if writes_left == 1 and when == "within" and statement == "COMMIT":
            die()

    match_library.journal.after_write = wrote
    database: sqlite3.Connection = match_library.journal._db
    database.set_trace_callback(watch)
    with (folder / "shown").open("w", encoding="utf-8") as shown:
        while True:
            print(json.dumps(screen(match_session)), file=shown, flush=True)
            step()


def main(path: str, writes: str, when: str) -> None:
    """Die at each write; the exit code of each is printed."""
    for write in range(1, int(writes) + 1):
        folder = Path(path) / str(write)
        folder.mkdir()
        child = os.fork()
        if child == 0:
            play(folder, write, when)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
