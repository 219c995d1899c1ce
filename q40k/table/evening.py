"""What an evening stands at: who has won how many of its matches, and of all in the library."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from q40k.i18n.evening import Evening, Wins
from q40k.kernel.care.shelf import NOWHERE, places
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.table.briefs import Briefs
from q40k.table.match_library import MatchLibrary

HOURS = 12
"""Matches whose last entries lie so far apart at most are of one evening."""


def evening(path: Path, match: int) -> Evening | None:
    """What stands at the end of a match of the library at `path`; None when it cannot be read.

    Reads the library by a connection of its own, so that nobody waits for it.
    """
    try:
        with closing(MatchLibrary(path, follow=True)) as library:
            return _evening(library, path, match)
    except JournalError:
        return None


def _evening(library: MatchLibrary, path: Path, match: int) -> Evening | None:
    away, briefs = places(path), Briefs(library)
    rows = [row for row in library.matches() if not away.get(row.identity, NOWHERE).binned]
    last = next((row for row in rows if row.id == match), None)
    if last is None:
        return None
    won = {row.id: one.winners for row in rows if (one := briefs.of(row)) is not None and one.over}
    briefs.keep()
    tonight = [won[row.id] for row in rows if row.id in won and _together(row, last)]
    return Evening(_wins(tonight), _wins(list(won.values())))


def _together(one: MatchRow, last: MatchRow) -> bool:
    try:
        then, now = datetime.fromisoformat(one.touched), datetime.fromisoformat(last.touched)
        return abs(now - then) <= timedelta(hours=HOURS)
    except (TypeError, ValueError):  # no time, or one without a zone beside one with
        return one.id == last.id


def _wins(matches: list[tuple[str, ...]]) -> Wins:
    found = Counter(name for winners in matches for name in winners)
    return Wins(len(matches), tuple(found.most_common()))
