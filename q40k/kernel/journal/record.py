"""The record of a library: decisions about all its matches, one text after another.

Each decision is an entry of a row of its own in the table of matches, so the record has checksums,
backups, a mirror and repairs like a match.
"""

from collections.abc import Sequence

from msgspec import Struct

from q40k.kernel.journal.journal import Entry, Journal, JournalError, Transaction
from q40k.kernel.journal.soundness import check_match
from q40k.kernel.journal.tables import RECORD, RECORD_GAME


class Record(Struct, frozen=True):
    """The sound texts of a record, oldest first, and the numbers of its `damaged` entries."""

    texts: tuple[str, ...] = ()
    damaged: tuple[int, ...] = ()


def read_record(journal: Journal, number: int = RECORD) -> Record:
    """Return a record as far as it is as it was written; empty if there is none."""
    damaged = check_match(journal, number).damaged if journal.head(number) else ()
    try:
        entries = journal.entries(number)
    except JournalError:  # a text that is none any more
        entries = []
    return Record(tuple(entry.body for entry in entries if entry.seq not in damaged), damaged)


def foreign_records(journal: Journal) -> list[int]:
    """Return the numbers of the records of other libraries, which a repair has joined to this one; the newest first."""
    sql = "SELECT id FROM matches WHERE game = ? AND id <> ? ORDER BY played DESC, touched DESC, id DESC"
    try:
        return [number for (number,) in journal.read(sql, RECORD_GAME, RECORD)]
    except JournalError:  # a damaged row hides all others
        return [row.id for row in journal.iterate_rows() if row.is_record and row.id != RECORD]


def append_record(write: Transaction, at: str, texts: Sequence[str]) -> None:
    """Write texts to the record, which begins with the first one. Raises JournalError if damaged."""
    (head,) = write.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE match = ?", (RECORD,)).fetchone()
    if not write.execute("SELECT 1 FROM matches WHERE id = ?", (RECORD,)).fetchone():
        if head:
            raise JournalError("record-damaged", missing=1)
        write.create_match("season", at, RECORD_GAME, number=RECORD)
    for seq, text in enumerate(texts, head + 1):
        write.insert_entry(RECORD, Entry(seq, "decision", seq, text, "", "[]", 0, at), last=False)
