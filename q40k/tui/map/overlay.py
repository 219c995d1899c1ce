"""What an open entry adds to a map: ways, zones, templates."""

from __future__ import annotations

from typing import Final

from q40k.geometry.outlines import around
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.tui.fields import Field
from q40k.tui.map.fields import WARN, AimField, SpotField

_RIM_CORNERS: Final = 40


def of_field(one: Field | None) -> Overlay:
    """What an open field shows on the map."""
    if isinstance(one, SpotField):
        return _spot(one)
    if isinstance(one, AimField):
        return _template(one)
    return NOTHING


def _spot(one: SpotField) -> Overlay:
    lines = []
    if one.bends and one.start is not None and one.way:
        bad = any(note.startswith(WARN) for note in one.notes)
        lines.append(Line((one.start, *one.way), "bad" if bad else "path"))
    if one.reach_in and one.start is not None:
        lines.insert(0, ring(one.start, one.reach_in))
    ghost = one.rim(one.at_spot) if one.at_spot is not None else ()
    return Overlay(one.lit, tuple(lines), one.at_spot, ghost)


def _template(one: AimField) -> Overlay:
    rim = one.template.outline()
    step = max(1, len(rim) // _RIM_CORNERS)
    line = Line((*rim[::step], rim[0]), "aim")
    return Overlay(lines=(line,), cursor=one.template.spot, lit=((rim,),))


def ring(at: Spot, inches: float) -> Line:
    """A circle of so many inches around a place."""
    rim = around(at, inches * CM_PER_INCH, _RIM_CORNERS)
    return Line((*rim, rim[0]), "faint")
