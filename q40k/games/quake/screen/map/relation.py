"""How who acts stands to somebody else: distance, lines of sight, what hides (SHOOT-2)."""

from __future__ import annotations

from dataclasses import dataclass

from q40k.games.quake.rules.bonus.modifiers import is_stealthy
from q40k.games.quake.rules.positions import positions_of, spot_of
from q40k.games.quake.rules.shooting.line_of_fire import lines_to
from q40k.games.quake.rules.state import Match
from q40k.geometry.scene import Line
from q40k.geometry.spots import Spot
from q40k.tui.fields import Field, Pick


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
    if one == other or any(spot_of(state, p) is None for p in (one, other)):
        return None
    from q40k.games.quake.arena.dark import spotting
    from q40k.geometry.contact import gap_in
    from q40k.geometry.sight import sight

    table = positions_of(state)
    seen = sight(table, one, other, lines_to(state))
    me, them = table.figure(one), table.figure(other)
    dark = spotting(table, one, other, stealthy=is_stealthy(state, state.players[other]))
    lines = []
    for sector in seen.sectors:
        style = "good" if sector.seen == "clear" else "bad"
        lines += [Line((seen.eye, end), style) for end in (sector.right, sector.left)]
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
    found = state.player_named(marked) if isinstance(marked, str) else None
    return None if found is None else found.id
