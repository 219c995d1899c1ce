"""The phases of a turn, and what begins and ends with each."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.envelopes import seal_values
from q40k.games.space_hulk.rules.questions import (
    choose,
    forbid,
    must_be_in_phase,
    must_convert_first,
)
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
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
from q40k.games.space_hulk.rules.turn.clock import TimerStopped, start_timer
from q40k.games.space_hulk.rules.turn.points import CounterDrawn, draw_counter
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule


@command
class Draw(Command, tag="draw"):
    """Draw a command point counter and begin the marine turn.

    `seal` replaces the values of counters that lie face down in a record.
    """

    seal: str | None = None

    def sealed_copy(self, events: Sequence[Event]) -> Draw:
        """Return the command with the drawn counters under a seal.

        Rule: SH-SECRET-2
        """
        draws = [event for event in events if isinstance(event, CounterDrawn)]
        turn = str(draws[0].turn)
        return self.replace(seal=seal_values("marine", turn, (event.value for event in draws)))


@command
class EndTurn(Command, tag="end-turn"):
    """End the turn of the side to play."""


@command
class TimeUp(Command, tag="time-up"):
    """Stop the marine turn. `begun`: an action that began in time is still to be entered."""

    begun: bool = False


@event
class TurnOpened(Event, tag="turn-opened"):
    """A turn begins."""

    turn: int


@event
class PhaseOpened(Event, tag="phase-opened"):
    """A phase of the turn begins."""

    phase: Phase


@event
class BellRung(Event, tag="bell-rung"):
    """The timer has run out. `begun`: one more action may be entered, because it began in time."""

    begun: bool


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    """Give all pieces their action points; nobody has to wait any longer.

    Rule: SH-AP-1, SH-AP-2, SH-ENTRY-5
    """
    marines = {
        id: marine.replace(acts=Acts(ap=MARINE_AP if marine.present else 0))
        for id, marine in state.marines.items()
    }
    stealers = {
        id: stealer.replace(acts=Acts(ap=STEALER_AP), held=False, turns=0)
        for id, stealer in state.stealers.items()
    }
    blips = {
        id: blip.replace(acts=Acts(ap=BLIP_AP), held=False) for id, blip in state.blips.items()
    }
    return state.replace(
        marines=marines, stealers=stealers, blips=blips, turn=event.turn, drawn=None, draws=0,
        spent=0, power_used=False, phase="marine-command", active=None, last=None,
    )  # fmt: skip


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
    is_begun = (yield from choose("marine", "begun", "SH-TIMER-5", ("yes", "no"))) == "yes"
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
        raise forbid("SH-CP-3", "drawn-already")
    must_be_in_phase(live.state, "marine-command")
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
    must_be_in_phase(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            raise forbid("SH-TURN-1", "wrong-phase", phase="marine-action", wanted="stealer-action")
        yield from end_marine_turn(live)
    if live.state.play.phase == "stealer-reinforcement":
        yield PhaseOpened(phase="stealer-action")


@rule(EndTurn)
def end_turn(live: Live[Match], _command: EndTurn) -> Rule[None]:
    """End the turn of a side.

    Rule: SH-TURN-1, SH-TURN-4, SH-AP-3
    """
    must_be_in_phase(live.state, "marine-action", "stealer-action", "stealer-reinforcement")
    yield from must_convert_first(live.state)
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
    must_be_in_phase(live.state, "marine-action", "marine-command")
    if live.state.play.phase == "marine-command":
        yield PhaseOpened(phase="marine-action")
    yield BellRung(begun=command.begun)
    if not command.begun:
        yield from end_marine_turn(live)


@event
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
