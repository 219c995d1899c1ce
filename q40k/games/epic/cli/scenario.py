"""`q40k scenario`: the scenarios, their ground, and a check of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import to_builtins

from q40k.cli.base import Argument, Call, command, family, packs_option
from q40k.cli.columns import table
from q40k.cli.complete import of
from q40k.cli.errors import DONE
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _, locale
from q40k.cli.streams import echo, echo_text
from q40k.games.epic.cli.finding import GAME, checked, known, packs

if TYPE_CHECKING:
    from q40k.games.epic.packs.scenarios import Scenario


def _scenario(metavar: str = N_("SCENARIO")) -> Argument:
    return Argument(["scenario"], metavar=metavar, shell_complete=of("scenarios", GAME))


@command(
    "list",
    N_("List the scenarios, with their table, their turns and what is won."),
    packs_option(),
    examples=(("q40k scenario list", N_("every scenario there is")),),
)
def scenarios(call: Call) -> int:
    """List the scenarios."""
    head = [_("Scenario"), _("Name"), _("Size (cm)"), _("Turns"), _("Objectives")]
    rows = [
        [found.id, locale().said(found.name), f"{found.size_cm[0]} × {found.size_cm[1]}",
         str(found.turn_limit or "-"), str(len(found.objectives))]
        for found in packs(call).of_kind("scenarios").values()
    ]  # fmt: skip
    for line in table(head, rows, right=(3, 4)):
        echo(line)
    return DONE


@command(
    "show",
    N_("Show a scenario: its zones, its terrain, what is won."),
    _scenario(),
    json_option(N_("Print it as JSON.")),
    packs_option(),
    examples=(("q40k scenario show bridge", N_("the bridge, with its places in cm")),),
)
def show(call: Call, scenario: str, as_json_: bool) -> int:
    """Show a scenario."""
    from q40k.games.epic.words.packs import scenario_lines

    found: Scenario = known(packs(call), "scenarios", scenario, "SCENARIO")
    if as_json_:
        echo_text(as_json(to_builtins(found)))
        return DONE
    for line in scenario_lines(locale(), found):
        echo(line)
    return DONE


@command(
    "check",
    N_("Check a scenario, or every pack of a file: what is wrong by file, line and reason."),
    _scenario(N_("SCENARIO|FILE")),
    json_option(N_("Print the findings as JSON.")),
    packs_option(),
    examples=(("q40k scenario check our-crossing.yaml", N_("everything in a file of yours")),),
)
def check(call: Call, scenario: str, as_json_: bool) -> int:
    """Check a scenario."""
    return checked(call, "scenarios", scenario, "SCENARIO|FILE", lambda _i, _l: (), as_json_)


scenario_ = family(
    "scenario",
    N_("List, show or check a scenario."),
    scenarios, show, check,
    examples=(("q40k scenario show bridge", N_("the bridge, with its places in cm")),),
)  # fmt: skip
