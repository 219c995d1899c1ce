"""Distances and levels in space: the plan in centimetres, heights in inches above the table. A
distance goes from base to base. A base is as high as the feet of the figure on it.
"""

from __future__ import annotations

from math import hypot

from q40k.geometry.units import Centimetres, Inches, to_inches


def apart_in(gap_cm: float, rise_in: float) -> Inches:
    """Return the distance in space of two bases, from their gap on the plan and their difference in
    height.
    """
    return Inches(hypot(to_inches(Centimetres(max(0.0, gap_cm))), rise_in))


def are_level(
    feet_in: float, height_in: float, other_feet_in: float, other_height_in: float
) -> bool:
    """Return whether two figures overlap in height: the higher one's feet are below the lower one's
    top.

    Rule: DIFF-2, DIFF-5
    """
    if feet_in <= other_feet_in:
        return other_feet_in - feet_in < height_in or feet_in == other_feet_in
    return feet_in - other_feet_in < other_height_in
