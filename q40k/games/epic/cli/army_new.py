"""`q40k army new`: a user's own army list, written into their packs folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from q40k.cli.asking import ask_for, require_terminal
from q40k.cli.base import Call, Option, bad_value, check_id, command, packs_option
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, problem_lines
from q40k.cli.files import file_exists_failure
from q40k.cli.say import N_, _
from q40k.cli.streams import echo, echo_text
from q40k.games.epic.cli.finding import GAME, packs

if TYPE_CHECKING:
    from q40k.packs.library import Library
    from q40k.packs.problems import Problem

ASKED: Final[tuple[tuple[str, str, type], ...]] = (
    ("name", N_("Name"), str),
    ("strategic", N_("Strategic value"), int),
    ("morale", N_("Morale value (the least die that passes)"), int),
)
"""What an army cannot do without, in the order it is asked."""


@command(
    "new",
    N_(
        "Make an army list of your own.\n\n"
        "What is not given is asked line by line on a terminal. It is checked, then written into"
        " your packs folder, and can be fielded from then on."
    ),
    Option(["--name"], metavar=N_("NAME"), help=N_("What it is called.")),
    Option(["--name-fr"], metavar=N_("NAME"),
           help=N_("What it is called in French, if otherwise.")),
    Option(["--strategic"], type=click.IntRange(1, 99), metavar=N_("NUMBER"),
           help=N_("Its strategic value.")),
    Option(["--morale"], type=click.IntRange(1, 6), metavar=N_("NUMBER"),
           help=N_("Its morale value: the least die that passes a test.")),
    Option(["formations", "--formation"], multiple=True, metavar=N_("NAME=FIGURES[=POINTS]"),
           help=N_("A formation it may field, such as “Fire team=5 ork-boy, 1 ork-nob=40”; may be"
                   " given several times.")),
    Option(["--id"], metavar=N_("ID"), help=N_("Its id; made of the name if none is given.")),
    Option(["--out"], metavar=N_("FILE"), type=click.Path(dir_okay=False),
           help=N_("Write it here, not into your packs folder; - prints it.")),
    packs_option(),
    examples=(
        ("q40k army new", N_("asked line by line, on a terminal")),
        ('q40k army new --name "Red Wolves" --strategic 4 --morale 3'
         ' --formation "Mob=6 ork-boy, 1 ork-nob=45"', N_("all at once")),
    ),
)  # fmt: skip
def new(call: Call, **values: Any) -> int:
    """Make an army list."""
    library = packs(call)
    _ask_missing(values)
    from q40k.games.epic.table.own_army import as_yaml, own_file

    entry = _make_entry(library, values)
    text = as_yaml(entry)
    if values["out"] == "-":
        _write_if_sound(call, text, None)
        echo_text(text)
        return DONE
    path = Path(values["out"]) if values["out"] is not None else own_file(entry["id"])
    _write_if_sound(call, text, path)
    echo(entry["id"])
    echo(_("Written to {path}.", path=str(path)), err=True)
    return DONE


def _ask_missing(values: dict[str, Any]) -> None:
    """Ask for what is missing. Raises Failure without a terminal."""
    missing = [question for question in ASKED if values[question[0]] is None]
    if not missing:
        return
    names = [name for name, _words, _kind in missing]
    require_terminal(names, _("On a terminal they are asked line by line."))
    for name, words, kind in missing:
        values[name] = ask_for(_(words), kind)
    formations = list(values["formations"])
    while line := ask_for(_("A formation, NAME=FIGURES[=POINTS] (Enter: no more)"), str, ""):
        formations.append(line)
    values["formations"] = tuple(formations)


def _make_entry(library: Library, values: dict[str, Any]) -> dict[str, Any]:
    """Return the army as a pack writes it. Raises click.BadParameter, Failure for a used id."""
    from q40k.games.epic.table.own_army import free_id
    from q40k.kernel.text import clean_text
    from q40k.table.own import IdTaken

    name = clean_text(values["name"])
    if not name:
        raise bad_value("--name", _("A name needs at least one character."))
    own = values["id"]
    if own is not None:
        check_id("--id", own)
    try:
        own = free_id(library, name, own)
    except IdTaken as error:
        title = _("There is already an army {id}.", id=error.id)
        raise Failure(title, _("Give it another --id."), REFUSED) from error
    return {
        "id": own,
        "name": {"en": name, "fr": clean_text(values["name_fr"] or "") or name},
        "strategic": values["strategic"],
        "morale": values["morale"],
        "formations": [_read_formation(text) for text in values["formations"]],
    }


def _read_formation(text: str) -> dict[str, Any]:
    """Return a formation from its typed text: a name, its figures, and its points if known."""
    from q40k.games.epic.packs.inline import read_figures
    from q40k.games.epic.table.own_army import plain_id
    from q40k.kernel.text import clean_text

    name, *rest = (clean_text(part) for part in text.split("="))
    if not name or not 1 <= len(rest) <= 2 or (len(rest) == 2 and not rest[1].isdecimal()):
        message = _("“{said}” is no NAME=FIGURES[=POINTS].", said=text)
        raise bad_value("--formation", message)
    figures = [{"profile": profile, "n": n} for n, profile in read_figures(rest[0])]
    entry = {"id": plain_id(name), "name": {"en": name, "fr": name}, "figures": figures}
    return entry | ({"points": int(rest[1])} if len(rest) == 2 else {})


def _write_if_sound(call: Call, text: str, path: Path | None) -> None:
    """Write the pack if it is sound and no file exists. Raises Failure."""
    from q40k.games.epic.table.own_army import write
    from q40k.packs.problems import PackError

    try:
        write(text, path, call.folders(GAME))
    except FileExistsError as error:
        advice = _("Nothing was written: give another --out or --id.")
        raise file_exists_failure(Path(error.filename), advice) from error
    except PackError as error:
        lines = text.splitlines()
        messages = [
            f"{lines[(problem.line or 1) - 1].strip(' -')} — {text_of}"
            for problem, text_of in zip(error.problems, _plain_lines(error.problems), strict=True)
        ]
        raise Failure(_("This is no sound army."), "\n".join(messages), MALFORMED) from error


def _plain_lines(problems: Iterable[Problem]) -> list[str]:
    """Return the problems in words, without the place in a temporary file."""
    from dataclasses import replace

    return problem_lines(
        [replace(problem, file="", line=None, column=None) for problem in problems]
    )
