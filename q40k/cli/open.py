"""Opening the library of matches and one of them, and closing both whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from q40k.cli.base import Argument, bad_value
from q40k.cli.complete import matches
from q40k.cli.say import N_, _, about, locale
from q40k.cli.streams import echo
from q40k.games.game import name_of

if TYPE_CHECKING:
    from q40k.kernel.journal.journal import MatchRow
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
def match(
    said: str | None, *, watch: bool = True, whole: bool = True, game: str = ""
) -> Iterator[MatchSession]:
    """One match, to watch or to write, the `whole` of it or its end. Raises JournalError.

    With a `game` it must be one of that game. Raises click.BadParameter.
    """
    from q40k.i18n.error_texts import damaged, mirror_lags

    with match_library() as opened:
        row = opened.find(said)
        if game:
            must_be_of(row, game, _("MATCH"))
        match_session = opened.open(row.id, watch=watch, whole=whole)
        about(match_session.game.id)
        if (damage := match_session.damage) is not None:
            echo(damaged(locale(), damage.entry, damage.cut), err=True)
        try:
            yield match_session
        finally:
            match_session.close()
            opened.close()
            if (folder := match_session.mirror_lags) is not None:
                echo(mirror_lags(locale(), folder), err=True)


def must_be_of(row: MatchRow, game: str, hint: str) -> None:
    """Raise click.BadParameter when a match is not one of that game."""
    if row.game != game:
        text = _("Match {number} is one of {game}, not of {other}.", number=row.id,
                 game=name_of(row.game), other=name_of(game))  # fmt: skip
        raise bad_value(hint, text)


def match_argument(*, required: bool = True) -> Argument:
    """The argument that names a match: its number, its name, or the beginning of its name."""
    return Argument(["match"], metavar=N_("MATCH") if required else N_("[MATCH]"),
                    required=required, shell_complete=matches)  # fmt: skip
