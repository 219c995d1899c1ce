"""The plain model of chances to win: by how little each side has left to its goal."""

from functools import lru_cache

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
