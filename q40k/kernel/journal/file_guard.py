"""The file under an open journal: whether it is still at its path, and its rescue if not.

An open database goes on working when its file is deleted or replaced: what is then written, nobody
finds again. So each write checks the file first.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path, PurePath
from typing import Literal

from q40k.kernel.journal.tables import FORMAT, upgrade
from q40k.kernel.whole_file import free_name, sync_folder

LOG_HEAD = 32
"""The size in bytes of a log without an entry."""

ROOM_BYTES = 65_536
"""A disk with less free space counts as full."""

PORTION = 64
PAUSE_SECONDS = 0.005
"""A gentle copy writes `PORTION` pages, waits for the disk, and pauses for this long."""

Loss = Literal["", "deleted", "replaced", "log-deleted"]
Identity = tuple[int, int] | None


class FileGuard:
    """Knows which files were at the path, and in the log beside it, when the journal was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        self._known = (_identity(path), _identity(self._log))

    def find_loss(self) -> Loss:
        """Return what has happened to the files since; "" if all is well."""
        file, log = _identity(self._path), _identity(self._log)
        known_file, known_log = self._known
        if file != known_file:
            return "deleted" if file is None else "replaced"
        if known_log is not None and log != known_log:
            return "log-deleted"
        return ""


def must_be_in_place(path: Path, is_in_place: Callable[[], bool]) -> None:
    """Refuse to read a library that was replaced under an open journal. Raises OSError.

    Call this after connecting and before the first statement. Later, SQLite would take the log that
    lies there for the log of the new file, and would write it into that file.
    """
    if not is_in_place():
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), str(path))


def _identity(path: Path) -> Identity:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_stranger_under_log(path: Path) -> bool:
    """Return whether a file that is no database lies beside a log that was left there.

    SQLite would read the log as if it were that file's, and write it into the file.
    """
    try:
        if os.stat(path.with_name(path.name + "-wal")).st_size <= LOG_HEAD or not os.stat(path).st_size:
            return False
    except OSError:
        return False
    address = database_address(path.absolute(), "mode=ro&immutable=1")  # without the log
    try:
        with closing(sqlite3.connect(address, uri=True)) as db:
            db.execute("PRAGMA user_version")
    except sqlite3.DatabaseError as error:  # one that is being written may look damaged at the moment
        return error.sqlite_errorcode == sqlite3.SQLITE_NOTADB
    return False


def set_stray_log_aside(path: Path, identity: str) -> Path | None:
    """Rename the log beside a library if the file at `path` has another identity than the one expected there.

    Somebody copied a library over one whose log a crash had left. SQLite would take the log for that
    of the copy, and mix both. Return where the log is kept now, or None if nothing had to be done.
    """
    log = path.with_name(path.name + "-wal")
    try:
        if os.stat(log).st_size <= LOG_HEAD:
            return None
    except OSError:
        return None
    own = _identity_without_log(path)
    if own is None or own == identity:
        return None
    kept = free_name(path.with_name(f"{path.stem}-stray.wal"))
    log.rename(kept)
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    return kept


def _identity_without_log(path: Path) -> str | None:
    """Return the identity in the file of a library alone, or None if it has none that can be read."""
    try:
        with closing(sqlite3.connect(database_address(path.absolute(), "mode=ro&immutable=1"), uri=True)) as db:
            row = db.execute("SELECT identity FROM library").fetchone()
    except sqlite3.Error:
        return None
    return str(row[0]) if row and row[0] else None


def copy_database(db: sqlite3.Connection, target: Path, *, gently: bool = False) -> None:
    """Copy an open database with its log to a new file, which is safe on the disk on return.

    SQLite's own backup copies it, so it is whole even if others write meanwhile. A copy made
    `gently` goes to the disk in small portions, so that other writers hardly wait. Raises
    sqlite3.Error, OSError; then nothing is left at `target`.
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
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log
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
    copy.execute(f"PRAGMA cache_size={PORTION}")  # pages are written early, not all at the end
    db.execute("BEGIN")  # the copy is of one moment, whatever is written meanwhile
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        with target.open("rb+") as written:
            handle = written.fileno()
            db.backup(copy, pages=PORTION, progress=lambda *_: os.fsync(handle), sleep=PAUSE_SECONDS)
    finally:
        db.execute("COMMIT")


def keep_torn_log(path: Path, db: sqlite3.Connection) -> Path | None:
    """Keep a copy of a log if SQLite reads fewer commits of it than its bytes hold.

    Return the copy if more than the last commit is missing: a power cut may have torn that one
    before anybody saw it, but those before it were on the disk, and on the screen.

    Other processes may write and begin the log anew meanwhile, so a short count proves nothing yet.
    Then the log is read byte by byte, under the write lock. (Its index is left alone: to open and
    close that file here would drop the locks this process has on it.)
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
    except sqlite3.OperationalError:  # somebody writes, or the disk is full
        return None
    try:
        from q40k.kernel.journal.salvage import lost_commits  # hardly ever needed

        if lost_commits(log) < 2:
            return None

        kept = free_name(path.with_name(f"{path.stem}-torn.wal"))
        shutil.copyfile(log, kept)
    except OSError:  # no room for it; nothing is lost by going on
        return None
    finally:
        db.execute("ROLLBACK")
    return kept


def log_ends(path: Path) -> list[int]:
    """Return where the commits of the log beside a library end; [] without a usable log."""
    log = path.with_name(path.name + "-wal")
    try:
        if os.stat(log).st_size <= LOG_HEAD:
            return []
    except OSError:
        return []
    from q40k.kernel.journal.salvage import commit_ends  # needed only after a crash, or to watch

    with suppress(OSError):
        return commit_ends(log)
    return []


_FAILURES = (
    ("full", "journal-disk-full"),
    ("I/O", "journal-disk-failed"),
    ("readonly", "journal-read-only"),
    ("read-only", "journal-read-only"),
    ("locked", "journal-busy"),
    ("unable to open", "journal-cannot-open"),
    ("not a database", "journal-broken"),
    ("decode", "journal-broken"),
    ("malformed", "journal-broken"),
    ("UNIQUE", "journal-second-writer"),
)


def failure_code(error: sqlite3.Error) -> str:
    """Return the code of what SQLite could not do."""
    if knows_no_locks(error):
        return "journal-no-locks"
    return next((code for words, code in _FAILURES if words in str(error)), "journal-failed")


def is_disk_full(folder: Path) -> bool:
    """Return whether the disk of a folder is too full even for SQLite's temporary files."""
    free = free_bytes(folder)
    return free is not None and free < ROOM_BYTES


def is_disk_error(error: Exception) -> bool:
    """Return whether an error of a file or of SQLite says that a disk is full."""
    return getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT) or "disk is full" in str(error)


_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS)
_SQLITE_NO_LOCKS = ("SQLITE_IOERR_LOCK", "SQLITE_IOERR_RDLOCK", "SQLITE_IOERR_SHMLOCK", "SQLITE_PROTOCOL")


def knows_no_locks(error: Exception) -> bool:
    """Return whether an error of a file or of SQLite says that the disk knows no locks, as some network disks."""
    return getattr(error, "errno", 0) in _NO_LOCKS or getattr(error, "sqlite_errorname", "") in _SQLITE_NO_LOCKS


def free_bytes(path: Path) -> int | None:
    """Return how much room the disk has on which a file is or would be; None if it is unknown."""
    for folder in (path, *path.absolute().parents):
        with suppress(OSError):
            return shutil.disk_usage(folder).free
    return None


def open_to_read(path: Path) -> sqlite3.Connection | None:
    """Open a library that cannot be written, such as one on a locked card or a full disk.

    Return None if it can be written or cannot be read, or if a log beside it holds entries that
    would not be seen this way.
    """
    if not path.is_file():
        return None
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        if not is_disk_full(path.parent):
            return None
        return open_exclusive(path) if log_ends(path) else open_immutable(path)
    return None if log_ends(path) else open_immutable(path)


def open_exclusive(path: Path) -> sqlite3.Connection | None:
    """Open a library with its log, but without SQLite's shared-memory file.

    Return None if that fails, such as when another process has the library open.
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


def database_address(path: PurePath, options: str) -> str:
    """Return the URI of a database, for an absolute path.

    SQLite takes no URI with the name of a server, as a shared folder of Windows has; four slashes are its own way.
    """
    place = path.as_uri().removeprefix("file:")
    return f"file:{place if place.startswith('///') else '//' + place}?{options}"


def open_immutable(path: Path) -> sqlite3.Connection | None:
    """Open a file to look at, as if it could never change; return None if that fails.

    A file of an older format is upgraded in memory; the file itself is not changed.
    """
    address = database_address(path.absolute(), "mode=ro&immutable=1")
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
