"""What is wished for in print: which table, how many play, with whom, and how much ink."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.packs.library import Library
from q40k.games.quake.packs.models import Champion, Mod, Trait, Weapon
from q40k.games.quake.packs.tokens import BonusTables
from q40k.games.quake.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.prints.offer import Order
from q40k.prints.paper import Frame, Paper

InkLevel = Literal["full", "half", "outline"]
PLAYERS: Final = 4
"""So many play if nothing is said."""
MOD: Final = "deathmatch"
"""The mod that is meant when none is said."""
LEAST_TOKENS: Final = 3
"""Of equipment and of weapons, however few play (BONUS-6)."""


class Fielded(Struct, frozen=True):
    """Who plays, with what: the weapons carried, those of the champion's gear among them."""

    name: str
    champion: Champion
    arms: tuple[Weapon, ...]
    traits: tuple[Trait, ...] = ()
    team: str = ""


class Wish(Struct, frozen=True):
    """What is printed, and on what."""

    locale: Locale
    library: Library
    paper: Paper
    mod: Mod
    measured: float = 100.0
    ink: InkLevel = "full"
    players: int = PLAYERS
    arena: Arena | None = None
    fielded: tuple[Fielded, ...] = ()
    tiles: tuple[str, ...] = ()
    """Of the arena only these, by their names; all of it when none is named."""

    @property
    def frame(self) -> Frame:
        """What can be drawn on."""
        return self.paper.frame(self.measured)

    @property
    def tables(self) -> BonusTables:
        """The tables of bonuses of the mod."""
        return self.library.bonus_tables[self.mod.bonus_tables]


def wish_of(order: Order) -> Wish:
    """What the table of a match wants on paper, as far as it is known already."""
    state: Match = order.state
    library: Library = order.library
    fielded = fielded_in(state)
    return Wish(
        order.locale, library, order.paper, state.setup.mod or library.mods[MOD], order.measured,
        players=len(fielded) or PLAYERS, arena=state.setup.arena, fielded=fielded,
    )  # fmt: skip


def fielded_in(state: Match) -> tuple[Fielded, ...]:
    """Everyone who is at the table, in the order of play."""
    order = [name for name in state.order if name in state.players] or list(state.players)
    seated = (state.players[name] for name in order)
    return tuple(
        Fielded(one.name, one.champion, one.arms, one.traits, one.team or "")
        for one in seated
        if one.present
    )
