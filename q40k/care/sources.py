"""The sources of a repair: what a file holds of matches, read by SQLite and page by page."""

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
"""The columns of a row of entries."""

BESIDE = ("", "-wal", "-shm", "-journal")
_LONGEST_GAP = 2_000
"""After this many missing entries in a row, a match is taken to end."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as a file lists it: its identity, and the fields of its row by name."""

    identity: str
    number: int
    fields: dict[str, Any]
    sound: bool


@dataclass
class Source:
    """A file: its library's identity, its matches, every version of every entry, snapshots."""

    library: str = ""
    matches: list[ListedMatch] = field(default_factory=list)
    entries: dict[int, dict[int, list[Row]]] = field(default_factory=dict)
    replaced: dict[tuple[int, int], int] = field(default_factory=dict)
    snapshots: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Add a version of an entry, unless it is known."""
        versions = self.entries.setdefault(row[0], {}).setdefault(row[1], [])
        if not any(is_same_entry(version, row) for version in versions):
            versions.append(row)

    def last(self, number: int) -> int:
        """Return the number of the last entry of a match here; 0 if there is none."""
        return max(self.entries.get(number, {0: []}))


def is_same_entry(row: Row, other: Row) -> bool:
    """Return whether two rows are the same entry, whatever undid it."""
    return row[:9] == other[:9] and row[10:] == other[10:]


def read_library(library: Path, folder: Path) -> Source:
    """Return everything left of a library: by SQLite, then by the bytes of its pages and log."""
    for suffix in ("", "-wal"):
        beside = library.with_name(library.name + suffix)
        if beside.exists():
            shutil.copyfile(beside, folder / (library.name + suffix))
    source = read_copy(folder / library.name)
    log = library.with_name(library.name + "-wal")
    raw = salvage.from_file(library, log)
    _add_raw(source, raw)
    with suppress(OSError):
        _add_raw(source, salvage.from_log(log))
    return source


def read_log(log: Path) -> Source:
    """Return what a torn log holds. Raises OSError."""
    source = Source()
    _add_raw(source, salvage.from_log(log))
    return source


def read_backup(backup: Path, folder: Path) -> Source:
    """Return what a backup holds. Raises OSError."""
    copy = folder / "backup.sqlite3"
    for suffix in BESIDE:
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(backup, copy)
    return read_copy(copy)


def read_copy(copy: Path) -> Source:
    """Return what SQLite reads of a file that may be changed, row by row if a tree is broken."""
    source = Source()
    if not copy.exists():
        return source
    with suppress(sqlite3.Error), closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # detected by checksums
        with suppress(sqlite3.Error):
            if 0 < db.execute("PRAGMA user_version").fetchone()[0] < FORMAT:
                upgrade(db)
        for (identity,) in _readable(db, "SELECT identity FROM library"):
            source.library = str(identity)
        for row in _entries(db):
            source.add(row)
        for row in _readable(db, f"SELECT checksum, {LISTED} FROM matches ORDER BY id"):
            _add_match(source, row[0], row[1:])
        for match, seq, old in _readable(db, "SELECT match, seq, replaces FROM replaced"):
            source.replaced[match, seq] = old
        sql = "SELECT match, seq, CAST(body AS BLOB), dice, checksum FROM snapshots"
        source.snapshots += _readable(db, sql)
    _add_identities_and_checksums(source)
    return source


def _add_match(source: Source, checksum: int, fields: Row) -> None:
    names = LISTED.split(", ")
    by_name = dict(zip(names, fields, strict=True))
    texts = [by_name[name] for name in ("name", "created", "touched", "draft", "game")]
    if not isinstance(by_name["id"], int) or not all(isinstance(text, str) for text in texts):
        return
    sound = checksums.of_fields(fields) == checksum
    source.matches.append(ListedMatch(str(by_name["identity"]), by_name["id"], by_name, sound))


def _add_raw(source: Source, raw: salvage.Salvage) -> None:
    for rows in raw.entries.values():
        for row in rows:
            source.add(row if len(row) > 10 else (*row[:10], None))
    listed = {listed_match.number for listed_match in source.matches}
    for number, match in raw.matches.items():
        if number not in listed and len(match) > 9:
            _add_match(source, match[9], (match[0], match[6], *match[1:6], *match[7:9]))
        elif number not in listed:  # of an older format, whose copy could not be upgraded
            name, created, touched = match[1:4]
            draft, game = (*match[4:6], "", FIRST_GAME)[:2] if len(match) > 4 else ("", FIRST_GAME)
            _add_match(
                source, 0, (number, "", name, created, touched, draft or "", game or "", 0, 0)
            )
    _add_identities_and_checksums(source)


def _add_identities_and_checksums(source: Source) -> None:
    """Give rows of an older format identities and checksums, as an upgrade would."""
    for index, match in enumerate(source.matches):
        rows = source.entries.get(match.number, {})
        first_entry = rows.get(1, [None])[0]
        if match.identity or first_entry is None or first_entry[10] is not None:
            continue
        identity = checksums.identity_of(match.fields["created"], first_entry[1:9])
        source.matches[index] = ListedMatch(identity, match.number, match.fields, True)
        before = checksums.first(identity)
        for seq in range(1, source.last(match.number) + 1):
            if seq not in rows or rows[seq][0][10] is not None:
                break
            old = rows[seq][0]
            before = checksums.of_entry(before, old[1:9], source.replaced.get((match.number, seq)))
            rows[seq][0] = (*old[:10], before)


def _readable(db: sqlite3.Connection, sql: str) -> Iterator[Row]:
    with suppress(sqlite3.Error):
        yield from db.execute(sql)


def _entries(db: sqlite3.Connection) -> Iterator[Row]:
    columns = {row[1] for row in _readable(db, "PRAGMA table_info(entries)")}
    names = ENTRY if "checksum" in columns else ENTRY.replace("checksum", "NULL")
    last_read: dict[int, int] = {}
    try:
        for row in db.execute(f"SELECT {names} FROM entries ORDER BY match, seq"):
            if salvage.is_entry(row):  # a torn page may give rows of nothing
                last_read[row[0]] = row[1]
                yield row
    except sqlite3.Error:
        pass
    else:
        return
    matches = {*last_read, *(row[0] for row in _readable(db, "SELECT id FROM matches"))}
    sql = f"SELECT {names} FROM entries WHERE match = ? AND seq = ?"
    for match in matches:
        seq, missing = last_read.get(match, 0), 0
        while missing < _LONGEST_GAP:
            seq += 1
            missing += 1
            with suppress(sqlite3.Error):
                row = db.execute(sql, (match, seq)).fetchone()
                if row is not None and salvage.is_entry(row):
                    missing = 0
                    yield row
