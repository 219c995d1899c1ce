"""Where matches have gone that were handed over: written down twice, in the library and on its shelf.

The mark in the library decides, and is written first. The shelf is a second copy. If the two differ, the later mark
counts. So a match is not played in two places because one of these files is lost, repaired, or an older one is put
back.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from q40k.care.notes import ON_LIST, Journey, Place, read_places, store_places
from q40k.kernel.journal.journal import Journal, JournalError

_TABLE = "CREATE TABLE IF NOT EXISTS journeys (match TEXT PRIMARY KEY, mark TEXT NOT NULL) WITHOUT ROWID"
"""It is made when a match is handed over for the first time; other versions of q40k do not look for it."""
_HERE = Journey("", "here", "", "")


def read_journeys(library: Path, journal: Journal) -> dict[str, Journey]:
    """Return the journeys of matches that cannot be played here, by their identities."""
    return {match: mark for match, mark in _read_marks(library, journal).items() if mark.state != "here"}


def journey_of(library: Path, journal: Journal, match: str) -> Journey | None:
    """Return the journey of a match; None if it can be played here."""
    return read_journeys(library, journal).get(match)


def store_journey(library: Path, journal: Journal, match: str, journey: Journey | None) -> None:
    """Write down where a match is; without a journey it is here. Raises JournalError; then nothing has changed."""
    store_journeys(library, journal, {match: journey or _HERE})


def store_journeys(library: Path, journal: Journal, journeys: Mapping[str, Journey]) -> None:
    """Write down where matches are, all at once. Raises JournalError; then nothing has changed."""
    before = _read_marks(library, journal)
    marks = {match: replace(mark, step=before.get(match, _HERE).step + 1) for match, mark in journeys.items()}
    write_marks(journal, marks)
    with suppress(JournalError):  # the library knows
        copy_marks(journal, marks)


def write_marks(journal: Journal, marks: Mapping[str, Journey]) -> None:
    """Write marks into the library, durably. Raises JournalError."""
    with journal.transaction() as write:
        write.execute(_TABLE)
        rows = [(match, msgspec.json.encode(mark).decode()) for match, mark in marks.items()]
        write.executemany("INSERT OR REPLACE INTO journeys VALUES (?, ?)", rows)


def copy_marks(journal: Journal, marks: Mapping[str, Journey]) -> None:
    """Write marks onto the shelf as well. Raises JournalError."""

    def change(places: dict[str, Place]) -> dict[str, Place]:
        return places | {match: replace(places.get(match, ON_LIST), journey=mark) for match, mark in marks.items()}

    store_places(journal, change)


def _read_marks(library: Path, journal: Journal) -> dict[str, Journey]:
    marks = {match: place.journey for match, place in read_places(library).items() if place.journey is not None}
    for match, mark in _marks_in_library(journal):
        if match not in marks or mark.step >= marks[match].step:
            marks[match] = mark
    return marks


def _marks_in_library(journal: Journal) -> Iterator[tuple[str, Journey]]:
    rows = []
    with suppress(JournalError):  # a damaged table: the shelf still knows
        if journal.read("SELECT 1 FROM sqlite_master WHERE name = 'journeys'"):
            rows = journal.read("SELECT match, mark FROM journeys")
    for match, mark in rows:
        with suppress(msgspec.MsgspecError, TypeError):
            yield str(match), msgspec.json.decode(mark, type=Journey)
