"""Who wins, and playing on."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from q40k.kernel.telling import Event


class Won(Event):
    """The match was won (SCORE-4); `over` are all who reached the goal in this action."""

    type: Literal["won"] = "won"
    winner: str
    over: tuple[str, ...]
    times: Fraction


class PlayedOn(Event):
    """The table plays on after the win."""

    type: Literal["played-on"] = "played-on"
