"""What is wished for in print: which mission and edition, whose squad, on which paper."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from q40k.games.space_hulk.rules.editions import EDITIONS, Edition
from q40k.games.space_hulk.rules.state import Match
from q40k.i18n.locale import Locale
from q40k.prints.offer import Order
from q40k.prints.paper import Frame, Paper

TURNS: Final = 8
"""For so many turns if nothing is said."""
MOST_TURNS: Final = 24


class Wish(Struct, frozen=True):
    """What is to be printed, and on what; `match` is a match, or a mission as it will stand."""

    locale: Locale
    paper: Paper
    measured: float = 100.0
    match: Match = Match()
    turns: int = TURNS

    @property
    def edition(self) -> Edition:
        """The rules it is played by."""
        return EDITIONS[self.match.setup.edition_id]

    @property
    def frame(self) -> Frame:
        """What can be drawn on, of the paper upright."""
        return self.paper.frame(self.measured)

    @property
    def lying(self) -> Frame:
        """What can be drawn on, of the paper on its side."""
        return self.paper.landscape().frame(self.measured)


def wish_of(order: Order) -> Wish:
    """What the table of a match wants on paper; the squad is left blank till it is known."""
    state: Match = order.state
    return Wish(order.locale, order.paper, order.measured, state, turns_of(state))


def turns_of(state: Match) -> int:
    """For how many turns a mission is printed."""
    limit = state.mission.turn_limit if state.setup.mission is not None else None
    return min(limit or TURNS, MOST_TURNS)
