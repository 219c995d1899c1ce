"""The table of a season: what everybody has made of their matches, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import fmean

from msgspec import Struct, field

from q40k.season.season import Match
from q40k.table.outcomes import Count, Entrant


class Standing(Struct):
    """What somebody has made of all matches.

    `places` are those they came in at. Of so many opponents they `met` they left some behind, each
    two `halves`, a tie being one. `counts` are what the games count.
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
        """How many matches they played."""
        return len(self.places)

    @property
    def mean_place(self) -> float:
        """The place they came in at in the mean."""
        return fmean(self.places)

    @property
    def beaten(self) -> Fraction:
        """How many opponents they left behind, a tie for a half."""
        return Fraction(self.halves, 2)

    @property
    def share(self) -> Fraction:
        """Which part of their opponents they left behind."""
        return Fraction(self.halves, 2 * self.met) if self.met else Fraction(0)


def standings(matches: Iterable[Match], counts: Sequence[Count] = ()) -> list[Standing]:
    """What everybody has made of the matches, the most wins first, then by opponents beaten."""
    found: dict[str, Standing] = {}
    for match in matches:
        for one in match.people:
            standing = found.setdefault(one.player, Standing(one.player))
            halves, met = match.beaten(one)
            standing.places.append(one.place)
            standing.wins += match.won(one)
            if one.points:
                standing.points += one.points
            standing.halves += halves
            standing.met += met
            _count(standing, one, counts)
    return sorted(found.values(), key=lambda one: (-one.wins, -one.share, one.player))


def _count(standing: Standing, one: Entrant, counts: Sequence[Count]) -> None:
    for count in counts:
        before, new = standing.counts.get(count.id, 0), one.counts.get(count.id, 0)
        standing.counts[count.id] = before + new if count.keeps == "sum" else max(before, new)


class Meeting(Struct):
    """How often one came in before the other, behind, or with them, on different sides."""

    before: int = 0
    behind: int = 0
    even: int = 0

    @property
    def times(self) -> int:
        """How often they have met."""
        return self.before + self.behind + self.even


def meetings(matches: Iterable[Match]) -> dict[tuple[str, str], Meeting]:
    """Everybody against everybody they have met, both ways."""
    found: dict[tuple[str, str], Meeting] = {}
    for match in matches:
        for one in match.people:
            for other in match.people:
                if one.side == other.side:
                    continue
                meeting = found.setdefault((one.player, other.player), Meeting())
                meeting.before += one.place < other.place
                meeting.behind += one.place > other.place
                meeting.even += one.place == other.place
    return found
