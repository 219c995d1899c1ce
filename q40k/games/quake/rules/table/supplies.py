"""Whether the arena has enough tokens and barrels for the champions: reported, never refused."""

from __future__ import annotations

from typing import Literal

from q40k.games.quake.rules.registry import event
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule

LEAST = 3
"""The least number of equipment and weapon tokens, however few champions play (BONUS-6)."""

Kind = Literal["equipment", "weapon", "barrels"]


@event
class RunShort(Event, tag="run-short"):
    """The arena has fewer tokens of a category, or places for barrels, than the champions need.

    `there` is how many it has, `wanted` how many it should have, for so many `champions`.
    """

    what: Kind
    there: int
    wanted: int
    champions: int


def report_shortages(live: Live[Match]) -> Rule[None]:
    """Report too few equipment or weapon tokens, or too few places for barrels.

    Each champion needs a token of both kinds, three at least, and places for its barrels.

    Rule: BONUS-6, BARREL-1
    """
    setup = live.state.setup
    assert setup.mod is not None
    assert setup.arena is not None
    champions = sum(player.present for player in live.state.players.values())
    supplies: list[tuple[Kind, int, int]] = []
    if setup.mod.has("bonus"):
        needed = max(LEAST, champions)
        tokens = [token.category for token in setup.arena.tokens]
        supplies += [("equipment", tokens.count("equipment"), needed)]
        supplies += [("weapon", tokens.count("weapon"), needed)]
    if setup.mod.has("barrels"):
        each = setup.mod.parameters.barrels_each
        supplies.append(("barrels", len(setup.arena.barrels), each * champions))
    for what, available, needed in supplies:
        if available < needed:
            yield RunShort(what=what, there=available, wanted=needed, champions=champions)
