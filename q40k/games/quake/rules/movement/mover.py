"""What jumps, leaps, climbs and swims share: the mover, what it spends, where it ends."""

from __future__ import annotations

from q40k.games.quake.rules.barrels.explosions import cross_napalm
from q40k.games.quake.rules.changing import change_player
from q40k.games.quake.rules.command import Stand
from q40k.games.quake.rules.movement.move import allowance, declare
from q40k.games.quake.rules.movement.water import roll_to_swim
from q40k.games.quake.rules.positions.places import (
    bases_at,
    feet_height,
    floor_height,
    portal_at,
    refuse_each,
    standing_obstacles,
)
from q40k.games.quake.rules.questions import find_present, must_be_started, refuse
from q40k.games.quake.rules.respawn.respawn import respawn_waiting
from q40k.games.quake.rules.state import Match, Player
from q40k.games.quake.rules.turn.acting import must_be_active
from q40k.geometry.spots import Spot
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def put_after_move(
    state: Match,
    player: str,
    spent: float,
    to: Spot | None,
    portal: int | None,
    level: float | None = None,
) -> Match:
    """Put a champion that moved at a place, or somewhere unknown."""
    before = state.players[player]
    kept = to is not None and (before.position.kept or to != before.position.at)
    return change_player(
        state, player, at=to, portal=portal, near=None, tile=None, spent=spent, moved=True,
        in_water=False, level=level, kept=kept,
    )  # fmt: skip


HIGHEST_IN = 500


def find_mover(live: Live[Match], name: str, rule: str) -> Rule[Player]:
    """Find the champion that moves now; refuse if it may not move.

    Rule: TURN-1
    """
    must_be_started(live.state)
    player = find_present(live.state, name)
    yield from must_be_active(live, player, "movement")
    if player.movement.halted:
        yield from refuse(rule, "moves-no-more", player=player.name)
    return player


def swim_out(live: Live[Match], player: Player, stand: Stand = "beside") -> Rule[Player | None]:
    """Roll the swim of a champion in the water that has not swum yet; None if it drowns.

    Rule: MOVE-4
    """
    wet = player.movement.in_water and not player.movement.swum
    if wet and not (yield from roll_to_swim(live, player.id, stand=stand)):
        return None
    return live.state.players[player.id]


def spent_after(state: Match, player: Player, inches: float) -> float:
    """Return the movement spent after so many inches more, at most all of it."""
    most = max(player.movement.spent, allowance(state, player))
    return round(min(most, player.movement.spent + inches), 6)


def portal_at_end(state: Match, player: Player, to: Spot | None) -> int | None:
    """Return the portal on which a move ends wholly; None if the end is unknown."""
    return None if to is None else portal_at(state, player, to)


def refuse_bad_landing(live: Live[Match], player: Player, to: Spot) -> Rule[None]:
    """Refuse to land off the table, in something impassable or lethal, or on another base.

    Rule: MOVE-1, ARENA-5
    """
    yield from declare(live, player, to, None)
    yield from refuse_each(
        standing_obstacles(
            live.state, player, to, floor_height(live.state, to), player.position.angle
        )
    )


def refuse_bad_height(live: Live[Match], player: Player, change: float) -> Rule[None]:
    """Refuse to go so many inches up or down onto another base at the same place.

    Rule: DIFF-5
    """
    at, level = player.position.at, max(0.0, feet_height(live.state, player) + change)
    for other in bases_at(live.state, player, at, level) if at is not None else ():
        yield from refuse("DIFF-5", "on-a-base", player=player.name, other=other.name)


def burn_on_path(
    live: Live[Match],
    before: Player,
    to: Spot | None,
    *,
    napalm: bool = False,
    stand: Stand = "beside",
) -> Rule[bool]:
    """Burn a champion whose jump, leap or climb crosses napalm; return whether it died and is back.

    Rule: BARREL-5
    """
    at = before.position.at
    spots = () if to is None else (to,) if at is None else (at, to)
    yield from cross_napalm(live, before.id, spots, declared=napalm)
    if live.state.players[before.id].in_play:
        return False
    yield from respawn_waiting(live, stand, (before.id,))
    return True


def level_after(state: Match, player: Player, to: Spot | None, change: float) -> float | None:
    """Return the height after so many inches up (or down); None on top of what is there."""
    spot = to or player.position.at
    if spot is None:
        return None
    top, end = floor_height(state, spot), max(0.0, feet_height(state, player) + change)
    return None if abs(end - top) < 1e-6 else end
