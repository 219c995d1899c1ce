"""The order of a library's matches: the list, the archive, the bin, and branches.

Entries are never changed here, except by `empty_bin`.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.care.journeys import read_journeys
from q40k.care.notes import ON_LIST, Place, read_places, store_place
from q40k.kernel.journal.history import remove
from q40k.kernel.journal.journal import MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession

Section = Literal["list", "archive", "bin"]


class Origin(Struct, frozen=True):
    """The match of which another is a branch, and the entry; `match` is 0 when it is gone."""

    match: int
    entry: int


class Shelf:
    """The matches of a library in their present order."""

    def __init__(self, library: MatchLibrary) -> None:
        """Read the matches and their places. Raises JournalError."""
        self._library = library
        self.places = read_places(library.path)
        self.journeys = read_journeys(library.path, library.journal)
        """Where matches are that were handed over, by their identities."""
        self._rows = library.matches()
        self._numbers = {row.identity: row.id for row in self._rows}

    def place(self, row: MatchRow) -> Place:
        """Return the place of a match."""
        return self.places.get(row.identity, ON_LIST)

    def section(self, row: MatchRow) -> Section:
        """Return the section in which a match is listed."""
        place = self.place(row)
        return "bin" if place.binned else "archive" if place.archived else "list"

    def rows(self, section: Section = "list") -> list[MatchRow]:
        """Return the matches of a section, the last played first.

        A branch that was never opened comes below its match.
        """
        rows = [row for row in self._rows if self.section(row) == section]
        fresh = [row for row in rows if not row.played and self.place(row).of]
        listed = [row for row in rows if row not in fresh]
        for row in reversed(fresh):
            parent = self._numbers.get(self.place(row).of)
            above = [index for index, other in enumerate(listed, 1) if other.id == parent]
            listed.insert(above[0] if above else len(listed), row)
        return listed

    def playable_rows(self) -> list[MatchRow]:
        """Return the matches on the list that are here, not handed over."""
        return [row for row in self.rows() if row.identity not in self.journeys]

    def origin(self, row: MatchRow) -> Origin | None:
        """Return the origin of a branch; None for other matches."""
        place = self.place(row)
        return Origin(self._numbers.get(place.of, 0), place.entry) if place.of else None


def archive(library: MatchLibrary, row: MatchRow, *, away: bool = True) -> None:
    """Move a match to the archive, or back to the list. Raises JournalError."""
    _move(library, row, archived=away)


def delete(library: MatchLibrary, row: MatchRow, at: str) -> None:
    """Move a match to the bin; nothing of it is lost.

    Raises JournalError ("match-held" when it is open anywhere).
    """
    with MatchLock(library.path.parent, row.id):
        _move(library, row, binned=at)


def restore(library: MatchLibrary, row: MatchRow) -> None:
    """Move a match out of the bin, to its former place. Raises JournalError."""
    _move(library, row, binned="", emptied=False)


def empty_bin(library: MatchLibrary) -> int:
    """Erase the matches in the bin; return their number.

    Backups and records of them are kept. Raises JournalError ("match-held").
    """
    rows = Shelf(library).rows("bin")
    for row in rows:
        with MatchLock(library.path.parent, row.id):
            _move(library, row, emptied=True)
            remove(library.journal, row.id)
            library.forget(row.identity)
            library.path.with_name(f"match-{row.id}.lock").unlink(missing_ok=True)
    return len(rows)


def origin(match_session: MatchSession) -> Origin | None:
    """Return the origin of an open branch; None for other matches."""
    journal, row = match_session.session.journal, match_session.row
    place = read_places(journal.path).get(row.identity, ON_LIST) if journal.path else ON_LIST
    if not place.of:
        return None
    match = next((other.id for other in journal.matches() if other.identity == place.of), 0)
    return Origin(match, place.entry)


def _move(library: MatchLibrary, row: MatchRow, **changes: str | bool) -> None:
    place = read_places(library.path).get(row.identity, ON_LIST)
    store_place(library.journal, row.identity, replace(place, **changes))
