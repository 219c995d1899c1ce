"""Hold the to-wound chart (strength against toughness) and instant death."""

from __future__ import annotations


def to_wound(strength: int, toughness: int) -> int | None:
    """Return the lowest D6 that wounds, or None if no roll does.

    Equal values need 4+. Each point of strength above or below shifts it by one, from 2+ to 6+. Two
    or three below need a 6; four below cannot wound.
    """
    difference = strength - toughness
    if difference <= -4:
        return None
    return max(2, min(6, 4 - difference))


def instant_death(strength: int, toughness: int) -> bool:
    """Tell whether a wound of `strength` kills outright, whatever wounds are left."""
    return strength >= 2 * toughness
