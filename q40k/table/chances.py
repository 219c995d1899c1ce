"""The plain model of chances to win: by how little each side has left to its goal."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from q40k.games.game import View

LEAST_LEFT = 0.02
"""Until it has won, a side has at least this part of its goal left."""

Shares = tuple[float, ...]
"""The part of its goal that each side has reached, side by side."""
Odds = tuple[float, ...]
"""The chance of each side to win, side by side."""


@lru_cache(maxsize=8)
def chances(shares: Shares) -> Odds:
    """Return everybody's chance to win, by how little is left to their goal.

    This is the plain model that the page explains: a chance is one over the square of what is left.
    So a side with half as much left wins four times as often. The model knows no dice and no
    statistics. A side at its goal has won; of several, the furthest.
    """
    if (best := max(shares)) >= 1:
        won = [float(share == best) for share in shares]
        return tuple([share / sum(won) for share in won])
    most = 1 - LEAST_LEFT
    weights = [(1 - (share if share < most else most)) ** -2 for share in shares]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


def standing(view: View, state: Any) -> Mapping[str, float]:
    """Return everybody's chance by the game's own model, or by the plain one; of a finished match who won."""
    own = view.chances(state)
    if own is not None:
        return own
    race = view.race(state)
    return dict(zip((r.side for r in race), chances(tuple(r.share for r in race)), strict=True)) if race else {}


def temper(odds: Mapping[str, float], power: float) -> dict[str, float]:
    """Return each chance to a power, adding up to 1 again: less sure below a power of 1, all equal at 0."""
    weights = {side: chance**power if chance > 0 else 0.0 for side, chance in odds.items()}
    total = sum(weights.values())
    return {side: weight / total for side, weight in weights.items()} if total else weights
