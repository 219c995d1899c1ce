"""The race as it stands: who leads, who may win now, and what everybody gained this turn.

A game says how far (`View.race`); every face shows the same of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.i18n.locale import Locale
from q40k.i18n.race import gained, so_far

LEADS, NEAR = "♛", "!"
"""Who leads alone, and who may win with what happens next."""


class Place(Struct, frozen=True):
    """A side in the race: whether it leads alone, and what it has made since the turn began."""

    racer: Racer
    leads: bool = False
    more: Fraction = Fraction(0)

    @property
    def since(self) -> Fraction:
        """What part of a win it had made as the turn began."""
        return self.racer.part - (self.more / self.racer.goal if self.racer.goal else 0)

    def mark(self) -> str:
        """How it stands, in a sign: may win now, leads, or neither."""
        return NEAR if self.racer.near else LEADS if self.leads else " "

    def figure(self, locale: Locale) -> str:
        """What it has made: "×3.4", "7/15"."""
        return so_far(locale, self.racer.made, self.racer.goal, self.racer.unit)

    def gain(self, locale: Locale) -> str:
        """What it has made this turn: "+1.2"; "" for nothing."""
        return gained(locale, self.more, self.racer.unit)


def places(view: View, state: Any, before: Any = None) -> tuple[Place, ...]:
    """The race as it stands, the nearest to winning first; `before` is how the turn began."""
    racers = view.race(state)
    then = {one.side: one.made for one in view.race(before)} if before is not None else {}
    best = max((one.part for one in racers), default=Fraction(0))
    ahead = [one.side for one in racers if one.part == best and best > 0]
    made = tuple(
        Place(one, [one.side] == ahead, one.made - then.get(one.side, one.made)) for one in racers
    )
    return tuple(sorted(made, key=lambda place: -place.racer.part))


def numbers(racers: Sequence[Racer], winners: Sequence[str]) -> list[int]:
    """The place of everybody in such an order; who is as far shares it, and the next comes after.

    Who has won is before who has not, however far.
    """
    far = [(one.name in winners, one.part) for one in racers]
    return [far.index(one) + 1 for one in far]


def winners_first(race: Sequence[Place], winners: Sequence[str]) -> list[Place]:
    """The race with those in front who have won it, whatever the measure says."""
    return sorted(race, key=lambda place: place.racer.name not in winners)
