"""Find who is on a portal, and where a base can come out of it (PORTAL-1, 3, 6; RESPAWN-1)."""

from collections.abc import Iterable
from math import hypot
from typing import Any

import shapely
from msgspec import Struct
from shapely.ops import nearest_points

from q40k.games.quake.arena.deployment import barred_at, blocked_by
from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Arena, Portal, Scenery
from q40k.geometry.field import Field
from q40k.geometry.paths import centre_limits, near_base, radius_in_cm, walls, within_discs
from q40k.geometry.positions import Figure
from q40k.geometry.space import HAIR_CM, Base, Spot, within_box, within_disc

ROUNDING_CM = 0.01
"""The largest distance of a drawn round zone from the true one, to the inside."""
AROUND_IN = 1.0
"""A champion comes out at the centre of a portal, or this many inches around it (PORTAL-3)."""


class Arrival(Struct, frozen=True):
    """Hold where a base can come out of a portal.

    `zone` is a shapely polygon of the possible places of its centre. `crowded`: every place
    overlaps a base, so this cannot be avoided. `inside` is a place wholly on the portal, as near
    its centre as possible; `beside` is one on its edge. Either is None without room.
    """

    portal: int
    zone: Any
    crowded: bool
    inside: Spot | None
    beside: Spot | None


class Landing(Struct, frozen=True):
    """Hold the judgement of coming out of a portal at a spot.

    `within`: the whole base is within an inch of the footprint. `walls` is impassable or lethal
    scenery it would overlap, `bases` are figures it would overlap. `avoidable`: there is a free
    place.
    """

    within: bool
    on_table: bool
    walls: tuple[str, ...]
    bases: tuple[str, ...]
    avoidable: bool

    @property
    def ok(self) -> bool:
        """Tell whether it may come out there.

        Rule: PORTAL-3
        """
        clear = self.within and self.on_table and not self.walls
        return clear and (not self.bases or not self.avoidable)


def standing_in(arena: Arena, base: Base, spot: Spot) -> int | None:
    """Return the portal whose footprint contains the whole base, or None.

    Rule: PORTAL-1
    """
    for portal in arena.portals:
        if within_disc(base, spot, portal.at, radius_in_cm(portal.diameter_in)):
            return portal.number
    return None


def occupants(positions: ArenaPositions, portal: int) -> tuple[str, ...]:
    """Return the figures in a portal: their whole base is on it.

    Rule: PORTAL-6
    """
    there = positions.portals[portal]
    radius = radius_in_cm(there.diameter_in)
    return tuple(figure.id for figure in positions.figures if within_disc(figure.base, figure.spot, there.at, radius))


def arrival(positions: ArenaPositions, portal: int, base: Base, ignoring: Iterable[str] = (), who: str = "") -> Arrival:
    """Return where a base can come out of a portal; `who` is the champion itself.

    `ignoring` are figures that the arrival kills. Other bases are avoided if possible, impassable
    scenery and the table's edge always.

    Rule: PORTAL-3, RESPAWN-1
    """
    field, there = positions.field, positions.portals[portal]
    others = _around(positions, portal, base, (*ignoring, who))
    zone, crowded = _zone(field, there, base, others)
    if zone.is_empty:
        return Arrival(portal, zone, crowded, None, None)
    shapely.prepare(zone)
    inner = within_discs(there.at, radius_in_cm(there.diameter_in), base)
    if zone.contains(shapely.Point(there.at)):
        inside = there.at if not inner.is_empty else None
    else:
        inside = _towards(zone.intersection(inner), there.at)
    width, height = field.size
    x, y = width / 2 - there.at[0], height / 2 - there.at[1]
    away = hypot(x, y)
    # Toward the middle of the table, where there is the most room.
    ux, uy = (x / away, y / away) if away > HAIR_CM else (1.0, 0.0)
    far = radius_in_cm(there.diameter_in, AROUND_IN) - base.reach_cm - ROUNDING_CM
    beside: Spot | None = (there.at[0] + far * ux, there.at[1] + far * uy)
    if not zone.contains(shapely.Point(beside)) or inner.contains(shapely.Point(beside)):
        outer = zone if inner.is_empty else zone.difference(inner.buffer(ROUNDING_CM))
        beside = _towards(outer, (there.at[0] + 2 * far * ux, there.at[1] + 2 * far * uy))
    return Arrival(portal, zone, crowded, inside, beside)


def _around(positions: ArenaPositions, portal: int, base: Base, ignoring: tuple[str, ...]) -> tuple[Figure, ...]:
    """Return the figures that a base could meet when it comes out of a portal."""
    there = positions.portals[portal]
    reach = radius_in_cm(there.diameter_in, AROUND_IN) + base.half_spine_cm
    return tuple(
        figure
        for figure in positions.others(*ignoring)
        if hypot(figure.spot[0] - there.at[0], figure.spot[1] - there.at[1]) < reach + figure.base.reach_cm
    )


def _zone(field: Field[Scenery], there: Portal, base: Base, others: tuple[Figure, ...]) -> tuple[Any, bool]:
    """Return the possible places of a centre, and whether other bases cannot be avoided."""
    zone = within_discs(there.at, radius_in_cm(there.diameter_in, AROUND_IN), base)
    left, bottom, right, top = centre_limits(field, base)
    if left > right or bottom > top:
        return shapely.Polygon(), False
    x0, y0, x1, y1 = zone.bounds if not zone.is_empty else (0.0, 0.0, 0.0, 0.0)
    if x0 < left or y0 < bottom or x1 > right or y1 > top:
        zone = zone.intersection(shapely.box(left, bottom, right, top))
    barred = walls(field, base)
    if not barred.is_empty and barred.intersects(zone):
        zone = zone.difference(barred)
    if not others:
        return zone, False
    free = zone.difference(shapely.union_all([near_base(figure, base) for figure in others]))
    return (zone, True) if free.is_empty else (free, False)


def _towards(zone: Any, spot: Spot) -> Spot | None:
    """Return the place of a zone nearest to a spot, a little inside its edge if there is room.

    On the very edge, a rounding error could report that the base touches a wall.
    """
    if zone.is_empty:
        return None
    room = zone.buffer(-ROUNDING_CM / 2)
    point, _ = nearest_points(zone if room.is_empty else room, shapely.Point(spot))
    return (float(point.x), float(point.y))


def lands(
    positions: ArenaPositions, portal: int, base: Base, spot: Spot, ignoring: Iterable[str] = (), who: str = ""
) -> Landing:
    """Judge a place to come out of a portal at, by exact arithmetic.

    Rule: PORTAL-3
    """
    field, there = positions.field, positions.portals[portal]
    ignored = (*ignoring, who)
    others = _around(positions, portal, base, ignored)
    bases = blocked_by(field, positions.others(*ignored), base, spot)
    barred = barred_at(field, base, spot)
    crowded = _zone(field, there, base, others)[1]
    return Landing(
        within=within_disc(base, spot, there.at, radius_in_cm(there.diameter_in, AROUND_IN)),
        on_table=within_box(base, spot, field.size),
        walls=barred,
        bases=bases[len(barred) :],
        avoidable=not crowded,
    )
