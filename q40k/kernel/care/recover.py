"""A new library out of what can still be read of a damaged one; the damaged one is kept aside.

Matches are joined by their identity and by the chain of their entries' checksums, never by their
number: whatever file an entry comes from, it is taken where it fits.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from q40k.kernel.care.memory import Memory
from q40k.kernel.care.sources import (
    BESIDE,
    ENTRY,
    Listed,
    Source,
    of_backup,
    of_library,
    of_log,
)
from q40k.kernel.journal import checksums, history
from q40k.kernel.journal.file_guard import free_name, sync_folder
from q40k.kernel.journal.journal import Journal
from q40k.kernel.journal.salvage import Row
from q40k.kernel.journal.tables import sum_entries, sum_match


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of a match: entries `kept`, and how many were `lost`.

    With a `gap` the lost ones lie in the middle: the match stands on a state kept behind them.
    """

    match: int
    name: str
    kept: int
    lost: int
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a repair did: the folder where the damaged files are now, and every match."""

    aside: Path
    matches: tuple[Saved, ...]

    @property
    def lost(self) -> bool:
        """Whether anything stayed lost."""
        return any(one.lost for one in self.matches)


@dataclass
class _Course:
    """A match as it is put together: its entries, what each stands for, where a gap is."""

    listed: Listed
    number: int
    entries: list[Row] = field(default_factory=list)
    replaced: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    gap: int = 0
    chained: bool = True

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.entries[-1][1] if self.entries else 0


def repair(
    library: Path,
    backups: Sequence[Path] = (),
    torn: Sequence[Path] = (),
    memory: Memory | None = None,
) -> Repaired:
    """Put a new library in the place of a damaged or missing one.

    It is made of what SQLite can read, of pages read one by one, of logs that were kept because
    they were `torn`, and of `backups`, newest first; the `memory` knows what there was. The damaged
    files go into a folder of their own; nothing is written over. Raises OSError, sqlite3.Error,
    JournalError; then all is as it was before.
    """
    part = library.with_name(f".{library.stem}-recovered.sqlite3")
    for end in BESIDE:
        part.with_name(part.name + end).unlink(missing_ok=True)
    with TemporaryDirectory(prefix=".recovering-", dir=library.parent) as folder:
        sources = [of_library(library, Path(folder))]
        for backup in backups:
            with suppress(OSError):
                sources.append(of_backup(backup, Path(folder)))
        for path in torn:
            with suppress(OSError):
                sources.append(of_log(path))
    memory = memory or Memory()
    courses = _put_together(sources, memory)
    saved = _saved(courses, sources[0], memory)
    identities = (memory.library, *(one.library for one in sources))
    _write(part, courses, next(filter(None, identities), ""))
    aside = free_name(library.with_name("damaged"))
    aside.mkdir()
    for path in (*(library.with_name(library.name + end) for end in BESIDE), *torn):
        if path.exists():
            path.rename(aside / path.name)
    if not any(aside.iterdir()):  # the library was not there at all
        aside.rmdir()
    part.rename(library)
    sync_folder(library.parent)
    return Repaired(aside, saved)


def torn_logs(library: Path) -> list[Path]:
    """The damaged logs that were kept beside a library."""
    return sorted(library.parent.glob(f"{library.stem}-torn*.wal"))


# -- putting together ----------------------------------------------------------------------


def _put_together(sources: Sequence[Source], memory: Memory) -> list[_Course]:
    """Every match, its entries in a chain; those of the library keep their numbers."""
    listed: dict[str, Listed] = {}
    for source in sources:
        for one in source.matches:
            if one.identity and (one.identity not in listed or not listed[one.identity].sound):
                listed[one.identity] = one
    for held in memory.matches.values():
        if held.match not in listed:
            fields = {"name": held.name, "game": held.game}
            listed[held.match] = Listed(held.match, held.number, fields, False)
    mine = {one.number: one.identity for one in sources[0].matches}
    courses = []
    for identity, one in listed.items():
        chain = _Chain(sources, one)
        if chain.rows or (one.sound and mine.get(one.number) == identity):
            courses.append(_course(chain, one, sources[0]))
    courses += _unlisted(sources[0], courses)
    courses.sort(key=lambda one: mine.get(one.number) != one.listed.identity)
    held_numbers: set[int] = set()
    for course in courses:
        if course.number in held_numbers:
            course.number = max(held_numbers | set(mine)) + 1
        held_numbers.add(course.number)
    return sorted(courses, key=lambda one: one.number)


class _Chain:
    """The entries of one match, each taken from where one fits the one before."""

    def __init__(self, sources: Sequence[Source], listed: Listed) -> None:
        self._sources = sources
        self._before = checksums.first(listed.identity)
        self.rows: list[Row] = []
        self.replaced: list[tuple[int, int]] = []
        self._written = 0  # by amendments, up to this entry
        numbers = [listed.number]
        numbers += [one.number for source in sources for one in source.matches
                    if one.identity == listed.identity]  # fmt: skip
        self._numbers = tuple(dict.fromkeys(numbers))
        while self._take(len(self.rows) + 1):
            pass

    def _take(self, seq: int) -> bool:
        for near in (True, False):
            for row, source in self._versions(seq, near):
                for version in self._replaces(row, source):
                    made = checksums.of_entry(self._before, row[1:9], version)
                    if made == row[10] or self._fits_behind(made, seq + 1):
                        self.rows.append((*row[:10], made))
                        self._written = max(self._written, history.last_written(row))
                        self._before = made
                        if version is not None:
                            self.replaced.append((seq, version))
                        return True
        return False

    def _versions(self, seq: int, near: bool) -> Iterable[tuple[Row, Source]]:
        """Every row there is of an entry: of this match by its numbers, or of any other."""
        for source in self._sources:
            for number in self._numbers if near else source.entries:
                for row in source.entries.get(number, {}).get(seq, ()):
                    yield row, source

    def _replaces(self, row: Row, source: Source) -> Iterable[int | None]:
        """What an entry may stand for: as the file says; else any other, the checksum tells."""
        said = source.replaced.get((row[0], row[1]))
        yield said
        if row[1] <= self._written:
            yield from (old for old in (None, *range(1, row[1])) if old != said)

    def _fits_behind(self, made: int, seq: int) -> bool:
        """Whether the next entry is chained to this checksum: then only the one kept is wrong."""
        for row, source in self._versions(seq, near=True):
            version = source.replaced.get((row[0], row[1]))
            if row[10] is not None and checksums.of_entry(made, row[1:9], version) == row[10]:
                return True
        return False


def _course(chain: _Chain, listed: Listed, library: Source) -> _Course:
    """A match of its chain; behind a gap, of what stands on a state that was kept."""
    number = next((one.number for one in library.matches if one.identity == listed.identity), None)
    last = len(chain.rows)
    behind = _behind(library, number, last) if number and library.last(number) > last else None
    if behind is not None:
        rows, snapshots = behind
        replaced = [(seq, old) for (match, seq), old in library.replaced.items()
                    if match == number and seq >= rows[0][1]]  # fmt: skip
        return _Course(listed, listed.number, [*chain.rows, *rows],
                       [*chain.replaced, *replaced], snapshots, rows[0][1] - last - 1)  # fmt: skip
    kept = history.whole(chain.rows)
    rows = history.marked(chain.rows[:kept])
    return _Course(listed, listed.number, rows, [one for one in chain.replaced if one[0] <= kept])


def _behind(library: Source, number: int, last: int) -> tuple[list[Row], list[Row]] | None:
    """What follows a gap to the end, with the states kept of it; None without such a state."""
    rows: list[Row] = []
    here = library.entries[number]
    for seq in range(last + 2, library.last(number) + 1):
        sums = [row[10] for row in (rows[-1:] or here.get(seq - 1, [])) if row[10] is not None]
        version = library.replaced.get((number, seq))
        fits = [row for row in here.get(seq, []) for one in sums
                if checksums.of_entry(one, row[1:9], version) == row[10]]  # fmt: skip
        rows = [*rows, fits[0]] if fits else []
    known = {row[1]: row[10] for row in rows}
    sound = [
        one for one in library.snapshots
        if one[0] == number and one[1] - 1 in known and one[1] in known
        and isinstance(one[2], bytes)
        and checksums.of_snapshot(known[one[1] - 1], one[1], one[3], one[2]) == one[4]
    ]  # fmt: skip
    return (rows, sound) if sound else None


def _unlisted(library: Source, courses: Sequence[_Course]) -> list[_Course]:
    """Matches whose entries are there although nothing lists them: under a new identity."""
    used = {row[10] for course in courses for row in course.entries}
    found = []
    for number, rows in library.entries.items():
        begun = rows.get(1, [None])[0]
        if begun is None or begun[10] in used:
            continue
        kept = _in_a_row(library, number)
        listed = next((one for one in library.matches if one.number == number), None)
        fields = listed.fields if listed else {}
        identity = checksums.identity_of(str(fields.get("created", "")), kept[0][1:9])
        replaced = [(seq, old) for (match, seq), old in library.replaced.items()
                    if match == number and seq <= len(kept)]  # fmt: skip
        found.append(
            _Course(Listed(identity, number, fields, False), number,
                    history.marked(kept), list(replaced), chained=False)
        )  # fmt: skip
    return found


def _in_a_row(library: Source, number: int) -> list[Row]:
    """The first entries of a match, the very first on trust, as far as each fits the one before."""
    rows = library.entries[number]
    kept = [rows[1][0]]
    while (seq := len(kept) + 1) in rows:
        version = library.replaced.get((number, seq))
        before = kept[-1][10]
        fits = [row for row in rows[seq] if before is None or row[10] is None
                or checksums.of_entry(before, row[1:9], version) == row[10]]  # fmt: skip
        if not fits:
            break
        kept.append(fits[0])
    return kept[: history.whole(kept)] or kept[:1]


def _saved(courses: Sequence[_Course], library: Source, memory: Memory) -> tuple[Saved, ...]:
    """What became of every match, of those too of which nothing is left but that they were."""
    saved = []
    used = {row[10] for course in courses for row in course.entries}
    known = {one.listed.identity for one in courses}
    for course in courses:
        identity, number = course.listed.identity, len(course.entries)
        held = memory.matches.get(identity)
        beyond = sum(
            1
            for one in library.matches if one.identity == identity
            for seq, rows in library.entries.get(one.number, {}).items()
            if seq > course.last and not any(row[10] in used for row in rows)
        )  # fmt: skip
        lost = max(beyond + course.gap, held.entries - number if held is not None else 0)
        name = str(course.listed.fields.get("name", ""))
        if number or lost:
            saved.append(Saved(course.number, name, number, lost, course.gap > 0))
    gone = [one for one in memory.matches.values() if one.match not in known and one.entries]
    return (*saved, *(Saved(one.number, one.name, 0, one.entries) for one in gone))


# -- writing -------------------------------------------------------------------------------


def _write(part: Path, courses: Sequence[_Course], identity: str) -> None:
    Journal(part).close()
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        if identity:
            db.execute("UPDATE library SET identity = ?", (identity,))
        for course in courses:
            _write_match(db, course)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _write_match(db: sqlite3.Connection, course: _Course) -> None:
    number, rows = course.number, course.entries
    times = {"created": rows[0][8], "touched": rows[-1][8]} if rows else {}
    fields: dict[str, Any] = {
        "name": "", "created": "", "touched": "", **times, **course.listed.fields,
        "id": number, "identity": course.listed.identity,
    }  # fmt: skip
    names = ", ".join(fields)
    marks = ", ".join("?" * len(fields))
    db.execute(f"INSERT INTO matches ({names}) VALUES ({marks})", tuple(fields.values()))
    db.executemany(
        f"INSERT INTO entries ({ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *row[1:10], row[10] or 0) for row in course.entries],
    )
    db.executemany("INSERT INTO replaced VALUES (?, ?, ?)",
                   [(number, *pair) for pair in course.replaced])  # fmt: skip
    db.executemany(
        "INSERT INTO snapshots VALUES (?, ?, CAST(? AS TEXT), ?, ?)",
        [(number, *one[1:]) for one in course.snapshots],
    )
    if not course.chained:
        sum_entries(db, number)
    sum_match(db, number)
