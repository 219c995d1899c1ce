"""Backups of the library, made by SQLite's own backup during play; the last few are kept."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

from q40k.care.working import sweep, working_folder
from q40k.kernel.journal import file_guard
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.soundness import check_match
from q40k.kernel.whole_file import DiskFull

NEWEST_KEPT = 4
DAYS_KEPT = 5
MOST_BYTES = 1_000_000_000
LEAST_KEPT = 2
EVERY_ENTRIES = 200
EVERY_SECONDS = 300.0
AT_CLOSING_SECONDS = 60.0
"""A match closed so soon after a backup, with few new entries, makes no new one."""
AT_CLOSING_ENTRIES = 10
SPARE_BYTES = 50_000_000
"""A backup leaves at least this much room on the disk for the match itself."""

_STAMP = "%Y%m%dT%H%M%S"
_NAME = r"(?P<stem>.+)-(?P<stamp>\d{8}T\d{6})\.sqlite3"


def backups_folder(library: Path) -> Path:
    """Return the folder of the backups of a library file, beside it."""
    return library.parent / "backups"


def backups(library: Path) -> list[Path]:
    """Return the backups of a library file, the newest first."""
    paths = []
    with suppress(OSError):
        for path in backups_folder(library).iterdir():
            name = re.fullmatch(_NAME, path.name)
            if name is not None and name["stem"] == library.stem and path.is_file():
                paths.append(path)
    return sorted(paths, key=_stamp, reverse=True)


def back_up(
    library: Path, target: Path, *, gently: bool = False, is_in_place: Callable[[], bool] = lambda: True
) -> Path:
    """Copy a library, even while others write it, to a new file; return the file.

    `is_in_place` says whether the file is still the one that a journal of this process has open.

    The copy is whole or does not exist. Raises OSError (also FileExistsError, DiskFull), sqlite3.Error.
    """
    if target.exists():
        raise FileExistsError(17, "File exists", str(target))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        sweep(target.parent, unlocked=False)
        with working_folder(target.parent, "backup") as folder, closing(_source(library, is_in_place)) as source:
            file_guard.copy_database(source, folder / target.name, gently=gently)
            (folder / target.name).replace(target)
    except (OSError, sqlite3.Error) as error:
        if file_guard.is_disk_error(error) or file_guard.is_disk_full(target.parent):
            raise DiskFull(target, library.stat().st_size) from error
        raise
    return target


def _source(library: Path, is_in_place: Callable[[], bool]) -> sqlite3.Connection:
    """Open the library to copy it, even if its disk is full. Raises OSError, sqlite3.Error."""
    address = file_guard.database_address(library.absolute(), "mode=rw")  # a deleted library is not created anew
    source = sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)
    try:
        file_guard.must_be_in_place(library, is_in_place)
        source.execute("PRAGMA user_version")
    except OSError:
        source.close()
        raise
    except sqlite3.Error:
        source.close()
        read = file_guard.open_to_read(library)
        if read is None:
            raise
        return read
    return source


def make_backup(
    library: Path, now: datetime | None = None, *, gently: bool = False, is_in_place: Callable[[], bool] = lambda: True
) -> Path:
    """Make a backup in the folder of backups and drop old ones; return its file.

    A clock that was set back never makes a backup look older than earlier ones. Raises like
    `back_up`.
    """
    folder = backups_folder(library)
    folder.mkdir(parents=True, exist_ok=True)
    before = backups(library)
    moment = (now or datetime.now()).replace(microsecond=0, tzinfo=None)
    if before:
        moment = max(moment, _moment(before[0]) + timedelta(seconds=1))
    target = folder / f"{library.stem}-{moment.strftime(_STAMP)}.sqlite3"
    backup = back_up(library, target, gently=gently, is_in_place=is_in_place)
    for old in droppable_backups(backups(library)):
        with suppress(OSError):
            old.unlink()
    return backup


def surplus_backups(paths: Sequence[Path]) -> list[Path]:
    """Return the backups that need not be kept, of all backups, newest first.

    The newest ones are kept, and of each of the days before them the last one; together they have at most
    `MOST_BYTES`, unless the newest two have more.
    """
    days: dict[str, Path] = {}
    for path in paths[NEWEST_KEPT:]:
        days.setdefault(_stamp(path)[:8], path)
    kept, size = set[Path](), 0
    for path in (*paths[:NEWEST_KEPT], *list(days.values())[:DAYS_KEPT]):
        size += _size(path)
        if size <= MOST_BYTES or len(kept) < LEAST_KEPT:
            kept.add(path)
    return [path for path in paths if path not in kept]


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def droppable_backups(paths: Sequence[Path]) -> list[Path]:
    """Return the surplus backups whose contents a newer one holds, of all backups, newest first.

    A sound backup is dropped only for a sound one. So the last backup that holds a match, or the
    only sound one, stays.
    """
    dropped: list[Path] = []
    with _OpenBackups() as opened:
        for old in reversed(surplus_backups(paths)):
            newer = [path for path in paths[: paths.index(old)] if path not in dropped]
            if all(any(opened.holds(newer_path, match, old) for newer_path in newer) for match in opened.matches(old)):
                dropped.append(old)
    return dropped


class _OpenBackups:
    """Backups that are read, each opened and checked once."""

    def __init__(self) -> None:
        self._journals: dict[Path, Journal | None] = {}
        self._rows: dict[Path, dict[str, MatchRow]] = {}
        self._sound: dict[tuple[Path, int], bool] = {}

    def __enter__(self) -> _OpenBackups:
        return self

    def __exit__(self, *_error: object) -> None:
        for journal in self._journals.values():
            if journal is not None:
                journal.close()

    def matches(self, path: Path) -> list[MatchRow]:
        """Return the matches of a backup; none if it cannot be read."""
        return [row for row in self._rows_of(path).values() if row.entries]

    def _rows_of(self, path: Path) -> dict[str, MatchRow]:
        """Return the rows of a backup by the identities of their matches; none if it cannot be read."""
        if path not in self._rows:
            journal = self._open(path)
            self._rows[path] = {}
            with suppress(JournalError):
                self._rows[path] = {row.identity: row for row in journal.rows()} if journal is not None else {}
        return self._rows[path]

    def holds(self, path: Path, match: MatchRow, old: Path) -> bool:
        """Return whether a backup holds everything that an old one holds of a match."""
        journal, before = self._open(path), self._open(old)
        if journal is None or before is None:
            return False
        try:
            seq, checksum = before.last(match.id)
            row = self._rows_of(path).get(match.identity)
            if row is None or journal.checksum(row.id, seq) != checksum:
                return False
            return self._is_sound(path, row.id) or not self._is_sound(old, match.id)
        except JournalError:
            return False

    def _open(self, path: Path) -> Journal | None:
        if path not in self._journals:
            try:
                self._journals[path] = Journal.open_immutable(path)
            except JournalError:
                self._journals[path] = None
        return self._journals[path]

    def _is_sound(self, path: Path, match: int) -> bool:
        journal = self._open(path)
        if (path, match) not in self._sound:
            self._sound[path, match] = journal is not None and check_match(journal, match).is_sound
        return self._sound[path, match]


def _stamp(path: Path) -> str:
    name = re.fullmatch(_NAME, path.name)
    return name["stamp"] if name else ""


def _moment(path: Path) -> datetime:
    try:
        return datetime.strptime(_stamp(path), _STAMP)
    except ValueError:  # digits, but not a date
        return datetime.min


class BackupKeeper:
    """Makes backups while a library is written: after many entries, or every few minutes.

    A background thread with a connection of its own makes them, so no key waits. An error in a
    backup never disturbs a match; `failed` holds it.
    """

    def __init__(
        self, library: Path, ticks: Callable[[], float] = time.monotonic, is_in_place: Callable[[], bool] = lambda: True
    ) -> None:
        self._library = library
        self._is_in_place = is_in_place
        self._ticks = ticks
        self._written = 0
        self._last: float | None = None
        self._thread: threading.Thread | None = None
        self.failed: Exception | None = None

    def notify_written(self, entries: int = 1) -> None:
        """Count entries that were written, and make a backup if one is due."""
        self._written += entries
        due = self._written >= EVERY_ENTRIES or self._age() >= EVERY_SECONDS
        if due and (self._thread is None or not self._thread.is_alive()):
            self._restart_count()
            self._thread = threading.Thread(target=self._make, args=(True,), name="q40k-backup")
            self._thread.start()

    def note_import(self, entries: int) -> None:
        """Count the entries of a match that was taken in: of several in a minute one makes a backup."""
        if self._age() >= AT_CLOSING_SECONDS:
            self.notify_written(entries)

    def close(self) -> None:
        """Wait for the backup under way; back up what was written since."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._written >= AT_CLOSING_ENTRIES or (self._written and self._age() >= AT_CLOSING_SECONDS):
            self._restart_count()
            self._make()

    def _restart_count(self) -> None:
        self._written = 0
        self._last = self._ticks()

    def _age(self) -> float:
        """Return the seconds since the last backup, even one of an earlier process."""
        if self._last is None:
            newest = backups(self._library)[:1]
            age = EVERY_SECONDS
            for path in newest:
                with suppress(OSError):
                    age = time.time() - path.stat().st_mtime
            # A negative age means the clock was set back: then a backup is due.
            self._last = self._ticks() - (age if age >= 0 else EVERY_SECONDS)
        return self._ticks() - self._last

    def _make(self, gently: bool = False) -> None:
        try:
            room = shutil.disk_usage(self._library.parent).free - SPARE_BYTES
            if room < self._library.stat().st_size:
                raise DiskFull(backups_folder(self._library), self._library.stat().st_size)
            make_backup(self._library, gently=gently, is_in_place=self._is_in_place)
        except (OSError, sqlite3.Error) as error:
            self.failed = error
        else:
            self.failed = None
