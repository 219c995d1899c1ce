"""What jumps, leaps, climbs and swims share: who moves, what it spends, where it stands then."""

from __future__ import annotations

from q40k.games.quake.rules.barrels.explosions import cross_napalm
from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.command import Stand
from q40k.games.quake.rules.movement.move import allowance, declare
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions.places import (
    bases_at,
    feet,
    floor,
    no_room,
    portal_at,
    refuse_each,
)
from q40k.games.quake.rules.questions import find_present, must_be_started, refuse
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import only_active
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def gone(
    state: Match,
    player: str,
    spent: float,
    to: Spot | None,
    portal: int | None,
    level: float | None = None,
) -> Match:
    """The state with a champion gone to a place, or somewhere that nobody knows."""
    known = state.players[player]
    kept = to is not None and (known.position.kept or to != known.position.at)
    return changed(
        state, player, at=to, portal=portal, near=None, tile=None, spent=spent, moved=True,
        in_water=False, level=level, kept=kept,
    )  # fmt: skip


HIGHEST_IN = 500


def mover(live: Live[Match], name: str, rule: str) -> Rule[Player]:
    """The champion that moves now, and still may.

    Rule: TURN-1
    """
    must_be_started(live.state)
    player = find_present(live.state, name)
    yield from only_active(live, player, "movement")
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    return player


def out_of_the_water(
    live: Live[Match], player: Player, stand: Stand = "beside"
) -> Rule[Player | None]:
    """The champion once it has swum, if it is in the water and has not yet; None when it drowned.

    Rule: MOVE-4
    """
    wet = player.movement.in_water and not player.movement.swum
    if wet and not (yield from roll_to_swim(live, player.id, stand=stand)):
        return None
    return live.state.players[player.id]


def used(state: Match, player: Player, inches: float) -> float:
    """What is spent after so many inches more, or all of the movement if that is less."""
    most = max(player.movement.spent, allowance(state, player))
    return round(min(most, player.movement.spent + inches), 6)


def portal_at_end(state: Match, player: Player, to: Spot | None) -> int | None:
    """The portal it ends wholly on; None when nobody knows where it ends."""
    return None if to is None else portal_at(state, player, to)


def may_land(live: Live[Match], player: Player, to: Spot) -> Rule[None]:
    """Refuse to land off the table, in something impassable or lethal, or on another base.

    Rule: MOVE-1, ARENA-5
    """
    yield from declare(live, player, to, None)
    yield from refuse_each(
        no_room(live.state, player, to, floor(live.state, to), player.position.angle)
    )


def may_change_height(live: Live[Match], player: Player, change: float) -> Rule[None]:
    """Refuse to go so many inches up or down where it stands, onto another base there.

    Rule: DIFF-5
    """
    at, level = player.position.at, max(0.0, feet(live.state, player) + change)
    for other in bases_at(live.state, player, at, level) if at is not None else ():
        yield from refuse("DIFF-5", "on-a-base", player=player.name, other=other.name)


def burns(
    live: Live[Match],
    before: Player,
    to: Spot | None,
    *,
    said: bool = False,
    stand: Stand = "beside",
) -> Rule[bool]:
    """What burns where a jump, a leap or a climb leads; returns whether it died of it, and is back.

    Rule: BARREL-5
    """
    at = before.position.at
    spots = () if to is None else (to,) if at is None else (at, to)
    yield from cross_napalm(live, before.id, spots, said=said)
    if live.state.players[before.id].in_play:
        return False
    yield from respawn_waiting(live, stand, (before.id,))
    return True


def level_after(state: Match, player: Player, to: Spot | None, change: float) -> float | None:
    """How high one stands after so many inches up (or down); None on top of what is there."""
    spot = to or player.position.at
    if spot is None:
        return None
    top, end = floor(state, spot), max(0.0, feet(state, player) + change)
    return None if abs(end - top) < 1e-6 else end
