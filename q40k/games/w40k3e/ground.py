"""Moving: distances by kind of figure, hard ground and the dark, as numbers.

Source: w40k3e 7 and 9
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from q40k.games.w40k3e.distribution import dice_sum
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.geometry.units import Inches

_CHARGE_TWELVE = {"beast", "cavalry"}
TWICE_FROM_IN = 12
"""Who charges so far goes twice its best die in difficult ground."""

_MOUNTED = {"bike", "jetbike", "cavalry"}
_OVER = {"jump_infantry", "jet_pack", "jetbike"}


def charge_in(unit_type: str, traits: Iterable[Trait] = ()) -> Inches:
    """How far it charges: jump packs only 6 in, beasts and cavalry 12 in, others by a trait."""
    usual = 12 if unit_type in _CHARGE_TWELVE else 6
    return Inches(max(usual, greatest(traits, "charge-distance")))


def moves_over(unit_type: str) -> bool:
    """Whether terrain in its way does not matter, only where it lands."""
    return unit_type in _OVER


def difficult_dice(*, three: bool = False, traits: Iterable[Trait] = ()) -> int:
    """How many D6 a difficult-terrain test rolls, the highest being the most inches moved."""
    return greatest(traits, "difficult-dice", otherwise=3 if three else 2)


def goes_hard(traits: Iterable[Trait], *, difficult: bool) -> bool:
    """Whether a walk is tested as one through difficult ground: by the ground, and the walker."""
    known = tuple(traits)
    return has(known, "always-difficult") or (difficult and not has(known, "ignores-difficult"))


def difficult_in(
    dice: Sequence[int], unit_type: str, traits: Iterable[Trait] = (), *, charging: bool = False
) -> Inches:
    """The most inches a figure moves through difficult ground, for these dice.

    Beasts and cavalry that charge go twice as far, and so does who charges as far as they.
    """
    known = tuple(traits)
    best = max(dice) + greatest(known, "difficult-more")
    return Inches(best * 2 if charging and charge_in(unit_type, known) >= TWICE_FROM_IN else best)


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


class Eyes(Struct, frozen=True):
    """How somebody spots in the dark: so many D6, times so many inches for each pip.

    `again`: a failure is rolled once more; `half`: what is looked for is seen from half as far.
    """

    dice: int = 2
    times: int = 3
    again: bool = False
    half: bool = False


PLAIN: Final = Eyes()


def spotting_in(dice: Iterable[int], eyes: Eyes = PLAIN) -> Inches:
    """How far a shooter sees in the dark, for these dice: 2D6 times 3 in for most."""
    reach = sum(dice) * eyes.times
    return Inches(reach / 2 if eyes.half else reach)


def spotting_odds(distance_in: float, eyes: Eyes = PLAIN) -> Fraction:
    """The chance to spot a target at `distance_in`; night vision rolls a failure again."""
    law = dice_sum(eyes.dice)
    chance = sum(
        (p for rolled, p in law if spotting_in((rolled,), eyes) >= distance_in), Fraction(0)
    )
    return 1 - (1 - chance) ** 2 if eyes.again else chance
