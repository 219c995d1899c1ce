"""Commands that report on all finished matches together, in words and for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from q40k.cli.base import Call, Option, command, command_group
from q40k.cli.columns import chapter_lines
from q40k.cli.errors import DONE
from q40k.cli.files import force_option, write_file
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import open_library
from q40k.cli.say import N_, _, locale
from q40k.cli.season.club import COMMANDS as DECIDING
from q40k.cli.season.told import filter_of, filter_options, read_season
from q40k.cli.streams import echo, echo_text


def _show(ctx: click.Context, as_json_: bool, **said: Any) -> int | None:
    if ctx.invoked_subcommand is not None:
        return None
    from q40k.season.data import data
    from q40k.season.league import leagues
    from q40k.season.wording import chapters, league_chapters

    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection)
    if as_json_:
        echo_text(as_json(data(matches, selection)))
        return DONE
    if not (matches.every or matches.left_out or matches.club.leagues):
        echo(_("There is no finished match to tell of."), err=True)
        return DONE
    of_leagues = league_chapters(locale(), leagues(matches))
    for line in chapter_lines([*of_leagues, *chapters(locale(), matches)]):
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
    *filter_options(),
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

    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection)
    if form == "csv":
        text = as_csv(matches)
    elif form == "json":
        text = as_json(data(matches, selection)) + "\n"
    else:
        text = "".join(f"{link}\n" for link in bgstats(matches))
    if out is None:
        echo_text(text)
    else:
        write_file(out, text, force=force)
    return DONE


@command(
    "page",
    N_(
        "Write the season as one HTML page, which needs nothing but a browser.\n\n"
        "It holds the data, too, to be saved from there."
    ),
    *filter_options(),
    Option(["--out"], type=click.Path(dir_okay=False, path_type=Path), metavar=N_("FILE"),
           help=N_("Write it here; without it, in this folder.")),
    force_option(),
    examples=(("q40k season page --since 2026-09-01", N_("the page of this autumn")),),
)  # fmt: skip
def page(call: Call, out: Path | None, force: bool, **said: Any) -> int:
    """Write the page."""
    del call
    from q40k.season.page import page as season_page

    selection = filter_of(said)
    with open_library() as library:
        matches = read_season(library, selection)
    write_file(
        out or Path("q40k-season.html"), season_page(locale(), matches, selection), force=force
    )
    return DONE


season = command_group(
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
    params=[*filter_options(), json_option(N_("Print everything as JSON."))],
    subcommand_metavar=N_("[COMMAND] [ARGS]..."),
    examples=(
        ("q40k season", N_("everything there is")),
        ("q40k season --since 2026-09-01 --of epic", N_("one game, since September")),
    ),
)

COMMANDS = {"season": season}
