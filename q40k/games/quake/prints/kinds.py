"""Everything Quake 40K prints, by its word on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from q40k.games.quake.packs.mods import RuleName
from q40k.games.quake.prints.arena import arena
from q40k.games.quake.prints.cards import cards
from q40k.games.quake.prints.portals import portals
from q40k.games.quake.prints.reference import rules
from q40k.games.quake.prints.scores import sheet
from q40k.games.quake.prints.stands import barrels, bases, flags
from q40k.games.quake.prints.templates import templates
from q40k.games.quake.prints.tokens import tokens
from q40k.games.quake.prints.wish import Wish
from q40k.prints.offer import Kind


def _has(rule: RuleName) -> Callable[[Wish], bool]:
    return lambda wish: wish.mod.has(rule)


KINDS: Final[dict[str, Kind]] = {
    "portals": Kind(portals, _has("portals")),
    "tokens": Kind(tokens, _has("bonus")),
    "templates": Kind(templates),
    "flags": Kind(flags, _has("flags")),
    "bases": Kind(bases, _has("bases")),
    "barrels": Kind(barrels, _has("barrels")),
    "cards": Kind(cards, possible=lambda wish: bool(wish.fielded)),
    "arena": Kind(arena, possible=lambda wish: wish.arena is not None),
    "sheet": Kind(sheet),
    "rules": Kind(rules),
}
