"""Pinning (blocage): which figures may leave contact."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.packs.models import Kind, Profile
from q40k.games.epic.rules.state import Match

WEIGHT: Final[dict[Kind, int]] = {"infantry": 0, "light-vehicle": 1, "heavy-vehicle": 2}
"""A lighter figure does not pin a heavier one."""


def pins(pinner: Profile, pinned: Profile) -> bool:
    """Return whether `pinner` keeps `pinned` from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    if pinned.has("antigrav") or pinned.has("aircraft"):
        return False
    return WEIGHT[pinner.kind] >= WEIGHT[pinned.kind]


def pinned_by(state: Match, figure: str) -> tuple[str, ...]:
    """Return the figures in contact that keep a figure from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    profile = state.profile(figure)
    return tuple(other for other in state.touching(figure) if pins(state.profile(other), profile))
