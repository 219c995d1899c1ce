"""Opening the shelf of matches and one of them, and closing both whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from q40k.cli.base import Argument
from q40k.cli.complete import matches
from q40k.cli.say import N_

if TYPE_CHECKING:
    from q40k.table.shelf import Shelf
    from q40k.table.sitting import Sitting


@contextmanager
def shelf() -> Iterator[Shelf]:
    """The user's own shelf. Raises JournalError."""
    from q40k.table.shelf import Shelf

    opened = Shelf()
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def match(said: str | None, *, watch: bool = True) -> Iterator[Sitting]:
    """One match, to watch or to write. Raises JournalError."""
    with shelf() as opened:
        sitting = opened.open(opened.find(said).id, watch=watch)
        try:
            yield sitting
        finally:
            sitting.close()


def match_argument(*, required: bool = True) -> Argument:
    """The argument that names a match: its number, its name, or the beginning of its name."""
    return Argument(["match"], metavar=N_("MATCH") if required else N_("[MATCH]"),
                    required=required, shell_complete=matches)  # fmt: skip
