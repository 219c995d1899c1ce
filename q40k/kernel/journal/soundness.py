"""Whether a match is as it was written: entries by their checksums, marks by the entries."""

from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path

from msgspec import Struct

from q40k.kernel.journal import checksums, history
from q40k.kernel.journal.history import INPUTS, UndoTracker
from q40k.kernel.journal.journal import Entry, Journal, JournalError
from q40k.kernel.journal.tables import ENTRY_COLUMNS, ROW_COLUMNS

_MOST_NAMED = 10_000
"""At most this many missing entries in a row are named: a damaged number may be any number."""

_AT_ONCE = 250
"""So many entries are read and compared at once: each step of that takes less time than entry by entry."""


class Soundness(Struct, frozen=True):
    """The result of a check: the `damaged` or missing entries, and whether the `marks` are right.

    `sound` counts the entries before the first damaged one. `marks` are right if `undone_by` agrees
    with the entries themselves.
    """

    sound: int
    damaged: tuple[int, ...] = ()
    marks: bool = True

    @property
    def is_sound(self) -> bool:
        """Return whether all is as it was written."""
        return self.marks and not self.damaged

    @property
    def entry(self) -> int:
        """Return the entry to name: the first damaged one."""
        return self.damaged[0] if self.damaged else self.sound


def check_match(journal: Journal, match: int, after: int = 0) -> Soundness:
    """Check the entries of a match, or those after entry `after`; see `check_entries`."""
    return check_inputs(journal, match, after)[0]


def check_inputs(journal: Journal, match: int, after: int = 0) -> tuple[Soundness, list[Entry]]:
    """Check the entries of a match, as `check_match`; return the inputs that stand also."""
    with journal.moment():
        return _read_sound(journal, match, after) or _read_damaged(journal, match, after)


def _read_damaged(journal: Journal, match: int, after: int) -> tuple[Soundness, list[Entry]]:
    inputs: list[Entry] = []
    steps = check_entries(journal, match, after)
    while True:
        try:
            entry = next(steps)
        except StopIteration as end:
            soundness: Soundness = end.value
            return soundness, inputs
        if entry.undone_by is None and entry.kind in INPUTS:
            inputs.append(entry)


def _read_sound(journal: Journal, match: int, after: int) -> tuple[Soundness, list[Entry]] | None:
    """Return the same as `check_inputs` of a match in which all is sound; None if anything is not.

    Nearly every match is: without a look at what is wrong this takes two thirds of the time.
    """
    inputs: list[Entry] = []
    tracker, marks = UndoTracker(), dict[int, int]()
    seq = after
    try:
        checksum = journal.checksum_before(match, after + 1)
        versions = _replaced_after(journal, match, after)
        sql = f"SELECT {ENTRY_COLUMNS}, checksum FROM entries WHERE match = ? AND seq > ? ORDER BY seq"
        entries = journal.iterate(sql, match, after)
        while rows := list(islice(entries, _AT_ONCE)):
            stored = [row[9] for row in rows]
            numbers = list(range(seq + 1, seq + 1 + len(rows)))
            if list(checksums.of_entries(checksum, rows, versions)) != stored or [row[0] for row in rows] != numbers:
                return None
            seq, checksum = numbers[-1], stored[-1]
            standing = [Entry(*row[:9]) for row in rows if row[8] is None and row[1] in INPUTS]
            inputs += standing
            if len(standing) == len(rows):
                tracker.read_inputs(numbers)
                continue
            for row in rows:
                tracker.read(row[0], row[1], row[2])
                if row[8] is not None:
                    marks[row[0]] = row[8]
        unmarked = seq - after - len(marks), sum(range(after + 1, seq + 1)) - sum(marks)
        right = tracker.undone_by == marks and max(versions, default=0) <= seq
        right = right and _index(journal, match, after) == unmarked
    except (TypeError, JournalError):
        return None
    return (Soundness(seq), inputs) if right else None


def check_entries(journal: Journal, match: int, after: int = 0) -> Generator[Entry, None, Soundness]:
    """Check the entries of a match, or those after entry `after`, one by one.

    `after` must be the last entry before a snapshot: then the entries checked depend on nothing
    earlier. A missing entry at the very end cannot be detected here.
    """
    damaged: list[int] = []
    tracker, marks = UndoTracker(), dict[int, int]()
    expected, proven = after + 1, True
    stored = computed = unmarked = total = 0
    sql = f"SELECT {ENTRY_COLUMNS}, checksum FROM entries WHERE match = ? AND seq > ?"
    try:
        stored = computed = journal.checksum_before(match, after + 1)
        versions = _replaced_after(journal, match, after)
        for row in journal.iterate(f"{sql} ORDER BY seq", match, after):
            content, undone_by, checksum = row[:-2], row[-2], row[-1]
            seq: int = row[0]
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
            tracker.read(seq, row[1], row[2])
            if undone_by is None:
                unmarked, total = unmarked + 1, total + seq
            else:
                marks[seq] = undone_by
            yield Entry(*row[:-1])
        right = tracker.undone_by == marks and not versions and _index(journal, match, after) == (unmarked, total)
    except (TypeError, JournalError):  # from here on nothing can be read
        damaged.append(expected)
        right = False
    first = damaged[0] if damaged else expected
    return Soundness(first - 1, tuple(damaged), bool(damaged) or right)


def check_in_background(path: Path, match: int) -> Generator[Entry, None, Soundness]:
    """Check a whole match, as it is when this begins, one entry after another.

    It has a connection of its own, so that others may write meanwhile. Raises JournalError.
    """
    with closing(Journal(path)) as journal, journal.moment():
        return (yield from check_entries(journal, match))


def _replaced_after(journal: Journal, match: int, after: int) -> dict[int, int]:
    replaced = history.replaced_entries(journal, match)
    return {seq: old for seq, old in replaced.items() if seq > after}


def _index(journal: Journal, match: int, after: int) -> tuple[int, int]:
    """Return the number of entries without a mark, and the sum of their numbers, by their index."""
    sql = (
        "SELECT count(*), coalesce(sum(seq), 0) FROM entries INDEXED BY live_entries"
        " WHERE match = ? AND undone_by IS NULL AND seq > ?"
    )
    return tuple(journal.read(sql, match, after)[0])


def check_since_snapshot(journal: Journal, match: int) -> Soundness:
    """Check what a match is loaded from: its newest snapshot, and the entries after it."""
    with journal.moment():
        snapshot = next(journal.snapshots(match), None)
        return check_match(journal, match, snapshot[0] - 1 if snapshot is not None else 0)


def copy_sound_part(journal: Journal, match: int, soundness: Soundness) -> Journal:
    """Copy the sound part of a match into memory, to look at beside the damaged file.

    Raises JournalError.
    """
    rows = journal.read(
        f"SELECT {ROW_COLUMNS} FROM entries WHERE match = ? AND seq <= ? ORDER BY seq", match, soundness.sound
    )
    count = history.count_whole(rows)
    part = Journal(None)
    names = "id, name, created, touched, draft, game, identity, shape, played, checksum"
    with part.transaction() as write:
        for table, columns, table_rows in (
            ("matches", names, journal.read(f"SELECT {names} FROM matches WHERE id = ?", match)),
            ("entries", ROW_COLUMNS, history.restore_marks(rows[:count])),
            ("replaced", "match, seq, replaces", _versions(journal, match, count)),
        ):
            marks = ", ".join("?" * (columns.count(",") + 1))
            write.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", table_rows)
    return part


def _versions(journal: Journal, match: int, last: int) -> Iterable[tuple[int, int, int]]:
    return [(match, *pair) for pair in history.replaced_entries(journal, match).items() if pair[0] <= last]
