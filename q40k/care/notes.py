"""Notes beside a library: every match it ever held, and where each match was put.

The memory lists every match that the library ever held: a lost library cannot say that, as the file
at its path is then empty, new, or another's. It is a line of JSON for each fact; the last line of a
match counts. It is written with every entry, but not synced: after a power cut it may lag, but is never ahead.

The shelf says which matches are archived, binned or branches. The library holds a copy of it, with a checksum for
each match, which counts if the file is lost or damaged.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from q40k.kernel.journal import checksums
from q40k.kernel.journal.file_guard import database_address
from q40k.kernel.journal.journal import Journal, JournalError, disk_error
from q40k.kernel.journal.tables import RECORD, RECORD_GAME
from q40k.kernel.whole_file import ABSENT, Absent, Damaged, decode_side, read_side, set_aside, write_side, write_whole

_LINES_EACH, _LEAST_LINES = 8, 400
"""With more lines than this for each match, and in all, the file is written anew; that takes as long as many keys."""


class HeldMatch(Struct, frozen=True, omit_defaults=True):
    """A match in the library: its number, name and game, its entries and its last checksum.

    `missing` counts the entries that the library lacked when it was first written on without them.
    """

    match: str
    number: int
    name: str
    game: str
    entries: int
    checksum: int
    missing: int = 0

    @property
    def is_record(self) -> bool:
        """Return whether this is no match, but the record of decisions about all matches."""
        return self.game == RECORD_GAME


class Memory(Struct):
    """The identity of the library, and every match it ever held, by the match's identity.

    `unread` counts the lines that cannot be read.
    """

    library: str = ""
    matches: dict[str, HeldMatch] = field(default_factory=dict)
    lines: int = 0
    unread: int = 0


class _Library(Struct, frozen=True):
    """The line that names the library."""

    library: str


def memory_file(library: Path) -> Path:
    """Return the memory of a library: a file beside it."""
    return library.with_name(f"{library.stem}-memory.jsonl")


def recall(library: Path, number: int | None = None) -> Memory | None:
    """Return the memory of a library, or None if nothing was ever written down, or it cannot be read.

    With a `number` only the match with it is in `matches`: of a large library there are many others.
    """
    memory = read_memory(memory_file(library), number)
    return memory if isinstance(memory, Memory) else None


def read_memory(path: Path, number: int | None = None) -> Memory | Absent | Damaged:
    """Return what a memory file holds; a line that cannot be read is counted, as the next line of its match counts."""
    memory = Memory()
    try:
        for fact in _read_facts(path):
            memory.lines += 1
            if isinstance(fact, _Library):
                memory.library = fact.library
            elif isinstance(fact, Damaged):
                memory.unread += 1
            elif number in (None, fact.number):
                memory.matches[fact.match] = fact
    except FileNotFoundError:
        return ABSENT
    except OSError as error:
        return Damaged(path, error.strerror or str(error))
    return memory


def _read_facts(path: Path) -> Iterator["_Library | HeldMatch | Damaged"]:
    """Yield the lines of a memory file, one in memory at a time. Raises OSError."""
    with path.open("rb") as file:
        for line in file:
            is_library = line.startswith(b'{"library"')
            yield decode_side(path, line, _Library if is_library else HeldMatch)


def check_memory(path: Path) -> Memory | Absent | Damaged:
    """Return the memory of a file without its matches, or that it is damaged: empty, or some lines are unreadable."""
    memory = read_memory(path, RECORD)
    if isinstance(memory, Memory) and (memory.unread or not memory.lines):
        unread, lines = memory.unread or 1, memory.lines or 1
        return Damaged(path, f"{unread}/{lines}", unread, lines)
    return memory


def remember_only(library: Path, identity: str, held: Iterable[HeldMatch]) -> None:
    """Remember these matches, and nothing else; a damaged memory is set aside. Raises OSError."""
    path = memory_file(library)
    if isinstance(check_memory(path), Damaged):
        set_aside(path)
    lines = (msgspec.json.encode(fact) + b"\n" for fact in (_Library(identity), *held))
    write_whole(path, b"".join(lines), durable=True)


class MemoryKeeper:
    """Keeps the memory beside an open library, with every entry.

    A head that the library has lost is kept until it is back, or let go by name: a shorter match never takes its place.
    """

    def __init__(self, library: Path, journal: Journal) -> None:
        self._library = library
        self._journal = journal

    @cached_property
    def memory(self) -> Memory:
        """Return the memory, read when it is first written on."""
        return recall(self._library) or Memory()

    def note_written(self, matches: Iterable[int]) -> None:
        """Write down the newest entries of matches that were written. Raises OSError, JournalError."""
        self._write(self._list_heads(matches, new=1))

    def note_all(self) -> None:
        """Write down the newest entries of all matches. Raises OSError, JournalError."""
        self._write(self._list_heads(row.id for row in self._journal.rows() if row.entries and row.sound))

    def find_lost(self) -> dict[str, tuple[HeldMatch, int]]:
        """Return the matches of which entries are gone, with how many, by their identities. Raises JournalError."""
        return find_lost(self._library, self._journal)

    def forget(self, match: str) -> None:
        """Forget a match, by its identity, that was erased on purpose. Raises OSError."""
        memory = recall(self._library)
        if memory is not None and memory.matches.pop(match, None) is not None:
            remember_only(self._library, memory.library, memory.matches.values())
            self.memory = memory

    def _list_heads(self, matches: Iterable[int], new: int = 0) -> list[HeldMatch]:
        """Return the heads to write down; so many entries of each are `new`."""
        fresh, sql = [], "SELECT identity, name, game FROM matches WHERE id = ?"
        for match in matches:
            for identity, name, game in self._journal.read(sql, match):
                held = HeldMatch(identity, match, name, game, *self._journal.last(match))
                before = self.memory.matches.get(identity)
                if before and count_missing(self._journal, match, before):
                    if not before.missing:
                        fresh.append(replace(before, missing=max(1, before.entries - held.entries + new)))
                elif held.entries and held != before:
                    fresh.append(held)
        return fresh

    def _write(self, fresh: list[HeldMatch]) -> None:
        memory, identity = self.memory, self._journal.identity
        if identity == memory.library and not fresh:
            return
        memory.matches |= {match.match: match for match in fresh}
        memory.lines += len(fresh)
        path = memory_file(self._library)
        is_long = memory.lines > max(_LEAST_LINES, _LINES_EACH * (len(memory.matches) + 1))
        if identity != memory.library or memory.unread or is_long or not path.is_file():
            others = recall(self._library) or Memory()  # another process may have written meanwhile
            memory.matches = {**memory.matches, **others.matches, **{match.match: match for match in fresh}}
            remember_only(self._library, identity, memory.matches.values())
            memory.library, memory.lines, memory.unread = identity, len(memory.matches) + 1, 0
            return
        with path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(match) + b"\n" for match in fresh))


def find_lost(library: Path, journal: Journal) -> dict[str, tuple[HeldMatch, int]]:
    """Return the remembered matches of which entries are gone, with how many; not those erased on purpose.

    As a checksum is chained to the identity of its match, the number finds a match that is whole. Raises JournalError.
    """
    doubtful: dict[str, HeldMatch] = {}
    with suppress(OSError):
        facts = (fact for fact in _read_facts(memory_file(library)) if isinstance(fact, HeldMatch))
        for match, lines in groupby(facts, attrgetter("match")):  # an entry after the other makes many lines
            (held,) = deque(lines, 1)
            doubtful.pop(match, None)
            if journal.checksum(held.number, held.entries) != held.checksum:
                doubtful[match] = held
    if not doubtful:
        return {}
    numbers = {row.identity: row.id for row in journal.iterate_rows() if row.identity in doubtful}
    erased = {match for match, place in read_places(library).items() if place.emptied} - numbers.keys()
    lost = {}
    for held in doubtful.values():
        missing = 0 if held.match in erased else count_missing(journal, numbers.get(held.match), held)
        if missing:
            lost[held.match] = (held, missing)
    return lost


def count_missing(journal: Journal, match: int | None, held: HeldMatch) -> int:
    """Return how many entries of a remembered match are missing or differ in the library. Raises JournalError."""
    if match is None:
        return held.entries
    if journal.checksum(match, held.entries) == held.checksum:
        return 0
    return max(1, held.missing, held.entries - journal.head(match))


# -- the shelf -------------------------------------------------------------------------------------

WAIT_SECONDS = 5


class PackUse(Struct, frozen=True):
    """A bundle of packs that a match was played with: its id, version and content hash."""

    id: str
    version: str
    hash: str


NOTE = "added.json"
"""The file beside the packs of an added bundle that says what it holds, quickly read."""


class Added(Struct, frozen=True):
    """What is noted of an added bundle: its hash, its objects by kind, and the source it came from."""

    id: str
    version: str
    hash: str
    game: str
    objects: dict[str, tuple[str, ...]]
    source: str = ""

    @property
    def use(self) -> PackUse:
        """Return what a match remembers of it."""
        return PackUse(self.id, self.version, self.hash)


class Journey(Struct, frozen=True, omit_defaults=True):
    """The way of a match from one library to another; while it has one, it cannot be played here.

    It is `going` into a file that is not written yet, or is `gone`; or it is `arriving`, and the other
    library, or the file, does not know yet that it is here. `secret` belongs to this hand-over alone.
    `where` is the file or the machine at the other end, `library` the identity of the library there.
    A match that is `here` again has no journey; of two marks the one with the higher `step` counts.
    """

    secret: str
    state: Literal["going", "gone", "arriving", "here"]
    where: str
    at: str
    library: str = ""
    step: int = 0


class Place(Struct, frozen=True, omit_defaults=True):
    """Where a match is: on the list, unless it was put away.

    `binned` is when it went into the bin, or "". `emptied` says that the bin was emptied with it. A
    branch is one `of` another match (by its identity) from an `entry` on. `packs` are the bundles it
    was played with. `journey` is a copy of what `journeys` writes into the library.
    """

    archived: bool = False
    binned: str = ""
    emptied: bool = False
    of: str = ""
    entry: int = 0
    packs: tuple[PackUse, ...] = ()
    journey: Journey | None = None


ON_LIST = Place()


def shelf_file(library: Path) -> Path:
    """Return the file beside a library that holds the places of its matches."""
    return library.with_name(f"{library.stem}-shelf.json")


def read_places(library: Path) -> dict[str, Place]:
    """Return the places of matches, by their identities; all others are on the list.

    If the file is missing or damaged, the copy in the library counts. Origins of branches are in the library alone.
    """
    side = read_side(shelf_file(library), dict[str, Place])
    kept, origins = _read_library(library)
    places = kept if isinstance(side, Absent | Damaged) else side
    for match, (of, entry) in origins.items():
        place = places.get(match, ON_LIST)
        places[match] = place if place.of else replace(place, of=of, entry=entry)
    return places


def store_place(journal: Journal, identity: str, place: Place) -> None:
    """Store the place of a match. Raises JournalError if it cannot be written."""
    store_places(journal, lambda places: places | {identity: place})


def store_places(journal: Journal, change: Callable[[dict[str, Place]], dict[str, Place]]) -> None:
    """Change the places of matches, beside the library and in it. Raises JournalError if they cannot be written."""
    from filelock import FileLock, Timeout  # late: this is read with every library, and seldom written

    assert journal.path is not None
    path = shelf_file(journal.path)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            places = change(read_places(journal.path))
            kept = {match: place for match, place in places.items() if place != ON_LIST}
            write_side(path, kept, dict[str, Place])
            with suppress(JournalError):  # the file counts
                _copy_into_library(journal, kept)
    except Timeout as error:
        raise JournalError("journal-busy", path=str(path)) from error
    except OSError as error:
        raise disk_error(path, error) from error


_PLACES = "CREATE TABLE IF NOT EXISTS places (match TEXT PRIMARY KEY, place TEXT, checksum INTEGER) WITHOUT ROWID"
"""It is made when it is first needed; other versions of q40k do not look for it."""


def _read_library(library: Path) -> tuple[dict[str, Place], dict[str, tuple[str, int]]]:
    """Return the copy of the places in a library, and the origins of its branches; what is damaged is left out."""
    places, origins = dict[str, Place](), dict[str, tuple[str, int]]()
    address = database_address(library.absolute(), "mode=ro")
    with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True, timeout=WAIT_SECONDS)) as db:
        tables = {row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE name IN ('places', 'origins')")}
        if "origins" in tables:
            origins = {match: (of, entry) for match, of, entry in db.execute("SELECT match, of, entry FROM origins")}
        for match, text, checksum in db.execute("SELECT * FROM places") if "places" in tables else ():
            if checksums.of_fields((match, text)) == checksum:
                place = decode_side(library, text.encode(), Place)
                places |= {} if isinstance(place, Damaged) else {match: place}
    return places, origins


def _copy_into_library(journal: Journal, places: Mapping[str, Place]) -> None:
    """Keep a copy of all places in the library, so that backups and mirrors hold them. Raises JournalError."""
    texts = [(match, msgspec.json.encode(place).decode()) for match, place in places.items()]
    rows = [(*fields, checksums.of_fields(fields)) for fields in texts]
    with journal.transaction() as write:
        write.execute(_PLACES)
        write.execute("DELETE FROM places")
        write.executemany("INSERT INTO places VALUES (?, ?, ?)", rows)
