"""The sand timer: one run for the marine action phase.

The rules know no time. Whoever hands over a command says what the clock showed, in seconds of
play; it is journaled with the command, so that an undo gives the time back.
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
"""With so many sergeants the timer has its full length (SH1-TIMER-4)."""
NOVICE: Final = 60
MINUTE: Final = 60
CALLS: Final = (120, 60, 45, 30, 15)
"""At so many seconds left the time is called, and at each full minute before (SH1-TIMER-7)."""
HURRY: Final = (60, 15)
"""From so many seconds left on the clock is amber, then red."""


@command
class Pause(Command, tag="pause"):
    """Stop the clock, with a word why; the same again lets it go on."""

    why: Text = ""


@event
class TimerStarted(Event, tag="timer-started"):
    """The timer is turned: it runs for so many seconds."""

    seconds: float


@event
class TimerStopped(Event, tag="timer-stopped"):
    """The marine turn is over, and the timer with it."""


@event
class ClockRead(Event, tag="clock-read"):
    """What the clock showed when a command was given: the seconds of play gone so far."""

    gone: float


@event
class ClockHeld(Event, tag="clock-held"):
    """The clock stands, with a word why."""

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


def seconds(state: Match) -> int | None:
    """How long the marine turn may last now; None without a clock.

    In the 1st edition each sergeant who is missing costs time, and novices have more.

    Rule: SH-TIMER-1, SH-TIMER-4, SH1-TIMER-1, SH1-TIMER-4, SH-SERGEANT-3
    """
    length = state.options.timer
    if length is None:
        return None
    missing = max(0, SERGEANTS - sum(one.kind.sergeant for one in state.standing))
    return length + NOVICE * state.options.novice - state.edition.minus_for_sergeants * missing


def calls(state: Match) -> tuple[int, ...]:
    """At so many seconds left the passing time is called; its end is told by the clock itself.

    Three minutes left are called where the timer may be longer than that, as for novices.

    Rule: SH-TIMER-6, SH1-TIMER-7
    """
    most = (state.options.timer or 0) + NOVICE * state.options.novice
    return (*range((most - 1) // MINUTE * MINUTE, CALLS[0], -MINUTE), *CALLS)


def start_timer(live: Live[Match]) -> Rule[None]:
    """Turn the timer.

    Rule: SH-TIMER-2, SH1-TIMER-2
    """
    found = seconds(live.state)
    if found is not None:
        yield TimerStarted(seconds=float(max(1, found)))


def read(live: Live[Match], gone: float | None) -> Rule[None]:
    """Note what the clock showed when the command was given; it never goes back by itself.

    Rule: SH-TIMER-6
    """
    if gone is not None and gone > live.state.timer.gone:
        yield ClockRead(gone=gone)


def time_is_up(state: Match) -> bool:
    """Whether the timer has run out.

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
