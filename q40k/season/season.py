"""The matches of a season: those of a library that are over and count, as the club names people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from q40k.kernel.placing import NOBODY
from q40k.packs.base import Names
from q40k.season.club import Club, club, key
from q40k.season.decisions import Decided, decided
from q40k.season.results import Finished, Progress, Results
from q40k.table.match_library import MatchLibrary
from q40k.table.outcomes import Entrant


class Filter(Struct, frozen=True):
    """Which matches are looked at: those that began from `since` to `until` (days, "2026-11-22",
    both of them too), of a game by its id, of what is `played` of it, of a tag; "" is any.
    """

    since: str = ""
    until: str = ""
    game: str = ""
    played: str = ""
    tag: str = ""


EVERYTHING: Final = Filter()


class Match(Struct, frozen=True, dict=True):
    """A match that counts. The names of `entrants` are those by which the season knows people."""

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

    @cached_property
    def people(self) -> tuple[Entrant, ...]:
        """Those who have names."""
        return tuple(one for one in self.entrants if one.player != NOBODY)

    @cached_property
    def sides(self) -> dict[str, tuple[Entrant, ...]]:
        """Who played together, by side, in the order of joining."""
        found: dict[str, tuple[Entrant, ...]] = {}
        for one in self.entrants:
            found[one.side] = (*found.get(one.side, ()), one)
        return found

    @cached_property
    def drawn(self) -> bool:
        """Whether nobody was better than anybody."""
        return all(one.place == 1 for one in self.entrants)

    def won(self, one: Entrant) -> bool:
        """Whether somebody has won it, alone or with others; not where all came out even."""
        return one.place == 1 and not self.drawn

    def beaten(self, one: Entrant) -> tuple[int, int]:
        """How many halves of opponents somebody has left behind, a tie being one; of how many."""
        halves = others = 0
        for other in self.entrants:
            if other.side != one.side:
                others += 1
                halves += 2 if other.place > one.place else other.place == one.place
        return halves, others


class Season(Struct, frozen=True):
    """All that a season is worked out from.

    `matches` are those that were asked for, `every` all that count. `left_out` are those that do
    not, each with the reason. `unread` are the numbers of matches that cannot be read, `lines` how
    many decisions cannot.
    """

    matches: tuple[Match, ...]
    every: tuple[Match, ...]
    left_out: tuple[tuple[Match, str], ...] = ()
    unread: tuple[int, ...] = ()
    lines: int = 0
    club: Club = field(default_factory=Club)

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games that were played, the one played most first."""
        played = [one.game for one in self.matches]
        return tuple(sorted(dict.fromkeys(played), key=lambda game: -played.count(game)))

    def of(self, game: str) -> tuple[Match, ...]:
        """The matches of a game."""
        return tuple(one for one in self.matches if one.game == game)


def season(
    library: MatchLibrary,
    wanted: Filter = EVERYTHING,
    progress: Progress = lambda _place, _number: None,
) -> Season:
    """The season of a library. Raises JournalError, OSError."""
    results = Results(library)
    return told(
        results.finished(progress), decided(library.path), wanted, unread=tuple(results.unread)
    )


def told(
    finished: Iterable[Finished],
    decisions: Decided,
    wanted: Filter = EVERYTHING,
    unread: tuple[int, ...] = (),
) -> Season:
    """The season of finished matches, in the order of play, as was decided."""
    known = club(decisions.standing)
    named = _named(known, list(finished))
    chosen = [one for one in named if _wanted(one, wanted)]
    return Season(
        tuple(one for one in chosen if one.identity not in known.left_out),
        tuple(one for one in named if one.identity not in known.left_out),
        tuple((one, known.left_out[one.identity]) for one in chosen
              if one.identity in known.left_out),
        unread,
        decisions.unread,
        known,
    )  # fmt: skip


def _named(known: Club, finished: Sequence[Finished]) -> list[Match]:
    """The matches with everybody by the name the season knows; the newest spelling counts."""
    shown = {}
    for match in finished:
        for one in match.ended.entrants:
            if known.known(one.player) == key(one.player):
                shown[key(one.player)] = one.player
    shown |= known.spelled
    shown[NOBODY] = NOBODY
    return [_match(known, shown, one) for one in finished]


def _match(known: Club, shown: dict[str, str], one: Finished) -> Match:
    ended = one.ended
    keys = _alone(known, ended.entrants)
    return Match(
        one.number,
        one.identity,
        one.name,
        ended.game,
        ended.played,
        ended.began,
        ended.ended,
        ended.turns,
        tuple(
            replace(entrant, player=shown.get(each, entrant.player))
            for entrant, each in zip(ended.entrants, keys, strict=True)
        ),
        known.tags.get(one.identity, ()),
    )


def _alone(known: Club, entrants: Sequence[Entrant]) -> list[str]:
    """The key of everybody in a match, so that nobody is in it twice.

    Two that are taken for one, but played in the same match, are two there. Who played on several
    sides has played against nobody else: that shows nothing of a player, so it is nobody’s.
    """
    keys = [known.known(one.player) for one in entrants]
    keys = [key(one.player) if keys.count(each) > 1 else each
            for one, each in zip(entrants, keys, strict=True)]  # fmt: skip
    sides: dict[str, set[str]] = {}
    for one, each in zip(entrants, keys, strict=True):
        sides.setdefault(each, set()).add(one.side)
    return [key(NOBODY) if len(sides[each]) > 1 else each for each in keys]


def _wanted(one: Match, wanted: Filter) -> bool:
    day = one.began[:10]
    said = [] if one.played is None else [key(one.played.en), key(one.played.fr)]
    return (
        (not wanted.since or day >= wanted.since)
        and (not wanted.until or day <= wanted.until)
        and (not wanted.game or one.game == wanted.game)
        and (not wanted.played or key(wanted.played) in said)
        and (not wanted.tag or key(wanted.tag) in map(key, one.tags))
    )
