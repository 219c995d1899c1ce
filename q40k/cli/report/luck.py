"""The command that weighs everybody's dice: luck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from q40k.cli.base import Call, command
from q40k.cli.columns import table
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.open import match as opened_match
from q40k.cli.open import match_argument
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from q40k.table.luck import Fairness, Report


@command(
    "luck",
    N_(
        "Weigh everybody’s dice: what was passed against what was to be expected.\n\n"
        "Typed dice count like those the app rolled. A note says whether the dice look fair."
    ),
    match_argument(),
    json_option(N_("Print it as JSON.")),
    examples=(
        ("q40k luck last", N_("who was lucky in the match played last")),
        ("q40k luck 3 --json", N_("the same of match 3, as data")),
    ),
)
def luck(call: Call, match: str, as_json_: bool) -> int:
    """Tell a match's luck."""
    del call
    from q40k.table.luck import luck as weighed

    with opened_match(match) as match_session:
        state = match_session.state
        report = weighed(match_session.game, state, match_session.inputs())
        names = {seat.id: seat.name for seat in match_session.game.view.seats(state)}
    if as_json_:
        echo_text(as_json(luck_data(names, report)))
        return DONE
    for line in luck_lines(names, report):
        echo(line)
    return DONE


def luck_data(names: Mapping[str, str], report: Report) -> dict[str, Any]:
    """Luck as data: players by their `names`, then the dice of the app and of the hands."""
    return {
        "players": {
            names[one.player]: {
                "dice": one.dice,
                "mean": None if one.mean is None else round(float(one.mean), 4),
                "tests": one.tests,
                "passed": one.passed,
                "expected": str(one.expected),
                "more": round(float(one.more), 4),
                "swing": round(one.swing, 4),
            }
            for one in report.players
        },
        "app": _fairness(report.app),
        "hands": _fairness(report.hands),
    }


def _fairness(one: Fairness) -> dict[str, Any]:
    return {
        "dice": one.dice,
        "faces": list(one.faces),
        "chi_square": round(one.chi_square, 4),
        "chance": None if one.chance is None else round(one.chance, 6),
        "verdict": one.verdict,
    }


def luck_lines(names: Mapping[str, str], report: Report) -> list[str]:
    """Luck as a table, and a sentence on the dice."""
    from q40k.i18n.luck import difference, fairness, luck_in_a_word, mean
    from q40k.i18n.sentences import after

    said = locale()
    head = [_("Player"), _("D6"), _("Mean"), _("Tests"), _("Passed"), _("Expected"), "±", ""]
    rows = [
        [
            names[one.player],
            str(one.dice),
            mean(said, one.mean),
            str(one.tests),
            str(one.passed),
            said.decimal(f"{float(one.expected):.1f}"),
            difference(said, one.more),
            luck_in_a_word(said, one.swing, one.tests),
        ]
        for one in report.players
    ]
    lines = table(head, rows, right=(1, 2, 3, 4, 5, 6))
    for name, dice in ((_("The app’s dice"), report.app), (_("Typed dice"), report.hands)):
        lines.append(after(said, name, fairness(said, dice.verdict, dice.dice, dice.chance)))
    return lines


COMMANDS = {"luck": luck}
