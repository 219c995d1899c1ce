"""What an open entry adds to a map: ways, zones, templates, lines of sight, distances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from q40k.games.quake.rules import positions as board
from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.map_report import WARN
from q40k.games.quake.screen.map_scene import NOTHING, Line, Overlay
from q40k.geometry.outlines import around
from q40k.geometry.spots import Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.i18n.locale import Locale
from q40k.tui.fields import Field, Pick
from q40k.tui.map.fields import AimField, SpotField

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


@dataclass(frozen=True, slots=True)
class Relation:
    """How the active champion stands to another: base to base, and how much of it it sees."""

    distance_in: float
    share: float
    enough: bool
    hiders: tuple[str, ...]
    spotting_in: float | None
    lines: tuple[Line, ...]
    middle: Spot


def relation(state: Match, one: str, other: str) -> Relation | None:
    """How two champions stand to each other; None while a place is not known.

    Rule: SHOOT-2, SHOOT-3
    """
    if one == other or any(board.where(state, p) is None for p in (one, other)):
        return None
    from q40k.games.quake.arena.dark import spotting
    from q40k.geometry.contact import gap_in
    from q40k.geometry.sight import sight

    table = board.standing(state)
    seen = sight(table, one, other)
    me, them = table.figure(one), table.figure(other)
    dark = spotting(table, one, other)
    lines = []
    for sector in seen.sectors:
        tone = "good" if sector.seen == "clear" else "bad"
        lines += [Line((seen.eye, end), tone) for end in (sector.right, sector.left)]  # type: ignore[arg-type]
    return Relation(
        float(gap_in(me, them)),
        seen.share,
        seen.clear,
        seen.hiders,
        float(dark.distance_in) if dark.needed else None,
        tuple(lines) or (Line((me.spot, them.spot), "bad"),),
        ((me.spot[0] + them.spot[0]) / 2, (me.spot[1] + them.spot[1]) / 2),
    )


def marked_target(one: Field | None, state: Match) -> str | None:
    """Who is marked in an open choice of a shot's target."""
    if not isinstance(one, Pick) or one.rule != "SHOOT-1":
        return None
    choices = one.choices()
    marked = choices[min(one.at, len(choices) - 1)].value if choices else None
    found = state.named(marked) if isinstance(marked, str) else None
    return None if found is None else found.id


def with_relation(overlay: Overlay, found: Relation | None, locale: Locale) -> Overlay:
    """The same with the lines of sight and the percentage of a pair."""
    if found is None:
        return overlay
    words = (found.middle, locale.percent(int(found.share * 100 + 1e-6) / 100))
    return Overlay(
        overlay.lit, (*overlay.lines, *found.lines), overlay.cursor, overlay.ghost,
        (*overlay.words, words),
    )  # fmt: skip


def ring(at: Spot, inches: float) -> Line:
    """A circle of so many inches around a place."""
    rim = around(at, inches * CM_PER_INCH, _RIM_CORNERS)
    return Line((*rim, rim[0]), "faint")
