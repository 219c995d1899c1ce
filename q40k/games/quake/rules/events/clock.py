"""The table's clock: limits, readings and pauses, in seconds of play."""

from __future__ import annotations

from typing import Literal

from q40k.kernel.events import Event


class ClockSet(Event):
    """The table plays by the clock: `limit` for the match, `each` for one champion's part."""

    type: Literal["clock-set"] = "clock-set"
    limit: float | None
    each: float | None


class ClockRead(Event):
    """What the clock showed when a command was given: the seconds of play gone so far."""

    type: Literal["clock-read"] = "clock-read"
    gone: float


class ClockHeld(Event):
    """The clock was stopped for a while, or goes on."""

    type: Literal["clock-held"] = "clock-held"
    paused: bool


class ClockTakenAway(Event):
    """The table plays without a clock again."""

    type: Literal["clock-taken-away"] = "clock-taken-away"


class TimeUp(Event):
    """The match's time was up when this turn ended; it counts no further (TABLE-7)."""

    type: Literal["time-up"] = "time-up"
    turn: int
