"""Vectorised plane geometry: arrays of points and segments, in centimetres."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]


def cross(a: Floats, b: Floats) -> Floats:
    """Return the cross products of rows of plane vectors."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def dot(a: Floats, b: Floats) -> Floats:
    """Return the dot products of rows of plane vectors."""
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]


def rotate(vectors: Floats, angle: Floats) -> Floats:
    """Rotate vectors counter-clockwise by angles in radians."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = vectors[..., 0], vectors[..., 1]
    return np.stack([c * x - s * y, s * x + c * y], axis=-1)


def distances_to_segments(point: Floats, p: Floats, q: Floats) -> Floats:
    """Return the distances from points to segments from `p` to `q`."""
    along, rest = q - p, point - p
    length_squared = dot(along, along)
    share = np.clip(dot(rest, along) / np.where(length_squared > 0, length_squared, 1.0), 0.0, 1.0)
    offset = rest - share[..., None] * along
    return np.hypot(offset[..., 0], offset[..., 1])


def distances_between_segments(p: Floats, q: Floats, a: Floats, b: Floats) -> Floats:
    """Return the distances between segments p-q and a-b; 0 where they cross."""
    least = np.minimum(
        np.minimum(distances_to_segments(p, a, b), distances_to_segments(q, a, b)),
        np.minimum(distances_to_segments(a, p, q), distances_to_segments(b, p, q)),
    )
    first, second = q - p, b - a
    crossed = cross(first, a - p) * cross(first, b - p) < 0
    crossed &= cross(second, p - a) * cross(second, q - a) < 0
    return np.where(crossed, 0.0, least)
