"""Outlines of terrain: what lies in them, how far it is to the rim, where a line goes through."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt

from q40k.games.epic.packs.scenarios import Terrain
from q40k.geometry.bases import HAIR_CM, Segment, to_segment
from q40k.geometry.spots import Spot

Span = tuple[float, float]
"""A part of a line, by how far along it it begins and ends: 0 to 1."""


def sides(piece: Terrain) -> tuple[Segment, ...]:
    """The sides of a polygon, in order; none of a circle."""
    corners = piece.polygon
    return tuple(pairwise((*corners, corners[0]))) if corners else ()


def inside(piece: Terrain, spot: Spot) -> bool:
    """Whether a point lies in a piece, or on its rim."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return hypot(spot[0] - x, spot[1] - y) <= radius + HAIR_CM
    if _apart(piece, (spot, spot)):
        return False
    if to_rim(piece, spot) <= HAIR_CM:
        return True
    within = False
    for (ax, ay), (bx, by) in sides(piece):
        if (ay > spot[1]) != (by > spot[1]) and spot[0] < (bx - ax) * (spot[1] - ay) / (
            by - ay
        ) + ax:
            within = not within
    return within


def _apart(piece: Terrain, line: Segment) -> bool:
    """Whether a line lies wholly beside, above or below a piece: then it meets none of it."""
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
    """The box about some corners, a hair wider."""
    xs, ys = zip(*corners, strict=True)
    return min(xs) - HAIR_CM, min(ys) - HAIR_CM, max(xs) + HAIR_CM, max(ys) + HAIR_CM


def to_rim(piece: Terrain, spot: Spot) -> float:
    """How far a point is from the rim of a piece, on either side of it."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return abs(hypot(spot[0] - x, spot[1] - y) - radius)
    return min(to_segment(spot, side) for side in sides(piece))


def spans(piece: Terrain, line: Segment) -> tuple[Span, ...]:
    """The parts of a line that lie in a piece, in their order; a mere touch is none."""
    if _apart(piece, line):
        return ()
    cuts = sorted({0.0, 1.0, *_cuts(piece, line)})
    (ax, ay), (bx, by) = line
    long = hypot(bx - ax, by - ay)
    found: list[Span] = []
    for begins, ends in pairwise(cuts):
        if (ends - begins) * long <= HAIR_CM:
            continue
        middle = (begins + ends) / 2
        if not inside(piece, (ax + middle * (bx - ax), ay + middle * (by - ay))):
            continue
        if found and begins - found[-1][1] <= 1e-9:
            found[-1] = (found[-1][0], ends)
        else:
            found.append((begins, ends))
    return tuple(found)


def _cuts(piece: Terrain, line: Segment) -> list[float]:
    """How far along a line it crosses the rim of a piece."""
    if piece.circle is not None:
        return _circle_cuts(piece.circle.at, piece.circle.radius, line)
    (ax, ay), (bx, by) = line
    found = []
    for (px, py), (qx, qy) in sides(piece):
        across = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
        if abs(across) < 1e-12:
            continue
        along = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across
        on_side = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / across
        if 0 < along < 1 and -1e-9 <= on_side <= 1 + 1e-9:
            found.append(along)
    return found


def _circle_cuts(centre: Spot, radius: float, line: Segment) -> list[float]:
    (ax, ay), (bx, by) = line
    dx, dy, fx, fy = bx - ax, by - ay, ax - centre[0], ay - centre[1]
    a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
    under = b * b - 4 * a * c
    if a == 0 or under <= 0:
        return []
    root = sqrt(under)
    return [along for along in ((-b - root) / (2 * a), (-b + root) / (2 * a)) if 0 < along < 1]
