"""What one can stand on, how high, and what a walk over it climbs (MOVE-1, MOVE-5, MOVE-6).

Above a place there may be several surfaces: the table, and the top of whatever can be climbed.
Nobody is in what is solid below its top, and nobody stands on lethal ground. A base is carried by
what any part of it lies on, so it steps over a gap that is narrower than itself; where it ends,
its middle decides. Heights are inches above the table, places along a way centimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from typing import Any, Final, Generic, TypeVar

import shapely

from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, Segment
from q40k.geometry.field import Field, T_co, Terrain
from q40k.geometry.paths import TOUCH_CM, Crossing, spans
from q40k.geometry.regions import near_scenery
from q40k.geometry.spots import Spot
from q40k.geometry.units import Centimetres, Inches, to_inches

T = TypeVar("T", bound=Terrain)

HAIR_IN: Final = 1e-3
"""Heights that differ by less are the same: no ruler tells them apart."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a way, from so many cm to so many, that is walked at one height."""

    start_cm: float
    end_cm: float
    level_in: float


@dataclass(frozen=True, slots=True)
class Step(Generic[T_co]):
    """A change of height on a way, and what is climbed there; None: there is nothing to climb."""

    at_cm: float
    from_in: float
    to_in: float
    scenery: T_co | None


@dataclass(frozen=True, slots=True)
class Barred(Generic[T_co]):
    """A piece of scenery that leaves nothing to walk on, from so many cm on, at that height."""

    scenery: T_co
    at_cm: float
    level_in: float


@dataclass(frozen=True, slots=True)
class Profile(Generic[T_co]):
    """A walk over the ground: its heights, what it climbs, what bars it.

    `held`: there is something to stand on, or to hold on to, where it ends.
    """

    stretches: tuple[Stretch, ...]
    steps: tuple[Step[T_co], ...]
    barred: tuple[Barred[T_co], ...]
    held: bool

    @property
    def end_in(self) -> float:
        """The height at its end."""
        return self.steps[-1].to_in if self.steps else self.stretches[-1].level_in

    @property
    def climb_in(self) -> float:
        """All that it goes up and down."""
        return sum(abs(step.to_in - step.from_in) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Gap(Generic[T_co]):
    """A gap in what one walks on: its width, how deep it is, what lies in it.

    `near` and `far` are what it lies between, None for the table; `into` is lethal ground or water
    at its bottom.
    """

    width_in: Inches
    depth_in: float
    near: T_co | None
    far: T_co | None
    into: T_co | None


# -- where one stands ----------------------------------------------------------------------


def barred_by(field: Field[T], base: Base, spot: Spot, level_in: float) -> tuple[T, ...]:
    """What a base would be stuck in at that height: walls, and what is solid up to its top."""
    found = field.touching(base, spot)
    return tuple(one for one in found if one.bars_in > level_in + HAIR_IN)


def held(field: Field[Terrain], base: Base, spot: Spot, level_in: float) -> bool:
    """Whether a base at that height stands on something, or holds on to what can be climbed.

    Rule: MOVE-6
    """
    if level_in <= HAIR_IN:
        return True
    if any(abs(one.height_in - level_in) <= HAIR_IN for one in field.under(spot)):
        return True
    reach = Base(base.width_mm + 20 * CONTACT_CM, _longer(base), base.angle_deg)
    return any(
        one.climbable and one.height_in >= level_in - HAIR_IN for one in field.touching(reach, spot)
    )


def _longer(base: Base) -> float | None:
    return None if base.length_mm is None else base.length_mm + 20 * CONTACT_CM


def lands_at(field: Field[Terrain], spot: Spot, from_in: float) -> float:
    """How high one lands that drops from a height: on the highest thing below it."""
    under = field.under(spot)
    return max(
        (one.height_in for one in under if one.climbable and one.height_in < from_in - HAIR_IN),
        default=0.0,
    )


def climbs_to(field: Field[Terrain], base: Base, spot: Spot) -> float:
    """How high one can climb at a place: what its base touches may be climbed so high."""
    reach = Base(base.width_mm + 20 * CONTACT_CM, _longer(base), base.angle_deg)
    found = field.touching(reach, spot)
    return max((one.height_in for one in found if one.climbable), default=0.0)


def edge_cm(field: Field[Terrain], start: Spot, end: Spot, level_in: float) -> float:
    """How far what one stands on at a height carries the middle of a base towards a place."""
    length = dist(start, end)
    return 0.0 if length <= HAIR_CM else _carries(_crossed(field, start, end), level_in, 0.0)[1]


# -- walks ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part(Generic[T_co]):
    """A part of a way where the same pieces are under the base: on `on`, within reach of `near`."""

    start_cm: float
    end_cm: float
    on: tuple[T_co, ...]
    near: tuple[T_co, ...]
    pits: tuple[T_co, ...]


def profile(
    field: Field[T],
    base: Base,
    spots: Sequence[Spot],
    start_in: float,
    end_in: float | None = None,
) -> Profile[T]:
    """The heights of a walk through places that begins at `start_in`, with the least climbing.

    It ends at `end_in`, or where it comes with no more climbing than its way needs; of two ways as
    good it takes the higher. What leaves nothing to walk on is told, and passed as if it were not.

    Rule: MOVE-1, MOVE-6
    """
    parts = _parts(field, base, spots)
    told = (start_in,) if end_in is None else (start_in, end_in)
    best: dict[float, tuple[float, float]] = {start_in: (0.0, 0.0)}
    came: list[dict[float, float]] = []
    barred: list[tuple[int, Barred[T]]] = []
    for number, part in enumerate(parts):
        levels = _levels(part, told, start_in)
        if not levels:
            worst = max((*part.on, *part.pits), key=lambda one: one.bars_in)
            barred.append((number, Barred(worst, part.start_cm, 0.0)))
            levels = tuple(best)
            froms = {level: level for level in levels}
        else:
            froms = {
                level: min(best, key=lambda old: _cost(best[old], old, level)) for level in levels
            }
        length = part.end_cm - part.start_cm
        best = {
            level: _sum(_cost(best[old], old, level), level * length)
            for level, old in froms.items()
        }
        came.append(froms)
    aim = min(best, key=best.__getitem__) if end_in is None else end_in
    last = aim if aim in best else min(best, key=lambda old: _cost(best[old], old, aim))
    heights = [last]
    for froms in reversed(came):
        heights.append(froms[heights[-1]])
    heights.reverse()
    steps = list(_steps(parts, heights))
    if last != aim:
        steps.append(Step(parts[-1].end_cm, last, aim, _climbed(parts[-1], parts[-1], last, aim)))
    return Profile(
        _merged(parts, heights[1:]),
        tuple(steps),
        tuple(Barred(one.scenery, one.at_cm, heights[n + 1]) for n, one in barred),
        held(field, base, spots[-1], aim),
    )


def _cost(so_far: tuple[float, float], old: float, new: float) -> tuple[float, float]:
    return (round(so_far[0] + abs(new - old), 6), so_far[1])


def _sum(cost: tuple[float, float], area: float) -> tuple[float, float]:
    return (cost[0], round(cost[1] - area, 6))


def _levels(part: _Part[Terrain], told: Iterable[float], start_in: float) -> tuple[float, ...]:
    """The heights at which one can walk on a part of a way."""
    bars = max((one.bars_in for one in part.on), default=0.0)
    found = {one.height_in for one in part.on if one.climbable}
    found |= {start_in for one in part.on if abs(one.height_in - start_in) <= HAIR_IN}
    for level in told:
        if any(one.climbable and one.height_in >= level - HAIR_IN for one in part.near):
            found.add(level)
    if not part.pits:
        found.add(0.0)
    return tuple(sorted(level for level in found if level >= bars - HAIR_IN))


def _parts(field: Field[T], base: Base, spots: Sequence[Spot]) -> list[_Part[T]]:
    """The parts of a way, cut wherever the base comes onto a piece or leaves it."""
    legs = list(pairwise(spots)) or [(spots[0], spots[0])]
    lengths = [dist(a, b) for a, b in legs]
    total = sum(lengths)
    on: list[tuple[T, list[tuple[float, float]]]] = []
    near: list[tuple[T, list[tuple[float, float]]]] = []
    pits: list[tuple[T, list[tuple[float, float]]]] = []
    reach = base.reach_cm + 2 * CONTACT_CM
    line = shapely.LineString([spots[0], *spots[1:], spots[-1]]).buffer(reach, cap_style="square")
    for number in sorted(field.tree.query(line).tolist()):
        one = field.pieces[number].scenery
        if one.height_in > 0 or one.bars_in > 0:
            zone = near_scenery(field, number, base, TOUCH_CM)
            on.append((one, _lies(legs, lengths, zone)))
        if one.climbable and one.height_in > 0:
            zone = near_scenery(field, number, base, -(CONTACT_CM + TOUCH_CM))
            near.append((one, _lies(legs, lengths, zone)))
        if one.lethal and not one.impassable:
            pits.append((one, _lies(legs, lengths, field.shapes[number])))
    cuts = {0.0, total}
    cuts |= {cut for _, found in (*on, *near, *pits) for part in found for cut in part}
    ends = [0.0]
    for cut in sorted(cuts):
        if cut - ends[-1] > HAIR_CM:
            ends.append(min(cut, total))
    pairs = list(pairwise(ends)) or [(0.0, 0.0)]
    return [
        _Part(a, b, *(_within((a + b) / 2, these) for these in (on, near, pits))) for a, b in pairs
    ]


def _lies(legs: list[Segment], lengths: list[float], zone: Any) -> list[tuple[float, float]]:
    """From where to where along the way it lies in a zone; a way of no length all or nothing."""
    if sum(lengths) <= HAIR_CM:
        return [(0.0, 0.0)] if zone.intersects(shapely.Point(legs[0][0])) else []
    return list(spans(legs, lengths, zone))


def _within(at: float, pieces: list[tuple[T, list[tuple[float, float]]]]) -> tuple[T, ...]:
    return tuple(
        one
        for one, found in pieces
        if any(start - HAIR_CM <= at <= end + HAIR_CM for start, end in found)
    )


def _steps(parts: list[_Part[T]], heights: list[float]) -> Iterable[Step[T]]:
    """Where the height changes; `heights` begins with that before the first part."""
    for number, (low, high) in enumerate(pairwise(heights)):
        if abs(high - low) > HAIR_IN:
            before = parts[max(0, number - 1)]
            step = _climbed(before, parts[number], low, high)
            yield Step(parts[number].start_cm, low, high, step)


def _climbed(before: _Part[T], part: _Part[T], from_in: float, to_in: float) -> T | None:
    """What is climbed up or down between two heights: it reaches as high as the higher of them."""
    high = max(from_in, to_in)
    return next(
        (
            one
            for one in (*part.near, *before.near)
            if one.climbable and one.height_in >= high - HAIR_IN
        ),
        None,
    )


def _merged(parts: list[_Part[T]], heights: list[float]) -> tuple[Stretch, ...]:
    found: list[Stretch] = []
    for part, level in zip(parts, heights, strict=True):
        if found and found[-1].level_in == level:
            found[-1] = Stretch(found[-1].start_cm, part.end_cm, level)
        else:
            found.append(Stretch(part.start_cm, part.end_cm, level))
    return tuple(found)


def crossings(
    field: Field[T], base: Base, spots: Sequence[Spot], stretches: Sequence[Stretch]
) -> tuple[Crossing[T], ...]:
    """The ground that a walk crosses, in its order; what lies lower than its feet is passed above.

    Rule: MOVE-1
    """
    legs = list(pairwise(spots))
    lengths = [dist(a, b) for a, b in legs]
    if not legs:
        return ()
    line = shapely.LineString(list(spots)).buffer(base.reach_cm, cap_style="square")
    found = []
    for number in sorted(field.tree.query(line).tolist()):
        one = field.pieces[number].scenery
        if one.impassable:
            continue
        low = [s for s in stretches if s.level_in <= one.height_in + HAIR_IN]
        parts = [
            (max(start, s.start_cm), min(end, s.end_cm))
            for start, end in spans(legs, lengths, near_scenery(field, number, base, TOUCH_CM))
            for s in low
            if min(end, s.end_cm) - max(start, s.start_cm) > HAIR_CM
        ]
        if parts:
            inside = sum(end - start for start, end in parts)
            first = min(start for start, _ in parts)
            found.append(Crossing(one, _inches(inside), _inches(first)))
    return tuple(sorted(found, key=lambda one: one.enters_in))


def _inches(cm: float) -> Inches:
    return to_inches(Centimetres(cm))


# -- gaps ----------------------------------------------------------------------------------


def gap(field: Field[T], start: Spot, end: Spot, from_in: float, to_in: float) -> Gap[T] | None:
    """The gap on the straight line between two places, edge to edge; None where there is none.

    From the end of what one stands on at the start to the beginning of what one stands on at the
    end. On the table itself that is the lethal ground and the water between.

    Rule: MOVE-5
    """
    length = dist(start, end)
    if length <= HAIR_CM:
        return None
    found = _crossed(field, start, end)
    wet = [part for one, parts in found if _no_ground(one) for part in parts]
    near, edge = _carries(found, from_in, 0.0)
    far, landing = _carries(found, to_in, length)
    if near is None:
        edge = min((part[0] for part in wet), default=length)
    if far is None:
        landing = max((part[1] for part in wet if part[1] > edge), default=edge)
    if landing - edge <= HAIR_CM:
        return None
    deepest, into = _bottom(field, start, end, (edge / length, landing / length))
    deep = max(0.0, from_in - deepest)
    return Gap(_inches(landing - edge), deep, near, far, into)


def _crossed(field: Field[T], start: Spot, end: Spot) -> list[tuple[T, list[tuple[float, float]]]]:
    """The pieces on a straight line, each from where to where along it, in cm."""
    length = dist(start, end)
    return [
        (field.pieces[n].scenery, list(spans([(start, end)], [length], field.shapes[n])))
        for n in sorted(field.tree.query(shapely.LineString([start, end])).tolist())
    ]


def _no_ground(one: Terrain) -> bool:
    return one.height_in <= 0 and (one.lethal or one.water)


def _carries(
    found: list[tuple[T, list[tuple[float, float]]]], level_in: float, at_cm: float
) -> tuple[T | None, float]:
    """What carries one at a height at an end of the line, and how far along the line it does."""
    if level_in <= HAIR_IN:
        return None, at_cm
    parts = [
        (one, part)
        for one, parts in found
        if abs(one.height_in - level_in) <= HAIR_IN
        for part in parts
    ]
    first, reach = None, at_cm
    grows = True
    while grows:
        grows = False
        for one, (start, end) in parts:
            if start - HAIR_CM <= reach <= end + HAIR_CM:
                further = end if at_cm == 0.0 else start
                if abs(further - reach) > HAIR_CM:
                    reach, grows = further, True
                first = one if first is None or grows else first
    return first, reach


LOOKS: Final = 40
"""A gap is sounded in so many places."""


def _bottom(
    field: Field[T], start: Spot, end: Spot, shares: tuple[float, float]
) -> tuple[float, T | None]:
    """The lowest that one falls in a gap, and the lethal ground or water that lies there."""
    low, into = float("inf"), None
    for n in range(LOOKS):
        share = shares[0] + (n + 0.5) / LOOKS * (shares[1] - shares[0])
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        under = field.under(at)
        top = max((one.height_in for one in under if one.bars_in or one.climbable), default=0.0)
        if top < low - HAIR_IN:
            low, into = top, None
        if top <= low + HAIR_IN and into is None:
            into = next((one for one in under if _no_ground(one) and top <= HAIR_IN), None)
    return low, into
