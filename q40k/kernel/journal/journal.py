"""The journal: every input and its events in one SQLite file, durable before they are shown.

Nothing is ever deleted: an undo is an entry of its own that marks the inputs it undoes.
"""

from __future__ import annotations

import os
import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from q40k.kernel.errors import CodedError
from q40k.kernel.journal import checksums, file_guard, tables
from q40k.kernel.whole_file import free_name

MOST_BYTES = 50_000_000
"""At most this many bytes in a text of a library; others may have made the file."""
REFUSED = "refused"
"""The body of an undo of a line that was refused in its middle: it cannot be redone."""

Kind = Literal["command", "answer", "undo", "redo", "amend", "bookmark", "decision"]


class JournalError(CodedError):
    """The journal cannot be read or written."""


def disk_error(path: Path, error: OSError | sqlite3.Error, needed: int = file_guard.ROOM_BYTES) -> JournalError:
    """Return why a file of the library cannot be written: no room for what is needed, or no right."""
    folder = path if path.is_dir() else path.parent
    usual = "journal-read-only" if isinstance(error, OSError) else "journal-failed"
    code = "journal-no-locks" if file_guard.knows_no_locks(error) else usual
    if file_guard.is_disk_error(error) or file_guard.is_disk_full(folder):
        code = "journal-disk-full"
    return JournalError(code, path=str(path), detail=str(error), needed=getattr(error, "needed", needed))


class Entry(Struct, frozen=True, gc=False):
    """One line of the journal.

    `command` is the seq of the command an answer belongs to (a command's own seq; for an undo or
    redo, the first entry it undoes or redoes). `hand` says who entered it ("hand", "app", "script",
    "phone"). `dice` counts the app's dice it used. `undone_by` is the undo that undid it, or the
    amendment that put a new version in its place; see `history`.
    """

    seq: int
    kind: Kind
    command: int
    body: str
    hand: str
    events: str
    dice: int
    at: str
    undone_by: int | None = None


class MatchRow(Struct, frozen=True):
    """A match as the library lists it; `entries` counts all its lines, `game` is an id.

    `identity` belongs to the match, in whatever file it is. The row is not `sound` if its checksum
    differs. `played` is larger the later the match was played, 0 if never.
    """

    id: int
    name: str
    created: str
    touched: str
    entries: int
    game: str = tables.FIRST_GAME
    identity: str = ""
    sound: bool = True
    played: int = 0

    @property
    def is_record(self) -> bool:
        """Return whether this is no match, but the record of decisions about all matches."""
        return self.id == tables.RECORD or self.game == tables.RECORD_GAME


class Transaction:
    """A write to a library that is under way: all of it is done, or nothing.

    `shapes` are the current shapes of events, by game; `newest` is the match played last, and its
    `played`: read before, as one damaged row that is read here would spoil the transaction.
    """

    def __init__(self, db: sqlite3.Connection, shapes: Mapping[str, int], newest: tuple[int, int]) -> None:
        self.db = db
        self._shapes = shapes
        self._newest = newest
        self.written: set[int] = set()
        """The matches that were written."""

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Carry out a statement."""
        return self.db.execute(sql, values)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Carry out a statement for each row of values."""
        self.db.executemany(sql, rows)

    def create_match(self, name: str, at: str, game: str, identity: str = "", number: int | None = None) -> int:
        """Write a new match; return its number. Without an identity or a number it gets a new one."""
        sql = "INSERT INTO matches (id, name, created, touched, game, identity) VALUES (?, ?, ?, ?, ?, ?)"
        values = (number, name, at, at, game, identity or os.urandom(8).hex())
        created = self.db.execute(sql, values).lastrowid
        assert created is not None
        tables.checksum_match(self.db, created)
        return created

    def insert_entry(self, match: int, entry: Entry, *, last: bool = True) -> None:
        """Write an entry with its checksum, and note that the match was written."""
        sql = f"INSERT INTO entries ({tables.ROW_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        content = (entry.seq, entry.kind, entry.command, entry.body, entry.hand, entry.events, entry.dice, entry.at)
        before = tables.checksum_before(self.db, match, entry.seq)
        checksum = checksums.of_entry(before, content, None)
        self.db.execute(sql, (match, *content, entry.undone_by, checksum))
        self.note_written(match, entry.at, last=last)

    def insert_snapshot(self, match: int, seq: int, body: str, used: int | None) -> None:
        """Write a snapshot of the state before entry `seq`, and the dice used before it."""
        before = tables.checksum_before(self.db, match, seq)
        checksum = checksums.of_snapshot(before, seq, used, body.encode("utf-8", "surrogatepass"))
        sql = "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)"
        self.db.execute(sql, (match, seq, body, used, checksum))

    def note_written(self, match: int, at: str, *, last: bool = True) -> None:
        """Note when and in which shape a match was last written, and that it is the newest.

        A match that was only filled is not the `last` one played.
        """
        self.written.add(match)
        newest, played = self._newest
        played += newest != match or not played
        game = self.db.execute("SELECT game FROM matches WHERE id = ?", (match,)).fetchone()
        shape = self._shapes.get(game[0], 0) if game else 0
        sql = "UPDATE matches SET touched = ?, draft = '', played = ?, shape = max(shape, ?) WHERE id = ?"
        self.db.execute(sql, (at, played if last else 0, shape, match))
        if last:
            self._newest = match, played
        tables.checksum_match(self.db, match)


class Journal:
    """The library file of all matches.

    Every write is one transaction, committed with `synchronous=FULL` before it returns; only drafts of forms do
    not wait. `kept` is the backup that was made before a file of an older format was upgraded. `damaged` are the
    entries, by match, that are known to have changed since they were written. `shapes` are the
    current shapes of events, by game.
    """

    def __init__(self, path: Path | None, back_up: Callable[[Path], Path] | None = None) -> None:
        """Open the library at `path`, or one in memory for a throw-away match.

        A file of an older format is upgraded, after `back_up` has made a copy of it; without
        `back_up` it is left alone ("journal-older"). Raises JournalError.
        """
        self.path = path
        self.kept: Path | None = None
        self.rebuilt: list[str] = []
        self._back_up = back_up
        self.after_write: Callable[[set[int]], None] | None = None
        self.damaged: dict[int, tuple[int, ...]] = {}
        self.shapes: dict[str, int] = {}
        self._guard: file_guard.FileGuard | None = None
        self._rescued: Path | None = None
        self._in_moment = False
        self._connect()
        if path is None:  # nobody closes a throw-away match
            weakref.finalize(self, self._db.close)

    @classmethod
    def open_immutable(cls, path: Path) -> Journal:
        """Open a file to look at, such as a backup; it and its folder stay untouched.

        Raises JournalError if it cannot be read.
        """
        database = file_guard.open_immutable(path)
        if database is None:
            raise JournalError("journal-broken", path=str(path), detail="")
        journal = cls(None)
        journal._db.close()
        journal._db = database
        journal.path = path
        return journal

    @classmethod
    def follow(cls, path: Path) -> Journal:
        """Open a library that another process writes, to watch it; nothing can be written here.

        Raises JournalError ("journal-older", "journal-newer" for another format).
        """
        journal = cls(None)
        journal._db.close()
        journal.path = path
        try:
            address = file_guard.database_address(path.absolute(), "mode=ro")
            journal._db = sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)
            journal._db.execute("PRAGMA query_only=ON")
            version = journal._db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise journal._failure(error) from error
        if version != tables.FORMAT:
            journal._db.close()
            code = "journal-older" if version < tables.FORMAT else "journal-newer"
            raise JournalError(code, path=str(path), version=version, known=tables.FORMAT)
        return journal

    def is_in_place(self) -> bool:
        """Return whether the file and its log are still those that were opened; any thread may ask."""
        return self._guard is None or not self._guard.find_loss()

    @property
    def changes(self) -> int:
        """Return a number that changes when another process has written anything."""
        return int(self.read("PRAGMA data_version")[0][0])

    @property
    def identity(self) -> str:
        """Return the identity of the library, or "" if its file has none. Raises JournalError."""
        rows = self.read("SELECT identity FROM library")
        return str(rows[0][0]) if rows else ""

    def last(self, match: int) -> tuple[int, int]:
        """Return the seq of the newest entry of a match and its checksum, or zeros."""
        rows = self.read("SELECT seq, checksum FROM entries WHERE match = ? ORDER BY seq DESC LIMIT 1", match)
        return (int(rows[0][0]), int(rows[0][1])) if rows else (0, 0)

    def checksum(self, match: int, seq: int) -> int | None:
        """Return the checksum of an entry, or None if there is no such entry."""
        rows = self.read("SELECT checksum FROM entries WHERE match = ? AND seq = ?", match, seq)
        return int(rows[0][0]) if rows else None

    def checksum_before(self, match: int, seq: int) -> int:
        """Return the checksum that the one of entry `seq` is chained to. Raises JournalError."""
        try:
            return tables.checksum_before(self._db, match, seq)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def _connect(self) -> None:
        path = self.path
        if path is not None and file_guard.is_stranger_under_log(path):
            raise JournalError("journal-broken", path=str(path), detail="")
        try:
            owned = path is not None  # otherwise a finalizer closes it, in any thread
            self._db = sqlite3.connect(path or ":memory:", timeout=5, isolation_level=None, check_same_thread=owned)
        except sqlite3.Error as error:
            raise self._failure(error) from error
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        try:
            self._prepare()
            self._guard = None if path is None else file_guard.FileGuard(path)
        except (sqlite3.DatabaseError, JournalError) as error:
            self._db.close()
            failure = error if isinstance(error, JournalError) else self._failure(error)
            may_read = failure is not error or failure.code == "journal-not-kept"
            reading = file_guard.open_to_read(path) if path is not None and may_read else None
            if reading is None:
                raise failure from error
            self._db = reading

    def _prepare(self) -> None:
        """Make the tables of a new file; leave a file of a newer version or another program alone."""
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > tables.FORMAT:
            raise JournalError("journal-newer", path=str(self.path), version=version, known=tables.FORMAT)
        if tables.is_foreign(self._db):
            raise JournalError("journal-foreign", path=str(self.path))
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        kept = file_guard.keep_torn_log(self.path, self._db) if self.path is not None else None
        if kept is not None:
            raise JournalError("journal-torn", path=str(self.path), kept=str(kept))
        if 0 < version < tables.FORMAT and self.path is not None:
            self._back_up_old_format(self.path, version)
        if version < tables.FORMAT:
            tables.upgrade(self._db)
        self.rebuilt = tables.rebuild(self._db)

    def _back_up_old_format(self, path: Path, version: int) -> None:
        if self._back_up is None:
            raise JournalError("journal-older", path=str(path), version=version, known=tables.FORMAT)
        try:
            self.kept = self._back_up(path)
        except (OSError, sqlite3.Error) as error:
            raise JournalError("journal-not-kept", path=str(path), detail=str(error)) from error

    def close(self) -> None:
        """Close the file; the journal is of no use afterwards."""
        self._db.close()

    def _failure(self, error: sqlite3.Error) -> JournalError:
        text, code = str(error), file_guard.failure_code(error)
        if code in ("journal-disk-failed", "journal-read-only") and self.path is not None:
            code = "journal-disk-full" if file_guard.is_disk_full(self.path.parent) else code
        return JournalError(code, path=str(self.path), detail=text)

    def _ensure_file_in_place(self) -> None:
        """Ensure that what is written next can be found again. Raises JournalError if not."""
        loss = self._guard.find_loss() if self._guard else ""
        if not loss or self.path is None:
            return
        if loss == "log-deleted":  # the log goes into the file itself; then all goes on as ever
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        elif self._rescued is None or not self._rescued.exists():
            rescued = free_name(self.path.with_name(f"{self.path.stem}-rescued.sqlite3"))
            try:
                file_guard.copy_database(self._db, rescued)
            except (OSError, sqlite3.Error) as error:
                raise JournalError("journal-lost", path=str(self.path), detail=str(error)) from error
            self._rescued = rescued
        if loss == "replaced":
            with suppress(sqlite3.Error):  # a log that stays would be read as that of the new file
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            raise JournalError("journal-replaced", path=str(self.path), rescued=str(self._rescued))
        self._db.close()
        if loss == "deleted" and self._rescued is not None:
            self._rescued.rename(self.path)
            self._rescued = None
        self._connect()
        if loss == "deleted":
            raise JournalError("journal-deleted", path=str(self.path))

    @contextmanager
    def transaction(self, *, waits: bool = True) -> Iterator[Transaction]:
        """Write in one transaction, which is durable on leaving it. Raises JournalError.

        Without `waits` it survives the end of the program; a power cut may take it, and nothing before it.
        """
        try:
            if self._in_moment and self._db.in_transaction:
                self._db.execute("ROLLBACK")
            self._ensure_file_in_place()
            self._db.execute(f"PRAGMA synchronous={'FULL' if waits else 'NORMAL'}")
            newest = tables.find_newest(self._db)
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield (write := Transaction(self._db, self.shapes, newest))
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # it may be closed
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
            raise self._failure(error) from error
        if self.after_write is not None:
            self.after_write(write.written)

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Read everything as of one moment, whatever others write meanwhile. Raises JournalError.

        Moments may be nested: the outermost counts. What is written within ends the moment.
        """
        if self._db.in_transaction:
            yield
            return
        self.read("BEGIN")
        self._in_moment = True
        try:
            yield
        finally:
            self._in_moment = False
            if self._db.in_transaction:
                self.read("ROLLBACK")  # a damaged row that was read spoils a COMMIT

    def read(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query. Raises JournalError."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def iterate(self, sql: str, *values: Any) -> Iterator[Any]:
        """Yield the rows of a query, one by one. Raises JournalError."""
        try:
            yield from self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise self._failure(error) from error

    # -- matches ---------------------------------------------------------------------------

    def create(self, name: str, at: str, game: str = tables.FIRST_GAME, identity: str = "") -> int:
        """Begin a match of a game, by the game's id; return its number."""
        with self.transaction() as write:
            return write.create_match(name, at, game, identity)

    def matches(self) -> list[MatchRow]:
        """Return all matches, the one played last first."""
        return [row for row in self.rows() if not row.is_record]

    def rows(self) -> list[MatchRow]:
        """Return all matches and the record of decisions, the one played last first."""
        return sorted(self.iterate_rows(), key=lambda row: (row.played, row.touched, row.id), reverse=True)

    def iterate_rows(self) -> Iterator[MatchRow]:
        """Yield all matches and the record of decisions by their numbers, few in memory at a time."""
        try:
            yield from (_match_from_row(*row) for row in tables.read_rows(self._db))
        except sqlite3.Error as error:
            raise self._failure(error) from error

    def game(self, match: int) -> str:
        """Return the id of the game of a match. Raises JournalError ("unknown-match")."""
        rows = self.read("SELECT CAST(game AS BLOB) FROM matches WHERE id = ?", match)
        if not rows:
            raise JournalError("unknown-match", said=str(match))
        return tables.read_text(rows[0][0])

    def identity_of(self, match: int) -> str:
        """Return the identity of a match, or "" if there is none. Raises JournalError."""
        rows = self.read("SELECT CAST(identity AS BLOB) FROM matches WHERE id = ?", match)
        return tables.read_text(rows[0][0]) if rows else ""

    def shape(self, match: int) -> int:
        """Return the shape of events in which a match was written; 0 if it was not noted."""
        rows = self.read("SELECT CAST(shape AS INTEGER) FROM matches WHERE id = ?", match)
        return rows[0][0] or 0 if rows else 0

    def rename(self, match: int, name: str) -> None:
        """Give a match another name."""
        with self.transaction() as write:
            write.execute("UPDATE matches SET name = ? WHERE id = ?", (name, match))
            tables.checksum_match(write.db, match)
            write.written.add(match)

    def forget_if_empty(self, match: int) -> None:
        """Remove a match without any entry from the list."""
        with self.transaction() as write:
            sql = "DELETE FROM matches WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entries WHERE match = ?)"
            write.execute(sql, (match, match))

    # -- entries ---------------------------------------------------------------------------

    def append(self, match: int, entry: Entry) -> None:
        """Write one command or answer; this clears the draft of a half-typed answer."""
        with self.transaction() as write:
            write.insert_entry(match, entry)

    def mark_played(self, match: int) -> None:
        """Note that a match which was only filled so far is now the last one played."""
        row = self.read("SELECT touched FROM matches WHERE id = ? AND played = 0", match)
        if row:
            draft = self.draft(match)
            with self.transaction() as write:
                write.note_written(match, row[0][0])
                write.execute("UPDATE matches SET draft = ? WHERE id = ?", (draft, match))
                tables.checksum_match(write.db, match)

    def undo(self, match: int, entry: Entry) -> None:
        """Write an undo of every standing input from `entry.command` on."""
        with self.transaction() as write:
            write.execute(tables.UNDO_INPUTS, (entry.seq, match, match, entry.command))
            write.execute("DELETE FROM snapshots WHERE match = ? AND seq >= ?", (match, entry.command))
            write.insert_entry(match, entry)

    def redo(self, match: int, entry: Entry, undo: int) -> None:
        """Write a redo of the undo with the seq `undo`."""
        with self.transaction() as write:
            write.execute(tables.RESTORE_INPUTS, (match, match, undo))
            sql = "UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?"
            write.execute(sql, (entry.seq, match, undo))
            write.insert_entry(match, entry)

    def last_undo(self, match: int) -> Entry | None:
        """Return the newest undo that can still be redone: none after any other input, or after a refused line."""
        sql = (
            f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? AND seq = (SELECT max(seq)"
            " FROM entries WHERE match = ? AND kind = 'undo' AND undone_by IS NULL)"
            " AND seq > (SELECT coalesce(max(seq), 0) FROM entries"
            " WHERE match = ? AND kind IN ('command', 'answer', 'amend'))"
        )
        rows = self.read(sql, match, match, match)
        entry = Entry(*rows[0]) if rows else None
        return None if entry is None or entry.body == REFUSED else entry

    def head(self, match: int) -> int:
        """Return the seq of the newest entry; 0 if there is none."""
        sql = "SELECT coalesce(max(seq), 0) FROM entries WHERE match = ?"
        return int(self.read(sql, match)[0][0])

    def live(self, match: int, after: int = 0, before: int | None = None) -> list[Entry]:
        """Return the inputs that stand, oldest first, with `after` < seq < `before`."""
        sql = (
            f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? AND undone_by IS NULL"
            " AND kind IN ('command', 'answer') AND seq > ? AND seq <= min(?, (SELECT max(seq)"
            " FROM entries WHERE match = ? AND undone_by IS NULL"
            " AND kind IN ('command', 'answer'))) ORDER BY seq"  # skip all after the last
        )
        upto = (before or 1 << 62) - 1
        return [Entry(*row) for row in self.read(sql, match, after, upto, match)]

    def last_command(self, match: int, before: int | None = None) -> int | None:
        """Return the seq of the newest command that stands, before `before`."""
        sql = (
            "SELECT seq FROM entries WHERE match = ? AND undone_by IS NULL AND kind = 'command'"
            " AND kind IN ('command', 'answer') AND seq < ? ORDER BY seq DESC LIMIT 1"
        )
        rows = self.read(sql, match, before or 1 << 62)
        return int(rows[0][0]) if rows else None

    def dice_used(self, match: int, before: int | None = None) -> int:
        """Return how many of the app's dice the standing inputs before `before` used."""
        until = before or 1 << 62
        counted = (snapshot for snapshot in self.snapshots(match, until) if snapshot[1] is not None)
        first, used, _ = next(counted, (0, 0, b""))
        sql = (
            "SELECT coalesce(sum(dice), 0) FROM entries WHERE match = ? AND undone_by IS NULL"
            " AND seq >= ? AND seq < ? AND dice > 0 AND kind IN ('command', 'answer', 'amend')"
        )
        return int(used or 0) + int(self.read(sql, match, first, until)[0][0])

    def entries(
        self, match: int, *, after: int = 0, first: int | None = None, last: int | None = None, undone: bool = True
    ) -> list[Entry]:
        """Return the lines after `after`, oldest first; at most the `first` or `last` so many."""
        where = "" if undone else " AND undone_by IS NULL AND kind IN ('command', 'answer')"
        sql = f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? AND seq > ?{where} ORDER BY seq"
        if last is None:
            limit = -1 if first is None else first
            return [Entry(*row) for row in self.read(f"{sql} LIMIT ?", match, after, limit)]
        rows = self.read(f"{sql} DESC LIMIT ?", match, after, last)
        return [Entry(*row) for row in reversed(rows)]

    # -- what may be made anew -------------------------------------------------------------

    def keep_snapshot(self, match: int, seq: int, body: str) -> None:
        """Keep the state before entry `seq`, to open the match faster; it may be lost."""
        used = self.dice_used(match, seq)
        with self.transaction() as write:
            write.insert_snapshot(match, seq, body, used)
            write.execute(tables.THIN_OUT, (match, match, match))

    def snapshot(self, match: int, seq: int, *, undone: bool = False) -> tuple[int, str] | None:
        """Return the newest sound snapshot at or before entry `seq`: its own seq and its text.

        The state before an entry never changes while that entry stands, so a snapshot is valid
        exactly as long; with `undone` it may be one of an entry that was undone since.
        """
        for kept, _, body in self.snapshots(match, seq, undone=undone):
            return kept, body.decode("utf-8", "surrogatepass")
        return None

    def snapshots(
        self, match: int, until: int = 1 << 62, *, undone: bool = False
    ) -> Iterator[tuple[int, int | None, bytes]]:
        """Yield the sound snapshots at or before an entry, the newest first: seq, dice used, text."""
        sql = (
            "SELECT seq, snapshots.dice, CAST(snapshots.body AS BLOB), snapshots.checksum"
            " FROM snapshots JOIN entries USING (match, seq)"
            " WHERE match = ? AND seq <= ? AND (undone_by IS NULL OR ?) ORDER BY seq DESC"
        )
        try:
            for seq, used, body, checksum in self._db.execute(sql, (match, until, undone)):
                before = tables.checksum_before(self._db, match, seq)
                if checksums.of_snapshot(before, seq, used, body) == checksum:
                    yield seq, used, body
        except (sqlite3.Error, TypeError):
            return

    def keep_draft(self, match: int, text: str, *, waits: bool = True) -> None:
        """Keep the half-typed answer to the open question, in case the laptop dies."""
        with self.transaction(waits=waits) as write:
            write.execute("UPDATE matches SET draft = ? WHERE id = ?", (text, match))
            tables.checksum_match(write.db, match)

    def draft(self, match: int) -> str:
        """Return the half-typed answer to the open question."""
        rows = self.read("SELECT draft FROM matches WHERE id = ?", match)
        return str(rows[0][0]) if rows else ""


def _match_from_row(entries: int, checksum: int, *fields: Any) -> MatchRow:
    """Return a match from its row; the fields are `tables.LISTED`."""
    id, identity, name, created, touched, _draft, game, _shape, played = fields
    return MatchRow(
        id, name, created, touched, entries, game, identity, checksums.of_fields(fields) == checksum, played
    )
