"""To wound: strength against toughness, and instant death."""

from __future__ import annotations


def to_wound(strength: int, toughness: int) -> int | None:
    """The least D6 roll that wounds, or None when no roll does.

    Even is 4+, each point of strength above or below shifts it by one, from 2+ to 6+; two below
    still needs a 6, and so does three below; four below cannot wound.
    """
    difference = strength - toughness
    if difference <= -4:
        return None
    return max(2, min(6, 4 - difference))


def instant_death(strength: int, toughness: int) -> bool:
    """Whether a wound of `strength` kills outright, whatever wounds are left."""
    return strength >= 2 * toughness
