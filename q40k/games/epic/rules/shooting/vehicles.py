"""Rules for vehicles: heavy ones, and shots from the side and the rear."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.epic.packs.models import Profile, Weapon
from q40k.games.epic.rules.ground.places import angle_off_ahead, place_of
from q40k.games.epic.rules.state import Match
from q40k.geometry.bases import HAIR_CM

Facing = Literal["front", "side", "rear"]
WORSE: Final[dict[Facing, int]] = {"front": 0, "side": 1, "rear": 2}
"""By how much a vehicle's save is worse (EE-VEHICLE-2)."""


def has_no_effect(target: Profile, weapon: Weapon) -> bool:
    """Return whether a weapon cannot damage a target: heavy vehicles need a modifier below 0.

    Rule: EE-VEHICLE-1
    """
    return target.kind == "heavy-vehicle" and weapon.save_mod >= 0


def facing_penalty(target: Profile, facing: Facing) -> int:
    """Return by how much the facing makes a target's save worse; only a vehicle's is.

    Rule: EE-VEHICLE-2
    """
    return WORSE[facing] if target.vehicle else 0


def facing_of(state: Match, target: str, shooter: str) -> Facing:
    """Return the quarter of a vehicle that a shooter is in; a borderline favours the target.

    Rule: EE-VEHICLE-2
    """
    place = place_of(state, shooter)
    off = None if place is None else angle_off_ahead(state, target, place)
    if off is None or off <= 45 + HAIR_CM:
        return "front"
    return "side" if off <= 135 + HAIR_CM else "rear"
