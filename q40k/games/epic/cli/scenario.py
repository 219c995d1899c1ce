"""`q40k scenario`: the scenarios, their ground, a check of one, and a new one from a copy."""

from pathlib import Path

from msgspec import to_builtins

from q40k.cli import base, complete, files, texts
from q40k.cli.errors import Failure
from q40k.cli.say import N_, _, echo, echo_text, locale
from q40k.games.epic.cli.packs import GAME, check_packs, find_object, packs, scenario_option
from q40k.games.epic.packs.scenarios import Scenario
from q40k.games.epic.words.packs import scenario_file, scenario_lines
from q40k.kernel.text import clean_text
from q40k.table.folders import packs_folder


def _scenario_argument(metavar: str = N_("SCENARIO")) -> base.Argument:
    return base.Argument(["scenario"], metavar=metavar, shell_complete=complete.complete_packs("scenarios", GAME))


@base.command("list", base.packs_option())
def scenarios(call: base.Call) -> None:
    """List the scenarios."""
    head = [_("Scenario"), _("Name"), _("Size (cm)"), _("Turns"), _("Objectives")]
    rows = [
        [
            scenario.id,
            locale().name_of(scenario.name),
            f"{scenario.size_cm[0]} × {scenario.size_cm[1]}",
            str(scenario.turn_limit or "-"),
            str(len(scenario.objectives)),
        ]
        for scenario in packs(call).of_kind("scenarios").values()
    ]
    texts.echo_table(head, rows, right=(3, 4))


@base.command("show", _scenario_argument(), base.json_option(N_("Print it as JSON.")), base.packs_option())
def show(call: base.Call, scenario: str) -> base.Answer:
    """Show a scenario."""

    shown: Scenario = find_object(packs(call), "scenarios", scenario, "SCENARIO")
    return base.Answer(lambda: to_builtins(shown), lambda: scenario_lines(locale(), shown))


@base.command(
    "check",
    _scenario_argument(N_("SCENARIO|FILE")),
    base.json_option(N_("Print the findings as JSON.")),
    base.packs_option(),
)
def check(call: base.Call, scenario: str) -> base.Answer:
    """Check a scenario."""
    return check_packs(call, "scenarios", scenario, "SCENARIO|FILE", lambda _i, _l: ())


@base.command(
    "new",
    base.Argument(["id"], metavar="ID"),
    scenario_option("--like", N_("The scenario to begin from."), default="meeting"),
    base.Option(["--name"], metavar=N_("NAME"), help=N_("Its name; its id if you give none.")),
    base.Option(["--name-fr"], metavar=N_("NAME"), help=N_("Its French name, if it is different.")),
    base.pack_file_option(),
    base.packs_option(),
)
def new(call: base.Call, id: str, like: str, name: str | None, name_fr: str | None, out: str | None) -> None:
    """Begin a scenario of your own."""

    library = packs(call)
    base.check_id("ID", id)
    if id in library.of_kind("scenarios"):
        raise Failure(_("There is already a scenario {id}.", id=id), _("Take another id."))
    template: Scenario = find_object(library, "scenarios", like, "--like")
    called = clean_text(name or "") or id
    names = {"en": called, "fr": clean_text(name_fr or "") or called}
    text = scenario_file(locale(), id, names, template)
    if out == "-":
        echo_text(text)
        return
    path = Path(out) if out is not None else packs_folder(GAME) / f"scenario-{id}.yaml"
    files.write_own_file(path, text)
    echo(id)


scenario_ = base.verb_group(f"{__name__}.scenario_", [scenarios, show, check, new])
