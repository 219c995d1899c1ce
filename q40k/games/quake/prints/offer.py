"""What Quake 40K can print, and for which wish; importing this loads nothing that draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.i18n.locale import N_
from q40k.prints.offer import Kind, Order, Prints
from q40k.prints.offer import Wish as BaseWish

if TYPE_CHECKING:
    from q40k.games.quake.packs.arena import Arena
    from q40k.games.quake.packs.library import Library
    from q40k.games.quake.packs.models import Champion, Mod, Trait, Weapon
    from q40k.games.quake.packs.mods import RuleName
    from q40k.games.quake.packs.tokens import BonusTables
    from q40k.games.quake.state.match import Match


def _has(rule: RuleName) -> Callable[[Wish], bool]:
    return lambda wish: wish.mod.has(rule)


PRINTS = Prints(
    {
        "portals": Kind(
            N_("the five portals, numbered discs"), "q40k.games.quake.prints.pieces:portals", needed=_has("portals")
        ),
        "tokens": Kind(
            N_("tokens to fold, and a card for every bonus"),
            "q40k.games.quake.prints.cards:tokens",
            needed=_has("bonus"),
        ),
        "templates": Kind(N_("blast, ordnance, flame, vortex, napalm"), "q40k.games.quake.prints.templates:templates"),
        "flags": Kind(
            N_("flags to fold around a toothpick"), "q40k.games.quake.prints.pieces:flags", needed=_has("flags")
        ),
        "bases": Kind(
            N_("bases of figures, corners of base zones"), "q40k.games.quake.prints.pieces:bases", needed=_has("bases")
        ),
        "barrels": Kind(N_("barrels to fold"), "q40k.games.quake.prints.pieces:barrels", needed=_has("barrels")),
        "cards": Kind(
            N_("a card for each champion, with what it needs against the others"),
            "q40k.games.quake.prints.cards:cards",
            possible=lambda wish: bool(wish.fielded),
        ),
        "arena": Kind(
            N_("an arena over several sheets, its plan, what to agree on"),
            "q40k.games.quake.prints.arena:arena",
            possible=lambda wish: wish.arena is not None,
        ),
        "evening": Kind(
            N_("an evening on one page: set-up, the ten keys, putting right, the end"),
            "q40k.games.quake.prints.sheets:evening",
        ),
        "sheet": Kind(
            N_("order of play and scores, for an evening without electricity"), "q40k.games.quake.prints.sheets:sheet"
        ),
        "rules": Kind(N_("the rules in short"), "q40k.games.quake.prints.sheets:rules"),
    },
    wish="q40k.games.quake.prints.offer:wish_of",
)


# -- what to print for ---------------------------------------------------------------------------


PLAYERS = 4
"""The default number of players."""
MOD = "deathmatch"
"""The default mod."""
LEAST_TOKENS = 3
"""The least number of equipment tokens, and of weapon tokens (BONUS-6)."""


class Fielded(Struct, frozen=True):
    """A player with champion, traits and all weapons, including those of its gear."""

    name: str
    champion: Champion
    arms: tuple[Weapon, ...]
    traits: tuple[Trait, ...] = ()
    team: str = ""


class Wish(BaseWish, frozen=True, kw_only=True):
    """What is printed, and on what."""

    library: Library
    mod: Mod
    players: int = PLAYERS
    arena: Arena | None = None
    fielded: tuple[Fielded, ...] = ()
    tiles: tuple[str, ...] = ()
    """The names of the arena's tiles to print; empty for all of it."""

    @property
    def tables(self) -> BonusTables:
        """The bonus tables of the mod."""
        return self.library.bonus_tables[self.mod.bonus_tables]


def wish_of(order: Order) -> Wish:
    """Return what the table of a match needs on paper, filled in with what is known."""
    state: Match = order.state
    library: Library = order.library
    fielded = fielded_in(state)
    return Wish(
        order.locale,
        order.paper,
        order.measured,
        order.ink,
        order.board,
        library=library,
        mod=state.setup.mod or library.mods[MOD],
        players=len(fielded) or PLAYERS,
        arena=state.setup.arena,
        fielded=fielded,
    )


def fielded_in(state: Match) -> tuple[Fielded, ...]:
    """Return everyone at the table, in the order of play."""
    order = [name for name in state.order if name in state.players] or list(state.players)
    seated = (state.players[name] for name in order)
    return tuple(
        Fielded(player.name, player.champion, player.arms, player.traits, player.team or "")
        for player in seated
        if player.present
    )
