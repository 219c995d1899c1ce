"""Work out the finished matches of a library, each with its order of finish.

The results come from the journals. The library keeps each with the last entry of its match, so a match is worked
out again once it is played or amended.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from sys import intern
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.care.digests import Head
from q40k.care.notes import ON_LIST, read_places
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.table.digests import ENCODER, Ended, Result, decode_fraction, how_it_ended, open_briefs, open_results
from q40k.table.match_library import MatchLibrary

Progress = Callable[[int, int], None]
"""Called before each match that is worked out, with its place and their number."""

Engine = Callable[[], AbstractContextManager[Executor]]
"""Opens what works out portions of matches; its processes read the library at the same path."""
PORTION = 200
"""An engine works out so many matches at a time, and is opened for more than these."""


class Finished(Struct, frozen=True):
    """Hold a finished match: its identity in any library, its number and name in this one.

    `last` is its last entry with the checksum.
    """

    identity: str
    number: int
    name: str
    ended: Ended
    last: Head = (0, 0)


Reading = tuple[Head, Result] | None
"""The newest entry of a match and how it ended, as of one moment; None if it cannot be read."""


class LibraryResults:
    """Work out the results of a library’s matches."""

    def __init__(self, library: MatchLibrary) -> None:
        """Work out none yet."""
        self._library = library
        self._kept, self._briefs = open_results(library.journal), open_briefs(library.journal)
        self.unread: list[int] = []
        self.unfinished: list[str] = []

    def finished_matches(
        self, progress: Progress = lambda _place, _number: None, engine: Engine | None = None
    ) -> list[Finished]:
        """Return every finished match outside the bin, in the order of play. Raises JournalError.

        A branch of a match that has itself finished is skipped: it is an alternative end. `unread`
        gets the numbers of unreadable matches, `unfinished` the identities of those that go on.
        What was worked out is kept also if somebody interrupts it, or an `engine` fails.
        """
        shelf, journal = read_places(self._library.path), self._library.journal
        rows = [row for row in self._library.matches() if not shelf.get(row.identity, ON_LIST).binned]
        over, stale = dict[str, Finished](), list[MatchRow]()

        def sort_in(row: MatchRow, head: Head, ended: Ended | None) -> None:
            if ended is None:
                self.unfinished.append(row.identity)
            else:
                over[row.identity] = Finished(row.identity, row.id, row.name, _share(ended), head)

        rows.reverse()
        while rows:  # each row is let go once it is read: of 100,000 they take much memory
            row = rows.pop()
            head = journal.last(row.id)
            kept = self._kept.find(row.identity, head)
            if kept is None and (brief := self._briefs.find(row.identity, head)) is not None and not brief.over:
                kept = Result(None)  # whoever listed the match saw that it goes on
            if kept is None:
                stale.append(row)
            else:
                sort_in(row, head, kept.ended)
        try:
            for place, (row, reading) in enumerate(self._work_out(stale, engine), 1):
                progress(place, len(stale))
                if reading is None:
                    self.unread.append(row.id)
                else:
                    self._kept.keep(row.identity, *reading)
                    sort_in(row, reading[0], reading[1].ended)
        finally:
            self._kept.write()
        matches = [match for match in over.values() if shelf.get(match.identity, ON_LIST).of not in over]
        return sorted(matches, key=lambda match: (moment(match.ended.ended), match.identity))

    def _work_out(self, stale: Sequence[MatchRow], engine: Engine | None) -> Iterator[tuple[MatchRow, Reading]]:
        """Yield how each match stands, None if it cannot be read. Raises whatever ends an engine."""
        if engine is None or len(stale) <= PORTION:
            yield from ((row, _read_match(self._library, row.id)) for row in stale)
            return
        portions = [stale[at : at + PORTION] for at in range(0, len(stale), PORTION)]
        with engine() as executor:
            path = self._library.path
            futures = [executor.submit(read_portion, path, [row.id for row in portion]) for portion in portions]
            for portion, future in zip(portions, futures, strict=True):
                yield from zip(portion, _PORTIONS.decode(future.result()), strict=True)


def _read_match(library: MatchLibrary, number: int) -> Reading:
    """Return the last entry of a match and how it ended, at one moment; None if it cannot be read."""
    journal = library.journal
    try:
        with journal.moment():
            last = journal.last(number)
            game, state = library.last_state(number)
            entries = journal.live(number) if game.view.status(state).over else ()
    except JournalError:
        return None
    return last, Result(how_it_ended(game, state, entries))


@lru_cache(maxsize=10_000, typed=True)
def _reuse(value: Any) -> Any:
    """Return an equal value that was met before."""
    return value


def _share(ended: Ended) -> Ended:
    """Return how a match ended, with the names that many matches have in common once in memory."""
    entrants = tuple(
        replace(
            entrant,
            player=intern(entrant.player),
            side=intern(entrant.side),
            points=_reuse(entrant.points),
            figure=intern(entrant.figure),
            figure_name=_reuse(entrant.figure_name),
            army=intern(entrant.army),
        )
        for entrant in ended.entrants
    )
    return replace(ended, game=intern(ended.game), played=_reuse(ended.played), entrants=entrants)


def read_portion(path: Path, numbers: Sequence[int]) -> bytes:
    """Return the same of several matches of the library at `path`, as JSON. Raises JournalError."""
    with closing(MatchLibrary(path, follow=True)) as library:
        return ENCODER.encode([_read_match(library, number) for number in numbers])


def moment(at: str) -> float:
    """Return a journal time in seconds; an unreadable one is 0."""
    try:
        read = datetime.fromisoformat(at)
    except ValueError:
        return 0.0
    return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()


_PORTIONS = msgspec.json.Decoder(list[Reading], dec_hook=decode_fraction)
