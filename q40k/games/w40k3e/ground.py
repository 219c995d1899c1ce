"""Moving: distances by kind of figure, hard ground and the dark, as numbers.

Source: w40k3e 7 and 9
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from q40k.games.w40k3e.distribution import dice_sum
from q40k.geometry.units import Inches

_CHARGE_TWELVE = {"beast", "cavalry"}
_MOUNTED = {"bike", "jetbike", "cavalry"}
_OVER = {"jump_infantry", "jet_pack", "jetbike"}


def charge_in(unit_type: str) -> Inches:
    """How far it charges: jump packs only 6 in, beasts and cavalry 12 in."""
    return Inches(12 if unit_type in _CHARGE_TWELVE else 6)


def moves_over(unit_type: str) -> bool:
    """Whether terrain in its way does not matter, only where it lands."""
    return unit_type in _OVER


def difficult_dice(*, three: bool = False) -> int:
    """How many D6 a difficult-terrain test rolls, the highest being the most inches moved."""
    return 3 if three else 2


def difficult_in(dice: Sequence[int], unit_type: str, *, charging: bool = False) -> Inches:
    """The most inches a figure moves through difficult ground, for these dice.

    Beasts and cavalry that charge go twice as far.
    """
    best = max(dice)
    return Inches(best * 2 if charging and unit_type in _CHARGE_TWELVE else best)


class Danger(Struct, frozen=True):
    """What a 1 in dangerous ground does: a wound without armour save, or death at once."""

    fails_on: int = 1
    kills: bool = False


def danger(unit_type: str) -> Danger:
    """The dangerous-terrain test of a kind of figure; mounts that crash are killed."""
    return Danger(kills=unit_type in _MOUNTED)


def needs_danger_test(
    unit_type: str, *, dangerous: bool, difficult: bool, ends_in_difficult: bool
) -> bool:
    """Whether a move rolls for danger: all in dangerous ground, mounts in difficult ground too,
    jump packs, on whatever back they are, when they land in it."""
    if dangerous:
        return True
    if unit_type in _MOUNTED:
        return difficult or ends_in_difficult
    return moves_over(unit_type) and ends_in_difficult


Eyes = Literal["plain", "night-vision", "blacksun", "spy-mask"]
_SIGHT: dict[Eyes, tuple[int, int]] = {
    "plain": (2, 3),
    "night-vision": (2, 3),
    "blacksun": (4, 3),
    "spy-mask": (2, 5),
}


def spotting_dice(eyes: Eyes = "plain") -> int:
    """How many D6 are rolled to spot in the dark."""
    return _SIGHT[eyes][0]


def spotting_in(dice: Iterable[int], eyes: Eyes = "plain") -> Inches:
    """How far a shooter sees in the dark, for these dice: 2D6 times 3 in for most."""
    return Inches(sum(dice) * _SIGHT[eyes][1])


def spotting_odds(distance_in: float, eyes: Eyes = "plain") -> Fraction:
    """The chance to spot a target at `distance_in`; night vision rolls a failure again."""
    count, times = _SIGHT[eyes]
    seen = dice_sum(count).mapped(lambda total: total * times)
    chance = sum((p for length, p in seen if length >= distance_in), Fraction(0))
    return 1 - (1 - chance) ** 2 if eyes == "night-vision" else chance
