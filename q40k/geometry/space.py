"""Height in distances and contact: what the plan says, and how much higher one stands.

Places on the plan are centimetres, heights inches above the table. Distances go from base to base,
each as high as the feet that stand on it.
"""

from __future__ import annotations

from math import hypot

from q40k.geometry.units import Centimetres, Inches, to_inches


def apart_in(gap_cm: float, rise_in: float) -> Inches:
    """The distance in space of two bases: so far apart on the plan, so much higher or lower."""
    return Inches(hypot(to_inches(Centimetres(max(0.0, gap_cm))), rise_in))


def meet(feet_in: float, height_in: float, other_feet_in: float, other_height_in: float) -> bool:
    """Whether two figures stand at one level: the higher one's feet below the lower one's top.

    Rule: DIFF-2, DIFF-5
    """
    if feet_in <= other_feet_in:
        return other_feet_in - feet_in < height_in or feet_in == other_feet_in
    return feet_in - other_feet_in < other_height_in
