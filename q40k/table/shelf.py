"""The matches of a library put in order: the list, the archive, the bin, and who is a branch.

Nothing here touches an entry, but for `empty`, which is done on purpose only.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.kernel.care.memory import drop
from q40k.kernel.care.shelf import NOWHERE, Place, places, put
from q40k.kernel.journal.history import remove
from q40k.kernel.journal.journal import MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

Part = Literal["list", "archive", "bin"]


class Origin(Struct, frozen=True):
    """Of which match another is a branch, from which entry on; 0 when that match is gone."""

    match: int
    entry: int


class Shelf:
    """The matches of a library as they stand now."""

    def __init__(self, library: MatchLibrary) -> None:
        """Look at how they stand. Raises JournalError."""
        self._library = library
        self.places = places(library.path)
        self._rows = library.matches()
        self._numbers = {row.identity: row.id for row in self._rows}

    def place(self, row: MatchRow) -> Place:
        """Where a match stands."""
        return self.places.get(row.identity, NOWHERE)

    def part(self, row: MatchRow) -> Part:
        """In which part a match is listed."""
        place = self.place(row)
        return "bin" if place.binned else "archive" if place.archived else "list"

    def rows(self, part: Part = "list") -> list[MatchRow]:
        """The matches of a part, the one played last first; a branch nobody has opened comes
        below its match."""
        found = [row for row in self._rows if self.part(row) == part]
        fresh = [row for row in found if not row.played and self.place(row).of]
        listed = [row for row in found if row not in fresh]
        for row in reversed(fresh):
            of = self._numbers.get(self.place(row).of)
            above = [number for number, one in enumerate(listed, 1) if one.id == of]
            listed.insert(above[0] if above else len(listed), row)
        return listed

    def origin(self, row: MatchRow) -> Origin | None:
        """Of which match one is a branch; None when it is none."""
        place = self.place(row)
        return Origin(self._numbers.get(place.of, 0), place.entry) if place.of else None


def archive(library: MatchLibrary, row: MatchRow, *, away: bool = True) -> None:
    """Take a match off the list, or put it back on. Raises JournalError."""
    _move(library, row, archived=away)


def delete(library: MatchLibrary, row: MatchRow, at: str) -> None:
    """Put a match into the bin; nothing of it is lost.

    Raises JournalError ("match-held" when it is open anywhere).
    """
    with _closed(library, row):
        _move(library, row, binned=at)


def restore(library: MatchLibrary, row: MatchRow) -> None:
    """Take a match out of the bin, to where it stood. Raises JournalError."""
    _move(library, row, binned="", emptied=False)


def empty(library: MatchLibrary) -> int:
    """Erase what is in the bin; returns how many matches that were.

    What backups and records hold of them is left alone. Raises JournalError ("match-held").
    """
    rows = Shelf(library).rows("bin")
    for row in rows:
        with _closed(library, row):
            _move(library, row, emptied=True)
            remove(library.journal, row.id)
            drop(library.path, row.identity)
    return len(rows)


def origin(match_session: MatchSession) -> Origin | None:
    """Of which match an open one is a branch; None when it is none."""
    journal, row = match_session.session.journal, match_session.row
    place = places(journal.path).get(row.identity, NOWHERE) if journal.path else NOWHERE
    if not place.of:
        return None
    match = next((one.id for one in journal.matches() if one.identity == place.of), 0)
    return Origin(match, place.entry)


def _move(library: MatchLibrary, row: MatchRow, **changes: str | bool) -> None:
    place = places(library.path).get(row.identity, NOWHERE)
    put(library.path, row.identity, replace(place, **changes))


@contextmanager
def _closed(library: MatchLibrary, row: MatchRow) -> Iterator[None]:
    """Hold a match that nobody else holds. Raises JournalError ("match-held")."""
    lock = MatchLock(library.path.parent, row.id)
    lock.take()
    try:
        yield
    finally:
        lock.drop()
