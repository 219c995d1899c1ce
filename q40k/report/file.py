"""The file of a report; it never overwrites another file."""

from __future__ import annotations

from pathlib import Path

from q40k.i18n.locale import Locale
from q40k.kernel.journal.file_guard import free_name
from q40k.kernel.whole_file import write_whole
from q40k.report.page import page
from q40k.report.tale import tale
from q40k.table.match_session import MatchSession


def write_report(match_session: MatchSession, locale: Locale, folder: Path) -> Path:
    """Write a match's report into a folder; return its file. Raises OSError, JournalError."""
    path = free_name(folder / f"q40k-{match_session.number}.html")
    text = page(match_session.game, tale(match_session, locale), locale)
    write_whole(path, text.encode())
    return path
