"""A program in a pseudo-terminal, and how long it takes to paint. POSIX only, and says so."""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZE = (40, 120)
PATIENCE = 30.0
QUIET = 0.05


def possible() -> bool:
    """Whether this machine has pseudo-terminals."""
    return sys.platform != "win32"


def environment(data: Path | None = None) -> dict[str, str]:
    """What a program is started with: this q40k in English, with the library of that folder."""
    loose = ("Q40K_", "PYTHONDONTWRITEBYTECODE")  # an installed program has its bytecode
    environ = {k: v for k, v in os.environ.items() if not k.startswith(loose)}
    environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "Q40K_LANG": "en"}
    environ["PYTHONPATH"] = str(ROOT)
    if data is not None:
        environ["Q40K_DATA_DIR"] = str(data)
    return environ


class Terminal:
    """A Python program started in a pseudo-terminal of 120 by 40, perhaps one that shows pictures."""

    def __init__(self, arguments: Sequence[str], data: Path | None = None, *, pixels: bool = False) -> None:
        import fcntl
        import pty
        import termios

        environ = environment(data) | {"Q40K_PIXELS": "sixel" if pixels else "no"}
        self.began = time.perf_counter()
        self._pid, self._end = pty.fork()
        if self._pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
            os.execve(sys.executable, [sys.executable, *arguments], environ)

    def _read(self, patience: float) -> bytes:
        ready, _, _ = select.select([self._end], [], [], patience)
        try:
            return os.read(self._end, 1 << 16) if ready else b""
        except OSError:
            return b""

    def until(self, words: bytes) -> float:
        """Seconds from the start of the process until it has written these words."""
        seen = b""
        while words not in seen:
            got = self._read(PATIENCE)
            if not got:
                raise RuntimeError(f"{words!r} never came: {seen[-300:]!r}")
            seen += got
        return time.perf_counter() - self.began

    def settle(self, quiet: float = QUIET) -> float | None:
        """Read until nothing has come for a while; when the last of it came, if any did."""
        last = None
        while self._read(quiet):
            last = time.perf_counter()
        return last

    def key(self, typed: bytes) -> float | None:
        """Type a key; seconds until it is repainted, None when nothing was."""
        began = time.perf_counter()
        os.write(self._end, typed)
        got = self._read(0.3)
        first = time.perf_counter()
        if not got:
            return None
        last = self.settle()
        return (last or first) - began

    def close(self) -> None:
        """End the program."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._end)


def painted(words: bytes, arguments: list[str], folder: Path | None = None) -> float:
    """Seconds from the start of a program until it has painted these words."""
    shown = Terminal(arguments, folder)
    try:
        return shown.until(words)
    finally:
        shown.close()
