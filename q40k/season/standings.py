"""Work out the table of a season: the totals of every player, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import fmean

from msgspec import Struct, field

from q40k.season.season import Match
from q40k.table.outcomes import Count, Entrant


class Standing(Struct):
    """Hold the totals of a player over all matches.

    `places` are the places of the matches. `met` is the number of opponents; `halves` counts two
    for each opponent beaten and one for a tie. `counts` are what the games count.
    """

    player: str
    places: list[int] = field(default_factory=list)
    wins: int = 0
    points: Fraction = Fraction(0)
    halves: int = 0
    met: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        """Return how many matches they played."""
        return len(self.places)

    @property
    def mean_place(self) -> float:
        """Return the mean of their places."""
        return fmean(self.places)

    @property
    def beaten(self) -> Fraction:
        """Return how many opponents they beat, a tie counting half."""
        return Fraction(self.halves, 2)

    @property
    def share(self) -> Fraction:
        """Return the share of their opponents that they beat."""
        return Fraction(self.halves, 2 * self.met) if self.met else Fraction(0)


def standings(matches: Iterable[Match], counts: Sequence[Count] = ()) -> list[Standing]:
    """Return the totals of everybody, the most wins first, then by share of opponents beaten."""
    by_player: dict[str, Standing] = {}
    for match in matches:
        for entrant in match.people:
            standing = by_player.setdefault(entrant.player, Standing(entrant.player))
            halves, met = match.beaten(entrant)
            standing.places.append(entrant.place)
            standing.wins += match.is_won_by(entrant)
            if entrant.points:
                standing.points += entrant.points
            standing.halves += halves
            standing.met += met
            _count(standing, entrant, counts)
    return sorted(by_player.values(), key=lambda total: (-total.wins, -total.share, total.player))


def _count(standing: Standing, entrant: Entrant, counts: Sequence[Count]) -> None:
    for count in counts:
        before, new = standing.counts.get(count.id, 0), entrant.counts.get(count.id, 0)
        standing.counts[count.id] = before + new if count.keeps == "sum" else max(before, new)


class Meeting(Struct):
    """Count how often one finished ahead of the other, behind, or level, on different sides."""

    before: int = 0
    behind: int = 0
    even: int = 0

    @property
    def times(self) -> int:
        """Return how often they have met."""
        return self.before + self.behind + self.even


def meetings(matches: Iterable[Match]) -> dict[tuple[str, str], Meeting]:
    """Return the meetings of everybody with everybody they met, both ways."""
    by_pair: dict[tuple[str, str], Meeting] = {}
    for match in matches:
        for entrant in match.people:
            for other in match.people:
                if entrant.side == other.side:
                    continue
                meeting = by_pair.setdefault((entrant.player, other.player), Meeting())
                meeting.before += entrant.place < other.place
                meeting.behind += entrant.place > other.place
                meeting.even += entrant.place == other.place
    return by_pair
