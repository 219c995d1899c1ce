"""The shelf: an SQLite file with the results of all bouts ever played, by world and bout."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from q40k.lab.jobs import World

PATIENCE = 30.0
"""The seconds to wait for another process that writes."""
MOST_ASKED = 500
"""So many results are looked up at once."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS worlds (id TEXT PRIMARY KEY, facts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS results (
    world TEXT NOT NULL, bout TEXT NOT NULL, result BLOB NOT NULL, PRIMARY KEY (world, bout)
) WITHOUT ROWID;
"""


class Merged(NamedTuple):
    """What a merge brought: new results, results that were here already, and those that differ."""

    new: int
    same: int
    different: int


class NoShelf(RuntimeError):
    """A file that is no shelf."""


class Shelf:
    """The results of bouts. Every job's results are one transaction, so a kill loses no finished job."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        try:
            self._db = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        except sqlite3.Error as error:
            raise NoShelf(path) from error
        try:
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(SCHEMA)
            self._db.execute("SELECT world, bout, result, id, facts FROM results, worlds LIMIT 0")
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise NoShelf(path) from error

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def add_world(self, world: World) -> None:
        """Note what a world is."""
        self._db.execute("INSERT OR IGNORE INTO worlds VALUES (?, ?)", (world.id, msgspec.json.encode(world).decode()))

    def worlds(self, game: str) -> Iterator[tuple[World, int]]:
        """Yield the worlds of a game with the number of their results, those with most first."""
        counts = "SELECT world, count(*) AS number FROM results GROUP BY world"
        rows = self._db.execute(
            f"SELECT facts, number FROM worlds JOIN ({counts}) ON id = world ORDER BY number DESC, id"
        )
        for facts, number in rows.fetchall():
            world = msgspec.json.decode(facts, type=World)
            if world.game == game:
                yield world, number

    def find(self, world: str, bouts: Sequence[str]) -> dict[str, bytes]:
        """Return the results that are there already, by the names of their bouts."""
        results: dict[str, bytes] = {}
        for start in range(0, len(bouts), MOST_ASKED):
            names = bouts[start : start + MOST_ASKED]
            marks = ", ".join("?" * len(names))
            query = f"SELECT bout, result FROM results WHERE world = ? AND bout IN ({marks})"
            results.update(self._db.execute(query, (world, *names)))
        return results

    def keep(self, world: str, results: Iterable[tuple[str, bytes]]) -> None:
        """Keep the results of a job, all or none."""
        rows = [(world, bout, result) for bout, result in results]
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", rows)
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def merge(self, path: Path) -> Merged:
        """Take over the results of another shelf. Raises NoShelf."""
        if not path.is_file():
            raise NoShelf(path)
        with closing(Shelf(path)):  # brings an older file up to date, or finds that it is none
            pass
        self._db.execute("ATTACH ? AS other", (str(path),))
        try:
            both = "SELECT count(*) FROM results JOIN other.results USING (world, bout)"
            shared = self._count(both)
            different = self._count(f"{both} WHERE main.results.result IS NOT other.results.result")
            before = self._count("SELECT count(*) FROM main.results")
            self._db.execute("BEGIN IMMEDIATE")
            self._db.execute("INSERT OR IGNORE INTO main.worlds SELECT * FROM other.worlds")
            self._db.execute("INSERT OR IGNORE INTO main.results SELECT * FROM other.results")
            self._db.execute("COMMIT")
            return Merged(self._count("SELECT count(*) FROM main.results") - before, shared - different, different)
        finally:
            self._db.execute("DETACH other")

    def _count(self, query: str) -> int:
        return int(self._db.execute(query).fetchone()[0])
