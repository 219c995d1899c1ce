"""Pinning (blocage): who may leave contact, and who may not."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.packs.models import Kind, Profile
from q40k.games.epic.rules.state import Match

WEIGHT: Final[dict[Kind, int]] = {"infantry": 0, "light-vehicle": 1, "heavy-vehicle": 2}
"""What is lighter does not pin what is heavier."""


def pins(one: Profile, other: Profile) -> bool:
    """Whether `one` keeps `other` from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    if other.has("antigrav") or other.has("aircraft"):
        return False
    return WEIGHT[one.kind] >= WEIGHT[other.kind]


def pinned_by(state: Match, figure: str) -> tuple[str, ...]:
    """The figures in contact that keep a figure from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    profile = state.profile(figure)
    return tuple(one for one in state.touching(figure) if pins(state.profile(one), profile))
