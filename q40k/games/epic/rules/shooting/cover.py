"""Cover: what terrain is worth to whom it hides."""

from __future__ import annotations

from collections.abc import Iterable

from q40k.games.epic.packs.models import Profile
from q40k.games.epic.packs.scenarios import TerrainKind
from q40k.games.epic.rules.ground.terrain import TABLE
from q40k.games.epic.rules.state import Switches


def cover_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """What is added to the number a shooter needs, for any target that is partly hidden.

    Rule: EE-COVER-1, EE-COVER-2, EE-COVER-3
    """
    if target.vehicle and switches.vehicle_cover == "none":
        return 0
    return TABLE[terrain].cover_bonus


def save_bonus(switches: Switches, target: Profile, terrain: TerrainKind) -> int:
    """By how much the save number of a target falls: infantry's only.

    Rule: EE-COVER-3, EE-COVER-4
    """
    if target.vehicle and switches.vehicle_cover != "both":
        return 0
    return TABLE[terrain].save_bonus


def best(pieces: Iterable[TerrainKind]) -> TerrainKind:
    """The piece that hides best: pieces do not add up, both bonuses come from the same one.

    Rule: EE-COVER-5
    """
    worth = {kind: (TABLE[kind].cover_bonus, TABLE[kind].save_bonus) for kind in pieces}
    return max(worth, key=lambda kind: worth[kind], default="open")
