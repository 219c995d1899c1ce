"""Points and segments by the thousand: rows of plane vectors, in centimetres."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]


def cross(a: Floats, b: Floats) -> Floats:
    """The cross products of rows of plane vectors."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def dot(a: Floats, b: Floats) -> Floats:
    """The dot products of rows of plane vectors."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]


def turned(vectors: Floats, angle: Floats) -> Floats:
    """Vectors turned to the left by angles in radians."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = vectors[..., 0], vectors[..., 1]
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)


def to_spine(point: Floats, p: Floats, q: Floats) -> Floats:
    """The distances from points to segments."""
    way, rest = q - p, point - p
    long = dot(way, way)
    share = np.clip(dot(rest, way) / np.where(long > 0, long, 1.0), 0.0, 1.0)
    left = rest - share[..., None] * way
    return np.hypot(left[..., 0], left[..., 1])


def between(p: Floats, q: Floats, a: Floats, b: Floats) -> Floats:
    """The distances between segments from p to q and from a to b; 0 where they cross."""
    least = np.minimum(
        np.minimum(to_spine(p, a, b), to_spine(q, a, b)),
        np.minimum(to_spine(a, p, q), to_spine(b, p, q)),
    )
    way, other = q - p, b - a
    crossed = cross(way, a - p) * cross(way, b - p) < 0
    crossed &= cross(other, p - a) * cross(other, q - a) < 0
    return np.where(crossed, 0.0, least)
