"""What jumps, leaps, climbs and swims share: their mover and where they end."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.move import allowance
from q40k.games.quake.state.movement.paths import gap_obstacle, has_obstacles, length_of
from q40k.geometry.space import Centimetres, Spot, to_inches

if TYPE_CHECKING:
    from q40k.geometry.surfaces import Gap


HIGHEST_IN = 500


def spent_after(state: Match, player: Player, inches: float) -> float:
    """Return the movement spent after so many inches more, at most all of it."""
    most = max(player.movement.spent, allowance(state, player))
    return round(min(most, player.movement.spent + inches), 6)


def portal_at_end(state: Match, player: Player, to: Spot | None) -> int | None:
    """Return the portal on which a move ends wholly; None if the end is unknown."""
    return None if to is None else positions.portal_at(state, player, to)


def level_after(state: Match, player: Player, to: Spot | None, change: float) -> float | None:
    """Return the height after so many inches up (or down); None on top of what is there."""
    spot = to or player.position.at
    if spot is None:
        return None
    top, end = positions.floor_height(state, spot), max(0.0, positions.feet_height(state, player) + change)
    return None if abs(end - top) < 1e-6 else end


# -- moves between known places (MOVE-3, MOVE-5, MOVE-6) ----------------------------------


TOLERANCE_IN = 0.1
"""The table's number and the scenery's are equal if they differ by no more, in inches."""


class Measured(Struct, frozen=True):
    """A jump, climb or leap as measured on the scenery.

    `height_in` is how far it goes up or down. `walked_in` is the walk to its start and on from its
    end, in inches. `gap` is what it leaps over. `wrong` are the errors of the table, the gravest
    first.
    """

    height_in: float = 0.0
    walked_in: float = 0.0
    gap: Gap[Scenery] | None = None
    wrong: tuple[positions.Obstacle, ...] = ()


def _wide_in(player: Player) -> float:
    return to_inches(Centimetres(2 * positions.base_of(player).reach_cm))


def _too_far(state: Match, player: Player, walked_in: float) -> Iterator[positions.Obstacle]:
    """Yield an obstacle if too little movement is left for the walk.

    Rule: MOVE-1
    """
    most = allowance(state, player)
    remaining = max(0.0, most - player.movement.spent)
    if walked_in > remaining + 1e-6:
        facts = {"player": player.name, "inches": round(walked_in, 2), "left": remaining}
        yield positions.Obstacle("MOVE-1", "walks-too-far", facts)


def measure_jump(state: Match, player: Player, said_in: float, to: Spot | None) -> Measured | None:
    """Measure a jump down to a place on the scenery; None if positions are unknown.

    It walks to the edge, drops, and lands no farther out than it drops or than its base is wide.

    Rule: MOVE-3
    """
    at = player.position.at
    if at is None or not has_obstacles(state):
        return None
    start, name = positions.feet_height(state, player), player.name
    if to is None:
        level = max(0.0, start - said_in)
        stuck = positions.walls_at(state, player, at, level) or not positions.has_foothold(state, player, at, level)
        nowhere = positions.Obstacle("MOVE-3", "jump-where", {"player": name})
        return Measured(said_in, wrong=(nowhere,) if stuck else ())
    from q40k.geometry.surfaces import edge_cm, lands_at

    drop = start - lands_at(state.arena.field, to, start)
    edge = to_inches(Centimetres(edge_cm(state.arena.field, at, to, start)))
    out = length_of((at, to)) - edge
    wrong: list[positions.Obstacle] = []
    if abs(drop - said_in) > TOLERANCE_IN:
        facts = {"player": name, "told": said_in, "high": round(drop, 2)}
        wrong.append(positions.Obstacle("MOVE-3", "jump-height", facts))
    most = max(drop, _wide_in(player))
    if out > most + TOLERANCE_IN:
        facts = {"player": name, "inches": round(out, 2), "furthest": round(most, 2)}
        wrong.append(positions.Obstacle("MOVE-3", "jump-lands-far", facts))
    return Measured(drop, edge, wrong=(*wrong, *_too_far(state, player, edge)))


def measure_climb(state: Match, player: Player, said_in: float, to: Spot | None) -> Measured | None:
    """Measure a climb on the scenery; None if positions are unknown.

    It begins and ends at the wall, within its base's width; the rest is walked. Without a place it
    stays where it is and holds on: up to the height of what it touches, or down.

    Rule: MOVE-6
    """
    at = player.position.at
    if at is None or not has_obstacles(state):
        return None
    start = positions.feet_height(state, player)
    facts = {"player": player.name, "told": said_in}
    if to is None:
        from q40k.geometry.surfaces import climbs_to

        top = climbs_to(state.arena.field, positions.base_of(player), at)
        up = said_in if start + said_in <= top + TOLERANCE_IN else -said_in
        up = max(-start, min(up, top - start))
        if abs(up) < said_in - TOLERANCE_IN:
            wrong = positions.Obstacle("MOVE-6", "climb-height", {**facts, "high": max(top - start, start)})
            return Measured(said_in, wrong=(wrong,))
        stuck = positions.walls_at(state, player, at, start + up)
        nowhere = positions.Obstacle("MOVE-6", "climb-where", {"player": player.name})
        return Measured(up, wrong=(nowhere,) if stuck else ())
    up = positions.floor_height(state, to) - start
    walked = max(0.0, length_of((at, to)) - _wide_in(player))
    wrong = positions.Obstacle("MOVE-6", "climb-height", {**facts, "high": round(abs(up), 2)})
    errors = (wrong,) if abs(abs(up) - said_in) > TOLERANCE_IN else ()
    return Measured(up, walked, wrong=errors)


def measure_leap(state: Match, player: Player, said_in: float, to: Spot | None) -> Measured | None:
    """Measure a leap to a place on the scenery; None if positions are unknown.

    Rule: MOVE-5
    """
    at = player.position.at
    if at is None or to is None or not (has_obstacles(state) or _has_water(state)):
        return None
    from q40k.geometry.surfaces import gap

    start, end = positions.feet_height(state, player), positions.floor_height(state, to)
    crossed = gap(state.arena.field, at, to, start, end)
    width = crossed.width_in if crossed is not None else 0.0
    wrong: list[positions.Obstacle] = []
    if abs(width - said_in) > TOLERANCE_IN:
        if crossed is None:
            wrong.append(positions.Obstacle("MOVE-5", "no-gap", {"player": player.name}))
        else:
            wrong.append(gap_obstacle(player, crossed, "leap-gap", {"told": said_in}))
    if end > start + TOLERANCE_IN:
        facts = {"player": player.name, "high": round(end - start, 2)}
        wrong.append(positions.Obstacle("MOVE-5", "leap-up", facts))
    flat = to_inches(Centimetres(dist(at, to)))
    walked = max(0.0, flat - width - _wide_in(player))
    return Measured(end - start, walked, crossed, (*wrong, *_too_far(state, player, walked)))


def _has_water(state: Match) -> bool:
    return any(piece.water for piece in state.arena.scenery)
