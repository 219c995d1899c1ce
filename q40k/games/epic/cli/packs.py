"""Packs as a call names them: by an id, or by a file; and what is wrong there."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from q40k.cli import complete
from q40k.cli.base import Answer, Call, Option
from q40k.cli.errors import find_in_packs
from q40k.cli.problems import answer_problems, problem_lines
from q40k.cli.say import N_, _
from q40k.games.game import find
from q40k.packs.library import Library, check, load, load_with_places
from q40k.packs.problems import Problem, in_reading_order

if TYPE_CHECKING:
    from q40k.packs.stock import Item


GAME = "epic"
UNKNOWN = {"armies": N_("No pack knows the army “{said}”."), "scenarios": N_("No pack knows the scenario “{said}”.")}
Findings = Callable[["Item", "Library"], Iterable["Problem"]]


def packs(call: Call) -> Library:
    """Return all available packs. Raises PackError."""
    library: Library = call.library(game=find(GAME))
    return library


def scenario_option(name: str, help: str, **more: Any) -> Option:
    """Return an option that names a scenario."""
    return complete.pack_option([name], N_("SCENARIO"), help, "scenarios", GAME, **more)


def find_object(library: Library, kind: str, id: str, hint: str) -> Any:
    """Return the pack object of that id. Raises click.BadParameter with the nearest id."""
    return find_in_packs(library, kind, id, _(UNKNOWN[kind], said=id), hint)


def check_packs(call: Call, kind: str, named: str, hint: str, more: Findings) -> Answer:
    """Return what is wrong with an id's object, or with everything in a file.

    Everything in a file is checked, also its profiles and weapons. `more` are findings against
    sound objects. Raises click.BadParameter.
    """

    kinds, path = find(GAME).packs.kinds, Path(named)
    if path.suffix in (".yaml", ".yml") or path.exists():
        problems, paths, folders = check(kinds, [path]), [path], (*call.folders(GAME), path)
        items = load_with_places(kinds, kind, paths, shipped=False)[0]
    else:
        folders = call.folders(GAME)
        items, findings = load_with_places(kinds, kind, folders)
        problems = [problem for problem in findings if problem.object_id == named]
        if named not in items and not problems:
            find_object(packs(call), kind, named, hint)
        items = {named: items[named]} if named in items else {}
    if not any(problem.severity == "error" for problem in problems):
        library = load(kinds, folders)
        problems += [finding for item in items.values() for finding in more(item, library)]
    problems = in_reading_order(problems)
    lines = problem_lines(problems)
    data = [
        {
            "file": problem.file,
            "line": problem.line,
            "id": problem.object_id,
            "code": problem.code,
            "severity": problem.severity,
            "told": line,
        }
        for problem, line in zip(problems, lines, strict=True)
    ]
    return answer_problems(problems, lines, data)
