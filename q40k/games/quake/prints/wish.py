"""What is wished for in print: which table, how many play, with whom, and how much ink."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Mod, Trait, Weapon
from q40k.games.quake.packs.tokens import BonusTables
from q40k.i18n.locale import Locale
from q40k.prints.paper import Frame, Paper

InkLevel = Literal["full", "half", "outline"]
LEAST_TOKENS = 3
"""Of equipment and of weapons, however few play (BONUS-6)."""


class Fielded(Struct, frozen=True):
    """Who plays, with what: the weapons carried, those of the champion's gear among them."""

    name: str
    champion: Champion
    arms: tuple[Weapon, ...]
    traits: tuple[Trait, ...] = ()


class Wish(Struct, frozen=True):
    """What is printed, and on what."""

    locale: Locale
    library: Library
    paper: Paper
    mod: Mod
    measured: float = 100.0
    ink: InkLevel = "full"
    players: int = 4
    arena: Arena | None = None
    fielded: tuple[Fielded, ...] = ()

    @property
    def frame(self) -> Frame:
        """What can be drawn on."""
        return self.paper.frame(self.measured)

    @property
    def tables(self) -> BonusTables:
        """The tables of bonuses of the mod."""
        return self.library.bonus_tables[self.mod.bonus_tables]
