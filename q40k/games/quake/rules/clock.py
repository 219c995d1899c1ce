"""The table's clock: a limit for the match and for each champion's part.

The rules know no time. The sender of a command says what the clock showed, in seconds of play. That
is journaled with the command, so an undo gives the time back.
"""

from typing import Annotated

from msgspec import Meta

from q40k.games.quake.rules.parts import Clock
from q40k.games.quake.rules.questions import forbid, must_be_open
from q40k.games.quake.rules.registry import REGISTRY, Command, Event, fold, rule
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.turn.acting import Activated
from q40k.kernel.events import Live, Rule
from q40k.packs.base import FINITE
from q40k.tabletop import rules as table
from q40k.tabletop.rules import ClockRead

REGISTRY.event(ClockRead)


class SetClock(Command, tag="clock"):
    """Play by the clock: minutes for the match, seconds for each champion's part; or pause it."""

    minutes: Annotated[float, Meta(gt=0, le=1440), FINITE] | None = None
    seconds: Annotated[float, Meta(gt=0, le=86400), FINITE] | None = None
    pause: bool | None = None
    off: bool = False


class ClockSet(Event, tag="clock-set"):
    """The table plays by the clock: `limit` for the match, `each` for one champion's part."""

    limit: float | None
    each: float | None


class ClockHeld(Event, tag="clock-held"):
    """The clock was stopped for a while, or goes on."""

    paused: bool


class ClockTakenAway(Event, tag="clock-taken-away"):
    """The table plays without a clock again."""


class TimeUp(Event, tag="time-up"):
    """The match's time was up when this turn ended; the limit no longer applies (TABLE-7)."""

    turn: int


@fold(ClockSet)
def _clock_set(state: Match, event: ClockSet) -> Match:
    clock = state.clock or Clock()
    return state.replace(clock=clock.replace(limit=event.limit, each=event.each))


@fold(ClockRead)
def _clock_read(state: Match, event: ClockRead) -> Match:
    return state if state.clock is None else state.replace(clock=state.clock.replace(gone=event.gone))


@fold(ClockHeld)
def _clock_held(state: Match, event: ClockHeld) -> Match:
    return state if state.clock is None else state.replace(clock=state.clock.replace(paused=event.paused))


@fold(ClockTakenAway)
def _clock_taken_away(state: Match, _event: ClockTakenAway) -> Match:
    return state.replace(clock=None)


@fold(TimeUp)
def _time_up(state: Match, _event: TimeUp) -> Match:
    # A table that plays on has no limit, or sets a new one.
    return state if state.clock is None else state.replace(clock=state.clock.replace(limit=None))


@fold(Activated)
def _part_begins(state: Match, _event: Activated) -> Match:
    clock = state.clock
    return state if clock is None else state.replace(clock=clock.replace(began=clock.gone))


@rule(SetClock)
def set_clock(live: Live[Match], command: SetClock) -> Rule[None]:
    """Play by the clock, pause it, let it go on, or take it away.

    Rule: TABLE-7
    """
    must_be_open(live.state)
    if command.off:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield ClockTakenAway()
    elif command.pause is not None:
        if live.state.clock is None:
            raise forbid("TABLE-7", "no-clock")
        yield ClockHeld(paused=command.pause)
    elif command.minutes is None and command.seconds is None:
        raise forbid("TABLE-7", "clock-without-limit")
    else:
        limit = None if command.minutes is None else 60 * command.minutes
        yield ClockSet(limit=limit, each=command.seconds)


def read_clock(live: Live[Match], reading: float | None) -> Rule[None]:
    """Note what the clock showed at a command; an earlier reading is ignored.

    Rule: TABLE-7
    """
    if live.state.clock is not None:
        yield from table.read_clock(live.state.clock.gone, reading)


def time_is_up(state: Match) -> bool:
    """Whether the match's time is over (TABLE-7)."""
    clock = state.clock
    return clock is not None and clock.limit is not None and clock.gone >= clock.limit
