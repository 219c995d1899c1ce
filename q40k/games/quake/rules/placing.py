"""Where a champion stands, said outside its movement: bookkeeping, as TABLE-4 wants it."""

from __future__ import annotations

from q40k.games.quake.rules import commands as c
from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.positions import in_water, on_table, portal_at
from q40k.games.quake.rules.questions import find_present, forbid, must_be_started, refuse
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def place(live: Live[Match], command: c.PlaceAt) -> Rule[None]:
    """Note where a champion stands, in any phase; it costs no movement and telefrags nobody.

    Without a place, the one that was known is forgotten; the portal it stands in is not.

    Rule: TABLE-4, PORTAL-1
    """
    must_be_started(live.state)
    state = live.state
    player = find_present(state, command.player)
    if not player.in_play:
        raise forbid("TURN-1", "not-on-table", player=player.name)
    at = command.at
    if at is None:
        yield e.Placed(player=player.id)
        return
    assert state.setup.arena is not None
    if not on_table(state, player, at, command.angle):
        width, height = state.setup.arena.size
        yield from refuse("ARENA-1", "off-table", x=at[0], y=at[1], width=width, height=height)
    yield e.Placed(
        player=player.id,
        at=at,
        portal=portal_at(state, player, at, command.angle),
        in_water=in_water(state, at, command.level),
        level=command.level,
        angle=command.angle,
    )
