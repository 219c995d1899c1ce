"""Champions of a player's own: checked, and written into the packs folder."""

from typing import Any

from q40k.cli.base import Call
from q40k.cli.errors import MALFORMED, Failure
from q40k.cli.files import file_exists_failure, keep_answers
from q40k.cli.problems import problem_lines
from q40k.cli.say import N_, _
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion
from q40k.games.quake.table.home_made import TRIAL, champion_pack, check_entry, entry_of, free_id, own_file, write
from q40k.packs.problems import PackError
from q40k.table.folders import IdTaken

ASKED = (
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


def make_own(call: Call, library: Library, options: dict[str, Any]) -> tuple[Champion, str]:
    """Check a champion and write it into the user's packs; return it with its file. Raises Failure, OSError."""
    entry = _entry(library, options)
    champion = _check(call, entry)
    return champion, _write(entry)


def _entry(library: Library, options: dict[str, Any]) -> dict[str, Any]:
    """Return the champion as a pack writes it. Raises Failure if its id is in use."""

    try:
        own = free_id("champion", library.champions, options["name"], options["id"])
    except IdTaken as taken:
        title = _("There is already a champion {id}.", id=taken.id)
        raise Failure(title, _("Give it another --id.")) from taken
    return entry_of(options | {"id": own})


def _check(call: Call, entry: dict[str, Any]) -> Champion:
    """Return the champion after checking it alone and with all other packs. Raises Failure."""

    try:
        return check_entry(entry, call.folders())
    except PackError as error:
        lines = _describe_problems(champion_pack(entry), error)
        raise Failure(_("This is no sound champion."), "\n".join(lines), MALFORMED) from error


def _describe_problems(text: str, error: PackError) -> list[str]:
    """Describe every problem, after the line it is in."""

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

    path = own_file(entry["id"])
    try:
        return str(keep_answers(lambda place: write(champion_pack(entry), place), path))
    except FileExistsError as error:
        raise file_exists_failure(path, _("Give it another --id.")) from error
