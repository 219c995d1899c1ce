"""Commands that report on a match: its page, its statistics, its luck."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from q40k.cli.base import Call, Option, command, json_option
from q40k.cli.errors import DONE, REFUSED, Failure
from q40k.cli.files import file_exists_failure, force_option
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_, _, as_json, echo, echo_text, locale
from q40k.cli.texts import chapter_lines, table
from q40k.kernel.whole_file import write_whole

if TYPE_CHECKING:
    from q40k.table.luck import Fairness, Report


@command(
    "report",
    N_(
        "Tell a match afterwards, as one HTML page: the race, what decided it, who killed whom,"
        " luck, a replay, the whole log.\n\n"
        "The page needs nothing but a browser, and holds the match as data, too."
    ),
    match_argument(last=True),
    Option(
        ["--out"],
        type=click.Path(dir_okay=False, path_type=Path),
        metavar=N_("FILE"),
        help=N_("Write it here; without it, in this folder."),
    ),
    Option(
        ["--card"],
        is_flag=True,
        help=N_("A picture to post instead of the page: SVG, and PNG beside it where rsvg-convert is installed."),
    ),
    force_option(),
    examples=(
        ("q40k report last", N_("the report of the match played last")),
        ("q40k report last --card", N_("a picture of it to post")),
    ),
)
def report(call: Call, match: str, out: Path | None, card: bool, force: bool) -> int:
    """Write a report, or its card."""
    del call
    from q40k.lab.match_study import find_page
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
        study = None if card else find_page(match_session, locale())
        text = cards.card(story, locale()) if card else page(match_session.game, story, locale(), study)
    write_whole(path, text.encode())
    png_path = cards.pixels(path) if card else None
    for output in filter(None, (path, png_path)):
        echo(_("Written to {path}.", path=output), err=True)
    return DONE


@command(
    "stats",
    N_("Count a match: who did what, to whom, with what, and where."),
    match_argument(last=True),
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


# -- luck ------------------------------------------------------------------------------------------


@command(
    "luck",
    N_(
        "Weigh everybody’s dice: what was passed against what was to be expected.\n\n"
        "Typed dice count like those the app rolled. A note says whether the dice look fair."
    ),
    match_argument(last=True),
    json_option(N_("Print it as JSON.")),
    examples=(
        ("q40k luck last", N_("who was lucky in the match played last")),
        ("q40k luck 3 --json", N_("the same of match 3, as data")),
    ),
)
def luck(call: Call, match: str, as_json_: bool) -> int:
    """Print a match's luck."""
    del call
    from q40k.table.luck import luck_report

    with open_match(match) as match_session:
        state = match_session.state
        report = luck_report(match_session.game, state, match_session.inputs())
        names = {seat.id: seat.name for seat in match_session.game.view.seats(state)}
    if as_json_:
        echo_text(as_json(luck_data(names, report)))
        return DONE
    for line in luck_lines(names, report):
        echo(line)
    return DONE


def luck_data(names: Mapping[str, str], report: Report) -> dict[str, Any]:
    """Return luck as data: players by their `names`, then the app's dice and the typed dice."""
    return {
        "players": {
            names[player.player]: {
                "dice": player.dice,
                "mean": None if player.mean is None else round(float(player.mean), 4),
                "tests": player.tests,
                "passed": player.passed,
                "expected": str(player.expected),
                "more": round(float(player.surplus), 4),
                "swing": round(player.swing, 4),
            }
            for player in report.players
        },
        "app": _fairness_data(report.app),
        "hands": _fairness_data(report.hands),
    }


def _fairness_data(dice: Fairness) -> dict[str, Any]:
    return {
        "dice": dice.dice,
        "faces": list(dice.faces),
        "chi_square": round(dice.chi_square, 4),
        "chance": None if dice.chance is None else round(dice.chance, 6),
        "verdict": dice.verdict,
    }


def luck_lines(names: Mapping[str, str], report: Report) -> list[str]:
    """Return luck as a table, and a sentence about the dice."""
    from q40k.i18n.locale import with_label
    from q40k.i18n.scores import difference, fairness, luck_in_a_word, mean

    language = locale()
    head = [_("Player"), _("D6"), _("Mean"), _("Tests"), _("Passed"), _("Expected"), "±", ""]
    rows = [
        [
            names[player.player],
            str(player.dice),
            mean(language, player.mean),
            str(player.tests),
            str(player.passed),
            language.decimal(f"{float(player.expected):.1f}"),
            difference(language, player.surplus),
            luck_in_a_word(language, player.swing, player.tests),
        ]
        for player in report.players
    ]
    lines = table(head, rows, right=(1, 2, 3, 4, 5, 6))
    for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
        lines.append(with_label(language, name, fairness(language, dice.verdict, dice.dice, dice.chance)))
    return lines


COMMANDS = {"report": report, "stats": stats, "luck": luck}
