"""Repairs a damaged library: a new one from everything that can still be read.

The damaged files are kept aside. Matches are joined by their identity and by the chain of their
entries' checksums, never by their number: an entry is used wherever it fits, whatever file it comes
from.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from q40k.care.memory import Memory
from q40k.care.sources import (
    BESIDE,
    ENTRY,
    ListedMatch,
    Source,
    read_backup,
    read_library,
    read_log,
)
from q40k.kernel.journal import checksums, history
from q40k.kernel.journal.file_guard import free_name, sync_folder
from q40k.kernel.journal.journal import Journal
from q40k.kernel.journal.salvage import Row
from q40k.kernel.journal.tables import checksum_entries, checksum_match


@dataclass(frozen=True, slots=True)
class RecoveredMatch:
    """The result of a repair for a match: entries `kept`, and how many were `lost`.

    With a `gap`, the lost entries are in the middle: the match continues from a snapshot after
    them.
    """

    match: int
    name: str
    kept: int
    lost: int
    gap: bool = False


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The result of a repair: the folder of the damaged files, and every match."""

    aside: Path
    matches: tuple[RecoveredMatch, ...]

    @property
    def lost(self) -> bool:
        """Return whether anything stayed lost."""
        return any(match.lost for match in self.matches)


@dataclass
class _MatchDraft:
    """A match that is being put together: its entries, the entries they replace, and its gap."""

    listed: ListedMatch
    number: int
    entries: list[Row] = field(default_factory=list)
    replaced: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    gap: int = 0
    chained: bool = True

    @property
    def last(self) -> int:
        return self.entries[-1][1] if self.entries else 0


def repair(
    library: Path,
    backups: Sequence[Path] = (),
    torn: Sequence[Path] = (),
    memory: Memory | None = None,
) -> RepairResult:
    """Put a new library in the place of a damaged or missing one.

    Its sources are what SQLite can read, single pages, `torn` logs that were kept, and `backups`,
    newest first. The `memory` knows which matches there were. The damaged files go into a folder of
    their own; nothing is overwritten. Raises OSError, sqlite3.Error, JournalError; then nothing has
    changed.
    """
    part = library.with_name(f".{library.stem}-recovered.sqlite3")
    for suffix in BESIDE:
        part.with_name(part.name + suffix).unlink(missing_ok=True)
    with TemporaryDirectory(prefix=".recovering-", dir=library.parent) as folder:
        sources = [read_library(library, Path(folder))]
        for backup in backups:
            with suppress(OSError):
                sources.append(read_backup(backup, Path(folder)))
        for path in torn:
            with suppress(OSError):
                sources.append(read_log(path))
    memory = memory or Memory()
    drafts = _assemble(sources, memory)
    matches = _results(drafts, sources[0], memory)
    identities = (memory.library, *(source.library for source in sources))
    _write(part, drafts, next(filter(None, identities), ""))
    aside = free_name(library.with_name("damaged"))
    aside.mkdir()
    for path in (*(library.with_name(library.name + suffix) for suffix in BESIDE), *torn):
        if path.exists():
            path.rename(aside / path.name)
    if not any(aside.iterdir()):  # there was no library at all
        aside.rmdir()
    part.rename(library)
    sync_folder(library.parent)
    return RepairResult(aside, matches)


def torn_logs(library: Path) -> list[Path]:
    """Return the damaged logs that were kept beside a library."""
    return sorted(library.parent.glob(f"{library.stem}-torn*.wal"))


# -- putting together ----------------------------------------------------------------------


def _assemble(sources: Sequence[Source], memory: Memory) -> list[_MatchDraft]:
    """Return every match with its chain of entries; matches of the library keep their numbers."""
    listed: dict[str, ListedMatch] = {}
    for source in sources:
        for match in source.matches:
            if match.identity and (
                match.identity not in listed or not listed[match.identity].sound
            ):
                listed[match.identity] = match
    for remembered in memory.matches.values():
        if remembered.match not in listed:
            fields = {"name": remembered.name, "game": remembered.game}
            listed[remembered.match] = ListedMatch(
                remembered.match, remembered.number, fields, False
            )
    own = {match.number: match.identity for match in sources[0].matches}
    drafts = []
    for identity, match in listed.items():
        chain = _Chain(sources, match)
        if chain.rows or (match.sound and own.get(match.number) == identity):
            drafts.append(_draft(chain, match, sources[0]))
    drafts += _find_unlisted(sources[0], drafts)
    drafts.sort(key=lambda draft: own.get(draft.number) != draft.listed.identity)
    used_numbers: set[int] = set()
    for draft in drafts:
        if draft.number in used_numbers:
            draft.number = max(used_numbers | set(own)) + 1
        used_numbers.add(draft.number)
    return sorted(drafts, key=lambda draft: draft.number)


class _Chain:
    """The entries of one match, each from a source where it fits the entry before."""

    def __init__(self, sources: Sequence[Source], listed: ListedMatch) -> None:
        self._sources = sources
        self._before = checksums.first(listed.identity)
        self.rows: list[Row] = []
        self.replaced: list[tuple[int, int]] = []
        self._written = 0  # the last entry that an amendment wrote
        numbers = [listed.number]
        numbers += [match.number for source in sources for match in source.matches
                    if match.identity == listed.identity]  # fmt: skip
        self._numbers = tuple(dict.fromkeys(numbers))
        while self._take_entry(len(self.rows) + 1):
            pass

    def _take_entry(self, seq: int) -> bool:
        for near in (True, False):
            for row, source in self._versions(seq, near):
                for version in self._replaces(row, source):
                    checksum = checksums.of_entry(self._before, row[1:9], version)
                    if checksum == row[10] or self._fits_next(checksum, seq + 1):
                        self.rows.append((*row[:10], checksum))
                        self._written = max(self._written, history.last_written(row))
                        self._before = checksum
                        if version is not None:
                            self.replaced.append((seq, version))
                        return True
        return False

    def _versions(self, seq: int, near: bool) -> Iterable[tuple[Row, Source]]:
        """Yield every version of an entry: from this match by its numbers, or from any match."""
        for source in self._sources:
            for number in self._numbers if near else source.entries:
                for row in source.entries.get(number, {}).get(seq, ()):
                    yield row, source

    def _replaces(self, row: Row, source: Source) -> Iterable[int | None]:
        """Yield the entries that this one may replace, by likelihood: its checksum decides."""
        stored = source.replaced.get((row[0], row[1]))
        yield stored
        if row[1] <= self._written:
            yield from (old for old in (None, *range(1, row[1])) if old != stored)

    def _fits_next(self, checksum: int, seq: int) -> bool:
        """Return whether the next entry is chained to `checksum`: then the stored one is wrong."""
        for row, source in self._versions(seq, near=True):
            version = source.replaced.get((row[0], row[1]))
            if row[10] is not None and checksums.of_entry(checksum, row[1:9], version) == row[10]:
                return True
        return False


def _draft(chain: _Chain, listed: ListedMatch, library: Source) -> _MatchDraft:
    """Return a match from its chain, and from what follows a gap and starts with a snapshot."""
    number = next(
        (match.number for match in library.matches if match.identity == listed.identity), None
    )
    last = len(chain.rows)
    rest = _after_gap(library, number, last) if number and library.last(number) > last else None
    if rest is not None:
        rows, snapshots = rest
        replaced = [(seq, old) for (match, seq), old in library.replaced.items()
                    if match == number and seq >= rows[0][1]]  # fmt: skip
        return _MatchDraft(listed, listed.number, [*chain.rows, *rows],
                       [*chain.replaced, *replaced], snapshots, rows[0][1] - last - 1)  # fmt: skip
    count = history.count_whole(chain.rows)
    rows = history.restore_marks(chain.rows[:count])
    return _MatchDraft(
        listed, listed.number, rows, [pair for pair in chain.replaced if pair[0] <= count]
    )


def _after_gap(library: Source, number: int, last: int) -> tuple[list[Row], list[Row]] | None:
    """Return the entries after a gap to the end, and their snapshots; None without a snapshot."""
    rows: list[Row] = []
    versions = library.entries[number]
    for seq in range(last + 2, library.last(number) + 1):
        sums = [row[10] for row in (rows[-1:] or versions.get(seq - 1, [])) if row[10] is not None]
        version = library.replaced.get((number, seq))
        fits = [row for row in versions.get(seq, []) for checksum in sums
                if checksums.of_entry(checksum, row[1:9], version) == row[10]]  # fmt: skip
        rows = [*rows, fits[0]] if fits else []
    sums_by_seq = {row[1]: row[10] for row in rows}
    snapshots = [
        (match, seq, body, used, checksum)
        for match, seq, body, used, checksum in library.snapshots
        if match == number and seq - 1 in sums_by_seq and seq in sums_by_seq
        and isinstance(body, bytes)
        and checksums.of_snapshot(sums_by_seq[seq - 1], seq, used, body) == checksum
    ]  # fmt: skip
    return (rows, snapshots) if snapshots else None


def _find_unlisted(library: Source, known_drafts: Sequence[_MatchDraft]) -> list[_MatchDraft]:
    """Return matches that have entries but no row, under a new identity."""
    used = {row[10] for draft in known_drafts for row in draft.entries}
    drafts = []
    for number, rows in library.entries.items():
        first_entry = rows.get(1, [None])[0]
        if first_entry is None or first_entry[10] in used:
            continue
        kept = _leading_entries(library, number)
        listed = next(
            (listed_match for listed_match in library.matches if listed_match.number == number),
            None,
        )
        fields = listed.fields if listed else {}
        identity = checksums.identity_of(str(fields.get("created", "")), kept[0][1:9])
        replaced = [(seq, old) for (match, seq), old in library.replaced.items()
                    if match == number and seq <= len(kept)]  # fmt: skip
        drafts.append(
            _MatchDraft(ListedMatch(identity, number, fields, False), number,
                    history.restore_marks(kept), list(replaced), chained=False)
        )  # fmt: skip
    return drafts


def _leading_entries(library: Source, number: int) -> list[Row]:
    """Return the first entries of a match as long as each fits the one before; trust the first."""
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
    return kept[: history.count_whole(kept)] or kept[:1]


def _results(
    drafts: Sequence[_MatchDraft], library: Source, memory: Memory
) -> tuple[RecoveredMatch, ...]:
    """Return what became of every match, including those of which nothing is left."""
    results = []
    used = {row[10] for draft in drafts for row in draft.entries}
    identities = {draft.listed.identity for draft in drafts}
    for draft in drafts:
        identity, number = draft.listed.identity, len(draft.entries)
        remembered = memory.matches.get(identity)
        beyond = sum(
            1
            for match in library.matches if match.identity == identity
            for seq, rows in library.entries.get(match.number, {}).items()
            if seq > draft.last and not any(row[10] in used for row in rows)
        )  # fmt: skip
        lost = max(beyond + draft.gap, remembered.entries - number if remembered is not None else 0)
        name = str(draft.listed.fields.get("name", ""))
        if number or lost:
            results.append(RecoveredMatch(draft.number, name, number, lost, draft.gap > 0))
    lost_matches = (
        RecoveredMatch(held.number, held.name, 0, held.entries)
        for held in memory.matches.values()
        if held.match not in identities and held.entries
    )
    return (*results, *lost_matches)


# -- writing -------------------------------------------------------------------------------


def _write(part: Path, drafts: Sequence[_MatchDraft], identity: str) -> None:
    Journal(part).close()
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        if identity:
            db.execute("UPDATE library SET identity = ?", (identity,))
        for draft in drafts:
            _write_match(db, draft)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _write_match(db: sqlite3.Connection, draft: _MatchDraft) -> None:
    number, rows = draft.number, draft.entries
    times = {"created": rows[0][8], "touched": rows[-1][8]} if rows else {}
    fields: dict[str, Any] = {
        "name": "", "created": "", "touched": "", **times, **draft.listed.fields,
        "id": number, "identity": draft.listed.identity,
    }  # fmt: skip
    names = ", ".join(fields)
    marks = ", ".join("?" * len(fields))
    db.execute(f"INSERT INTO matches ({names}) VALUES ({marks})", tuple(fields.values()))
    db.executemany(
        f"INSERT INTO entries ({ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *row[1:10], row[10] or 0) for row in draft.entries],
    )
    db.executemany("INSERT INTO replaced VALUES (?, ?, ?)",
                   [(number, *pair) for pair in draft.replaced])  # fmt: skip
    db.executemany(
        "INSERT INTO snapshots VALUES (?, ?, CAST(? AS TEXT), ?, ?)",
        [(number, *snapshot[1:]) for snapshot in draft.snapshots],
    )
    if not draft.chained:
        checksum_entries(db, number)
    checksum_match(db, number)
