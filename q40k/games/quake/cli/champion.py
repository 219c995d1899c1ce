"""Define `q40k champion`: show, check, choose or make a champion."""

from random import Random
from typing import Any

import click
from msgspec import to_builtins

from q40k.cli import base
from q40k.cli.complete import complete_packs
from q40k.cli.errors import DONE, REFUSED
from q40k.cli.files import ask_for, require_terminal
from q40k.cli.say import N_, _, locale, ngettext, remark
from q40k.cli.texts import table
from q40k.games.quake.cli.codex import answer_list
from q40k.games.quake.cli.home_made import ASKED, make_own
from q40k.games.quake.cli.picking import figure, known_mod, no_gear
from q40k.games.quake.cli.rosters import export, import_
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Mod
from q40k.games.quake.state.table.champion import Figure, Finding, judge, verdict
from q40k.games.quake.table.packs import admitted_champions, fair_field, random_near
from q40k.games.quake.words.champion import answer_name, card, finding, item_name, value_text


def _stat(name: str) -> base.Option:
    return base.Option([f"--{name}"], type=int, metavar=N_("NUMBER"))


@base.command(
    "new",
    *base.name_options(),
    base.Option(["--points"], type=int, metavar=N_("POINTS"), help=N_("What it costs.")),
    *(_stat(name) for name, _words in ASKED[2:]),
    base.Option(["--w"], type=int, default=1, metavar=N_("NUMBER"), help=N_("Wounds; 1 if nothing is said.")),
    base.Option(["--sv"], type=int, metavar=N_("NUMBER"), help=N_("The least roll that saves, if any.")),
    base.Option(["--inv"], type=int, metavar=N_("NUMBER"), help=N_("The same for its invulnerable save.")),
    base.Option(
        ["--weapon"],
        multiple=True,
        metavar=N_("ID"),
        help=N_("A weapon or gear it carries; may be given several times."),
    ),
    base.Option(["--army"], default="home-made", metavar=N_("ARMY"), help=N_("Its army; home-made if none.")),
    base.Option(["--unit-type"], default="infantry", metavar=N_("TYPE"), help=N_("Its unit type.")),
    base.Option(["--base"], type=int, default=25, metavar=N_("MM"), help=N_("Its base, in millimetres.")),
    base.id_option(),
    base.json_option(N_("Print the champion as JSON.")),
    base.packs_option(),
)
def new(call: base.Call, **options: Any) -> base.Answer:
    """Make a champion."""
    library = call.library(["champions", "weapons", "gear", "traits"])
    _ask(options)
    champion, path = make_own(call, library, options)
    remark(_("Written to {path}.", path=path))
    return base.Answer(lambda: to_builtins(champion), (champion.id,))


def _ask(options: dict[str, Any]) -> None:
    """Ask for what is missing. Raises Failure without a terminal."""
    missing = [(name, words) for name, words in ASKED if options[name] is None]
    if not missing:
        return
    names = [name for name, _words in missing]
    require_terminal(names, _("On a terminal you are asked for them line by line."))
    for name, words in missing:
        options[name] = ask_for(_(words), str if name == "name" else int)
    if options["sv"] is None:
        options["sv"] = ask_for(_("The least roll that saves (Enter: none)"), int, 0) or None
    if not options["weapon"]:
        ids: str = ask_for(_("Weapons, by id, commas between (Enter: none)"), str, "")
        options["weapon"] = tuple(word.strip() for word in ids.split(",") if word.strip())


# -- options ---------------------------------------------------------------------------------------


KINDS = ("champions", "weapons", "gear", "traits", "mods")
MOD = "deathmatch"


def champion_argument() -> base.Argument:
    """Return the argument of a champion with its gear, in several words."""
    return base.Argument(
        ["champion"], metavar=N_("CHAMPION[+GEAR]"), nargs=-1, required=True, shell_complete=complete_packs("champions")
    )


def mod_option() -> base.Option:
    """Return the option that names the mod to judge by."""
    return base.Option(
        ["--mod"],
        default=MOD,
        metavar=N_("MOD"),
        help=N_("Judge by this mod; deathmatch if none is named."),
        shell_complete=complete_packs("mods"),
    )


def within_option() -> base.Option:
    """Return the option for the largest difference of points."""
    return base.Option(
        ["--within"],
        type=click.IntRange(0),
        default=5,
        metavar=N_("POINTS"),
        help=N_("How many points apart they may be; 5 if nothing is said."),
    )


# -- show, check ---------------------------------------------------------------------------


@base.command("show", champion_argument(), mod_option(), base.json_option(N_("Print it as JSON.")), base.packs_option())
def show(call: base.Call, champion: tuple[str, ...], mod: str) -> base.Answer:
    """Show a champion."""

    library = call.library(KINDS)
    outfitted = figure(library, " ".join(champion), known_mod(library, mod))
    if outfitted.unpaid:
        raise base.bad_value("CHAMPION[+GEAR]", no_gear(library, outfitted.built.id, outfitted.unpaid[0]))
    traits = [to_builtins(trait) for trait in library.traits_of(outfitted.built)]
    return base.Answer(
        lambda: to_builtins(outfitted.built) | {"gear": outfitted.gear} | {"traits": traits},
        lambda: card(locale(), outfitted.built, library),
    )


@base.command(
    "check",
    champion_argument(),
    mod_option(),
    base.number_option(["--budget"], N_("The agreed budget (CHAMPION-5)."), 1, metavar=N_("POINTS")),
    base.Option(
        ["--clone-of"], metavar=N_("CHAMPION[+GEAR]"), help=N_("The champion that everyone fields (CHAMPION-6).")
    ),
    base.json_option(N_("Print the findings as JSON.")),
    base.packs_option(),
)
def check(
    call: base.Call, champion: tuple[str, ...], mod: str, budget: int | None, clone_of: str | None
) -> base.Answer:
    """Judge a champion."""

    library = call.library(KINDS)
    by = known_mod(library, mod)
    outfitted = figure(library, " ".join(champion), by)
    original = None
    if clone_of is not None:
        other = figure(library, clone_of, by, "--clone-of")
        original = Figure(other.built, other.gear)
    findings = judge(outfitted.built, outfitted.gear, by, budget=budget, clone_of=original)
    judged = (outfitted.built, outfitted.gear, by, findings)
    return base.Answer(
        lambda: _as_data(*judged),
        lambda: _judgement_lines(library, *judged),
        REFUSED if verdict(findings) == "no" else DONE,
    )


def _as_data(champion: Champion, gear: tuple[str, ...], mod: Mod, findings: tuple[Finding, ...]) -> dict[str, Any]:

    def plain(facts: Any) -> dict[str, Any]:
        return {name: fact for name, fact in facts.items() if name != "champion"}

    return {
        "champion": champion.id,
        "gear": gear,
        "points": champion.points,
        "mod": mod.id,
        "verdict": verdict(findings),
        "findings": [
            {"rule": finding_.rule, "code": finding_.code, "answer": finding_.answer, "facts": plain(finding_.facts)}
            for finding_ in findings
        ],
    }


def _judgement_lines(
    library: Library, champion: Champion, gear: tuple[str, ...], mod: Mod, findings: tuple[Finding, ...]
) -> list[str]:

    spoken = locale()
    head = [_("Rule"), _("Answer"), _("Why")]
    rows = [
        [finding_.rule, answer_name(spoken, finding_.answer), finding(spoken, finding_, library)]
        for finding_ in findings
    ]
    names = [spoken.name_of(champion.name), *(item_name(spoken, library, item) for item in gear)]
    whole = f"{' + '.join(names)} ({value_text(spoken, champion.points)})"
    message = {
        "yes": N_("Welcome in {mod}: {champion}."),
        "no": N_("Not by the rules of {mod}: {champion}. The game master may overrule it."),
        "unknown": N_("Welcome in {mod} if the table agrees: {champion}."),
    }[verdict(findings)]
    return [*table(head, rows), _(message, mod=spoken.name_of(mod.name), champion=whole)]


# -- random, field -------------------------------------------------------------------------


@base.command(
    "random",
    base.number_option(["--near"], N_("The value it should be near."), 1, metavar=N_("POINTS"), required=True),
    within_option(),
    base.number_option(["--budget"], N_("What the champion may cost at most (CHAMPION-5)."), 1, metavar=N_("POINTS")),
    mod_option(),
    base.seed_option(),
    base.json_option(N_("Print it as JSON.")),
    base.packs_option(),
)
def random(call: base.Call, near: int, within: int, budget: int | None, mod: str, seed: int | None) -> base.Answer:
    """Choose a random champion near a value."""

    library = call.library(KINDS)
    among = admitted_champions(library, known_mod(library, mod), budget=budget)
    chosen = random_near(among, near, Random(seed), within)
    return answer_list([chosen] if chosen else [])


@base.command(
    "field",
    base.Argument(["number"], type=click.IntRange(2), metavar=N_("NUMBER")),
    within_option(),
    base.number_option(["--near"], N_("The value they should be near."), 1, metavar=N_("POINTS")),
    base.number_option(["--budget"], N_("What each of them may cost at most (CHAMPION-5)."), 1, metavar=N_("POINTS")),
    mod_option(),
    base.seed_option(),
    base.json_option(N_("Print them as JSON.")),
    base.packs_option(),
)
def field(
    call: base.Call, number: int, within: int, near: int | None, budget: int | None, mod: str, seed: int | None
) -> base.Answer:
    """Choose a fair field."""

    library = call.library(KINDS)
    among = admitted_champions(library, known_mod(library, mod), budget=budget)
    chosen = fair_field(among, number, Random(seed), within, near)
    if not chosen:
        text = ngettext(
            "There is no field of {count} within {number} point.",
            "There is no field of {count} within {number} points.",
            within,
            count=number,
        )
        remark(text)
    return answer_list(chosen)


# -- the family ----------------------------------------------------------------------------


champion_ = base.verb_group(f"{__name__}.champion_", [show, check, random, field, new, import_, export])
