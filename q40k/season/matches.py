"""Hold a match of a season, with the names by which the season knows its players."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from q40k.packs.base import Names
from q40k.study.summaries import SeatSummary
from q40k.table.outcomes import NOBODY, Entrant


class Match(Struct, frozen=True, gc=False):
    """Hold a match that counts. Its `entrants` have the names by which the season knows them.

    `studied` is what a study of the match said of them, by these names; empty without a study.
    """

    number: int
    identity: str
    name: str
    game: str
    played: Names | None
    began: str
    ended: str
    turns: int
    entrants: tuple[Entrant, ...]
    tags: tuple[str, ...] = ()
    studied: Mapping[str, SeatSummary] = MappingProxyType({})

    @property
    def people(self) -> tuple[Entrant, ...]:
        """Return the entrants with a name."""
        return tuple(entrant for entrant in self.entrants if entrant.player != NOBODY)

    @property
    def sides(self) -> dict[str, tuple[Entrant, ...]]:
        """Return the entrants by side, in the order of joining."""
        sides: dict[str, tuple[Entrant, ...]] = {}
        for entrant in self.entrants:
            sides[entrant.side] = (*sides.get(entrant.side, ()), entrant)
        return sides

    @property
    def is_draw(self) -> bool:
        """Tell whether all entrants finished level."""
        return all(entrant.place == 1 for entrant in self.entrants)

    def is_won_by(self, entrant: Entrant) -> bool:
        """Tell whether an entrant won, alone or with others; nobody wins a draw."""
        return entrant.place == 1 and not self.is_draw

    def beaten(self, entrant: Entrant) -> tuple[int, int]:
        """Return twice the opponents an entrant beat, a tie counting half, and the number of
        opponents.
        """
        halves = others = 0
        for other in self.entrants:
            if other.side != entrant.side:
                others += 1
                halves += 2 if other.place > entrant.place else other.place == entrant.place
        return halves, others
