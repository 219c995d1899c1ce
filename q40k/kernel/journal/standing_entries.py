"""Which entries stand: worked out from the entries alone, for a journal whose marks are lost."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any

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
