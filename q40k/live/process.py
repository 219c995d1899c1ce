"""The server as whoever started it sees it: another process, which ends with this one.

It is led over its standard input: told which match to follow, and to end when that closes, so also
when this process dies.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

ENDING_SECONDS: Final = 3.0
"""So long it may take to end, before it is ended."""


class Server:
    """The server of the board in a process of its own."""

    def __init__(self, match: int, language: str, library: Path, *, lan: bool) -> None:
        """Start it for a match of a library. Raises OSError."""
        self.lan = lan
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "q40k", "board", str(match), "--led", "--lang", language,
                *(["--lan"] if lan else []),
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "Q40K_DATA_DIR": str(library.parent)},
        )  # fmt: skip

    def address(self) -> str:
        """The address of the board, once it can be reached; "" when it could not be served.

        It waits for that, so it is for a thread beside the screen.
        """
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def status(self) -> int | None:
        """With which status it ended; None while it runs."""
        return self._process.poll()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def follow(self, match: int) -> None:
        """Let it follow another match."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended: the match goes on without it
            self._process.stdin.write(f"{match}\n")
            self._process.stdin.flush()

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
