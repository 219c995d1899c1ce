"""Rate players by the full orders of finish: Bradley-Terry, updated as Weng and Lin describe.

Each match counts as all its pairs of sides: who finished ahead of whom, and who tied. Winners are
not compared with the field as a whole: that would reward playing often, even when losing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from q40k.season.season import Match
from q40k.table.outcomes import NOBODY

LEAST_MATCHES: Final = 5
"""Fewer matches are too few to judge."""
CAUTION: Final = 2.0
"""The certain strength is this many standard deviations below the mean."""


class Strength(Struct, frozen=True):
    """Hold a strength after a match (its index in the season): mean and standard deviation."""

    match: int
    mu: float
    sigma: float


class Rating(Struct):
    """Hold somebody's strength over time, oldest first."""

    player: str
    course: list[Strength] = field(default_factory=list)

    @property
    def mu(self) -> float:
        """Return the current mean strength; everybody begins with 25."""
        return self.course[-1].mu

    @property
    def sigma(self) -> float:
        """Return the standard deviation of the strength; everybody begins with 25/3."""
        return self.course[-1].sigma

    @property
    def sure(self) -> float:
        """Return the strength somebody very likely has at least; players are sorted by it."""
        return self.mu - CAUTION * self.sigma

    @property
    def tells(self) -> bool:
        """Tell whether there are enough matches to judge."""
        return len(self.course) >= LEAST_MATCHES


def ratings(matches: Iterable[Match]) -> list[Rating]:
    """Rate the players of one game's matches in the order of play; the strongest is first.

    Players of a side are rated as a team. Sides without a name are skipped, and so are matches with
    fewer than two named sides.
    """
    from openskill.models import BradleyTerryFull, BradleyTerryFullRating

    model = BradleyTerryFull()
    held: dict[str, BradleyTerryFullRating] = {}
    by_player: dict[str, Rating] = {}
    for number, match in enumerate(matches):
        sides = _sides(match)
        if len(sides) < 2:
            continue
        names = [[player_ for player_, _place in side] for side in sides]
        teams = [[held.get(player_) or model.rating() for player_ in side] for side in names]
        ranks = [float(side[0][1]) for side in sides]
        for team, side in zip(model.rate(teams, ranks=ranks), names, strict=True):
            for rated, player in zip(team, side, strict=True):
                held[player] = rated
                course = by_player.setdefault(player, Rating(player)).course
                course.append(Strength(number, rated.mu, rated.sigma))
    return sorted(by_player.values(), key=lambda r: (not r.tells, -r.sure, r.player))


def _sides(match: Match) -> list[list[tuple[str, int]]]:
    """Return the players of every named side, each with its place."""
    sides = (
        [(entrant.player, entrant.place) for entrant in side if entrant.player != NOBODY]
        for side in match.sides.values()
    )
    return [side for side in sides if side]
