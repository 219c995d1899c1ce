"""What jumps, leaps, climbs and swims share: their mover and where they end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import dist
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.ground import can_be_climbed, flies
from q40k.games.quake.state.movement.move import allowance, movement_left
from q40k.games.quake.state.movement.paths import gap_obstacle, has_obstacles, length_of
from q40k.games.quake.state.movement.special_moves import Climb, Jump, Leap
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


# -- ways between known places (MOVE-3, MOVE-5, MOVE-6) -----------------------------------


TOLERANCE_IN = 0.1
"""The table's number and the scenery's are equal if they differ by no more, in inches."""


class WayPlan(Struct, frozen=True):
    """A jump, climb or leap before any die: what it costs, and why it may not be made.

    `change_in` is how far it goes up, negative if down; `walked_in` is the walk to its start and on
    from its end; `inches` is all of the way, which the movement pays. `gap` is what it leaps over,
    where the scenery shows it and nobody contradicts. `wrong` are the reasons against it, in the
    order in which they are refused.
    """

    inches: float
    change_in: float = 0.0
    walked_in: float = 0.0
    gap: Gap[Scenery] | None = None
    wrong: tuple[positions.Obstacle, ...] = ()


def plan_jump(state: Match, player: Player, command: Jump) -> WayPlan:
    """Plan a jump down; it is never too long for the movement left, the walk to its edge is.

    Rule: MOVE-1, MOVE-3, DIFF-5
    """
    height, to = command.height, command.to
    grounded = [positions.Obstacle("MOVE-1", "flies-down", {"player": player.name})] if flies(state, player) else []
    edge, errors = _measure_drop(state, player, height, to)
    ends = _ends_badly(state, player, to), errors, _lands_on_somebody(state, player, -height, to)
    return WayPlan(edge + height, -height, edge, wrong=(*grounded, *chain(*ends)))


def plan_leap(state: Match, player: Player, command: Leap) -> WayPlan:
    """Plan a leap over a gap; the gap and the walk must be covered by the movement left.

    Rule: MOVE-1, MOVE-5
    """
    crossed, walked, errors = _measure_gap(state, player, command.gap, command.to)
    inches = command.gap + walked
    remaining, most = movement_left(state, player), allowance(state, player)
    facts = {"player": player.name, "inches": inches, "left": remaining, "allowance": most}
    far = [positions.Obstacle("MOVE-5", "too-far", facts)] if inches > remaining + 1e-6 else []
    wrong = (*_ends_badly(state, player, command.to), *errors, *far)
    return WayPlan(inches, walked_in=walked, gap=None if errors else crossed, wrong=wrong)


def plan_climb(state: Match, player: Player, command: Climb) -> WayPlan:
    """Plan a climb up or down a piece. What it costs is looked at after a swim.

    Rule: MOVE-6, ARENA-5, DIFF-5
    """
    to = command.to
    nothing = positions.Obstacle("MOVE-6", "nothing-to-climb", {"player": player.name})
    smooth = () if can_be_climbed(state, player, to) else (nothing,)
    up, walked, errors = _measure_wall(state, player, command.height, to)
    if up is None or errors:
        up = _change_by_table(state, player, command)
    ends = _ends_badly(state, player, to), smooth, errors, _lands_on_somebody(state, player, up, to)
    return WayPlan(command.height + walked, up, walked, wrong=tuple(chain(*ends)))


def _ends_badly(state: Match, player: Player, to: Spot | None) -> Iterator[positions.Obstacle]:
    """Yield why it cannot land: off the table, in something impassable or lethal, on another base.

    Rule: MOVE-1, ARENA-5
    """
    if to is None:
        return
    yield from positions.off_table(state, player, to)
    level = positions.floor_height(state, to)
    yield from positions.standing_obstacles(state, player, to, level, player.position.angle)


def _lands_on_somebody(state: Match, player: Player, change: float, to: Spot | None) -> Iterator[positions.Obstacle]:
    """Yield the bases it would come down on, going straight up or down.

    Rule: DIFF-5
    """
    at, level = player.position.at, max(0.0, positions.feet_height(state, player) + change)
    if at is not None and to is None:
        for other in positions.bases_at(state, player, at, level):
            yield positions.Obstacle("DIFF-5", "on-a-base", {"player": player.name, "other": other.name})


def _change_by_table(state: Match, player: Player, command: Climb) -> float:
    """Return how far up a climb goes, negative if down, when the scenery does not say."""
    at, up = command.to or player.position.at, command.height
    if at is None:
        return up
    return -up if positions.feet_height(state, player) + up > positions.floor_height(state, at) + 1e-6 else up


def _wide_in(player: Player) -> float:
    return to_inches(Centimetres(2 * positions.base_of(player).reach_cm))


def _walks_too_far(state: Match, player: Player, walked_in: float) -> Iterator[positions.Obstacle]:
    """Yield an obstacle if too little movement is left for the walk.

    Rule: MOVE-1
    """
    remaining = movement_left(state, player)
    if walked_in > remaining + 1e-6:
        facts = {"player": player.name, "inches": round(walked_in, 2), "left": remaining}
        yield positions.Obstacle("MOVE-1", "walks-too-far", facts)


Errors = tuple[positions.Obstacle, ...]


def _measure_drop(state: Match, player: Player, said_in: float, to: Spot | None) -> tuple[float, Errors]:
    """Measure the walk to the edge of a jump, in inches, on the scenery; 0 if positions are unknown.

    It drops there, and lands no farther out than it drops or than its base is wide.

    Rule: MOVE-3
    """
    at = player.position.at
    if at is None or not has_obstacles(state):
        return 0.0, ()
    start, name = positions.feet_height(state, player), player.name
    if to is None:
        level = max(0.0, start - said_in)
        stuck = positions.walls_at(state, player, at, level) or not positions.has_foothold(state, player, at, level)
        nowhere = positions.Obstacle("MOVE-3", "jump-where", {"player": name})
        return 0.0, (nowhere,) if stuck else ()
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
    return edge, (*wrong, *_walks_too_far(state, player, edge))


def _measure_wall(state: Match, player: Player, said_in: float, to: Spot | None) -> tuple[float | None, float, Errors]:
    """Measure a climb on the scenery: how far up it goes, and the walk to it; None if nobody knows.

    It begins and ends at the wall, within its base's width; the rest is walked. Without a place it
    stays where it is and holds on: up to the height of what it touches, or down.

    Rule: MOVE-6
    """
    at = player.position.at
    if at is None or not has_obstacles(state):
        return None, 0.0, ()
    start = positions.feet_height(state, player)
    facts = {"player": player.name, "told": said_in}
    if to is None:
        from q40k.geometry.surfaces import climbs_to

        top = climbs_to(state.arena.field, positions.base_of(player), at)
        up = said_in if start + said_in <= top + TOLERANCE_IN else -said_in
        up = max(-start, min(up, top - start))
        if abs(up) < said_in - TOLERANCE_IN:
            return up, 0.0, (positions.Obstacle("MOVE-6", "climb-height", {**facts, "high": max(top - start, start)}),)
        stuck = positions.walls_at(state, player, at, start + up)
        nowhere = positions.Obstacle("MOVE-6", "climb-where", {"player": player.name})
        return up, 0.0, (nowhere,) if stuck else ()
    up = positions.floor_height(state, to) - start
    walked = max(0.0, length_of((at, to)) - _wide_in(player))
    wrong = positions.Obstacle("MOVE-6", "climb-height", {**facts, "high": round(abs(up), 2)})
    return up, walked, (wrong,) if abs(abs(up) - said_in) > TOLERANCE_IN else ()


def _measure_gap(
    state: Match, player: Player, said_in: float, to: Spot | None
) -> tuple[Gap[Scenery] | None, float, Errors]:
    """Measure a gap that is leapt on the scenery, and the walk to it and on from it, in inches.

    Rule: MOVE-5
    """
    at = player.position.at
    if at is None or to is None or not (has_obstacles(state) or _has_water(state)):
        return None, 0.0, ()
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
    walked = max(0.0, to_inches(Centimetres(dist(at, to))) - width - _wide_in(player))
    return crossed, walked, (*wrong, *_walks_too_far(state, player, walked))


def _has_water(state: Match) -> bool:
    return any(piece.water for piece in state.arena.scenery)
