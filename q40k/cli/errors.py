"""The end of a failed call: its message, and the exit status."""

from typing import Any

from q40k.cli import say
from q40k.cli.base import bad_value

DONE = 0
REFUSED = 1
MALFORMED = 2
FAULT = 3
INTERRUPTED = 130
MOST_CHARACTERS = 1_000
MOST_LINES = 500
"""A failure is printed in at most so many lines of so many characters."""


class Failure(Exception):
    """A failure in words: what happened, what to do, and the exit status."""

    def __init__(self, title: str, advice: str = "", status: int = REFUSED) -> None:
        super().__init__(title)
        self.title = title
        self.advice = advice
        self.status = status


def report(failure: Failure) -> None:
    """Print a failure on standard error."""
    first, *more = failure.title.splitlines() or [""]
    say.echo(cut_line(first), err=True)
    lines = [*more, *failure.advice.splitlines()]
    for line in lines[:MOST_LINES]:
        say.echo(f"  {cut_line(line)}", err=True)
    if len(lines) > MOST_LINES:
        say.echo(say._("… and {number} lines more.", number=len(lines) - MOST_LINES), err=True)


def cut_line(line: str) -> str:
    """Return a line in at most as many characters as a failure may have."""
    return line if len(line) <= MOST_CHARACTERS else line[:MOST_CHARACTERS] + "…"


def add_nearest(message: str, nearest: str | None, otherwise: str = "") -> str:
    """Return a message about an unknown id, with the nearest one, or what to say `otherwise`."""
    hint = otherwise if nearest is None else say._("The nearest is {id}.", id=nearest)
    return f"{message} {hint}".rstrip()


def find_in_packs(library: Any, kind: str, id: str, unknown: str, hint: str) -> Any:
    """Return the pack object of that id. Raises click.BadParameter: `unknown`, with the nearest."""
    objects = library.of_kind(kind)
    if id not in objects:
        raise bad_value(hint, add_nearest(unknown, library.nearest(kind, id)))
    return objects[id]
