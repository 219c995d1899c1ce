"""A new library out of what can still be read of a damaged one; the damaged one is kept aside."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from q40k.kernel.journal import salvage, standing_entries
from q40k.kernel.journal.file_guard import free_name, sync_folder
from q40k.kernel.journal.journal import Journal
from q40k.kernel.journal.salvage import Key, Row

BESIDE = ("", "-wal", "-shm", "-journal")
_BY_NOW_FAR = 2_000
"""So many missing entries on end are taken for the end of a match."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a match: entries `kept`, and how many `lost` ones were found after a gap."""

    match: int
    name: str
    kept: int
    lost: int


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: the folder where the damaged files are now, and every match."""

    aside: Path
    matches: tuple[Saved, ...]


@dataclass
class _Found:
    """Everything that was read, the most trustworthy first come, by table."""

    entries: dict[Key, Row] = field(default_factory=dict)
    matches: dict[int, Row] = field(default_factory=dict)
    others: dict[str, set[Row]] = field(default_factory=dict)


def repair(library: Path, backups: Sequence[Path] = (), torn: Sequence[Path] = ()) -> Repaired:
    """Put a new library in the place of a damaged or missing one.

    It is made of what SQLite can read, of pages read one by one, of logs that were kept because
    they were `torn`, and of `backups`, newest first. The damaged files go into a folder of their
    own; nothing is written over. Raises OSError, sqlite3.Error, JournalError; then all is as it
    was before.
    """
    part = library.with_name(f".{library.stem}-recovered.sqlite3")
    for end in BESIDE:
        part.with_name(part.name + end).unlink(missing_ok=True)
    with TemporaryDirectory(prefix=".recovering-", dir=library.parent) as folder:
        found = _read_all(library, Path(folder), backups, torn)
    saved = _write(part, found)
    aside = free_name(library.with_name("damaged"))
    aside.mkdir()
    for path in (*(library.with_name(library.name + end) for end in BESIDE), *torn):
        if path.exists():
            path.rename(aside / path.name)
    if not any(aside.iterdir()):  # the library was not there at all
        aside.rmdir()
    part.rename(library)
    sync_folder(library.parent)
    return Repaired(aside, saved)


def torn_logs(library: Path) -> list[Path]:
    """The damaged logs that were kept beside a library."""
    return sorted(library.parent.glob(f"{library.stem}-torn*.wal"))


def _read_all(library: Path, folder: Path, backups: Iterable[Path], torn: Iterable[Path]) -> _Found:
    found = _Found()
    log = library.with_name(library.name + "-wal")
    raw = salvage.from_file(library, log)
    with suppress(OSError):
        for key, row in salvage.from_log(log).entries.items():
            found.entries.setdefault(key, row)  # newer than what stands in the file itself
    for end in ("", "-wal"):
        beside = library.with_name(library.name + end)
        if beside.exists():
            shutil.copyfile(beside, folder / (library.name + end))
    _add(found, folder / library.name)
    for key, row in raw.entries.items():
        found.entries.setdefault(key, row)
    for number, match in raw.matches.items():
        found.matches.setdefault(number, match)
    for number, backup in enumerate(backups):
        copy = folder / f"backup-{number}.sqlite3"
        with suppress(OSError):
            shutil.copyfile(backup, copy)
            _add(found, copy)
    for path in torn:
        with suppress(OSError):
            _continue(found, salvage.from_log(path).entries)
    return found


def _continue(found: _Found, late: dict[Key, Row]) -> None:
    """Add the entries of a torn log where they go on from the very entry a match ends with."""
    for match in {key[0] for key in late}:
        last = _whole(found, match)
        here, there = found.entries.get((match, last)), late.get((match, last))
        same = here is not None and there is not None and here[:9] == there[:9]
        if same or (last == 0 and (match, 1) in late):
            for key, row in late.items():
                if key[0] == match:
                    found.entries.setdefault(key, row)


def _add(found: _Found, library: Path) -> None:
    """Add what SQLite can read of a copy, row by row where a tree is broken."""
    if not library.exists():
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(library, isolation_level=None)) as db:
        for table, columns in _shape().items():
            known = {row[1] for row in _readable(db, f"PRAGMA table_info({table})")}
            names = ", ".join(name for name in columns if name in known)  # of an older version
            if table == "entries":
                for row in _entries(db, names):
                    found.entries.setdefault((row[0], row[1]), row)
            elif table == "matches":
                for row in _readable(db, f"SELECT {names} FROM matches ORDER BY id"):
                    if salvage.is_match(row):
                        found.matches.setdefault(row[0], row)
            else:
                others = found.others.setdefault(table, set())
                if not others:
                    others.update(_readable(db, f"SELECT {names} FROM {table}"))


def _readable(db: sqlite3.Connection, sql: str) -> Iterator[Row]:
    with suppress(sqlite3.Error):
        yield from db.execute(sql)


def _entries(db: sqlite3.Connection, names: str) -> Iterator[Row]:
    whole = True
    read: dict[int, int] = {}
    try:
        for row in db.execute(f"SELECT {names} FROM entries ORDER BY match, seq"):
            if salvage.is_entry(row):  # a torn page may give rows of nothing
                read[row[0]] = row[1]
                yield row
    except sqlite3.Error:
        whole = False
    if whole:
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


def _shape() -> dict[str, list[str]]:
    """The tables of a library of this version that hold anything not made anew, and columns."""
    journal = Journal(None)
    with closing(journal._db) as db:
        names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        return {
            name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            for name in names
            if name not in ("snapshots", "rolled") and not name.startswith("sqlite_")
        }


def _whole(found: _Found, match: int) -> int:
    """How many entries of a match there are before the first gap."""
    seq = 0
    while (match, seq + 1) in found.entries:
        seq += 1
    return seq


def _write(part: Path, found: _Found) -> tuple[Saved, ...]:
    shape = _shape()
    Journal(part).close()
    saved, wholes = [], dict[int, int]()
    numbers = sorted({*found.matches, *(match for match, _ in found.entries)})
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        for match in numbers:
            rows = [found.entries[match, n] for n in range(1, _whole(found, match) + 1)]
            kept = standing_entries.whole(rows)
            wholes[match] = kept
            times = [found.entries[match, seq][8] for seq in (1, kept) if kept]
            unnamed = (match, "", *(times or ("", "")), "")
            row = found.matches.get(match, unnamed)
            _insert(db, "matches", shape["matches"], row)
            for one in standing_entries.marked(rows[:kept]):
                _insert(db, "entries", shape["entries"], one)
            count = sum(1 for other, _ in found.entries if other == match)
            saved.append(Saved(match, str(row[1]), kept, count - kept))
        for table, others in found.others.items():
            for row in sorted(others, key=repr):
                said = dict(zip(shape[table], row, strict=True))
                if said.get("seq", 0) <= wholes.get(said.get("match", 0), -1):
                    _insert(db, table, shape[table], row)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return tuple(saved)


def _insert(db: sqlite3.Connection, table: str, columns: Sequence[str], row: Row) -> None:
    width = min(len(columns), len(row))  # a row of an older version may be shorter
    names, marks = ", ".join(columns[:width]), ", ".join("?" * width)
    db.execute(f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})", row[:width])
