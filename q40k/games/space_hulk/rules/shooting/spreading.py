"""A door that goes lets a fire through: the squares laid open burn too."""

from __future__ import annotations

from q40k.games.space_hulk.rules.places import board, burning, closed
from q40k.games.space_hulk.rules.shooting.flames import Burning, burn
from q40k.games.space_hulk.rules.shooting.pieces import standing_in
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def spread(live: Live[Match], at: str) -> Rule[None]:
    """The door at a square is closed no more: a fire in its section fills what lies open now.

    Rule: SH-FIRE-6, SH1-FIRE-6
    """
    state = live.state
    ground = board(state)
    there = None if ground is None else ground.cell(at)
    if ground is None or there is None or not state.edition.fire_spreads:
        return
    section = ground.section(there)
    if section not in state.fires:
        return
    shut = closed(state)
    open_ = ground.reach(there, lambda one: one not in shut)
    old = burning(state)
    if not open_ & old:
        return
    new = open_ - old
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, new))), counters=0)
    yield from burn(live, standing_in(state, new), "fire")
