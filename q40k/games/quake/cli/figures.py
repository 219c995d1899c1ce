"""A champion with gear, as a call names it: "devastator: heavy-bolter", "space-marine+flamer"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from q40k.cli.base import bad_value
from q40k.cli.say import _, locale
from q40k.games.quake.cli.picking import named_champion, unknown

if TYPE_CHECKING:
    from q40k.games.quake.packs.library import Library
    from q40k.games.quake.packs.models import Champion, Mod


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
    from q40k.games.quake.table.resolve import equipped
    from q40k.games.quake.words.wording import WORDS
    from q40k.kernel.events import Refused

    words, *rest = re.split(r"[+:,]", said)
    champion = library.champions[named_champion(library, words.strip(), hint)]
    gear = tuple(_item(library, champion, word.strip(), hint) for word in rest if word.strip())
    perfect = mod is not None and mod.has("perfect-fighter")
    paid = tuple(item for item in gear if perfect or item in champion.options)
    try:
        built = equipped(library, champion.id, paid, mod)
    except Refused as refused:
        raise bad_value(hint, WORDS.refuse(locale(), refused.refusal)) from refused
    return Figured(built, gear, tuple(item for item in gear if item not in paid))


def _item(library: Library, champion: Champion, said: str, hint: str) -> str:
    """The item meant: of the champion's own options first, then of everything there is."""
    everything = (*library.weapons, *library.gear)
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
