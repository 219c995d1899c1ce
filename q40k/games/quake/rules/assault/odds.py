"""How likely a charge is to get there."""

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
    """The odds that a charge reaches: 6 in, 12 for beasts; in hard ground what the dice allow.

    `dares` is the chance that it dares to charge this prey at all.

    Rule: ASSAULT-2, TRAIT-1
    """
    reach = charge_in(unit_type, traits)
    if distance_in > reach + 1e-6:
        return MoveOdds(Fraction(0), short=_SURE)
    if not goes_hard(traits, difficult=difficult):
        return MoveOdds(dares, short=1 - dares)
    law = dice_best(difficult_dice(three=three, traits=traits)).mapped(
        lambda shown: int(difficult_in((shown,), unit_type, traits, charging=True))
    )
    done = dares * law.at_least(ceil(distance_in - 1e-6))
    return MoveOdds(done, short=1 - done)
