"""Command points: draw the counter, redraw it, and spend its points."""

from __future__ import annotations

from typing import Final

from q40k.games.space_hulk.rules.envelopes import unseal_values
from q40k.games.space_hulk.rules.questions import choose, forbid, refuse
from q40k.games.space_hulk.rules.registry import event, fold
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Event, Rule
from q40k.kernel.questions import DiceQuestion

MOST: Final = 6
"""The highest of the six counters (SH-CP-1, SH1-CP-1)."""


@event
class CounterDrawn(Event, tag="counter-drawn"):
    """A counter is drawn from the cup; `value` is None if only the marine player knows it."""

    value: int | None
    turn: int
    again: bool = False


@event
class PointsSpent(Event, tag="points-spent"):
    """More command points are spent: the marker goes up."""

    points: int
    who: str = ""


@event
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

    If a record keeps the counters secret, they are under its `seal`.

    Rule: SH-CP-1, SH-CP-2, SH-CP-3, SH1-CP-1, SH1-CP-3, SH-SERGEANT-2, SH-SECRET-2
    """
    state = live.state
    if state.options.cp == "table":
        yield CounterDrawn(value=None, turn=state.play.turn)
        return
    if seal is not None:
        for again, value in enumerate(unseal_values("marine", seal, "SH-SECRET-2")):
            yield CounterDrawn(value=value, turn=state.play.turn, again=bool(again))
        return
    yield from _draw_one(live)
    sergeant = any(marine.kind.sergeant for marine in state.marines_in_play)
    for _ in range(state.edition.redraws if sergeant else 0):
        if (yield from choose("marine", "again", "SH-CP-3", ("yes", "no"))) == "yes":
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
    return state.counter.spent < MOST if remaining is None else remaining > 0


def spend_points(live: Live[Match], points: int, who: str) -> Rule[None]:
    """Spend points; refuse more points than are left.

    Rule: SH-CP-4, SH-CP-6, SH1-CP-4
    """
    if points == 0:
        return
    remaining = points_left(live.state)
    if remaining is not None and points > remaining:
        yield from refuse("SH-CP-6", "points-short", who=who)
    if live.state.counter.spent + points > MOST:
        raise forbid("SH-CP-1", "points-never", most=MOST)
    yield PointsSpent(points=points, who=who)
