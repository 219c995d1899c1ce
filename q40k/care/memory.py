"""The memory of a library: a small file beside it that lists every match it ever held.

A lost library cannot say what it held: the file at its path is then empty, new, or another's. The
memory is a line of JSON for each fact; the last line of a match counts. It may lag a little, but is
never ahead.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct, field

from q40k.kernel.whole_file import write_whole

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
