"""What the table's clock changes."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.shared import Folds
from q40k.games.quake.rules.parts import Clock
from q40k.games.quake.rules.state import Match


def _set(state: Match, event: e.ClockSet) -> Match:
    clock = state.clock or Clock()
    return state.replace(clock=clock.replace(limit=event.limit, each=event.each))


def _read(state: Match, event: e.ClockRead) -> Match:
    return (
        state if state.clock is None else state.replace(clock=state.clock.replace(gone=event.gone))
    )


def _held(state: Match, event: e.ClockHeld) -> Match:
    return (
        state
        if state.clock is None
        else state.replace(clock=state.clock.replace(paused=event.paused))
    )


def _taken_away(state: Match, _event: e.ClockTakenAway) -> Match:
    return state.replace(clock=None)


def _up(state: Match, _event: e.TimeUp) -> Match:
    # Whoever plays on plays without a limit, or sets a new one.
    return state if state.clock is None else state.replace(clock=state.clock.replace(limit=None))


FOLDS: Folds = {
    e.ClockSet: _set,
    e.ClockRead: _read,
    e.ClockHeld: _held,
    e.ClockTakenAway: _taken_away,
    e.TimeUp: _up,
}
