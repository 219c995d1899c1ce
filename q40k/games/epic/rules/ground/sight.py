"""Sight: who sees whom past the terrain, and which terrain hides part of a target.

The page trusts the eye at the table. Where positions are kept the app knows outlines only. It looks
along three lines: from the shooter's centre to the target's centre and to either edge of its base.
Woods and buildings hide what is beyond them; ruins and fortifications hide a part of it. What the
table says of a shot overrules all of this.
"""

from __future__ import annotations

from math import hypot
from typing import Final

from q40k.games.epic.packs.scenarios import Terrain, TerrainKind
from q40k.games.epic.rules.ground.places import base_of, place_of
from q40k.games.epic.rules.ground.shapes import distance_to_rim, is_inside, spans
from q40k.games.epic.rules.state import Match
from q40k.geometry.bases import HAIR_CM, Segment
from q40k.geometry.space import Spot
from q40k.kernel.state import Part

RIM_CM: Final = 1.0
"""How near to the rim of a wood, or to a window, a figure sees and is seen."""
HIDES: Final[tuple[TerrainKind, ...]] = ("wood", "building")
COVERS: Final[tuple[TerrainKind, ...]] = ("wood", "building", "ruins", "fortification")


class Sight(Part, frozen=True):
    """Whether a target is seen at all, and the kinds of terrain that hide part of it."""

    clear: bool
    cover: tuple[TerrainKind, ...] = ()


def find_sight(state: Match, shooter: str, target: str) -> Sight | None:
    """Return how one figure sees another, or None where the table keeps no positions.

    Figures never hide one another. A figure deep in a wood or a building neither sees nor is seen.

    Rule: EE-SIGHT-1, EE-SIGHT-2, EE-SIGHT-4, EE-COVER-1
    """
    at, there = place_of(state, shooter), place_of(state, target)
    if at is None or there is None:
        return None
    terrain = state.scenario.terrain
    if is_deep_inside(terrain, at) or is_deep_inside(terrain, there):
        return Sight(False)
    half = base_of(state, target).reach_cm
    lines = [(at, end) for end in _across(at, there, half)]
    blocked = 0
    cover = {piece.kind for piece in terrain if piece.kind in COVERS and is_inside(piece, there)}
    for line in lines:
        hiders = [
            piece for piece in terrain if piece.kind in COVERS and _lies_across(piece, line, there)
        ]
        cover |= {piece.kind for piece in hiders}
        blocked += any(piece.kind in HIDES for piece in hiders)
    return Sight(blocked < len(lines), tuple(sorted(cover)))


def is_deep_inside(terrain: tuple[Terrain, ...], spot: Spot) -> bool:
    """Return whether a position is in a wood or a building and not at its rim.

    Rule: EE-SIGHT-2
    """
    return any(
        piece.kind in HIDES
        and is_inside(piece, spot)
        and distance_to_rim(piece, spot) > RIM_CM + HAIR_CM
        for piece in terrain
    )


def _across(at: Spot, there: Spot, half: float) -> tuple[Spot, Spot, Spot]:
    """Return the centre of a base and its left and right edges, as the shooter looks at them."""
    dx, dy = there[0] - at[0], there[1] - at[1]
    far = hypot(dx, dy) or 1.0
    aside = (-dy / far * half, dx / far * half)
    left_edge = (there[0] + aside[0], there[1] + aside[1])
    right_edge = (there[0] - aside[0], there[1] - aside[1])
    return there, left_edge, right_edge


def _lies_across(piece: Terrain, line: Segment, target: Spot) -> bool:
    """Return whether a piece is across a line of sight; a piece around either end is not."""
    if is_inside(piece, line[0]) or is_inside(piece, target):
        return False
    return bool(spans(piece, line))
