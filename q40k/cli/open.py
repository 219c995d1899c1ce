"""Opening the library of matches and one of them, and closing both whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from q40k.cli.base import Argument
from q40k.cli.complete import matches
from q40k.cli.say import N_, about, locale
from q40k.cli.streams import echo

if TYPE_CHECKING:
    from q40k.table.match_library import MatchLibrary
    from q40k.table.match_session import MatchSession


@contextmanager
def match_library() -> Iterator[MatchLibrary]:
    """The user's own library of matches. Raises JournalError."""
    from q40k.i18n.error_texts import upgraded
    from q40k.table.match_library import MatchLibrary

    opened = MatchLibrary()
    if opened.kept is not None:
        echo(upgraded(locale(), opened.kept), err=True)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def match(said: str | None, *, watch: bool = True, whole: bool = True) -> Iterator[MatchSession]:
    """One match, to watch or to write, the `whole` of it or its end. Raises JournalError."""
    from q40k.i18n.error_texts import damaged

    with match_library() as opened:
        match_session = opened.open(opened.find(said).id, watch=watch, whole=whole)
        about(match_session.game.id)
        if (damage := match_session.damage) is not None:
            echo(damaged(locale(), damage.entry, damage.cut), err=True)
        try:
            yield match_session
        finally:
            match_session.close()


def match_argument(*, required: bool = True) -> Argument:
    """The argument that names a match: its number, its name, or the beginning of its name."""
    return Argument(["match"], metavar=N_("MATCH") if required else N_("[MATCH]"),
                    required=required, shell_complete=matches)  # fmt: skip
