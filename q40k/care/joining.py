"""Joins the matches of another library into this one, each by its own identity.

A match that is not here is copied whole, with its identity and its checksums. A match that is here
stays, unless the other library played or amended it further from its present state: then it is
brought up to that. So joining the same library again changes nothing. Matches in the other bin are
not copied. Matches that are archived or branches there are so here also.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from q40k.care.backup import back_up
from q40k.care.journeys import read_journeys, store_journey
from q40k.care.notes import ON_LIST, HeldMatch, Journey, Place, count_missing, read_places, recall, store_place
from q40k.care.working import working_folder
from q40k.kernel.journal import match_lock, soundness, tables
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow, Transaction
from q40k.kernel.whole_file import DiskFull

Outcome = Literal["taken", "further", "same", "behind", "otherwise", "damaged", "binned", "erased", "open"]

MOST_BYTES, MOST_MATCHES, MOST_ENTRIES = 1_000_000_000, 100_000, 1_000_000
"""A library of others has at most so many bytes and matches, and so many entries in a match."""
_BEGINS = b"SQLite format 3\x00"


class JoinResult(Struct, frozen=True):
    """What became of a match of the other library, which is number `match` here (0: not here).

    It was `taken` in, or brought `further`. It was the `same`; or the one here was played further
    (the other is `behind`); or the two differ from some entry on (`otherwise`). It was `damaged`,
    in the bin there (`binned`), `erased` here on purpose, or is `open` here now.
    """

    outcome: Outcome
    match: int
    name: str


def is_library(path: Path) -> bool:
    """Return whether a file is a SQLite file. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_BEGINS)) == _BEGINS


def join(
    library: Path,
    journal: Journal,
    other: Path,
    progress: Callable[[int, int], None] = lambda _place, _number: None,
    finish: Callable[[Journal], None] = lambda _other: None,
) -> list[JoinResult]:
    """Take in the matches of another library, in the order of their numbers.

    The other library is only read; `finish` is called with it in the end. Each match is taken in
    whole or not at all. Raises JournalError, OSError (DiskFull).
    """
    with working_folder(library.parent, "joining") as folder:
        copy = folder / "other.sqlite3"
        with closing(open_copy(other, copy)) as opened:
            results = list(_join(library, journal, opened, read_places(other), read_journeys(other, opened), progress))
            finish(opened)
            return results


def may_lack_log(other: Path) -> bool:
    """Return whether a library's newest entries may be in a log that is not there, and no memory can tell.

    Its header says that it was written with a log; backups and mirrors are written without. Raises OSError.
    """
    with other.open("rb") as file:
        modes = file.read(20)[18:]
    is_alone = recall(other) is None and not other.with_name(other.name + "-wal").exists()
    return is_alone and modes == b"\x02\x02"


def find_missing(other: Path) -> list[tuple[HeldMatch, int]]:
    """Return the matches of another library that its own memory knows to be longer, with how many entries lack."""
    memory = recall(other)
    if memory is None or other.with_name(other.name + "-wal").exists():
        return []
    with closing(Journal.open_immutable(other)) as opened:
        numbers = {row.identity: row.id for row in opened.rows()}
        missing = [(held, count_missing(opened, numbers.get(held.match), held)) for held in memory.matches.values()]
    return [(held, number) for held, number in missing if number]


def open_copy(other: Path, copy: Path) -> Journal:
    """Open a copy of a library. Raises JournalError, which names the library and not the copy."""
    try:
        if other.stat().st_size > MOST_BYTES:
            raise JournalError("library-too-large", path=str(other))
        back_up(other, copy)
        _check_size(copy)
        return Journal(copy, lambda path: path)
    except DiskFull as error:
        raise DiskFull(copy.parent.parent, error.needed) from error
    except sqlite3.Error as error:
        raise JournalError("library-unread", path=str(other), detail=str(error)) from error
    except JournalError as error:
        if error.code == "journal-disk-full":
            raise DiskFull(copy.parent.parent, other.stat().st_size) from error
        code = "library-unread" if error.code == "journal-broken" else error.code
        raise JournalError(code, **{**error.facts, "path": str(other)}) from error


def _check_size(copy: Path) -> None:
    """Refuse a library whose lists would fill the memory. Raises JournalError, sqlite3.Error."""
    most_entries = "SELECT max(number) FROM (SELECT count(*) AS number FROM entries GROUP BY match)"
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        for sql, most in (("SELECT count(*) FROM matches", MOST_MATCHES), (most_entries, MOST_ENTRIES)):
            if (db.execute(sql).fetchone()[0] or 0) > most:
                raise JournalError("library-too-large", path=str(copy))


def _join(
    library: Path,
    journal: Journal,
    other: Journal,
    there: dict[str, Place],
    gone: dict[str, Journey],
    progress: Callable[[int, int], None],
) -> Iterator[JoinResult]:
    own_places = read_places(library)
    here = {row.identity: row for row in journal.matches()}
    rows = sorted((row for row in other.matches() if row.entries), key=lambda row: row.id)
    for index, row in enumerate(rows, 1):
        progress(index, len(rows))
        own = here.get(row.identity)
        if not (row.sound and soundness.check_match(other, row.id).is_sound):
            yield JoinResult("damaged", own.id if own else 0, row.name)
        elif own is not None:
            yield JoinResult(update_match(library, journal, own, other, row), own.id, own.name)
        elif own_places.get(row.identity, ON_LIST).emptied:
            yield JoinResult("erased", 0, row.name)
        elif (place_there := there.get(row.identity, ON_LIST)).binned:
            yield JoinResult("binned", 0, row.name)
        else:
            if place_there != ON_LIST:
                store_place(journal, row.identity, replace(place_there, journey=None))
            if row.identity in gone:  # somebody else goes on with it, wherever its copies lie
                store_journey(library, journal, row.identity, gone[row.identity])
            number = copy_match(journal, other, row)
            yield JoinResult("taken", number, row.name)


def update_match(library: Path, journal: Journal, own: MatchRow, other: Journal, row: MatchRow) -> Outcome:
    """Bring a match that is in both libraries up to date; return the outcome."""
    (own_seq, own_sum), (their_seq, their_sum) = journal.last(own.id), other.last(row.id)
    if (own_seq, own_sum) == (their_seq, their_sum):
        return "same"
    if their_seq < own_seq:
        return "behind" if journal.checksum(own.id, their_seq) == their_sum else "otherwise"
    if other.checksum(row.id, own_seq) != own_sum:
        return "otherwise"
    try:
        with match_lock.MatchLock(library.parent, own.id):
            _replace(journal, own, other, row)
    except JournalError as error:
        if error.code != "match-held":
            raise
        return "open"
    return "further"


def copy_match(journal: Journal, other: Journal, row: MatchRow) -> int:
    """Copy a match of another library whole, with its identity; return its number here. Raises JournalError."""
    with journal.transaction() as write:
        number = write.create_match(row.name, row.created, row.game, row.identity)
        _copy(write, number, other, row)
    return number


def _replace(journal: Journal, own: MatchRow, other: Journal, row: MatchRow) -> None:
    with journal.transaction() as write:
        for table in tables.COPIED:
            write.execute(f"DELETE FROM {table} WHERE match = ?", (own.id,))
        _copy(write, own.id, other, row)


def _copy(write: Transaction, number: int, other: Journal, row: MatchRow) -> None:
    """Copy everything kept of a match under its number here. It does not count as played here."""
    tables.copy_rows(other.iterate, row.id, write.db, number)
    sql = "UPDATE matches SET touched = ?, shape = ?, draft = '' WHERE id = ?"
    write.execute(sql, (row.touched, other.shape(row.id), number))
    tables.checksum_match(write.db, number)
