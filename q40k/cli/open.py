"""What a call opens: a game, the library of matches, or one match, which are closed again."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext

import click

from q40k.cli.base import Argument, Option, bad_value
from q40k.cli.complete import complete_games, complete_matches
from q40k.cli.errors import add_nearest
from q40k.cli.say import N_, _, locale, remark, show_progress, speak_of
from q40k.games.game import DEFAULT, Game, UnknownGame, find, name_of
from q40k.i18n.error_texts import damage_notice, safety_notices, upgrade_notice
from q40k.kernel.journal.journal import MatchRow
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.side_files import notices

# -- games -----------------------------------------------------------------------------------------


def unknown_game_error(error: UnknownGame, option: str = "--game") -> click.BadParameter:
    """Return the error for a game that does not exist."""
    return bad_value(
        option, add_nearest(_("There is no game “{said}”; `q40k games` lists them.", said=error.id), error.nearest)
    )


def game_option() -> Option:
    """Return the option that names a game by its id."""

    def open_game(_ctx: click.Context, _param: click.Parameter, value: str) -> Game:
        try:
            return find(value)
        except UnknownGame as error:
            raise unknown_game_error(error) from error

    return Option(
        ["--game"],
        is_eager=True,  # other options may depend on it
        metavar=N_("ID"),
        default=DEFAULT,
        callback=open_game,
        help=N_("The game that is played; `q40k games` lists them."),
        shell_complete=complete_games,
    )


# -- the library and its matches -------------------------------------------------------------------


def show_match_progress(place: int, number: int) -> None:
    """Show how many of the matches were read."""
    show_progress(_("Looking at match {place} of {number}…", place=place, number=number))


@contextmanager
def open_library() -> Iterator[MatchLibrary]:
    """Open the user's own library of matches. Raises JournalError."""

    with closing(MatchLibrary()) as library:
        if library.kept is not None:
            remark(upgrade_notice(locale(), library.kept))
        for notice in notices(locale(), library):
            remark(notice)
        yield library


@contextmanager
def open_match(name: str | None, *, watch: bool = True, whole: bool = True, game: str = "") -> Iterator[MatchSession]:
    """Open one match, to watch or to write: the `whole` of it or its end. Raises JournalError.

    One that is watched is seen as it was at one moment, whatever another process writes meanwhile.
    With a `game` it must be a match of that game. Raises click.BadParameter.
    """

    with open_library() as library:
        try:
            with library.journal.moment() if watch else nullcontext():
                row = library.find(name)
                if game:
                    require_game(row, game, _("MATCH"))
                with closing(library.open(row.id, watch=watch, whole=whole)) as match_session:
                    speak_of(match_session.game.id)
                    if (damage := match_session.damage) is not None:
                        remark(damage_notice(locale(), damage.entry, damage.cut))
                    yield match_session
        finally:
            library.close()
            for notice in safety_notices(locale(), library.mirror, library.follow_ups.log):
                remark(notice)


def require_game(row: MatchRow, game: str, hint: str) -> None:
    """Raise click.BadParameter if a match is of another game."""
    if row.game != game:
        text = _(
            "Match {number} is one of {game}, not of {other}.",
            number=row.id,
            game=name_of(row.game),
            other=name_of(game),
        )
        raise bad_value(hint, text)


def match_argument(*, required: bool = True, last: bool = False) -> Argument:
    """Return the argument that names a match by its number, its name or the name's beginning.

    With `last`, it is the match played last if none is named.
    """
    if last:
        return Argument(["match"], metavar=N_("[MATCH]"), default="last", shell_complete=complete_matches)
    return Argument(
        ["match"],
        metavar=N_("MATCH") if required else N_("[MATCH]"),
        required=required,
        shell_complete=complete_matches,
    )


def match_option(names: Sequence[str], help: str) -> Option:
    """Return an option that names a match."""
    return Option(names, metavar=N_("MATCH"), shell_complete=complete_matches, help=help)


def has_several_games(rows: list[MatchRow]) -> bool:
    """Return whether the matches are of several games."""
    return len({row.game for row in rows}) > 1
