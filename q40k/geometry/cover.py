"""What covers a figure from another's shots: what it stands in, and what lies between.

A piece lies between when some of it lies in the strip from base to base, before and beside neither:
what stands behind the target's back, or along its flank, covers it from nothing.
"""

from __future__ import annotations

from typing import Any, Final

import shapely

from q40k.geometry.bases import outline
from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.sight import sight

LEAST_CM2: Final = 0.01
"""What reaches into the strip by less than a square millimetre does not lie between."""


def covering(
    positions: Positions[Terrain], shooter: str, target: str, *, open_lines: bool = False
) -> tuple[str, ...]:
    """The scenery that covers `target` from `shooter`, by its ids, in the order of the field.

    That is what the middle of its base stands in, unless its feet are higher; and what lies between
    and crosses the lines to its base. `open_lines`: it is known that nothing crosses those.
    Raises KeyError for figures that are not there.

    Rule: SHOOT-2
    """
    one, other = positions.figure(shooter), positions.figure(target)
    row = positions.in_scenery[positions.index[target]]
    pieces = positions.field.pieces
    found = {
        piece.scenery.id
        for piece, stands in zip(pieces, row, strict=True)
        if stands and piece.scenery.height_in >= other.elevation_in
    }
    if not open_lines:
        crossed = set(sight(positions, shooter, target, "base").hiders)
        strip = _strip(one, other) if crossed else None
        for piece in pieces if strip is not None else ():
            if piece.scenery.id in crossed and _within(piece.shape, strip):
                found.add(piece.scenery.id)
    return tuple(piece.scenery.id for piece in pieces if piece.scenery.id in found)


def _strip(one: Figure, other: Figure) -> Any:
    """The strip between two bases, without the bases themselves."""
    bases = [shapely.Polygon(outline(each.base, each.spot)) for each in (one, other)]
    return shapely.union_all(bases).convex_hull.difference(shapely.union_all(bases))


def _within(shape: Any, strip: Any) -> bool:
    return bool(shape.intersection(strip).area > LEAST_CM2)
