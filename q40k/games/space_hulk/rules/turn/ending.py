"""The end phase: goals, the counter, all markers taken off, the next turn."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.questions import must_be, must_be_settled, number
from q40k.games.space_hulk.rules.registry import command, event, fold, rule
from q40k.games.space_hulk.rules.state import Aim, Match
from q40k.games.space_hulk.rules.turn.phases import PhaseOpened, close_windows, open_turn
from q40k.games.space_hulk.rules.turn.points import MOST
from q40k.games.space_hulk.rules.turn.winning import (
    BOTH,
    NOBODY,
    MatchEnded,
    check_goals,
    goals_question,
)
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.questions import AnswerError


@command
class EndPhase(Command, tag="end-phase"):
    """The end phase: what is met, what the counter shows; then a new turn."""


@event
class CounterShown(Event, tag="counter-shown"):
    """The command point counter is turned up, and goes back into the cup."""

    value: int
    spent: int


@event
class MarkersOff(Event, tag="markers-off"):
    """What is taken off the table: whose overwatch, guard and jams, which fires, the barrier."""

    overwatch: tuple[str, ...] = ()
    guard: tuple[str, ...] = ()
    jams: tuple[str, ...] = ()
    fires: tuple[str, ...] = ()
    barrier: bool = False


@fold(CounterShown)
def _shown(state: Match, event: CounterShown) -> Match:
    return state.replace(drawn=event.value)


@fold(MarkersOff)
def _off(state: Match, event: MarkersOff) -> Match:
    """Take the markers off; sustained fire ends too.

    Rule: SH-END-3, SH-SUSTAIN-4, SH-OVERWATCH-7, SH-GUARD-5, SH1-END-3
    """
    for id in state.marines:
        state = state.with_marine(id, aim=Aim(), overwatch=False, watched=False, guard=False)
    for id in event.jams:
        state = state.with_marine(id, jammed=False)
    return state.replace(fires={}, barrier=None)


@rule(EndPhase)
def end_phase(live: Live[Match], _command: EndPhase) -> Rule[None]:
    """Carry out the end phase, and begin the next turn.

    Rule: SH-END-1, SH-END-2, SH-END-3, SH-END-4, SH1-END-3, SH-CP-5, SH-CP-6, SH-WIN-2
    """
    must_be(live.state, "end", "stealer-action", "stealer-reinforcement")
    yield from must_be_settled(live.state)
    if live.state.play.phase != "end":
        yield from close_windows(live)
        yield PhaseOpened(phase="end")
    value = yield from _counter(live)
    checks = [check_goals(live), _overspent(live, value)]
    for check in reversed(checks) if live.state.edition.counter_first else checks:
        yield from check
        if live.state.outcome.over:
            return
    yield markers(live.state)
    yield from open_turn(live)


def goals_said(state: Match, command: Command, answers: list[Any]) -> bool:
    """Whether a script answers in the end phase, too, who has met the goals, where they are counted
    and nobody asks: it may, if that is so.

    Rule: SH-END-1, SH-MISSION-2
    """
    if not isinstance(command, EndPhase) or len(answers) != 1:
        return False
    try:
        said = goals_question().check(answers[0])
    except AnswerError:
        return False
    outcome = state.outcome
    if not outcome.over or outcome.met in ("points", "outlast"):
        return said == NOBODY
    return said == (outcome.winners[0] if len(outcome.winners) == 1 else BOTH)


def _counter(live: Live[Match]) -> Rule[int]:
    """Turn the counter up; where it lay on the table, ask what it shows.

    Rule: SH-END-2, SH-CP-5, SH-SECRET-2
    """
    drawn = live.state.counter.drawn
    if drawn is None:
        drawn = yield from number("marine", "counter-shown", "SH-END-2", MOST, least=1)
    yield CounterShown(value=drawn, spent=live.state.counter.spent)
    return drawn


def _overspent(live: Live[Match], value: int) -> Rule[None]:
    """Who has spent more than the counter shows has lost.

    Rule: SH-CP-6, SH-WIN-2, SH1-END-3
    """
    if live.state.counter.spent > value:
        yield MatchEnded(winners=("stealer",), met="points")


def markers(state: Match) -> MarkersOff:
    """All that is taken off the table in the end phase.

    Rule: SH-END-3, SH-JAM-4, SH1-JAM-7, SH1-END-3
    """
    standing = state.standing
    return MarkersOff(
        overwatch=tuple(one.id for one in standing if one.stance.overwatch),
        guard=tuple(one.id for one in standing if one.stance.guard),
        jams=tuple(one.id for one in standing if one.stance.jammed and state.edition.jam_ends),
        fires=tuple(state.fires),
        barrier=state.barrier is not None,
    )
