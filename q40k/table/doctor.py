"""The doctor: looks at everything q40k needs on this machine, and says what is wrong.

Findings are codes with facts; `q40k.i18n.doctor` words them. Nothing is changed by looking;
`repair` is asked for.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from q40k.kernel.care.backup import back_up, backups, backups_folder, make
from q40k.kernel.care.memory import Held, Memory, memory_file, recall
from q40k.kernel.care.memory import forget as forgotten
from q40k.kernel.care.mirror import catch_up, lacking, mirror_file, mirror_to, mirrored_to
from q40k.kernel.care.recover import Repaired, torn_logs
from q40k.kernel.care.recover import repair as repaired
from q40k.kernel.care.shelf import places
from q40k.kernel.journal.file_guard import free_name, no_room
from q40k.kernel.journal.journal import Journal, JournalError, MatchRow
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import examined
from q40k.table.faults import FILE
from q40k.table.folders import data_folder, library_file, log_folder
from q40k.table.match_library import MatchLibrary, is_gone, now

State = Literal["well", "note", "wrong"]
LITTLE_ROOM = 100_000_000
NO_ROOM = 5_000_000
COLUMNS, ROWS = 80, 24
"""The smallest terminal on which everything is seen at once."""

Progress = Callable[[int, int], None]
"""Told before each match that is replayed: its place and how many there are."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: its code, how it is, and the facts to say so."""

    code: str
    state: State
    facts: Mapping[str, Any] = field(default_factory=dict)


def examine(progress: Progress = lambda _place, _number: None) -> Iterator[Finding]:
    """Look at the folder, the room, the library, every match, the backups and the log."""
    folder = _folder()
    yield folder
    if folder.state == "wrong":
        return
    yield _room()
    yield from of_library(library_file(), progress)
    yield from _backups()
    yield from _mirror()
    log = log_folder() / FILE
    if log.is_file():
        yield Finding("faults-logged", "note", {"path": str(log)})


def _folder() -> Finding:
    try:
        folder = data_folder()
    except OSError as error:
        facts = {"path": str(error.filename), "detail": error.strerror or str(error)}
        return Finding("folder-missing", "wrong", facts)
    trial = folder / f".doctor.{os.getpid()}"
    try:
        trial.write_bytes(b"x")
        trial.unlink()
    except OSError as error:
        with suppress(OSError):
            trial.unlink(missing_ok=True)
        facts = {"path": str(folder), "detail": error.strerror or str(error)}
        return Finding("folder-unwritable", "wrong", facts)
    return Finding("folder", "well", {"path": str(folder)})


def _room() -> Finding:
    import shutil

    free = shutil.disk_usage(data_folder()).free
    facts = {"megabytes": free // 1_000_000, "path": str(data_folder())}
    if free < NO_ROOM:
        return Finding("room-none", "wrong", facts)
    return (
        Finding("room-little", "note", facts)
        if free < LITTLE_ROOM
        else Finding("room", "well", facts)
    )


# -- the library ---------------------------------------------------------------------------


def of_library(library: Path, progress: Progress) -> Iterator[Finding]:
    """Look at a library file, every match in it, and what lies beside it."""
    facts: dict[str, Any] = {"path": str(library)}
    for rescued in sorted(library.parent.glob(f"{library.stem}-rescued*.sqlite3")):
        yield Finding("rescued", "wrong", {**facts, "rescued": str(rescued)})
    if is_gone(library):
        yield Finding("library-missing", "wrong", facts)
    elif library.exists() and library.stat().st_size:
        yield from _opened(library, facts, progress)
    else:
        yield Finding("library-none", "well", facts)
    for torn in torn_logs(library):  # the library may have been opened just now, and kept one
        yield Finding("log-torn", "wrong", {**facts, "kept": str(torn)})


def _opened(library: Path, facts: dict[str, Any], progress: Progress) -> Iterator[Finding]:
    try:
        match_library = _library_at(library)
    except JournalError as error:
        code = "library-broken" if error.code in BROKEN else error.code
        yield Finding(code, "wrong", {**facts, "error": error})
        return
    with closing(match_library):
        try:
            wrong = integrity(match_library)
            rows = [] if wrong else match_library.matches()
        except JournalError as error:
            wrong, rows = [str(error.facts.get("detail", error.code))], []
        if wrong:
            yield Finding("library-damaged", "wrong", {**facts, "detail": wrong[0]})
            return
        yield Finding("library", "well", {**facts, "number": len(rows)})
        if match_library.kept is not None:
            yield Finding("library-upgraded", "note", {"path": str(match_library.kept)})
        for place, row in enumerate(rows, 1):
            progress(place, len(rows))
            yield _match(match_library, row)
        yield from _compared(match_library)


BROKEN = ("journal-broken", "journal-failed")


def _library_at(library: Path) -> MatchLibrary:
    try:
        return MatchLibrary(library)
    except JournalError as error:
        if error.code != "journal-torn":
            raise
    return MatchLibrary(library)  # what is torn has been kept: now it opens


def integrity(match_library: MatchLibrary) -> list[str]:
    """What SQLite finds wrong with a library. Raises JournalError."""
    said = [str(row[0]) for row in match_library.journal._read("PRAGMA integrity_check(20)")]
    return [] if said == ["ok"] else said


def _match(match_library: MatchLibrary, row: MatchRow) -> Finding:
    facts: dict[str, Any] = {"match": row.id, "name": row.name or "-", "number": row.entries}
    if not row.sound:
        return Finding("match-misnamed", "wrong", facts)
    found = examined(match_library.journal, row.id)
    if not found.well:
        facts |= {"entry": found.entry, "missing": max(1, len(found.damaged))}
        return Finding("match-damaged", "wrong", facts)
    try:
        verdict = match_library.verify(row.id)
    except JournalError as error:
        return Finding(error.code, "note", {**facts, "error": error})
    except ValueError as error:
        return Finding("match-unreadable", "note", {**facts, "detail": str(error)})
    if verdict.differs_at is not None:
        return Finding("match-differs", "note", {**facts, "entry": verdict.differs_at})
    return Finding("match", "well", facts)


def _compared(match_library: MatchLibrary) -> Iterator[Finding]:
    """Compare the library with what is remembered of it, and with its backups."""
    library = match_library.path
    memory = recall(library) or Memory()
    told = dict.fromkeys(memory.matches)
    shelf = places(library)
    told |= dict.fromkeys(one for one, place in shelf.items() if place.emptied)
    for held in memory.matches.values():
        missing = _missing(match_library, held)
        if missing:
            facts = {"match": held.number, "name": held.name or "-", "missing": missing}
            yield Finding("match-shorter", "wrong", facts)
        else:
            del told[held.match]
    for path in backups(library):
        with suppress(JournalError), closing(Journal.as_it_is(path)) as journal:
            for row in journal.matches():
                one = Held(row.identity, row.id, row.name, row.game, *journal.last(row.id))
                if one.match not in told and one.entries and row.sound:
                    missing = _missing(match_library, one)
                    if missing and examined(journal, row.id).well:
                        told[one.match] = None
                        facts = {"match": row.id, "name": row.name or "-", "missing": missing,
                                 "path": str(path)}  # fmt: skip
                        yield Finding("match-in-backup", "wrong", facts)


def _missing(match_library: MatchLibrary, held: Held) -> int:
    """How many entries of a match that was held are not there any more, or are others."""
    for row in match_library.matches():
        if row.identity == held.match:
            if match_library.journal.checksum(row.id, held.entries) == held.checksum:
                return 0
            return max(1, held.entries - row.entries)
    return held.entries


def _backups() -> Iterator[Finding]:
    library = library_file()
    found = backups(library)
    for path in found:
        if not _backup_is_sound(path):
            yield Finding("backup-broken", "wrong", {"path": str(path)})
    if found:
        facts = {"number": len(found), "path": str(found[0])}
        yield Finding("backups", "well", facts)
    elif library.exists():
        yield Finding("backups-none", "note", {"path": str(library)})


def _mirror() -> Iterator[Finding]:
    library = library_file()
    folder = mirrored_to(library)
    if folder is None or not library.exists():
        return
    missing = lacking(library, folder)
    facts: dict[str, Any] = {"path": str(mirror_file(library, folder)), "missing": missing}
    if missing is None:
        yield Finding("mirror-missing", "wrong", facts)
    elif missing:
        yield Finding("mirror-lags", "wrong", facts)
    else:
        yield Finding("mirror", "well", facts)


def mirrored(folder: Path | None) -> Path | None:
    """Mirror the library to a folder from now on, and all of it at once; to none any more.

    Returns the mirror. Raises JournalError, OSError.
    """
    library = library_file()
    mirror_to(library, folder)
    if folder is None:
        return None
    MatchLibrary(library).close()
    try:
        catch_up(library, folder)
    except sqlite3.Error as error:
        path = mirror_file(library, folder)
        raise JournalError("journal-failed", path=str(path), detail=str(error)) from error
    return mirror_file(library, folder)


def _backup_is_sound(path: Path) -> bool:
    try:
        with closing(Journal.as_it_is(path)) as journal:
            if journal._read("PRAGMA quick_check(1)")[0][0] != "ok":
                return False
            rows = journal.matches()
            return all(row.sound and examined(journal, row.id).well for row in rows)
    except (JournalError, sqlite3.Error):
        return False


def copied(to: Path | None = None, *, create: bool = False) -> Path:
    """Make a backup now, in the folder of backups or at `to` (a new file, or a folder).

    A folder that is not there is made only to `create` it: a stick may be missing. What has no
    ending is a folder. Raises JournalError when there is nothing to copy or it cannot be read,
    OSError (FileNotFoundError for a folder that is not there).
    """
    library = library_file()
    if is_gone(library):
        raise JournalError("library-gone", path=str(library))
    if not library.exists():
        raise JournalError("no-matches")
    MatchLibrary(library).close()  # what is wrong with it is said before anything is copied
    try:
        if to is None:
            return make(library)
        folder = to.parent if to.suffix or to.is_file() else to
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
        if to.is_dir():
            to = free_name(to / f"q40k-{now()[:10]}.sqlite3")
        return back_up(library, to)
    except (FileExistsError, FileNotFoundError):
        raise
    except (sqlite3.Error, OSError) as error:
        target = to or backups_folder(library)
        if "full" in str(error) or no_room(target.parent):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from error
        if isinstance(error, OSError):
            raise
        raise JournalError("journal-failed", path=str(library), detail=str(error)) from error


# -- the terminal --------------------------------------------------------------------------


def terminal(environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Look at what the terminal can show."""
    encoding = (getattr(sys.stdout, "encoding", None) or "?").lower()
    if encoding.replace("-", "") != "utf8":
        yield Finding("letters", "note", {"encoding": encoding})
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Finding("terminal-none", "note")
        return
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    kind = environ.get("TERM", "?")
    if kind == "dumb":
        yield Finding("terminal-dumb", "wrong", {"kind": kind})
    many = environ.get("COLORTERM", "") in ("truecolor", "24bit")
    facts = {"kind": kind, "columns": columns, "rows": rows, "least_columns": COLUMNS,
             "least_rows": ROWS, "colours": "16.7M" if many else "256"}  # fmt: skip
    small = columns < COLUMNS or rows < ROWS
    yield Finding("terminal-small" if small else "terminal", "note" if small else "well", facts)


# -- repair --------------------------------------------------------------------------------

REPAIRED = (
    "library-broken", "library-damaged", "library-missing", "library-foreign", "match-damaged",
    "match-misnamed", "match-shorter", "match-in-backup", "log-torn",
)  # fmt: skip


def needs_repair(findings: Iterable[Finding]) -> bool:
    """Whether a repair of the library would mend any of this."""
    return any(finding.code in REPAIRED for finding in findings)


def repair(library: Path | None = None) -> Repaired:
    """Make a new library of what can be read, backups included; the damaged one is put aside.

    It is the user's own unless another is named. Raises JournalError ("match-held" when somebody
    plays), OSError, sqlite3.Error.
    """
    library = library or library_file()
    locks: list[MatchLock] = []
    try:
        for file in sorted(library.parent.glob("match-*.lock")):
            number = file.stem.removeprefix("match-")
            if number.isdigit():
                lock = MatchLock(library.parent, int(number))
                lock.take()
                locks.append(lock)
        rescued = sorted(library.parent.glob(f"{library.stem}-rescued*.sqlite3"))
        folder = mirrored_to(library)
        mirror = [mirror_file(library, folder)] if folder is not None else []
        done = repaired(
            library, [*rescued, *mirror, *backups(library)], torn_logs(library), recall(library)
        )
        if not done.lost:
            forget(library)
        return done
    finally:
        for lock in locks:
            lock.drop()


def forget(library: Path | None = None) -> None:
    """Take what is there now for all there is: what was lost is not missed any more.

    Raises JournalError, OSError.
    """
    library = library or library_file()
    if not (library.exists() and library.stat().st_size):
        library.unlink(missing_ok=True)
        forgotten(library, "", ())
        return
    memory_file(library).unlink(missing_ok=True)
    MatchLibrary(library).close()
