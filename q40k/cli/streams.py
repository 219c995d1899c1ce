"""Standard input, output and error: the only module through which anything is printed.

Outside text, such as the name of a file or of a match, may hold terminal control sequences. They
are made printable here. A stream may be closed, or its disk full.
"""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from q40k.cli.say import _
from q40k.kernel.text import escape_json, printable

PIPE_CLOSED = 1  # the status that click uses


def echo(line: str = "", *, err: bool = False) -> None:
    """Print one line. Raises OSError."""
    _print(printable(line) + "\n", err)


def echo_text(text: str, *, err: bool = False) -> None:
    """Print a text of several lines. Raises OSError."""
    lines = text.removesuffix("\n").split("\n")
    _print("".join(f"{printable(line)}\n" for line in lines), err)


def echo_progress(line: str) -> None:
    """Show progress on standard error; the next output overwrites it."""
    _print("\r" + printable(line) + "\r", True)


def show_progress(line: str) -> None:
    """Show progress, if standard error is a terminal."""
    if on_a_terminal("stderr"):
        echo_progress(line)


def as_json(data: Any) -> str:
    """Return data as JSON text for other programs."""
    return escape_json(json.dumps(data, ensure_ascii=False, indent=2))


def _print(text: str, err: bool) -> None:
    if err:
        with suppress(OSError):  # output on standard error must never stop the work
            click.echo(text, nl=False, err=True)  # noqa: TID251
        return
    with naming_stream(_("standard output")):
        click.echo(text, nl=False)  # noqa: TID251


@contextmanager
def naming_stream(stream: str) -> Iterator[None]:
    """Give an error of a stream the stream's name, as if it were a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and not pipe_closed(error):
            raise OSError(error.errno, error.strerror, stream) from error
        raise


# -- the streams themselves ----------------------------------------------------------------


def on_a_terminal(*streams: str) -> bool:
    """Return whether these of "stdin", "stdout", "stderr" are a terminal; all, if none is named."""
    return all(getattr(sys, name).isatty() for name in streams or ("stdin", "stdout", "stderr"))


def fill_closed_streams() -> None:
    """Open a placeholder for each standard stream that was closed from the start.

    It refuses to be read or written. Its number is then no longer free for the next file that is
    opened.
    """
    for name, flags in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_RDONLY)):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def prepare_streams() -> None:
    """Let no letter stop the output. Files and pipes get UTF-8 on every system."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        with suppress(OSError, ValueError):
            if stream.isatty():
                reconfigure(errors="replace")
            else:
                reconfigure(encoding="utf-8", errors="replace")


def pipe_closed(error: OSError) -> bool:
    """Return whether the reader of our output has gone."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and error.errno == errno.EINVAL and error.filename is None


def release_streams() -> None:
    """Flush the output; redirect a stream that fails to nowhere, so that it fails no more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)
