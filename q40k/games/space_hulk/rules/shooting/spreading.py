"""Spread fire through a destroyed or opened door onto the squares beyond."""

from __future__ import annotations

from q40k.games.space_hulk.rules.places import board, burning_squares, closed_doors
from q40k.games.space_hulk.rules.shooting.flames import Burning, burn_pieces
from q40k.games.space_hulk.rules.shooting.pieces import pieces_on
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def spread_fire(live: Live[Match], at: str) -> Rule[None]:
    """Spread a fire in the section of an opened or destroyed door to all squares open to it now.

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
    closed = closed_doors(state)
    connected = ground.connected_squares(there, lambda square: square not in closed)
    old = burning_squares(state)
    if not connected & old:
        return
    new = connected - old
    yield Burning(section=section, squares=tuple(sorted(map(ground.name, new))), counters=0)
    yield from burn_pieces(live, pieces_on(state, new), "fire")
