"""Hold the numbers of movement: distances by unit type, difficult and dangerous ground, darkness.

Source: w40k3e 7 and 9
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from q40k.games.w40k3e.distribution import dice_sum
from q40k.games.w40k3e.traits import Trait, greatest, has
from q40k.geometry.space import Inches

_CHARGE_TWELVE = {"beast", "cavalry"}
TWICE_FROM_IN = 12
"""Figures with a charge of at least this length double their best die in difficult ground."""

_MOUNTED = {"bike", "jetbike", "cavalry"}
_OVER = {"jump_infantry", "jet_pack", "jetbike"}


def charge_in(unit_type: str, traits: Iterable[Trait] = ()) -> Inches:
    """Return the charge distance: 12 in for beasts and cavalry, else 6 in, or more by a trait."""
    usual = 12 if unit_type in _CHARGE_TWELVE else 6
    return Inches(max(usual, greatest(traits, "charge-distance")))


def moves_over(unit_type: str) -> bool:
    """Tell whether it ignores terrain along its path, but not where it lands."""
    return unit_type in _OVER


def difficult_dice(*, three: bool = False, traits: Iterable[Trait] = ()) -> int:
    """Return the number of D6 of a difficult-terrain test; the highest counts."""
    return greatest(traits, "difficult-dice", otherwise=3 if three else 2)


def needs_difficult_test(traits: Iterable[Trait], *, difficult: bool) -> bool:
    """Tell whether a walk needs a difficult-terrain test, because of the ground or of a trait."""
    held = tuple(traits)
    return has(held, "always-difficult") or (difficult and not has(held, "ignores-difficult"))


def distance_dice(
    unit_type: str, traits: Iterable[Trait], *, difficult: bool, three: bool = False, charging: bool = False
) -> int:
    """Return the number of D6 that limit a walk through difficult ground; 0 if none are rolled.

    Who moves over the ground rolls none, nor does a bike; cavalry rolls only as it charges.
    """
    held = tuple(traits)
    if not needs_difficult_test(held, difficult=difficult):
        return 0
    spared = moves_over(unit_type) or (unit_type in _MOUNTED and not (charging and unit_type == "cavalry"))
    if spared and not (charging and has(held, "always-difficult")):
        return 0
    return difficult_dice(three=three, traits=held)


def difficult_in(
    dice: Sequence[int], unit_type: str, traits: Iterable[Trait] = (), *, charging: bool = False
) -> Inches:
    """Return the farthest move in inches through difficult ground, for these dice.

    A charge of 12 in or more, such as that of beasts and cavalry, doubles the best die.
    """
    held = tuple(traits)
    best = max(dice) + greatest(held, "difficult-more")
    return Inches(best * 2 if charging and charge_in(unit_type, held) >= TWICE_FROM_IN else best)


class Danger(Struct, frozen=True):
    """Hold what a 1 in dangerous ground does: a wound without armour save, or death."""

    fails_on: int = 1
    kills: bool = False


def danger(unit_type: str) -> Danger:
    """Return the dangerous-terrain test of a unit type; a 1 kills a mounted figure."""
    return Danger(kills=unit_type in _MOUNTED)


def needs_danger_test(unit_type: str, *, dangerous: bool, difficult: bool, ends_in_difficult: bool) -> bool:
    """Tell whether a move rolls for danger.

    Every figure does in dangerous ground. Mounted figures also do in difficult ground, and jump
    packs when they land there.
    """
    if dangerous:
        return True
    if unit_type in _MOUNTED:
        return difficult or ends_in_difficult
    return moves_over(unit_type) and ends_in_difficult


class Eyes(Struct, frozen=True):
    """Hold how a figure spots in the dark: `dice` D6, times `times` inches.

    `again` rolls a failure once more. `half` halves the distance.
    """

    dice: int = 2
    times: int = 3
    again: bool = False
    half: bool = False


PLAIN = Eyes()


def spotting_in(dice: Iterable[int], eyes: Eyes = PLAIN) -> Inches:
    """Return how far a shooter sees in the dark, for these dice: usually 2D6 times 3 in."""
    reach = sum(dice) * eyes.times
    return Inches(reach / 2 if eyes.half else reach)


def spotting_odds(distance_in: float, eyes: Eyes = PLAIN) -> Fraction:
    """Return the chance to spot a target at `distance_in`, counting `again` and `half`."""
    law = dice_sum(eyes.dice)
    chance = sum((p for rolled, p in law if spotting_in((rolled,), eyes) >= distance_in), Fraction(0))
    return 1 - (1 - chance) ** 2 if eyes.again else chance
