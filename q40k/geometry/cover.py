"""What covers a figure from another's shots: what it stands in, and what lies between.

A piece lies between when some of it lies in the strip from base to base, before and beside neither:
what stands behind the target's back, or along its flank, covers it from nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import shapely

from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure, Positions
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
    strip = _strip(one, other) if between else None
    found |= {piece.scenery.id for piece in between if _within(piece.shape, strip)}
    return tuple(piece.scenery.id for piece in pieces if piece.scenery.id in found)


def _strip(one: Figure, other: Figure) -> Any:
    """The strip between two bases, without the bases themselves."""
    bases = shapely.union_all([area(each.base, each.spot) for each in (one, other)])
    return bases.convex_hull.difference(bases)


def _within(shape: Any, strip: Any) -> bool:
    return bool(shape.intersection(strip).area > LEAST_CM2)
