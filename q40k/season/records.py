"""The records of a club: the most of anything in a match or an evening, the longest run of wins."""

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
"""The kinds that say themselves what was counted."""


class Record(Struct, frozen=True):
    """A record: of what kind, what was counted ("" where the kind says it), how much, whose, when.

    `players` are all who hold it, and `when` is the day of whoever was first.
    """

    kind: Kind
    count: str
    most: int
    players: tuple[str, ...]
    when: str


class _Best:
    """The most of something so far, and whose it is."""

    def __init__(self) -> None:
        self.most = 0
        self.players: dict[str, None] = {}
        self.when = ""

    def take(self, player: str, much: int, when: str) -> None:
        """Somebody has made so much."""
        if much < self.most or much < 1:
            return
        if much > self.most:
            self.most, self.players, self.when = much, {}, when
        self.players[player] = None


def records(matches: Sequence[Match], counts: Sequence[Count]) -> list[Record]:
    """All records of matches of one game, in the order of play; nothing is no record."""
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
        Record(kind, count, one.most, tuple(one.players), one.when)
        for (kind, count), one in best.items()
        if one.most
    ]


def evenings(matches: Iterable[Match]) -> Iterator[list[Match]]:
    """The matches by evening: so many hours after the end of its first one an evening is over."""
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
    """What was made in a match; and wins in a row, as long as each run was when it grew."""
    of_count = [(count.id, best["match", count.id]) for count in counts]
    running: dict[str, tuple[int, str]] = {}
    for match in matches:
        for one in match.people:
            for count, most in of_count:
                if one.counts.get(count, 0) >= most.most:
                    most.take(one.player, one.counts.get(count, 0), match.began)
            much, since = running.get(one.player, (0, ""))
            now = (much + 1, since or match.began) if match.won(one) else (0, "")
            running[one.player] = now
            best["wins", ""].take(one.player, *now)
            best["turns", ""].take(one.player, match.turns, match.began)
            best["table", ""].take(one.player, len(match.entrants), match.began)


def _of_evening(
    night: Sequence[Match], counts: Sequence[Count], best: dict[tuple[Kind, str], _Best]
) -> None:
    played = Counter(one.player for match in night for one in match.people)
    for player, much in played.items():
        best["evening-matches", ""].take(player, much, night[0].began)
    for count in counts:
        if count.keeps == "sum":
            made = Counter[str]()
            for match in night:
                for one in match.people:
                    made[one.player] += one.counts.get(count.id, 0)
            for player, much in made.items():
                best["evening", count.id].take(player, much, night[0].began)
