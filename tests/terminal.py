"""The real program in a pseudo-terminal. POSIX only: tests say so by `pytestmark`."""

from __future__ import annotations

import os
import select
import signal
import struct
import sys
import time
from pathlib import Path

from tests.cli.calls import ROOT

PATIENCE = 30.0


def _fork_loose() -> tuple[int, int]:
    """Fork as `pty.fork` does, but give the child a terminal that does not control it."""
    end, inner = os.openpty()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        for stream in (0, 1, 2):
            os.dup2(inner, stream)
    os.close(inner)
    return pid, end


class Terminal:
    """The program in a pseudo-terminal of 100 by 30.

    With `led`, below another program which alone hears that the terminal was closed, and tells
    nobody: so it is below `make` where a window runs nothing else. If it is `loose`, the terminal
    is not its controlling one, so that nobody hears of it. An `installed` program sees nothing of
    the checkout.
    """

    def __init__(self, *arguments: str, led: bool = False, loose: bool = False, installed: Path | None = None) -> None:
        import pty

        self.pid, self.end = _fork_loose() if loose else pty.fork()
        if self.pid == 0:
            os.chdir(installed.parent if installed else ROOT)
            environ = {**os.environ, "TERM": "xterm-256color"} | ({} if installed else {"PYTHONPATH": str(ROOT)})
            leader = ("/bin/sh", "-c", 'trap "" HUP; "$@"; exit $?', "sh") if led else ()
            call = [*leader, str(installed or sys.executable), *arguments]
            os.execve(call[0], call, environ)
        self.size(100, 30)
        self.seen = b""
        self.ended = False

    def size(self, columns: int, rows: int) -> None:
        """Resize it."""
        import fcntl
        import termios

        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, patience: float) -> bytes:
        """What is painted meanwhile, if anything; it is added to `seen`."""
        ready, _, _ = select.select([self.end], [], [], patience)
        try:
            got = os.read(self.end, 1 << 16) if ready else b""
        except OSError:
            got = b""
        self.seen += got
        return got

    def until(self, words: bytes) -> None:
        """Wait for words on the screen."""
        start = len(self.seen)
        while words not in self.seen[start:]:
            assert self.read(PATIENCE), self.seen[-500:]

    def settle(self) -> None:
        """Wait until nothing more is painted."""
        while self.read(0.3):
            pass

    def write(self, keys: bytes) -> None:
        """Type, and wait for nothing."""
        os.write(self.end, keys)

    def type(self, keys: bytes) -> None:
        """Type, and wait until nothing more is painted."""
        self.write(keys)
        self.settle()

    def kill(self) -> None:
        """End the program, if it has not ended yet."""
        if not self.ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.ended = True
        os.close(self.end)

    def status(self) -> int:
        """Wait for the end of the program."""
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            self.read(0.05)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.ended = True
                self.settle()
                return os.waitstatus_to_exitcode(status)
        self.kill()
        raise AssertionError("the program goes on for ever")
