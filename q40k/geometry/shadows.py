"""The shadows of screens as polygons, one eye at a time: slow, plain and exact to the outline.

The quick pass of `sight.py` needs them where a shadow ends in the middle of a base, and is measured
against them. A base's outline has 128 corners, which is true to 0.05% of its area.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import acos, atan2, cos, hypot, inf, sin
from typing import Any

import shapely

from q40k.geometry.bases import HAIR_CM, Base, Segment, outline, to_segment
from q40k.geometry.spots import Spot

Shade = tuple[Segment, float, float, float]
"""A screen: its segment and radius in cm, and the stretch of its shadow (nearest, farthest)."""


def shadow(eye: Spot, shade: Shade, range_cm: float) -> Any:
    """What a screen hides from an eye, as far as `range_cm`, as a convex polygon."""
    segment, radius, near, far = shade
    away = to_segment(eye, segment) - radius
    if radius and away < -HAIR_CM:  # the eye is inside it and sees nothing
        return shapely.Point(eye).buffer(range_cm * 2)
    beyond = max(2 * near, 1.01 * range_cm / max(away, HAIR_CM))
    # Farther than any table the corners would only lose digits.
    far = min(far, beyond)
    rim = _rim(eye, segment[0], radius) if radius else segment
    corners = [
        (eye[0] + times * (x - eye[0]), eye[1] + times * (y - eye[1]))
        for times in (near, far)
        for x, y in rim
    ]
    return shapely.convex_hull(shapely.linestrings(corners))


def _rim(eye: Spot, centre: Spot, radius: float) -> tuple[Spot, ...]:
    """The rim of a disc as corners, with the very points where the eye's tangents touch it."""
    x, y = centre[0] - eye[0], centre[1] - eye[1]
    away, back = max(hypot(x, y), radius), atan2(-y, -x)
    half = acos(radius / away)
    touch = [
        (centre[0] + radius * cos(turn), centre[1] + radius * sin(turn))
        for turn in (back - half, back + half)
    ]
    return (*outline(Base(radius * 20), centre), *touch)


def seen_from(eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade]) -> Any:
    """The part of a base's outline that an eye sees past screens, as a polygon."""
    area = shapely.Polygon(outline(base, spot))
    range_cm = hypot(eye[0] - spot[0], eye[1] - spot[1]) + base.reach_cm + 1
    hidden = [shadow(eye, shade, range_cm) for shade in shades if shade[2] < inf]
    solid = [one for one in hidden if one.area > 0 and one.intersects(area)]
    return area.difference(shapely.union_all(solid)) if solid else area


def share_seen(eye: Spot, base: Base, spot: Spot, shades: Iterable[Shade]) -> float:
    """The share of a base that an eye sees past screens; all of it from on or in it."""
    if to_segment(eye, base.spine(spot)) <= base.radius_cm:
        return 1.0
    whole = shapely.Polygon(outline(base, spot)).area
    return float(seen_from(eye, base, spot, shades).area / whole)
