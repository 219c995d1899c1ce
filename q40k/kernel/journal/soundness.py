"""Whether a match is as it was written: every entry by its checksum, every mark by the entries."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from q40k.kernel.journal import checksums, history
from q40k.kernel.journal.history import INPUTS, Marks
from q40k.kernel.journal.journal import _COLUMNS, Entry, Journal, JournalError

_MOST_NAMED = 10_000
"""So many missing entries on end are named one by one: a damaged number may be any number."""


class Soundness(Struct, frozen=True):
    """What was found: the entries that are `damaged` or missing, and whether the `marks` are right.

    `sound` counts the entries before the first that is damaged. `marks` are right when what was
    taken back, by which entry, is what the entries themselves say.
    """

    sound: int
    damaged: tuple[int, ...] = ()
    marks: bool = True

    @property
    def well(self) -> bool:
        """Whether all is as it was written."""
        return self.marks and not self.damaged

    @property
    def entry(self) -> int:
        """The entry to name: the first that is damaged."""
        return self.damaged[0] if self.damaged else self.sound


def examined(journal: Journal, match: int, after: int = 0) -> Soundness:
    """Look at the entries of a match, or at those behind entry `after`; see `examining`."""
    return sound_inputs(journal, match, after)[0]


def sound_inputs(journal: Journal, match: int, after: int = 0) -> tuple[Soundness, list[Entry]]:
    """Look at the entries of a match, as `examined`; with the inputs that stand."""
    found: list[Entry] = []
    steps = examining(journal, match, after)
    while True:
        try:
            entry = next(steps)
        except StopIteration as end:
            sound: Soundness = end.value
            return sound, found
        if entry.undone_by is None and entry.kind in INPUTS:
            found.append(entry)


def examining(journal: Journal, match: int, after: int = 0) -> Generator[Entry, None, Soundness]:
    """Look at the entries of a match, or at those behind entry `after`, one by one.

    That one must be the last before a state that is kept: what is looked at then stands on nothing
    before it. An entry that is missing at the very end cannot be seen here.
    """
    damaged: list[int] = []
    marks, taken = Marks(), dict[int, int | None]()
    expected, proven = after + 1, True
    stored = computed = 0
    sql = f"SELECT {_COLUMNS}, checksum FROM entries WHERE match = ? AND seq > ?"
    try:
        stored = computed = journal._before(journal._db, match, after + 1)
        versions = _replaced(journal, match, after)
        for row in journal._db.execute(f"{sql} ORDER BY seq", (match, after)):
            *content, undone_by, checksum = row
            seq = content[0]
            if seq != expected:
                damaged += range(expected, min(seq, expected + _MOST_NAMED))
                proven = False
            version = versions.pop(seq, None) if versions else None
            tried = checksums.of_entry(stored, content, version)
            if tried != checksum and computed != stored:
                tried = checksums.of_entry(computed, content, version)
            if not proven or tried != checksum:
                damaged.append(seq)
            stored, computed, expected, proven = checksum, tried, seq + 1, True
            marks.read(seq, content[1], content[2])
            taken[seq] = undone_by
            yield Entry(*row[:-1])
        right = marks.by == taken and not versions and _indexed(journal, match, after, taken)
    except (sqlite3.Error, TypeError, JournalError):  # from here on nothing can be read
        damaged.append(expected)
        right = False
    first = damaged[0] if damaged else expected
    return Soundness(first - 1, tuple(damaged), bool(damaged) or right)


def looking_through(path: Path, match: int) -> Generator[Entry, None, Soundness]:
    """Look at the whole of a match, as it is when this begins, one entry after another.

    It has a connection of its own, so that others may write meanwhile. Raises JournalError.
    """
    with closing(Journal(path)) as journal:
        journal._read("BEGIN")
        return (yield from examining(journal, match))


def _replaced(journal: Journal, match: int, after: int) -> dict[int, int]:
    found = history.replaces(journal, match)
    return {seq: old for seq, old in found.items() if seq > after}


def _indexed(journal: Journal, match: int, after: int, taken: dict[int, int | None]) -> bool:
    """Whether the index by which entries that stand are found knows the same ones."""
    sql = (
        "SELECT count(*), coalesce(sum(seq), 0) FROM entries INDEXED BY live_entries"
        " WHERE match = ? AND undone_by IS NULL AND seq > ?"
    )
    standing = [seq for seq, by in taken.items() if by is None]
    return tuple(journal._read(sql, match, after)[0]) == (len(standing), sum(standing))


def since_kept(journal: Journal, match: int) -> Soundness:
    """Look at what a match stands on: its newest kept state, and the entries behind that."""
    kept = next(journal._snapshots(match, 1 << 62), None)
    return examined(journal, match, kept[0] - 1 if kept is not None else 0)


def sound_part(journal: Journal, match: int, found: Soundness) -> Journal:
    """A match as far as it is sound, in memory: to look at, beside the file that is damaged.

    Raises JournalError.
    """
    rows = journal._read(
        f"SELECT match, {_COLUMNS}, checksum FROM entries WHERE match = ? AND seq <= ?"
        " ORDER BY seq",
        match, found.sound,
    )  # fmt: skip
    kept = history.whole(rows)
    part = Journal(None)
    names = "id, name, created, touched, draft, game, identity, shape, played, checksum"
    with part._writing() as db:
        for table, columns, found_rows in (
            ("matches", names, journal._read(f"SELECT {names} FROM matches WHERE id = ?", match)),
            ("entries", f"match, {_COLUMNS}, checksum", history.marked(rows[:kept])),
            ("replaced", "match, seq, replaces", _versions(journal, match, kept)),
        ):
            marks = ", ".join("?" * (columns.count(",") + 1))
            db.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", found_rows)
    return part


def _versions(journal: Journal, match: int, last: int) -> Iterable[tuple[int, int, int]]:
    return [(match, *pair) for pair in history.replaces(journal, match).items() if pair[0] <= last]
