"""Champions and players as a call names them: "space-marine+flamer", NAME=CHAMPION+GEAR."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from q40k.cli.base import bad_value
from q40k.cli.complete import Items, pack_items
from q40k.cli.say import _, locale

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Kind, Library
    from q40k.games.quake.packs.models import Champion, Mod

MOST_SHOWN = 6


def player(ctx: click.Context, _param: click.Parameter, incomplete: str) -> Items:
    """Complete NAME=CHAMPION: the champion's id, once the name and the = are typed."""
    name, equals, said = incomplete.rpartition("=")
    if not equals:
        return []
    begun = [item for item in pack_items(ctx, "champions") if str(item.value).startswith(said)]
    return [CompletionItem(f"{name}={item.value}", help=item.help) for item in begun]


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
    from q40k.games.quake.table.resolve import refuse_unknown as refused
    from q40k.games.quake.words.wording import WORDS

    return WORDS.refuse(locale(), refused(library, what, said, "").refusal)


@dataclass(frozen=True, slots=True)
class Figured:
    """A champion with its gear paid for, and the ids of that gear; `unpaid` is no option of it."""

    built: Champion
    gear: tuple[str, ...]
    unpaid: tuple[str, ...] = ()


def known_mod(library: Library, said: str, hint: str = "--mod") -> Mod:
    """The mod of that id. Raises click.BadParameter."""
    if said not in library.mods:
        raise bad_value(hint, unknown(library, "mods", said))
    return library.mods[said]


def figure(library: Library, said: str, mod: Mod | None, hint: str = "CHAMPION") -> Figured:
    """The champion and gear that were named, by ids or a few letters of their names.

    What a champion has no option for is kept in the gear, unpaid: the rules say no to it.
    Raises click.BadParameter for what no pack knows.
    """
    from q40k.games.quake.table.resolve import equip_champion
    from q40k.games.quake.words.wording import WORDS
    from q40k.kernel.events import Refused

    words, *rest = re.split(r"[+:,]", said)
    champion = library.champions[named_champion(library, words.strip(), hint)]
    gear = tuple(_item(library, champion, word.strip(), hint) for word in rest if word.strip())
    perfect = mod is not None and mod.has("perfect-fighter")
    paid = tuple(item for item in gear if perfect or item in champion.options)
    try:
        built = equip_champion(library, champion.id, paid, mod)
    except Refused as refused:
        raise bad_value(hint, WORDS.refuse(locale(), refused.refusal)) from refused
    return Figured(built, gear, tuple(item for item in gear if item not in paid))


def _item(library: Library, champion: Champion, said: str, hint: str) -> str:
    """The item meant: of the champion's own options first, then of everything there is."""
    everything = (*library.weapons, *library.gear, *library.traits)
    for among in (tuple(champion.options), everything):
        if said in among:
            return said
    for among in (tuple(champion.options), everything):
        found = library.find_gear(said, among)
        if found:
            return found[0]
    from q40k.kernel.lookup import nearest

    text = _("No pack knows the gear “{said}”.", said=said)
    near = nearest(said, everything)
    if near is not None:
        text += " " + _("The nearest is {id}.", id=near)
    raise bad_value(hint, text)
