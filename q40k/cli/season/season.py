"""Commands that tell all finished matches together, in words and for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Call, Option, command, family
from q40k.cli.columns import lines
from q40k.cli.errors import DONE
from q40k.cli.files import force_option, written
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match_library
from q40k.cli.say import N_, _, locale
from q40k.cli.season.club import COMMANDS as DECIDING
from q40k.cli.season.told import filters, told, wanted_of
from q40k.cli.streams import echo, echo_text

if TYPE_CHECKING:
    pass


def _show(ctx: click.Context, as_json_: bool, **said: Any) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.season.data import data
    from q40k.season.league import leagues
    from q40k.season.league_words import league_chapters
    from q40k.season.words import chapters

    wanted = wanted_of(said)
    with match_library() as library:
        found = told(library, wanted)
    if as_json_:
        echo_text(as_json(data(found, wanted)))
        return DONE
    if not (found.every or found.left_out or found.club.leagues):
        echo(_("There is no finished match to tell of."), err=True)
        return DONE
    of_leagues = league_chapters(locale(), leagues(found))
    for line in lines([*of_leagues, *chapters(locale(), found)]):
        echo(line)
    return DONE


@command(
    "export",
    N_(
        "Write the results of all matches for other programs.\n\n"
        "csv is a table for spreadsheets, a row for each player of each match; json is everything,"
        " as `q40k schema season` describes it; bgstats is a link for each match, which the app"
        " BG Stats takes in when it is opened on a phone."
    ),
    *filters(),
    Option(["form", "--format"], type=click.Choice(("csv", "json", "bgstats")), default="csv",
           show_default=True, help=N_("What is written.")),
    Option(["--out"], type=click.Path(dir_okay=False, path_type=Path), metavar=N_("FILE"),
           help=N_("Write to this file instead of standard output.")),
    force_option(),
    examples=(("q40k season export --out results.csv", N_("a table for a spreadsheet")),),
)  # fmt: skip
def export(call: Call, form: str, out: Path | None, force: bool, **said: Any) -> int:
    """Write the results."""
    del call
    from q40k.season.data import as_csv, bgstats, data

    wanted = wanted_of(said)
    with match_library() as library:
        found = told(library, wanted)
    if form == "csv":
        text = as_csv(found)
    elif form == "json":
        text = as_json(data(found, wanted)) + "\n"
    else:
        text = "".join(f"{link}\n" for link in bgstats(found))
    if out is None:
        echo_text(text)
    else:
        written(out, text, force=force)
    return DONE


@command(
    "page",
    N_(
        "Write the season as one HTML page, which needs nothing but a browser.\n\n"
        "It holds the data, too, to be saved from there."
    ),
    *filters(),
    Option(["--out"], type=click.Path(dir_okay=False, path_type=Path), metavar=N_("FILE"),
           help=N_("Write it here; without it, in this folder.")),
    force_option(),
    examples=(("q40k season page --since 2026-09-01", N_("the page of this autumn")),),
)  # fmt: skip
def page(call: Call, out: Path | None, force: bool, **said: Any) -> int:
    """Write the page."""
    del call
    from q40k.season.page import page as made

    wanted = wanted_of(said)
    with match_library() as library:
        found = told(library, wanted)
    written(out or Path("q40k-season.html"), made(locale(), found, wanted), force=force)
    return DONE


season = family(
    "season",
    N_(
        "Tell all finished matches together: table, strengths, who beats whom, records.\n\n"
        "It is worked out from the matches themselves: put one right, and the season is right. A"
        " branch of a finished match does not count beside it, nor does what lies in the bin."
    ),
    page,
    export,
    *DECIDING,
    callback=click.pass_context(_show),
    invoke_without_command=True,
    params=[*filters(), json_option(N_("Print everything as JSON."))],
    subcommand_metavar=N_("[COMMAND] [ARGS]..."),
    examples=(
        ("q40k season", N_("everything there is")),
        ("q40k season --since 2026-09-01 --of epic", N_("one game, since September")),
    ),
)

COMMANDS = {"season": season}
