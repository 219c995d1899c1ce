"""The score of an evening: who won how many of its matches, and of all in the library."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from q40k.care.notes import ON_LIST, read_places
from q40k.i18n.evening import Evening, Wins
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.table.briefs import Briefs
from q40k.table.match_library import MatchLibrary

HOURS = 12
"""Matches whose last entries are at most so many hours apart are of one evening."""


def evening(path: Path, match: int) -> Evening | None:
    """Return the score at the end of a match of the library at `path`; None if it is unreadable.

    Reads the library through a connection of its own, so that nobody waits for it.
    """
    try:
        with closing(MatchLibrary(path, follow=True)) as library:
            return _evening(library, path, match)
    except JournalError:
        return None


def _evening(library: MatchLibrary, path: Path, match: int) -> Evening | None:
    away, briefs = read_places(path), Briefs(library)
    rows = [row for row in library.matches() if not away.get(row.identity, ON_LIST).binned]
    last = next((row for row in rows if row.id == match), None)
    if last is None:
        return None
    won = {row.id: brief.winners for row in rows if (brief := briefs.brief_of(row)) is not None and brief.over}
    briefs.keep()
    tonight = [won[row.id] for row in rows if row.id in won and _same_evening(row, last)]
    return Evening(_wins(tonight), _wins(list(won.values())))


def _same_evening(row: MatchRow, last: MatchRow) -> bool:
    try:
        then, now = datetime.fromisoformat(row.touched), datetime.fromisoformat(last.touched)
        return abs(now - then) <= timedelta(hours=HOURS)
    except (TypeError, ValueError):  # no time, or only one of them has a time zone
        return row.id == last.id


def _wins(matches: list[tuple[str, ...]]) -> Wins:
    counts = Counter(name for winners in matches for name in winners)
    return Wins(len(matches), tuple(counts.most_common()))
