"""The matches of another library taken into this one, each known by its own identity.

A match that is not here is copied whole, with its identity and its checksums. One that is here
stays, unless the other library has played or amended it further from where it stands here: then it
is brought up to that. So taking the same library in again changes nothing. What lies in the bin
there does not come; what stands in the archive or is a branch there does so here, too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from msgspec import Struct

from q40k.kernel.care.backup import back_up
from q40k.kernel.care.shelf import NOWHERE, Place, places, put
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import examined
from q40k.kernel.journal.tables import sum_match

What = Literal[
    "taken", "further", "same", "behind", "otherwise", "damaged", "binned", "erased", "open"
]

_ENTRY: Final = "seq, kind, command, body, hand, events, dice, at, undone_by, checksum"
_TABLES: Final = {
    "entries": _ENTRY,
    "replaced": "seq, replaces",
    "snapshots": "seq, body, dice, checksum",
}
"""What is kept of a match, beside its row, and the columns of each that are its own."""
_BEGINS: Final = b"SQLite format 3\x00"


class Joined(Struct, frozen=True):
    """What became of a match of the other library, which is number `match` here (0: not here).

    It was `taken` in, or brought `further`. It was the `same`, or the one here was played further
    (it is `behind`), or both went on `otherwise` from somewhere. It was `damaged`, lies in the bin
    there (`binned`), was `erased` here on purpose, or is `open` here just now.
    """

    what: What
    match: int
    name: str


def is_library(path: Path) -> bool:
    """Whether a file is one of SQLite’s. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(_BEGINS)) == _BEGINS


def join(
    library: Path,
    journal: Journal,
    other: Path,
    progress: Callable[[int, int], None] = lambda _place, _number: None,
) -> list[Joined]:
    """Take in the matches of another library, which is only read, in the order of their numbers.

    Each is taken whole or not at all. Raises JournalError, OSError.
    """
    with TemporaryDirectory(prefix=".joining-", dir=library.parent) as folder:
        copy = Path(folder) / "other.sqlite3"
        with closing(_opened(other, copy)) as from_there:
            return list(_join(library, journal, from_there, places(other), progress))


def _opened(other: Path, copy: Path) -> Journal:
    """A library by a copy of it. Raises JournalError, which names the library and not the copy."""
    try:
        back_up(other, copy)
        return Journal(copy, lambda path: path)
    except sqlite3.Error as error:
        raise JournalError("library-unread", path=str(other), detail=str(error)) from error
    except JournalError as error:
        code = "library-unread" if error.code == "journal-broken" else error.code
        raise JournalError(code, **{**error.facts, "path": str(other)}) from error


def _join(
    library: Path, journal: Journal, other: Journal, there: dict[str, Place],
    progress: Callable[[int, int], None],
) -> Iterator[Joined]:  # fmt: skip
    away = places(library)
    here = {row.identity: row for row in journal.matches()}
    rows = sorted((row for row in other.matches() if row.entries), key=lambda row: row.id)
    for place, row in enumerate(rows, 1):
        progress(place, len(rows))
        held = here.get(row.identity)
        if not (row.sound and examined(other, row.id).well):
            yield Joined("damaged", held.id if held else 0, row.name)
        elif held is not None:
            yield Joined(_joined(library, journal, held, other, row), held.id, held.name)
        elif away.get(row.identity, NOWHERE).emptied:
            yield Joined("erased", 0, row.name)
        elif (stands := there.get(row.identity, NOWHERE)).binned:
            yield Joined("binned", 0, row.name)
        else:
            number = _taken(journal, other, row)
            if stands != NOWHERE:
                put(library, row.identity, stands)
            yield Joined("taken", number, row.name)


def _joined(library: Path, journal: Journal, held: MatchRow, other: Journal, row: MatchRow) -> What:
    """What becomes of a match that is here and there."""
    (mine, my_sum), (theirs, their_sum) = journal.last(held.id), other.last(row.id)
    if (mine, my_sum) == (theirs, their_sum):
        return "same"
    if theirs < mine:
        return "behind" if journal.checksum(held.id, theirs) == their_sum else "otherwise"
    if other.checksum(row.id, mine) != my_sum:
        return "otherwise"
    lock = MatchLock(library.parent, held.id)
    try:
        lock.take()
    except JournalError as error:
        if error.code != "match-held":
            raise
        return "open"
    try:
        _further(journal, held, other, row)
    finally:
        lock.drop()
    return "further"


def _taken(journal: Journal, other: Journal, row: MatchRow) -> int:
    with journal._writing() as db:
        number = journal._create(db, row.name, row.created, row.game, row.identity)
        _copy(db, number, other, row)
    return number


def _further(journal: Journal, held: MatchRow, other: Journal, row: MatchRow) -> None:
    with journal._writing() as db:
        for table in _TABLES:
            db.execute(f"DELETE FROM {table} WHERE match = ?", (held.id,))
        _copy(db, held.id, other, row)


def _copy(db: sqlite3.Connection, number: int, other: Journal, row: MatchRow) -> None:
    """All that is kept of a match under its number here. It is not the one played last here."""
    for table, columns in _TABLES.items():
        rows = other._read(f"SELECT {columns} FROM {table} WHERE match = ?", row.id)
        marks = ", ".join("?" for _ in columns.split(", "))
        sql = f"INSERT INTO {table} (match, {columns}) VALUES (?, {marks})"
        db.executemany(sql, [(number, *one) for one in rows])
    sql = "UPDATE matches SET touched = ?, shape = ?, draft = '' WHERE id = ?"
    db.execute(sql, (row.touched, other.shape(row.id), number))
    sum_match(db, number)
