"""The tables of a library file, as SQL, and the upgrade of older formats."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from q40k.kernel.journal import checksums

FORMAT = 4
"""The version of these tables; a file of a newer version is left alone."""

FIRST_GAME = "quake"
"""The game of every match in a library of format 2 or less, which had no other."""

RECORD, RECORD_GAME = 0, "season"
"""The number and the game of the row that holds decisions about all matches, as its entries.

It is kept like a match, so it has checksums, backups, a mirror and repairs; it is listed nowhere.
"""

CONTENT_COLUMNS = "seq, kind, command, body, hand, events, dice, at"
"""The columns of `entries` that its checksums cover."""

ENTRY_COLUMNS = f"{CONTENT_COLUMNS}, undone_by"
"""The columns that make an `Entry` of the journal."""

ROW_COLUMNS = f"match, {ENTRY_COLUMNS}, checksum"
"""All columns of `entries`, in order."""

LISTED = "id, identity, name, created, touched, draft, game, shape, played"
"""The columns of `matches` that its checksum covers."""

_NUMBERS = ("id", "shape", "played")
"""Those of them that hold numbers; the others hold text."""

SNAPSHOTS = """
CREATE TABLE IF NOT EXISTS snapshots (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    dice INTEGER,
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID
"""
TABLES = f"""
CREATE TABLE IF NOT EXISTS library (
    identity TEXT PRIMARY KEY
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    touched TEXT NOT NULL,
    draft TEXT NOT NULL DEFAULT '',
    game TEXT NOT NULL DEFAULT 'quake',
    identity TEXT NOT NULL DEFAULT '',
    shape INTEGER NOT NULL DEFAULT 0,
    played INTEGER NOT NULL DEFAULT 0,
    checksum INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS entries (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    command INTEGER NOT NULL,
    body TEXT NOT NULL,
    hand TEXT NOT NULL,
    events TEXT NOT NULL,
    dice INTEGER NOT NULL,
    at TEXT NOT NULL,
    undone_by INTEGER,
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS live_entries ON entries (match, undone_by, seq);
CREATE INDEX IF NOT EXISTS inputs ON entries (match, seq, kind)
    WHERE kind IN ('command', 'answer', 'amend');
CREATE INDEX IF NOT EXISTS standing ON entries (match, undone_by, seq, kind)
    WHERE undone_by IS NULL AND kind IN ('command', 'answer');
CREATE INDEX IF NOT EXISTS standing_undos ON entries (match, undone_by, seq, kind)
    WHERE undone_by IS NULL AND kind = 'undo';
CREATE INDEX IF NOT EXISTS amendments ON entries (match, kind, undone_by, seq)
    WHERE kind = 'amend';
CREATE INDEX IF NOT EXISTS dice_rolled ON entries (match, undone_by, seq, kind, dice)
    WHERE dice > 0;
{SNAPSHOTS};
CREATE TABLE IF NOT EXISTS replaced (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    replaces INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
"""
"""`inputs`, `standing` and `standing_undos` hold every column that queries ask of them. Without
that, SQLite would look through all undos and redos.

`played` is larger the later a match was last written, whatever the clock says. `shape` is the shape
of the game's events it was written with. `dice` is how many of the app's dice were used before a
snapshot, if known.
"""

_ADDED_COLUMNS = {
    "matches": {
        "game": f"TEXT NOT NULL DEFAULT '{FIRST_GAME}'",
        "identity": "TEXT NOT NULL DEFAULT ''",
        "shape": "INTEGER NOT NULL DEFAULT 0",
        "played": "INTEGER NOT NULL DEFAULT 0",
        "checksum": "INTEGER NOT NULL DEFAULT 0",
    },
    "entries": {"checksum": "INTEGER NOT NULL DEFAULT 0"},
    "snapshots": {"dice": "INTEGER", "checksum": "INTEGER NOT NULL DEFAULT 0"},
}
"""The columns that an older format lacked."""

THIN_OUT = """
DELETE FROM snapshots WHERE match = ?
    AND seq = (SELECT seq FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1 OFFSET 8)
    AND seq < 400 + (SELECT seq FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1 OFFSET 9)
"""
"""Keep the newest eight snapshots, and of those before them one in 400 entries."""


STANDING = "undone_by IS NULL AND kind IN ('command', 'answer')"
"""The condition of an input that stands."""

UNDO_INPUTS = f"""
UPDATE entries SET undone_by = ? WHERE match = ?
    AND seq IN (SELECT seq FROM entries WHERE match = ? AND seq >= ? AND {STANDING})
"""
RESTORE_INPUTS = """
UPDATE entries SET undone_by = NULL WHERE match = ?
    AND seq IN (SELECT seq FROM entries WHERE match = ? AND undone_by = ?)
"""
"""The entries are looked up before they are changed: SQLite 3.53 uses no index for a column that the same
statement changes, and would look through the whole match.
"""


def is_foreign(db: sqlite3.Connection) -> bool:
    """Return whether a file holds tables, and none of a library: it is another program's."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return bool(names) and names.isdisjoint(("matches", "entries"))


def upgrade(db: sqlite3.Connection, identity: str = "") -> None:
    """Make the tables of a new file, with an identity (a random one without), or upgrade those of an older one.

    The content of an older file is trusted as it is; changes from now on are detected. Its
    snapshots cannot be trusted, so they are made anew while the matches are played.
    """
    db.execute("BEGIN IMMEDIATE")  # another process may upgrade at the same time
    try:
        for statement in TABLES.split(";"):
            db.execute(statement)
        added = set()
        for table, columns in _ADDED_COLUMNS.items():
            existing = {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
            for column, kind in columns.items():
                if column not in existing:
                    db.execute(f"ALTER TABLE {table} ADD COLUMN {column} {kind}")
                    added.add((table, column))
        if ("entries", "checksum") in added:
            _add_identities_and_checksums(db)
        if not db.execute("SELECT 1 FROM library").fetchone():
            db.execute("INSERT INTO library VALUES (?)", (identity or os.urandom(8).hex(),))
        db.execute(f"PRAGMA user_version={FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def rebuild(db: sqlite3.Connection) -> list[str]:
    """Make the tables of `REBUILT` anew that have other columns; return their names. Raises sqlite3.Error."""
    held = {table: ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({table})")) for table in REBUILT}
    damaged = [table for table, columns in held.items() if columns not in ("", REBUILT[table])]
    for table in damaged:
        db.execute(f"DROP TABLE {table}")
    if not held["snapshots"] or "snapshots" in damaged:
        db.execute(SNAPSHOTS)
    return damaged


def _add_identities_and_checksums(db: sqlite3.Connection) -> None:
    """Give the matches of an older library their identities, and all rows their checksums."""
    db.execute("DELETE FROM snapshots")
    db.execute("DROP TABLE IF EXISTS rolled")
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'recency'").fetchone():
        db.execute(
            "UPDATE matches SET played = coalesce((SELECT number FROM recency WHERE recency.match = matches.id), 0)"
        )
        db.execute("DROP TABLE recency")
    first_sql = f"SELECT {CONTENT_COLUMNS} FROM entries WHERE match = ? AND seq = 1"
    for match, created in db.execute("SELECT id, created FROM matches").fetchall():
        identity = checksums.identity_of(created, db.execute(first_sql, (match,)).fetchone())
        db.execute("UPDATE matches SET identity = ? WHERE id = ?", (identity, match))
        checksum_entries(db, match)
        checksum_match(db, match)


def checksum_before(db: sqlite3.Connection, match: int, seq: int) -> int:
    """Return the checksum that the checksum of entry `seq` is chained to."""
    if seq == 1:
        row = db.execute("SELECT CAST(identity AS BLOB) FROM matches WHERE id = ?", (match,)).fetchone()
        return checksums.first(read_text(row[0]) if row else "")
    sql = "SELECT checksum FROM entries WHERE match = ? AND seq = ?"
    row = db.execute(sql, (match, seq - 1)).fetchone()
    return row[0] if row else 0


def checksum_entries(db: sqlite3.Connection, match: int, after: int = 0) -> None:
    """Give the entries of a match after entry `after` their checksums."""
    before = checksum_before(db, match, after + 1)
    sql = (
        f"SELECT {CONTENT_COLUMNS}, (SELECT replaces FROM replaced"
        " WHERE replaced.match = entries.match AND replaced.seq = entries.seq)"
        " FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
    )
    rows = []
    for *content, replaces in db.execute(sql, (match, after)):
        before = checksums.of_entry(before, content, replaces)
        rows.append((before, match, content[0]))
    db.executemany("UPDATE entries SET checksum = ? WHERE match = ? AND seq = ?", rows)


AT_ONCE = 500
"""So many rows of matches are in memory at a time."""


def read_rows(db: sqlite3.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield the row of every match: the number of its entries, its checksum, and the fields of `LISTED`.

    A damaged field is read as the text or number that it still is, and a row that cannot be read
    has its id only: then no checksum fits it, and the other rows stay readable. Raises sqlite3.Error.
    """
    fields = (f"CAST({name} AS {'INTEGER' if name in _NUMBERS else 'BLOB'})" for name in LISTED.split(", "))
    entries = "(SELECT coalesce(max(seq), 0) FROM entries WHERE match = matches.id)"
    sql = f"SELECT {entries}, CAST(checksum AS INTEGER), {', '.join(fields)} FROM matches"
    after, some = -1 << 63, "WHERE id > ? ORDER BY id LIMIT ?"
    while True:
        try:
            rows = db.execute(f"{sql} {some}", (after, AT_ONCE)).fetchall()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # one row hides all others
            ids = db.execute(f"SELECT id FROM matches {some}", (after, AT_ONCE)).fetchall()
            rows = [_read_row(db, sql, id) for (id,) in ids]
        yield from map(_decode_row, rows)
        if len(rows) < AT_ONCE:
            return
        after = rows[-1][2]


def _decode_row(row: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(_decode(index, value) for index, value in enumerate(row))


def _read_row(db: sqlite3.Connection, sql: str, id: int) -> tuple[Any, ...]:
    """Return a row of `read_rows`, or one that holds the id and the number of entries only."""
    try:
        row: tuple[Any, ...] = db.execute(f"{sql} WHERE id = ?", (id,)).fetchone()
    except sqlite3.DatabaseError:
        head = db.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE match = ?", (id,)).fetchone()
        return (*head, 0, id, *([None] * LISTED.count(",")))
    return row


def _decode(index: int, value: Any) -> Any:
    """Return a value of `read_rows` in its type; the entries and the checksum precede the fields."""
    before = 2
    if index < before or LISTED.split(", ")[index - before] in _NUMBERS:
        return value or 0
    return read_text(value)


def read_text(stored: bytes | None) -> str:
    """Return a stored text, however it was damaged; checksums reveal that."""
    return (stored or b"").decode("utf-8", "replace")


COPIED = {
    "entries": f"{ENTRY_COLUMNS}, checksum",
    "replaced": "seq, replaces",
    "snapshots": "seq, body, dice, checksum",
}
"""The tables of a match, except its row, and the columns of each that are its own."""
DIGESTS = """
CREATE TABLE IF NOT EXISTS digests (
    match TEXT NOT NULL,
    kind TEXT NOT NULL,
    maker TEXT NOT NULL,
    entry INTEGER NOT NULL,
    head INTEGER NOT NULL,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (match, kind)
) WITHOUT ROWID
"""
"""What is worked out of matches, by their identities. It is made when it is first needed, and never mirrored."""
REBUILT = {
    "snapshots": "match, seq, body, dice, checksum",
    "digests": "match, kind, maker, entry, head, body, checksum",
}
"""The tables that hold only what is worked out again if it is lost, with all their columns."""
EXTRA_TABLES = ("places", "origins", "journeys", "evenings")
"""Small tables of all matches, which are made when they are first needed."""


def copy_rows(
    read: Callable[..., Iterable[Any]],
    match: int,
    db: sqlite3.Connection,
    number: int,
    copied: Iterable[str] = tuple(COPIED),
    after: int = 0,
) -> None:
    """Copy everything kept of a match, from after an entry on, into another library under its number there."""
    for table in copied:
        columns = COPIED[table]
        rows = read(f"SELECT {columns} FROM {table} WHERE match = ? AND seq > ? ORDER BY seq", match, after)
        marks = ", ".join("?" for _ in columns.split(", "))
        db.executemany(
            f"INSERT INTO {table} (match, {columns}) VALUES (?, {marks})", ((number, *values) for values in rows)
        )


def find_newest(db: sqlite3.Connection) -> tuple[int, int]:
    """Return the id of the match played last and its `played`, or zeros. Raises sqlite3.Error."""
    try:
        sql = "SELECT id, played FROM matches WHERE typeof(played) = 'integer' ORDER BY played DESC LIMIT 1"
        row: tuple[int, int] | None = db.execute(sql).fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        row = max(((fields[2], fields[-1]) for fields in read_rows(db)), key=itemgetter(1))
    return row or (0, 0)


def checksum_match(db: sqlite3.Connection, match: int) -> None:
    """Give the library's row of a match its checksum."""
    row = db.execute(f"SELECT {LISTED} FROM matches WHERE id = ?", (match,)).fetchone()
    if row is not None:
        db.execute("UPDATE matches SET checksum = ? WHERE id = ?", (checksums.of_fields(row), match))
