"""The end phase: check goals and the counter, remove all markers, begin the next turn."""

from __future__ import annotations

from typing import Any

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.questions import must_be_in_phase, must_convert_first, number
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
    """Carry out the end phase, then begin a new turn."""


@event
class CounterShown(Event, tag="counter-shown"):
    """The command point counter is turned up and goes back into the cup."""

    value: int
    spent: int


@event
class MarkersOff(Event, tag="markers-off"):
    """Markers leave the table: overwatch, guard and jams of marines, fires, the barrier."""

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
    """Remove the markers; sustained fire also ends.

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
    must_be_in_phase(live.state, "end", "stealer-action", "stealer-reinforcement")
    yield from must_convert_first(live.state)
    if live.state.play.phase != "end":
        yield from close_windows(live)
        yield PhaseOpened(phase="end")
    value = yield from _turn_up_counter(live)
    checks = [check_goals(live), _check_overspending(live, value)]
    for check in reversed(checks) if live.state.edition.counter_first else checks:
        yield from check
        if live.state.outcome.over:
            return
    yield markers_event(live.state)
    yield from open_turn(live)


def has_extra_goals_answer(state: Match, command: Command, answers: list[Any]) -> bool:
    """Return whether a script rightly answers the question for goals that nobody asks.

    A script may give that answer in the end phase although the goals are counted, if it is true.

    Rule: SH-END-1, SH-MISSION-2
    """
    if not isinstance(command, EndPhase) or len(answers) != 1:
        return False
    try:
        winner = goals_question().check(answers[0])
    except AnswerError:
        return False
    outcome = state.outcome
    if not outcome.over or outcome.met in ("points", "outlast"):
        return winner == NOBODY
    return winner == (outcome.winners[0] if len(outcome.winners) == 1 else BOTH)


def _turn_up_counter(live: Live[Match]) -> Rule[int]:
    """Turn the counter up and return its value; if it lay on the table, ask for it.

    Rule: SH-END-2, SH-CP-5, SH-SECRET-2
    """
    drawn = live.state.counter.drawn
    if drawn is None:
        drawn = yield from number("marine", "counter-shown", "SH-END-2", MOST, least=1)
    yield CounterShown(value=drawn, spent=live.state.counter.spent)
    return drawn


def _check_overspending(live: Live[Match], value: int) -> Rule[None]:
    """End the match for a marine player who has spent more than the counter shows.

    Rule: SH-CP-6, SH-WIN-2, SH1-END-3
    """
    if live.state.counter.spent > value:
        yield MatchEnded(winners=("stealer",), met="points")


def markers_event(state: Match) -> MarkersOff:
    """Return the event that takes all markers off the table in the end phase.

    Rule: SH-END-3, SH-JAM-4, SH1-JAM-7, SH1-END-3
    """
    marines = state.marines_in_play
    return MarkersOff(
        overwatch=tuple(marine.id for marine in marines if marine.stance.overwatch),
        guard=tuple(marine.id for marine in marines if marine.stance.guard),
        jams=tuple(
            marine.id for marine in marines if marine.stance.jammed and state.edition.jam_ends
        ),
        fires=tuple(state.fires),
        barrier=state.barrier is not None,
    )
