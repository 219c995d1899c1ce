"""Finished matches as plain match scripts beside the library: text that any editor reads."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from q40k.kernel.whole_file import write_whole
from q40k.table.folders import compiled_folder
from q40k.table.match_session import MatchSession
from q40k.table.script import header, write_script

_NAME_LENGTH = 40


def records_folder(library: Path) -> Path:
    """Return the folder of the records of a library's finished matches, beside it."""
    return library.parent / "records"


def record_file(library: Path, match_session: MatchSession) -> Path:
    """Return the file of a match's record, named by its number, name and identity."""
    row = match_session.row
    plain = unicodedata.normalize("NFKD", row.name).encode("ascii", "ignore").decode().casefold()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    name = "-".join(words)[:_NAME_LENGTH] or "match"
    return records_folder(library) / f"{row.id}-{name}-{row.identity[:8]}.jsonl"


def write_record(library: Path, match_session: MatchSession) -> Path | None:
    """Write a finished match as a script for `q40k import` and `q40k run`, as a whole or not at
    all.

    Returns None if the match is not finished. Raises OSError, JournalError, PackError.
    """
    game = match_session.game
    if not game.view.status(match_session.session.state).over:
        return None
    path = record_file(library, match_session)
    script = write_script(match_session, game.packs.library(cache=compiled_folder()))
    lines = [header(match_session.row.identity), *script]
    text = "".join(f"{line}\n" for line in lines)
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return path
    path.parent.mkdir(exist_ok=True)
    write_whole(path, text.encode())
    return path
