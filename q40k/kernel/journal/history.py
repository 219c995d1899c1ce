"""The history of a match: amendments, bookmarks and branches, as the journal keeps them.

The journal only grows. An amendment is an entry that marks every input from some point on as
superseded (`undone_by`); the new versions of them all follow it. The table `replaced` names the
entry that each new one replaces. So the standing entries are still read in the order of their
numbers, and one undo or redo moves the whole amendment. Each is one transaction: after a crash
there is the old past or the new one.

These functions are the other half of `Journal`. `UndoTracker` derives
the same marks from the entries alone: to compare them, and to restore lost ones.
"""

import json
from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from q40k.kernel.journal import checksums, tables
from q40k.kernel.journal.journal import Entry, Journal, JournalError, Transaction


class Draft(Struct, frozen=True):
    """A new version of an entry, or a new entry: an `Entry` without a number.

    `replaces` is the seq of the old version. `before` is the state before it as a snapshot, where
    one should be kept. `same` says that it and all later entries are unchanged, so that the
    snapshots of the old versions hold for the new ones.
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
    rows, replaced, snapshots, carried = [], [], [], mark.seq + len(drafts) + 1
    command = mark.seq
    for seq, draft in enumerate(drafts, mark.seq + 1):
        if draft.kind == "command":
            command = seq
        rows.append((match, seq, draft.kind, command, draft.body, draft.hand, draft.events, draft.dice, draft.at, None))
        if draft.replaces is not None:
            replaced.append((match, seq, draft.replaces))
        if draft.before is not None:
            snapshots.append((seq, draft.before))
        if draft.same:
            carried = min(carried, seq)
    with journal.transaction() as write:
        write.execute(tables.UNDO_INPUTS, (mark.seq, match, match, mark.command))
        write.insert_entry(match, mark)
        sql = f"INSERT INTO entries (match, {tables.ENTRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        write.executemany(sql, rows)
        write.executemany("INSERT INTO replaced VALUES (?, ?, ?)", replaced)
        tables.checksum_entries(write.db, match, after=mark.seq)
        sql = (
            "SELECT replaced.seq, body FROM replaced JOIN snapshots"
            " ON snapshots.match = replaced.match AND snapshots.seq = replaces"
            " WHERE replaced.match = ? AND replaced.seq >= ?"
        )
        for seq, body in (*snapshots, *write.execute(sql, (match, carried)).fetchall()):
            write.insert_snapshot(match, seq, body, None)


def undo_amendment(journal: Journal, match: int, undo: Entry) -> None:
    """Write an undo of the amendment `undo.command`: the old versions stand again."""
    amended = undo.command
    with journal.transaction() as write:
        write.execute(tables.UNDO_INPUTS, (undo.seq, match, match, amended + 1))
        write.execute(tables.RESTORE_INPUTS, (match, match, amended))
        sql = "UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?"
        write.execute(sql, (undo.seq, match, amended))
        write.insert_entry(match, undo)


def redo_amendment(journal: Journal, match: int, redo: Entry, undo: Entry, amendment: Entry) -> None:
    """Write a redo of `undo`, which undid the amendment: the new versions stand again."""
    with journal.transaction() as write:
        write.execute(tables.UNDO_INPUTS, (amendment.seq, match, match, amendment.command))
        write.execute(tables.RESTORE_INPUTS, (match, match, undo.seq))
        sql = "UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?"
        write.execute(sql, (redo.seq, match, undo.seq))
        write.insert_entry(match, redo)


def find_entry(journal: Journal, match: int, seq: int) -> Entry | None:
    """Return the entry of that number, or None."""
    rows = journal.read(f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? AND seq = ?", match, seq)
    return Entry(*rows[0]) if rows else None


def last_amendment(journal: Journal, match: int) -> Entry | None:
    """Return the newest amendment that stands, unless inputs followed the versions it wrote."""
    # Ask only for columns of the index of amendments: the whole table is slow to search.
    sql = "SELECT max(seq) FROM entries WHERE match = ? AND kind = 'amend' AND undone_by IS NULL"
    seq = journal.read(sql, match)[0][0]
    amendment = find_entry(journal, match, seq) if seq is not None else None
    if amendment is None:
        return None
    return amendment if newest_input(journal, match) <= int(json.loads(amendment.body)["last"]) else None


def newest_input(journal: Journal, match: int) -> int:
    """Return the seq of the newest input that stands; 0 if there is none."""
    rows = journal.read(
        f"SELECT seq FROM entries WHERE match = ? AND {tables.STANDING} ORDER BY seq DESC LIMIT 1", match
    )
    return int(rows[0][0]) if rows else 0


def current_version(journal: Journal, match: int, seq: int) -> Entry | None:
    """Return the version of the entry `seq` that stands now: itself or another."""
    sql = (
        "SELECT seq FROM replaced WHERE match = ? AND replaces = ?"
        " UNION SELECT replaces FROM replaced WHERE match = ? AND seq = ? ORDER BY 1"
    )
    search, seen = [seq], {seq}
    while search:
        number = search.pop()
        version = find_entry(journal, match, number)
        if version is not None and version.undone_by is None:
            return version
        near = [row[0] for row in journal.read(sql, match, number, match, number)]
        search += [candidate for candidate in near if candidate not in seen]
        seen.update(near)
    return None


def replaced_entries(journal: Journal, match: int) -> dict[int, int]:
    """Return which entry each new version replaces, by the new one's seq."""
    return dict(journal.read("SELECT seq, replaces FROM replaced WHERE match = ?", match))


def original_numbers(journal: Journal, match: int, first: int, last: int) -> dict[int, int]:
    """Return the first number of each entry from `first` to `last` that amendments wrote anew.

    Entries that were never amended are left out.
    """
    sql = (
        "WITH RECURSIVE chain (seq, here) AS ("
        " SELECT seq, replaces FROM replaced WHERE match = ? AND seq BETWEEN ? AND ?"
        " UNION ALL SELECT chain.seq, replaces FROM chain"
        " JOIN replaced ON replaced.match = ? AND replaced.seq = here)"
        " SELECT seq, min(here) FROM chain GROUP BY seq"
    )
    return dict(journal.read(sql, match, first, last, match))


def standing_inputs(journal: Journal, match: int, containing: str | None = None) -> list[int]:
    """Return the seqs of the inputs that stand, or of those whose events contain a text."""
    sql = f"SELECT seq FROM entries WHERE match = ? AND {tables.STANDING}"
    if containing is None:
        return [row[0] for row in journal.read(f"{sql} ORDER BY seq", match)]
    return [row[0] for row in journal.read(f"{sql} AND instr(events, ?) ORDER BY seq", match, containing)]


class _Tag(Struct):
    """The tag of an event; its other fields are not read."""

    type: str = ""


_TAGS = msgspec.json.Decoder(list[_Tag])


def story_entries(journal: Journal, match: int, silent: Collection[str], *, dice: bool = False) -> list[int]:
    """Return the seqs of the entries that tell the story: inputs that stand, amendments, bookmarks.

    Inputs whose events are all `silent` are left out; with `dice` typed dice are kept all the same.
    """
    condition = f"({tables.STANDING} OR kind IN ('amend', 'bookmark')) AND undone_by IS NULL"
    sql = f"SELECT seq, kind, body, events FROM entries WHERE match = ? AND {condition} ORDER BY seq"
    return [
        seq
        for seq, kind, body, events in journal.read(sql, match)
        if kind not in INPUTS
        or (dice and kind == "answer" and holds_dice(body))
        or any(tag.type not in silent for tag in _TAGS.decode(events))
    ]


def holds_dice(answer: str) -> bool:
    """Return whether an answer, as it was journaled, is what dice show or a count of what passed."""
    return (answer[:1] == "[" and answer[1:2] in "0123456789") or answer[:2] == '"='


def inputs_standing_at(journal: Journal, match: int, seq: int) -> tuple[int, list[int]]:
    """Return the inputs that stood when entry `seq` had just been written, after those that stand now as well.

    The number is the first entry that anything written since has undone or restored: the inputs
    before it are those of now.
    """
    sql = (
        "SELECT min(CASE target.kind WHEN 'amend' THEN target.command ELSE mark.command END)"
        " FROM entries AS mark JOIN entries AS target ON target.match = mark.match AND target.seq = mark.command"
        " WHERE mark.match = ? AND mark.seq > ? AND mark.kind IN ('undo', 'redo', 'amend')"
    )
    first = min(journal.read(sql, match, seq)[0][0] or seq + 1, seq + 1)
    tracker = UndoTracker()
    sql = "SELECT seq, kind, command FROM entries WHERE match = ? AND seq BETWEEN ? AND ? ORDER BY seq"
    for row in journal.read(sql, match, first, seq):
        tracker.read(*row)
    return first, tracker.standing


def bookmarks(journal: Journal, match: int) -> list[Entry]:
    """Return the bookmarks of a match, oldest first; `command` is the bookmarked entry."""
    sql = f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? AND kind = 'bookmark' ORDER BY seq"
    return [Entry(*row) for row in journal.read(sql, match)]


DICE_APART = 1_000_000
"""The app's dice of a branch begin this many further on, for each number of a match."""


def branch(journal: Journal, match: int, upto: int, name: str, at: str, *, same_dice: bool = True) -> int:
    """Begin a match with the standing inputs of another up to entry `upto`; return its number.

    It does not count as played until something is entered in it. Unless it gets the `same_dice`,
    it does not foretell those of the other match.
    """
    entries = journal.live(match, before=upto + 1)
    if not entries:
        raise JournalError("nothing-to-branch", entry=upto)
    with journal.transaction() as write:
        number = write.create_match(name, at, journal.game(match))
        rows = _branch_rows(entries, 0 if same_dice else DICE_APART * number)
        _fill(write, number, rows, at, last=False)
        note_origin(write, number, match, upto)
    return number


def is_branch(journal: Journal, branch: int, match: int, upto: int, *, same_dice: bool) -> bool:
    """Return whether a match holds just what a new branch of another would."""
    rows = _branch_rows(journal.live(match, before=upto + 1), 0 if same_dice else DICE_APART * branch)
    return rows == journal.read(f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? ORDER BY seq", branch)


def _branch_rows(entries: Iterable[Entry], apart: int) -> list["Row"]:
    """Return the entries of a branch, whose dice are so far apart from those of its match."""
    rows, command = [], 1
    for seq, entry in enumerate(entries, 1):
        if entry.kind == "command":
            command = seq
        dice = entry.dice + (apart if seq == 1 else 0)
        rows.append((seq, entry.kind, command, entry.body, entry.hand, entry.events, dice, entry.at, None))
    return rows


def extend(write: Transaction, match: int, rows: Sequence[Sequence[Any]], replaced: Mapping[int, int]) -> None:
    """Write the next entries of a match that is played elsewhere, with their checksums and the marks that follow.

    A row is the content of an entry (see `checksums`); `replaced` as in `replaced_entries`.
    """
    sql, marks = "SELECT seq, kind, command FROM entries WHERE match = ? ORDER BY seq", dict[int, int | None]()
    if any(row[1] not in (*INPUTS, "bookmark") for row in rows):
        tracker = UndoTracker()
        for row in write.execute(sql, (match,)):
            tracker.read(*row)
        before = dict(tracker.undone_by)
        for row in rows:
            tracker.read(*row[:3])
        now = tracker.undone_by
        marks = {seq: now.get(seq) for seq in {*before, *now} if before.get(seq) != now.get(seq)}
    values = ", ".join("?" for _ in tables.ROW_COLUMNS.split(", "))
    sums = checksums.of_entries(tables.checksum_before(write.db, match, rows[0][0]), rows, replaced)
    written = [(match, *row, marks.get(row[0]), checksum) for row, checksum in zip(rows, sums, strict=True)]
    write.executemany(f"INSERT INTO entries ({tables.ROW_COLUMNS}) VALUES ({values})", written)
    write.executemany("INSERT INTO replaced VALUES (?, ?, ?)", [(match, *pair) for pair in replaced.items()])
    earlier = [(by, match, seq) for seq, by in marks.items() if seq < rows[0][0]]
    write.executemany("UPDATE entries SET undone_by = ? WHERE match = ? AND seq = ?", earlier)
    if earlier:
        first = min(seq for _by, _match, seq in earlier)
        write.execute("DELETE FROM snapshots WHERE match = ? AND seq >= ?", (match, first))
    write.note_written(match, rows[-1][7], last=False)


_ORIGINS = "CREATE TABLE IF NOT EXISTS origins (match TEXT PRIMARY KEY, of TEXT, entry INTEGER) WITHOUT ROWID"
"""It is made with the first branch; other versions of q40k do not look for it."""


def note_origin(write: Transaction, branch: int, of: int, entry: int) -> None:
    """Write down, with a new branch, of which match and entry it is one."""
    identity = "(SELECT identity FROM matches WHERE id = ?)"
    write.execute(_ORIGINS)
    write.execute(f"INSERT OR REPLACE INTO origins VALUES ({identity}, {identity}, ?)", (branch, of, entry))


def remove(journal: Journal, match: int) -> None:
    """Erase a match with everything that was ever entered in it; its number is never used again."""
    with journal.transaction() as write:
        for table in ("snapshots", "replaced", "entries"):
            write.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
        write.execute(tables.DIGESTS)
        write.execute("DELETE FROM digests WHERE match = (SELECT identity FROM matches WHERE id = ?)", (match,))
        write.execute("DELETE FROM matches WHERE id = ?", (match,))


def adopt(journal: Journal, other: Journal, match: int, name: str, at: str, identity: str = "") -> int:
    """Copy a match of another journal, all of it or nothing; return its number here.

    Nothing in it may have been amended. Without an `identity` it gets a new one. Raises
    JournalError.
    """
    rows = other.read(f"SELECT {tables.ENTRY_COLUMNS} FROM entries WHERE match = ? ORDER BY seq", match)
    snapshots = list(other.snapshots(match))
    with journal.transaction() as write:
        number = write.create_match(name, at, other.game(match), identity)
        _fill(write, number, rows, at)
        for seq, used, body in snapshots:
            write.insert_snapshot(number, seq, body.decode(), used)
    return number


def _fill(write: Transaction, number: int, rows: Sequence[Any], at: str, *, last: bool = True) -> None:
    """Write the entries of a new match; with `last`, note it as the one played last."""
    sql = f"INSERT INTO entries (match, {tables.ENTRY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    write.executemany(sql, [(number, *row) for row in rows])
    tables.checksum_entries(write.db, number)
    write.note_written(number, at, last=last)


# -- worked out from the entries alone ---------------------------------------------------------

Row = tuple[Any, ...]
"""A row of the table of entries: match, seq, kind, command, body ... undone_by."""

INPUTS = ("command", "answer")


class UndoTracker:
    """Follows a match entry by entry: `undone_by` holds the entry that undid each undone one.

    `standing` are the inputs that stand, in the order of their numbers.
    """

    def __init__(self) -> None:
        self.undone_by: dict[int, int] = {}
        self._amended: dict[int, int] = {}  # the first entry that each amendment wrote anew
        self.standing: list[int] = []
        self._undone: dict[int, list[int]] = {}
        self._undos: list[tuple[int, int]] = []  # those that could be redone, and from where

    def read(self, seq: int, kind: str, first: int) -> None:
        """Read the next entry: its number, its kind, and the entry it begins with or refers to."""
        if kind in INPUTS:
            self.standing.append(seq)
            if self._undos:
                self._undos.clear()
        elif kind == "amend":
            self._amended[seq] = first
            self._undo_since(seq, first)
            self._undos.clear()
        elif kind == "undo":
            self._undo(seq, first)
        elif kind == "redo" and self._undos:
            self._redo(seq, *self._undos.pop())

    def read_inputs(self, seqs: Sequence[int]) -> None:
        """Read the next entries, all of them inputs, by their numbers."""
        self.standing += seqs
        self._undos.clear()

    def _undo(self, seq: int, first: int) -> None:
        is_amendment = first in self._amended
        self._undo_since(seq, first + 1 if is_amendment else first)
        if is_amendment:
            self._restore(first)
            self.undone_by[first] = seq
        self._undos.append((seq, first))

    def _redo(self, seq: int, undo: int, first: int) -> None:
        if first in self._amended:
            self._undo_since(first, self._amended[first])
            self.undone_by.pop(first, None)
        self._restore(undo)
        self.undone_by[undo] = seq

    def _undo_since(self, by: int, first: int) -> None:
        index = bisect_left(self.standing, first)
        self._undone[by] = self.standing[index:]
        del self.standing[index:]
        self.undone_by.update(dict.fromkeys(self._undone[by], by))

    def _restore(self, by: int) -> None:
        restored = self._undone.pop(by, [])
        for seq in restored:
            self.undone_by.pop(seq, None)
        self.standing = sorted(self.standing + restored) if restored else self.standing


def restore_marks(rows: Iterable[Row]) -> list[Row]:
    """Return the first entries of a match with marks derived from these entries alone.

    The marks of a damaged file are on other pages than the undos, and may be older or newer.
    """
    rows, tracker = list(rows), UndoTracker()
    for row in rows:
        tracker.read(row[1], row[2], row[3])
    return [(*row[:9], tracker.undone_by.get(row[1]), *row[10:]) for row in rows]


def count_whole(rows: Sequence[Row]) -> int:
    """Return how many of the first entries of a match can be kept without half an amendment.

    An amendment that lost some of the entries it wrote would hide the past it corrected; without
    it, that past stands unchanged.
    """
    count = len(rows)
    for row in reversed(rows):
        if row[2] == "amend" and last_written(row) > count:
            count = row[1] - 1
    return count


def last_written(row: Row) -> int:
    """Return the number of the last entry that an amendment wrote; 0 for any other entry."""
    try:
        return int(json.loads(row[4])["last"])
    except (ValueError, KeyError, TypeError):
        return 0
