"""How likely a charge is to get there."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from q40k.games.quake.rules.movement.odds import MoveOdds
from q40k.games.quake.rules.shooting.odds import _SURE
from q40k.games.w40k3e.distribution import dice_best
from q40k.games.w40k3e.ground import charge_in, difficult_dice


def charge_odds(
    unit_type: str, distance_in: float, *, difficult: bool = False, three: bool = False
) -> MoveOdds:
    """The odds that a charge reaches: 6 in, 12 for beasts; in hard ground what the dice allow.

    Rule: ASSAULT-2
    """
    reach = charge_in(unit_type)
    if distance_in > reach + 1e-6:
        return MoveOdds(Fraction(0), short=_SURE)
    if not difficult:
        return MoveOdds(_SURE)
    law = dice_best(difficult_dice(three=three)).mapped(
        lambda shown: shown * 2 if reach > 6 else shown
    )
    done = law.at_least(ceil(distance_in - 1e-6))
    return MoveOdds(done, short=1 - done)
