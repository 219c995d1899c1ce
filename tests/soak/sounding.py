"""The board measured a second, slow way: by dots and small steps, without a polygon or a formula.

Bases are many dots, ways many places, lines of sight many points; a piece of scenery is asked of
each of them whether it holds it. Nothing here is shared with what it is compared with but the
figures and the scenery themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from q40k.geometry.field import Terrain
from q40k.geometry.positions import Figure
from q40k.geometry.space import Base, Spot

Points = NDArray[np.float64]
Found = NDArray[np.bool_]
RINGS, TURNS = 6, 96
STEP_CM = 0.05
INCH_CM = 2.54
HAIR = 1e-9


def rim(base: Base, at: Spot, wider_cm: float = 0.0) -> Points:
    """Points round the rim of a base; `wider_cm` farther out."""
    turn = np.linspace(0.0, 2 * np.pi, TURNS, endpoint=False)
    radius = base.radius_cm + wider_cm
    x, y, (ax, ay), half = np.cos(turn), np.sin(turn), base.arm, base.half_spine_cm
    ends = (-1, 1) if half else (0,)
    parts = [np.stack([at[0] + end * ax + radius * x, at[1] + end * ay + radius * y], axis=1) for end in ends]
    share = np.linspace(-1, 1, TURNS)
    parts += [
        np.stack([at[0] + share * ax - out * ay, at[1] + share * ay + out * ax], axis=1)
        for out in ((-radius / half, radius / half) if half else ())
    ]
    return np.concatenate(parts)


def dots(base: Base, at: Spot, wider_cm: float = 0.0) -> Points:
    """Points spread over a base, out to its very rim; `wider_cm` all round."""
    middle = np.array(at)
    out = rim(base, at, wider_cm) - middle
    shares = np.linspace(0.0, 1.0, RINGS)
    return np.concatenate([middle + share * out for share in shares])


def holds(piece: Terrain, points: Points) -> Found:
    """Which points lie in a piece: by their distance, or by the sides that a ray crosses."""
    if piece.circle is not None:
        x, y = piece.circle.at
        near: Found = np.hypot(points[:, 0] - x, points[:, 1] - y) <= piece.circle.radius_cm
        return near
    inside: Found = np.zeros(len(points), dtype=bool)
    corners = piece.polygon or ()
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if ay == by:
            continue
        between = (ay > points[:, 1]) != (by > points[:, 1])
        inside ^= between & (points[:, 0] < ax + (points[:, 1] - ay) * (bx - ax) / (by - ay))
    return inside


def stands_over(piece: Terrain, spot: Spot) -> bool:
    """Whether the middle of a base lies over a piece, its very edge too: a ray from a point on an
    edge crosses that edge, or not, as it comes."""
    close = np.array([(x, y) for x in (-HAIR, 0.0, HAIR) for y in (-HAIR, 0.0, HAIR)])
    return bool(holds(piece, np.array([spot]) + 1000 * close).any())


# -- distances ------------------------------------------------------------------------------


def gap_cm(first: Figure, second: Figure) -> float:
    """From base to base on the plan, by the dots of both; 0 where they overlap."""
    a, b = rim(first.base, first.spot), rim(second.base, second.spot)
    if _under(first, b).any() or _under(second, a).any():
        return 0.0
    apart = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    return float(apart.min())


def levels_meet(first: Figure, second: Figure) -> bool:
    """Whether there is a height at which both are."""
    heights = np.linspace(0.0, 0.999, 200)
    mine = first.elevation_in + heights * first.height_in
    low, high = second.elevation_in, second.elevation_in + second.height_in
    meet = ((mine >= low) & (mine < high)).any()
    return bool(meet) or first.elevation_in == low


def distance_in(first: Figure, second: Figure) -> float:
    """From base to base in space, in inches."""
    return hypot(gap_cm(first, second) / INCH_CM, first.elevation_in - second.elevation_in)


# -- standing and walking -------------------------------------------------------------------


def wrong_place(pieces: Sequence[Terrain], figure: Figure) -> str | None:
    """Why a figure cannot stand where it is said to; None where it can."""
    level, middle = figure.elevation_in, np.array([figure.spot])
    base = dots(figure.base, figure.spot, -0.05)
    for piece in pieces:
        bars = piece.height_in or inf if piece.impassable else piece.bars_in
        if level < bars - 0.01 and holds(piece, base).any():
            return f"{figure.id} at {figure.spot}, {level} in, is stuck in {piece.id}"
    if level <= 0.01:
        pits = [p.id for p in pieces if p.lethal and holds(p, middle).any()]
        return f"{figure.id} at {figure.spot} stands in {pits[0]}" if pits else None
    reach = dots(figure.base, figure.spot, 0.15)
    for piece in pieces:
        if abs(piece.height_in - level) < 0.01 and holds(piece, middle).any():
            return None
        if piece.climbable and piece.height_in > level - 0.01 and holds(piece, reach).any():
            return None
    return f"{figure.id} at {figure.spot} stands {level} in high on nothing"


def least_in(pieces: Sequence[Terrain], figure: Figure, way: Sequence[Spot], end_in: float, wider_cm: float) -> float:
    """The least that a walk along a way costs, in inches: step by step, up and down.

    A way that leads where nothing carries it is infinitely long.
    """
    costs, length = {figure.elevation_in: 0.0}, 0.0
    for a, b in pairwise(way):
        leg = hypot(b[0] - a[0], b[1] - a[1])
        length += leg
        steps = max(1, int(leg / STEP_CM))
        for n in range(steps + 1):
            at = (a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps)
            costs = _step_costs(pieces, figure, at, costs, {figure.elevation_in, end_in}, wider_cm)
    return length / INCH_CM + min((cost + abs(level - end_in) for level, cost in costs.items()), default=inf)


def flown_in(pieces: Sequence[Terrain], figure: Figure, way: Sequence[Spot], end_in: float, wider_cm: float) -> float:
    """How long a flight along a way is, in inches: a string drawn over all that rises under it.

    What the flier stands on top of, or lands on top of, is not in its way.
    """
    total, level = 0.0, figure.elevation_in
    for number, (a, b) in enumerate(pairwise(way), 2):
        there = end_in if number == len(way) else _top_in(pieces, b)
        total += _string(
            [
                (0.0, level),
                *_skyline(pieces, figure, a, b, (level, there), wider_cm),
                (hypot(b[0] - a[0], b[1] - a[1]) / INCH_CM, there),
            ]
        )
        level = there
    return total


def _skyline(
    pieces: Sequence[Terrain], figure: Figure, a: Spot, b: Spot, levels: tuple[float, float], wider_cm: float
) -> list[tuple[float, float]]:
    """How high it rises under a base on its way, step by step: so far along, so high, in inches."""
    leg = hypot(b[0] - a[0], b[1] - a[1])
    over = [
        piece
        for piece in pieces
        if piece.height_in > 0
        and not any(
            piece.height_in <= level and holds(piece, dots(figure.base, at, wider_cm)).any()
            for at, level in zip((a, b), levels, strict=True)
        )
    ]
    results = []
    steps = max(1, int(leg / STEP_CM))
    for n in range(steps + 1):
        at = (a[0] + (b[0] - a[0]) * n / steps, a[1] + (b[1] - a[1]) * n / steps)
        near = [p for p in over if _close(p, at, figure.base.reach_cm + 1)]
        base = dots(figure.base, at, wider_cm) if near else None
        high = [p.height_in for p in near if base is not None and holds(p, base).any()]
        if high:
            results.append((leg * n / steps / INCH_CM, max(high)))
    return results


def _string(corners: Sequence[tuple[float, float]]) -> float:
    """The length of a string over corners: from each on to the one that lies steepest above it."""
    total, here = 0.0, corners[0]
    while here[0] < corners[-1][0] or here == corners[0]:
        ahead = [c for c in corners if c[0] > here[0] or (c[0] == here[0] and c[1] > here[1])]
        if not ahead:
            break
        straight_up = [c for c in ahead if c[0] == here[0]]
        rises = {c: (c[1] - here[1]) / (c[0] - here[0]) for c in ahead if c[0] > here[0]}
        best = max(straight_up, key=lambda c: c[1]) if straight_up else max(rises, key=lambda c: (rises[c], c[0]))
        total += hypot(best[0] - here[0], best[1] - here[1])
        here = best
    # The last corner may lie straight below the one before it.
    return total + abs(here[1] - corners[-1][1])


def _top_in(pieces: Sequence[Terrain], at: Spot) -> float:
    """How high one stands on a point: on top of what can be climbed there."""
    tops = [p.height_in for p in pieces if p.climbable and stands_over(p, at)]
    return max(tops, default=0.0)


def _step_costs(
    pieces: Sequence[Terrain], figure: Figure, at: Spot, costs: dict[float, float], held: set[float], wider_cm: float
) -> dict[float, float]:
    """The least cost of every height one may be at, one small step on."""
    near = [p for p in pieces if _close(p, at, figure.base.reach_cm + 1)]
    if not near:
        return {0.0: min((cost + level for level, cost in costs.items()), default=inf)}
    base = dots(figure.base, at, wider_cm)
    on = [p for p in near if holds(p, base).any()]
    bars = max((p.height_in or inf if p.impassable else p.bars_in for p in on), default=0.0)
    tops = {p.height_in for p in on if p.climbable}
    reach = dots(figure.base, at, 0.15)
    tops |= {
        level for level in held for p in near if p.climbable and p.height_in > level - 0.01 and holds(p, reach).any()
    }
    tops |= {p.height_in for p in on if p.height_in in held}
    middle = np.array([at])
    if not any(p.lethal and holds(p, middle).any() for p in near):
        tops.add(0.0)
    return {
        top: min((cost + abs(top - level) for level, cost in costs.items()), default=inf)
        for top in tops
        if top >= bars - 0.01
    }


def _close(piece: Terrain, at: Spot, reach_cm: float) -> bool:
    if piece.circle is not None:
        x, y = piece.circle.at
        return hypot(at[0] - x, at[1] - y) < piece.circle.radius_cm + reach_cm
    xs, ys = zip(*(piece.polygon or ()), strict=True)
    across = bool(min(xs) - reach_cm < at[0] < max(xs) + reach_cm)
    return across and bool(min(ys) - reach_cm < at[1] < max(ys) + reach_cm)


# -- sight and cover ------------------------------------------------------------------------


EYES = 12
LOOK_CM = 0.12
CLOSE_CM = (0.005, 0.02, 0.05, 0.1, 0.2, 0.4)
"""Points are looked at so near both ends of a line, too."""
NEARLY = 0.12


def eyes(figure: Figure) -> Points:
    """The middle of a base, and points round its rim."""
    turn = np.linspace(0.0, 2 * np.pi, EYES, endpoint=False)
    ax, ay = figure.base.arm
    results = [figure.spot]
    for x, y in zip(np.cos(turn), np.sin(turn), strict=True):
        end = 0.0 if abs(x * ax + y * ay) < HAIR else float(np.sign(x * ax + y * ay))
        r = figure.base.radius_cm
        results.append((figure.spot[0] + end * ax + r * x, figure.spot[1] + end * ay + r * y))
    return np.array(results)


def shares(
    pieces: Sequence[Terrain], others: Sequence[Figure], first: Figure, second: Figure, *, to_base: bool
) -> tuple[float, set[str]]:
    """How much of a target the best eye sees, by rays to its dots, and the scenery in between.

    The scenery is what stops a ray of an eye that sees nearly as much as the best does.
    """
    spread = _spread(second)
    # What hides but a sliver of a base, hides some of its rim.
    target = np.concatenate([spread, rim(second.base, second.spot)])
    results: list[tuple[float, set[str]]] = []
    hide = [p for p in pieces if p.blocks_sight or p.height_in > 0]
    stood = [p for p in hide if p.impassable or not any(_stands(p, f) for f in (first, second))]
    for eye in eyes(first):
        hidden = np.zeros(len(target), dtype=bool)
        by: dict[str, Any] = {}
        length = hypot(eye[0] - second.spot[0], eye[1] - second.spot[1]) + HAIR
        close = np.minimum(0.5, np.array(CLOSE_CM) / length)
        looks = min(400, max(40, int(length / LOOK_CM)))
        share = np.concatenate([(np.arange(looks) + 0.5) / looks, close, 1 - close])
        lines = eye + share[None, :, None] * (target[:, None, :] - eye)
        aim = second.elevation_in if to_base else second.top_in
        high = first.top_in + share * (aim - first.top_in)
        flat, ends = lines.reshape(-1, 2), np.concatenate([target, [eye]])
        corners = (ends.min(axis=0), ends.max(axis=0))
        for piece in stood:
            if not _reaches(piece, corners):
                continue
            top = _top(piece)
            low = high <= top
            if not low.any():
                continue
            stops = (holds(piece, flat).reshape(len(target), len(share)) & low).any(axis=1)
            stops |= _cut_corners(piece, eye, target, (first.top_in, aim, top))
            if stops.any():
                by[piece.id] = stops
                hidden |= stops
        for figure in others:
            low = (high >= figure.elevation_in) & (high <= figure.elevation_in + 2 * figure.height_in)
            if low.any():
                hidden |= (_under(figure, flat).reshape(len(target), len(share)) & low).any(axis=1)
        results.append((1 - float(hidden[: len(spread)].mean()), set(by)))
    best = max(share for share, _ in results)
    return best, set().union(*(by for share, by in results if share > best - NEARLY))


def _stands(piece: Terrain, figure: Figure) -> bool:
    """Whether the middle of a base stands in or on a piece, not over it on something higher."""
    over = 0 < piece.height_in < figure.elevation_in
    return not over and stands_over(piece, figure.spot)


def in_the_dark(pieces: Sequence[Any], figure: Figure) -> bool:
    """Whether the middle of a base lies in a dark zone, and not on top of it or over it."""
    zones = [p for p in pieces if p.dark and not 0 < p.height_in <= figure.elevation_in]
    return any(stands_over(p, figure.spot) for p in zones)


def _cut_corners(piece: Terrain, eye: Points, target: Points, heights: tuple[float, float, float]) -> Found:
    """Which lines from an eye a piece stops where they only graze it: at a corner, or at its top.

    A line that cuts a corner or an edge off is in the piece for less than a look's step.
    """
    start, end, top = heights
    stops = np.zeros(len(target), dtype=bool)
    way = target - eye
    length = np.maximum(np.hypot(way[:, 0], way[:, 1]), HAIR)
    feet = [((np.array(c) - eye) * way).sum(axis=1) / length**2 for c in piece.polygon or ()]
    if start != end and top < inf:
        feet.append(np.full(len(target), (top - start) / (end - start)))
    for foot in feet:
        for near in (-0.3, -0.1, -0.03, 0.0, 0.03, 0.1, 0.3):
            share = foot + near / length
            on = (share > 0) & (share < 1) & (start + share * (end - start) <= top)
            stops |= on & holds(piece, eye + share[:, None] * way)
    return stops


def _reaches(piece: Terrain, corners: tuple[Points, Points]) -> bool:
    """Whether a piece has any part of the table in common with what lies between two corners."""
    if piece.circle is not None:
        (x, y), r = piece.circle.at, piece.circle.radius_cm
        mine = np.array([(x - r, y - r), (x + r, y + r)])
    else:
        mine = np.array(piece.polygon)
    low, high = corners
    return bool((mine.min(axis=0) <= high).all() and (mine.max(axis=0) >= low).all())


def _spread(other: Figure) -> Points:
    """Dots spread evenly over a target's base, as many across an oval one as along it."""
    half = other.base.half_spine_cm
    u = np.array(other.base.arm) / half if half else np.array((1.0, 0.0))
    grid = (2 * np.arange(12) + 1) / 12 - 1
    along, across = np.meshgrid(other.base.reach_cm * grid, other.base.radius_cm * grid)
    points: Points = np.array(other.spot) + along.reshape(-1, 1) * u + across.reshape(-1, 1) * np.array((-u[1], u[0]))
    spread: Points = points[_under(other, points)]
    return spread


def _under(figure: Figure, points: Points) -> Found:
    """Which points lie on a base."""
    away = points - np.array(figure.spot)
    half = figure.base.half_spine_cm
    if half:
        u = np.array(figure.base.arm) / half
        along = np.clip(away @ u, -half, half)
        away = away - along[:, None] * u
    near: Found = np.hypot(away[:, 0], away[:, 1]) <= figure.base.radius_cm
    return near


def stood_in(pieces: Sequence[Terrain], figure: Figure) -> set[str]:
    """The scenery that the middle of a base stands in or on, by its ids."""
    return {piece.id for piece in pieces if piece.height_in >= figure.elevation_in and stands_over(piece, figure.spot)}


def lies_on(pieces: Sequence[Terrain], figure: Figure) -> set[str]:
    """The scenery with a part of a base on its very top, which lines that end there graze, by its ids."""
    dots = np.concatenate([_spread(figure), rim(figure.base, figure.spot)])
    return {p.id for p in pieces if abs(p.height_in - figure.elevation_in) < HAIR and holds(p, dots).any()}


def _top(piece: Terrain) -> float:
    """How high a piece hides: what blocks sight and has no height hides everything."""
    return inf if piece.blocks_sight and not piece.height_in else piece.height_in
