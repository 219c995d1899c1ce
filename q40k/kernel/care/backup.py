"""Backups of the library: made by SQLite's own backup beside the writer, the last few kept."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path

from q40k.kernel.journal.file_guard import copy_open, open_to_read
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.soundness import examined

NEWEST_KEPT = 4
DAYS_KEPT = 5
EVERY_ENTRIES = 200
EVERY_SECONDS = 300.0
AT_CLOSING_SECONDS = 60.0
"""A match closed so soon after a backup, with next to nothing entered since, makes none anew."""
AT_CLOSING_ENTRIES = 10
SPARE_BYTES = 50_000_000
"""A backup leaves at least so much room on the disk: the match itself needs it more."""

_STAMP = "%Y%m%dT%H%M%S"
_NAME = re.compile(r"(?P<stem>.+)-(?P<stamp>\d{8}T\d{6})\.sqlite3")


def backups_folder(library: Path) -> Path:
    """Where the backups of a library file lie: a folder beside it."""
    return library.parent / "backups"


def backups(library: Path) -> list[Path]:
    """The backups of a library file, the newest first."""
    found = []
    with suppress(OSError):
        for path in backups_folder(library).iterdir():
            name = _NAME.fullmatch(path.name)
            if name is not None and name["stem"] == library.stem and path.is_file():
                found.append(path)
    return sorted(found, key=_stamp, reverse=True)


def back_up(library: Path, target: Path, *, gently: bool = False) -> Path:
    """Copy a library, whoever writes it meanwhile, to a new file; returns the file.

    The copy is whole or not there at all. Raises OSError (FileExistsError too), sqlite3.Error.
    """
    if target.exists():
        raise FileExistsError(17, "File exists", str(target))
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with closing(_source(library)) as source:
        copy_open(source, part, gently=gently)
    part.replace(target)
    return target


def _source(library: Path) -> sqlite3.Connection:
    """The library, open to be copied, also where its own disk is full. Raises sqlite3.Error."""
    address = f"{library.absolute().as_uri()}?mode=rw"  # never made anew when it is gone
    source = sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)
    try:
        source.execute("PRAGMA user_version")
    except sqlite3.Error:
        source.close()
        read = open_to_read(library)
        if read is None:
            raise
        return read
    return source


def make(library: Path, now: datetime | None = None, *, gently: bool = False) -> Path:
    """Make a backup in the folder of backups and drop the oldest; returns its file.

    A clock that was set back makes no backup look older than those before it. Raises as
    `back_up`.
    """
    folder = backups_folder(library)
    folder.mkdir(parents=True, exist_ok=True)
    before = backups(library)
    moment = (now or datetime.now()).replace(microsecond=0, tzinfo=None)
    if before:
        moment = max(moment, _moment(before[0]) + timedelta(seconds=1))
    target = folder / f"{library.stem}-{moment.strftime(_STAMP)}.sqlite3"
    made = back_up(library, target, gently=gently)
    for old in droppable(backups(library)):
        with suppress(OSError):
            old.unlink()
    for part in folder.glob(f".{library.stem}-*.part"):  # of a process that died at it
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > EVERY_SECONDS:
                part.unlink()
    return made


def surplus(found: Sequence[Path]) -> list[Path]:
    """Those of the backups, newest first, that are more than are wanted.

    Wanted are the newest ones, and of each of the days before them the last one.
    """
    days: dict[str, Path] = {}
    for path in found[NEWEST_KEPT:]:
        days.setdefault(_stamp(path)[:8], path)
    kept = {*found[:NEWEST_KEPT], *list(days.values())[:DAYS_KEPT]}
    return [path for path in found if path not in kept]


def droppable(found: Sequence[Path]) -> list[Path]:
    """Those of the surplus backups, newest first, of which all is held by a newer one.

    What is sound is dropped only for what is sound. So the last backup that holds a match, or the
    only good one, stays.
    """
    dropped: list[Path] = []
    with _Opened() as opened:
        for old in reversed(surplus(found)):
            newer = [one for one in found[: found.index(old)] if one not in dropped]
            if all(
                any(opened.holds(one, match, old) for one in newer) for match in opened.matches(old)
            ):
                dropped.append(old)
    return dropped


class _Opened:
    """Backups that are looked into, each opened and examined once."""

    def __init__(self) -> None:
        self._journals: dict[Path, Journal | None] = {}
        self._sound: dict[tuple[Path, int], bool] = {}

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_error: object) -> None:
        for journal in self._journals.values():
            if journal is not None:
                journal.close()

    def matches(self, path: Path) -> list[MatchRow]:
        """The matches of a backup; none when it cannot be read at all."""
        journal = self._open(path)
        try:
            return [] if journal is None else [row for row in journal.matches() if row.entries]
        except JournalError:
            return []

    def holds(self, path: Path, match: MatchRow, old: Path) -> bool:
        """Whether a backup holds all that an old one holds of a match."""
        journal, before = self._open(path), self._open(old)
        if journal is None or before is None:
            return False
        try:
            seq, checksum = before.last(match.id)
            for row in journal.matches():
                if row.identity == match.identity:
                    same = journal.checksum(row.id, seq) == checksum
                    return same and (
                        self._is_sound(path, row.id) or not self._is_sound(old, match.id)
                    )
        except JournalError:
            return False
        return False

    def _open(self, path: Path) -> Journal | None:
        if path not in self._journals:
            try:
                self._journals[path] = Journal.as_it_is(path)
            except JournalError:
                self._journals[path] = None
        return self._journals[path]

    def _is_sound(self, path: Path, match: int) -> bool:
        journal = self._open(path)
        if (path, match) not in self._sound:
            self._sound[path, match] = journal is not None and examined(journal, match).well
        return self._sound[path, match]


def _stamp(path: Path) -> str:
    name = _NAME.fullmatch(path.name)
    return name["stamp"] if name else ""


def _moment(path: Path) -> datetime:
    try:
        return datetime.strptime(_stamp(path), _STAMP)
    except ValueError:  # digits, but no time of day
        return datetime.min


class Keeper:
    """Makes backups while a library is written: every so many entries, every few minutes.

    They are made in a thread with a connection of its own, so that no key waits for one. What
    goes wrong with a backup never disturbs a match; `failed` says it.
    """

    def __init__(self, library: Path, ticks: Callable[[], float] = time.monotonic) -> None:
        self._library = library
        self._ticks = ticks
        self._written = 0
        self._last: float | None = None
        self._thread: threading.Thread | None = None
        self.failed: Exception | None = None

    def wrote(self, entries: int = 1) -> None:
        """An entry was written, or several: make a backup if it is time for one."""
        self._written += entries
        due = self._written >= EVERY_ENTRIES or self._age() >= EVERY_SECONDS
        if due and (self._thread is None or not self._thread.is_alive()):
            self._begun()
            self._thread = threading.Thread(target=self._make, args=(True,), name="q40k-backup")
            self._thread.start()

    def close(self) -> None:
        """Wait for the backup under way; keep what was written since."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._written >= AT_CLOSING_ENTRIES or (
            self._written and self._age() >= AT_CLOSING_SECONDS
        ):
            self._begun()
            self._make()

    def _begun(self) -> None:
        self._written = 0
        self._last = self._ticks()

    def _age(self) -> float:
        """Seconds since the last backup, of this process or of one before it."""
        if self._last is None:
            newest = backups(self._library)[:1]
            age = EVERY_SECONDS
            for path in newest:
                with suppress(OSError):
                    age = time.time() - path.stat().st_mtime
            # A clock set back says less than nothing: then a backup is due.
            self._last = self._ticks() - (age if age >= 0 else EVERY_SECONDS)
        return self._ticks() - self._last

    def _make(self, gently: bool = False) -> None:
        import shutil  # slow to load, and needed once in minutes

        try:
            room = shutil.disk_usage(self._library.parent).free - SPARE_BYTES
            if room < self._library.stat().st_size:
                raise OSError(28, "No space left on device", str(backups_folder(self._library)))
            make(self._library, gently=gently)
        except (OSError, sqlite3.Error) as error:
            self.failed = error
        else:
            self.failed = None
