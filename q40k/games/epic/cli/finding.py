"""Packs as a call names them: by an id, or by a file that holds some; and what is wrong there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from q40k.cli.base import Call, bad_value
from q40k.cli.errors import DONE, REFUSED, problem_lines
from q40k.cli.matches import as_json
from q40k.cli.say import N_, _, ngettext
from q40k.cli.streams import echo, echo_text
from q40k.games.game import find

if TYPE_CHECKING:
    from q40k.packs.library import Library
    from q40k.packs.problems import Problem
    from q40k.packs.stock import Item

GAME: Final = "epic"
UNKNOWN: Final = {
    "armies": N_("No pack knows the army “{said}”."),
    "scenarios": N_("No pack knows the scenario “{said}”."),
}
Findings = Callable[["Item", "Library"], Iterable["Problem"]]


def packs(call: Call) -> Library:
    """All packs at hand. Raises PackError."""
    library: Library = call.library(game=find(GAME))
    return library


def known(library: Library, kind: str, said: str, hint: str) -> Any:
    """What has that id. Raises click.BadParameter, with the nearest."""
    found = library.of_kind(kind)
    if said not in found:
        text = _(UNKNOWN[kind], said=said)
        near = library.nearest(kind, said)
        raise bad_value(hint, text + (" " + _("The nearest is {id}.", id=near) if near else ""))
    return found[said]


def checked(call: Call, kind: str, named: str, hint: str, more: Findings, as_json_: bool) -> int:
    """Tell everything that is wrong with what has that id, or stands in that file; the status.

    All that stands in a file is checked, its profiles and weapons too; `more` are the findings
    against what is sound as such. Raises click.BadParameter.
    """
    from q40k.packs.library import check, load, load_with_places
    from q40k.packs.problems import in_reading_order

    kinds, path = find(GAME).packs.kinds, Path(named)
    if path.suffix in (".yaml", ".yml") or path.exists():
        problems, paths, folders = check(kinds, [path]), [path], (*call.folders(GAME), path)
        items = load_with_places(kinds, kind, paths, shipped=False)[0]
    else:
        folders = call.folders(GAME)
        items, found = load_with_places(kinds, kind, folders)
        problems = [one for one in found if one.object_id == named]
        if named not in items and not problems:
            known(packs(call), kind, named, hint)
        items = {named: items[named]} if named in items else {}
    if not any(one.severity == "error" for one in problems):
        library = load(kinds, folders)
        problems += [one for item in items.values() for one in more(item, library)]
    return _told(in_reading_order(problems), as_json_)


def _told(problems: list[Problem], as_json_: bool) -> int:
    wrong = sum(one.severity == "error" for one in problems)
    if as_json_:
        lines = problem_lines(problems)
        echo_text(as_json([
            {"file": one.file, "line": one.line, "id": one.object_id, "code": one.code,
             "severity": one.severity, "told": line}
            for one, line in zip(problems, lines, strict=True)
        ]))  # fmt: skip
    else:
        for line in problem_lines(problems):
            echo(line)
        told = [ngettext("{number} problem", "{number} problems", wrong)]
        if len(problems) > wrong:
            told.append(ngettext("{number} warning", "{number} warnings", len(problems) - wrong))
        echo(", ".join(told), err=True)
    return REFUSED if wrong else DONE
