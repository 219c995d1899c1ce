"""Standard input, line by line, with time in between for what happens without a line.

At a terminal the letters are read one by one and echoed, so that the news of phones and bots wait
while a line is half typed. A backspace is echoed as the terminal itself would; nothing else moves a
cursor. From a pipe whole lines are read.
"""

import codecs
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOBase
from typing import Any

LOOK_SECONDS = 0.15
"""How often phones, bots and other writers are looked at."""
READ_BYTES = 4096
ERASES, DROPS, ENDS = "\x7f\b", "\x15", "\x04"
"""What erases a letter, drops the line, ends the input."""


class Ears:
    """Yields typed lines; `idle` is called again and again while nothing is typed.

    While `is_secret` says so, dots are echoed.
    """

    def __init__(self, idle: Callable[[], None], is_secret: Callable[[], bool]) -> None:
        self._idle = idle
        self._is_secret = is_secret
        self._typed = ""
        self._in_sequence = False  # within the codes of a key such as an arrow
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def lines(self) -> Iterator[str]:
        """Yield lines without their ends until the input ends. Raises KeyboardInterrupt."""
        stream = sys.stdin
        if not can_wait(stream):
            yield from (line.rstrip("\r\n") for line in stream)
            return
        number = stream.fileno()
        with letters_of_terminal(number) as echoes:
            yield from self._read(number, echoes)

    def _read(self, number: int, echoes: bool) -> Iterator[str]:
        import select

        while True:
            ready, _write, _error = select.select([number], [], [], LOOK_SECONDS)
            if not ready:
                if not self._typed:
                    self._idle()
                continue
            data = os.read(number, READ_BYTES)
            for letter in self._decoder.decode(data, final=not data):
                if letter == ENDS and echoes and not self._typed:
                    return
                line = self._take(letter, echoes)
                if line is not None:
                    yield line
            if not data:
                if self._typed:
                    yield self._typed
                return

    def _take(self, letter: str, echoes: bool) -> str | None:
        """Take a letter; return the line that it ends, if it ends one."""
        if letter in "\r\n":
            line, self._typed = self._typed, ""
            if echoes:
                _echo("\n")
            return line.removesuffix("\r")
        if not echoes:
            self._typed += letter
        elif self._in_sequence:
            self._in_sequence = not (letter.isalpha() or letter == "~")
        elif letter == "\x1b":
            self._in_sequence = True
        elif letter in ERASES or letter == DROPS:
            count = len(self._typed) if letter == DROPS else min(1, len(self._typed))
            self._typed = self._typed[: len(self._typed) - count]
            _echo("\b \b" * count)
        elif letter.isprintable():
            self._typed += letter
            _echo("•" if self._is_secret() else letter)
        return None


def _echo(text: str) -> None:
    with suppress(OSError):
        os.write(1, text.encode())


def can_wait(stream: Any) -> bool:
    """Return whether a stream can be waited for: not on Windows, and not in memory."""
    if sys.platform == "win32" or not isinstance(stream, TextIOBase):
        return False
    try:
        stream.fileno()
    except OSError:
        return False
    return True


@contextmanager
def letters_of_terminal(number: int) -> Iterator[bool]:
    """Read a terminal letter by letter for a while; yield whether it is one, so that we echo."""
    if sys.platform == "win32" or not os.isatty(number) or not os.isatty(1):
        yield False
        return
    import termios

    before = termios.tcgetattr(number)
    now = termios.tcgetattr(number)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(number, termios.TCSADRAIN, now)
    try:
        yield True
    finally:
        with suppress(termios.error, OSError):
            termios.tcsetattr(number, termios.TCSADRAIN, before)
