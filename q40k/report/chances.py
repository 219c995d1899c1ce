"""How the race went, and by how much what happened changed everybody's chance to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, pairwise
from operator import is_not
from typing import Any

from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.kernel.calls import Step
from q40k.kernel.events import Event

LEAST_LEFT = 0.02
"""Nobody is counted as nearer to winning than this, in parts of the goal, until it has won."""
ALIKE = 1e-9
"""Chances that differ by no more are the same."""

Shares = tuple[float, ...]
"""What part of its goal each side has made, side by side."""
Odds = tuple[float, ...]
"""The chance of each side to win, side by side."""


class Swing(Struct, frozen=True):
    """Whose chance to win something changed most, from what to what."""

    side: str
    was: float
    then: float

    @property
    def size(self) -> float:
        """By how much, up or down."""
        return abs(self.then - self.was)


@lru_cache(maxsize=8)
def chances(shares: Shares) -> Odds:
    """Everybody's chance to win, by how little is left to their goal.

    The plain model that the page explains: a chance is as great as one over the square of what is
    left, so who has half as much left wins four times as often. It knows no dice and no figures.
    Who has reached the goal has won; of several who went furthest.
    """
    if (best := max(shares)) >= 1:
        won = [float(share == best) for share in shares]
        return tuple([one / sum(won) for one in won])
    most = 1 - LEAST_LEFT
    weights = [(1 - (share if share < most else most)) ** -2 for share in shares]
    total = sum(weights)
    return tuple([one / total for one in weights])


def swing(sides: Sequence[Racer], was: Odds, then: Odds) -> Swing | None:
    """Whose chance changed most between these; who won it, where somebody lost as much."""
    if was is then or not sides:
        return None
    change = [now - old for old, now in zip(was, then, strict=True)]
    won, lost = max(change), min(change)
    most = change.index(won if won > -lost - ALIKE else lost)
    return Swing(sides[most].name, was[most], then[most]) if change[most] else None


class Raced(Struct, frozen=True):
    """How the race stood after an entry, what that changed, and what each great event of it did.

    Where no great event did, the race `turned` by the first event that changed it, if any did.
    """

    turn: int
    shares: Shares
    swing: Swing | None = None
    swings: tuple[tuple[Event, Swing], ...] = ()
    turned: Event | None = None


def raced(view: View, walked: Sequence[Step[Any]], sides: Sequence[Racer]) -> Iterator[Raced]:
    """How the race went between some sides, entry by entry."""
    race, great = _Race(view, sides), view.moments.great
    for step in walked:
        before, swings, turned = race.odds, [], None
        for told in step.told:
            if told.event.type in great:
                was = race.at(told.before)
                changed = swing(sides, was, race.at(told.after))
                if changed is not None:
                    swings.append((told.event, changed))
        odds, changed = race.at(step.state), None
        if odds is not before:
            if not swings:
                stood = [before, *(race.at(told.after) for told in step.told)]
                changes = zip(step.told, pairwise(stood), strict=True)
                turned = next((told.event for told, (was, now) in changes if now != was), None)
            changed = swing(sides, before, odds)
        turn = view.status(step.state).turn
        yield Raced(turn, race.shares, changed, tuple(swings), turned)


class _Race:
    """The race of one state after the other: its `shares`, and everybody's `odds`.

    Both are the very same objects as long as nobody makes any.
    """

    def __init__(self, view: View, sides: Sequence[Racer]) -> None:
        self._view, self._sides = view, [one.side for one in sides]
        self._state: Any = None
        self._race: tuple[Racer, ...] = ()
        self._made: dict[str, float] = {}
        self.shares: Shares = (0.0,) * len(sides)
        self.odds: Odds = chances(self.shares) if sides else ()

    def at(self, state: Any) -> Odds:
        """Everybody's chance there; before the very first turn nobody has made anything."""
        if state is self._state or (self._state is None and not self._view.status(state).turn):
            return self.odds
        known, before, self._state = self._race, self._state, state
        view = self._view
        self._race = view.race(state) if before is None else view.race_after(known, before, state)
        odds, own = self.odds, view.chances(state)
        if before is None or self._race is not known:
            self.shares = self._shares(known)
            odds = chances(self.shares) if own is None and self._sides else odds
        if own is not None:
            odds = tuple([own.get(side, 0.0) for side in self._sides])
        if odds != self.odds:
            self.odds = odds
        return self.odds

    def _shares(self, known: tuple[Racer, ...]) -> Shares:
        """What part everybody has made; of those `known` before only who has gone on is asked."""
        race = self._race
        others = list(compress(zip(known, race, strict=False), map(is_not, known, race)))
        if len(known) == len(race) and all(was.side == one.side for was, one in others):
            self._made.update([(one.side, one.share) for _was, one in others])
        else:
            self._made = {one.side: one.share for one in race}
        made = self._made
        return tuple([made.get(side, 0.0) for side in self._sides])
