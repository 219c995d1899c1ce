"""Hold a match of a season, with the names by which the season knows its players, and any number of them in a file."""

import errno
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from tempfile import gettempdir
from typing import Any, TypeVar, overload

import msgspec
from msgspec import Struct

from q40k.kernel.journal import file_guard, tables
from q40k.packs.base import Names
from q40k.study.summaries import SeatSummary
from q40k.table.digests import ENCODER, decode_fraction
from q40k.table.outcomes import NOBODY, Entrant

T = TypeVar("T")
HELD = 2_000
"""A spool keeps so many values in memory, as they are; only further ones are written into its file."""


class Match(Struct, frozen=True, gc=False):
    """Hold a match that counts. Its `entrants` have the names by which the season knows them.

    `studied` is what a study of the match said of them, by these names; empty without a study.
    """

    number: int
    identity: str
    name: str
    game: str
    played: Names | None
    began: str
    ended: str
    turns: int
    entrants: tuple[Entrant, ...]
    tags: tuple[str, ...] = ()
    studied: dict[str, SeatSummary] = {}

    @property
    def people(self) -> tuple[Entrant, ...]:
        """Return the entrants with a name."""
        return tuple(entrant for entrant in self.entrants if entrant.player != NOBODY)

    @property
    def sides(self) -> dict[str, tuple[Entrant, ...]]:
        """Return the entrants by side, in the order of joining."""
        sides: dict[str, tuple[Entrant, ...]] = {}
        for entrant in self.entrants:
            sides[entrant.side] = (*sides.get(entrant.side, ()), entrant)
        return sides

    @property
    def is_draw(self) -> bool:
        """Tell whether all entrants finished level."""
        return all(entrant.place == 1 for entrant in self.entrants)

    def is_won_by(self, entrant: Entrant) -> bool:
        """Tell whether an entrant won, alone or with others; nobody wins a draw."""
        return entrant.place == 1 and not self.is_draw

    def beaten(self, entrant: Entrant) -> tuple[int, int]:
        """Return twice the opponents an entrant beat, a tie counting half, and the number of
        opponents.
        """
        halves = others = 0
        for other in self.entrants:
            if other.side != entrant.side:
                others += 1
                halves += 2 if other.place > entrant.place else other.place == entrant.place
        return halves, others


class _Temporary(sqlite3.Connection):
    """A database that SQLite keeps in memory while it is small, and in a file that is gone with the program."""

    def __del__(self) -> None:
        self.close()


class Spool(Sequence[T]):
    """Values in a temporary database, in the order of a key: memory does not grow with their number.

    `columns` are those by which values are chosen; the first `keys` of them are the key.
    """

    def __init__(self, kind: type[T], columns: str, keys: int = 1) -> None:
        names = [column.split()[0] for column in columns.split(", ")]
        self._key, self._where, self._values = ", ".join(names[:keys]), "1", tuple[Any, ...]()
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False, factory=_Temporary)
        self._db.execute(f"CREATE TABLE spool ({columns}, body BLOB, PRIMARY KEY ({self._key})) WITHOUT ROWID")
        self._db.execute("BEGIN")
        self._add = f"INSERT OR REPLACE INTO spool VALUES ({'?, ' * len(names)}?)"
        self._decoder = msgspec.json.Decoder(kind, dec_hook=decode_fraction)
        self._held, self._waiting = list[T](), list[tuple[Any, ...]]()
        self._tallies: dict[str, Counter[Any]] = {}

    def add(self, value: T, *columns: Any) -> None:
        """Add a value; one with the same key is gone. Raises OSError."""
        is_held = len(self._held) < HELD
        self._waiting.append((*columns, len(self._held) if is_held else ENCODER.encode(value)))
        if is_held:
            self._held.append(value)
        if len(self._waiting) >= tables.AT_ONCE:
            self._write()

    def where(self, condition: str, *values: Any) -> "Spool[T]":
        """Return the values of which also this SQL condition holds. Nothing may be added any more."""
        some = copy(self)
        some._where, some._values, some._tallies = f"{self._where} AND {condition}", (*self._values, *values), {}
        return some

    def find_by(self, column: str) -> None:
        """Make a column one by which values are found quickly."""
        self._run(f"CREATE INDEX IF NOT EXISTS by_{column} ON spool ({column})")

    def tally(self, column: str = "1") -> Counter[Any]:
        """Return how often each value of a column occurs, in the order of the key."""
        if column not in self._tallies:
            self._tallies[column] = Counter(value for (value,) in self._select(column))
        return self._tallies[column]

    def __len__(self) -> int:
        return self.tally().total()

    def __iter__(self) -> Iterator[T]:
        return (self._read(body) for (body,) in self._select("body"))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, int):
            return self[index : index + 1 or None][0]
        start, stop, step = index.indices(len(self))
        return [self._read(body) for (body,) in self._select("body", max(0, stop - start), start)][::step]

    def _write(self) -> None:
        self._run(self._add, self._waiting, is_many=True)
        self._waiting.clear()

    def _read(self, body: int | bytes) -> T:
        return self._held[body] if isinstance(body, int) else self._decoder.decode(body)

    def _select(self, column: str, limit: int = -1, offset: int = 0) -> Iterator[tuple[Any, ...]]:
        self._write()
        order = f"ORDER BY {self._key} LIMIT {limit} OFFSET {offset}"
        return self._run(f"SELECT {column} FROM spool WHERE {self._where} {order}", self._values)

    def _run(self, sql: str, values: Sequence[Any] = (), *, is_many: bool = False) -> sqlite3.Cursor:
        """Run a statement, once or with many values. Raises OSError: the folder of temporary files may be full."""
        try:
            return self._db.executemany(sql, values) if is_many else self._db.execute(sql, values)
        except sqlite3.Error as error:
            number = errno.ENOSPC if file_guard.is_disk_error(error) else errno.EIO
            raise OSError(number, str(error), gettempdir()) from error
