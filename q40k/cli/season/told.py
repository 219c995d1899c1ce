"""The options that choose matches of the season, and the season of those matches."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING, Final

import click

from q40k.cli.base import Option, bad_value
from q40k.cli.complete import complete_games
from q40k.cli.games import unknown_game_error
from q40k.cli.say import N_, _, locale, ngettext
from q40k.cli.streams import echo, echo_progress
from q40k.games.game import UnknownGame, manifest

if TYPE_CHECKING:
    from q40k.season.season import Filter, Season
    from q40k.table.match_library import MatchLibrary

FILTERS: Final = ("since", "until", "of", "played", "tag")


def _day(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    if not value:
        return ""
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        wrong = _("“{said}” is no day; write it as 2026-11-22.", said=value)
        raise bad_value(param.opts[0], wrong) from None


def game_id_of(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """Return the id of the named game, "" for any. Raises click.BadParameter."""
    try:
        return manifest(value).id if value else ""
    except UnknownGame as error:
        raise unknown_game_error(error, param.opts[-1]) from error


def filter_options() -> tuple[Option, ...]:
    """Return the options that choose the matches."""
    return (
        Option(["--since"], metavar=N_("DAY"), callback=_day,
               help=N_("Only matches from this day on (2026-11-22).")),
        Option(["--until"], metavar=N_("DAY"), callback=_day,
               help=N_("Only matches up to this day.")),
        Option(["of", "--of"], metavar=N_("GAME"), callback=game_id_of,
               shell_complete=complete_games,
               help=N_("Only matches of this game; `q40k games` lists them.")),
        Option(["--played"], metavar=N_("NAME"), default="",
               help=N_("Only matches in which this was played, as the list of matches says it.")),
        Option(["--tag"], metavar=N_("TAG"), default="",
               help=N_("Only matches that bear this tag.")),
    )  # fmt: skip


def filter_of(options: dict[str, str]) -> Filter:
    """Return the filter that the command names, or else the group above it."""
    from q40k.season.season import Filter

    parent = click.get_current_context().parent
    outer = parent.params if parent is not None else {}
    since, until, of, played, tag = (options.pop(name) or outer.get(name) or "" for name in FILTERS)
    if since and until and until < since:
        raise bad_value("--until", _("that is before --since."))
    return Filter(since, until, of, played, tag)


def read_season(library: MatchLibrary, selection: Filter) -> Season:
    """Return the season; on a terminal, show the progress when it is first computed."""
    from q40k.season.season import season
    from q40k.season.wording import nothing_found

    def progress(place: int, number: int) -> None:
        if sys.stderr.isatty():
            echo_progress(_("Looking at match {place} of {number}…", place=place, number=number))

    result = season(library, selection, progress)
    for number in result.unread:
        echo(_("Match {number} cannot be read, so it does not count; `q40k doctor` tells more.",
               number=number), err=True)  # fmt: skip
    if result.lines:
        echo(
            ngettext(
                "{number} line of the season’s decisions cannot be read; the others stand.",
                "{number} lines of the season’s decisions cannot be read; the others stand.",
                result.lines,
            ),
            err=True,
        )
    if result.every and not (result.matches or result.left_out):
        echo(nothing_found(locale(), result, selection), err=True)
    return result
