"""What a move crosses and meets: along waypoints, or thrown in a straight line (MOVE-1).

A base is in a piece of scenery when any part of it is, by more than a tenth of a millimetre, so a
move along a wall does not meet it. Where a move enters something round is true to 0.03% of the
radius. An oval base keeps its angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot
from typing import Any, Final, Generic

import shapely

from q40k.geometry.bases import HAIR_CM, Segment, vector
from q40k.geometry.field import T_co, Terrain
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.regions import near_base, near_point, near_scenery, table
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH, Centimetres, Inches, to_inches

TOUCH_CM: Final = 0.01
"""What overlaps by less only touches."""


@dataclass(frozen=True, slots=True)
class Crossing(Generic[T_co]):
    """A piece of scenery that a move crosses: how many inches in it, and after how many."""

    scenery: T_co
    inches: Inches
    enters_in: Inches


@dataclass(frozen=True, slots=True)
class Met:
    """What a move runs into: what it is, after how many inches, and where the base is then.

    `kind` is "scenery", "figure", "edge" or that of an `Obstacle`.
    """

    kind: str
    id: str
    at_in: Inches
    spot: Spot


@dataclass(frozen=True, slots=True)
class Walk(Generic[T_co]):
    """A move along waypoints.

    `ground` and `met` come in the order of the way; `off_table_in` is after how many inches the
    base no longer lies wholly on the table, None when it always does.
    """

    length_in: Inches
    legs_in: tuple[Inches, ...]
    ground: tuple[Crossing[T_co], ...]
    met: tuple[Met, ...]
    off_table_in: Inches | None


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Something round that bars a way: what it is, where its centre lies, and its radius in cm."""

    kind: str
    id: str
    spot: Spot
    radius_cm: float


@dataclass(frozen=True, slots=True)
class Throw:
    """A straight line: what it meets first (None: nothing), how far it went, and where it ends."""

    met: Met | None
    travelled_in: Inches
    end: Spot


def _inches(cm: float) -> Inches:
    return to_inches(Centimetres(cm))


def walk(positions: Positions[T_co], mover: Figure, waypoints: Sequence[Spot]) -> Walk[T_co]:
    """A move of a figure from where it stands along waypoints, with all that it crosses and meets.

    Rule: MOVE-1
    """
    legs = list(pairwise([mover.spot, *waypoints]))
    lengths = [dist(a, b) for a, b in legs]
    ground = list(_ground(positions, mover, legs, lengths))
    met = list(_met(positions, mover, legs, lengths))
    off = _leaves(positions, mover, legs, lengths)
    return Walk(
        _inches(sum(lengths)),
        tuple(map(_inches, lengths)),
        tuple(sorted(ground, key=lambda one: one.enters_in)),
        tuple(sorted(met, key=lambda one: one.at_in)),
        None if off is None else _inches(off),
    )


def spans(legs: list[Segment], lengths: list[float], zone: Any) -> Iterator[tuple[float, float]]:
    """From where to where along a way of legs, in cm, it lies in a zone."""
    begun = 0.0
    for leg, length in zip(legs, lengths, strict=True):
        (ax, ay), _ = leg
        parts = shapely.LineString(leg).intersection(zone) if length > 0 else None
        for part in shapely.get_parts(parts) if parts is not None else ():
            ends = [hypot(x - ax, y - ay) for x, y in part.coords]
            if ends and max(ends) - min(ends) > HAIR_CM:
                yield begun + min(ends), begun + max(ends)
        begun += length


def _numbers(positions: Positions[Terrain], mover: Figure, legs: list[Segment]) -> list[int]:
    """The numbers of the pieces of scenery that a way may touch."""
    if not legs:
        return []
    line = shapely.LineString([legs[0][0], *(end for _, end in legs)])
    near = line.buffer(mover.base.reach_cm, cap_style="square")
    return sorted(positions.field.tree.query(near).tolist())


def _ground(
    positions: Positions[T_co], mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Crossing[T_co]]:
    for number in _numbers(positions, mover, legs):
        one = positions.field.pieces[number].scenery
        if one.impassable:
            continue
        zone = near_scenery(positions.field, number, mover.base, TOUCH_CM)
        found = list(spans(legs, lengths, zone))
        if found:
            inside = sum(end - start for start, end in found)
            yield Crossing(one, _inches(inside), _inches(found[0][0]))


def _met(
    positions: Positions[Terrain], mover: Figure, legs: list[Segment], lengths: list[float]
) -> Iterator[Met]:
    field = positions.field
    zones: list[tuple[str, str, Any]] = [
        ("scenery", field.pieces[n].scenery.id, near_scenery(field, n, mover.base, TOUCH_CM))
        for n in _numbers(positions, mover, legs)
        if field.pieces[n].scenery.impassable
    ]
    zones += [
        ("figure", one.id, near_base(one, mover.base, TOUCH_CM))
        for one in positions.others(mover.id)
    ]
    for kind, name, zone in zones:
        start = min((span[0] for span in spans(legs, lengths, zone)), default=None)
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
    positions: Positions[Terrain], mover: Figure, legs: list[Segment], lengths: list[float]
) -> float | None:
    """After how many cm of the way the base leaves the table."""
    left, bottom, right, top = table(positions.field, mover.base)
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


def passed_over(
    mover: Figure, waypoints: Sequence[Spot], things: Iterable[tuple[str, Spot]]
) -> tuple[str, ...]:
    """The things, by name and middle, whose middle the base passes over on its way."""
    legs = list(pairwise([mover.spot, *waypoints])) or [(mover.spot, mover.spot)]
    x, y = mover.base.arm
    ways = [
        shapely.MultiPoint(
            [(p + way * x, q + way * y) for p, q in leg for way in (-1, 1)]
        ).convex_hull
        for leg in legs
    ]
    reach = mover.base.radius_cm + HAIR_CM
    found = []
    for name, at in things:
        point = shapely.Point(at)
        if any(way.distance(point) <= reach for way in ways):
            found.append(name)
    return tuple(found)


def throw(
    positions: Positions[Terrain],
    thrown: Figure,
    angle_deg: float,
    inches: float,
    obstacles: Iterable[Obstacle] = (),
) -> Throw:
    """A figure thrown in a straight line: what it meets first.

    Impassable scenery and scenery of any height, bases, the table's edge and `obstacles` are met.
    What it stood on or in from the start is not.
    """
    x, y = vector(inches * CM_PER_INCH, angle_deg)
    end = (thrown.spot[0] + x, thrown.spot[1] + y)
    legs, lengths = [(thrown.spot, end)], [hypot(x, y)]
    found = [
        Met(kind, name, _inches(start), _place(legs, lengths, start))
        for kind, name, zone in _barring(positions, thrown, legs, obstacles)
        for start, _ in [*spans(legs, lengths, zone)][:1]
    ]
    off = _leaves(positions, thrown, legs, lengths)
    if off is not None:
        found.append(Met("edge", "", _inches(off), _place(legs, lengths, off)))
    if not found:
        return Throw(None, Inches(inches), end)
    first = min(found, key=lambda met: met.at_in)
    return Throw(first, first.at_in, first.spot)


def _barring(
    positions: Positions[Terrain],
    thrown: Figure,
    legs: list[Segment],
    obstacles: Iterable[Obstacle],
) -> Iterator[tuple[str, str, Any]]:
    field, base = positions.field, thrown.base
    here = shapely.Point(thrown.spot)
    left: list[tuple[str, str, Any]] = []
    for number in _numbers(positions, thrown, legs):
        one = field.pieces[number].scenery
        if one.impassable or one.height_in > 0:
            left.append(("scenery", one.id, near_scenery(field, number, base, TOUCH_CM)))
    left += [
        (one.kind, one.id, near_point(one.spot, one.radius_cm, base, TOUCH_CM)) for one in obstacles
    ]
    yield from ((kind, name, zone) for kind, name, zone in left if not zone.contains(here))
    for other in positions.others(thrown.id):
        yield "figure", other.id, near_base(other, base, TOUCH_CM)
