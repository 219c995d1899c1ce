"""The turn: its clock, its command points and its phases.

The rules do not read the time. Each command carries the clock's reading in seconds of play. It is
journaled with the command, so an undo also gives the time back.
"""

from __future__ import annotations

from q40k.games.space_hulk.rules import questions
from q40k.games.space_hulk.rules.registry import REGISTRY, Command, Event, fold, rule
from q40k.games.space_hulk.rules.state import (
    BLIP_AP,
    MARINE_AP,
    STEALER_AP,
    Acts,
    Aim,
    Conversion,
    Match,
    Phase,
    Window,
)
from q40k.kernel.commands import Text
from q40k.kernel.events import DiceQuestion, Live, Rule
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


class TimerStarted(Event, tag="timer-started"):
    """The timer is turned and runs for so many seconds."""

    seconds: float


class TimerStopped(Event, tag="timer-stopped"):
    """The marine turn is over, and the timer stops."""


REGISTRY.event(ClockRead)
REGISTRY.event(NothingChanged)


class ClockHeld(Event, tag="clock-held"):
    """The clock is stopped, with a reason."""

    why: str


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
    questions.must_be_open(live.state)
    if live.state.timer.length is None:
        raise questions.forbid("SH-TIMER-6", "no-clock")
    if live.state.timer.held is None:
        yield ClockHeld(why=command.why)
    else:
        yield ClockGoesOn()


# -- command points ------------------------------------------------------------------------


HIGHEST_COUNTER = 6
"""The highest of the six counters (SH-CP-1, SH1-CP-1)."""


class CounterDrawn(Event, tag="counter-drawn"):
    """A counter is drawn from the cup; `value` is None if only the marine player knows it."""

    value: int | None
    turn: int
    again: bool = False


class PointsSpent(Event, tag="points-spent"):
    """More command points are spent: the marker goes up."""

    points: int
    who: str = ""


class PointBack(Event, tag="point-back"):
    """A spent point comes back (SH-LIB-7)."""

    who: str


@fold(CounterDrawn)
def _drawn(state: Match, event: CounterDrawn) -> Match:
    return state.replace(drawn=event.value, draws=state.counter.draws + 1)


@fold(PointsSpent)
def _spent(state: Match, event: PointsSpent) -> Match:
    return state.replace(spent=state.counter.spent + event.points)


@fold(PointBack)
def _back(state: Match, _event: PointBack) -> Match:
    return state.replace(spent=max(0, state.counter.spent - 1))


def draw_counter(live: Live[Match], seal: str | None = None) -> Rule[None]:
    """Draw a counter; with a sergeant on the board it may be put back and drawn again, once.

    In early records secret counters are under a `seal`.

    Rule: SH-CP-1, SH-CP-2, SH-CP-3, SH1-CP-1, SH1-CP-3, SH-SERGEANT-2, SH-SECRET-2
    """
    state = live.state
    if state.options.cp == "table":
        yield CounterDrawn(value=None, turn=state.play.turn)
        return
    if seal is not None:
        for again, value in enumerate(questions.unseal_values("marine", seal, "SH-SECRET-2")):
            yield CounterDrawn(value=value, turn=state.play.turn, again=bool(again))
        return
    yield from _draw_one(live)
    sergeant = any(marine.kind.sergeant for marine in state.marines_in_play)
    for _ in range(state.edition.redraws if sergeant else 0):
        if (yield from questions.choose("marine", "again", "SH-CP-3", ("yes", "no"))) == "yes":
            yield from _draw_one(live)


def _draw_one(live: Live[Match]) -> Rule[None]:
    again = live.state.counter.draws > 0
    (value,) = yield DiceQuestion("counter", None, "SH-CP-2", {}, (6,), secret=True)
    yield CounterDrawn(value=value, turn=live.state.play.turn, again=again)


def points_left(state: Match) -> int | None:
    """Return the number of points left; None if only the marine player knows it."""
    drawn = state.counter.drawn
    return None if drawn is None else max(0, drawn - state.counter.spent)


def may_have_points_left(state: Match) -> bool:
    """Return whether any point can be left.

    Rule: SH-CP-6
    """
    remaining = points_left(state)
    return state.counter.spent < HIGHEST_COUNTER if remaining is None else remaining > 0


def spend_points(live: Live[Match], points: int, who: str) -> Rule[None]:
    """Spend points; refuse more points than are left.

    Rule: SH-CP-4, SH-CP-6, SH1-CP-4
    """
    if points == 0:
        return
    remaining = points_left(live.state)
    if remaining is not None and points > remaining:
        yield from questions.refuse("SH-CP-6", "points-short", who=who)
    if live.state.counter.spent + points > HIGHEST_COUNTER:
        raise questions.forbid("SH-CP-1", "points-never", most=HIGHEST_COUNTER)
    yield PointsSpent(points=points, who=who)


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


class PhaseOpened(Event, tag="phase-opened"):
    """A phase of the turn begins."""

    phase: Phase


class BellRung(Event, tag="bell-rung"):
    """The timer has run out. `begun`: one more action may be entered, because it began in time."""

    begun: bool


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
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
        turn=event.turn,
        drawn=None,
        draws=0,
        spent=0,
        power_used=False,
        phase="marine-command",
        active=None,
        last=None,
    )


@fold(PhaseOpened)
def _phase_opened(state: Match, event: PhaseOpened) -> Match:
    """End sustained fire where a phase ends it, and every free shot that is still owed.

    Rule: SH1-SUSTAIN-4, SH-SHOOT-4
    """
    if event.phase == "stealer-reinforcement" and not state.edition.bonus_lasts:
        for id in state.marines:
            state = state.with_marine(id, aim=Aim())
    for marine in state.marines_in_play:
        if marine.aim.owed:
            state = state.with_marine(marine.id, aim=Aim())
    return state.replace(phase=event.phase, active=None, last=None, finishing=False)


@fold(BellRung)
def _bell_rung(state: Match, event: BellRung) -> Match:
    return state.replace(finishing=event.begun)


def ask_if_begun(live: Live[Match]) -> Rule[bool]:
    """Ask whether an action that is entered after the time was begun in time; return the answer.

    This is asked once, if the clock is known. Without such an action the marine turn ends.

    Rule: SH-TIMER-3, SH-TIMER-5
    """
    if live.state.play.phase != "marine-action" or live.state.play.finishing:
        return True
    is_begun = (yield from questions.choose("marine", "begun", "SH-TIMER-5", ("yes", "no"))) == "yes"
    yield BellRung(begun=is_begun)
    if not is_begun:
        yield from end_marine_turn(live)
    return is_begun


def open_turn(live: Live[Match]) -> Rule[None]:
    """Begin a new turn, with its marine turn.

    Rule: SH-TURN-1, SH-TURN-2, SH1-TURN-1, SH1-TURN-2
    """
    yield TurnOpened(turn=live.state.play.turn + 1)
    if live.state.edition.timer_first:
        yield from start_timer(live)


@rule(Draw)
def draw(live: Live[Match], command: Draw) -> Rule[None]:
    """Draw the command points, turn the timer and begin the marines' actions.

    Rule: SH-TURN-2, SH-CP-2, SH1-TURN-2
    """
    if live.state.play.phase == "marine-action":
        raise questions.forbid("SH-CP-3", "drawn-already")
    questions.must_be_in_phase(live.state, "marine-command")
    yield from draw_counter(live, command.seal)
    yield PhaseOpened(phase="marine-action")
    if not live.state.edition.timer_first:
        yield from start_timer(live)


def end_marine_turn(live: Live[Match]) -> Rule[None]:
    """End the marine turn: stop the clock and open the reinforcement phase.

    Rule: SH-TURN-1, SH-TURN-3, SH-TIMER-3, SH1-TIMER-3
    """
    if live.state.timer.length is not None:
        yield TimerStopped()
    yield PhaseOpened(phase="stealer-reinforcement")


def open_stealer_phase(live: Live[Match]) -> Rule[None]:
    """Open the stealer action phase, because an alien acts; end what comes before it.

    Rule: SH-TURN-1, SH-TURN-2
    """
    questions.must_be_in_phase(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            raise questions.forbid("SH-TURN-1", "wrong-phase", phase="marine-action", wanted="stealer-action")
        yield from end_marine_turn(live)
    if live.state.play.phase == "stealer-reinforcement":
        yield PhaseOpened(phase="stealer-action")


@rule(EndTurn)
def end_turn(live: Live[Match], _command: EndTurn) -> Rule[None]:
    """End the turn of a side.

    Rule: SH-TURN-1, SH-TURN-4, SH-AP-3
    """
    questions.must_be_in_phase(live.state, "marine-action", "stealer-action", "stealer-reinforcement")
    yield from questions.must_convert_first(live.state)
    if live.state.play.phase == "marine-action":
        yield from end_marine_turn(live)
        return
    yield from close_windows(live)
    yield PhaseOpened(phase="end")


@rule(TimeUp)
def time_up(live: Live[Match], command: TimeUp) -> Rule[None]:
    """Stop the marine turn; an action that has begun may be finished.

    Rule: SH-TIMER-3, SH-TIMER-5, SH1-TIMER-3
    """
    questions.must_be_in_phase(live.state, "marine-action", "marine-command")
    if live.state.play.phase == "marine-command":
        yield PhaseOpened(phase="marine-action")
    yield BellRung(begun=command.begun)
    if not command.begun:
        yield from end_marine_turn(live)


class WindowClosed(Event, tag="window-closed"):
    """Nobody reacts any more to the action of an alien."""

    actor: str


@fold(WindowClosed)
def _window_closed(state: Match, _event: WindowClosed) -> Match:
    """Close a window, and the conversions that waited for it with no stealer left to place."""
    pending = state.pending[:-1]
    while pending and isinstance(pending[-1], Conversion) and pending[-1].left == 0:
        pending = pending[:-1]
    return state.replace(pending=pending)


def close_windows(live: Live[Match]) -> Rule[None]:
    """Close every open window without a reaction.

    Rule: SH-REACT-1
    """
    while isinstance(top := live.state.window, Window):
        yield WindowClosed(actor=top.actor)
