"""The number a shot needs, and the second die for numbers above 6."""

from __future__ import annotations

from typing import Final

from q40k.games.epic.rules.state import Order, Switches

MODIFIERS: Final[dict[Order, int]] = {"advance": 0, "charge": 2, "first-fire": -1, "retreat": 0}
"""What each order adds to the number that is needed (EE-ORDER-5, EE-ORDER-6, EE-SHOOT-11)."""
SECOND: Final = {7: 4, 8: 5}
"""What the second die needs for a 7 and an 8; for 9 and more it is a 6."""
WORST_SECOND: Final = 6


def number_to_hit(switches: Switches, to_hit: int, order: Order, cover: int) -> int:
    """Return the number a shot needs: the weapon's, plus the order's change and the cover's bonus.

    A natural 1 misses. The table may play without that; then a need of 1 or less is a certain hit.

    Rule: EE-SHOOT-5, EE-SHOOT-6, EE-SHOOT-7, EE-COVER-2
    """
    least = 2 if switches.natural_one == "fails" else 1
    return max(least, to_hit + MODIFIERS[order] + cover)


def first_die(number: int) -> int:
    """Return the number the first die must show.

    Rule: EE-SHOOT-8
    """
    return min(6, number)


def second_die(switches: Switches, number: int, cover: int) -> int | None:
    """Return the number for a second die after a 6: 0 for no die, None if it cannot hit.

    Rule: EE-SHOOT-8, EE-SHOOT-9
    """
    if number <= 6:
        return 0
    if switches.seven_plus == "cover-only" and not cover:
        return None
    return SECOND.get(number, WORST_SECOND)
