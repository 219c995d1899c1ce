"""Who wins, and playing on."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from q40k.kernel.telling import Event


class Won(Event):
    """The match was won by a side; `over` are all that reached the goal in this action.

    `by` is the mod's own measure: the score in `times` its own value (SCORE-4), or how many
    rounds, or points it has `made`.
    """

    type: Literal["won"] = "won"
    winner: str
    over: tuple[str, ...]
    times: Fraction = Fraction(0)
    by: Literal["score", "rounds", "points", "hunt"] = "score"
    made: int = 0


class PlayedOn(Event):
    """The table plays on after the win."""

    type: Literal["played-on"] = "played-on"
