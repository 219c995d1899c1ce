"""The scenery that gives a figure cover: what it stands in, and what lies between it and the
shooter.

A piece lies between if part of it is in the strip from base to base, outside both bases. Scenery on
the target's far side or along its flank gives no cover.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

import shapely

from q40k.geometry.field import Terrain
from q40k.geometry.positions import Positions
from q40k.geometry.shadows import area
from q40k.geometry.sight import seen_by

LEAST_CM2: Final = 0.01
"""Overlaps with the strip below a square millimetre are ignored."""


def find_cover(
    positions: Positions[Terrain], shooter: str, target: str, crossed: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the ids of the scenery that covers `target` from `shooter`, in the order of the field.

    Scenery covers if the middle of the target's base stands in it and its feet are not higher. It
    also covers if it lies between and crosses the lines to the base. Pass `crossed` if the crossing
    scenery is already computed. Raises KeyError for unknown figures.

    Rule: SHOOT-2, ARENA-5
    """
    firer, defender = positions.figure(shooter), positions.figure(target)
    row = positions.in_scenery[positions.index[target]]
    pieces = positions.field.pieces
    cover = {
        piece.scenery.id
        for piece, stands in zip(pieces, row, strict=True)
        if stands and piece.scenery.height_in >= defender.elevation_in
    }
    if crossed is None:
        crossed = seen_by(positions, shooter, (target,), "base")[target].hiders
    between = [piece for piece in pieces if piece.scenery.id in crossed]
    if between:
        bases = [area(figure.base, figure.spot) for figure in (firer, defender)]
        strip = shapely.convex_hull(shapely.geometrycollections(bases))
        cover |= {piece.scenery.id for piece in between if _lies_between(piece.shape, strip, bases)}
    return tuple(piece.scenery.id for piece in pieces if piece.scenery.id in cover)


def _lies_between(shape: Any, strip: Any, bases: Iterable[Any]) -> bool:
    """Return whether a shape lies in the strip around two bases, outside the bases."""
    part = shape.intersection(strip)
    for base in bases:
        if part.intersects(base):
            part = part.difference(base)
    return bool(part.area > LEAST_CM2)
