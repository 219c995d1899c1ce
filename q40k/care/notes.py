"""Notes beside a library: every match it ever held, and where each match was put.

The memory lists every match that the library ever held: a lost library cannot say that, as the file
at its path is then empty, new, or another's. It is a line of JSON for each fact; the last line of a
match counts. It may lag a little, but is never ahead.

The shelf says which matches are archived, binned or branches. If it is lost or damaged, every match
is visible again, and nothing else happens: putting a match away moves no entry of the library.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct, field

from q40k.kernel.journal.journal import JournalError, disk_error
from q40k.kernel.journal.tables import RECORD_GAME
from q40k.kernel.whole_file import read_bounded, write_whole

_LINES_EACH = 8
"""With more lines than this for each match, the file is written anew."""


class HeldMatch(Struct, frozen=True):
    """A match in the library: its number, name and game, its entries and its last checksum."""

    match: str
    number: int
    name: str
    game: str
    entries: int
    checksum: int

    @property
    def is_record(self) -> bool:
        """Return whether this is no match, but the record of decisions about all matches."""
        return self.game == RECORD_GAME


class Memory(Struct):
    """The identity of the library, and every match it ever held, by the match's identity."""

    library: str = ""
    matches: dict[str, HeldMatch] = field(default_factory=dict)
    lines: int = 0


def memory_file(library: Path) -> Path:
    """Return the memory of a library: a file beside it."""
    return library.with_name(f"{library.stem}-memory.jsonl")


def recall(library: Path) -> Memory | None:
    """Return the memory of a library, or None if nothing was ever written down."""
    try:
        raw = memory_file(library).read_bytes()
    except OSError:
        return None
    memory = Memory()
    for line in raw.splitlines():
        memory.lines += 1
        try:
            if line.startswith(b'{"library"'):
                memory.library = str(json.loads(line)["library"])
            else:
                held = msgspec.json.decode(line, type=HeldMatch)
                memory.matches[held.match] = held
        except (ValueError, KeyError, TypeError):  # torn by a power cut: the next line counts
            continue
    return memory


def remember(library: Path, identity: str, held: Iterable[HeldMatch]) -> None:
    """Write down the identity of a library, and its matches that have changed. May fail."""
    memory = recall(library) or Memory()
    fresh = [match for match in held if memory.matches.get(match.match) != match]
    if identity == memory.library and not fresh:
        return
    if memory.lines > _LINES_EACH * (len(memory.matches) + 1):
        fresh = [*{**memory.matches, **{match.match: match for match in fresh}}.values()]
        _write(library, identity, fresh)
        return
    head = b"" if identity == memory.library else _head(identity)
    with memory_file(library).open("ab") as file:
        file.write(head + b"".join(msgspec.json.encode(match) + b"\n" for match in fresh))


def remember_only(library: Path, identity: str, held: Iterable[HeldMatch]) -> None:
    """Remember the present matches, and nothing else. Raises OSError."""
    _write(library, identity, held)


def forget_match(library: Path, match: str) -> None:
    """Forget that a match, by its identity, was ever held. May fail silently.

    It was erased on purpose.
    """
    memory = recall(library)
    if memory is not None and memory.matches.pop(match, None) is not None:
        with suppress(OSError):
            _write(library, memory.library, memory.matches.values())


def _head(identity: str) -> bytes:
    return json.dumps({"library": identity}).encode() + b"\n"


def _write(library: Path, identity: str, held: Iterable[HeldMatch]) -> None:
    lines = (msgspec.json.encode(match) + b"\n" for match in held)
    write_whole(memory_file(library), _head(identity) + b"".join(lines))


# -- the shelf -------------------------------------------------------------------------------------

WAIT_SECONDS = 5


class PackUse(Struct, frozen=True):
    """A bundle of packs that a match was played with: its id, version and content hash."""

    id: str
    version: str
    hash: str


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
    """Return the places of matches, by their identities; all others are on the list."""
    try:
        return msgspec.json.decode(read_bounded(shelf_file(library)), type=dict[str, Place])
    except (OSError, msgspec.MsgspecError, RecursionError):
        return {}


def store_place(library: Path, identity: str, place: Place) -> None:
    """Store the place of a match. Raises JournalError if it cannot be written."""
    path = shelf_file(library)
    try:
        with FileLock(path.with_suffix(".lock"), timeout=WAIT_SECONDS):
            all_places = read_places(library) | {identity: place}
            kept = {match: stored for match, stored in all_places.items() if stored != ON_LIST}
            write_whole(path, msgspec.json.format(msgspec.json.encode(kept)), durable=True)
    except Timeout as error:
        raise JournalError("journal-busy", path=str(path)) from error
    except OSError as error:
        raise disk_error(path, error) from error
