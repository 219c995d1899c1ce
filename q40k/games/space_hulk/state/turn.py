"""The turn: its clock, its command points and its phases.

The rules do not read the time. Each command carries the clock's reading in seconds of play, which is
journaled with it. An undo gives no time back: the next command carries the reading of its own moment.
"""

from typing import Annotated

from msgspec import Meta

from q40k.games.space_hulk.state.match import BLIP_AP, MARINE_AP, STEALER_AP, Acts, Conversion, Match, Phase
from q40k.games.space_hulk.state.registry import REGISTRY, Command, Event, fold
from q40k.kernel.commands import Text
from q40k.tabletop.rules import ClockRead, NothingChanged

# -- the clock -----------------------------------------------------------------------------

SERGEANTS = 2
"""The number of sergeants with whom the timer has its full length (SH1-TIMER-4)."""


NOVICE = 60


MINUTE = 60


CALLS = (120, 60, 45, 30, 15)
"""The seconds left at which the time is called, besides each full minute before (SH1-TIMER-7)."""


HURRY = (60, 15)
"""The seconds left from which the clock is amber, then red."""


class Pause(Command, tag="pause"):
    """Stop the clock, with a reason; the same command lets it go on."""

    why: Text = ""


class GiveTime(Command, tag="give-time"):
    """Give the marine player so many seconds back, as the game master says."""

    seconds: Annotated[int, Meta(ge=1, le=600)]


class TimeGiven(Event, tag="time-given"):
    """The running timer has so many seconds more."""

    seconds: int

    def fold(self, state: Match) -> Match:
        return state.replace(length=(state.timer.length or 0.0) + self.seconds)


class TimerStarted(Event, tag="timer-started"):
    """The timer is turned and runs for so many seconds."""

    seconds: float

    def fold(self, state: Match) -> Match:
        return state.replace(began=state.timer.gone, length=self.seconds, held=None)


class TimerStopped(Event, tag="timer-stopped"):
    """The marine turn is over, and the timer stops."""

    def fold(self, state: Match) -> Match:
        return state.replace(length=None, held=None)


REGISTRY.event(ClockRead)


REGISTRY.event(NothingChanged)


class ClockHeld(Event, tag="clock-held"):
    """The clock is stopped, with a reason."""

    why: str

    def fold(self, state: Match) -> Match:
        return state.replace(held=self.why)


class ClockGoesOn(Event, tag="clock-goes-on"):
    """The clock goes on."""

    def fold(self, state: Match) -> Match:
        return state.replace(held=None)


@fold(ClockRead)
def _read(state: Match, event: ClockRead) -> Match:
    return state.replace(gone=event.gone)


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


def is_time_up(state: Match) -> bool:
    """Return whether the timer has run out.

    Rule: SH-TIMER-3
    """
    timer = state.timer
    return timer.length is not None and timer.gone - timer.began >= timer.length


# -- command points ------------------------------------------------------------------------


HIGHEST_COUNTER = 6
"""The highest of the six counters (SH-CP-1, SH1-CP-1)."""


class CounterDrawn(Event, tag="counter-drawn"):
    """A counter is drawn from the cup; `value` is None if only the marine player knows it."""

    value: int | None
    turn: int
    again: bool = False

    def fold(self, state: Match) -> Match:
        return state.replace(drawn=self.value, draws=state.counter.draws + 1)


class PointsSpent(Event, tag="points-spent"):
    """More command points are spent: the marker goes up."""

    points: int
    who: str = ""

    def fold(self, state: Match) -> Match:
        return state.replace(spent=state.counter.spent + self.points)


class PointBack(Event, tag="point-back"):
    """A spent point comes back (SH-LIB-7)."""

    who: str

    def fold(self, state: Match) -> Match:
        return state.replace(spent=max(0, state.counter.spent - 1))


def is_counter_hidden(state: Match) -> bool:
    """Return whether the counter lies face down: from the draw to the end phase, but never in solo
    play.

    Rule: SH-SECRET-2, SOLO-TURN-4
    """
    if state.options.solo:
        return False
    return state.play.phase != "end" and not state.outcome.over


def points_left(state: Match) -> int | None:
    """Return the number of points left; None if only the marine player knows it."""
    drawn = state.counter.drawn
    return None if drawn is None else max(0, drawn - state.counter.spent)


def public_points_left(state: Match) -> int:
    """Return the most points that can be left by what both players know.

    Windows and refusals depend on this number alone: they would tell a counter that lies face down.

    Rule: SH-CP-6, SH-SECRET-2, SH-REACT-7
    """
    remaining = None if is_counter_hidden(state) else points_left(state)
    return HIGHEST_COUNTER - state.counter.spent if remaining is None else remaining


# -- phases --------------------------------------------------------------------------------


class Draw(Command, tag="draw"):
    """Draw a command point counter and begin the marine turn.

    In early records `seal` replaces the values of counters that lie face down.
    """

    seal: str | None = None


class EndTurn(Command, tag="end-turn"):
    """End the turn of the side to play."""


class TimeUp(Command, tag="time-up"):
    """Stop the marine turn. `begun`: an action that began in time is still to be entered."""

    begun: bool = False


class TurnOpened(Event, tag="turn-opened"):
    """A turn begins."""

    turn: int

    def fold(self, state: Match) -> Match:
        """Give all pieces their action points; nobody has to wait any longer.

        Rule: SH-AP-1, SH-AP-2, SH-ENTRY-5
        """
        marines = {
            id: marine.replace(acts=Acts(ap=MARINE_AP if marine.present else 0)) for id, marine in state.marines.items()
        }
        stealers = {
            id: stealer.replace(acts=Acts(ap=STEALER_AP), held=False, turns=0) for id, stealer in state.stealers.items()
        }
        blips = {id: blip.replace(acts=Acts(ap=BLIP_AP), held=False) for id, blip in state.blips.items()}
        return state.replace(
            marines=marines,
            stealers=stealers,
            blips=blips,
            turn=self.turn,
            drawn=None,
            draws=0,
            spent=0,
            power_used=False,
            phase="marine-command",
            active=None,
            last=None,
        )


class PhaseOpened(Event, tag="phase-opened"):
    """A phase of the turn begins."""

    phase: Phase

    def fold(self, state: Match) -> Match:
        """End sustained fire where a phase ends it, and every free shot that is still owed.

        Rule: SH1-SUSTAIN-4, SH-SHOOT-4
        """
        ends = self.phase == "stealer-reinforcement" and not state.edition.bonus_lasts
        state = state.without_aims(lambda aim: ends or aim.owed)
        return state.replace(phase=self.phase, active=None, last=None, finishing=False)


class BellRung(Event, tag="bell-rung"):
    """The timer has run out. `begun`: one more action may be entered, because it began in time."""

    begun: bool

    def fold(self, state: Match) -> Match:
        return state.replace(finishing=self.begun)


class WindowClosed(Event, tag="window-closed"):
    """Nobody reacts any more to the action of an alien."""

    actor: str

    def fold(self, state: Match) -> Match:
        """Close a window, and the conversions that waited for it with no stealer left to place."""
        pending = state.pending[:-1]
        while pending and isinstance(pending[-1], Conversion) and pending[-1].left == 0:
            pending = pending[:-1]
        return state.replace(pending=pending)
