"""Find the records of a club: the most of anything in a match or an evening, the longest winning
streak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from q40k.season.results import moment
from q40k.season.season import Match
from q40k.table.evening import HOURS
from q40k.table.outcomes import Count

Kind = Literal["match", "evening", "wins", "turns", "table", "evening-matches"]
_OTHERS: Final[tuple[Kind, ...]] = ("wins", "evening-matches", "turns", "table")
"""The kinds whose name tells what was counted."""


class Record(Struct, frozen=True):
    """Hold a record: its kind, what was counted ("" if the kind tells it), how much, by whom, when.

    `players` are all who hold it; `when` is the day of the first.
    """

    kind: Kind
    count: str
    most: int
    players: tuple[str, ...]
    when: str


class _Best:
    """Hold the highest number so far and its holders."""

    def __init__(self) -> None:
        self.most = 0
        self.players: dict[str, None] = {}
        self.when = ""

    def add(self, player: str, much: int, when: str) -> None:
        """Compare somebody's number."""
        if much < self.most or much < 1:
            return
        if much > self.most:
            self.most, self.players, self.when = much, {}, when
        self.players[player] = None


def records(matches: Sequence[Match], counts: Sequence[Count]) -> list[Record]:
    """Return all records of one game's matches in the order of play; zero is no record."""
    best: dict[tuple[Kind, str], _Best] = {}
    for count in counts:
        best["match", count.id] = _Best()
        if count.keeps == "sum":
            best["evening", count.id] = _Best()
    for kind in _OTHERS:
        best[kind, ""] = _Best()
    _of_matches(matches, counts, best)
    for night in evenings(matches):
        _of_evening(night, counts, best)
    return [
        Record(kind, count, holder.most, tuple(holder.players), holder.when)
        for (kind, count), holder in best.items()
        if holder.most
    ]


def evenings(matches: Iterable[Match]) -> Iterator[list[Match]]:
    """Group matches by evening: an evening ends HOURS hours after the end of its first match."""
    night: list[Match] = []
    began = 0.0
    for match in matches:
        at = moment(match.ended)
        if night and at - began > HOURS * 3600:
            yield night
            night = []
        if not night:
            began = at
        night.append(match)
    if night:
        yield night


def _of_matches(
    matches: Iterable[Match], counts: Sequence[Count], best: dict[tuple[Kind, str], _Best]
) -> None:
    """Find the records of single matches, and the longest winning streaks."""
    of_count = [(count.id, best["match", count.id]) for count in counts]
    running: dict[str, tuple[int, str]] = {}
    for match in matches:
        for entrant in match.people:
            for count, most in of_count:
                if entrant.counts.get(count, 0) >= most.most:
                    most.add(entrant.player, entrant.counts.get(count, 0), match.began)
            much, since = running.get(entrant.player, (0, ""))
            now = (much + 1, since or match.began) if match.is_won_by(entrant) else (0, "")
            running[entrant.player] = now
            best["wins", ""].add(entrant.player, *now)
            best["turns", ""].add(entrant.player, match.turns, match.began)
            best["table", ""].add(entrant.player, len(match.entrants), match.began)


def _of_evening(
    night: Sequence[Match], counts: Sequence[Count], best: dict[tuple[Kind, str], _Best]
) -> None:
    played = Counter(entrant.player for match in night for entrant in match.people)
    for player, much in played.items():
        best["evening-matches", ""].add(player, much, night[0].began)
    for count in counts:
        if count.keeps == "sum":
            totals = Counter[str]()
            for match in night:
                for entrant in match.people:
                    totals[entrant.player] += entrant.counts.get(count.id, 0)
            for player, much in totals.items():
                best["evening", count.id].add(player, much, night[0].began)
