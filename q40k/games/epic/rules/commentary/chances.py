"""Everybody's chance to win, by who leads and how many turns are left."""

from __future__ import annotations

from fractions import Fraction
from math import erf, sqrt
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.winning import goal, share_lost

SPREAD: Final = 0.25
"""By so much a lead changes over a whole match: a standard deviation, measured in games of bots."""


def chances(state: Match) -> dict[str, float] | None:
    """The chance of each side; nobody's while there is only one.

    A lead is made of objective points that are counted, in parts of those that win, and of how much
    more of the other's army than of one's own is out of the fight. What may still become of it goes
    by a bell curve, the narrower the fewer turns are left. Ground that is held but not yet counted
    says nothing: in games of bots it did not.
    """
    if len(state.sides) < 2 or not state.formations:
        return None
    if state.outcome.over:
        winners = state.outcome.winners
        return {side: float(side in winners) for side in state.sides}
    one, other = state.sides
    taken, wanted = state.outcome.taken, goal(state)
    points = Fraction(taken.get(one, 0) - taken.get(other, 0), wanted) if wanted else 0
    lead = points + share_lost(state, other) - share_lost(state, one)
    chance = (1 + erf(float(lead) / (SPREAD * sqrt(2 * _left(state))))) / 2
    return {one: chance, other: 1 - chance}


def _left(state: Match) -> float:
    """The share of the match that is left; all of it where no turn is the last."""
    turns = state.switches.turn_limit
    return 1.0 if turns is None else max(turns - state.play.turn + 1, 1) / turns
