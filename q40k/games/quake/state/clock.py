"""The table's clock: its limits, and what it has shown."""

from typing import Annotated

from msgspec import Meta

from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.parts import Clock
from q40k.games.quake.state.registry import REGISTRY, Command, Event, fold
from q40k.packs.base import FINITE
from q40k.tabletop.rules import ClockRead

REGISTRY.event(ClockRead)


class SetClock(Command, tag="clock"):
    """Play by the clock: minutes for the match, seconds for each champion's part; or pause it."""

    minutes: Annotated[float, Meta(gt=0, le=1440), FINITE] | None = None
    seconds: Annotated[float, Meta(gt=0, le=86400), FINITE] | None = None
    pause: bool | None = None
    off: bool = False
    stage = "open"


class ClockSet(Event, tag="clock-set"):
    """The table plays by the clock: `limit` for the match, `each` for one champion's part."""

    limit: float | None
    each: float | None

    def fold(self, state: Match) -> Match:
        clock = state.clock or Clock()
        return state.replace(clock=clock.replace(limit=self.limit, each=self.each))


class ClockHeld(Event, tag="clock-held"):
    """The clock was stopped for a while, or goes on."""

    paused: bool

    def fold(self, state: Match) -> Match:
        return state if state.clock is None else state.replace(clock=state.clock.replace(paused=self.paused))


class ClockTakenAway(Event, tag="clock-taken-away"):
    """The table plays without a clock again."""

    def fold(self, state: Match) -> Match:
        return state.replace(clock=None)


class TimeUp(Event, tag="time-up"):
    """The match's time was up when this turn ended; the limit no longer applies (TABLE-7)."""

    turn: int

    def fold(self, state: Match) -> Match:
        return state if state.clock is None else state.replace(clock=state.clock.replace(limit=None))


@fold(ClockRead)
def _clock_read(state: Match, event: ClockRead) -> Match:
    return state if state.clock is None else state.replace(clock=state.clock.replace(gone=event.gone))


@fold(Activated)
def _part_begins(state: Match, _event: Activated) -> Match:
    clock = state.clock
    return state if clock is None else state.replace(clock=clock.replace(began=clock.gone))


def time_is_up(state: Match) -> bool:
    """Whether the match's time is over (TABLE-7)."""
    clock = state.clock
    return clock is not None and clock.limit is not None and clock.gone >= clock.limit
