"""Sight by polygons alone, one eye at a time: slow and simple, to compare the fast pass with."""

from collections.abc import Iterable
from functools import lru_cache
from math import acos, atan2, cos, dist, hypot, inf, sin
from typing import Any

import numpy as np
import shapely

from q40k.geometry.arrays import Floats
from q40k.geometry.sight import base_polygon
from q40k.geometry.space import HAIR_CM, Base, Segment, Spot, distance_to_segment, outline
from q40k.geometry.wedges import EYES, SightPass

Shade = tuple[Segment, float, float, float]
"""A screen: its segment and radius in cm, and the start and end of its shadow as multiples of the
screen's distance.
"""


def shades_of(sight_pass: SightPass, row: int, eye: int) -> list[Shade]:
    """Return what hides the target of a pair from an eye, at least partly, for
    `share_seen`.
    """
    mine = sight_pass.wedges.candidate[sight_pass.wedges.look == row * EYES + eye]
    screen = sight_pass.screen[mine]
    return [
        (((p[0], p[1]), (q[0], q[1])), r, near, far)
        for p, q, r, near, far in zip(
            sight_pass.screens.p[screen].tolist(),
            sight_pass.screens.q[screen].tolist(),
            sight_pass.screens.radius[screen].tolist(),
            sight_pass.near[mine].tolist(),
            sight_pass.far[mine].tolist(),
            strict=True,
        )
    ]


def shadow(eye: Spot, shade: Shade, range_cm: float) -> Any:
    """Return the area that a screen hides from an eye, up to `range_cm`, as a convex polygon."""
    segment, radius, near, far = shade
    away = distance_to_segment(eye, segment) - radius
    if radius and away < -HAIR_CM and far == inf:  # the eye is inside the screen and sees nothing
        return shapely.Point(eye).buffer(range_cm * 2)
    beyond = max(2 * near, 1.01 * range_cm / max(away, HAIR_CM))
    # Beyond the range the corners would only lose precision.
    far = min(far, beyond)
    rim: Any = _rim(eye, segment[0], radius) if radius else segment
    origin = np.array(eye)
    offsets = np.asarray(rim) - origin
    corners = np.concatenate([origin + near * offsets, origin + far * offsets])
    return shapely.convex_hull(shapely.linestrings(corners))


def _rim(eye: Spot, centre: Spot, radius: float) -> Floats:
    """Return the rim of a disc as corners, including the exact points where the eye's tangents
    touch it.
    """
    x, y = centre[0] - eye[0], centre[1] - eye[1]
    distance, back = max(hypot(x, y), radius), atan2(-y, -x)
    half = acos(radius / distance)
    touch = [(centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)) for turn in (back - half, back + half)]
    return np.concatenate([_corners(centre, radius), touch])


@lru_cache(maxsize=512)
def _corners(centre: Spot, radius: float) -> Floats:
    return np.array(outline(Base(radius * 20), centre))


def seen_from(eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade], sunk: Iterable[Any] = ()) -> Any:
    """Return the part of a base's outline that an eye sees past screens, as a polygon.

    The part of the base inside the areas `sunk` is always hidden.
    """
    whole = base_polygon(base, spot)
    range_cm = dist(eye, spot) + base.reach_cm + 1
    hidden = [shadow(eye, shade, range_cm) for shade in shades if shade[2] < inf]
    hiding = [polygon for polygon in (*hidden, *sunk) if polygon.area > 0 and polygon.intersects(whole)]
    return whole.difference(shapely.union_all(hiding)) if hiding else whole


def share_seen(eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade], sunk: Iterable[Any] = ()) -> float:
    """Return the share of a base that an eye sees past screens and areas. An eye on the base sees
    all of it.
    """
    if distance_to_segment(eye, base.spine(spot)) <= base.radius_cm:
        return 1.0
    seen = seen_from(eye, base, spot, shades, sunk)
    return float(seen.area / base_polygon(base, spot).area)
