"""The turn: open and end its phases, draw command points, mind the clock."""

from q40k.games.space_hulk.rules.questions import must_convert_first
from q40k.games.space_hulk.state import questions, turn
from q40k.games.space_hulk.state.match import Match, Window
from q40k.games.space_hulk.state.registry import rule
from q40k.kernel.events import DiceQuestion, Live, Rule
from q40k.tabletop.asking import choose, forbid, refuse


def start_timer(live: Live[Match]) -> Rule[None]:
    """Turn the timer.

    Rule: SH-TIMER-2, SH1-TIMER-2
    """
    length = turn.turn_seconds(live.state)
    if length is not None:
        yield turn.TimerStarted(seconds=float(max(1, length)))


@rule(turn.Pause)
def pause(live: Live[Match], command: turn.Pause) -> Rule[None]:
    """Stop the clock, or let it go on.

    Rule: SH-TIMER-6
    """
    questions.must_be_open(live.state)
    if live.state.timer.length is None:
        raise forbid("SH-TIMER-6", "no-clock")
    if live.state.timer.held is None:
        yield turn.ClockHeld(why=command.why)
    else:
        yield turn.ClockGoesOn()


@rule(turn.GiveTime)
def give_time(live: Live[Match], command: turn.GiveTime) -> Rule[None]:
    """Give time back, because the table lost it on something else.

    Rule: SH-TIMER-3, SH-TIMER-6
    """
    questions.must_be_open(live.state)
    if live.state.timer.length is None:
        raise forbid("SH-TIMER-6", "no-clock")
    yield turn.TimeGiven(seconds=command.seconds)


def draw_counter(live: Live[Match], seal: str | None = None) -> Rule[None]:
    """Draw a counter; with a sergeant on the board it may be put back and drawn again, once.

    In early records secret counters are under a `seal`.

    Rule: SH-CP-1, SH-CP-2, SH-CP-3, SH1-CP-1, SH1-CP-3, SH-SERGEANT-2, SH-SECRET-2
    """
    state = live.state
    if state.options.cp == "table":
        yield turn.CounterDrawn(value=None, turn=state.play.turn)
        return
    if seal is not None:
        for again, value in enumerate(questions.unseal_values("marine", seal, "SH-SECRET-2")):
            yield turn.CounterDrawn(value=value, turn=state.play.turn, again=bool(again))
        return
    yield from _draw_one(live)
    sergeant = any(marine.kind.sergeant for marine in state.marines_in_play)
    for _ in range(state.edition.redraws if sergeant else 0):
        if (yield from choose("marine", "again", "SH-CP-3", ("yes", "no"))) == "yes":
            yield from _draw_one(live)


def _draw_one(live: Live[Match]) -> Rule[None]:
    again = live.state.counter.draws > 0
    (value,) = yield DiceQuestion("counter", None, "SH-CP-2", {}, (6,), secret=True)
    yield turn.CounterDrawn(value=value, turn=live.state.play.turn, again=again)


def spend_points(live: Live[Match], points: int, who: str) -> Rule[None]:
    """Spend points; refuse more points than can be left.

    A counter that lies face down refuses nothing: the end phase checks it.

    Rule: SH-CP-4, SH-CP-6, SH1-CP-4, SH-SECRET-2
    """
    if points == 0:
        return
    if live.state.counter.spent + points > turn.HIGHEST_COUNTER:
        raise forbid("SH-CP-1", "points-never", most=turn.HIGHEST_COUNTER)
    if points > turn.public_points_left(live.state):
        yield from refuse("SH-CP-6", "points-short", who=who)
    yield turn.PointsSpent(points=points, who=who)


def ask_if_begun(live: Live[Match]) -> Rule[bool]:
    """Ask whether an action that is entered after the time was begun in time; return the answer.

    This is asked once, if the clock is known. Without such an action the marine turn ends.

    Rule: SH-TIMER-3, SH-TIMER-5
    """
    if live.state.play.phase != "marine-action" or live.state.play.finishing:
        return True
    is_begun = (yield from choose("marine", "begun", "SH-TIMER-5", ("yes", "no"))) == "yes"
    yield turn.BellRung(begun=is_begun)
    if not is_begun:
        yield from end_marine_turn(live)
    return is_begun


def open_turn(live: Live[Match]) -> Rule[None]:
    """Begin a new turn, with its marine turn.

    Rule: SH-TURN-1, SH-TURN-2, SH1-TURN-1, SH1-TURN-2
    """
    yield turn.TurnOpened(turn=live.state.play.turn + 1)
    if live.state.edition.timer_first:
        yield from start_timer(live)


@rule(turn.Draw)
def draw(live: Live[Match], command: turn.Draw) -> Rule[None]:
    """Draw the command points, turn the timer and begin the marines' actions.

    Rule: SH-TURN-2, SH-CP-2, SH1-TURN-2
    """
    if live.state.play.phase == "marine-action":
        raise forbid("SH-CP-3", "drawn-already")
    questions.must_be_in_phase(live.state, "marine-command")
    yield from draw_counter(live, command.seal)
    yield turn.PhaseOpened(phase="marine-action")
    if not live.state.edition.timer_first:
        yield from start_timer(live)


def end_marine_turn(live: Live[Match]) -> Rule[None]:
    """End the marine turn: stop the clock and open the reinforcement phase.

    Rule: SH-TURN-1, SH-TURN-3, SH-TIMER-3, SH1-TIMER-3
    """
    if live.state.timer.length is not None:
        yield turn.TimerStopped()
    yield turn.PhaseOpened(phase="stealer-reinforcement")


def open_stealer_phase(live: Live[Match]) -> Rule[None]:
    """Open the stealer action phase, because an alien acts; end what comes before it.

    Rule: SH-TURN-1, SH-TURN-2
    """
    questions.must_be_in_phase(live.state, "stealer-action", "stealer-reinforcement", "marine-action")
    if live.state.play.phase == "marine-action":
        if not live.state.play.finishing:
            raise forbid("SH-TURN-1", "wrong-phase", phase="marine-action", wanted="stealer-action")
        yield from end_marine_turn(live)
    if live.state.play.phase == "stealer-reinforcement":
        yield turn.PhaseOpened(phase="stealer-action")


def must_let_program_act(state: Match) -> Rule[None]:
    """Refuse to end the Genestealers' turn while the program plays them: it ends its turn itself.

    Rule: SOLO-TURN-1
    """
    if state.options.solo and state.play.phase in ("stealer-reinforcement", "stealer-action"):
        yield from refuse("SOLO-TURN-1", "program-acts")


@rule(turn.EndTurn)
def end_turn(live: Live[Match], _command: turn.EndTurn) -> Rule[None]:
    """End the turn of a side.

    Rule: SH-TURN-1, SH-TURN-4, SH-AP-3, SOLO-TURN-1
    """
    questions.must_be_in_phase(live.state, "marine-action", "stealer-action", "stealer-reinforcement")
    yield from must_convert_first(live.state)
    if live.state.play.phase == "marine-action":
        yield from end_marine_turn(live)
        return
    yield from must_let_program_act(live.state)
    yield from close_windows(live)
    yield turn.PhaseOpened(phase="end")


@rule(turn.TimeUp)
def time_up(live: Live[Match], command: turn.TimeUp) -> Rule[None]:
    """Stop the marine turn; an action that has begun may be finished.

    Rule: SH-TIMER-3, SH-TIMER-5, SH1-TIMER-3
    """
    questions.must_be_in_phase(live.state, "marine-action", "marine-command")
    if live.state.play.phase == "marine-command":
        yield turn.PhaseOpened(phase="marine-action")
    yield turn.BellRung(begun=command.begun)
    if not command.begun:
        yield from end_marine_turn(live)


def close_windows(live: Live[Match]) -> Rule[None]:
    """Close every open window without a reaction.

    Rule: SH-REACT-1
    """
    while isinstance(top := live.state.window, Window):
        yield turn.WindowClosed(actor=top.actor)
