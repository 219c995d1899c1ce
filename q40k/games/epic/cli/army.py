"""`q40k army`: the army lists, a check of one, a new one, and a fair pair of forces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins
from msgspec.structs import replace

from q40k.cli import base, complete, files, texts
from q40k.cli.errors import DONE, MALFORMED, Failure
from q40k.cli.problems import problem_lines
from q40k.cli.say import N_, _, echo, echo_text, locale, remark
from q40k.games.epic.cli.packs import GAME, check_packs, find_object, packs, scenario_option
from q40k.games.epic.packs.armies import ArmyList, Force, NoForce, cost, fair_pair
from q40k.games.epic.packs.profiles import read_figures
from q40k.games.epic.table.packs import as_yaml, free_id, own_file, plain_id, write
from q40k.games.epic.words import packs as words
from q40k.games.epic.words.packs import origin_name
from q40k.kernel.text import clean_text, is_digits
from q40k.packs.library import Library
from q40k.packs.problems import PackError, Problem
from q40k.table.folders import IdTaken

if TYPE_CHECKING:
    from q40k.packs.stock import Item


ASKED: tuple[tuple[str, str, type], ...] = (
    ("name", N_("Name"), str),
    ("strategic", N_("Strategic value"), int),
    ("morale", N_("Morale value (the least die that passes)"), int),
)
"""What an army cannot do without, in the order it is asked."""


@base.command(
    "new",
    *base.name_options(),
    base.number_option(["--strategic"], N_("Its strategic value."), 1, 99),
    base.number_option(["--morale"], N_("Its morale value: the least die that passes a test."), 1, 6),
    base.Option(
        ["formations", "--formation"],
        multiple=True,
        metavar=N_("NAME=FIGURES[=POINTS]"),
        help=N_("A formation it may field, such as “Fire team=5 ork-boy, 1 ork-nob=40”; may be given several times."),
    ),
    base.id_option(),
    base.pack_file_option(),
    base.packs_option(),
)
def new(call: base.Call, **values: Any) -> None:
    """Make an army list."""
    library = packs(call)
    _ask_missing(values)

    entry = _make_entry(library, values)
    text = as_yaml(entry)
    if values["out"] == "-":
        _write_if_sound(call, text, None)
        echo_text(text)
        return
    path = Path(values["out"]) if values["out"] is not None else own_file(entry["id"])
    path = files.keep_answers(lambda place: _write_if_sound(call, text, place), path)
    echo(entry["id"])
    remark(_("Written to {path}.", path=str(path)))


def _ask_missing(values: dict[str, Any]) -> None:
    """Ask for what is missing. Raises Failure without a terminal."""
    missing = [question for question in ASKED if values[question[0]] is None]
    if not missing:
        return
    names = [name for name, _words, _kind in missing]
    files.require_terminal(names, _("On a terminal you are asked for them line by line."))
    for name, text, kind in missing:
        values[name] = files.ask_for(_(text), kind)
    formations = list(values["formations"])
    while line := files.ask_for(_("A formation, NAME=FIGURES[=POINTS] (Enter: no more)"), str, ""):
        formations.append(line)
    values["formations"] = tuple(formations)


def _make_entry(library: Library, values: dict[str, Any]) -> dict[str, Any]:
    """Return the army as a pack writes it. Raises click.BadParameter, Failure for a used id."""

    name = clean_text(values["name"])
    if not name:
        raise base.bad_value("--name", _("A name needs at least one character."))
    own = values["id"]
    if own is not None:
        base.check_id("--id", own)
    try:
        own = free_id(library, name, own)
    except IdTaken as error:
        title = _("There is already an army {id}.", id=error.id)
        raise Failure(title, _("Give it another --id.")) from error
    return {
        "id": own,
        "name": {"en": name, "fr": clean_text(values["name_fr"] or "") or name},
        "strategic": values["strategic"],
        "morale": values["morale"],
        "formations": [_read_formation(text) for text in values["formations"]],
    }


def _read_formation(text: str) -> dict[str, Any]:
    """Return a formation from its typed text: a name, its figures, and its points if known."""

    name, *rest = (clean_text(part) for part in text.split("="))
    if not name or not 1 <= len(rest) <= 2 or (len(rest) == 2 and not is_digits(rest[1])):
        message = _("“{said}” is no NAME=FIGURES[=POINTS].", said=text)
        raise base.bad_value("--formation", message)
    figures = [{"profile": profile, "n": n} for n, profile in read_figures(rest[0])]
    entry = {"id": plain_id(name), "name": {"en": name, "fr": name}, "figures": figures}
    return entry | ({"points": int(rest[1])} if len(rest) == 2 else {})


def _write_if_sound(call: base.Call, text: str, path: Path | None) -> None:
    """Write the pack if it is sound and no file exists. Raises Failure."""

    try:
        write(text, path, call.folders(GAME))
    except FileExistsError as error:
        advice = _("Nothing was written: give another --out or --id.")
        raise files.file_exists_failure(Path(error.filename), advice) from error
    except PackError as error:
        lines = text.splitlines()
        messages = [
            f"{lines[(problem.line or 1) - 1].strip(' -')} — {text_of}"
            for problem, text_of in zip(error.problems, _plain_lines(error.problems), strict=True)
        ]
        raise Failure(_("This is no sound army."), "\n".join(messages), MALFORMED) from error


def _plain_lines(problems: Iterable[Problem]) -> list[str]:
    """Return the problems in words, without the place in a temporary file."""

    return problem_lines([replace(problem, file="", line=None, column=None) for problem in problems])


# -- the army verbs ------------------------------------------------------------------------


def _army_argument(name: str, metavar: str = N_("ARMY")) -> base.Argument:
    return base.Argument([name], metavar=metavar, shell_complete=complete.complete_packs("armies", GAME))


@base.command("list", base.packs_option())
def armies(call: base.Call) -> None:
    """List the armies."""

    head = [_("Army"), _("Name"), _("Strategic"), _("Morale"), _("Formations"), _("Numbers by")]
    rows = [
        [
            army.id,
            locale().name_of(army.name),
            str(army.strategic),
            f"{army.morale}+",
            str(len(army.formations)),
            origin_name(locale(), army.origin),
        ]
        for army in packs(call).of_kind("armies").values()
    ]
    texts.echo_table(head, rows, right=(2, 3, 4))


@base.command("show", _army_argument("army"), base.json_option(N_("Print it as JSON.")), base.packs_option())
def show(call: base.Call, army: str) -> base.Answer:
    """Show an army."""
    library = packs(call)
    army_list: ArmyList = find_object(library, "armies", army, "ARMY")
    return base.Answer(lambda: to_builtins(army_list), lambda: _card(library, army_list))


def _card(library: Library, army: ArmyList) -> Iterator[str]:

    language = locale()
    yield f"{language.name_of(army.name)} ({army.id})"
    yield from words.army_lines(language, army)
    profiles = library.of_kind("profiles")
    if army.formations:
        yield ""
        rows = [
            [
                formation.id,
                language.name_of(formation.name),
                words.members(language, formation.figures, profiles),
                str(formation.most),
                words.points(language, army, formation, profiles),
            ]
            for formation in army.formations
        ]
        head = [_("Formation"), _("Name"), _("Figures"), _("Most"), _("Points")]
        yield from texts.table(head, rows, right=(3, 4))
    used = dict.fromkeys(m.profile for formation in army.formations for m in formation.figures)
    used |= dict.fromkeys(profile.id for profile in profiles.values() if profile.army == army.id)
    if used:
        yield ""
        rows = [words.profile_row(language, profiles[id]) for id in used]
        yield from texts.table([_(title) for title in words.PROFILE_HEAD], rows, right=(2, 3, 4))
    arms = dict.fromkeys(arm for id in used for arm in profiles[id].weapons)
    if arms:
        yield ""
        weapons = library.of_kind("weapons")
        rows = [words.weapon_row(language, weapons[id]) for id in arms]
        yield from texts.table([_(title) for title in words.WEAPON_HEAD], rows, right=(2, 3, 4, 5))


@base.command(
    "check",
    _army_argument("army", N_("ARMY|FILE")),
    base.json_option(N_("Print the findings as JSON.")),
    base.packs_option(),
)
def check(call: base.Call, army: str) -> base.Answer:
    """Check an army."""
    return check_packs(call, "armies", army, "ARMY|FILE", _findings)


def _findings(item: Item, library: Library) -> Iterator[Problem]:
    """Yield the warnings against a sound army: only about its points."""

    army: ArmyList = item.model
    profiles = library.of_kind("profiles")
    problems = []
    if not army.formations:
        problems.append(item.problem("no-formations", (), {}))
    for number, formation in enumerate(army.formations):
        if cost(formation, profiles) is None:
            facts = {"id": formation.id}
            problems.append(item.problem("no-points", ("formations", number), facts))
    if army.origin == "house" and any(listed.points is not None for listed in army.formations):
        problems.append(item.problem("house-points", ("formations",), {}))
    for problem in problems:
        yield replace(problem, severity="warning")


# -- a pair --------------------------------------------------------------------------------


@base.command(
    "pair",
    _army_argument("one"),
    _army_argument("other"),
    base.number_option(
        ["--points"], N_("How many points each side has."), 1, 100_000, metavar=N_("POINTS"), default=300
    ),
    scenario_option("--scenario", N_("The scenario that the script lays out.")),
    base.seed_option(),
    base.Option(
        ["--script"], is_flag=True, help=N_("Print the lines of a match script that field them, for `q40k import`.")
    ),
    base.json_option(N_("Print them as JSON.")),
    base.packs_option(),
)
def pair(
    call: base.Call, one: str, other: str, points: int, scenario: str | None, seed: int | None, script: bool
) -> int | base.Answer:
    """Propose two forces."""

    library = packs(call)
    lists = (_find_list(library, one), _find_list(library, other))
    if scenario is not None:
        find_object(library, "scenarios", scenario, "--scenario")
    try:
        forces = fair_pair(lists, library.of_kind("profiles"), points, Random(seed))
    except NoForce as error:
        raise _no_force(error) from error
    if script:
        for entry in _script_lines(forces, scenario):
            echo_text(json.dumps(entry, ensure_ascii=False))
        return DONE
    data = [
        {
            "army": force.army.id,
            "points": force.points,
            "whose_points": force.army.origin,
            "formations": [formation.id for formation in force.formations],
        }
        for force in forces
    ]
    return base.Answer(data, lambda: _pair_lines(library, forces))


def _find_list(library: Library, id: str) -> ArmyList:
    army: ArmyList = find_object(library, "armies", id, "ARMY")
    return army


def _no_force(error: NoForce) -> Failure:
    name = locale().name_of(error.army.name)
    if error.least is None:
        title = _("{army} has no formation whose points are known.", army=name)
        return Failure(title, _("`q40k army check` says which."))
    title = _("{army} has nothing for {points} points.", army=name, points=error.points)
    return Failure(title, _("Its cheapest formation costs {points}.", points=error.least))


def _pair_lines(library: Library, forces: tuple[Force, Force]) -> Iterator[str]:

    language, profiles = locale(), library.of_kind("profiles")
    for force in forces:
        yield words.force_line(language, force.army, force.points)
        counted = {formation.id: force.formations.count(formation) for formation in force.formations}
        rows = [
            [
                f"  {counted[formation.id]} ×",
                language.name_of(formation.name),
                words.members(language, formation.figures, profiles),
                words.points(language, force.army, formation, profiles),
            ]
            for formation in dict.fromkeys(force.formations)
        ]
        yield from texts.table(["", _("Formation"), _("Figures"), _("Points each")], rows, right=(3,))
        yield ""
    yield words.apart_line(language, forces[0].points, forces[1].points)


def _script_lines(forces: tuple[Force, Force], scenario: str | None) -> Iterator[dict[str, Any]]:
    """Yield the lines of a script that lay out a match with two forces."""
    yield {"do": "new", "game": GAME, **({"scenario": scenario} if scenario else {})}
    for player, force in zip("AB", forces, strict=True):
        yield {"do": "army", "player": player, "list": force.army.id}
        for number, formation in enumerate(force.formations, 1):
            figures = [{"profile": group.profile, "n": group.n} for group in formation.figures]
            yield {"do": "formation", "player": player, "id": f"{player}{number}", "figures": figures}


army_ = base.verb_group(f"{__name__}.army_", [armies, show, check, new, pair])
