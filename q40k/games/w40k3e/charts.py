"""The charts of the 3rd edition: to hit and armour penetration (to wound is in `wounding`)."""

from __future__ import annotations


def to_hit(bs: int) -> int:
    """The least D6 that hits with a shot: 7 - BS, 2+ at best; 7 when BS 0 cannot shoot.

    Source: w40k3e 1
    """
    return max(2, 7 - bs)


def to_hit_melee(ws: int, against: int) -> int:
    """The least D6 that hits with a blow of `ws` against an enemy's weapon skill.

    Source: w40k3e 2
    """
    if ws > against:
        return 3
    return 5 if against > 2 * ws else 4


def capped(strength: int) -> int:
    """A strength after every change: 1 to 10.

    Source: w40k3e 3
    """
    return max(1, min(10, strength))
