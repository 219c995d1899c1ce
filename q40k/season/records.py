"""The records of a club: the most of anything in a match or an evening, the longest run of wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from q40k.games.game import Count
from q40k.season.results import moment
from q40k.season.season import Match
from q40k.table.evening import HOURS

Kind = Literal["match", "evening", "wins", "turns", "table", "evening-matches"]


class Record(Struct, frozen=True):
    """A record: of what kind, what was counted ("" where the kind says it), how much, whose, when.

    `players` are all who hold it, and `when` is the day of whoever was first.
    """

    kind: Kind
    count: str
    most: int
    players: tuple[str, ...]
    when: str


_Made = tuple[str, int, str]
"""Who made how much, and when."""


def records(matches: Sequence[Match], counts: Sequence[Count]) -> list[Record]:
    """All records of matches of one game, in the order of play; nothing is no record."""
    nights = list(evenings(matches))
    found = []
    for count in counts:
        found.append(_best("match", count.id, _in_matches(matches, count.id)))
        if count.keeps == "sum":
            found.append(_best("evening", count.id, _in_evenings(nights, count.id)))
    found.append(_best("wins", "", _runs(matches)))
    found.append(_best("evening-matches", "", _played(nights)))
    found.append(_best("turns", "", _of_all(matches, lambda one: one.turns)))
    found.append(_best("table", "", _of_all(matches, lambda one: len(one.entrants))))
    return [one for one in found if one is not None]


def evenings(matches: Iterable[Match]) -> Iterator[list[Match]]:
    """The matches by evening: so many hours after the end of its first one an evening is over."""
    night: list[Match] = []
    for match in matches:
        if night and moment(match.ended) - moment(night[0].ended) > HOURS * 3600:
            yield night
            night = []
        night.append(match)
    if night:
        yield night


def _best(kind: Kind, count: str, made: Iterable[_Made]) -> Record | None:
    found = list(made)
    most = max((much for _who, much, _when in found), default=0)
    if most < 1:
        return None
    best = [(who, when) for who, much, when in found if much == most]
    return Record(
        kind, count, most, tuple(dict.fromkeys(who for who, _ in best if who)), best[0][1]
    )


def _in_matches(matches: Iterable[Match], count: str) -> Iterator[_Made]:
    for match in matches:
        for one in match.people:
            yield one.player, one.counts.get(count, 0), match.began


def _in_evenings(nights: Iterable[Sequence[Match]], count: str) -> Iterator[_Made]:
    for night in nights:
        made: dict[str, int] = {}
        for match in night:
            for one in match.people:
                made[one.player] = made.get(one.player, 0) + one.counts.get(count, 0)
        yield from ((player, much, night[0].began) for player, much in made.items())


def _played(nights: Iterable[Sequence[Match]]) -> Iterator[_Made]:
    for night in nights:
        players = [one.player for match in night for one in match.people]
        yield from ((one, players.count(one), night[0].began) for one in dict.fromkeys(players))


def _runs(matches: Iterable[Match]) -> Iterator[_Made]:
    """Wins in a row, as long as each run was when it grew; it began with its first win."""
    running: dict[str, tuple[int, str]] = {}
    for match in matches:
        for one in match.people:
            much, began = running.get(one.player, (0, ""))
            now = (much + 1, began or match.began) if match.won(one) else (0, "")
            running[one.player] = now
            yield one.player, *now


def _of_all(matches: Iterable[Match], much: Callable[[Match], int]) -> Iterator[_Made]:
    for match in matches:
        yield from ((one.player, much(match), match.began) for one in match.people)
