"""Keep the decisions about a season in the library, as entries with checksums.

They were once lines of a file beside the library. That file is taken over when decisions are first
read, and kept aside.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from q40k.care import backup, mirror, notes
from q40k.kernel.journal import journal, tables
from q40k.kernel.journal.record import append_record, foreign_records, read_record
from q40k.kernel.whole_file import free_name, read_bounded
from q40k.season.decisions import Decision, Decisions, Line, missing_lines, parse_lines, write_line
from q40k.table.match_library import MatchLibrary


def read_decisions(library: MatchLibrary) -> Decisions:
    """Read the decisions; count what cannot be read. Raises JournalError, OSError."""
    with suppress(journal.JournalError):  # such as on a read-only disk: then they are only read
        _take_over(library)
    decisions = _read(library)
    waiting = _find_waiting(library, decisions)
    decisions.lines += waiting.lines
    decisions.pieces += waiting.pieces
    return decisions


def write_decisions(library: MatchLibrary, at: str, *decisions: Decision) -> None:
    """Write decisions, all or none. Raises JournalError, OSError."""
    with _writing(library) as record:
        for decision in decisions:
            record.add(at, decision=decision)


def write_pending(library: MatchLibrary, lines: Sequence[Line]) -> None:
    """Write lines that follow automatically. Raises JournalError, OSError."""
    if lines:
        with _writing(library) as record:
            for line in lines:
                record.add(line.at, decision=line.decision, auto=True, before=line.before)


def undo(library: MatchLibrary, at: str, number: int = 0) -> Line | None:
    """Undo the decision with a number, or the newest of a person, and return it; None if there is none.

    Raises JournalError, OSError.
    """
    with _writing(library) as record:
        newest = sorted(record.standing, key=lambda line: -line.n)
        line = next((line for line in newest if line.n == (number or line.n) and not line.auto), None)
        if line is not None:
            record.add(at, undo=line.n)
    return line


def redo(library: MatchLibrary, at: str) -> Line | None:
    """Restore the last undone decision and return it, or None if there is none.

    Raises JournalError, OSError.
    """
    with _writing(library) as record:
        line = next((line for line in record.lines if line.n == record.redoable), None)
        if line is not None:
            record.add(at, redo=line.n)
    return line


def back_up_decisions(library: MatchLibrary) -> None:
    """Make a backup of an open library if one is due."""
    keeper = backup.BackupKeeper(library.path, is_in_place=library.journal.is_in_place)
    keeper.notify_written()
    keeper.close()


@contextmanager
def _writing(library: MatchLibrary) -> Iterator[Decisions]:
    """Give the decisions, and write the lines that are added to them. Raises JournalError, OSError."""
    _take_over(library)
    with library.journal.transaction() as write:
        decisions = _read(library)
        if decisions.lost:
            raise journal.JournalError("record-damaged", missing=decisions.lost)
        first = len(decisions.lines)
        yield decisions
        _append(write, decisions.lines[first:])


def _append(write: journal.Transaction, lines: Sequence[Line], pieces: Sequence[str] = ()) -> None:
    texts = [*map(write_line, lines), *pieces]
    if texts:
        append_record(write, lines[-1].at if lines else "", texts)


def _read(library: MatchLibrary) -> Decisions:
    """Read the record, and compare its length with the memory of the library."""
    record = read_record(library.journal)
    decisions = parse_lines(record.texts)
    memory = notes.recall(library.path, tables.RECORD)
    held = [match.entries for match in memory.matches.values()] if memory else []
    lost = max(held, default=0) - library.journal.head(tables.RECORD)
    decisions.lost = len(record.damaged) + max(0, lost)
    return decisions


# -- the decisions of another library --------------------------------------------------------------


class Joined(Struct, frozen=True):
    """How many decisions of another library were `taken`, and how many were left out."""

    taken: int
    left: int


def join_decisions(library: MatchLibrary, other: journal.Journal, path: Path) -> Joined:
    """Take in the decisions of another library, at `path`, about what was not decided here.

    Raises JournalError, OSError.
    """
    theirs = parse_lines(read_record(other).texts)
    old = _read_file(decisions_file(path))
    if old is not None:
        theirs.lines += missing_lines(theirs.lines, old.lines, keep_own=False)
    with _writing(library) as own:
        new = missing_lines(own.lines, theirs.lines, keep_own=True)
        every = missing_lines(own.lines, theirs.lines, keep_own=False)
        own.lines += new
    return Joined(len(new), len(every) - len(new))


# -- the file of old -------------------------------------------------------------------------------


def decisions_file(library: Path) -> Path:
    """Return the file that held the decisions about a library’s season: beside the library."""
    return library.with_name(f"{library.stem}-season.jsonl")


def copies_of(library: Path) -> list[Path]:
    """Return the copies of that file: beside the backups, and beside the mirror if there is one."""
    folders = (backup.backups_folder(library), mirror.mirror_folder(library))
    return [folder / decisions_file(library).name for folder in folders if folder is not None]


def _take_over(library: MatchLibrary) -> None:
    """Write into the record what waits outside it; keep the old file and its copies aside.

    Raises JournalError, OSError.
    """
    path = library.path
    if _find_waiting(library, _read(library)) != Decisions():
        with library.journal.transaction() as write:
            waiting = _find_waiting(library, _read(library))
            _append(write, waiting.lines, waiting.pieces)
    for file in (decisions_file(path), *copies_of(path)):
        with suppress(OSError):  # a later start tries again, and finds nothing new
            if file.exists():
                file.rename(free_name(file.with_name(f"{file.stem}-taken-over{file.suffix}")))


def _find_waiting(library: MatchLibrary, own: Decisions) -> Decisions:
    """Return what the record lacks of the old file, and of records that a repair has joined.

    A copy of the file counts if it holds all of the file, and without the file while there is no
    record. An empty file has lost what it held: that is an unreadable piece. Raises OSError.
    """
    waiting = Decisions()
    file = _read_file(decisions_file(library.path))
    if file is not None or not (own.lines or own.pieces):
        old = file or Decisions()
        for copy in copies_of(library.path):
            other = _read_file(copy)
            by_number = {line.n: line for line in other.lines} if other is not None else {}
            if all(by_number.get(line.n) == line for line in old.lines):
                restored = len(by_number) - len(old.lines)
                old = Decisions([*by_number.values()], old.pieces[restored:])
        if file is not None and not (old.lines or old.pieces):
            old.pieces.append("")
        waiting.lines += missing_lines(own.lines, old.lines, keep_own=False)
        waiting.pieces += [piece for piece in old.pieces if piece not in own.pieces]
    for number in foreign_records(library.journal):
        other = parse_lines(read_record(library.journal, number).texts)
        waiting.lines += missing_lines([*own.lines, *waiting.lines], other.lines, keep_own=True)
    return waiting


def _read_file(path: Path) -> Decisions | None:
    """Read the old file; None if there is none. Raises OSError."""
    if not path.exists():
        return None
    texts = read_bounded(path).decode("utf-8", "backslashreplace").splitlines()
    return parse_lines(text for text in texts if text.strip())
