"""Reinforcements, as events."""

from typing import Literal

from q40k.games.space_hulk.state import registry
from q40k.games.space_hulk.state.match import Match

AMBUSH_ROUTE = 6
"""The squares of route between an ambush and its marine (SOLO-AMBUSH-1)."""


Arriving = Literal["ambush", "priority", "isolated", "any"]


class Arrival(registry.Event, tag="arrival"):
    """The die decides where a blip arrives; `marine` is its target, `rank` his rank of priority."""

    die: int
    how: Arriving
    marine: str | None = None
    rank: int | None = None


class BlipsLost(registry.Event, tag="blips-lost"):
    """Blips have no entry, or no square for an ambush: unrevealed they join the used ones."""

    many: int
    why: Literal["full", "ambush"]

    def fold(self, state: Match) -> Match:
        up = {**state.pile.up, 0: state.pile.up.get(0, 0) + self.many}
        return state.replace(up=up, lost=state.solo.lost + self.many)


def count_reinforcements_left(state: Match) -> int:
    """Return how many reinforcements are still to come in this turn.

    Rule: SOLO-SPAWN-1, SH-BLIP-3
    """
    arrived = sum(blip.placed == state.play.turn for blip in state.blips.values()) + state.solo.lost
    remaining = (state.mission.blips_per_turn or 0) - arrived
    return remaining if state.undrawn or sum(state.pile.up.values()) else 0
