"""A mirror: the library once more in a second place, entry by entry as it is played.

It is a library file of its own, on a stick or in a synced folder, written in a thread behind the
one who plays: no entry waits for it. A place that is missing or full makes it lag, and it catches
up when the place is back. A repair takes from it as it takes from a backup.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing, suppress
from pathlib import Path

from q40k.kernel.journal.tables import FORMAT, LISTED, upgrade
from q40k.kernel.whole_file import write_whole

AGAIN_SECONDS = 2.0
"""So long after a failure it tries again by itself."""
CLOSING_SECONDS = 5.0
"""So long closing waits for it to catch up; a stick that hangs holds nobody longer."""

_ENTRY = "match, seq, kind, command, body, hand, events, dice, at, undone_by, checksum"


def note_file(library: Path) -> Path:
    """Where it is noted that a library has a mirror: beside it."""
    return library.with_name(f"{library.stem}-mirror.json")


def mirrored_to(library: Path) -> Path | None:
    """The folder to which a library is mirrored; None when it is not."""
    try:
        return Path(str(json.loads(note_file(library).read_text(encoding="utf-8"))["folder"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def mirror_to(library: Path, folder: Path | None) -> None:
    """Mirror a library to a folder from now on; to none any more with None. Raises OSError."""
    note = note_file(library)
    if folder is None:
        note.unlink(missing_ok=True)
        return
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    write_whole(note, json.dumps({"folder": str(folder.absolute())}).encode())


def mirror_file(library: Path, folder: Path) -> Path:
    """The mirror of a library in a folder."""
    return folder / f"{library.stem}-mirror.sqlite3"


def catch_up(library: Path, folder: Path) -> None:
    """Write to the mirror what it lacks. Raises OSError, sqlite3.Error.

    A mirror of another library is left alone (FileExistsError), and no folder is made.
    """
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    path = mirror_file(library, folder)
    address = f"{library.absolute().as_uri()}?mode=rw"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)) as source,
        closing(sqlite3.connect(path, timeout=5, isolation_level=None)) as mirror,
    ):
        mirror.execute("PRAGMA synchronous=FULL")
        (identity,) = source.execute("SELECT identity FROM library").fetchone()
        if mirror.execute("PRAGMA user_version").fetchone()[0] != FORMAT:
            upgrade(mirror)
            mirror.execute("UPDATE library SET identity = ?", (identity,))
        if mirror.execute("SELECT identity FROM library").fetchone() != (identity,):
            raise FileExistsError(17, "File exists", str(path))
        source.execute("BEGIN")
        mirror.execute("BEGIN IMMEDIATE")
        last = "(SELECT coalesce(max(seq), 0) FROM entries WHERE match = matches.id)"
        listed = f"SELECT {LISTED}, checksum, {last} FROM matches"
        known = {row[0]: row for row in mirror.execute(listed)}
        for *row, head in source.execute(listed).fetchall():
            if known.get(row[0]) != (*row, head):
                marks = ", ".join("?" * len(row))
                sql = f"INSERT OR REPLACE INTO matches ({LISTED}, checksum) VALUES ({marks})"
                mirror.execute(sql, row)
                _match(source, mirror, row[0])
        mirror.execute("COMMIT")


def _match(source: sqlite3.Connection, mirror: sqlite3.Connection, match: int) -> None:
    """Write the entries of a match that the mirror lacks, and what they took back."""
    sql = "SELECT coalesce(max(seq), 0) FROM entries WHERE match = ?"
    (head,) = mirror.execute(sql, (match,)).fetchone()
    sql = f"SELECT {_ENTRY} FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
    rows = source.execute(sql, (match, head)).fetchall()
    values = ", ".join("?" * len(_ENTRY.split(",")))
    mirror.executemany(f"INSERT INTO entries ({_ENTRY}) VALUES ({values})", rows)
    if any(row[2] not in ("command", "answer", "bookmark") for row in rows):
        marks = source.execute(
            "SELECT undone_by, match, seq FROM entries WHERE match = ?", (match,)
        )
        mirror.executemany("UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?", marks)
    sql = "SELECT match, seq, replaces FROM replaced WHERE match = ? AND seq > ?"
    mirror.executemany("INSERT INTO replaced VALUES (?, ?, ?)", source.execute(sql, (match, head)))


class Mirror:
    """Keeps a mirror up while a library is written; `failed` says why it lags, if it does."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._library = library
        self.folder = folder
        self.failed: Exception | None = None
        self._news = threading.Condition()
        self._asked = self._done = 0
        self._closing = self._ended = False
        self._thread: threading.Thread | None = None

    def wrote(self) -> None:
        """Something was written: the mirror follows by itself."""
        with self._news:
            self._asked += 1
            self._news.notify_all()
        if self._thread is None:
            self._thread = threading.Thread(target=self._follow, daemon=True, name="q40k-mirror")
            self._thread.start()

    @property
    def lags(self) -> bool:
        """Whether the last try failed, so that the mirror is behind."""
        return self.failed is not None

    def close(self) -> None:
        """Wait a little for it to catch up."""
        if self._thread is None:
            return
        with self._news:
            self._closing = True
            self._news.notify_all()
            if not self._news.wait_for(lambda: self._ended, CLOSING_SECONDS) and not self.failed:
                self.failed = TimeoutError(110, "Timed out", str(self.folder))

    def _follow(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or self._done < self._asked)
                wanted, closing = self._asked, self._closing
            try:
                if self._done < wanted:
                    catch_up(self._library, self.folder)
                failed: Exception | None = None
            except (OSError, sqlite3.Error) as error:
                failed = error
            with self._news:
                self.failed = failed
                self._done = wanted if failed is None else self._done
                self._ended = closing
                self._news.notify_all()
                if closing:
                    return
                if failed is not None:
                    self._news.wait_for(lambda: self._closing, AGAIN_SECONDS)


def lacking(library: Path, folder: Path) -> int | None:
    """How many entries the mirror lacks; None when it cannot be read."""
    path = mirror_file(library, folder)
    sql = "SELECT match, max(seq) FROM entries GROUP BY match"
    with suppress(OSError, sqlite3.Error):
        if not path.is_file():
            return None
        heads = []
        for one in (library, path):
            address = f"{one.absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, timeout=5)) as db:
                heads.append(dict(db.execute(sql).fetchall()))
        return sum(
            max(0, int(head) - int(heads[1].get(match, 0))) for match, head in heads[0].items()
        )
    return None
