"""The file under an open journal: whether it still lies at its path, and its rescue if not.

An open database goes on working when its file is deleted or another is put in its place: what
is written then goes nowhere that anybody finds again. So each write looks first.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Literal

from q40k.kernel.journal.tables import FORMAT, upgrade

LOG_HEAD = 32
"""The bytes of a log without a single entry."""

ROOM_BYTES = 65_536
"""Less than so much room on a disk is none."""

PORTION = 64
PAUSE_SECONDS = 0.005
"""A gentle copy writes so many pages, waits for the disk, and rests for so long."""

Lost = Literal["", "deleted", "replaced", "log-deleted"]
Identity = tuple[int, int] | None


class FileGuard:
    """What lay at the path, and in the write-ahead log beside it, when the journal was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._known = (_identity(path), _identity(self._log))

    def lost(self) -> Lost:
        """What has become of the file since; empty when all is well."""
        file, log = _identity(self._path), _identity(self._log)
        known_file, known_log = self._known
        if file != known_file:
            return "deleted" if file is None else "replaced"
        if known_log is not None and log != known_log:
            return "log-deleted"
        return ""


def _identity(path: Path) -> Identity:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def copy_open(db: sqlite3.Connection, target: Path, *, gently: bool = False) -> None:
    """Copy an open database, log and all, to a new file, safe on the disk when this returns.

    SQLite's own backup does it, so it is whole whoever else writes meanwhile. Done `gently` it
    goes to the disk in small portions, so that whoever writes meanwhile hardly waits for it.
    Raises sqlite3.Error, OSError; then nothing is left at `target`.
    """
    if target.exists():
        raise FileExistsError(17, "File exists", str(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous=OFF")  # synced below
            if gently:
                _copy_gently(db, copy, target)
            else:
                db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        with target.open("rb+") as written:
            os.fsync(written.fileno())
        sync_folder(target.parent)
    except BaseException:
        for name in (target.name, target.name + "-journal", target.name + "-wal"):
            with suppress(OSError):
                target.with_name(name).unlink(missing_ok=True)
        raise


def _copy_gently(db: sqlite3.Connection, copy: sqlite3.Connection, target: Path) -> None:
    copy.execute("PRAGMA journal_mode=OFF")
    copy.execute(f"PRAGMA cache_size={PORTION}")  # so that pages do not wait for the end
    db.execute("BEGIN")  # one and the same state to the end, whatever is written meanwhile
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        with target.open("rb+") as written:
            handle = written.fileno()
            db.backup(
                copy, pages=PORTION, progress=lambda *_: os.fsync(handle), sleep=PAUSE_SECONDS
            )
    finally:
        db.execute("COMMIT")


def sync_folder(folder: Path) -> None:
    """Make a file's name as safe as its content; where folders cannot be synced, do nothing."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(path: Path) -> Path:
    """The path, or it with a number where something lies there already."""
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def keep_torn_log(path: Path, db: sqlite3.Connection) -> Path | None:
    """Keep a copy of a log of which SQLite reads less than the commits that its bytes hold.

    Returns the copy when more is missing than the last commit: that one may have been torn by a
    power cut before anybody saw it; those before it were on the disk, and on the screen.

    Other processes may write and begin the log anew meanwhile, so that a count that is short says
    nothing yet: then the log is read byte by byte, with the lock for writing in hand. (Its index
    is left alone: to open and close that file here would drop the locks this process has on it.)
    """
    log = path.with_name(path.name + "-wal")
    ends = log_ends(path)
    if len(ends) < 2:
        return None
    try:
        valid = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1]
        if valid < 0 or sum(1 for end in ends if end > valid) < 2:
            return None
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError:  # somebody writes; or a full disk: the log stays as it is
        return None
    try:
        from q40k.kernel.journal.salvage import lost_commits  # hardly ever needed

        if lost_commits(log) < 2:
            return None
        import shutil  # slow to load

        kept = free_name(path.with_name(f"{path.stem}-torn.wal"))
        shutil.copyfile(log, kept)
    except OSError:  # there is no room for it: nothing is lost by going on
        return None
    finally:
        db.execute("ROLLBACK")
    return kept


def log_ends(path: Path) -> list[int]:
    """Where the commits of the log beside a library end; none when there is no log to speak of."""
    log = path.with_name(path.name + "-wal")
    try:
        if os.stat(log).st_size <= LOG_HEAD:
            return []
    except OSError:
        return []
    from q40k.kernel.journal.salvage import (
        commit_ends,  # a log is only there after a crash, or to watch
    )

    with suppress(OSError):
        return commit_ends(log)
    return []


def no_room(folder: Path) -> bool:
    """Whether the disk of a folder has no room even for what SQLite lays beside a file."""
    import shutil  # slow to load, and needed when something has failed

    try:
        return shutil.disk_usage(folder).free < ROOM_BYTES
    except OSError:
        return False


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """Open a library that may not be written, such as one on a locked card: to look, not to play.

    So too one on a full disk. None when it cannot be read, or when a log beside it holds entries
    that could not be seen this way.
    """
    if not path.is_file():
        return None
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        if not no_room(path.parent):
            return None
        return open_alone(path) if log_ends(path) else open_as_it_is(path)
    return None if log_ends(path) else open_as_it_is(path)


def open_alone(path: Path) -> sqlite3.Connection | None:
    """Open a library with its log, but without the file in which processes share what is in it.

    None when that cannot be, such as when another process has the library open.
    """
    db = sqlite3.connect(path, isolation_level=None)
    try:
        db.execute("PRAGMA locking_mode=EXCLUSIVE")
        db.execute("PRAGMA query_only=ON")
        if db.execute("PRAGMA user_version").fetchone()[0] == FORMAT:
            return db
    except sqlite3.Error:
        pass
    db.close()
    return None


def open_as_it_is(path: Path) -> sqlite3.Connection | None:
    """Open a file to look at it, as if it could never change; None when that cannot be.

    One of an older format is brought up to date in memory, where it harms nobody.
    """
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    db = None
    try:
        db = sqlite3.connect(address, uri=True, isolation_level=None)
        if db.execute("PRAGMA user_version").fetchone()[0] < FORMAT:
            with closing(db) as source:
                db = sqlite3.connect(":memory:", isolation_level=None)
                source.backup(db)
            upgrade(db)
        db.execute("SELECT matches.id, entries.checksum FROM matches, entries LIMIT 1")
    except sqlite3.Error:
        if db is not None:
            db.close()
        return None
    return db
