"""Games that differ from a game of the house in a few parts."""

from copy import copy
from typing import Any

from q40k.games.game import Game


def variant(game: Game, **parts: Any) -> Game:
    """Return a copy of a game with other parts, or another shape."""
    other = copy(game)
    vars(other).update(parts)
    return other
