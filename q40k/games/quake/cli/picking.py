"""Players as a call names them: NAME=CHAMPION+GEAR, the champion by its id or a few letters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from q40k.cli.base import bad_value
from q40k.cli.say import _, locale

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Kind, Library
    from q40k.games.quake.packs.models import Champion, Mod

MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class Picked:
    """A player, the id of its champion and of its gear, and its team where there are any."""

    name: str
    champion: str
    gear: tuple[str, ...]
    team: str = ""


def pick(library: Library, said: str, hint: str, mod: Mod | None) -> Picked:
    """What NAME=CHAMPION+GEAR names in a match of `mod`; `hint` is the parameter it was given to.

    In a mod of teams NAME@TEAM says whom the player plays for. A perfect fighter may have any gear
    of any codex (CHAMPION-8). Raises click.BadParameter, with the nearest words there are.
    """
    from q40k.games.quake.cli.figures import figure

    name, equals, rest = said.rpartition("=")
    if not equals or not name.strip() or not rest.partition("+")[0].strip():
        raise bad_value(hint, _("“{said}” is not NAME=CHAMPION.", said=said))
    team = ""
    if mod is not None and mod.in_teams:
        name, _at, team = name.partition("@")
    found = figure(library, rest, mod, hint)
    if found.unpaid:
        raise bad_value(hint, no_gear(library, found.built.id, found.unpaid[0]))
    return Picked(name.strip(), found.built.id, found.gear, team.strip())


def named_champion(library: Library, said: str, hint: str) -> str:
    """The id of the champion meant by an id or a few letters. Raises click.BadParameter."""
    if said in library.champions:
        return said
    champions = library.find_champions(said)
    found = [champion.id for champion in champions]
    called = [champion.id for champion in champions if _is_called(champion, said)]
    if len(found) == 1 or len(called) == 1:
        return (called or found)[0]
    if found:
        shown = ", ".join(found[:MOST_SHOWN]) + (", …" if len(found) > MOST_SHOWN else "")
        raise bad_value(hint, _("“{said}” fits several champions: {ids}.", said=said, ids=shown))
    raise bad_value(hint, unknown(library, "champions", said))


def _is_called(champion: Champion, said: str) -> bool:
    from q40k.games.quake.packs.search import called, folded

    return folded(said) in map(folded, called(champion))


def no_gear(library: Library, champion: str, option: str) -> str:
    """The sentence about gear that is no option of a champion, with the nearest one."""
    from q40k.kernel.lookup import nearest

    known = library.champions[champion].options
    text = _("{champion} cannot have “{option}”.", champion=champion, option=option)
    near = nearest(option, known)
    if near is not None:
        return text + " " + _("The nearest is {id}.", id=near)
    if known:
        return text + " " + _("It may have: {ids}.", ids=", ".join(known))
    return text


def unknown(library: Library, what: Kind, said: str) -> str:
    """The sentence about an id that no pack defines, with the nearest one that is."""
    from q40k.games.quake.table.resolve import unknown as refused
    from q40k.games.quake.words.wording import WORDS

    return WORDS.refuse(locale(), refused(library, what, said, "").refusal)
