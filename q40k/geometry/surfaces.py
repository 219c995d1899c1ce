"""Surfaces to stand on, their heights, and the climbing of a walk (MOVE-1, MOVE-5, MOVE-6).

Above a point there may be several surfaces: the table, and the tops of climbable pieces. Nobody is
inside a solid piece below its top, and nobody stands on lethal ground. Any surface under a part of
a base carries it, so a base steps over gaps narrower than itself. At the end of a walk the middle
of the base decides. Heights are inches above the table, distances along a path centimetres.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Generic, TypeVar

import shapely
from msgspec import Struct

from q40k.geometry.field import Field, T_co, Terrain
from q40k.geometry.paths import TOUCH_CM, Crossing, near_scenery, spans
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Base, Inches, Segment, Spot, centimetres_to_inches

T = TypeVar("T", bound=Terrain)

LEVEL_HAIR_IN = 1e-3
"""Heights that differ by less are equal."""


class Stretch(Struct, frozen=True):
    """A part of a path, between two distances in cm, that is walked at one height."""

    start_cm: float
    end_cm: float
    level_in: float


class Step(Struct, Generic[T_co], frozen=True):
    """A change of height on a path, and the piece climbed there; None if there is none."""

    at_cm: float
    from_in: float
    to_in: float
    scenery: T_co | None


class Obstruction(Struct, Generic[T_co], frozen=True):
    """A piece of scenery that leaves nothing to walk on: where in cm, and at which height."""

    scenery: T_co
    at_cm: float
    level_in: float


class Profile(Struct, Generic[T_co], frozen=True):
    """A walk over the ground: its heights, its climbs, and what bars it.

    `held`: at its end there is something to stand on or to hold on to.
    """

    stretches: tuple[Stretch, ...]
    steps: tuple[Step[T_co], ...]
    obstructions: tuple[Obstruction[T_co], ...]
    is_supported: bool

    @property
    def end_in(self) -> float:
        """The height at its end."""
        return self.steps[-1].to_in if self.steps else self.stretches[-1].level_in

    @property
    def climb_in(self) -> float:
        """The total climbing, up and down."""
        return sum(abs(step.to_in - step.from_in) for step in self.steps)


class Gap(Struct, Generic[T_co], frozen=True):
    """A gap in the walkable surface: its width, its depth, and what lies at its bottom.

    `near` and `far` are the pieces on both sides, None for the table. `into` is lethal ground or
    water at the bottom.
    """

    width_in: Inches
    depth_in: float
    near: T_co | None
    far: T_co | None
    into: T_co | None


# -- where one stands ----------------------------------------------------------------------


def barred_by(field: Field[T], base: Base, spot: Spot, level_in: float) -> tuple[T, ...]:
    """Return the pieces a base would be stuck in at a height: walls and solid scenery."""
    touching = field.touching(base, spot)
    return tuple(scenery for scenery in touching if scenery.bars_in > level_in + LEVEL_HAIR_IN)


def is_supported(field: Field[Terrain], base: Base, spot: Spot, level_in: float) -> bool:
    """Return whether a base at a height stands on something, or can hold on to a climbable piece.

    Rule: MOVE-6
    """
    if level_in <= LEVEL_HAIR_IN:
        return True
    if any(abs(scenery.height_in - level_in) <= LEVEL_HAIR_IN for scenery in field.pieces_under(spot)):
        return True
    reach = Base(base.width_mm + 20 * CONTACT_CM, _longer(base), base.angle_deg)
    return any(
        scenery.climbable and scenery.height_in >= level_in - LEVEL_HAIR_IN for scenery in field.touching(reach, spot)
    )


def _longer(base: Base) -> float | None:
    return None if base.length_mm is None else base.length_mm + 20 * CONTACT_CM


def lands_at(field: Field[Terrain], spot: Spot, from_in: float) -> float:
    """Return the height where a drop ends: the highest surface below the start."""
    under = field.pieces_under(spot)
    return max(
        (scenery.height_in for scenery in under if scenery.climbable and scenery.height_in < from_in - LEVEL_HAIR_IN),
        default=0.0,
    )


def climbs_to(field: Field[Terrain], base: Base, spot: Spot) -> float:
    """Return how high the pieces that a base touches can be climbed."""
    reach = Base(base.width_mm + 20 * CONTACT_CM, _longer(base), base.angle_deg)
    touching = field.touching(reach, spot)
    return max((scenery.height_in for scenery in touching if scenery.climbable), default=0.0)


def edge_cm(field: Field[Terrain], start: Spot, end: Spot, level_in: float) -> float:
    """Return how far a surface at a height carries the middle of a base towards a point."""
    length = dist(start, end)
    return 0.0 if length <= HAIR_CM else _carrying_surface(_pieces_on_line(field, start, end), level_in, 0.0)[1]


# -- walks ---------------------------------------------------------------------------------


class _Part(Struct, Generic[T_co], frozen=True):
    """A part of a path with the same pieces under the base (`on`) and within its reach (`near`)."""

    start_cm: float
    end_cm: float
    on: tuple[T_co, ...]
    near: tuple[T_co, ...]
    pits: tuple[T_co, ...]


def profile(
    field: Field[T], base: Base, spots: Sequence[Spot], start_in: float, end_in: float | None = None
) -> Profile[T]:
    """Return the heights of a walk through points from `start_in`, with the least climbing.

    It ends at `end_in`, or at the height that needs no further climbing. Of two equally good
    results the higher one is returned. A part with nothing to walk on is reported as barred, then
    ignored.

    Rule: MOVE-1, MOVE-6
    """
    parts = _parts(field, base, spots)
    fixed_levels = (start_in,) if end_in is None else (start_in, end_in)
    best: dict[float, tuple[float, float]] = {start_in: (0.0, 0.0)}
    previous: list[dict[float, float]] = []
    barred: list[tuple[int, Obstruction[T]]] = []
    for number, part in enumerate(parts):
        levels = _levels(part, fixed_levels, start_in)
        if not levels:
            worst = max((*part.on, *part.pits), key=lambda scenery: scenery.bars_in)
            barred.append((number, Obstruction(worst, part.start_cm, 0.0)))
            levels = tuple(best)
            froms = {level: level for level in levels}
        else:
            froms = {level: min(best, key=lambda old: _cost(best[old], old, level)) for level in levels}
        length = part.end_cm - part.start_cm
        best = {level: _sum(_cost(best[old], old, level), level * length) for level, old in froms.items()}
        previous.append(froms)
    aim = min(best, key=best.__getitem__) if end_in is None else end_in
    last = aim if aim in best else min(best, key=lambda old: _cost(best[old], old, aim))
    heights = [last]
    for froms in reversed(previous):
        heights.append(froms[heights[-1]])
    heights.reverse()
    steps = list(_steps(parts, heights))
    if last != aim:
        steps.append(Step(parts[-1].end_cm, last, aim, _find_climbed(parts[-1], parts[-1], last, aim)))
    return Profile(
        _merge_stretches(parts, heights[1:]),
        tuple(steps),
        tuple(Obstruction(obstruction.scenery, obstruction.at_cm, heights[n + 1]) for n, obstruction in barred),
        is_supported(field, base, spots[-1], aim),
    )


def _cost(so_far: tuple[float, float], old: float, new: float) -> tuple[float, float]:
    return (round(so_far[0] + abs(new - old), 6), so_far[1])


def _sum(cost: tuple[float, float], area: float) -> tuple[float, float]:
    return (cost[0], round(cost[1] - area, 6))


def _levels(part: _Part[Terrain], fixed_levels: Iterable[float], start_in: float) -> tuple[float, ...]:
    """Return the heights at which a figure can walk on a part of a path."""
    bars = max((scenery.bars_in for scenery in part.on), default=0.0)
    levels = {scenery.height_in for scenery in part.on if scenery.climbable}
    levels |= {start_in for scenery in part.on if abs(scenery.height_in - start_in) <= LEVEL_HAIR_IN}
    for level in fixed_levels:
        if any(scenery.climbable and scenery.height_in >= level - LEVEL_HAIR_IN for scenery in part.near):
            levels.add(level)
    if not part.pits:
        levels.add(0.0)
    return tuple(sorted(level for level in levels if level >= bars - LEVEL_HAIR_IN))


def _parts(field: Field[T], base: Base, spots: Sequence[Spot]) -> list[_Part[T]]:
    """Return the parts of a path, cut wherever the base comes onto a piece or leaves it."""
    legs = list(pairwise(spots)) or [(spots[0], spots[0])]
    lengths = [dist(a, b) for a, b in legs]
    total = sum(lengths)
    on: list[tuple[T, list[tuple[float, float]]]] = []
    near: list[tuple[T, list[tuple[float, float]]]] = []
    pits: list[tuple[T, list[tuple[float, float]]]] = []
    reach = base.reach_cm + 2 * CONTACT_CM
    line = shapely.LineString([spots[0], *spots[1:], spots[-1]]).buffer(reach, cap_style="square")
    for number in sorted(field.tree.query(line).tolist()):
        scenery = field.pieces[number].scenery
        if scenery.height_in > 0 or scenery.bars_in > 0:
            zone = near_scenery(field, number, base, TOUCH_CM)
            on.append((scenery, _spans_in(legs, lengths, zone)))
        if scenery.climbable and scenery.height_in > 0:
            zone = near_scenery(field, number, base, -(CONTACT_CM + TOUCH_CM))
            near.append((scenery, _spans_in(legs, lengths, zone)))
        if scenery.lethal and not scenery.impassable:
            pits.append((scenery, _spans_in(legs, lengths, field.shapes[number])))
    cuts = {0.0, total}
    cuts |= {cut for _, parts in (*on, *near, *pits) for part in parts for cut in part}
    ends = [0.0]
    for cut in sorted(cuts):
        if cut - ends[-1] > HAIR_CM:
            ends.append(min(cut, total))
    pairs = list(pairwise(ends)) or [(0.0, 0.0)]
    return [_Part(a, b, *(_pieces_at((a + b) / 2, these) for these in (on, near, pits))) for a, b in pairs]


def _spans_in(legs: list[Segment], lengths: list[float], zone: Any) -> list[tuple[float, float]]:
    """Return the spans of a path in a zone, in cm. A path of no length is wholly in it or out of
    it.
    """
    if sum(lengths) <= HAIR_CM:
        return [(0.0, 0.0)] if zone.intersects(shapely.Point(legs[0][0])) else []
    return list(spans(legs, lengths, zone))


def _pieces_at(at: float, pieces: list[tuple[T, list[tuple[float, float]]]]) -> tuple[T, ...]:
    return tuple(
        scenery for scenery, parts in pieces if any(start - HAIR_CM <= at <= end + HAIR_CM for start, end in parts)
    )


def _steps(parts: list[_Part[T]], heights: list[float]) -> Iterable[Step[T]]:
    """Yield the changes of height; `heights` begins with the height before the first part."""
    for number, (low, high) in enumerate(pairwise(heights)):
        if abs(high - low) > LEVEL_HAIR_IN:
            before = parts[max(0, number - 1)]
            step = _find_climbed(before, parts[number], low, high)
            yield Step(parts[number].start_cm, low, high, step)


def _find_climbed(before: _Part[T], part: _Part[T], from_in: float, to_in: float) -> T | None:
    """Return the piece that is climbed between two heights: it reaches the higher of them."""
    high = max(from_in, to_in)
    return next(
        (
            scenery
            for scenery in (*part.near, *before.near)
            if scenery.climbable and scenery.height_in >= high - LEVEL_HAIR_IN
        ),
        None,
    )


def _merge_stretches(parts: list[_Part[T]], heights: list[float]) -> tuple[Stretch, ...]:
    stretches: list[Stretch] = []
    for part, level in zip(parts, heights, strict=True):
        if stretches and stretches[-1].level_in == level:
            stretches[-1] = Stretch(stretches[-1].start_cm, part.end_cm, level)
        else:
            stretches.append(Stretch(part.start_cm, part.end_cm, level))
    return tuple(stretches)


def crossings(
    field: Field[T], base: Base, spots: Sequence[Spot], stretches: Sequence[Stretch]
) -> tuple[Crossing[T], ...]:
    """Return the ground that a walk crosses, in order. It passes above pieces lower than its feet.

    Rule: MOVE-1
    """
    legs = list(pairwise(spots))
    lengths = [dist(a, b) for a, b in legs]
    if not legs:
        return ()
    line = shapely.LineString(list(spots)).buffer(base.reach_cm, cap_style="square")
    crossed = []
    for number in sorted(field.tree.query(line).tolist()):
        scenery = field.pieces[number].scenery
        if scenery.impassable:
            continue
        low = [s for s in stretches if s.level_in <= scenery.height_in + LEVEL_HAIR_IN]
        parts = [
            (max(start, s.start_cm), min(end, s.end_cm))
            for start, end in spans(legs, lengths, near_scenery(field, number, base, TOUCH_CM))
            for s in low
            if min(end, s.end_cm) - max(start, s.start_cm) > HAIR_CM
        ]
        if parts:
            inside = sum(end - start for start, end in parts)
            first = min(start for start, _ in parts)
            crossed.append(Crossing(scenery, centimetres_to_inches(inside), centimetres_to_inches(first)))
    return tuple(sorted(crossed, key=lambda crossing: crossing.enters_in))


# -- gaps ----------------------------------------------------------------------------------


def gap(field: Field[T], start: Spot, end: Spot, from_in: float, to_in: float) -> Gap[T] | None:
    """Return the gap between two points on a straight line, edge to edge, or None.

    It runs from the end of the surface at the start to the beginning of the surface at the end. On
    the table itself it is the lethal ground and the water between.

    Rule: MOVE-5
    """
    length = dist(start, end)
    if length <= HAIR_CM:
        return None
    on_line = _pieces_on_line(field, start, end)
    wet = [part for scenery, parts in on_line if _is_pit(scenery) for part in parts]
    near, edge = _carrying_surface(on_line, from_in, 0.0)
    far, landing = _carrying_surface(on_line, to_in, length)
    if near is None:
        edge = min((part[0] for part in wet), default=length)
    if far is None:
        landing = max((part[1] for part in wet if part[1] > edge), default=edge)
    if landing - edge <= HAIR_CM:
        return None
    deepest, into = _bottom(field, start, end, (edge / length, landing / length))
    deep = max(0.0, from_in - deepest)
    return Gap(centimetres_to_inches(landing - edge), deep, near, far, into)


def _pieces_on_line(field: Field[T], start: Spot, end: Spot) -> list[tuple[T, list[tuple[float, float]]]]:
    """Return the pieces on a straight line, each with its spans along the line in cm."""
    length = dist(start, end)
    return [
        (field.pieces[n].scenery, list(spans([(start, end)], [length], field.shapes[n])))
        for n in sorted(field.tree.query(shapely.LineString([start, end])).tolist())
    ]


def _is_pit(scenery: Terrain) -> bool:
    return scenery.height_in <= 0 and (scenery.lethal or scenery.water)


def _carrying_surface(
    on_line: list[tuple[T, list[tuple[float, float]]]], level_in: float, at_cm: float
) -> tuple[T | None, float]:
    """Return the piece that carries a figure at a height and an end of the line, and how far it
    does.
    """
    if level_in <= LEVEL_HAIR_IN:
        return None, at_cm
    parts = [
        (scenery, part)
        for scenery, parts in on_line
        if abs(scenery.height_in - level_in) <= LEVEL_HAIR_IN
        for part in parts
    ]
    first, reach = None, at_cm
    grows = True
    while grows:
        grows = False
        for scenery, (start, end) in parts:
            if start - HAIR_CM <= reach <= end + HAIR_CM:
                further = end if at_cm == 0.0 else start
                if abs(further - reach) > HAIR_CM:
                    reach, grows = further, True
                first = scenery if first is None or grows else first
    return first, reach


SAMPLES = 40
"""The number of points at which the depth of a gap is measured."""


def _bottom(field: Field[T], start: Spot, end: Spot, shares: tuple[float, float]) -> tuple[float, T | None]:
    """Return the lowest height in a gap, and the lethal ground or water there."""
    low, into = float("inf"), None
    for n in range(SAMPLES):
        share = shares[0] + (n + 0.5) / SAMPLES * (shares[1] - shares[0])
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        under = field.pieces_under(at)
        top = max((scenery.height_in for scenery in under if scenery.bars_in or scenery.climbable), default=0.0)
        if top < low - LEVEL_HAIR_IN:
            low, into = top, None
        if top <= low + LEVEL_HAIR_IN and into is None:
            into = next((scenery for scenery in under if _is_pit(scenery) and top <= LEVEL_HAIR_IN), None)
    return low, into
