"""The print order: the mission, edition and squad, and the paper."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from q40k.games.space_hulk.rules.editions import EDITIONS, Edition
from q40k.games.space_hulk.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.prints.offer import Order
from q40k.prints.paper import Frame, Paper

TURNS: Final = 8
"""The number of turns without an order."""
MOST_TURNS: Final = 24


class Wish(Struct, frozen=True):
    """What to print, and on which paper; `match` may be a mission as it will be laid out."""

    locale: Locale
    paper: Paper
    measured: float = 100.0
    match: Match = Match()
    turns: int = TURNS

    @property
    def edition(self) -> Edition:
        """The rules of the match."""
        return EDITIONS[self.match.setup.edition_id]

    @property
    def frame(self) -> Frame:
        """The printable area of the upright paper."""
        return self.paper.frame(self.measured)

    @property
    def landscape(self) -> Frame:
        """The printable area of the paper on its side."""
        return self.paper.landscape().frame(self.measured)


def wish_of(order: Order) -> Wish:
    """Return the order from a match; an unknown squad is left blank."""
    state: Match = order.state
    return Wish(order.locale, order.paper, order.measured, state, turns_of(state))


def turns_of(state: Match) -> int:
    """Return the number of turns to print for a mission."""
    limit = state.mission.turn_limit if state.setup.mission is not None else None
    return min(limit or TURNS, MOST_TURNS)
