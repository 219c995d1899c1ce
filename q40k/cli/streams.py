"""Standard input, output and errors: the one door through which everything is printed.

What comes from outside, such as the name of a file or of a match, may hold what a terminal would
obey instead of showing: no such thing passes. A stream may be closed, or its disk full.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click

from q40k.cli.say import _
from q40k.kernel.text import printable

PIPE_CLOSED = 1  # as click has it


def echo(line: str = "", *, err: bool = False) -> None:
    """Print one line. Raises OSError."""
    _print(printable(line) + "\n", err)


def echo_text(text: str, *, err: bool = False) -> None:
    """Print a text of several lines. Raises OSError."""
    lines = text.removesuffix("\n").split("\n")
    _print("".join(f"{printable(line)}\n" for line in lines), err)


def echo_progress(line: str) -> None:
    """Say on standard error how far something is; what is said next takes its place."""
    _print("\r" + printable(line) + "\r", True)


def _print(text: str, err: bool) -> None:
    if err:
        with suppress(OSError):  # what is told beside the work never stops it
            click.echo(text, nl=False, err=True)  # noqa: TID251
        return
    with naming_stream(_("standard output")):
        click.echo(text, nl=False)  # noqa: TID251


@contextmanager
def naming_stream(stream: str) -> Iterator[None]:
    """Let what is wrong with a stream be told as what is wrong with a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and not pipe_closed(error):
            raise OSError(error.errno, error.strerror, stream) from error
        raise


# -- what becomes of the streams themselves ------------------------------------------------


def fill_closed() -> None:
    """Put something in the place of each standard stream that was closed from the start.

    It refuses to be read or written, and its number is no longer free for the next file opened.
    """
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_RDONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, way)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def ready_streams() -> None:
    """Let no letter stop the output; what goes into a file or a pipe is UTF-8 everywhere."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is None:
            continue
        with suppress(OSError, ValueError):
            if stream.isatty():
                change(errors="replace")
            else:
                change(encoding="utf-8", errors="replace")


def pipe_closed(error: OSError) -> bool:
    """Whether nobody reads any more what is printed."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and error.errno == errno.EINVAL and error.filename is None


def let_go() -> None:
    """Write out what waits; point what cannot be written nowhere, so that it fails no more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
