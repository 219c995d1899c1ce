"""The path of a move between known places: how long it is, and what obstructs it.

Paths are worked out before anything happens, for the rules to refuse or to test and for a screen to
show (`preview`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from typing import TYPE_CHECKING

from msgspec import Struct

from q40k.games.quake.packs.models import Scenery
from q40k.games.quake.state import positions
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.ground import flies
from q40k.geometry import space

if TYPE_CHECKING:
    from q40k.games.quake.arena.moves import Jump as FlightOver
    from q40k.geometry.surfaces import Gap, Obstruction, Profile, Step, Stretch


SAME_IN = 1e-3
"""Heights that differ by less are equal."""


BEFORE_CM = 0.02
"""A champion stopped while climbing keeps this far off the wall; rounding moves it by less."""


class MovePath(Struct, frozen=True):
    """A path from a champion's place through other places, all in cm, to its end.

    `length_in` is the length on the plan, or over what a flier has to pass. `climb_in` is how much
    it goes up or down on foot. `from_in` and `to_in` are the heights of its feet at both ends.
    `level` is the height of the end, if that is not the top of what stands there. `ground` is how a
    walk goes up and down, None on flat ground. `base` is the base as turned at the end,
    `turned_base` as turned on the path, None if the same.
    """

    spots: tuple[space.Spot, ...]
    length_in: float
    climb_in: float
    from_in: float
    to_in: float
    level: float | None
    flies: bool
    base: space.Base
    ground: Profile[Scenery] | None = None
    turned_base: space.Base | None = None

    @property
    def swept_base(self) -> space.Base:
        """Return the base as turned on the path."""
        return self.base if self.turned_base is None else self.turned_base

    @property
    def inches(self) -> float:
        """Return all the inches the path costs."""
        return self.length_in + self.climb_in

    @property
    def straight_in(self) -> float:
        """Return the distance from end to end on the plan; no path is shorter."""
        return length_of((self.spots[0], self.spots[-1]))

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """Return the parts walked at one height each; () if all is flat."""
        return self.ground.stretches if self.ground else ()

    def after(self, inches: float) -> tuple[tuple[space.Spot, ...], float | None]:
        """Return the places passed after so many inches and the height there; None on the ground.

        The last place is where the inches end. A champion stopped on the way up or down holds on
        there.
        """
        walked_in, level = 0.0, self.from_in
        for step in self.ground.steps if self.ground else ():
            at = space.to_inches(space.Centimetres(step.at_cm))
            up = abs(step.to_in - step.from_in)
            if walked_in + at >= inches:
                break
            if walked_in + at + up > inches:
                part = inches - walked_in - at
                level = step.from_in + part * (1 if step.to_in > step.from_in else -1)
                return self.along(max(0.0, step.at_cm - BEFORE_CM)), round(level, 3)
            walked_in, level = walked_in + up, step.to_in
        remaining = space.to_cm(space.Inches(max(0.0, inches - walked_in)))
        return self.along(remaining), level if self.ground else None

    def along(self, length_cm: float) -> tuple[space.Spot, ...]:
        """Return the places passed after so many cm on the plan."""
        remaining, passed = length_cm, [self.spots[0]]
        for a, b in pairwise(self.spots):
            leg = dist(a, b)
            if leg >= remaining:
                part = remaining / leg if leg else 0.0
                passed.append((round(a[0] + part * (b[0] - a[0]), 2), round(a[1] + part * (b[1] - a[1]), 2)))
                break
            passed.append(b)
            remaining -= leg
        return tuple(passed)


class PlannedMove(Struct, frozen=True):
    """A declared move: its end in cm, the path there if it is known, and how it ends."""

    to: space.Spot | None = None
    path: MovePath | None = None
    level: float | None = None
    angle: float | None = None

    @property
    def between(self) -> tuple[space.Spot, ...]:
        """Return the places it passes before the last."""
        return self.path.spots[1:-1] if self.path else ()

    @property
    def heights(self) -> tuple[Stretch, ...]:
        """Return the parts of its path walked at one height each; () if unknown."""
        return self.path.stretches if self.path else ()


def plan_move(
    state: Match,
    player: Player,
    to: space.Spot | None,
    waypoints: tuple[space.Spot, ...] | None = None,
    *,
    level: float | None = None,
    angle: float | None = None,
) -> PlannedMove:
    """Return a declared move; without an end the last of the waypoints is its end."""
    waypoints = waypoints or ()
    if to is None and waypoints:
        *between, to = waypoints
        waypoints = tuple(between)
    if to is None:
        return PlannedMove(angle=angle)
    path = find_path(state, player, to, waypoints, level=level, angle=angle)
    return PlannedMove(to, path, path.level if path else level, angle)


def length_of(spots: tuple[space.Spot, ...]) -> float:
    """Return the length of a path through places on the plan, in inches."""
    cm = sum(dist(a, b) for a, b in pairwise(spots))
    return space.to_inches(space.Centimetres(cm))


def find_path(
    state: Match,
    player: Player,
    to: space.Spot,
    waypoints: tuple[space.Spot, ...] = (),
    *,
    level: float | None = None,
    angle: float | None = None,
) -> MovePath | None:
    """Find a champion's path through waypoints to a place; None if its own place is unknown.

    On foot it climbs as little as possible: up solid pieces, down where nothing carries it. It
    keeps its height where it can; `level` asks for a different one, in inches. A flier lands on
    top. An oval base may turn on its path.

    Rule: MOVE-1, MOVE-6
    """
    if player.position.at is None:
        return None
    spots = (player.position.at, *waypoints, to)
    base = positions.base_of(player, angle)
    if flies(state, player):
        start, end = positions.feet_height(state, player), positions.floor_height(state, to) if level is None else level
        return MovePath(spots, _flight_length(state, player, spots, end), 0.0, start, end, level, True, base)
    path = _walk(state, player, spots, level, base, base)
    if base.round or _is_clear(state, player, path):
        return path
    legs = (degrees(atan2(b[1] - a[1], b[0] - a[0])) for a, b in pairwise(spots) if a != b)
    for turned in (player.position.angle, *legs):
        other = _walk(state, player, spots, level, base, positions.base_of(player, turned))
        if _is_clear(state, player, other):
            return other
    return path


def _walk(
    state: Match,
    player: Player,
    spots: tuple[space.Spot, ...],
    level: float | None,
    base: space.Base,
    moving: space.Base,
) -> MovePath:
    """Return a path on foot with the base turned as `moving` on it, and as `base` at its end.

    Rule: MOVE-1, MOVE-6
    """
    start, length = positions.feet_height(state, player), length_of(spots)
    if not has_obstacles(state) and not start and not level:
        return MovePath(spots, length, 0.0, 0.0, 0.0, None, False, base, turned_base=moving)
    from q40k.games.quake.arena.moves import heights

    ground = heights(state.arena.field, moving, spots, start, level)
    end = ground.end_in
    kept = None if abs(end - positions.floor_height(state, spots[-1])) < SAME_IN else end
    return MovePath(spots, length, ground.climb_in, start, end, kept, False, base, ground, moving)


def _is_clear(state: Match, player: Player, path: MovePath) -> bool:
    """Return whether nothing obstructs a path on foot.

    Rule: MOVE-1
    """
    return not any(barriers(state, player, path)) and not any(_bases_crossed(state, player, path))


def has_obstacles(state: Match) -> bool:
    """Return whether any scenery must be climbed, walked around or not fallen into."""
    return any(piece.height_in or piece.bars_in or piece.lethal for piece in state.arena.scenery)


def _flight_length(state: Match, player: Player, spots: tuple[space.Spot, ...], end_in: float) -> float:
    """Return the length of a flight: straight lines, and over what rises above them."""
    if not any(piece.height_in for piece in state.arena.scenery):
        return length_of(spots)
    return sum(flight.over_in for flight in _flights(state, player, spots, end_in))


def _flights(state: Match, player: Player, spots: tuple[space.Spot, ...], end_in: float) -> Iterator[FlightOver]:
    """Yield each straight line of a flight."""
    from q40k.games.quake.arena.moves import jump

    around = positions.positions_of(state)
    for number, (a, b) in enumerate(pairwise(spots), 2):
        end_height = end_in if number == len(spots) else positions.floor_height(state, b)
        mover = positions.figure_of(state, player, a)
        yield jump(around.with_figure(mover), mover, b, end_height)


def obstacles(state: Match, player: Player, path: MovePath, *, whole: bool = True) -> Iterator[positions.Obstacle]:
    """Yield the obstacles to a path, the gravest first.

    Only the end is checked if the path is not known as a `whole`.

    Rule: MOVE-1, MOVE-3, MOVE-5, MOVE-6, ARENA-5, DIFF-5
    """
    yield from positions.standing_obstacles(state, player, path.spots[-1], path.to_in, path.base.angle_deg)
    if whole and path.flies:
        yield from _too_high(state, player, path)
    elif whole:
        yield from barriers(state, player, path)
        yield from _bases_crossed(state, player, path)


def _too_high(state: Match, player: Player, path: MovePath) -> Iterator[positions.Obstacle]:
    """Yield what a flight cannot go over, only round.

    Rule: MOVE-1
    """
    for flight in _flights(state, player, path.spots, path.to_in):
        for piece in flight.too_high:
            facts = {"player": player.name, "scenery": piece.name, "high": piece.height_in}
            yield positions.Obstacle("MOVE-1", "too-high-to-fly", facts)


def barriers(state: Match, player: Player, path: MovePath) -> Iterator[positions.Obstacle]:
    """Yield the obstacles a path on foot may not cross: walls, lethal gaps, drops.

    Pieces that the base is in at either end of the path are not reported here.

    Rule: MOVE-1, MOVE-3, MOVE-5, MOVE-6, ARENA-5
    """
    if path.ground is None:
        return
    ground = state.arena.field
    ends = ((positions.base_of(player), path.spots[0]), (path.base, path.spots[-1]))
    seen = {piece.id for base, at in ends for piece in ground.touching(base, at) if piece.bars_in}
    seen |= {piece.id for piece in positions.scenery_at(state, path.spots[-1], path.to_in) if piece.lethal}
    for bar in path.ground.obstructions:
        if bar.scenery.id not in seen:
            seen.add(bar.scenery.id)
            yield _barrier(state, player, path, bar)
    for step in path.ground.steps:
        if step.scenery is None or not step.scenery.climbable:
            yield _step_obstacle(player, step)


def _barrier(state: Match, player: Player, path: MovePath, bar: Obstruction[Scenery]) -> positions.Obstacle:
    """Return the obstacle of a wall, or of lethal ground; from a height that is a gap to leap."""
    piece, inches = bar.scenery, space.to_inches(space.Centimetres(bar.at_cm))
    facts = {"player": player.name, "scenery": piece.name, "inches": inches}
    if piece.lethal and bar.level_in > 0:
        crossed = gap_on(state, path, bar.at_cm, bar.level_in, bar.level_in)
        if crossed is not None:
            return gap_obstacle(player, crossed, "gap-lethal")
    if piece.lethal and not piece.impassable:
        return positions.Obstacle("ARENA-5", "through-lethal", facts)
    return positions.Obstacle("MOVE-1", "through-a-wall", facts)


def _step_obstacle(player: Player, step: Step[Scenery]) -> positions.Obstacle:
    """Return the obstacle of a change of height without a climb: a drop, or no way up."""
    height = abs(step.to_in - step.from_in)
    facts = {"player": player.name, "high": round(height, 2)}
    if step.to_in < step.from_in:
        return positions.Obstacle("MOVE-3", "drop", facts)
    return positions.Obstacle("MOVE-6", "no-way-up", facts)


def gap_on(state: Match, path: MovePath, at_cm: float, from_in: float, to_in: float) -> Gap[Scenery] | None:
    """Return the gap on the leg of a path that passes `at_cm` from its start.

    Rule: MOVE-5
    """
    from q40k.geometry.surfaces import gap

    leg_start = 0.0
    for a, b in pairwise(path.spots):
        leg = dist(a, b)
        if leg and at_cm <= leg_start + leg + space.HAIR_CM:
            # A base that hangs over an edge is carried by what is a little farther out.
            x, y = (path.swept_base.reach_cm * (q - p) / leg for p, q in zip(a, b, strict=True))
            start, end = (a[0] - x, a[1] - y), (b[0] + x, b[1] + y)
            return gap(state.arena.field, start, end, from_in, to_in)
        leg_start += leg
    return None


def leapable_gaps(state: Match, path: MovePath) -> Iterator[Gap[Scenery]]:
    """Yield the gaps that a walk goes down into and up from, which it might leap.

    Rule: MOVE-5
    """
    for before, low, after in _triples(path.stretches):
        if low.level_in < min(before.level_in, after.level_in):
            gap = gap_on(state, path, low.start_cm, before.level_in, after.level_in)
            if gap is not None:
                yield gap


def _triples(stretches: tuple[Stretch, ...]) -> Iterator[tuple[Stretch, Stretch, Stretch]]:
    return zip(stretches, stretches[1:], stretches[2:], strict=False)


def gap_obstacle(
    player: Player, gap: Gap[Scenery], code: str, more: Mapping[str, object] | None = None
) -> positions.Obstacle:
    """Return a gap as an obstacle: its width, depth, edges, and what lies in it; "" is the table."""
    facts = {
        "player": player.name,
        "wide": round(gap.width_in, 2),
        "deep": round(gap.depth_in, 2),
        "near": gap.near.name if gap.near else "",
        "far": gap.far.name if gap.far else "",
        "into": gap.into.name if gap.into else "",
    }
    return positions.Obstacle("MOVE-5", code, {**facts, **(more or {})})


def _bases_crossed(state: Match, player: Player, path: MovePath) -> Iterator[positions.Obstacle]:
    """Yield the bases that a path crosses, but neither begins nor ends on.

    Rule: MOVE-1
    """
    x, y = path.swept_base.arm
    arms = (0.0,) if path.swept_base.round else (-1.0, 0.0, 1.0)
    lines = [
        ((a[0] + n * x, a[1] + n * y), (b[0] + n * x, b[1] + n * y)) for a, b in pairwise(path.spots) for n in arms
    ]
    first, last = path.spots[0], path.spots[-1]
    at_start = positions.bases_at(state, player, first, path.from_in)
    at_end = positions.bases_at(state, player, last, path.to_in, path.base.angle_deg)
    ends = {player_at_end.id for player_at_end in (*at_start, *at_end)}
    for other in state.players.values():
        if other.position.at is None or not other.in_play or other.id in {player.id, *ends}:
            continue
        base = positions.base_of(other)
        spine = base.spine(other.position.at)
        near = min(space.between_segments(line, spine) for line in lines)
        if near - base.radius_cm - path.swept_base.radius_cm < -space.CONTACT_CM and positions.at_one_level(
            player, path.from_in, other, positions.feet_height(state, other)
        ):
            yield positions.Obstacle("MOVE-1", "through-a-base", {"player": player.name, "other": other.name})


def items_passed(state: Match, player: Player, spots: tuple[space.Spot, ...], base: space.Base) -> tuple[str, ...]:
    """Return the ids of tokens and flags where the base passes, which it could touch.

    Rule: BONUS-1, BONUS-2, BONUS-3, FLAG-1
    """
    legs = list(pairwise(spots)) if len(spots) > 1 else [(spots[0], spots[0])]
    return tuple(
        name for name, at in _loose_items(state, player).items() if any(_sweeps(base, leg, at) for leg in legs)
    )


def _loose_items(state: Match, player: Player) -> dict[str, space.Spot]:
    items: dict[str, space.Spot] = {}
    if player.bonus is None:
        items |= {t.id: t.place for t in state.tokens.values() if t.holder is None}
    for flag in state.flags.values():
        at = flag.home if flag.at_home else flag.at
        mine = flag.at_home and flag.team is not None and flag.team == player.team
        if flag.carrier is None and at is not None and not mine:
            items[flag.id] = at
    return items


def _sweeps(base: space.Base, leg: tuple[space.Spot, space.Spot], point: space.Spot) -> bool:
    """Return whether a base that goes along a leg passes over a point."""
    return space.between_segments(leg, base.spine(point)) <= base.radius_cm + space.HAIR_CM


def spot_on_portal(state: Match, player: Player, number: int) -> space.Spot | None:
    """Return the nearest place wholly on a portal for a champion whose place is known.

    Returns None if the base is too large for the footprint. The arena must have the portal.

    Rule: PORTAL-1
    """
    assert player.position.at is not None
    portal = state.arena.portal(number)
    base = positions.base_of(player)
    room = portal.diameter_in * space.CM_PER_INCH / 2 - base.reach_cm
    if room < 0:
        return None
    if positions.portal_at(state, player, player.position.at) == number:
        return player.position.at
    x, y = player.position.at[0] - portal.at[0], player.position.at[1] - portal.at[1]
    distance = hypot(x, y)
    share = room / distance if distance > room else 1.0
    return (portal.at[0] + x * share, portal.at[1] + y * share)
