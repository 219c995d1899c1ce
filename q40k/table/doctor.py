"""The doctor: examines everything q40k needs on this machine, and reports what is wrong.

Findings are codes with facts; `q40k.i18n.doctor` words them. An examination changes nothing but the note
of which matches were replayed; `repair` must be asked for.
"""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, field

import q40k
from q40k.care.backup import back_up, backups, backups_folder, make_backup
from q40k.care.mirror import catch_up, count_lacking, mirror_file, mirror_folder, store_mirror_folder
from q40k.care.notes import HeldMatch, count_missing, memory_file, read_places, recall, store_places
from q40k.care.notes import remember_only as forget_matches
from q40k.care.recover import RepairResult, torn_logs
from q40k.care.recover import repair as repair_library
from q40k.care.working import sweep
from q40k.kernel.journal.journal import Entry, Journal, JournalError, MatchRow, disk_error
from q40k.kernel.journal.match_lock import MatchLock
from q40k.kernel.journal.soundness import check_inputs, check_match
from q40k.kernel.text import is_digits
from q40k.kernel.whole_file import free_name, is_homeless, read_or, write_side
from q40k.table.faults import FILE
from q40k.table.folders import config_folder, data_folder, library_file, log_folder
from q40k.table.match_library import MatchLibrary, is_gone, now
from q40k.table.side_files import damaged_files, files_aside

State = Literal["well", "note", "wrong"]
LITTLE_ROOM = 100_000_000
NO_ROOM = 5_000_000
COLUMNS, ROWS = 80, 24
"""The smallest terminal that shows everything at once."""

Progress = Callable[[int, int], None]
"""Called before each match is replayed, with its place and the number of matches."""


class Finding(Struct, frozen=True):
    """One examined point: its code, its state, and the facts to report it."""

    code: str
    state: State
    facts: Mapping[str, Any] = field(default_factory=dict)


def examine(
    progress: Progress = lambda _place, _number: None, of_backups: Progress = lambda _place, _number: None
) -> Iterator[Finding]:
    """Examine the folder, the free space, the library, every match, the backups and the log.

    `of_backups` is the progress through the backups.
    """
    folder = _folder()
    yield folder
    if folder.state == "wrong":
        return
    yield _room()
    yield from examine_library(library_file(), progress)
    yield from _side_files()
    yield from _backups(of_backups)
    yield from _mirror()
    log = log_folder() / FILE
    if log.is_file():
        yield Finding("faults-logged", "note", {"path": str(log)})


def _folder() -> Finding:
    try:
        folder = data_folder()
    except OSError as error:
        facts = {"path": str(error.filename), "detail": error.strerror or str(error)}
        return Finding("home-unknown" if is_homeless(error.filename) else "folder-missing", "wrong", facts)
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
    free = shutil.disk_usage(data_folder()).free
    facts = {"megabytes": free // 1_000_000, "path": str(data_folder())}
    if free < NO_ROOM:
        return Finding("room-none", "wrong", facts)
    return Finding("room-little", "note", facts) if free < LITTLE_ROOM else Finding("room", "well", facts)


# -- the library ---------------------------------------------------------------------------


def examine_library(library: Path, progress: Progress) -> Iterator[Finding]:
    """Examine a library file, every match in it, and the files beside it."""
    facts: dict[str, Any] = {"path": str(library)}
    for rescued in sorted(library.parent.glob(f"{library.stem}-rescued*.sqlite3")):
        yield Finding("rescued", "wrong", {**facts, "rescued": str(rescued)})
    if is_gone(library):
        yield Finding("library-missing", "wrong", facts)
    elif library.exists() and library.stat().st_size:
        yield from _examine_matches(library, facts, progress)
    else:
        yield Finding("library-none", "well", facts)
    for torn in torn_logs(library):  # opening the library may just have kept a torn log
        yield Finding("log-torn", "wrong", {**facts, "kept": str(torn)})


def _examine_matches(library: Path, facts: dict[str, Any], progress: Progress) -> Iterator[Finding]:
    try:
        match_library = _library_at(library)
    except JournalError as error:
        code = "library-broken" if error.code in BROKEN else error.code
        yield Finding(code, "wrong", {**facts, "error": error})
        return
    with closing(match_library):
        try:
            wrong = integrity(match_library)
            rows = [] if wrong else match_library.journal.rows()
        except JournalError as error:
            wrong, rows = [str(error.facts.get("detail", error.code))], []
        if wrong:
            yield Finding("library-damaged", "wrong", {**facts, "detail": wrong[0]})
            return
        rows = [row for row in rows if row.entries]
        yield Finding("library", "well", {**facts, "number": sum(not row.is_record for row in rows)})
        if match_library.kept is not None:
            yield Finding("library-upgraded", "note", {"path": str(match_library.kept)})
        for table in match_library.journal.rebuilt:
            yield Finding("table-rebuilt", "note", {**facts, "detail": table})
        replays = Replays(library)
        for place, row in enumerate(rows, 1):
            progress(place, len(rows))
            yield _record(match_library, row) if row.is_record else _match(match_library, row, replays)
        replays.keep()
        if replays.waiting:
            yield Finding("matches-waiting", "note", {"number": replays.waiting})
        yield from _find_missing_matches(match_library)


BROKEN = ("journal-broken", "journal-failed")


def _library_at(library: Path) -> MatchLibrary:
    try:
        return MatchLibrary(library)
    except JournalError as error:
        if error.code != "journal-torn":
            raise
    return MatchLibrary(library)  # the torn log is kept now, so the library opens


def integrity(match_library: MatchLibrary) -> list[str]:
    """Return what SQLite finds wrong with a library. Raises JournalError."""
    messages = [str(row[0]) for row in match_library.journal.read("PRAGMA integrity_check(20)")]
    return [] if messages == ["ok"] else messages


def _record(match_library: MatchLibrary, row: MatchRow) -> Finding:
    soundness = check_match(match_library.journal, row.id)
    if row.sound and soundness.is_sound:
        return Finding("record", "well", {"number": row.entries})
    return Finding("record-damaged", "wrong", {"missing": max(1, len(soundness.damaged))})


MOST_REPLAYED = 400
"""So many matches are replayed at once, the newest first; the next call goes on with the others."""


class ReplaysNote(Struct, frozen=True):
    """The last entries, with the checksums, of the matches that replayed as they were written, by this `program`."""

    program: str
    heads: dict[str, tuple[int, int]] = {}


class Replays:
    """The matches that replayed as they were written.

    Entries are checked each time; a match is replayed again only once it is played on, or by another program.
    """

    def __init__(self, library: Path) -> None:
        digest = blake2b(digest_size=8)
        for file in sorted(Path(q40k.__file__).parent.rglob("*.py")):
            digest.update(file.read_bytes())
        self._program = f"{q40k.__version__} {digest.hexdigest()}"
        self._path = library.with_name(f"{library.stem}-replays.json")
        note = read_or(self._path, ReplaysNote, ReplaysNote(""))
        self._heads = note.heads if note.program == self._program else {}
        self._replayed = 0
        self.waiting = 0
        """How many matches wait for the next call."""

    def examine(self, match_library: MatchLibrary, row: MatchRow, inputs: Sequence[Entry]) -> tuple[str, int | None]:
        """Return what a replay shows of a match, as the code of a finding, with the entry from which it differs.

        Raises JournalError, ValueError.
        """
        head = match_library.journal.last(row.id)
        if self._heads.get(row.identity) == head:
            return "match", None
        if self._replayed >= MOST_REPLAYED:
            self.waiting += 1
            return "match-sound", None
        self._replayed += 1
        differs_at = match_library.replay(row.id, inputs).differs_at
        if differs_at is not None:
            return "match-differs", differs_at
        self._heads[row.identity] = head
        return "match", None

    def keep(self) -> None:
        """Write the note; do nothing if it cannot be written."""
        with suppress(OSError):
            write_side(self._path, ReplaysNote(self._program, self._heads), ReplaysNote, is_rebuilt=True)


def _match(match_library: MatchLibrary, row: MatchRow, replays: Replays) -> Finding:
    facts: dict[str, Any] = {"match": row.id, "name": row.name or "-", "number": row.entries}
    if not row.sound:
        return Finding("match-misnamed", "wrong", facts)
    soundness, inputs = check_inputs(match_library.journal, row.id)
    if not soundness.is_sound:
        facts |= {"entry": soundness.entry, "missing": max(1, len(soundness.damaged))}
        return Finding("match-damaged", "wrong", facts)
    try:
        code, differs_at = replays.examine(match_library, row, inputs)
    except JournalError as error:
        return Finding(error.code, "note", {**facts, "error": error})
    except ValueError as error:
        return Finding("match-unreadable", "note", {**facts, "detail": str(error)})
    if differs_at is not None:
        return Finding(code, "note", {**facts, "entry": differs_at})
    return Finding(code, "well", facts)


def _find_missing_matches(match_library: MatchLibrary) -> Iterator[Finding]:
    """Compare the library with its memory file and with its backups."""
    library = match_library.path
    numbers = {row.identity: row.id for row in match_library.journal.rows()}
    lost = match_library.find_lost()
    reported = dict.fromkeys(lost)
    reported |= dict.fromkeys(match for match, place in read_places(library).items() if place.emptied)
    for held, missing in lost.values():
        facts = {"match": held.number, "name": held.name or "-", "missing": missing}
        yield Finding("record-shorter" if held.is_record else "match-shorter", "wrong", facts)
    for path in backups(library):
        with suppress(JournalError), closing(Journal.open_immutable(path)) as journal:
            for row in journal.rows():
                held = HeldMatch(row.identity, row.id, row.name, row.game, *journal.last(row.id))
                if held.match not in reported and held.entries and row.sound:
                    missing = count_missing(match_library.journal, numbers.get(held.match), held)
                    if missing and check_match(journal, row.id).is_sound:
                        reported[held.match] = None
                        facts = {"match": row.id, "name": row.name or "-", "missing": missing, "path": str(path)}
                        yield Finding("record-in-backup" if row.is_record else "match-in-backup", "wrong", facts)


def _side_files() -> Iterator[Finding]:
    """Report damaged files beside the matches and the settings, and those that were kept aside."""
    sweep(config_folder(), *config_folder().glob("packs*"))
    for side_file, damage in damaged_files():
        yield Finding(side_file.finding, "note" if side_file.is_rebuilt else "wrong", damage.facts)
    for path in files_aside():
        yield Finding("file-aside", "note", {"path": str(path)})


def _backups(progress: Progress) -> Iterator[Finding]:
    library = library_file()
    paths = backups(library)
    for place, path in enumerate(paths, 1):
        progress(place, len(paths))
        if not _backup_is_sound(path):
            yield Finding("backup-broken", "wrong", {"path": str(path)})
    if paths:
        size = sum(path.stat().st_size for path in paths if path.exists())
        facts = {"number": len(paths), "path": str(paths[0]), "megabytes": -(-size // 1_000_000)}
        yield Finding("backups", "well", facts)
    elif library.exists():
        yield Finding("backups-none", "note", {"path": str(library)})


def _mirror() -> Iterator[Finding]:
    library = library_file()
    folder = mirror_folder(library)
    if folder is None or not library.exists():
        return
    missing = count_lacking(library, folder)
    facts: dict[str, Any] = {"path": str(mirror_file(library, folder)), "missing": missing}
    if missing is None:
        yield Finding("mirror-missing", "wrong", facts)
    elif missing:
        yield Finding("mirror-lags", "wrong", facts)
    else:
        yield Finding("mirror", "well", facts)


def mirror_library(folder: Path | None, *, create: bool = False) -> Path | None:
    """Mirror the library to a folder from now on, and copy all of it now. None ends mirroring.

    Returns the mirror. A missing folder is made only with `create`. Raises JournalError, OSError
    (FileNotFoundError, NotADirectoryError if there is no such folder).
    """
    library = library_file()
    if create and folder is not None and not folder.exists():
        folder.mkdir(parents=True)
    store_mirror_folder(library, folder)
    if folder is None:
        return None
    MatchLibrary(library).close()
    try:
        catch_up(library, folder)
    except sqlite3.Error as error:
        raise disk_error(mirror_file(library, folder), error, library.stat().st_size) from error
    return mirror_file(library, folder)


def _backup_is_sound(path: Path) -> bool:
    try:
        with closing(Journal.open_immutable(path)) as journal:
            if journal.read("PRAGMA quick_check(1)")[0][0] != "ok":
                return False
            rows = journal.rows()
            return all(row.sound and check_match(journal, row.id).is_sound for row in rows)
    except (JournalError, sqlite3.Error):
        return False


def copy_library(to: Path | None = None, *, create: bool = False) -> Path:
    """Make a backup now, in the folder of backups or at `to` (a new file or a folder).

    A path without a suffix is a folder. A missing folder is made only with `create`, because a USB
    stick may be missing. Raises JournalError if there is nothing to copy or the library cannot be
    read, OSError (FileNotFoundError for a missing folder).
    """
    library = library_file()
    if is_gone(library):
        raise JournalError("library-gone", path=str(library))
    if not library.exists():
        raise JournalError("no-matches")
    MatchLibrary(library).close()  # report what is wrong with it before anything is copied
    try:
        if to is None:
            return make_backup(library)
        folder = to.parent if to.suffix or to.is_file() else to
        if create:
            folder.mkdir(parents=True, exist_ok=True)
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
        if to.is_dir():
            to = free_name(to / f"q40k-{now()[:10]}.sqlite3")
        return back_up(library, to)
    except sqlite3.Error as error:
        raise JournalError("journal-failed", path=str(library), detail=str(error)) from error


# -- the terminal --------------------------------------------------------------------------


def terminal(environ: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Examine what the terminal can show."""
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
    facts = {
        "kind": kind,
        "columns": columns,
        "rows": rows,
        "least_columns": COLUMNS,
        "least_rows": ROWS,
        "colours": count_colours(environ),
    }
    small = columns < COLUMNS or rows < ROWS
    yield Finding("terminal-small" if small else "terminal", "note" if small else "well", facts)


def count_colours(environ: Mapping[str, str]) -> str:
    """Return how many colours the screens use in a terminal, as its variables tell: none, 16, 256, or all."""
    if environ.get("NO_COLOR"):
        return "0"
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "16.7M"
    return "256" if environ.get("TERM", "").lower().endswith(("-256color", "-kitty")) else "16"


# -- repair --------------------------------------------------------------------------------

REPAIRED = (
    "library-broken",
    "library-damaged",
    "library-missing",
    "library-foreign",
    "match-damaged",
    "match-misnamed",
    "match-shorter",
    "match-in-backup",
    "log-torn",
    "record-damaged",
    "record-shorter",
    "record-in-backup",
)


def needs_repair(findings: Iterable[Finding]) -> bool:
    """Return whether a repair of the library would mend any of these findings."""
    return any(finding.code in REPAIRED for finding in findings)


def repair(library: Path | None = None) -> RepairResult:
    """Make a new library from everything readable, backups included; keep the damaged one aside.

    The default is the user's own library. Raises JournalError ("match-held" when a match is open),
    OSError, sqlite3.Error.
    """
    library = library or library_file()
    sweep(library.parent, backups_folder(library))
    places = read_places(library)
    with ExitStack() as held:
        for file in sorted(library.parent.glob("match-*.lock")):
            number = file.stem.removeprefix("match-")
            if is_digits(number):
                held.enter_context(MatchLock(library.parent, int(number)))
        rescued = sorted(library.parent.glob(f"{library.stem}-rescued*.sqlite3"))
        folder = mirror_folder(library)
        mirror = [mirror_file(library, folder)] if folder is not None else []
        done = repair_library(library, [*rescued, *mirror, *backups(library)], torn_logs(library), recall(library))
        with closing(Journal(library)) as journal:
            store_places(journal, lambda _damaged: places)
        if not done.lost:
            forget(library)
        return done


def forget(library: Path | None = None) -> None:
    """Accept the library as it is now: what was lost is no longer reported as missing.

    Raises JournalError, OSError.
    """
    library = library or library_file()
    if not (library.exists() and library.stat().st_size):
        library.unlink(missing_ok=True)
        forget_matches(library, "", ())
        return
    memory_file(library).unlink(missing_ok=True)
    MatchLibrary(library).close()
