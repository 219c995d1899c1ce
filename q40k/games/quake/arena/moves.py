"""Measure what a champion's path costs on an arena and what it meets: walks, flights, throws.

Heights count: jump packs fly in straight lines over what is in the way (MOVE-1).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist, hypot
from typing import Literal

import shapely
from msgspec import Struct

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import BARREL_RADIUS_CM, Arena, Scenery
from q40k.games.w40k3e.ground import moves_over
from q40k.geometry import paths, space
from q40k.geometry.field import Field
from q40k.geometry.paths import TOUCH_CM, Collision, Crossing, Obstacle, Throw, Walk, near_scenery, radius_in_cm
from q40k.geometry.positions import Figure
from q40k.geometry.surfaces import LEVEL_HAIR_IN, Profile, barred_by, crossings, profile

HIGHEST_FLOWN_IN = 12
"""The highest wall a jump can pass over; higher ones are flown around (MOVE-1)."""


class InTheWay(Struct, frozen=True):
    """Hold scenery higher than the straight line that crosses it, and by how much."""

    scenery: Scenery
    from_in: space.Inches
    to_in: space.Inches
    above_in: space.Inches


class Jump(Struct, frozen=True):
    """Hold a jump: the straight line, and the shortest path over the scenery in it, in inches.

    `room`: the base lands wholly on the table, on no other base, and in nothing impassable higher
    than its landing place. `blocked_by` names what is in the way.
    """

    straight_in: space.Inches
    over_in: space.Inches
    in_the_way: tuple[InTheWay, ...]
    on_table: bool
    blocked_by: tuple[str, ...]

    @property
    def too_high(self) -> tuple[Scenery, ...]:
        """Return the scenery in the line that is too high to be flown over.

        Rule: MOVE-1
        """
        return tuple(obstacle.scenery for obstacle in self.in_the_way if obstacle.scenery.height_in > HIGHEST_FLOWN_IN)

    @property
    def room(self) -> bool:
        """Tell whether there is room to land.

        Rule: MOVE-1
        """
        return self.on_table and not self.blocked_by


def jump(positions: ArenaPositions, mover: Figure, to: space.Spot, to_elevation_in: float = 0.0) -> Jump:
    """Measure a jump of a figure to a spot at this elevation.

    Rule: MOVE-1
    """
    flat = space.to_inches(space.Centimetres(hypot(to[0] - mover.spot[0], to[1] - mover.spot[1])))
    start, end = (0.0, mover.elevation_in), (float(flat), to_elevation_in)
    in_the_way: list[InTheWay] = []
    corners: list[space.Spot] = []
    for piece, begin, stop in _crossings(positions, mover, to, to_elevation_in):
        line = [_height(start, end, along) for along in (begin, stop)]
        above = piece.height_in - min(line)
        if above > 0:
            in_the_way.append(InTheWay(piece, space.Inches(begin), space.Inches(stop), space.Inches(above)))
            corners += [(begin, piece.height_in), (stop, piece.height_in)]
    walls = barred_by(positions.field, mover.base, to, to_elevation_in)
    return Jump(
        space.Inches(hypot(flat, to_elevation_in - mover.elevation_in)),
        space.Inches(_taut([start, *sorted(corners), end])),
        tuple(in_the_way),
        space.within_box(mover.base, to, positions.field.size),
        tuple(wall.id for wall in walls) + tuple(_bases(positions, mover, to)),
    )


def _bases(positions: ArenaPositions, mover: Figure, to: space.Spot) -> Iterator[str]:
    """Return the figures it would land on."""
    for figure in positions.others(mover.id):
        if space.gap_cm(mover.base, to, figure.base, figure.spot) < -space.HAIR_CM:
            yield figure.id


def _crossings(
    positions: ArenaPositions, mover: Figure, to: space.Spot, to_elevation_in: float
) -> list[tuple[Scenery, float, float]]:
    """Return the scenery the base passes over, from how many inches to how many.

    Scenery under its start or its landing place is left out.
    """
    if to == mover.spot:
        return []
    line = shapely.LineString([mover.spot, to])
    here, there = shapely.Point(mover.spot), shapely.Point(to)
    crossings = []
    for number, piece in enumerate(positions.field.pieces):
        scenery = piece.scenery
        near = near_scenery(positions.field, number, mover.base, TOUCH_CM)
        under = (scenery.height_in <= mover.elevation_in and near.contains(here)) or (
            scenery.height_in <= to_elevation_in and near.contains(there)
        )
        if scenery.height_in <= 0 or under:
            continue
        for part in shapely.get_parts(line.intersection(near)):
            ends = [hypot(x - mover.spot[0], y - mover.spot[1]) for x, y in part.coords]
            if ends and max(ends) > min(ends):
                begin, stop = (space.to_inches(space.Centimetres(cm)) for cm in (min(ends), max(ends)))
                crossings.append((scenery, float(begin), float(stop)))
    return crossings


def _height(start: space.Spot, end: space.Spot, along: float) -> float:
    return start[1] + (end[1] - start[1]) * along / end[0]


def _taut(corners: list[space.Spot]) -> float:
    """Return the length of a string pulled tight over corners, from the first to the last."""
    hull: list[space.Spot] = []
    for corner in corners:
        while len(hull) > 1 and _sags(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return sum(dist(a, b) for a, b in pairwise(hull))


def _sags(a: space.Spot, b: space.Spot, c: space.Spot) -> bool:
    """Tell whether the middle of three corners is on or below the line of the others."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0


# -- walks and throws (MOVE-1, BONUS-1, FLAG-1, PORTAL-1) ------------------------------------------


Kind = Literal["scenery", "champion", "barrel", "portal", "edge"]
_KINDS: Mapping[str, Kind] = {
    "scenery": "scenery",
    "figure": "champion",
    "barrel": "barrel",
    "portal": "portal",
    "edge": "edge",
}


def kind_of(met: Collision) -> Kind:
    """Return what a path meets, in the words of the game."""
    return _KINDS[met.kind]


class Walked(Struct, frozen=True):
    """Hold a move along waypoints with its heights: its cost in inches, and what it meets.

    `plan_in` is its length on the plan, `legs_in` leg by leg. `climb_in` is what a walk climbs up
    and down. `length_in` is the total; a flight includes the path over what rises below it.
    `from_in` and `to_in` are the heights of the feet at both ends. `climbs`: every climb is
    possible. `off_table_in` is where the base leaves the table, or None.
    """

    length_in: float
    legs_in: tuple[space.Inches, ...]
    plan_in: space.Inches
    climb_in: float
    from_in: float
    to_in: float
    flies: bool
    climbs: bool
    ground: tuple[Crossing[Scenery], ...]
    met: tuple[Collision, ...]
    off_table_in: space.Inches | None


def heights(
    field: Field[Scenery], base: space.Base, spots: Sequence[space.Spot], start_in: float, level_in: float | None = None
) -> Profile[Scenery]:
    """Return how a walk climbs: up solid scenery, down where nothing carries it, to its end.

    Without a `level_in` it ends on what carries the middle of its base, or on top of what is there:
    nobody stops at an edge by chance.

    Rule: MOVE-1, MOVE-6
    """
    ground = profile(field, base, spots, start_in, level_in)
    end = ground.end_in
    stands = end <= 0 or any(abs(piece.height_in - end) < LEVEL_HAIR_IN for piece in field.pieces_under(spots[-1]))
    if level_in is None and not stands and end != start_in:
        return profile(field, base, spots, start_in, field.floor_in(spots[-1]))
    return ground


def walk(positions: ArenaPositions, mover: Figure, waypoints: Sequence[space.Spot]) -> Walked:
    """Measure a move of a figure along waypoints, as the rules count it.

    Rule: MOVE-1, MOVE-6
    """
    plan = paths.walk(positions, mover, waypoints)
    field, start = positions.field, mover.elevation_in
    if moves_over(mover.kind):
        return _flight(positions, mover, waypoints, plan)
    spots = (mover.spot, *waypoints)
    ground = heights(field, mover.base, spots, start)
    level = ground.stretches
    met = [
        collision
        for collision in plan.collisions
        if collision.kind == "figure" and _at(ground, collision, positions, mover)
    ]
    for bar in ground.obstructions:
        at = space.to_inches(space.Centimetres(bar.at_cm))
        collisions = (collision for collision in plan.collisions if collision.id == bar.scenery.id)
        met.append(next(collisions, Collision("scenery", bar.scenery.id, at, spots[0])))
    return Walked(
        plan.length_in + ground.climb_in,
        plan.legs_in,
        plan.length_in,
        ground.climb_in,
        start,
        ground.end_in,
        False,
        all(step.scenery is not None and step.scenery.climbable for step in ground.steps),
        crossings(field, mover.base, spots, level),
        tuple(sorted(met, key=lambda collision: collision.at_in)),
        plan.off_table_in,
    )


def _at(ground: Profile[Scenery], met: Collision, positions: ArenaPositions, mover: Figure) -> bool:
    """Tell whether a walk is at one level with a figure where it meets its base on the plan."""
    cm = met.at_in * space.CM_PER_INCH
    levels = [s.level_in for s in ground.stretches if s.start_cm <= cm + space.HAIR_CM]
    other = positions.figure(met.id)
    feet = levels[-1] if levels else mover.elevation_in
    return space.are_level(feet, mover.height_in, other.elevation_in, other.height_in)


def _flight(positions: ArenaPositions, mover: Figure, waypoints: Sequence[space.Spot], plan: Walk[Scenery]) -> Walked:
    """Measure a flight: straight lines over all that rises, landing on top of what is there."""
    field, at, total = positions.field, mover, 0.0
    met: list[Collision] = []
    for spot in waypoints:
        flown = jump(positions.with_figure(at), at, spot, field.floor_in(spot))
        total += flown.over_in
        met += [Collision("scenery", piece.id, space.Inches(total), spot) for piece in flown.too_high]
        at = replace(at, spot=spot, elevation_in=field.floor_in(spot))
    return Walked(
        total,
        plan.legs_in,
        plan.length_in,
        max(0.0, total - plan.length_in),
        mover.elevation_in,
        at.elevation_in,
        True,
        True,
        (),
        tuple(met),
        plan.off_table_in,
    )


def throw(positions: ArenaPositions, thrown: Figure, angle_deg: float, inches: float) -> Throw:
    """Measure a champion thrown in a straight line, as by the mega bumper: what it meets first.

    Obstacles are barrels, portals, scenery of any height, bases and the table's edge.

    Rule: BONUS-1
    """
    return paths.throw(positions, thrown, angle_deg, inches, tuple(_obstacles(positions.arena)))


def _obstacles(arena: Arena) -> Iterator[Obstacle]:
    for portal in arena.portals:
        yield Obstacle("portal", str(portal.number), portal.at, radius_in_cm(portal.diameter_in))
    for barrel in arena.barrels:
        yield Obstacle("barrel", barrel.id, barrel.at, BARREL_RADIUS_CM)


def moved_over(arena: Arena, mover: Figure, waypoints: Sequence[space.Spot]) -> tuple[str, ...]:
    """Return the tokens and flags whose centre the base passes over, at their starting places.

    Rule: BONUS-1, FLAG-1
    """
    places = [(t.id, t.at) for t in arena.tokens] + [(f.id, f.at) for f in arena.flags]
    return paths.passed_over(mover, waypoints, places)
