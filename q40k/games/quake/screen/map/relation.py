"""Distance and sight from the active champion to another (SHOOT-2)."""

from __future__ import annotations

from dataclasses import dataclass

from q40k.games.quake.rules.bonus.modifiers import is_stealthy
from q40k.games.quake.rules.positions import positions_of, spot_of
from q40k.games.quake.rules.shooting.line_of_fire import lines_to
from q40k.games.quake.rules.state import Match
from q40k.geometry.scene import Line
from q40k.geometry.space import Spot
from q40k.tui.fields import Field, Pick


@dataclass(frozen=True, slots=True)
class SightLine:
    """The distance from base to base, and how much of the other's base is seen."""

    distance_in: float
    share: float
    enough: bool
    hiders: tuple[str, ...]
    spotting_in: float | None
    lines: tuple[Line, ...]
    middle: Spot


def measure_sight(state: Match, viewer: str, other: str) -> SightLine | None:
    """Return distance and sight between two champions, or None if a place is unknown.

    Rule: SHOOT-2, SHOOT-3
    """
    if viewer == other or any(spot_of(state, p) is None for p in (viewer, other)):
        return None
    from q40k.games.quake.arena.dark import spotting
    from q40k.geometry.positions import gap_in
    from q40k.geometry.sight import sight

    table = positions_of(state)
    seen = sight(table, viewer, other, lines_to(state))
    me, them = table.figure(viewer), table.figure(other)
    dark = spotting(table, viewer, other, stealthy=is_stealthy(state, state.players[other]))
    lines = []
    for sector in seen.sectors:
        style = "good" if sector.seen == "clear" else "bad"
        lines += [Line((seen.eye, end), style) for end in (sector.right, sector.left)]
    return SightLine(
        float(gap_in(me, them)),
        seen.share,
        seen.clear,
        seen.hiders,
        float(dark.distance_in) if dark.needed else None,
        tuple(lines) or (Line((me.spot, them.spot), "bad"),),
        ((me.spot[0] + them.spot[0]) / 2, (me.spot[1] + them.spot[1]) / 2),
    )


def marked_target(field: Field | None, state: Match) -> str | None:
    """Return the target marked in an open choice of whom to shoot at."""
    if not isinstance(field, Pick) or field.rule != "SHOOT-1":
        return None
    choices = field.choices()
    marked = choices[min(field.at, len(choices) - 1)].value if choices else None
    target = state.player_named(marked) if isinstance(marked, str) else None
    return None if target is None else target.id
