"""The server seen by the process that started it: a child process, which ends with its parent.

Its standard input controls it: a line names the match to follow. It ends when its input closes, so
also when the parent dies.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

ENDING_SECONDS: Final = 3.0
"""It may take so long to end; then it is killed."""


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
        """Return the address of the board once it can be reached; "" if it could not be served.

        This blocks, so call it in a thread.
        """
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def status(self) -> int | None:
        """The exit status; None while it runs."""
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
        """End the process."""
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
