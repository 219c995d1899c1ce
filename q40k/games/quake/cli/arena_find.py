"""Find the arena a call names, by its id or by a file of packs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from q40k.cli.base import Argument, Call, bad_value
from q40k.cli.complete import complete_packs
from q40k.cli.errors import REFUSED, Failure, problem_lines
from q40k.cli.say import N_, _

if TYPE_CHECKING:
    from q40k.games.quake.packs.arena import Arena
    from q40k.packs.problems import Problem
    from q40k.packs.stock import Item


def arena_argument() -> Argument:
    """Return the argument that names an arena, by its id or by a file of packs."""
    return Argument(["arena"], metavar=N_("ARENA|FILE"), shell_complete=complete_packs("arenas"))


@dataclass(frozen=True)
class Found:
    """Hold the arenas a call names with their places in files, and the problems of others there."""

    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


def find(call: Call, named: str) -> Found:
    """Return the arena of that id, or those of that file. Raises click.BadParameter."""
    from q40k.games.quake.packs.library import arenas_with_places

    path = Path(named)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        items, problems = arenas_with_places([path], shipped=False)
        if not items and not problems:
            raise bad_value("ARENA|FILE", _("There is no arena in {path}.", path=named))
        return Found(tuple(items.values()), tuple(problems))
    items, problems = arenas_with_places(call.folders())
    if named in items:
        return Found((items[named],))
    broken = tuple(problem for problem in problems if problem.object_id == named)
    if broken:
        return Found((), broken)
    raise bad_value("ARENA|FILE", _unknown(named, items))


def _unknown(named: str, known: Iterable[str]) -> str:
    from q40k.kernel.lookup import nearest

    text = _("No pack knows the arena “{said}”.", said=named)
    near = nearest(named, known)
    if near is not None:
        text += " " + _("The nearest is {id}.", id=near)
    return text


def one_arena(call: Call, named: str) -> Arena:
    """Return the single arena that is named. Raises click.BadParameter, Failure."""
    named_arenas = find(call, named)
    if not named_arenas.items:
        lines = problem_lines(named_arenas.problems)
        raise Failure(_("This arena cannot be used:"), "\n".join(lines), REFUSED)
    if len(named_arenas.items) > 1:
        ids = ", ".join(item.model.id for item in named_arenas.items)
        raise bad_value("ARENA|FILE", _("The file holds several arenas: {ids}.", ids=ids))
    arena: Arena = named_arenas.items[0].model
    return arena
