"""Define `q40k champion new`: make a champion and write it into the user's packs folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import to_builtins

from q40k.cli.asking import ask_for, require_terminal
from q40k.cli.base import Call, Option, command, packs_option
from q40k.cli.errors import DONE, MALFORMED, REFUSED, Failure, problem_lines
from q40k.cli.files import file_exists_failure
from q40k.cli.matches import as_json, json_option
from q40k.cli.say import N_, _
from q40k.cli.streams import echo, echo_text

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library
    from q40k.games.quake.packs.models import Champion
    from q40k.packs.problems import PackError

ASKED: Final = (
    ("name", N_("Name")),
    ("points", N_("Points agreed at the table")),
    ("ws", N_("Weapon skill (WS)")),
    ("bs", N_("Ballistic skill (BS)")),
    ("s", N_("Strength (S)")),
    ("t", N_("Toughness (T)")),
    ("i", N_("Initiative (I)")),
    ("a", N_("Attacks (A)")),
    ("ld", N_("Leadership (Ld)")),
)
"""The required options of a champion, in the order they are asked."""


def _stat(name: str) -> Option:
    return Option([f"--{name}"], type=int, metavar=N_("NUMBER"))


@command(
    "new",
    N_(
        "Make a champion of your own, with the points agreed at the table.\n\n"
        "What is not given is asked line by line on a terminal. It is checked, then written into"
        " your packs folder, and can be picked from then on."
    ),
    Option(["--name"], metavar=N_("NAME"), help=N_("What it is called.")),
    Option(["--name-fr"], metavar=N_("NAME"),
           help=N_("What it is called in French, if otherwise.")),
    Option(["--points"], type=int, metavar=N_("POINTS"), help=N_("What it costs.")),
    *(_stat(name) for name, _words in ASKED[2:]),
    Option(["--w"], type=int, default=1, metavar=N_("NUMBER"),
           help=N_("Wounds; 1 if nothing is said.")),
    Option(["--sv"], type=int, metavar=N_("NUMBER"), help=N_("The least roll that saves, if any.")),
    Option(["--inv"], type=int, metavar=N_("NUMBER"),
           help=N_("The same for its invulnerable save.")),
    Option(["--weapon"], multiple=True, metavar=N_("ID"),
           help=N_("A weapon or gear it carries; may be given several times.")),
    Option(["--army"], default="home-made", metavar=N_("ARMY"),
           help=N_("Its army; home-made if none.")),
    Option(["--unit-type"], default="infantry", metavar=N_("TYPE"), help=N_("Its unit type.")),
    Option(["--base"], type=int, default=25, metavar=N_("MM"),
           help=N_("Its base, in millimetres.")),
    Option(["--id"], metavar=N_("ID"), help=N_("Its id; made of the name if none is given.")),
    json_option(N_("Print the champion as JSON.")),
    packs_option(),
    examples=(
        (
            'q40k champion new --name "Brother Sancho" --points 20 --ws 4 --bs 4 --s 4 --t 4'
            " --i 4 --a 1 --ld 8 --sv 3 --weapon heavy-bolter",
            N_("all at once"),
        ),
        ("q40k champion new", N_("asked line by line, on a terminal")),
    ),
)  # fmt: skip
def new(call: Call, as_json_: bool, **options: Any) -> int:
    """Make a champion."""
    library = call.library(["champions", "weapons", "gear", "traits"])
    _ask(options)
    entry = _entry(library, options)
    champion = _check(call, entry)
    path = _write(entry)
    if as_json_:
        echo_text(as_json(to_builtins(champion)))
    else:
        echo(champion.id)
    echo(_("Written to {path}.", path=path), err=True)
    return DONE


def _ask(options: dict[str, Any]) -> None:
    """Ask for what is missing. Raises Failure without a terminal."""
    missing = [(name, words) for name, words in ASKED if options[name] is None]
    if not missing:
        return
    names = [name for name, _words in missing]
    require_terminal(names, _("On a terminal they are asked line by line."))
    for name, words in missing:
        options[name] = ask_for(_(words), str if name == "name" else int)
    if options["sv"] is None:
        options["sv"] = ask_for(_("The least roll that saves (Enter: none)"), int, 0) or None
    if not options["weapon"]:
        ids: str = ask_for(_("Weapons, by id, commas between (Enter: none)"), str, "")
        options["weapon"] = tuple(word.strip() for word in ids.split(",") if word.strip())


def _entry(library: Library, options: dict[str, Any]) -> dict[str, Any]:
    """Return the champion as a pack writes it. Raises Failure if its id is in use."""
    from q40k.games.quake.table.home_made import entry_of, free_id
    from q40k.table.own import IdTaken

    try:
        own = free_id(library, options["name"], options["id"])
    except IdTaken as taken:
        title = _("There is already a champion {id}.", id=taken.id)
        raise Failure(title, _("Give it another --id."), REFUSED) from taken
    return entry_of(options | {"id": own})


def _check(call: Call, entry: dict[str, Any]) -> Champion:
    """Return the champion after checking it alone and with all other packs. Raises Failure."""
    from q40k.games.quake.table.home_made import as_yaml, check_entry
    from q40k.packs.problems import PackError

    try:
        return check_entry(entry, call.folders())
    except PackError as error:
        lines = _describe_problems(as_yaml(entry), error)
        raise Failure(_("This is no sound champion."), "\n".join(lines), MALFORMED) from error


def _describe_problems(text: str, error: PackError) -> list[str]:
    """Describe every problem, after the line it is in."""
    from q40k.games.quake.table.home_made import TRIAL

    lines = text.splitlines()
    described = []
    for problem in error.problems:
        (line,) = problem_lines([problem])
        if problem.line and problem.file.endswith(TRIAL):
            place = f"{problem.file}:{problem.line}:{problem.column}: "
            described.append(f"{lines[problem.line - 1].strip(' -')} — {line.removeprefix(place)}")
        else:
            described.append(line)
    return described


def _write(entry: dict[str, Any]) -> str:
    """Write the pack whole or not at all. Raises OSError, Failure."""
    from q40k.games.quake.table.home_made import own_file, write

    try:
        return str(write(entry))
    except FileExistsError as error:
        raise file_exists_failure(own_file(entry["id"]), _("Give it another --id.")) from error
