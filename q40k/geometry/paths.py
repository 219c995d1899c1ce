"""Moves along waypoints and straight throws: what a base crosses and runs into (MOVE-1).

Regions are polygons where the centre of a base may not be, so that the base overlaps nothing. A
base overlaps an object if its spine comes nearer than its radius. So the region is the object swept
along the spine and grown by the radius. Round corners are polygons that contain the true curve, by
at most 0.03% of its radius: a point outside a region is always free.

A base is in a piece of scenery if it overlaps the piece by more than a tenth of a millimetre. So a
move along a wall does not run into it. The point where a move enters a round piece is accurate to
0.03% of the radius. An oval base keeps its angle.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, dist, hypot, pi
from typing import Any, Generic

import shapely
from msgspec import Struct
from shapely.affinity import translate

from q40k.geometry.field import QUARTER_CORNERS, Field, T_co, Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import CM_PER_INCH, HAIR_CM, Base, Inches, Segment, Spot, centimetres_to_inches, vector

# -- regions -------------------------------------------------------------------------------

_OUTSIDE = 1 / cos(pi / (4 * QUARTER_CORNERS))


def grow(core: Any, by_cm: float) -> Any:
    """Return a shape grown on all sides. Its round parts lie just outside the true ones."""
    return core.buffer(by_cm * _OUTSIDE, QUARTER_CORNERS) if by_cm > 0 else core


def disc(centre: Spot, radius_cm: float) -> Any:
    """Return a disc as a polygon inside it."""
    return shapely.Point(centre).buffer(radius_cm, QUARTER_CORNERS)


def sweep(core: Any, arm: Spot) -> Any:
    """Return the spine centres for which a spine meets a shape: the shape swept along the spine."""
    if arm == (0.0, 0.0):
        return core
    if core.geom_type == "Polygon":
        edges = list(pairwise(core.exterior.coords))
        sides = [_hull_along(edge, arm) for edge in edges]
        return shapely.union_all([_shift(core, arm, -1), _shift(core, arm, 1), *sides])
    return _hull_along(list(core.coords), arm)


def _hull_along(ends: Iterable[Any], arm: Spot) -> Any:
    return shapely.MultiPoint([(x + sign * arm[0], y + sign * arm[1]) for x, y in ends for sign in (-1, 1)]).convex_hull


def _shift(core: Any, arm: Spot, sign: int) -> Any:
    return translate(core, sign * arm[0], sign * arm[1])


def near_scenery(field: Field[Terrain], number: int, base: Base, less_cm: float = 0.0) -> Any:
    """Return where the centre of a base lies if it overlaps a piece of scenery by `less_cm`.

    The result is cached for each piece and size of base.
    """
    key = (number, base, less_cm)
    cached = field.cache.setdefault("near", {})
    if key not in cached:
        if len(cached) > MAX_CACHED:
            cached.clear()
        piece = field.pieces[number]
        cached[key] = grow(sweep(piece.core, base.arm), piece.swell + base.radius_cm - less_cm)
        shapely.prepare(cached[key])
    return cached[key]


MAX_CACHED = 4000


def near_base(other: Figure, base: Base, less_cm: float = 0.0) -> Any:
    """Return where the centre of a base lies if it overlaps a figure's base by `less_cm`."""
    if other.base.round:
        core: Any = shapely.Point(other.spot)
    else:
        core = shapely.LineString(other.base.spine(other.spot))
    return grow(sweep(core, base.arm), other.base.radius_cm + base.radius_cm - less_cm)


def near_point(point: Spot, radius_cm: float, base: Base, less_cm: float = 0.0) -> Any:
    """Return where the centre of a base lies if it overlaps a disc by `less_cm`."""
    core = sweep(shapely.Point(point), base.arm)
    return grow(core, radius_cm + base.radius_cm - less_cm)


def walls(field: Field[Terrain], base: Base) -> Any:
    """Return where scenery bars the centre of a base.

    That is in a wall, in solid scenery unless the centre stands on its top, or on lethal ground.
    """
    key = ("walls", base)
    if key not in field.cache:
        barred = [_stuck_zone(field, n, base) for n, p in enumerate(field.pieces) if p.scenery.bars_in]
        deadly = [(n, p.scenery.height_in) for n, p in enumerate(field.pieces) if is_deadly(p.scenery)]
        pits = [_below(field, field.shapes[n], height_in, over=True) for n, height_in in deadly]
        field.cache[key] = shapely.union_all([*barred, *pits])
        shapely.prepare(field.cache[key])
    return field.cache[key]


def is_deadly(scenery: Terrain) -> bool:
    """Return whether a figure can get onto a piece of scenery and dies there.

    Rule: ARENA-5
    """
    return scenery.lethal and not scenery.impassable


def _stuck_zone(field: Field[Terrain], number: int, base: Base) -> Any:
    """Return where a base is stuck in a piece of scenery, unless it stands on a climbable top."""
    zone = near_scenery(field, number, base)
    return _below(field, zone, field.pieces[number].scenery.bars_in)


def _below(field: Field[Terrain], zone: Any, high_in: float, *, over: bool = False) -> Any:
    """Return the part of a zone under no climbable top that is as high (`over`: higher)."""
    tops = [
        shape
        for piece, shape in zip(field.pieces, field.shapes, strict=True)
        if piece.scenery.climbable
        and piece.scenery.height_in >= high_in
        and (piece.scenery.height_in > high_in or not over)
    ]
    return zone.difference(shapely.union_all(tops)) if tops else zone


def centre_limits(field: Field[Terrain], base: Base) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top limits of the centre of a base wholly on the table."""
    x, y = abs(base.arm[0]) + base.radius_cm, abs(base.arm[1]) + base.radius_cm
    return (x, y, field.size[0] - x, field.size[1] - y)


@lru_cache(maxsize=512)
def within_discs(centre: Spot, radius_cm: float, base: Base) -> Any:
    """Return where a centre may be, the base wholly on a disc; empty if it does not fit."""
    margin = radius_cm - base.radius_cm
    if margin <= 0:
        return shapely.Polygon()
    x, y = base.arm
    zone = disc((centre[0] + x, centre[1] + y), margin)
    if not base.round:
        zone = zone.intersection(disc((centre[0] - x, centre[1] - y), margin))
    return zone


def radius_in_cm(diameter_in: float, grown_in: float = 0.0) -> float:
    """Return half a diameter in inches, grown on all sides by inches, as centimetres."""
    return (diameter_in + 2 * grown_in) * CM_PER_INCH / 2


# -- moves and throws ----------------------------------------------------------------------

TOUCH_CM = 0.01
"""Smaller overlaps count as touching only."""


class Crossing(Struct, Generic[T_co], frozen=True):
    """A piece of scenery that a move crosses: the length inside, and the distance to its entry."""

    scenery: T_co
    inches: Inches
    enters_in: Inches


class Collision(Struct, frozen=True):
    """What a move runs into, after how many inches, and the position of the base then.

    `kind` is "scenery", "figure", "edge" or the kind of an `Obstacle`.
    """

    kind: str
    id: str
    at_in: Inches
    spot: Spot


class Walk(Struct, Generic[T_co], frozen=True):
    """A move along waypoints.

    `ground` and `met` are in the order of the path. `off_table_in` is the distance after which the
    base is no longer wholly on the table, None if it always is.
    """

    length_in: Inches
    legs_in: tuple[Inches, ...]
    ground: tuple[Crossing[T_co], ...]
    collisions: tuple[Collision, ...]
    off_table_in: Inches | None


class Obstacle(Struct, frozen=True):
    """A round obstacle on a path: its kind, its id, its centre, and its radius in cm."""

    kind: str
    id: str
    spot: Spot
    radius_cm: float


class Throw(Struct, frozen=True):
    """A straight line: what it meets first (None: nothing), its length, and where it ends."""

    met: Collision | None
    travelled_in: Inches
    end: Spot


def walk(positions: Positions[T_co], mover: Figure, waypoints: Sequence[Spot]) -> Walk[T_co]:
    """Return a move of a figure along waypoints, with everything it crosses and runs into.

    Rule: MOVE-1
    """
    legs = list(pairwise([mover.spot, *waypoints]))
    lengths = [dist(a, b) for a, b in legs]
    ground = list(_ground(positions, mover, legs, lengths))
    collisions = list(_find_collisions(positions, mover, legs, lengths))
    off = _distance_to_edge(positions, mover, legs, lengths)
    return Walk(
        centimetres_to_inches(sum(lengths)),
        tuple(map(centimetres_to_inches, lengths)),
        tuple(sorted(ground, key=lambda item: item.enters_in)),
        tuple(sorted(collisions, key=lambda item: item.at_in)),
        None if off is None else centimetres_to_inches(off),
    )


def spans(legs: list[Segment], lengths: list[float], zone: Any) -> Iterator[tuple[float, float]]:
    """Yield the start and end, in cm along a path of legs, of each part that lies in a zone."""
    walked = 0.0
    for leg, length in zip(legs, lengths, strict=True):
        (ax, ay), _ = leg
        parts = shapely.LineString(leg).intersection(zone) if length > 0 else None
        for part in shapely.get_parts(parts) if parts is not None else ():
            ends = [hypot(x - ax, y - ay) for x, y in part.coords]
            if ends and max(ends) - min(ends) > HAIR_CM:
                yield walked + min(ends), walked + max(ends)
        walked += length


def _nearby_pieces(positions: Positions[Terrain], mover: Figure, legs: list[Segment]) -> list[int]:
    """Return the numbers of the pieces of scenery that a path may touch."""
    if not legs:
        return []
    line = shapely.LineString([legs[0][0], *(end for _, end in legs)])
    near = line.buffer(mover.base.reach_cm, cap_style="square")
    return sorted(positions.field.tree.query(near).tolist())


def _ground(
    positions: Positions[T_co], mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Crossing[T_co]]:
    for number in _nearby_pieces(positions, mover, legs):
        scenery = positions.field.pieces[number].scenery
        if scenery.impassable:
            continue
        zone = near_scenery(positions.field, number, mover.base, TOUCH_CM)
        parts = list(spans(legs, lengths, zone))
        if parts:
            inside = sum(end - start for start, end in parts)
            yield Crossing(scenery, centimetres_to_inches(inside), centimetres_to_inches(parts[0][0]))


def _find_collisions(
    positions: Positions[Terrain], mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Collision]:
    field = positions.field
    zones: list[tuple[str, str, Any]] = [
        ("scenery", field.pieces[n].scenery.id, near_scenery(field, n, mover.base, TOUCH_CM))
        for n in _nearby_pieces(positions, mover, legs)
        if field.pieces[n].scenery.impassable
    ]
    zones += [("figure", figure.id, near_base(figure, mover.base, TOUCH_CM)) for figure in positions.others(mover.id)]
    for kind, name, zone in zones:
        start = min((span[0] for span in spans(legs, lengths, zone)), default=None)
        if start is not None:
            yield Collision(kind, name, centimetres_to_inches(start), _point_along(legs, lengths, start))


def _point_along(legs: list[Segment], lengths: list[float], along: float) -> Spot:
    """Return the point after this many cm of the path."""
    for ((ax, ay), (bx, by)), length in zip(legs, lengths, strict=True):
        if along <= length and length > 0:
            share = along / length
            return (ax + share * (bx - ax), ay + share * (by - ay))
        along -= length
    return legs[-1][1]


def _distance_to_edge(
    positions: Positions[Terrain], mover: Figure, legs: list[Segment], lengths: list[float]
) -> float | None:
    """Return after how many cm of the path the base leaves the table, or None."""
    left, bottom, right, top = centre_limits(positions.field, mover.base)
    walked = 0.0
    for (start, end), length in zip(legs, lengths, strict=True):
        share = 1.0
        for value, to, low, high in ((start[0], end[0], left, right), (start[1], end[1], bottom, top)):
            if value < low - HAIR_CM or value > high + HAIR_CM:
                return walked
            if to > high + HAIR_CM:
                share = min(share, (high - value) / (to - value))
            elif to < low - HAIR_CM:
                share = min(share, (value - low) / (value - to))
        if share < 1.0:
            return walked + max(0.0, share) * length
        walked += length
    return None


def passed_over(mover: Figure, waypoints: Sequence[Spot], items: Iterable[tuple[str, Spot]]) -> tuple[str, ...]:
    """Return the names of the items (name, centre) whose centre the base passes over."""
    legs = list(pairwise([mover.spot, *waypoints])) or [(mover.spot, mover.spot)]
    x, y = mover.base.arm
    strips = [
        shapely.MultiPoint([(p + sign * x, q + sign * y) for p, q in leg for sign in (-1, 1)]).convex_hull
        for leg in legs
    ]
    reach = mover.base.radius_cm + HAIR_CM
    names = []
    for name, at in items:
        point = shapely.Point(at)
        if any(strip.distance(point) <= reach for strip in strips):
            names.append(name)
    return tuple(names)


def throw(
    positions: Positions[Terrain], thrown: Figure, angle_deg: float, inches: float, obstacles: Iterable[Obstacle] = ()
) -> Throw:
    """Throw a figure in a straight line and return what it meets first.

    It is stopped by impassable scenery, scenery with a height, bases, the table's edge and
    `obstacles`. Scenery it stood on or in at the start does not stop it.
    """
    x, y = vector(inches * CM_PER_INCH, angle_deg)
    end = (thrown.spot[0] + x, thrown.spot[1] + y)
    legs, lengths = [(thrown.spot, end)], [hypot(x, y)]
    collisions = [
        Collision(kind, name, centimetres_to_inches(start), _point_along(legs, lengths, start))
        for kind, name, zone in _barring(positions, thrown, legs, obstacles)
        for start, _ in [*spans(legs, lengths, zone)][:1]
    ]
    off = _distance_to_edge(positions, thrown, legs, lengths)
    if off is not None:
        collisions.append(Collision("edge", "", centimetres_to_inches(off), _point_along(legs, lengths, off)))
    if not collisions:
        return Throw(None, Inches(inches), end)
    first = min(collisions, key=lambda collision: collision.at_in)
    return Throw(first, first.at_in, first.spot)


def _barring(
    positions: Positions[Terrain], thrown: Figure, legs: list[Segment], obstacles: Iterable[Obstacle]
) -> Iterator[tuple[str, str, Any]]:
    field, base = positions.field, thrown.base
    here = shapely.Point(thrown.spot)
    zones: list[tuple[str, str, Any]] = []
    for number in _nearby_pieces(positions, thrown, legs):
        scenery = field.pieces[number].scenery
        if scenery.impassable or scenery.height_in > 0:
            zones.append(("scenery", scenery.id, near_scenery(field, number, base, TOUCH_CM)))
    zones += [
        (obstacle.kind, obstacle.id, near_point(obstacle.spot, obstacle.radius_cm, base, TOUCH_CM))
        for obstacle in obstacles
    ]
    yield from ((kind, name, zone) for kind, name, zone in zones if not zone.contains(here))
    for other in positions.others(thrown.id):
        yield "figure", other.id, near_base(other, base, TOUCH_CM)
