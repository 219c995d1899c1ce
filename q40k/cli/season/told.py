"""Which matches are looked at, and the season of them."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING, Final

import click

from q40k.cli.base import Option, bad_value
from q40k.cli.complete import games_known
from q40k.cli.games import no_game
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


def game_said(_ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """The id of the game that is meant, "" for any. Raises click.BadParameter."""
    try:
        return manifest(value).id if value else ""
    except UnknownGame as error:
        raise no_game(error, param.opts[-1]) from error


def filters() -> tuple[Option, ...]:
    """The options that say which matches are looked at."""
    return (
        Option(["--since"], metavar=N_("DAY"), callback=_day,
               help=N_("Only matches from this day on (2026-11-22).")),
        Option(["--until"], metavar=N_("DAY"), callback=_day,
               help=N_("Only matches up to this day.")),
        Option(["of", "--of"], metavar=N_("GAME"), callback=game_said, shell_complete=games_known,
               help=N_("Only matches of this game; `q40k games` lists them.")),
        Option(["--played"], metavar=N_("NAME"), default="",
               help=N_("Only matches in which this was played, as the list of matches says it.")),
        Option(["--tag"], metavar=N_("TAG"), default="",
               help=N_("Only matches that bear this tag.")),
    )  # fmt: skip


def wanted_of(said: dict[str, str]) -> Filter:
    """The matches that are wanted: what the command says, else what stands before it."""
    from q40k.season.season import Filter

    before = click.get_current_context().parent
    outer = before.params if before is not None else {}
    since, until, of, played, tag = (said.pop(one) or outer.get(one) or "" for one in FILTERS)
    if since and until and until < since:
        raise bad_value("--until", _("that is before --since."))
    return Filter(since, until, of, played, tag)


def told(library: MatchLibrary, wanted: Filter) -> Season:
    """The season; on a terminal it says how far it is, the first time."""
    from q40k.season.season import season
    from q40k.season.words import nothing_found

    def progress(place: int, number: int) -> None:
        if sys.stderr.isatty():
            echo_progress(_("Looking at match {place} of {number}…", place=place, number=number))

    found = season(library, wanted, progress)
    for number in found.unread:
        echo(_("Match {number} cannot be read, so it does not count; `q40k doctor` tells more.",
               number=number), err=True)  # fmt: skip
    if found.lines:
        echo(
            ngettext(
                "{number} line of the season’s decisions cannot be read; the others stand.",
                "{number} lines of the season’s decisions cannot be read; the others stand.",
                found.lines,
            ),
            err=True,
        )
    if found.every and not (found.matches or found.left_out):
        echo(nothing_found(locale(), found, wanted), err=True)
    return found
