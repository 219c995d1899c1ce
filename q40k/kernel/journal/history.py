"""What stands of a match: amendments, bookmarks and branches as the journal keeps them.

The journal only grows. An amendment is an entry that marks every input from some point on as
superseded (`undone_by`), followed by the new versions of them all; the table `replaced` says which
entry each new one stands for. So what stands is still read in the order of the numbers, and one
undo, or one redo, moves the whole of it. Each is one transaction: after a crash there is the old
past or the new one.

These functions are the other half of `Journal`, and use what it keeps for its own. `Marks` works
the same marks out from the entries alone: to compare them, and where they are lost.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from q40k.kernel.journal.journal import _COLUMNS, Entry, Journal, JournalError
from q40k.kernel.journal.tables import sum_entries

_LIVE = "undone_by IS NULL AND kind IN ('command', 'answer')"


class Draft(Struct, frozen=True):
    """A new version of an entry, or a new entry: as `Entry`, before it has a number.

    `replaces` is the seq of the entry it stands for. `before` is the state before it as a
    snapshot, where one should be kept; `same` says that it was carried over unchanged with all
    that came after, so that the snapshots of the old versions hold for the new ones.
    """

    kind: Literal["command", "answer"]
    body: str
    hand: str
    events: str
    dice: int
    at: str
    replaces: int | None = None
    before: str | None = None
    same: bool = False


def amend(journal: Journal, match: int, mark: Entry, drafts: Sequence[Draft]) -> None:
    """Write the amendment `mark`: supersede all from `mark.command` on, append `drafts`."""
    rows, replaced, kept, carried = [], [], [], mark.seq + len(drafts) + 1
    command = mark.seq
    for seq, draft in enumerate(drafts, mark.seq + 1):
        if draft.kind == "command":
            command = seq
        rows.append(
            (match, seq, draft.kind, command, draft.body, draft.hand, draft.events, draft.dice,
             draft.at, None)
        )  # fmt: skip
        if draft.replaces is not None:
            replaced.append((match, seq, draft.replaces))
        if draft.before is not None:
            kept.append((seq, draft.before))
        if draft.same:
            carried = min(carried, seq)
    with journal._writing() as db:
        sql = f"UPDATE entries SET undone_by = ? WHERE match = ? AND seq >= ? AND {_LIVE}"
        db.execute(sql, (mark.seq, match, mark.command))
        journal._insert(db, match, mark)
        sql = f"INSERT INTO entries (match, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        db.executemany(sql, rows)
        db.executemany("INSERT INTO replaced VALUES (?, ?, ?)", replaced)
        sum_entries(db, match, after=mark.seq)
        sql = (
            "SELECT replaced.seq, body FROM replaced JOIN snapshots"
            " ON snapshots.match = replaced.match AND snapshots.seq = replaces"
            " WHERE replaced.match = ? AND replaced.seq >= ?"
        )
        for seq, body in (*kept, *db.execute(sql, (match, carried)).fetchall()):
            journal._insert_snapshot(db, match, seq, body, None)


def undo_amendment(journal: Journal, match: int, undo: Entry) -> None:
    """Write an undo of the amendment `undo.command`: the old versions stand again."""
    amended = undo.command
    with journal._writing() as db:
        sql = f"UPDATE entries SET undone_by = ? WHERE match = ? AND seq > ? AND {_LIVE}"
        db.execute(sql, (undo.seq, match, amended))
        sql = "UPDATE entries SET undone_by = NULL WHERE match = ? AND undone_by = ?"
        db.execute(sql, (match, amended))
        sql = "UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?"
        db.execute(sql, (undo.seq, match, amended))
        journal._insert(db, match, undo)


def redo_amendment(
    journal: Journal, match: int, redo: Entry, undo: Entry, amendment: Entry
) -> None:
    """Write a redo of `undo`, which took the amendment back: the new versions stand again."""
    with journal._writing() as db:
        sql = f"UPDATE entries SET undone_by = ? WHERE match = ? AND seq >= ? AND {_LIVE}"
        db.execute(sql, (amendment.seq, match, amendment.command))
        sql = "UPDATE entries SET undone_by = NULL WHERE match = ? AND undone_by = ?"
        db.execute(sql, (match, undo.seq))
        sql = "UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?"
        db.execute(sql, (redo.seq, match, undo.seq))
        journal._insert(db, match, redo)


def entry(journal: Journal, match: int, seq: int) -> Entry | None:
    """The entry of that number."""
    rows = journal._read(f"SELECT {_COLUMNS} FROM entries WHERE match = ? AND seq = ?", match, seq)
    return Entry(*rows[0]) if rows else None


def last_amendment(journal: Journal, match: int) -> Entry | None:
    """The newest amendment that stands, if no input has come after the versions it wrote."""
    # Only what the index of amendments holds is asked for, or all entries would be looked through.
    sql = "SELECT max(seq) FROM entries WHERE match = ? AND kind = 'amend' AND undone_by IS NULL"
    seq = journal._read(sql, match)[0][0]
    found = entry(journal, match, seq) if seq is not None else None
    if found is None:
        return None
    newest = journal._read(
        f"SELECT seq FROM entries WHERE match = ? AND {_LIVE} ORDER BY seq DESC LIMIT 1", match
    )
    return found if not newest or int(newest[0][0]) <= int(json.loads(found.body)["last"]) else None


def amended(journal: Journal, match: int) -> bool:
    """Whether anything in the match was ever amended."""
    sql = "SELECT 1 FROM entries WHERE match = ? AND kind = 'amend' LIMIT 1"
    return bool(journal._read(sql, match))


def replaced_by(journal: Journal, match: int, seq: int) -> Entry | None:
    """What stands now for the entry `seq`: itself, or else another version of it."""
    sql = (
        "SELECT seq FROM replaced WHERE match = ? AND replaces = ?"
        " UNION SELECT replaces FROM replaced WHERE match = ? AND seq = ? ORDER BY 1"
    )
    search, seen = [seq], {seq}
    while search:
        here = search.pop()
        found = entry(journal, match, here)
        if found is not None and found.undone_by is None:
            return found
        near = [row[0] for row in journal._read(sql, match, here, match, here)]
        search += [one for one in near if one not in seen]
        seen.update(near)
    return None


def replaces(journal: Journal, match: int) -> dict[int, int]:
    """Which entry each new version was written for, by the new one's seq."""
    return dict(journal._read("SELECT seq, replaces FROM replaced WHERE match = ?", match))


def firsts(journal: Journal, match: int, first: int, last: int) -> dict[int, int]:
    """The number that an entry had when it was first entered, of all that amendments wrote anew.

    Asked for are the entries from `first` to `last`; those that were never amended are not there.
    """
    sql = (
        "WITH RECURSIVE chain (seq, here) AS ("
        " SELECT seq, replaces FROM replaced WHERE match = ? AND seq BETWEEN ? AND ?"
        " UNION ALL SELECT chain.seq, replaces FROM chain"
        " JOIN replaced ON replaced.match = ? AND replaced.seq = here)"
        " SELECT seq, min(here) FROM chain GROUP BY seq"
    )
    return dict(journal._read(sql, match, first, last, match))


def standing(
    journal: Journal, match: int, containing: str | None = None, *, marks: bool = False
) -> list[int]:
    """The seqs of the inputs that stand; of those whose events contain a text, or with all marks.

    Marks are the entries that are no inputs: undo, redo, amendments, bookmarks.
    """
    sql = f"SELECT seq FROM entries WHERE match = ? AND ({_LIVE}"
    values: list[Any] = [match]
    if containing is not None:
        sql += " AND instr(events, ?)"
        values.append(containing)
    if marks:
        sql += " OR kind NOT IN ('command', 'answer')"
    return [row[0] for row in journal._read(sql + ") ORDER BY seq", *values)]


def bookmarks(journal: Journal, match: int) -> list[Entry]:
    """The bookmarks of a match, oldest first; `command` is the entry each marks."""
    sql = f"SELECT {_COLUMNS} FROM entries WHERE match = ? AND kind = 'bookmark' ORDER BY seq"
    return [Entry(*row) for row in journal._read(sql, match)]


def branch(journal: Journal, match: int, upto: int, name: str, at: str) -> int:
    """Begin a match that holds what stands in another up to entry `upto`; returns its number.

    It is none that was played last, until something is entered in it.
    """
    entries = journal.live(match, before=upto + 1)
    if not entries:
        raise JournalError("nothing-to-branch", entry=upto)
    rows, command = [], 1
    for seq, one in enumerate(entries, 1):
        if one.kind == "command":
            command = seq
        rows.append(
            (seq, one.kind, command, one.body, one.hand, one.events, one.dice, one.at, None)
        )
    with journal._writing() as db:
        number = journal._create(db, name, at, journal.game(match))
        _fill(journal, db, number, rows, at, last=False)
    return number


def remove(journal: Journal, match: int) -> None:
    """Erase a match with all that was ever entered in it; its number is never given again."""
    with journal._writing() as db:
        for table in ("snapshots", "replaced", "entries"):
            db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
        db.execute("DELETE FROM matches WHERE id = ?", (match,))


def adopt(
    journal: Journal, other: Journal, match: int, name: str, at: str, identity: str = ""
) -> int:
    """Take in a match of another journal, all of it or nothing; returns its number here.

    Nothing in it may have been amended. Without an `identity` it gets a new one. Raises
    JournalError.
    """
    rows = other._read(f"SELECT {_COLUMNS} FROM entries WHERE match = ? ORDER BY seq", match)
    kept = list(other._snapshots(match, 1 << 62))
    with journal._writing() as db:
        number = journal._create(db, name, at, other.game(match), identity)
        _fill(journal, db, number, rows, at)
        for seq, used, body in kept:
            journal._insert_snapshot(db, number, seq, body.decode(), used)
    return number


def _fill(
    journal: Journal,
    db: sqlite3.Connection,
    number: int,
    rows: Sequence[Any],
    at: str,
    *,
    last: bool = True,
) -> None:
    """Write the entries of a match that was begun just now; if so, as the one played `last`."""
    sql = f"INSERT INTO entries (match, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    db.executemany(sql, [(number, *row) for row in rows])
    sum_entries(db, number)
    journal._played(db, number, at, last=last)


# -- worked out from the entries alone ---------------------------------------------------------

Row = tuple[Any, ...]
"""A row of the table of entries: match, seq, kind, command, body ... undone_by."""

INPUTS = ("command", "answer")


class Marks:
    """Follows a match entry by entry: `by` holds by which entry each was taken back, or None."""

    def __init__(self) -> None:
        self.by: dict[int, int | None] = {}
        self._kinds: dict[int, tuple[str, int]] = {}
        self._standing: list[int] = []  # inputs, in the order of their numbers
        self._took: dict[int, list[int]] = {}
        self._undos: list[tuple[int, int]] = []  # those that could be redone, and from where

    def read(self, seq: int, kind: str, first: int) -> None:
        """The next entry: its number, its kind, and the entry it begins with or speaks of."""
        self.by[seq] = None
        self._kinds[seq] = (kind, first)
        if kind in INPUTS:
            self._standing.append(seq)
            self._undos.clear()
        elif kind == "amend":
            self._take(seq, first)
            self._undos.clear()
        elif kind == "undo":
            self._undo(seq, first)
        elif kind == "redo" and self._undos:
            self._redo(seq, *self._undos.pop())

    def _undo(self, seq: int, first: int) -> None:
        amended = self._kinds.get(first, ("", 0))[0] == "amend"
        self._take(seq, first + 1 if amended else first)
        if amended:
            self._give(first)
            self.by[first] = seq
        self._undos.append((seq, first))

    def _redo(self, seq: int, undo: int, first: int) -> None:
        kind, begins = self._kinds.get(first, ("", 0))
        if kind == "amend":
            self._take(first, begins)
            self.by[first] = None
        self._give(undo)
        self.by[undo] = seq

    def _take(self, by: int, first: int) -> None:
        place = bisect_left(self._standing, first)
        self._took[by] = self._standing[place:]
        del self._standing[place:]
        self.by.update(dict.fromkeys(self._took[by], by))

    def _give(self, by: int) -> None:
        given = self._took.pop(by, [])
        self.by.update(dict.fromkeys(given))
        self._standing = sorted(self._standing + given) if given else self._standing


def marked(rows: Iterable[Row]) -> list[Row]:
    """The first entries of a match, marked as taken back by none but those among them.

    The marks of a damaged file lie on other pages than the undos, and may be of another time.
    """
    rows, marks = list(rows), Marks()
    for row in rows:
        marks.read(row[1], row[2], row[3])
    return [(*row[:9], marks.by[row[1]], *row[10:]) for row in rows]


def whole(rows: Sequence[Row]) -> int:
    """How many of the first entries of a match can be kept: no half of an amendment.

    An amendment that has lost some of the entries it wrote would hide the past it was to put
    right; without it that past stands as it was.
    """
    kept = len(rows)
    for row in reversed(rows):
        if row[2] == "amend" and last_written(row) > kept:
            kept = row[1] - 1
    return kept


def last_written(row: Row) -> int:
    """The number of the last entry that an amendment wrote; 0 of any other entry."""
    try:
        return int(json.loads(row[4])["last"])
    except (ValueError, KeyError, TypeError):
        return 0
