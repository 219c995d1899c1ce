"""What each game shows before dice, and one throw of a command in any state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from q40k.kernel.events import AnswerError, Question, Refused
from tests.odds import epic, hulk, quake
from tests.odds.throwing import ROUNDED_LITTLE, Choose, Claim, Thrower
from tests.soak.games import game_of


@dataclass(frozen=True, slots=True)
class Shows:
    """What a game shows: before a command, beside a question, and how its choices are made meanwhile."""

    before: Callable[[Any, Any], Iterable[Claim]]
    at: Callable[[Any, Question], Iterable[Claim]]
    choose: Choose


SHOWS: dict[str, Shows] = {
    "quake": Shows(quake.claims_before, quake.claims_at, quake.choose),
    "epic": Shows(epic.claims_before, epic.claims_at, epic.choose),
    "space-hulk": Shows(hulk.claims_before, hulk.claims_at, hulk.choose),
}


def thrower(game: str, state: Any, command: Any) -> Thrower | None:
    """Return what throws a command; None if the rules refuse it, or somebody must say what odds cannot know."""
    shows = SHOWS[game]
    with suppress(Refused):
        claims = shows.before(state, command)
        return Thrower(game_of(game).rules, state, command, claims, shows.at, shows.choose)
    return None


@dataclass(slots=True)
class Sum:
    """How often things of one name were foreseen and came, over many situations."""

    throws: int = 0
    came: float = 0.0
    foreseen: float = 0.0
    variance: float = 0.0
    rounded: float = 0.0

    @property
    def deviations(self) -> float:
        """By how many standard deviations the dice differ from what was shown."""
        off = max(0.0, abs(self.came - self.foreseen) - self.rounded)
        return off / sqrt(max(self.variance, 1e-9)) if off > ROUNDED_LITTLE * self.throws else 0.0


class Sums:
    """What a whole soak has shown before dice, and what the dice then did."""

    def __init__(self) -> None:
        self.by_name: dict[str, Sum] = {}

    def throw(self, game: str, state: Any, command: Any, dice: Random) -> None:
        """Throw a command once, beside the match, and count what was shown before and on the way."""
        pilot = thrower(game, state, command)
        if pilot is None:
            return
        with suppress(Refused, AnswerError):  # somebody must say what only a table knows
            pilot.throw(dice)
        for count in pilot.counts.values():
            if count.claim.is_chance:
                self._add(count.claim, count.throws, count.total)

    def _add(self, claim: Claim, throws: int, came: float) -> None:
        chance = float(claim.expected)
        total = self.by_name.setdefault(claim.name, Sum())
        total.throws += throws
        total.came += came
        total.foreseen += throws * chance
        total.variance += throws * chance * (1 - chance)
        total.rounded += throws * claim.rounded

    def wrong(self, deviations: float = 4.0) -> list[str]:
        """Return a line for every chance that the dice of the whole soak do not bear out."""
        return [
            f"{name}: {total.came:.0f} of {total.throws}, {total.foreseen:.1f} were foreseen"
            f" ({total.deviations:.1f} standard deviations)"
            for name, total in self.by_name.items()
            if total.deviations > deviations
        ]


SUMS = Sums()
"""The account of this process."""
