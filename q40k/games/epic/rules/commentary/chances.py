"""Each side's chance to win, by who leads and how many turns are left."""

from __future__ import annotations

from fractions import Fraction
from math import erf, sqrt
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.games.epic.rules.winning import points_to_win, share_lost

SPREAD: Final = 0.25
"""How much a lead changes over a whole match: a standard deviation, measured in games of bots."""


def chances(state: Match) -> dict[str, float] | None:
    """Return the chance of each side, or None while there is only one.

    A lead adds two parts: counted objective points, as a share of those that win, and the
    difference of the shares of both armies that are out of the fight. A bell curve covers what may
    still happen; it is narrower with fewer turns left. Ground held but not counted says nothing: in
    games of bots it did not.
    """
    if len(state.sides) < 2 or not state.formations:
        return None
    if state.outcome.over:
        winners = state.outcome.winners
        return {side: float(side in winners) for side in state.sides}
    first, second = state.sides
    scored, target = state.outcome.taken, points_to_win(state)
    points = Fraction(scored.get(first, 0) - scored.get(second, 0), target) if target else 0
    lead = points + share_lost(state, second) - share_lost(state, first)
    chance = (1 + erf(float(lead) / (SPREAD * sqrt(2 * _share_left(state))))) / 2
    return {first: chance, second: 1 - chance}


def _share_left(state: Match) -> float:
    """Return the share of the match that is left; all of it where no turn is the last."""
    turns = state.switches.turn_limit
    return 1.0 if turns is None else max(turns - state.play.turn + 1, 1) / turns
