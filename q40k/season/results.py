"""Work out the finished matches of a library, each with its order of finish.

The results come from the journals. The library keeps each with the last entry of its match, so a match is worked
out again once it is played or amended.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from q40k.care.digests import Head
from q40k.care.notes import ON_LIST, read_places
from q40k.kernel.commentary import Step
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.kernel.registry import Unregistered
from q40k.season.matches import Spool
from q40k.table.commentary import read_entry
from q40k.table.digests import ENCODER, Ended, Result, decode_fraction, how_it_ended, open_briefs, open_results
from q40k.table.match_library import MatchLibrary

Progress = Callable[[int, int], None]
"""Called before each match that is worked out, with its place and their number."""

Engine = Callable[[], AbstractContextManager[Executor]]
"""Opens what works out portions of matches; its processes read the library at the same path."""
PORTION = 200
"""An engine works out so many matches at a time, and is opened for more than these."""
AHEAD = 64
"""So many portions wait for an engine, or for whoever reads them."""


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
    ) -> Spool[Finished]:
        """Return every finished match outside the bin, in the order of play. Raises JournalError.

        A branch of a match that has itself finished is skipped: it is an alternative end. `unread`
        gets the numbers of unreadable matches, `unfinished` the identities of those that go on.
        What was worked out is kept also if somebody interrupts it, or an `engine` fails.
        """
        shelf, journal = read_places(self._library.path), self._library.journal
        finished, stale = Spool(Finished, "at REAL, identity TEXT", 2), Spool(MatchRow, "number INTEGER")
        over, origins = set[str](), {place.of for place in shelf.values()}

        def sort_in(row: MatchRow, head: Head, ended: Ended | None) -> None:
            if ended is None:
                self.unfinished.append(row.identity)
            else:
                over.update({row.identity} & origins)
                match = Finished(row.identity, row.id, row.name, ended, head)
                finished.add(match, moment(ended.ended), row.identity)

        for row in journal.iterate_rows():
            if row.is_record or not row.entries or shelf.get(row.identity, ON_LIST).binned:
                continue
            head = journal.last(row.id)
            kept = self._kept.find(row.identity, head)
            if kept is None and (brief := self._briefs.find(row.identity, head)) is not None and not brief.over:
                kept = Result(None)  # whoever listed the match saw that it goes on
            if kept is None:
                stale.add(row, row.id)
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
        branches = [identity for identity, place in shelf.items() if place.of in over]
        return finished.where("identity NOT IN (SELECT value FROM json_each(?))", json.dumps(branches))

    def _work_out(self, stale: Sequence[MatchRow], engine: Engine | None) -> Iterator[tuple[MatchRow, Reading]]:
        """Yield how each match stands, None if it cannot be read. Raises whatever ends an engine."""
        if engine is None or len(stale) <= PORTION:
            yield from ((row, _read_match(self._library, row.id)) for row in stale)
            return
        rows, waiting = iter(stale), deque[tuple[list[MatchRow], Future[bytes]]]()
        with engine() as executor:
            while True:
                while len(waiting) < AHEAD and (portion := list(islice(rows, PORTION))):
                    future = executor.submit(read_portion, self._library.path, [row.id for row in portion])
                    waiting.append((portion, future))
                if not waiting:
                    return
                portion, future = waiting.popleft()
                yield from zip(portion, _PORTIONS.decode(future.result()), strict=True)


def _read_match(library: MatchLibrary, number: int) -> Reading:
    """Return the last entry of a match and how it ended, at one moment; None if it cannot be read."""
    try:
        with library.journal.moment():
            last = library.journal.last(number)
            game, entries = library.game_of(number), library.read_sound(number)
        state, walked = game.rules.blank(), list[Step[Any]]()
        for entry in entries:
            state, seen, transitions = read_entry(game, state, entry)
            walked.append(Step(entry, transitions, seen))
    except (JournalError, ValueError, Unregistered):
        return None
    return last, Result(how_it_ended(game, state, entries, walked))


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
