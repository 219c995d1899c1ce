"""Verbs that count a match: who did what, and whose dice were lucky."""

from collections.abc import Iterator, Mapping
from typing import Any

from q40k.cli.base import Answer, json_option, verb
from q40k.cli.chapters import chapter_lines
from q40k.cli.open import match_argument, open_match
from q40k.cli.say import N_, _, locale
from q40k.cli.texts import table
from q40k.i18n.locale import with_label
from q40k.i18n.scores import difference, fairness, luck_in_a_word, mean
from q40k.report.data import data
from q40k.report.tale import tale
from q40k.table.luck import Fairness, Report, luck_report


@verb(match_argument(last=True), json_option(N_("Print it as JSON.")))
def stats(match: str) -> Answer:
    """Print the statistics of a match."""

    with open_match(match) as match_session:
        story, game = tale(match_session, locale()), match_session.game
    lines = chapter_lines(story.chapters) if story.chapters else [_("There is nothing to count yet.")]
    return Answer(lambda: data(game, story), lines)


# -- luck ------------------------------------------------------------------------------------------


@verb(match_argument(last=True), json_option(N_("Print it as JSON.")))
def luck(match: str) -> Answer:
    """Print a match's luck."""

    with open_match(match) as match_session:
        state = match_session.state
        report = luck_report(match_session.game, state, match_session.inputs())
        names = {seat.id: seat.name for seat in match_session.game.view.seats(state)}
    return Answer(lambda: luck_data(names, report), lambda: luck_lines(names, report))


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


def luck_lines(names: Mapping[str, str], report: Report) -> Iterator[str]:
    """Yield luck as a table, and a sentence about the dice."""

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
    yield from table(head, rows, right=(1, 2, 3, 4, 5, 6))
    for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
        yield with_label(language, name, fairness(language, dice.verdict, dice.dice, dice.chance))
