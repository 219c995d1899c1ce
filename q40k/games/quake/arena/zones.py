"""Find room for a base in a zone, such as a team's own (BASE-1)."""

from __future__ import annotations

from collections.abc import Sequence

import shapely
from shapely.ops import nearest_points

from q40k.games.quake.arena.deployment import blocked_by
from q40k.games.quake.arena.figures import ArenaPositions
from q40k.geometry.bases import Base, within_box
from q40k.geometry.paths import centre_limits, near_base, walls
from q40k.geometry.space import Spot

ROUNDING_CM = 0.02


def room_in(
    positions: ArenaPositions, corners: Sequence[Spot], base: Base, who: str = ""
) -> Spot | None:
    """Return a place for a base wholly in a zone, near its middle, to a tenth of a mm.

    It is on the table, in nothing impassable and on no other base; None without room.

    Rule: BASE-1
    """
    field, others = positions.field, positions.others(who)
    zone = shapely.Polygon(corners)
    middle = zone.centroid
    left, bottom, right, top = centre_limits(field, base)
    if left > right or bottom > top:
        return None
    room = zone.buffer(-base.reach_cm - ROUNDING_CM).intersection(
        shapely.box(left, bottom, right, top)
    )
    occupied = [near_base(figure, base) for figure in others]
    room = room.difference(shapely.union_all([walls(field, base), *occupied]).buffer(ROUNDING_CM))
    if room.is_empty:
        return None
    point, _ = nearest_points(room, middle)
    spot = (round(float(point.x), 2), round(float(point.y), 2))
    if within_box(base, spot, field.size) and not blocked_by(field, others, base, spot):
        return spot
    return (float(point.x), float(point.y))
