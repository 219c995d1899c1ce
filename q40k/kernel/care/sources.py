"""What a file holds of matches, sound or not: read by SQLite, and page by page."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from q40k.kernel.journal import checksums, salvage
from q40k.kernel.journal.salvage import Row
from q40k.kernel.journal.tables import FIRST_GAME, FORMAT, LISTED, upgrade

ENTRY = "match, seq, kind, command, body, hand, events, dice, at, undone_by, checksum"
"""The columns of a row of entries, here and in whatever is made of them."""

BESIDE = ("", "-wal", "-shm", "-journal")
_BY_NOW_FAR = 2_000
"""So many missing entries on end are taken for the end of a match."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as a file lists it: whose identity it has, and the fields of its row by name."""

    identity: str
    number: int
    fields: dict[str, Any]
    sound: bool


@dataclass
class Source:
    """A file: its library's identity, its matches, every version of every entry, kept states."""

    library: str = ""
    matches: list[Listed] = field(default_factory=list)
    entries: dict[int, dict[int, list[Row]]] = field(default_factory=dict)
    replaced: dict[tuple[int, int], int] = field(default_factory=dict)
    snapshots: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Add a version of an entry, if it is another than those that are known."""
        known = self.entries.setdefault(row[0], {}).setdefault(row[1], [])
        if not any(same(one, row) for one in known):
            known.append(row)

    def last(self, number: int) -> int:
        """The number of the last entry of a match here; 0 when there is none."""
        return max(self.entries.get(number, {0: []}))


def same(one: Row, other: Row) -> bool:
    """Whether two rows are the same entry, whatever took it back."""
    return one[:9] == other[:9] and one[10:] == other[10:]


def of_library(library: Path, folder: Path) -> Source:
    """All that is left of a library: by SQLite, then by the bytes of its pages and its log."""
    for end in ("", "-wal"):
        beside = library.with_name(library.name + end)
        if beside.exists():
            shutil.copyfile(beside, folder / (library.name + end))
    found = of_copy(folder / library.name)
    log = library.with_name(library.name + "-wal")
    raw = salvage.from_file(library, log)
    _add_raw(found, raw)
    with suppress(OSError):
        _add_raw(found, salvage.from_log(log))
    return found


def of_log(log: Path) -> Source:
    """What a log holds that was kept because it was torn. Raises OSError."""
    found = Source()
    _add_raw(found, salvage.from_log(log))
    return found


def of_backup(backup: Path, folder: Path) -> Source:
    """What a backup holds. Raises OSError."""
    copy = folder / "backup.sqlite3"
    for end in BESIDE:
        copy.with_name(copy.name + end).unlink(missing_ok=True)
    shutil.copyfile(backup, copy)
    return of_copy(copy)


def of_copy(copy: Path) -> Source:
    """What SQLite reads of a file that may be written to, row by row where a tree is broken."""
    found = Source()
    if not copy.exists():
        return found
    with suppress(sqlite3.Error), closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # what does not fit is seen
        with suppress(sqlite3.Error):
            if 0 < db.execute("PRAGMA user_version").fetchone()[0] < FORMAT:
                upgrade(db)
        for (identity,) in _readable(db, "SELECT identity FROM library"):
            found.library = str(identity)
        for row in _entries(db):
            found.add(row)
        for row in _readable(db, f"SELECT checksum, {LISTED} FROM matches ORDER BY id"):
            _list(found, row[0], row[1:])
        for match, seq, old in _readable(db, "SELECT match, seq, replaces FROM replaced"):
            found.replaced[match, seq] = old
        sql = "SELECT match, seq, CAST(body AS BLOB), dice, checksum FROM snapshots"
        found.snapshots += _readable(db, sql)
    _sum_up(found)
    return found


def _list(found: Source, checksum: int, fields: Row) -> None:
    names = LISTED.split(", ")
    named = dict(zip(names, fields, strict=True))
    texts = (named["name"], named["created"], named["touched"], named["draft"], named["game"])
    if not isinstance(named["id"], int) or not all(isinstance(one, str) for one in texts):
        return
    sound = checksums.of_fields(fields) == checksum
    found.matches.append(Listed(str(named["identity"]), named["id"], named, sound))


def _add_raw(found: Source, raw: salvage.Salvage) -> None:
    for rows in raw.entries.values():
        for row in rows:
            found.add(row if len(row) > 10 else (*row[:10], None))
    known = {one.number for one in found.matches}
    for number, match in raw.matches.items():
        if number not in known and len(match) > 9:
            _list(found, match[9], (match[0], match[6], *match[1:6], *match[7:9]))
        elif number not in known:  # of an older format, whose copy could not be brought up to date
            name, created, touched = match[1:4]
            draft, game = (*match[4:6], "", FIRST_GAME)[:2] if len(match) > 4 else ("", FIRST_GAME)
            _list(found, 0, (number, "", name, created, touched, draft or "", game or "", 0, 0))
    _sum_up(found)


def _sum_up(found: Source) -> None:
    """Give what is of an older format identities and checksums, as bringing it up to date would."""
    for place, one in enumerate(found.matches):
        rows = found.entries.get(one.number, {})
        begun = rows.get(1, [None])[0]
        if one.identity or begun is None or begun[10] is not None:
            continue
        identity = checksums.identity_of(one.fields["created"], begun[1:9])
        found.matches[place] = Listed(identity, one.number, one.fields, True)
        before = checksums.first(identity)
        for seq in range(1, found.last(one.number) + 1):
            if seq not in rows or rows[seq][0][10] is not None:
                break
            old = rows[seq][0]
            before = checksums.of_entry(before, old[1:9], found.replaced.get((one.number, seq)))
            rows[seq][0] = (*old[:10], before)


def _readable(db: sqlite3.Connection, sql: str) -> Iterator[Row]:
    with suppress(sqlite3.Error):
        yield from db.execute(sql)


def _entries(db: sqlite3.Connection) -> Iterator[Row]:
    known = {row[1] for row in _readable(db, "PRAGMA table_info(entries)")}
    names = ENTRY if "checksum" in known else ENTRY.replace("checksum", "NULL")
    read: dict[int, int] = {}
    try:
        for row in db.execute(f"SELECT {names} FROM entries ORDER BY match, seq"):
            if salvage.is_entry(row):  # a torn page may give rows of nothing
                read[row[0]] = row[1]
                yield row
    except sqlite3.Error:
        pass
    else:
        return
    matches = {*read, *(row[0] for row in _readable(db, "SELECT id FROM matches"))}
    sql = f"SELECT {names} FROM entries WHERE match = ? AND seq = ?"
    for match in matches:
        seq, gone = read.get(match, 0), 0
        while gone < _BY_NOW_FAR:
            seq += 1
            gone += 1
            with suppress(sqlite3.Error):
                row = db.execute(sql, (match, seq)).fetchone()
                if row is not None and salvage.is_entry(row):
                    gone = 0
                    yield row
