"""How strong everybody is, by the full orders of finish: Bradley-Terry, as Weng and Lin update it.

Each match is taken as all its pairs of sides: who came in before whom, who tied. A winner is never
told from the rest alone, which would let those who play much grow strong by losing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from q40k.kernel.placing import NOBODY
from q40k.season.season import Match

LEAST_MATCHES: Final = 5
"""With fewer there is too little to say."""
CAUTION: Final = 2.0
"""So many standard deviations below what is likely lies what one may be sure of."""


class Strength(Struct, frozen=True):
    """How strong somebody is after a match (its place in the season): the mean, the deviation."""

    match: int
    mu: float
    sigma: float


class Rating(Struct):
    """Somebody's strength over time, oldest first."""

    player: str
    course: list[Strength] = field(default_factory=list)

    @property
    def mu(self) -> float:
        """The strength that is likeliest now; everybody begins with 25."""
        return self.course[-1].mu

    @property
    def sigma(self) -> float:
        """How unsure that is: a standard deviation; everybody begins with 25/3."""
        return self.course[-1].sigma

    @property
    def sure(self) -> float:
        """The strength that somebody very likely has at least; by this they are put in order."""
        return self.mu - CAUTION * self.sigma

    @property
    def tells(self) -> bool:
        """Whether there are matches enough to say anything by it."""
        return len(self.course) >= LEAST_MATCHES


def ratings(matches: Iterable[Match]) -> list[Rating]:
    """Everybody's rating, the strongest first, from matches of one game in the order of play.

    Players of a side are rated as a team. Sides that nobody is named for are passed over, and so
    are matches with fewer than two others.
    """
    from openskill.models import BradleyTerryFull, BradleyTerryFullRating

    model = BradleyTerryFull()
    held: dict[str, BradleyTerryFullRating] = {}
    found: dict[str, Rating] = {}
    for number, match in enumerate(matches):
        sides = _sides(match)
        if len(sides) < 2:
            continue
        names = [[one for one, _place in side] for side in sides]
        teams = [[held.get(one) or model.rating() for one in side] for side in names]
        ranks = [float(side[0][1]) for side in sides]
        for team, side in zip(model.rate(teams, ranks=ranks), names, strict=True):
            for rated, player in zip(team, side, strict=True):
                held[player] = rated
                course = found.setdefault(player, Rating(player)).course
                course.append(Strength(number, rated.mu, rated.sigma))
    return sorted(found.values(), key=lambda one: (not one.tells, -one.sure, one.player))


def _sides(match: Match) -> list[list[tuple[str, int]]]:
    """The players of every side with a name, each with its place."""
    found = (
        [(one.player, one.place) for one in side if one.player != NOBODY]
        for side in match.sides.values()
    )
    return [side for side in found if side]
