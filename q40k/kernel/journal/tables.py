"""The tables of a library file, as SQL."""

from __future__ import annotations

TABLES = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created TEXT NOT NULL,
    touched TEXT NOT NULL,
    draft TEXT NOT NULL DEFAULT ''
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
