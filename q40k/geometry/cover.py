"""What covers a figure from another's shots: what it stands in, and what lies between.

A piece lies between when some of it lies in the strip from base to base, before and beside neither:
what stands behind the target's back, or along its flank, covers it from nothing.
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
"""What reaches into the strip by less than a square millimetre does not lie between."""


def covering(
    positions: Positions[Terrain], shooter: str, target: str, crossed: Collection[str] | None = None
) -> tuple[str, ...]:
    """The scenery that covers `target` from `shooter`, by its ids, in the order of the field.

    That is what the middle of its base stands in, unless its feet are higher; and what lies between
    and crosses the lines to its base. `crossed` is what does, where that is known already.
    Raises KeyError for figures that are not there.

    Rule: SHOOT-2, ARENA-5
    """
    one, other = positions.figure(shooter), positions.figure(target)
    row = positions.in_scenery[positions.index[target]]
    pieces = positions.field.pieces
    found = {
        piece.scenery.id
        for piece, stands in zip(pieces, row, strict=True)
        if stands and piece.scenery.height_in >= other.elevation_in
    }
    if crossed is None:
        crossed = seen_by(positions, shooter, (target,), "base")[target].hiders
    between = [piece for piece in pieces if piece.scenery.id in crossed]
    if between:
        bases = [area(each.base, each.spot) for each in (one, other)]
        strip = shapely.convex_hull(shapely.geometrycollections(bases))
        found |= {piece.scenery.id for piece in between if _lies(piece.shape, strip, bases)}
    return tuple(piece.scenery.id for piece in pieces if piece.scenery.id in found)


def _lies(shape: Any, strip: Any, bases: Iterable[Any]) -> bool:
    """Whether a shape lies in the strip around two bases, beside the bases themselves."""
    part = shape.intersection(strip)
    for base in bases:
        if part.intersects(base):
            part = part.difference(base)
    return bool(part.area > LEAST_CM2)
