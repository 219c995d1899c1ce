"""Regions where the centre of a base may not be, so that the base overlaps nothing, as polygons.

A base overlaps an object if its spine comes nearer than its radius. So the region is the object
swept along the spine and grown by the radius. Round corners are polygons that contain the true
curve, by at most 0.03% of its radius: a point outside a region is always free.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import cos, pi
from typing import Any, Final

import shapely
from shapely.affinity import translate

from q40k.geometry.bases import Base
from q40k.geometry.field import QUARTER_CORNERS, Field, Terrain
from q40k.geometry.positions import Figure
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH

_OUTSIDE: Final = 1 / cos(pi / (4 * QUARTER_CORNERS))


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
    return shapely.MultiPoint(
        [(x + sign * arm[0], y + sign * arm[1]) for x, y in ends for sign in (-1, 1)]
    ).convex_hull


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


MAX_CACHED: Final = 4000


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
        barred = [
            _stuck_zone(field, n, base) for n, p in enumerate(field.pieces) if p.scenery.bars_in
        ]
        pits = [_pit(field, n) for n, p in enumerate(field.pieces) if is_deadly(p.scenery)]
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


def _pit(field: Field[Terrain], number: int) -> Any:
    """Return where the centre of a base lies on lethal ground, under no higher top."""
    return _below(field, field.shapes[number], field.pieces[number].scenery.height_in, over=True)


def _below(field: Field[Terrain], zone: Any, high_in: float, *, over: bool = False) -> Any:
    """Return the part of a zone under no climbable top that is as high (`over`: higher)."""
    tops = [
        shape
        for piece, shape in zip(field.pieces, field.shapes, strict=True)
        if piece.scenery.climbable and piece.scenery.height_in >= high_in
        and (piece.scenery.height_in > high_in or not over)
    ]  # fmt: skip
    return zone.difference(shapely.union_all(tops)) if tops else zone


def centre_limits(field: Field[Terrain], base: Base) -> tuple[float, float, float, float]:
    """Return the left, bottom, right and top limits of the centre of a base wholly on the table."""
    x, y = abs(base.arm[0]) + base.radius_cm, abs(base.arm[1]) + base.radius_cm
    return (x, y, field.size[0] - x, field.size[1] - y)


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
