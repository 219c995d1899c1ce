"""Outlines of terrain: what is inside, how far the rim is, and where a line crosses."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt

from q40k.games.epic.packs.scenarios import Terrain
from q40k.geometry.bases import HAIR_CM, Segment, distance_to_segment
from q40k.geometry.space import Spot

Span = tuple[float, float]
"""A part of a line: where it begins and ends along the line, from 0 to 1."""


def sides(piece: Terrain) -> tuple[Segment, ...]:
    """Return the sides of a polygon in order; a circle has none."""
    corners = piece.polygon
    return tuple(pairwise((*corners, corners[0]))) if corners else ()


def is_inside(piece: Terrain, spot: Spot) -> bool:
    """Return whether a point is inside a piece or on its rim."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return hypot(spot[0] - x, spot[1] - y) <= radius + HAIR_CM
    if _is_apart(piece, (spot, spot)):
        return False
    if distance_to_rim(piece, spot) <= HAIR_CM:
        return True
    within = False
    for (ax, ay), (bx, by) in sides(piece):
        if (ay > spot[1]) != (by > spot[1]) and spot[0] < (bx - ax) * (spot[1] - ay) / (
            by - ay
        ) + ax:
            within = not within
    return within


def _is_apart(piece: Terrain, line: Segment) -> bool:
    """Return whether a line is wholly beside, above or below a piece and so never meets it."""
    (ax, ay), (bx, by) = line
    if piece.circle is not None:
        (x, y), far = piece.circle.at, piece.circle.radius + HAIR_CM
        x0, y0, x1, y1 = x - far, y - far, x + far, y + far
    else:
        x0, y0, x1, y1 = _box(piece.polygon)
    beside = (ax < x0 and bx < x0) or (ax > x1 and bx > x1)
    return beside or (ay < y0 and by < y0) or (ay > y1 and by > y1)


@lru_cache(maxsize=1024)
def _box(corners: tuple[Spot, ...]) -> tuple[float, float, float, float]:
    """Return the bounding box of some corners, a hair wider."""
    xs, ys = zip(*corners, strict=True)
    return min(xs) - HAIR_CM, min(ys) - HAIR_CM, max(xs) + HAIR_CM, max(ys) + HAIR_CM


def distance_to_rim(piece: Terrain, spot: Spot) -> float:
    """Return how far a point is from the rim of a piece, on either side of it."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return abs(hypot(spot[0] - x, spot[1] - y) - radius)
    return min(distance_to_segment(spot, side) for side in sides(piece))


def spans(piece: Terrain, line: Segment) -> tuple[Span, ...]:
    """Return the parts of a line inside a piece, in order; a mere touch is no part."""
    if _is_apart(piece, line):
        return ()
    cuts = sorted({0.0, 1.0, *_cuts(piece, line)})
    (ax, ay), (bx, by) = line
    long = hypot(bx - ax, by - ay)
    parts: list[Span] = []
    for begins, ends in pairwise(cuts):
        if (ends - begins) * long <= HAIR_CM:
            continue
        middle = (begins + ends) / 2
        if not is_inside(piece, (ax + middle * (bx - ax), ay + middle * (by - ay))):
            continue
        if parts and begins - parts[-1][1] <= 1e-9:
            parts[-1] = (parts[-1][0], ends)
        else:
            parts.append((begins, ends))
    return tuple(parts)


def _cuts(piece: Terrain, line: Segment) -> list[float]:
    """Return how far along a line it crosses the rim of a piece."""
    if piece.circle is not None:
        return _circle_cuts(piece.circle.at, piece.circle.radius, line)
    (ax, ay), (bx, by) = line
    cuts = []
    for (px, py), (qx, qy) in sides(piece):
        across = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
        if abs(across) < 1e-12:
            continue
        along = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across
        on_side = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / across
        if 0 < along < 1 and -1e-9 <= on_side <= 1 + 1e-9:
            cuts.append(along)
    return cuts


def _circle_cuts(centre: Spot, radius: float, line: Segment) -> list[float]:
    (ax, ay), (bx, by) = line
    dx, dy, fx, fy = bx - ax, by - ay, ax - centre[0], ay - centre[1]
    a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
    under = b * b - 4 * a * c
    if a == 0 or under <= 0:
        return []
    root = sqrt(under)
    return [along for along in ((-b - root) / (2 * a), (-b + root) / (2 * a)) if 0 < along < 1]
