"""What an open entry adds to a map: paths, zones, templates."""

from __future__ import annotations

from typing import Final

from q40k.geometry.outlines import around
from q40k.geometry.scene import NOTHING, Line, Overlay
from q40k.geometry.space import CM_PER_INCH, Spot
from q40k.tui.fields import Field
from q40k.tui.map.fields import WARN, AimField, SpotField

_RIM_CORNERS: Final = 40


def overlay_of(field: Field | None) -> Overlay:
    """Return what an open field shows on the map."""
    if isinstance(field, SpotField):
        return _spot(field)
    if isinstance(field, AimField):
        return _template(field)
    return NOTHING


def _spot(field: SpotField) -> Overlay:
    lines = []
    if field.bends and field.start is not None and field.path:
        bad = any(note.startswith(WARN) for note in field.notes)
        lines.append(Line((field.start, *field.path), "bad" if bad else "path"))
    if field.reach_in and field.start is not None:
        lines.insert(0, ring(field.start, field.reach_in))
    ghost = field.rim(field.at_spot) if field.at_spot is not None else ()
    return Overlay(field.lit, tuple(lines), field.at_spot, ghost)


def _template(field: AimField) -> Overlay:
    rim = field.template.outline()
    step = max(1, len(rim) // _RIM_CORNERS)
    line = Line((*rim[::step], rim[0]), "aim")
    return Overlay(lines=(line,), cursor=field.template.spot, lit=((rim,),))


def ring(at: Spot, inches: float) -> Line:
    """Return a circle around a point, with its radius in inches."""
    rim = around(at, inches * CM_PER_INCH, _RIM_CORNERS)
    return Line((*rim, rim[0]), "faint")
