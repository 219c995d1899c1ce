"""The sand timer: one run for the marine action phase.

The rules do not read the time. Each command carries the clock's reading in seconds of play. It is
journaled with the command, so an undo also gives the time back.
"""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.questions import forbid, must_be_open
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.packs.said import Text

SERGEANTS: Final = 2
"""The number of sergeants with whom the timer has its full length (SH1-TIMER-4)."""
NOVICE: Final = 60
MINUTE: Final = 60
CALLS: Final = (120, 60, 45, 30, 15)
"""The seconds left at which the time is called, besides each full minute before (SH1-TIMER-7)."""
HURRY: Final = (60, 15)
"""The seconds left from which the clock is amber, then red."""


@command
class Pause(Command, tag="pause"):
    """Stop the clock, with a reason; the same command lets it go on."""

    why: Text = ""


@event
class TimerStarted(Event, tag="timer-started"):
    """The timer is turned and runs for so many seconds."""

    seconds: float


@event
class TimerStopped(Event, tag="timer-stopped"):
    """The marine turn is over, and the timer stops."""


@event
class ClockRead(Event, tag="clock-read"):
    """The clock's reading when a command was given: `gone` is the seconds of play so far."""

    gone: float


@event
class ClockHeld(Event, tag="clock-held"):
    """The clock is stopped, with a reason."""

    why: str


@event
class ClockGoesOn(Event, tag="clock-goes-on"):
    """The clock goes on."""


@fold(TimerStarted)
def _started(state: Match, event: TimerStarted) -> Match:
    return state.replace(began=state.timer.gone, length=event.seconds, held=None)


@fold(TimerStopped)
def _stopped(state: Match, _event: TimerStopped) -> Match:
    return state.replace(length=None, held=None)


@fold(ClockRead)
def _read(state: Match, event: ClockRead) -> Match:
    return state.replace(gone=event.gone)


@fold(ClockHeld)
def _held(state: Match, event: ClockHeld) -> Match:
    return state.replace(held=event.why)


@fold(ClockGoesOn)
def _goes_on(state: Match, _event: ClockGoesOn) -> Match:
    return state.replace(held=None)


def turn_seconds(state: Match) -> int | None:
    """Return the length of the marine turn in seconds now; None without a clock.

    In the 1st edition each missing sergeant costs time, and novices have more.

    Rule: SH-TIMER-1, SH-TIMER-4, SH1-TIMER-1, SH1-TIMER-4, SH-SERGEANT-3
    """
    length = state.options.timer
    if length is None:
        return None
    missing = max(0, SERGEANTS - sum(marine.kind.sergeant for marine in state.marines_in_play))
    return length + NOVICE * state.options.novice - state.edition.minus_for_sergeants * missing


def call_times(state: Match) -> tuple[int, ...]:
    """Return the seconds left at which the time is called; the clock itself signals its end.

    Three minutes left are called if the timer may be longer than that, as for novices.

    Rule: SH-TIMER-6, SH1-TIMER-7
    """
    most = (state.options.timer or 0) + NOVICE * state.options.novice
    return (*range((most - 1) // MINUTE * MINUTE, CALLS[0], -MINUTE), *CALLS)


def start_timer(live: Live[Match]) -> Rule[None]:
    """Turn the timer.

    Rule: SH-TIMER-2, SH1-TIMER-2
    """
    length = turn_seconds(live.state)
    if length is not None:
        yield TimerStarted(seconds=float(max(1, length)))


def read_clock(live: Live[Match], reading: float | None) -> Rule[None]:
    """Record the clock's reading when the command was given; it never goes back automatically.

    Rule: SH-TIMER-6
    """
    if reading is not None and reading > live.state.timer.gone:
        yield ClockRead(gone=reading)


def is_time_up(state: Match) -> bool:
    """Return whether the timer has run out.

    Rule: SH-TIMER-3
    """
    timer = state.timer
    return timer.length is not None and timer.gone - timer.began >= timer.length


@rule(Pause)
def pause(live: Live[Match], command: Pause) -> Rule[None]:
    """Stop the clock, or let it go on.

    Rule: SH-TIMER-6
    """
    must_be_open(live.state)
    if live.state.timer.length is None:
        raise forbid("SH-TIMER-6", "no-clock")
    if live.state.timer.held is None:
        yield ClockHeld(why=command.why)
    else:
        yield ClockGoesOn()
