"""The shadows of screens as polygons, one eye at a time: slow, plain and exact to the outline.

The quick pass of `sight.py` needs them where a shadow ends in the middle of a base, and is measured
against them. A base's outline has 128 corners, which is true to 0.05% of its area.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import acos, atan2, cos, dist, hypot, inf, sin
from typing import Any

import numpy as np
import shapely

from q40k.geometry.arrays import Floats
from q40k.geometry.bases import HAIR_CM, Base, Segment, outline, to_segment
from q40k.geometry.spots import Spot

Shade = tuple[Segment, float, float, float]
"""A screen: its segment and radius in cm, and the stretch of its shadow (nearest, farthest)."""


def shadow(eye: Spot, shade: Shade, range_cm: float) -> Any:
    """What a screen hides from an eye, as far as `range_cm`, as a convex polygon."""
    segment, radius, near, far = shade
    away = to_segment(eye, segment) - radius
    if radius and away < -HAIR_CM and far == inf:  # the eye is inside it and sees nothing
        return shapely.Point(eye).buffer(range_cm * 2)
    beyond = max(2 * near, 1.01 * range_cm / max(away, HAIR_CM))
    # Farther than any table the corners would only lose digits.
    far = min(far, beyond)
    rim: Any = _rim(eye, segment[0], radius) if radius else segment
    middle = np.array(eye)
    away_from = np.asarray(rim) - middle
    corners = np.concatenate([middle + near * away_from, middle + far * away_from])
    return shapely.convex_hull(shapely.linestrings(corners))


def _rim(eye: Spot, centre: Spot, radius: float) -> Floats:
    """The rim of a disc as corners, with the very points where the eye's tangents touch it."""
    x, y = centre[0] - eye[0], centre[1] - eye[1]
    away, back = max(hypot(x, y), radius), atan2(-y, -x)
    half = acos(radius / away)
    touch = [
        (centre[0] + radius * cos(turn), centre[1] + radius * sin(turn))
        for turn in (back - half, back + half)
    ]
    return np.concatenate([_corners(centre, radius), touch])


@lru_cache(maxsize=512)
def _corners(centre: Spot, radius: float) -> Floats:
    return np.array(outline(Base(radius * 20), centre))


def seen_from(
    eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade], sunk: Iterable[Any] = ()
) -> Any:
    """The part of a base's outline that an eye sees past screens, as a polygon.

    What of it lies in the areas `sunk` is seen by nobody.
    """
    whole = area(base, spot)
    range_cm = dist(eye, spot) + base.reach_cm + 1
    hidden = [shadow(eye, shade, range_cm) for shade in shades if shade[2] < inf]
    solid = [one for one in (*hidden, *sunk) if one.area > 0 and one.intersects(whole)]
    return whole.difference(shapely.union_all(solid)) if solid else whole


def share_seen(
    eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade], sunk: Iterable[Any] = ()
) -> float:
    """The share of a base that an eye sees past screens and areas; all of it from on or in it."""
    if to_segment(eye, base.spine(spot)) <= base.radius_cm:
        return 1.0
    seen = seen_from(eye, base, spot, shades, sunk)
    return float(seen.area / area(base, spot).area)


@lru_cache(maxsize=256)
def area(base: Base, spot: Spot) -> Any:
    """A base's outline as a polygon; every eye looks at the same one."""
    whole = shapely.Polygon(outline(base, spot))
    shapely.prepare(whole)
    return whole
