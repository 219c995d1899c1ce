"""What a move crosses and meets: along waypoints, or thrown in a straight line (MOVE-1).

A base is in a piece of scenery when any part of it is, by more than a tenth of a millimetre, so a
move along a wall does not meet it. Where a move enters something round is true to 0.03% of the
radius. An oval base keeps its angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any, Final, Literal

import shapely

from q40k.games.quake.arena.portals import standing_in
from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.bases import HAIR_CM, Segment, vector
from q40k.geometry.field import Figure, Standing, half_in
from q40k.geometry.regions import near_base, near_point, near_scenery, table
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH, Centimetres, Inches, to_inches

TOUCH_CM: Final = 0.01
"""What overlaps by less only touches."""
BARREL_RADIUS_CM: Final = 1.0
"""A barrel stands on 20 mm, as a token does."""

Kind = Literal["scenery", "champion", "barrel", "portal", "edge"]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A piece of scenery that a move crosses: how many inches in it, and after how many."""

    scenery: Scenery
    inches: Inches
    enters_in: Inches


@dataclass(frozen=True, slots=True)
class Met:
    """What a move runs into: what it is, after how many inches, and where the base is then."""

    kind: Kind
    id: str
    at_in: Inches
    spot: Spot


@dataclass(frozen=True, slots=True)
class Walk:
    """A move along waypoints.

    `ground` and `met` come in the order of the way; `off_table_in` is after how many inches the
    base no longer lies wholly on the table, None when it always does. `over` are the tokens and
    flags whose middle the base passes over (BONUS-1, FLAG-1), `ends_in_portal` the portal it ends
    wholly on (PORTAL-1).
    """

    length_in: Inches
    legs_in: tuple[Inches, ...]
    ground: tuple[Crossing, ...]
    met: tuple[Met, ...]
    off_table_in: Inches | None
    over: tuple[str, ...]
    ends_in_portal: int | None

    def left_in(self, allowance_in: float) -> Inches:
        """How many inches of a movement are left; below zero when the move is too long."""
        return Inches(allowance_in - self.length_in)


@dataclass(frozen=True, slots=True)
class Throw:
    """A straight line: what it meets first (None: nothing), how far it went, and where it ends."""

    met: Met | None
    travelled_in: Inches
    end: Spot


def _inches(cm: float) -> Inches:
    return to_inches(Centimetres(cm))


def walk(standing: Standing, mover: Figure, waypoints: Sequence[Spot]) -> Walk:
    """A move of a figure from where it stands along waypoints, with all that it crosses and meets.

    Rule: MOVE-1, BONUS-1, PORTAL-1
    """
    legs = list(pairwise([mover.spot, *waypoints]))
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in legs]
    ground = list(_ground(standing, mover, legs, lengths))
    met = list(_met(standing, mover, legs, lengths))
    end = legs[-1][1] if legs else mover.spot
    off = _leaves(standing, mover, legs, lengths)
    return Walk(
        _inches(sum(lengths)),
        tuple(map(_inches, lengths)),
        tuple(sorted(ground, key=lambda one: one.enters_in)),
        tuple(sorted(met, key=lambda one: one.at_in)),
        None if off is None else _inches(off),
        _over(standing, mover, legs or [(mover.spot, mover.spot)]),
        standing_in(standing.field, mover.base, end),
    )


def _spans(legs: list[Segment], lengths: list[float], zone: Any) -> Iterator[tuple[float, float]]:
    """From where to where along the way, in cm, it lies in a zone."""
    begun = 0.0
    for leg, length in zip(legs, lengths, strict=True):
        (ax, ay), _ = leg
        parts = shapely.LineString(leg).intersection(zone) if length > 0 else None
        for part in shapely.get_parts(parts) if parts is not None else ():
            ends = [hypot(x - ax, y - ay) for x, y in part.coords]
            if ends and max(ends) - min(ends) > HAIR_CM:
                yield begun + min(ends), begun + max(ends)
        begun += length


def _numbers(standing: Standing, mover: Figure, legs: list[Segment]) -> list[int]:
    """The numbers of the pieces of scenery that a way may touch."""
    if not legs:
        return []
    line = shapely.LineString([legs[0][0], *(end for _, end in legs)])
    near = line.buffer(mover.base.reach_cm, cap_style="square")
    return sorted(standing.field.tree.query(near).tolist())


def _ground(
    standing: Standing, mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Crossing]:
    for number in _numbers(standing, mover, legs):
        one = standing.field.pieces[number].scenery
        if one.impassable:
            continue
        zone = near_scenery(standing.field, number, mover.base, TOUCH_CM)
        spans = list(_spans(legs, lengths, zone))
        if spans:
            inside = sum(end - start for start, end in spans)
            yield Crossing(one, _inches(inside), _inches(spans[0][0]))


def _met(
    standing: Standing, mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Met]:
    field = standing.field
    zones: list[tuple[Kind, str, Any]] = [
        ("scenery", field.pieces[n].scenery.id, near_scenery(field, n, mover.base, TOUCH_CM))
        for n in _numbers(standing, mover, legs)
        if field.pieces[n].scenery.impassable
    ]
    zones += [
        ("champion", one.id, near_base(one, mover.base, TOUCH_CM))
        for one in standing.others(mover.id)
    ]
    for kind, name, zone in zones:
        start = min((span[0] for span in _spans(legs, lengths, zone)), default=None)
        if start is not None:
            yield Met(kind, name, _inches(start), _place(legs, lengths, start))


def _place(legs: list[Segment], lengths: list[float], along: float) -> Spot:
    """The place after so many cm of the way."""
    for ((ax, ay), (bx, by)), length in zip(legs, lengths, strict=True):
        if along <= length and length > 0:
            share = along / length
            return (ax + share * (bx - ax), ay + share * (by - ay))
        along -= length
    return legs[-1][1]


def _leaves(
    standing: Standing, mover: Figure, legs: list[Segment], lengths: list[float]
) -> float | None:
    """After how many cm of the way the base leaves the table."""
    left, bottom, right, top = table(standing.field, mover.base)
    begun = 0.0
    for (start, end), length in zip(legs, lengths, strict=True):
        share = 1.0
        for value, to, low, high in (
            (start[0], end[0], left, right),
            (start[1], end[1], bottom, top),
        ):
            if value < low - HAIR_CM or value > high + HAIR_CM:
                return begun
            if to > high + HAIR_CM:
                share = min(share, (high - value) / (to - value))
            elif to < low - HAIR_CM:
                share = min(share, (value - low) / (value - to))
        if share < 1.0:
            return begun + max(0.0, share) * length
        begun += length
    return None


def _over(standing: Standing, mover: Figure, legs: Iterable[Segment]) -> tuple[str, ...]:
    """The tokens and flags whose middle the base passes over, where they lie at the start."""
    arena, (x, y) = standing.field.arena, mover.base.arm
    ways = [
        shapely.MultiPoint(
            [(p + way * x, q + way * y) for p, q in leg for way in (-1, 1)]
        ).convex_hull
        for leg in legs
    ]
    reach = mover.base.radius_cm + HAIR_CM
    found = []
    places = [(t.id, t.at) for t in arena.tokens] + [(f.id, f.at) for f in arena.flags]
    for name, at in places:
        point = shapely.Point(at)
        if any(way.distance(point) <= reach for way in ways):
            found.append(name)
    return tuple(found)


def throw(standing: Standing, thrown: Figure, angle_deg: float, inches: float) -> Throw:
    """A figure thrown in a straight line, as by the mega bumper: what it meets first.

    Impassable scenery and scenery of any height, bases, barrels, portals and the table's edge are
    obstacles. What it stood on or in from the start is not met.

    Rule: BONUS-1
    """
    x, y = vector(inches * CM_PER_INCH, angle_deg)
    end = (thrown.spot[0] + x, thrown.spot[1] + y)
    legs, lengths = [(thrown.spot, end)], [hypot(x, y)]
    found = [
        Met(kind, name, _inches(start), _place(legs, lengths, start))
        for kind, name, zone in _obstacles(standing, thrown, legs)
        for start, _ in [*_spans(legs, lengths, zone)][:1]
    ]
    off = _leaves(standing, thrown, legs, lengths)
    if off is not None:
        found.append(Met("edge", "", _inches(off), _place(legs, lengths, off)))
    if not found:
        return Throw(None, Inches(inches), end)
    first = min(found, key=lambda met: met.at_in)
    return Throw(first, first.at_in, first.spot)


def _obstacles(
    standing: Standing, thrown: Figure, legs: list[Segment]
) -> Iterator[tuple[Kind, str, Any]]:
    field, base = standing.field, thrown.base
    here = shapely.Point(thrown.spot)
    left: list[tuple[Kind, str, Any]] = []
    for number in _numbers(standing, thrown, legs):
        one = field.pieces[number].scenery
        if one.impassable or one.height_in > 0:
            left.append(("scenery", one.id, near_scenery(field, number, base, TOUCH_CM)))
    for portal in field.portals.values():
        zone = near_point(portal.at, half_in(portal.diameter_in), base, TOUCH_CM)
        left.append(("portal", str(portal.number), zone))
    left += [
        ("barrel", barrel.id, near_point(barrel.at, BARREL_RADIUS_CM, base, TOUCH_CM))
        for barrel in field.arena.barrels
    ]
    yield from ((kind, name, zone) for kind, name, zone in left if not zone.contains(here))
    for other in standing.others(thrown.id):
        yield "champion", other.id, near_base(other, base, TOUCH_CM)
