"""Cover: what terrain is worth to the figures that it hides."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.epic.packs.models import Profile
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.ground.terrain import TABLE
from q40k.games.epic.rules.state import Switches


def cover_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return what is added to the number needed to hit a partly hidden target.

    Rule: EE-COVER-1, EE-COVER-2, EE-COVER-3
    """
    if target.vehicle and switches.vehicle_cover == "none":
        return 0
    return TABLE[terrain].cover_bonus


def save_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """Return by how much the save number of a target falls; only infantry's does.

    Rule: EE-COVER-3, EE-COVER-4
    """
    if target.vehicle and switches.vehicle_cover != "both":
        return 0
    return TABLE[terrain].save_bonus


def best_cover(pieces: Iterable[TerrainKind]) -> TerrainKind:
    """Return the terrain that hides best: bonuses do not add up, both come from one piece.

    Rule: EE-COVER-5
    """
    worth = {kind: (TABLE[kind].cover_bonus, TABLE[kind].save_bonus) for kind in pieces}
    return max(worth, key=lambda kind: worth[kind], default="open")
