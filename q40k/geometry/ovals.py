"""The share of an oval base on one side of a line, computed exactly along its rim."""

from __future__ import annotations

from math import pi

import numpy as np

from q40k.geometry.arrays import Floats, cross
from q40k.geometry.bases import Base
from q40k.geometry.spots import Spot


def area_below(base: Base, spot: Spot, eye: Floats, ray: Floats) -> Floats:
    """Return the share of an oval base that lies to the right of rays from eyes (rows of x, y).

    The area is half the sum of the areas that the parts of the rim on that side sweep out. They are
    seen from a point of the line, so the line adds nothing.
    """
    half, r = base.half_spine_cm, base.radius_cm
    ux, uy = base.arm[0] / half, base.arm[1] / half
    # A point p, relative to the base's centre, lies to the right when n . p <= c. The spine is made
    # level and n is mirrored into the first quadrant, which changes no area.
    c = -cross(ray, np.array(spot) - eye)
    nx = np.abs(-ray[:, 1] * ux + ray[:, 0] * uy)
    ny = np.abs(ray[:, 1] * uy + ray[:, 0] * ux)
    n = np.arctan2(ny, nx)
    ox, oy = c * nx, c * ny
    left = np.arccos(np.clip((c + nx * half) / r, -1, 1))
    right = np.arccos(np.clip((c - nx * half) / r, -1, 1))
    arcs = (
        (-half, np.maximum(n + left, pi / 2), np.minimum(n + 2 * pi - left, 3 * pi / 2)),
        (half, n + right, np.full_like(n, pi / 2)),
        (half, np.full_like(n, 3 * pi / 2), np.minimum(n + 2 * pi - right, 5 * pi / 2)),
    )
    twice = np.zeros_like(n)
    for x, start, stop in arcs:
        end = np.maximum(start, stop)
        turn = (x - ox) * (np.sin(end) - np.sin(start)) + oy * (np.cos(end) - np.cos(start))
        twice += r * r * (end - start) + r * turn
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        top, bottom = (c - ny * r) / nx, (c + ny * r) / nx
    # For a level line a straight side is completely below it or not at all.
    level = nx < 1e-12
    top = np.where(level, np.where(c >= ny * r, half, -half), np.clip(top, -half, half))
    bottom = np.where(level, np.where(c >= -ny * r, half, -half), np.clip(bottom, -half, half))
    twice += (r - oy) * (top + half) + (r + oy) * (bottom + half)
    share: Floats = twice / (2 * (pi * r * r + 4 * r * half))
    return np.clip(share, 0.0, 1.0)
