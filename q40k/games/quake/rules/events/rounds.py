"""Rounds: lives lost, who is out, who won."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event

RoundWonBy = Literal["last-alive", "others-left", "flag", "structures"]


class RoundOpened(Event):
    """A round began: everyone is alive again, tokens are home, deployment follows."""

    type: Literal["round-opened"] = "round-opened"
    round: int


class LifeLost(Event):
    """A champion lost one of its lives of the round and comes back; `left` are those left."""

    type: Literal["life-lost"] = "life-lost"
    player: str
    left: int


class Eliminated(Event):
    """A champion is out until the next round (SUDDEN-1)."""

    type: Literal["eliminated"] = "eliminated"
    player: str


class RoundAwaited(Event):
    """A newcomer waits for the next round (INIT-4)."""

    type: Literal["round-awaited"] = "round-awaited"
    player: str


class RoundWon(Event):
    """A side won the round: the last alive, or the last one there, or by `how` of its mod.

    `wins` is how many rounds it has won now.
    """

    type: Literal["round-won"] = "round-won"
    side: str
    round: int
    wins: int
    how: RoundWonBy


class RoundDrawn(Event):
    """Nobody won the round: the last ones died together, and it is played again."""

    type: Literal["round-drawn"] = "round-drawn"
    round: int
