"""Whether the arena's tokens and barrels are enough for those who play: told, never refused."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.registry import event
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

LEAST = 3
"""So many equipment and weapon tokens at least, however few champions play (BONUS-6)."""

Kind = Literal["equipment", "weapon", "barrels"]


@event
class RunShort(Event, tag="run-short"):
    """The arena has fewer tokens of a category, or places for barrels, than the champions ask for.

    `there` are those it has, `wanted` those it should have, for so many `champions`.
    """

    what: Kind
    there: int
    wanted: int
    champions: int


def tell_what_is_short(live: Live[Match]) -> Rule[None]:
    """As many equipment and weapon tokens as champions, three at least; a place for each barrel.

    Rule: BONUS-6, BARREL-1
    """
    setup = live.state.setup
    assert setup.mod is not None
    assert setup.arena is not None
    champions = sum(player.present for player in live.state.players.values())
    found: list[tuple[Kind, int, int]] = []
    if setup.mod.has("bonus"):
        wanted = max(LEAST, champions)
        tokens = [token.category for token in setup.arena.tokens]
        found += [("equipment", tokens.count("equipment"), wanted)]
        found += [("weapon", tokens.count("weapon"), wanted)]
    if setup.mod.has("barrels"):
        each = setup.mod.parameters.barrels_each
        found.append(("barrels", len(setup.arena.barrels), each * champions))
    for what, there, wanted in found:
        if there < wanted:
            yield RunShort(what=what, there=there, wanted=wanted, champions=champions)
