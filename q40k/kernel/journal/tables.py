"""The tables of a library file, as SQL, and how those of an older format become these."""

from __future__ import annotations

import sqlite3

FORMAT = 3
"""The version of these tables; a file of a newer version is left alone."""

FIRST_GAME = "quake"
"""The game of every match of a library of format 2 or less, which knew no other."""

COLUMNS = {"game": f"ALTER TABLE matches ADD COLUMN game TEXT NOT NULL DEFAULT '{FIRST_GAME}'"}
"""The columns of `matches` that an older format had not, and what adds each."""

TABLES = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    touched TEXT NOT NULL,
    draft TEXT NOT NULL DEFAULT '',
    game TEXT NOT NULL DEFAULT 'quake'
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
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS live_entries ON entries (match, undone_by, seq);
CREATE TABLE IF NOT EXISTS snapshots (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS replaced (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    replaces INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
"""

ADDED = """
CREATE TABLE IF NOT EXISTS recency (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    match INTEGER NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS rolled (
    match INTEGER NOT NULL REFERENCES matches (id),
    seq INTEGER NOT NULL,
    dice INTEGER NOT NULL,
    PRIMARY KEY (match, seq)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS amendments ON entries (match, kind, undone_by, seq)
    WHERE kind = 'amend';
CREATE INDEX IF NOT EXISTS dice_rolled ON entries (match, undone_by, seq, kind, dice)
    WHERE dice > 0;
"""
"""Which match was written last, whatever the clock says; and what keeps long matches quick.

`rolled` is how many of the app's dice were used before an entry, kept with its snapshot.
"""

THIN_OUT = """
DELETE FROM snapshots WHERE match = ?
    AND seq = (SELECT seq FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1 OFFSET 8)
    AND seq < 400 + (SELECT seq FROM snapshots WHERE match = ? ORDER BY seq DESC LIMIT 1 OFFSET 9)
"""
"""Of the snapshots the newest eight are kept, and of those before them one in 400 entries."""


def upgrade(db: sqlite3.Connection) -> None:
    """Make the tables of a new file, or bring those of an older one up to this format."""
    db.executescript(TABLES)
    db.execute("BEGIN IMMEDIATE")  # another process may be at it, too
    for column, sql in COLUMNS.items():
        if column not in columns(db):
            db.execute(sql)
    db.execute(f"PRAGMA user_version={FORMAT}")
    db.execute("COMMIT")


def columns(db: sqlite3.Connection) -> set[str]:
    """The columns that the table of matches has."""
    return {row[1] for row in db.execute("PRAGMA table_info(matches)")}
