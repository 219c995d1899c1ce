"""The course of the race, and how events changed everybody's chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import is_not
from typing import Any

from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.kernel.commentary import Step
from q40k.kernel.events import Event

LEAST_LEFT = 0.02
"""Until it has won, a side has at least this part of its goal left."""
ALIKE = 1e-9
"""Chances that differ by no more are the same."""

Shares = tuple[float, ...]
"""The part of its goal that each side has reached, side by side."""
Odds = tuple[float, ...]
"""The chance of each side to win, side by side."""


class Swing(Struct, frozen=True):
    """The greatest change of a side's chance to win, from `was` to `then`."""

    side: str
    was: float
    then: float

    @property
    def size(self) -> float:
        """The size of the change, up or down."""
        return abs(self.then - self.was)


@lru_cache(maxsize=8)
def chances(shares: Shares) -> Odds:
    """Return everybody's chance to win, by how little is left to their goal.

    This is the plain model that the page explains: a chance is one over the square of what is left.
    So a side with half as much left wins four times as often. The model knows no dice and no
    statistics. A side at its goal has won; of several, the furthest.
    """
    if (best := max(shares)) >= 1:
        won = [float(share == best) for share in shares]
        return tuple([share / sum(won) for share in won])
    most = 1 - LEAST_LEFT
    weights = [(1 - (share if share < most else most)) ** -2 for share in shares]
    total = sum(weights)
    return tuple([weight / total for weight in weights])


def swing(sides: Sequence[Racer], was: Odds, then: Odds) -> Swing | None:
    """Return the greatest change of a chance; a gain comes before an equal loss."""
    if was is then or not sides:
        return None
    change = [now - old for old, now in zip(was, then, strict=True)]
    won, lost = max(change), min(change)
    most = change.index(won if won > -lost - ALIKE else lost)
    return Swing(sides[most].name, was[most], then[most]) if change[most] else None


class RaceStep(Struct, frozen=True):
    """The race after an entry, what the entry changed, and what each great event of it changed.

    If no great event changed the race, `turned` is the first event that did, if any.
    """

    turn: int
    shares: Shares
    swing: Swing | None = None
    swings: tuple[tuple[Event, Swing], ...] = ()
    turned: Event | None = None


def race_steps(view: View, walked: Sequence[Step[Any]], sides: Sequence[Racer]) -> Iterator[RaceStep]:
    """Yield the race between some sides, entry by entry."""
    race, great = _Race(view, sides), view.moments.highlights
    for step in walked:
        before, swings, turned = race.odds, [], None
        for transition in step.transitions:
            if transition.event.type in great:
                was = race.at(transition.before)
                changed = swing(sides, was, race.at(transition.after))
                if changed is not None:
                    swings.append((transition.event, changed))
        odds, changed = race.at(step.state), None
        if odds is not before:
            if not swings:
                odds_then = [before, *(race.at(transition.after) for transition in step.transitions)]
                changes = zip(step.transitions, pairwise(odds_then), strict=True)
                turned = next((transition.event for transition, (was, now) in changes if now != was), None)
            changed = swing(sides, before, odds)
        turn = view.status(step.state).turn
        yield RaceStep(turn, race.shares, changed, tuple(swings), turned)


class _Race:
    """The race in one state after the other: its `shares`, and everybody's `odds`.

    Both stay the same objects while nothing changes.
    """

    def __init__(self, view: View, sides: Sequence[Racer]) -> None:
        self._view, self._sides = view, [side.side for side in sides]
        self._state: Any = None
        self._race: tuple[Racer, ...] = ()
        self._made: dict[str, float] = {}
        self.shares: Shares = (0.0,) * len(sides)
        self.odds: Odds = chances(self.shares) if sides else ()

    def at(self, state: Any) -> Odds:
        """Return everybody's chance in a state; before the first turn nobody has scored."""
        if state is self._state or (self._state is None and not self._view.status(state).turn):
            return self.odds
        last, before, self._state = self._race, self._state, state
        view = self._view
        self._race = view.race(state) if before is None else view.race_after(last, before, state)
        odds, own = self.odds, view.chances(state)
        if before is None or self._race is not last:
            self.shares = self._shares(last)
            odds = chances(self.shares) if own is None and self._sides else odds
        if own is not None:
            odds = tuple([own.get(side, 0.0) for side in self._sides])
        if odds != self.odds:
            self.odds = odds
        return self.odds

    def _shares(self, last: tuple[Racer, ...]) -> Shares:
        """Return everybody's share; compute only those that changed since `last`."""
        race = self._race
        others = list(compress(zip(last, race, strict=False), map(is_not, last, race)))
        if len(last) == len(race) and all(was.side == racer.side for was, racer in others):
            self._made.update([(racer.side, racer.share) for _was, racer in others])
        else:
            self._made = {racer.side: racer.share for racer in race}
        shares = self._made
        return tuple([shares.get(side, 0.0) for side in self._sides])
