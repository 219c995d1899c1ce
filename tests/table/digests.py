"""What a library keeps of its matches, looked at and spoilt from outside."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def kept_digests(library: Path) -> list[tuple[object, ...]]:
    """All that is kept, in the order of its keys."""
    with closing(sqlite3.connect(library)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'digests'").fetchone():
            return []
        return db.execute("SELECT * FROM digests ORDER BY match, kind").fetchall()


def change_digests(library: Path, sql: str) -> int:
    """Change what is kept; return how many rows that touched."""
    with closing(sqlite3.connect(library, isolation_level=None)) as db:
        return db.execute(sql).rowcount
