"""Commands that report on a finished match: report, stats."""

from __future__ import annotations

from pathlib import Path

import click

from q40k.cli.base import Call, Option, command
from q40k.cli.columns import chapter_lines
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import file_exists_failure, force_option
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text
from q40k.kernel.whole_file import write_whole


@command(
    "report",
    N_(
        "Tell a match afterwards, as one HTML page: the race, what decided it, who killed whom,"
        " luck, a replay, the whole log.\n\n"
        "The page needs nothing but a browser, and holds the match as data, too."
    ),
    match_argument(),
    Option(["--out"], type=click.Path(dir_okay=False, path_type=Path), metavar=N_("FILE"),
           help=N_("Write it here; without it, in this folder.")),
    Option(["--card"], is_flag=True, help=N_(
        "A picture to post instead of the page: SVG, and PNG beside it where rsvg-convert is"
        " installed."
    )),
    force_option(),
    examples=(
        ("q40k report last", N_("the report of the match played last")),
        ("q40k report last --card", N_("a picture of it to post")),
    ),
)  # fmt: skip
def report(call: Call, match: str, out: Path | None, card: bool, force: bool) -> int:
    """Write a report, or its card."""
    del call
    from q40k.report import card as cards
    from q40k.report.page import page
    from q40k.report.tale import tale

    with open_match(match) as match_session:
        path = out or Path(f"q40k-{match_session.number}.{'svg' if card else 'html'}")
        png = path.with_suffix(".png")
        if card and png == path:
            title = _("The picture itself is SVG: {path} would be its PNG.", path=path)
            raise Failure(title, _("Give a name that ends in .svg."), REFUSED)
        for target in (path, png) if card else (path,):
            if target.exists() and not force:
                raise file_exists_failure(target)
        story = tale(match_session, locale())
        text = cards.card(story, locale()) if card else page(match_session.game, story, locale())
    write_whole(path, text.encode())
    png_path = cards.pixels(path) if card else None
    for output in filter(None, (path, png_path)):
        echo(_("Written to {path}.", path=output), err=True)
    return DONE


@command(
    "stats",
    N_("Count a match: who did what, to whom, with what, and where."),
    match_argument(),
    json_option(N_("Print it as JSON.")),
    examples=(("q40k stats last --json", N_("the figures of a report, as data")),),
)
def stats(call: Call, match: str, as_json_: bool) -> int:
    """Print the statistics of a match."""
    del call
    from q40k.report.data import data
    from q40k.report.tale import tale

    with open_match(match) as match_session:
        story, game = tale(match_session, locale()), match_session.game
    if as_json_:
        echo_text(as_json(data(game, story)))
        return DONE
    if not story.chapters:
        echo(_("There is nothing to count yet."))
    for line in chapter_lines(story.chapters):
        echo(line)
    return DONE


COMMANDS = {"report": report, "stats": stats}
