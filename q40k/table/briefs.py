"""Matches in brief, and the score of an evening. The library keeps briefs."""

from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from q40k.care.notes import ON_LIST, read_places
from q40k.i18n.briefs import Brief, Evening, Wins
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.table.digests import brief_at, open_briefs
from q40k.table.match_library import MatchLibrary


class Briefs:
    """The briefs of a library’s matches."""

    def __init__(self, library: MatchLibrary) -> None:
        """Make none yet."""
        self._library = library
        self._digests = open_briefs(library.journal)

    def find_kept(self, row: MatchRow) -> Brief | None:
        """Return the kept brief of a match if it is up to date. Raises JournalError."""
        return self._digests.find(row.identity, self._library.journal.last(row.id))

    def brief_of(self, row: MatchRow) -> Brief | None:
        """Return the brief of a match; None if the match cannot be read here."""
        try:
            kept = self.find_kept(row)
            if kept is not None:
                return kept
            with self._library.journal.moment():
                head, fresh = self._library.journal.last(row.id), self._make_brief(row)
        except JournalError:
            return None
        self._digests.keep(row.identity, head, fresh)
        return fresh

    def _make_brief(self, row: MatchRow) -> Brief:
        try:
            game, state = self._library.last_state(row.id)
            return brief_at(game.view, game.view.mask_state(state, None))
        except JournalError:  # such as a damaged match: in brief as far as it can be read
            match_session = self._library.open(row.id, watch=True, whole=False)
        try:
            return brief_at(match_session.game.view, match_session.state)
        finally:
            match_session.close()

    def keep(self) -> None:
        """Write the new briefs, if the library can be written."""
        self._digests.write()


# -- the score of an evening -----------------------------------------------------------------------

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
