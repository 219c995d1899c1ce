"""Sight: who sees whom past the terrain, and which terrain hides part of a target.

The page trusts the eye at the table. Where places are kept the app only knows outlines, so it looks
along three lines, from the shooter's centre to the target's and to either edge of its base: woods
and buildings hide what lies beyond them, ruins and fortifications hide a part of it. What the
table says of a shot goes before all of this.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from q40k.games.epic.packs.scenarios import Terrain, TerrainKind
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.ground.shapes import inside, spans, to_rim
from q40k.games.epic.rules.state import Match
from q40k.geometry.bases import HAIR_CM, Segment
from q40k.geometry.spots import Spot
from q40k.kernel.state import Part

RIM_CM: Final = 1.0
"""How near to the rim of a wood, or to a window, a figure sees and is seen."""
HIDES: Final[tuple[TerrainKind, ...]] = ("wood", "building")
COVERS: Final[tuple[TerrainKind, ...]] = ("wood", "building", "ruins", "fortification")


class Sight(Part, frozen=True):
    """Whether a target is seen at all, and the kinds of terrain that hide part of it."""

    clear: bool
    cover: tuple[TerrainKind, ...] = ()


def seen(state: Match, shooter: str, target: str) -> Sight | None:
    """How one figure sees another; None where the table keeps no places.

    Figures never hide one another. Deep in a wood or a building nobody sees or is seen.

    Rule: EE-SIGHT-1, EE-SIGHT-2, EE-SIGHT-4, EE-COVER-1
    """
    at, there = place_of(state, shooter), place_of(state, target)
    if at is None or there is None:
        return None
    terrain = state.scenario.terrain
    if deep(terrain, at) or deep(terrain, there):
        return Sight(False)
    half = base_of(state, target).reach_cm
    lines = [(at, end) for end in _across(at, there, half)]
    blocked = 0
    cover = {one.kind for one in terrain if one.kind in COVERS and inside(one, there)}
    for line in lines:
        hiders = [one for one in terrain if one.kind in COVERS and _lies_across(one, line, there)]
        cover |= {one.kind for one in hiders}
        blocked += any(one.kind in HIDES for one in hiders)
    return Sight(blocked < len(lines), tuple(sorted(cover)))


def deep(terrain: tuple[Terrain, ...], spot: Spot) -> bool:
    """Whether a place is in a wood or a building, and not at its rim.

    Rule: EE-SIGHT-2
    """
    return any(
        one.kind in HIDES and inside(one, spot) and to_rim(one, spot) > RIM_CM + HAIR_CM
        for one in terrain
    )


def _across(at: Spot, there: Spot, half: float) -> tuple[Spot, Spot, Spot]:
    """The centre of a base and its edges to the left and to the right, as they are looked at."""
    dx, dy = there[0] - at[0], there[1] - at[1]
    far = hypot(dx, dy) or 1.0
    aside = (-dy / far * half, dx / far * half)
    left = (there[0] + aside[0], there[1] + aside[1])
    right = (there[0] - aside[0], there[1] - aside[1])
    return there, left, right


def _lies_across(piece: Terrain, line: Segment, target: Spot) -> bool:
    """Whether a piece lies across a line of sight; that in which an end of it stands does not."""
    if inside(piece, line[0]) or inside(piece, target):
        return False
    return bool(spans(piece, line))
