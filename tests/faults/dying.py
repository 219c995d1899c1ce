"""Play, and die by kill -9 at a certain write: `python -m tests.faults.dying LIBRARY WRITE WHEN`.

WHEN is "after" (the write is on the disk, nobody has seen it) or "within" (before its commit).
What would be on the screen is printed before each step.
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


def main(path: str, write: str, when: str) -> None:
    """Play until the write of that number."""
    match_library = MatchLibrary(Path(path), lambda: "now")
    match_session, step = begin(match_library)
    left = int(write)

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def wrote() -> None:
        nonlocal left
        left -= 1
        if left == 0 and when == "after":
            die()

    def watch(statement: str) -> None:
        if left == 1 and when == "within" and statement == "COMMIT":
            die()

    match_library.journal.after_write = wrote
    database: sqlite3.Connection = match_library.journal._db
    database.set_trace_callback(watch)
    while True:
        print(json.dumps(screen(match_session)), flush=True)  # noqa: T201
        step()


if __name__ == "__main__":
    main(*sys.argv[1:])
