"""Where the centre of a base may not be, so as not to overlap something: regions as polygons.

A base overlaps a thing when its spine comes nearer than its radius, so the region is the thing,
swept along the spine and swollen by the radius. Round corners are polygons that contain the true
round, by 0.03% of its radius at most: a point outside a region is always well.
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


def swollen(core: Any, by_cm: float) -> Any:
    """A shape grown all round; its round parts lie outside the true ones by a hair's breadth."""
    return core.buffer(by_cm * _OUTSIDE, QUARTER_CORNERS) if by_cm > 0 else core


def disc(centre: Spot, radius_cm: float) -> Any:
    """A disc as a polygon within it."""
    return shapely.Point(centre).buffer(radius_cm, QUARTER_CORNERS)


def swept(core: Any, arm: Spot) -> Any:
    """A shape swept along a spine: wherever the spine's centre lies when it meets the shape."""
    if arm == (0.0, 0.0):
        return core
    if core.geom_type == "Polygon":
        edges = list(pairwise(core.exterior.coords))
        sides = [_sheared(edge, arm) for edge in edges]
        return shapely.union_all([_moved(core, arm, -1), _moved(core, arm, 1), *sides])
    return _sheared(list(core.coords), arm)


def _sheared(ends: Iterable[Any], arm: Spot) -> Any:
    return shapely.MultiPoint(
        [(x + way * arm[0], y + way * arm[1]) for x, y in ends for way in (-1, 1)]
    ).convex_hull


def _moved(core: Any, arm: Spot, way: int) -> Any:
    return translate(core, way * arm[0], way * arm[1])


def near_scenery(field: Field[Terrain], number: int, base: Base, less_cm: float = 0.0) -> Any:
    """Where the centre of a base lies when it is on or in a piece of scenery, by `less_cm`.

    Worked out once for each piece and size of base.
    """
    key = (number, base, less_cm)
    kept = field.kept.setdefault("near", {})
    if key not in kept:
        if len(kept) > MOST_KEPT:
            kept.clear()
        piece = field.pieces[number]
        kept[key] = swollen(swept(piece.core, base.arm), piece.swell + base.radius_cm - less_cm)
        shapely.prepare(kept[key])
    return kept[key]


MOST_KEPT: Final = 4000


def near_base(other: Figure, base: Base, less_cm: float = 0.0) -> Any:
    """Where the centre of a base lies when it overlaps a figure's base, by `less_cm`."""
    if other.base.round:
        core: Any = shapely.Point(other.spot)
    else:
        core = shapely.LineString(other.base.spine(other.spot))
    return swollen(swept(core, base.arm), other.base.radius_cm + base.radius_cm - less_cm)


def near_point(point: Spot, radius_cm: float, base: Base, less_cm: float = 0.0) -> Any:
    """Where the centre of a base lies when it overlaps a disc, by `less_cm`."""
    core = swept(shapely.Point(point), base.arm)
    return swollen(core, radius_cm + base.radius_cm - less_cm)


def walls(field: Field[Terrain], base: Base) -> Any:
    """Where the centre of a base lies when it is in what bars it: a wall, something solid whose
    top the centre does not stand on, or lethal ground under the centre."""
    key = ("walls", base)
    if key not in field.kept:
        barred = [_barred(field, n, base) for n, p in enumerate(field.pieces) if p.scenery.bars_in]
        pits = [_pit(field, n) for n, p in enumerate(field.pieces) if deadly(p.scenery)]
        field.kept[key] = shapely.union_all([*barred, *pits])
        shapely.prepare(field.kept[key])
    return field.kept[key]


def deadly(scenery: Terrain) -> bool:
    """Whether one can get onto a piece of scenery, and is dead there.

    Rule: ARENA-5
    """
    return scenery.lethal and not scenery.impassable


def _barred(field: Field[Terrain], number: int, base: Base) -> Any:
    """Where a base is stuck in a piece of scenery, standing on top of what is under its centre."""
    zone = near_scenery(field, number, base)
    return _below(field, zone, field.pieces[number].scenery.bars_in)


def _pit(field: Field[Terrain], number: int) -> Any:
    """Where the centre of a base lies on lethal ground, not on anything higher above it."""
    return _below(field, field.shapes[number], field.pieces[number].scenery.height_in, over=True)


def _below(field: Field[Terrain], zone: Any, high_in: float, *, over: bool = False) -> Any:
    """What of a zone lies under no top that is so high (`over`: higher) and carries a base."""
    tops = [
        shape
        for piece, shape in zip(field.pieces, field.shapes, strict=True)
        if piece.scenery.climbable and piece.scenery.height_in >= high_in
        and (piece.scenery.height_in > high_in or not over)
    ]  # fmt: skip
    return zone.difference(shapely.union_all(tops)) if tops else zone


def table(field: Field[Terrain], base: Base) -> tuple[float, float, float, float]:
    """The left, bottom, right and top of where a centre may be, the base wholly on the table."""
    x, y = abs(base.arm[0]) + base.radius_cm, abs(base.arm[1]) + base.radius_cm
    return (x, y, field.size[0] - x, field.size[1] - y)


def within_discs(centre: Spot, radius_cm: float, base: Base) -> Any:
    """Where a centre may be, the base wholly on a disc; empty when it is too large."""
    left = radius_cm - base.radius_cm
    if left <= 0:
        return shapely.Polygon()
    x, y = base.arm
    zone = disc((centre[0] + x, centre[1] + y), left)
    if not base.round:
        zone = zone.intersection(disc((centre[0] - x, centre[1] - y), left))
    return zone


def half_in(diameter_in: float, grown_in: float = 0.0) -> float:
    """Half a diameter given in inches, grown all round by so many inches, in centimetres."""
    return (diameter_in + 2 * grown_in) * CM_PER_INCH / 2
