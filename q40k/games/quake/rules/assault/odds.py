"""The odds that a charge arrives."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from q40k.games.quake.rules.movement.odds import MoveOdds
from q40k.games.quake.rules.shooting.odds import _SURE
from q40k.games.w40k3e.distribution import dice_best
from q40k.games.w40k3e.ground import charge_in, difficult_dice, difficult_in, goes_hard
from q40k.games.w40k3e.traits import Trait


def charge_odds(
    unit_type: str,
    distance_in: float,
    traits: tuple[Trait, ...] = (),
    *,
    difficult: bool = False,
    three: bool = False,
    dares: Fraction = _SURE,
) -> MoveOdds:
    """Return the odds that a charge arrives: 6 in, 12 for beasts; in hard ground by dice.

    `dares` is the chance that it dares to charge this prey at all.

    Rule: ASSAULT-2, TRAIT-1
    """
    reach = charge_in(unit_type, traits)
    if distance_in > reach + 1e-6:
        return MoveOdds(Fraction(0), short=_SURE)
    if not goes_hard(traits, difficult=difficult):
        return MoveOdds(dares, short=1 - dares)
    distribution = dice_best(difficult_dice(three=three, traits=traits)).mapped(
        lambda die: int(difficult_in((die,), unit_type, traits, charging=True))
    )
    arrives = dares * distribution.at_least(ceil(distance_in - 1e-6))
    return MoveOdds(arrives, short=1 - arrives)
