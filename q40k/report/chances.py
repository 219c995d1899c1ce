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
def chances(shares: Shares) -> tuple[float, ...]:
    """Everybody's chance to win, by how little is left to their goal.

    The plain model that the page explains: a chance is as great as one over the square of what is
    left, so who has half as much left wins four times as often. It knows no dice and no figures.
    """
    if max(shares) >= 1:
        won = [float(share >= 1) for share in shares]
        return tuple([one / sum(won) for one in won])
    most = 1 - LEAST_LEFT
    weights = [(1 - (share if share < most else most)) ** -2 for share in shares]
    total = sum(weights)
    return tuple([one / total for one in weights])


def swing(sides: Sequence[Racer], before: Shares, after: Shares) -> Swing | None:
    """Whose chance changed most between these; who won it, where somebody lost as much."""
    if before is after or not sides:
        return None
    was, then = chances(before), chances(after)
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
        before, swings, turned = race.now, [], None
        for told in step.told:
            if told.event.type in great:
                then = race.shares(told.before)
                changed = swing(sides, then, race.shares(told.after))
                if changed is not None:
                    swings.append((told.event, changed))
        shares, changed = race.shares(step.state), None
        if shares is not before:
            if not swings:
                stood = [before, *(race.shares(told.after) for told in step.told)]
                changes = zip(step.told, pairwise(stood), strict=True)
                turned = next((told.event for told, (was, now) in changes if now != was), None)
            changed = swing(sides, before, shares)
        turn = view.status(step.state).turn
        yield Raced(turn, shares, changed, tuple(swings), turned)


class _Race:
    """The race of one state after the other: the very same shares as long as nobody makes any."""

    def __init__(self, view: View, sides: Sequence[Racer]) -> None:
        self._view, self._sides = view, [one.side for one in sides]
        self._state: Any = None
        self._race: tuple[Racer, ...] = ()
        self._made: dict[str, float] = {}
        self.now: Shares = (0.0,) * len(sides)

    def shares(self, state: Any) -> Shares:
        """What part of its goal every side has made; nothing before the very first turn."""
        if state is self._state or (self._state is None and not self._view.status(state).turn):
            return self.now
        known, before, self._state = self._race, self._state, state
        view = self._view
        self._race = view.race(state) if before is None else view.race_after(known, before, state)
        if before is None or self._race is not known:
            self.now = self._shares(known)
        return self.now

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
