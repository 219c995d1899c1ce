"""The phases of a turn, and what begins and ends with each."""

from __future__ import annotations

from collections.abc import Sequence

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.envelopes import enveloped
from q40k.games.space_hulk.rules.questions import choose, forbid, must_be, must_be_settled
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
    """Draw a command point counter: the marine turn begins.

    `seal` is what a record holds in the place of counters that lie face down.
    """

    seal: str | None = None

    def sealed(self, told: Sequence[Event]) -> Draw:
        """What was drawn is in a record, but nobody reads it there.

        Rule: SH-SECRET-2
        """
        drawn = [one for one in told if isinstance(one, CounterDrawn)]
        turn = str(drawn[0].turn)
        return self.replace(seal=enveloped("marine", turn, (one.value for one in drawn)))


@command
class EndTurn(Command, tag="end-turn"):
    """The player whose turn it is has done all there is to do."""


@command
class TimeUp(Command, tag="time-up"):
    """The sand has run out: was an action begun in time that is still to be entered?"""

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
    """The timer has run out; `begun`: one more action may be entered, it was begun in time."""

    begun: bool


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    """All may act again; whoever had to wait need not any more.

    Rule: SH-AP-1, SH-AP-2, SH-ENTRY-5
    """
    marines = {
        id: one.replace(acts=Acts(ap=MARINE_AP if one.present else 0))
        for id, one in state.marines.items()
    }
    stealers = {
        id: one.replace(acts=Acts(ap=STEALER_AP), held=False, turns=0)
        for id, one in state.stealers.items()
    }
    blips = {id: one.replace(acts=Acts(ap=BLIP_AP), held=False) for id, one in state.blips.items()}
    return state.replace(
        marines=marines, stealers=stealers, blips=blips, turn=event.turn, drawn=None, draws=0,
        spent=0, power_used=False, phase="marine-command", active=None, last=None,
    )  # fmt: skip


@fold(PhaseOpened)
def _phase_opened(state: Match, event: PhaseOpened) -> Match:
    """Sustained fire may end with a phase; a free shot that is still owed always does.

    Rule: SH1-SUSTAIN-4, SH-SHOOT-4
    """
    if event.phase == "stealer-reinforcement" and not state.edition.bonus_lasts:
        for id in state.marines:
            state = state.with_marine(id, aim=Aim())
    for one in state.standing:
        if one.aim.owed:
            state = state.with_marine(one.id, aim=Aim())
    return state.replace(phase=event.phase, active=None, last=None, finishing=False)


@fold(BellRung)
def _bell_rung(state: Match, event: BellRung) -> Match:
    return state.replace(finishing=event.begun)


def was_begun(live: Live[Match]) -> Rule[bool]:
    """An action is entered after the sand has run out: it counts if it was begun in time.

    Asked once, where the clock is known; returns whether it is to be carried out.

    Rule: SH-TIMER-3, SH-TIMER-5
    """
    if live.state.play.phase != "marine-action" or live.state.play.finishing:
        return True
    begun = (yield from choose("marine", "begun", "SH-TIMER-5", ("yes", "no"))) == "yes"
    yield BellRung(begun=begun)
    if not begun:
        yield from end_marine_turn(live)
    return begun


def open_turn(live: Live[Match]) -> Rule[None]:
    """A new turn begins, with its marine turn.

    Rule: SH-TURN-1, SH-TURN-2, SH1-TURN-1, SH1-TURN-2
    """
    yield TurnOpened(turn=live.state.play.turn + 1)
    if live.state.edition.timer_first:
        yield from start_timer(live)


@rule(Draw)
def draw(live: Live[Match], command: Draw) -> Rule[None]:
    """Draw the command points; then the timer is turned and the marines act.

    Rule: SH-TURN-2, SH-CP-2, SH1-TURN-2
    """
    if live.state.play.phase == "marine-action":
        raise forbid("SH-CP-3", "drawn-already")
    must_be(live.state, "marine-command")
    yield from draw_counter(live, command.seal)
    yield PhaseOpened(phase="marine-action")
    if not live.state.edition.timer_first:
        yield from start_timer(live)


def end_marine_turn(live: Live[Match]) -> Rule[None]:
    """The marine turn is over: the reinforcements come, and no clock runs any more.

    Rule: SH-TURN-1, SH-TURN-3, SH-TIMER-3, SH1-TIMER-3
    """
    if live.state.timer.length is not None:
        yield TimerStopped()
    yield PhaseOpened(phase="stealer-reinforcement")


def to_the_stealers(live: Live[Match]) -> Rule[None]:
    """An alien acts: whatever of the turn comes before its action phase is over.

    Rule: SH-TURN-1, SH-TURN-2
    """
    must_be(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            raise forbid("SH-TURN-1", "wrong-phase", phase="marine-action", wanted="stealer-action")
        yield from end_marine_turn(live)
    if live.state.play.phase == "stealer-reinforcement":
        yield PhaseOpened(phase="stealer-action")


@rule(EndTurn)
def end_turn(live: Live[Match], _command: EndTurn) -> Rule[None]:
    """A side has done all it will.

    Rule: SH-TURN-1, SH-TURN-4, SH-AP-3
    """
    must_be(live.state, "marine-action", "stealer-action", "stealer-reinforcement")
    yield from must_be_settled(live.state)
    if live.state.play.phase == "marine-action":
        yield from end_marine_turn(live)
        return
    yield from close_windows(live)
    yield PhaseOpened(phase="end")


@rule(TimeUp)
def time_up(live: Live[Match], command: TimeUp) -> Rule[None]:
    """The sand has run out: the turn stops on the spot, but what was begun is finished.

    Rule: SH-TIMER-3, SH-TIMER-5, SH1-TIMER-3
    """
    must_be(live.state, "marine-action", "marine-command")
    if live.state.play.phase == "marine-command":
        yield PhaseOpened(phase="marine-action")
    yield BellRung(begun=command.begun)
    if not command.begun:
        yield from end_marine_turn(live)


@event
class WindowClosed(Event, tag="window-closed"):
    """Nobody reacts any more to what an alien has done."""

    actor: str


@fold(WindowClosed)
def _window_closed(state: Match, _event: WindowClosed) -> Match:
    """A window is shut; a blip all of whose stealers stand is done with it."""
    left = state.pending[:-1]
    while left and isinstance(left[-1], Conversion) and left[-1].left == 0:
        left = left[:-1]
    return state.replace(pending=left)


def close_windows(live: Live[Match]) -> Rule[None]:
    """Pass whatever windows are open.

    Rule: SH-REACT-1
    """
    while isinstance(top := live.state.window, Window):
        yield WindowClosed(actor=top.actor)
