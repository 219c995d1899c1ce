"""The race: who leads, who may win now, and what everybody gained this turn.

A game says how far everybody is (`View.race`); every user interface shows the same of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct

from q40k.games.game import Racer, View
from q40k.i18n.locale import Locale
from q40k.i18n.race import gain_text, score_text

LEADS, NEAR = "♛", "!"
"""Who leads alone, and who may win with what happens next."""


class RacePlace(Struct, frozen=True):
    """A side in the race: whether it leads alone, and what it has gained this turn."""

    racer: Racer
    leads: bool = False
    more: Fraction = Fraction(0)

    @property
    def since(self) -> Fraction:
        """Its part of a win at the beginning of the turn."""
        return self.racer.progress - (self.more / self.racer.goal if self.racer.goal else 0)

    def mark(self) -> str:
        """Return its sign: may win now, leads, or neither."""
        return NEAR if self.racer.near else LEADS if self.leads else " "

    def figure(self, locale: Locale) -> str:
        """Return its score: "×3.4", "7/15"."""
        return score_text(locale, self.racer.scored, self.racer.goal, self.racer.unit)

    def gain(self, locale: Locale) -> str:
        """Return what it has gained this turn: "+1.2"; "" for nothing."""
        return gain_text(locale, self.more, self.racer.unit)


def race_places(view: View, state: Any, before: Any = None) -> tuple[RacePlace, ...]:
    """Return the race, the nearest to winning first; `before` is the turn's first state."""
    racers = view.race(state)
    then = {racer.side: racer.scored for racer in view.race(before)} if before is not None else {}
    best = max((racer.progress for racer in racers), default=Fraction(0))
    ahead = [racer.side for racer in racers if racer.progress == best and best > 0]
    unsorted = tuple(
        RacePlace(racer, [racer.side] == ahead, racer.scored - then.get(racer.side, racer.scored)) for racer in racers
    )
    return tuple(sorted(unsorted, key=lambda place: -place.racer.progress))


def ranks(racers: Sequence[Racer], winners: Sequence[str]) -> list[int]:
    """Return the rank of each racer; equal racers share a rank, and the next ones are skipped.

    Winners rank above all others, whatever the measure says.
    """
    scores = [(racer.name in winners, racer.progress) for racer in racers]
    return [scores.index(score) + 1 for score in scores]


def winners_first(race: Sequence[RacePlace], winners: Sequence[str]) -> list[RacePlace]:
    """Return the race with its winners in front, whatever the measure says."""
    return sorted(race, key=lambda place: place.racer.name not in winners)
