"""A mirror: a copy of the library in a second place, entry by entry as it is played.

It is a library file on a stick or in a synced folder. A background thread writes it, so no entry
waits for it. If its folder is missing or full it lags, and catches up later. A repair uses it like
a backup.
"""

import errno
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from msgspec import Struct

from q40k.kernel.journal.file_guard import database_address, must_be_in_place
from q40k.kernel.journal.tables import EXTRA_TABLES, FORMAT, LISTED, copy_rows, is_foreign, upgrade
from q40k.kernel.whole_file import free_name, read_side, write_side

AGAIN_SECONDS = 2.0
"""After a failure it tries again automatically after this time."""
CLOSING_SECONDS = 5.0
"""Closing waits at most this long for it to catch up, even if a stick hangs."""


def note_file(library: Path) -> Path:
    """Return the note beside a library that names its mirror's folder."""
    return library.with_name(f"{library.stem}-mirror.json")


class MirrorNote(Struct, frozen=True):
    """What is noted beside a library: the folder of its mirror."""

    folder: str


def mirror_folder(library: Path) -> Path | None:
    """Return the folder to which a library is mirrored, or None; the doctor reports a damaged note."""
    note = read_side(note_file(library), MirrorNote)
    return Path(note.folder) if isinstance(note, MirrorNote) else None


def store_mirror_folder(library: Path, folder: Path | None) -> None:
    """Mirror a library to a folder from now on, or no longer with None.

    Raises OSError (FileNotFoundError, NotADirectoryError if there is no such folder).
    """
    note = note_file(library)
    if folder is None:
        note.unlink(missing_ok=True)
        return
    if not folder.is_dir():
        number = errno.ENOTDIR if folder.exists() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(folder))
    write_side(note, MirrorNote(str(folder.absolute())), MirrorNote)


def mirror_file(library: Path, folder: Path) -> Path:
    """Return the mirror of a library in a folder."""
    return folder / f"{library.stem}-mirror.sqlite3"


def catch_up(library: Path, folder: Path, is_in_place: Callable[[], bool] = lambda: True) -> Path | None:
    """Write to the mirror what it lacks. Raises OSError, sqlite3.Error.

    A mirror with another past, such as that before a backup was put back, is kept aside and a new one is written:
    return where it is kept, or None. A mirror of another library is left alone (FileExistsError), and no folder is
    made.
    """
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    path = mirror_file(library, folder)
    try:
        _catch_up(library, path, is_in_place)
    except _OtherPast:
        kept = free_name(path.with_name(f"{path.stem}-before.sqlite3"))
        path.rename(kept)
        _catch_up(library, path, is_in_place)
        return kept
    return None


class _OtherPast(Exception):
    """A mirror holds an entry of a match that differs in the library, or was taken out of it."""


_HEADS = (
    "SELECT matches.id, seq, entries.checksum FROM matches JOIN entries ON entries.match = matches.id"
    " AND seq = (SELECT max(seq) FROM entries WHERE match = matches.id)"
)
"""The newest entry of every match, with its checksum."""


def _catch_up(library: Path, path: Path, is_in_place: Callable[[], bool]) -> None:
    address = database_address(library.absolute(), "mode=rw")
    with (
        closing(sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)) as source,
        closing(sqlite3.connect(path, timeout=5, isolation_level=None)) as mirror,
    ):
        must_be_in_place(library, is_in_place)
        mirror.execute("PRAGMA synchronous=FULL")
        (identity,) = source.execute("SELECT identity FROM library").fetchone()
        if is_foreign(mirror):
            raise FileExistsError(17, "File exists", str(path))
        if mirror.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            upgrade(mirror, identity)
        if mirror.execute("SELECT identity FROM library").fetchone() != (identity,):
            raise FileExistsError(17, "File exists", str(path))
        source.execute("BEGIN")
        mirror.execute("BEGIN IMMEDIATE")
        last = "(SELECT coalesce(max(seq), 0) FROM entries WHERE match = matches.id)"
        listed = f"SELECT {LISTED}, checksum, {last} FROM matches"
        mirrored = {row[0]: row for row in mirror.execute(listed)}
        for *row, head in source.execute(listed).fetchall():
            if mirrored.get(row[0]) != (*row, head):
                marks = ", ".join("?" * len(row))
                sql = f"INSERT OR REPLACE INTO matches ({LISTED}, checksum) VALUES ({marks})"
                mirror.execute(sql, row)
                _mirror_match(source, mirror, row[0])
        for table in EXTRA_TABLES:
            _mirror_table(source, mirror, table)
        mirror.execute("COMMIT")


def _mirror_match(source: sqlite3.Connection, mirror: sqlite3.Connection, match: int) -> None:
    """Write the entries of a match that the mirror lacks, and the marks of undone entries. Raises _OtherPast."""
    head, checksum = 0, None
    for _match, head, checksum in mirror.execute(f"{_HEADS} WHERE matches.id = ?", (match,)):
        same = source.execute("SELECT checksum FROM entries WHERE match = ? AND seq = ?", (match, head)).fetchone()
        if same != (checksum,):
            raise _OtherPast
    copy_rows(lambda sql, *values: source.execute(sql, values), match, mirror, match, ("entries", "replaced"), head)
    sql = "SELECT 1 FROM entries WHERE match = ? AND seq > ? AND kind NOT IN ('command', 'answer', 'bookmark')"
    if source.execute(sql, (match, head)).fetchone():
        marks = source.execute("SELECT undone_by, match, seq FROM entries WHERE match = ?", (match,))
        mirror.executemany("UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?", marks)


def _mirror_table(source: sqlite3.Connection, mirror: sqlite3.Connection, table: str) -> None:
    """Write a small table anew that a library need not have."""
    definition = source.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    if definition is None:
        return
    if not mirror.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
        mirror.execute(definition[0])
    rows = source.execute(f"SELECT * FROM {table}").fetchall()
    mirror.execute(f"DELETE FROM {table}")
    if rows:
        mirror.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


class Mirror:
    """Keeps a mirror up to date while a library is written; `failed` is why it lags, if so."""

    def __init__(self, library: Path, folder: Path, is_in_place: Callable[[], bool] = lambda: True) -> None:
        self._library = library
        self._is_in_place = is_in_place
        self.folder = folder
        self.failed: Exception | None = None
        self.kept: Path | None = None
        """The former mirror with another past, which was kept aside."""
        self._changed = threading.Condition()
        self._writes = self._mirrored = 0
        self._closing = self._has_ended = False
        self._thread: threading.Thread | None = None

    def notify_written(self) -> None:
        """Note that something was written: the mirror follows automatically."""
        with self._changed:
            self._writes += 1
            self._changed.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(target=self._follow, daemon=True, name="q40k-mirror")
            self._thread.start()

    @property
    def lagging_folder(self) -> Path | None:
        """The folder of the mirror if the last attempt failed, so that it is not up to date; else None."""
        return None if self.failed is None else self.folder

    def close(self) -> None:
        """Wait a little for it to catch up."""
        if self._thread is None:
            return
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            if not self._changed.wait_for(lambda: self._has_ended, CLOSING_SECONDS) and not self.failed:
                self.failed = TimeoutError(110, "Timed out", str(self.folder))

    def _follow(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._mirrored < self._writes)
                target, closing = self._writes, self._closing
            try:
                if self._mirrored < target:
                    self.kept = catch_up(self._library, self.folder, self._is_in_place) or self.kept
                failed: Exception | None = None
            except (OSError, sqlite3.Error) as error:
                failed = error
            with self._changed:
                self.failed = failed
                self._mirrored = target if failed is None else self._mirrored
                self._has_ended = closing
                self._changed.notify_all()
                if closing:
                    return
                if failed is not None:
                    self._changed.wait_for(lambda: self._closing, AGAIN_SECONDS)


def count_lacking(library: Path, folder: Path) -> int | None:
    """Return how many entries the mirror lacks, or None if it cannot be read."""
    path = mirror_file(library, folder)
    with suppress(OSError, sqlite3.Error):
        if not path.is_file():
            return None
        heads = []
        for file in (library, path):
            address = database_address(file.absolute(), "mode=ro")
            with closing(sqlite3.connect(address, uri=True, timeout=5)) as db:
                heads.append({match: (head, checksum) for match, head, checksum in db.execute(_HEADS)})
        lacking = 0
        for match, (head, checksum) in heads[0].items():
            if heads[1].get(match) != (head, checksum):
                lacking += max(1, head - heads[1].get(match, (0, 0))[0])
        return lacking
    return None
