"""Repairs a damaged library: a new one from everything that can still be read.

The damaged files are kept aside. Matches are joined by their identity and by the chain of their
entries' checksums, never by their number: an entry is used wherever it fits, whatever file it comes
from.
"""

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from q40k.care.notes import Memory
from q40k.care.working import working_folder
from q40k.kernel.journal import checksums, history, journal, salvage, tables
from q40k.kernel.journal.salvage import Row
from q40k.kernel.whole_file import free_name, sync_folder

BESIDE = ("", "-wal", "-shm", "-journal")
_LONGEST_GAP = 2_000
"""After this many missing entries in a row, a match is taken to end."""


class ListedMatch(Struct, frozen=True):
    """A match as a file lists it: its identity, and the fields of its row by name."""

    identity: str
    number: int
    fields: dict[str, Any]
    sound: bool


class Source(Struct):
    """A file: its library's identity, its matches, every version of every entry, snapshots."""

    library: str = ""
    matches: list[ListedMatch] = field(default_factory=list)
    entries: dict[int, dict[int, list[Row]]] = field(default_factory=dict)
    replaced: dict[tuple[int, int], int] = field(default_factory=dict)
    snapshots: list[Row] = field(default_factory=list)

    def add(self, row: Row) -> None:
        """Add a version of an entry, unless it is known."""
        versions = self.entries.setdefault(row[0], {}).setdefault(row[1], [])
        if not any(is_same_entry(version, row) for version in versions):
            versions.append(row)

    def last(self, number: int) -> int:
        """Return the number of the last entry of a match here; 0 if there is none."""
        return max(self.entries.get(number, {0: []}))


def is_same_entry(row: Row, other: Row) -> bool:
    """Return whether two rows are the same entry, whatever undid it."""
    return row[:9] == other[:9] and row[10:] == other[10:]


def read_library(library: Path, folder: Path) -> Source:
    """Return everything left of a library: by SQLite, then by the bytes of its pages and log."""
    for suffix in ("", "-wal"):
        beside = library.with_name(library.name + suffix)
        if beside.exists():
            shutil.copyfile(beside, folder / (library.name + suffix))
    source = read_copy(folder / library.name)
    log = library.with_name(library.name + "-wal")
    raw = salvage.from_file(library, log)
    _add_raw(source, raw)
    with suppress(OSError):
        _add_raw(source, salvage.from_log(log))
    return source


def read_log(log: Path) -> Source:
    """Return what a torn log holds. Raises OSError."""
    source = Source()
    _add_raw(source, salvage.from_log(log))
    return source


def read_backup(backup: Path, folder: Path) -> Source:
    """Return what a backup holds. Raises OSError."""
    copy = folder / "backup.sqlite3"
    for suffix in BESIDE:
        copy.with_name(copy.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(backup, copy)
    return read_copy(copy)


def read_copy(copy: Path) -> Source:
    """Return what SQLite reads of a file that may be changed, row by row if a tree is broken."""
    source = Source()
    if not copy.exists():
        return source
    with suppress(sqlite3.Error), closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")  # detected by checksums
        with suppress(sqlite3.Error):
            if 0 < db.execute("PRAGMA user_version").fetchone()[0] < tables.FORMAT:
                tables.upgrade(db)
        for (identity,) in _readable(db, "SELECT identity FROM library"):
            source.library = str(identity)
        for row in _entries(db):
            source.add(row)
        for row in _readable(db, f"SELECT checksum, {tables.LISTED} FROM matches ORDER BY id"):
            _add_match(source, row[0], row[1:])
        for match, seq, old in _readable(db, "SELECT match, seq, replaces FROM replaced"):
            source.replaced[match, seq] = old
        sql = "SELECT match, seq, CAST(body AS BLOB), dice, checksum FROM snapshots"
        source.snapshots += _readable(db, sql)
    _upgrade_rows(source)
    return source


def _add_match(source: Source, checksum: int, fields: Row) -> None:
    names = tables.LISTED.split(", ")
    by_name = dict(zip(names, fields, strict=True))
    texts = [by_name[name] for name in ("name", "created", "touched", "draft", "game")]
    if not isinstance(by_name["id"], int) or not all(isinstance(text, str) for text in texts):
        return
    sound = checksums.of_fields(fields) == checksum
    source.matches.append(ListedMatch(str(by_name["identity"]), by_name["id"], by_name, sound))


def _add_raw(source: Source, raw: salvage.Salvage) -> None:
    for rows in raw.entries.values():
        for row in rows:
            source.add(row if len(row) > 10 else (*row[:10], None))
    listed = {listed_match.number for listed_match in source.matches}
    for number, match in raw.matches.items():
        if number not in listed and len(match) > 9:
            _add_match(source, match[9], (match[0], match[6], *match[1:6], *match[7:9]))
        elif number not in listed:  # of an older format, whose copy could not be upgraded
            name, created, touched = match[1:4]
            draft, game = (*match[4:6], "", tables.FIRST_GAME)[:2] if len(match) > 4 else ("", tables.FIRST_GAME)
            _add_match(source, 0, (number, "", name, created, touched, draft or "", game or "", 0, 0))
    _upgrade_rows(source)


def _upgrade_rows(source: Source) -> None:
    """Give rows of an older format identities and checksums, as an upgrade would."""
    for index, match in enumerate(source.matches):
        rows = source.entries.get(match.number, {})
        first_entry = rows.get(1, [None])[0]
        if match.identity or first_entry is None or first_entry[10] is not None:
            continue
        identity = checksums.identity_of(match.fields["created"], first_entry[1:9])
        source.matches[index] = ListedMatch(identity, match.number, match.fields, True)
        before = checksums.first(identity)
        for seq in range(1, source.last(match.number) + 1):
            if seq not in rows or rows[seq][0][10] is not None:
                break
            old = rows[seq][0]
            before = checksums.of_entry(before, old[1:9], source.replaced.get((match.number, seq)))
            rows[seq][0] = (*old[:10], before)


def _readable(db: sqlite3.Connection, sql: str) -> Iterator[Row]:
    with suppress(sqlite3.Error):
        yield from db.execute(sql)


def _entries(db: sqlite3.Connection) -> Iterator[Row]:
    columns = {row[1] for row in _readable(db, "PRAGMA table_info(entries)")}
    names = tables.ROW_COLUMNS if "checksum" in columns else tables.ROW_COLUMNS.replace("checksum", "NULL")
    last_read: dict[int, int] = {}
    try:
        for row in db.execute(f"SELECT {names} FROM entries ORDER BY match, seq"):
            if salvage.is_entry(row):  # a torn page may give rows of nothing
                last_read[row[0]] = row[1]
                yield row
    except sqlite3.Error:
        pass
    else:
        return
    matches = {*last_read, *(row[0] for row in _readable(db, "SELECT id FROM matches"))}
    sql = f"SELECT {names} FROM entries WHERE match = ? AND seq = ?"
    for match in matches:
        seq, missing = last_read.get(match, 0), 0
        while missing < _LONGEST_GAP:
            seq += 1
            missing += 1
            with suppress(sqlite3.Error):
                row = db.execute(sql, (match, seq)).fetchone()
                if row is not None and salvage.is_entry(row):
                    missing = 0
                    yield row


# -- the repair ------------------------------------------------------------------------------------


class RecoveredMatch(Struct, frozen=True):
    """The result of a repair for a match: entries `kept`, and how many were `lost`.

    With a `gap`, the lost entries are in the middle: the match continues from a snapshot after
    them. `is_record` marks the record of decisions, which is no match.
    """

    match: int
    name: str
    kept: int
    lost: int
    gap: bool = False
    is_record: bool = False


class RepairResult(Struct, frozen=True):
    """The result of a repair: the folder of the damaged files, and every match."""

    aside: Path
    matches: tuple[RecoveredMatch, ...]

    @property
    def lost(self) -> bool:
        """Return whether anything stayed lost."""
        return any(match.lost for match in self.matches)


class _MatchDraft(Struct):
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
    library: Path, backups: Sequence[Path] = (), torn: Sequence[Path] = (), memory: Memory | None = None
) -> RepairResult:
    """Put a new library in the place of a damaged or missing one.

    Its sources are what SQLite can read, single pages, `torn` logs that were kept, and `backups`,
    newest first. The `memory` knows which matches there were. The damaged files go into a folder of
    their own; nothing is overwritten. Raises OSError, sqlite3.Error, JournalError; then nothing has
    changed.
    """
    memory = memory or Memory()
    with working_folder(library.parent, "recovering") as folder:
        sources = [read_library(library, folder)]
        for backup in backups:
            with suppress(OSError):
                sources.append(read_backup(backup, folder))
        for path in torn:
            with suppress(OSError):
                sources.append(read_log(path))
        drafts = _assemble(sources, memory)
        matches = _results(drafts, sources[0], memory)
        identities = (memory.library, *(source.library for source in sources))
        recovered = folder / "recovered.sqlite3"
        _write(recovered, drafts, next(filter(None, identities), ""))
        aside = _set_aside(library, torn)
        recovered.rename(library)
    sync_folder(library.parent)
    return RepairResult(aside, matches)


def _set_aside(library: Path, torn: Sequence[Path]) -> Path:
    """Move the damaged files into a new folder; return it, though it is gone if there were none."""
    aside = free_name(library.with_name("damaged"))
    aside.mkdir()
    for path in (*(library.with_name(library.name + suffix) for suffix in BESIDE), *torn):
        if path.exists():
            path.rename(aside / path.name)
    if not any(aside.iterdir()):  # there was no library at all
        aside.rmdir()
    return aside


def torn_logs(library: Path) -> list[Path]:
    """Return the damaged logs that were kept beside a library."""
    return sorted(library.parent.glob(f"{library.stem}-torn*.wal"))


# -- putting together ----------------------------------------------------------------------


def _assemble(sources: Sequence[Source], memory: Memory) -> list[_MatchDraft]:
    """Return every match with its chain of entries; matches of the library keep their numbers."""
    listed: dict[str, ListedMatch] = {}
    for source in sources:
        for match in source.matches:
            if match.identity and (match.identity not in listed or not listed[match.identity].sound):
                listed[match.identity] = match
    for remembered in memory.matches.values():
        if remembered.match not in listed:
            fields = {"name": remembered.name, "game": remembered.game}
            listed[remembered.match] = ListedMatch(remembered.match, remembered.number, fields, False)
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
        numbers += [match.number for source in sources for match in source.matches if match.identity == listed.identity]
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
    number = next((match.number for match in library.matches if match.identity == listed.identity), None)
    last = len(chain.rows)
    rest = _after_gap(library, number, last) if number and library.last(number) > last else None
    if rest is not None:
        rows, snapshots = rest
        replaced = [
            (seq, old) for (match, seq), old in library.replaced.items() if match == number and seq >= rows[0][1]
        ]
        return _MatchDraft(
            listed, listed.number, [*chain.rows, *rows], [*chain.replaced, *replaced], snapshots, rows[0][1] - last - 1
        )
    count = history.count_whole(chain.rows)
    rows = history.restore_marks(chain.rows[:count])
    return _MatchDraft(listed, listed.number, rows, [pair for pair in chain.replaced if pair[0] <= count])


def _after_gap(library: Source, number: int, last: int) -> tuple[list[Row], list[Row]] | None:
    """Return the entries after a gap to the end, and their snapshots; None without a snapshot."""
    rows: list[Row] = []
    versions = library.entries[number]
    for seq in range(last + 2, library.last(number) + 1):
        sums = [row[10] for row in (rows[-1:] or versions.get(seq - 1, [])) if row[10] is not None]
        version = library.replaced.get((number, seq))
        fits = [
            row
            for row in versions.get(seq, [])
            for checksum in sums
            if checksums.of_entry(checksum, row[1:9], version) == row[10]
        ]
        rows = [*rows, fits[0]] if fits else []
    sums_by_seq = {row[1]: row[10] for row in rows}
    snapshots = [
        (match, seq, body, used, checksum)
        for match, seq, body, used, checksum in library.snapshots
        if match == number
        and seq - 1 in sums_by_seq
        and seq in sums_by_seq
        and isinstance(body, bytes)
        and checksums.of_snapshot(sums_by_seq[seq - 1], seq, used, body) == checksum
    ]
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
        listed = next((listed_match for listed_match in library.matches if listed_match.number == number), None)
        fields = listed.fields if listed else {}
        identity = checksums.identity_of(str(fields.get("created", "")), kept[0][1:9])
        replaced = [
            (seq, old) for (match, seq), old in library.replaced.items() if match == number and seq <= len(kept)
        ]
        drafts.append(
            _MatchDraft(
                ListedMatch(identity, number, fields, False),
                number,
                history.restore_marks(kept),
                list(replaced),
                chained=False,
            )
        )
    return drafts


def _leading_entries(library: Source, number: int) -> list[Row]:
    """Return the first entries of a match as long as each fits the one before; trust the first."""
    rows = library.entries[number]
    kept = [rows[1][0]]
    while (seq := len(kept) + 1) in rows:
        version = library.replaced.get((number, seq))
        before = kept[-1][10]
        fits = [
            row
            for row in rows[seq]
            if before is None or row[10] is None or checksums.of_entry(before, row[1:9], version) == row[10]
        ]
        if not fits:
            break
        kept.append(fits[0])
    return kept[: history.count_whole(kept)] or kept[:1]


def _results(drafts: Sequence[_MatchDraft], library: Source, memory: Memory) -> tuple[RecoveredMatch, ...]:
    """Return what became of every match, including those of which nothing is left."""
    results = []
    used = {row[10] for draft in drafts for row in draft.entries}
    identities = {draft.listed.identity for draft in drafts}
    for draft in drafts:
        identity, number = draft.listed.identity, len(draft.entries)
        remembered = memory.matches.get(identity)
        beyond = sum(
            1
            for match in library.matches
            if match.identity == identity
            for seq, rows in library.entries.get(match.number, {}).items()
            if seq > draft.last and not any(row[10] in used for row in rows)
        )
        lost = max(beyond + draft.gap, remembered.entries - number if remembered is not None else 0)
        name = str(draft.listed.fields.get("name", ""))
        if number or lost:
            is_record = tables.RECORD_GAME in (_game_of(draft.number), draft.listed.fields.get("game"))
            results.append(RecoveredMatch(draft.number, name, number, lost, draft.gap > 0, is_record))
    lost_matches = (
        RecoveredMatch(held.number, held.name, 0, held.entries, is_record=held.game == tables.RECORD_GAME)
        for held in memory.matches.values()
        if held.match not in identities and held.entries
    )
    return (*results, *lost_matches)


# -- writing -------------------------------------------------------------------------------


def _write(part: Path, drafts: Sequence[_MatchDraft], identity: str) -> None:
    journal.Journal(part).close()
    with closing(sqlite3.connect(part, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        db.execute("BEGIN")
        if identity:
            db.execute("UPDATE library SET identity = ?", (identity,))
        for draft in drafts:
            _write_match(db, draft)
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _game_of(number: int) -> str:
    """Return the game of a match whose row is lost."""
    return tables.RECORD_GAME if number == tables.RECORD else tables.FIRST_GAME


def _write_match(db: sqlite3.Connection, draft: _MatchDraft) -> None:
    number, rows = draft.number, draft.entries
    times = {"created": rows[0][8], "touched": rows[-1][8]} if rows else {}
    fields: dict[str, Any] = {
        "name": "",
        "created": "",
        "touched": "",
        "game": _game_of(number),
        **times,
        **draft.listed.fields,
        "id": number,
        "identity": draft.listed.identity,
    }
    names = ", ".join(fields)
    marks = ", ".join("?" * len(fields))
    db.execute(f"INSERT INTO matches ({names}) VALUES ({marks})", tuple(fields.values()))
    db.executemany(
        f"INSERT INTO entries ({tables.ROW_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *row[1:10], row[10] or 0) for row in draft.entries],
    )
    db.executemany("INSERT INTO replaced VALUES (?, ?, ?)", [(number, *pair) for pair in draft.replaced])
    db.executemany(
        "INSERT INTO snapshots VALUES (?, ?, CAST(? AS TEXT), ?, ?)",
        [(number, *snapshot[1:]) for snapshot in draft.snapshots],
    )
    if not draft.chained:
        tables.checksum_entries(db, number)
    tables.checksum_match(db, number)
