"""What a library has ever held, remembered in a small file beside it.

A library that is lost cannot say so itself: what lies at its path afterwards is empty, new, or
another's. The memory is a line of JSON for each thing worth knowing, the last line of a match
counting; it may be a little behind, never ahead.
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
"""With more lines than so many for each match, the file is written anew."""


class Held(Struct, frozen=True):
    """A match that was held: its number, name and game, its entries and its last checksum."""

    match: str
    number: int
    name: str
    game: str
    entries: int
    checksum: int


class Memory(Struct):
    """The identity of the library, and every match it has held, by the match's identity."""

    library: str = ""
    matches: dict[str, Held] = field(default_factory=dict)
    lines: int = 0


def memory_file(library: Path) -> Path:
    """Where the memory of a library lies: beside it."""
    return library.with_name(f"{library.stem}-memory.jsonl")


def recall(library: Path) -> Memory | None:
    """What is remembered of a library; None when nothing was ever written down."""
    try:
        raw = memory_file(library).read_bytes()
    except OSError:
        return None
    found = Memory()
    for line in raw.splitlines():
        found.lines += 1
        try:
            if line.startswith(b'{"library"'):
                found.library = str(json.loads(line)["library"])
            else:
                held = msgspec.json.decode(line, type=Held)
                found.matches[held.match] = held
        except (ValueError, KeyError, TypeError):  # torn by a power cut: the next line counts
            continue
    return found


def remember(library: Path, identity: str, held: Iterable[Held]) -> None:
    """Write down whose library it is, and what it holds now as far as that is more. May fail."""
    known = recall(library) or Memory()
    fresh = [one for one in held if known.matches.get(one.match) != one]
    if identity == known.library and not fresh:
        return
    if known.lines > _LINES_EACH * (len(known.matches) + 1):
        fresh = [*{**known.matches, **{one.match: one for one in fresh}}.values()]
        _write(library, identity, fresh)
        return
    head = b"" if identity == known.library else _head(identity)
    with memory_file(library).open("ab") as file:
        file.write(head + b"".join(msgspec.json.encode(one) + b"\n" for one in fresh))


def forget(library: Path, identity: str, held: Iterable[Held]) -> None:
    """Remember what is there now, and nothing else. Raises OSError."""
    _write(library, identity, held)


def drop(library: Path, match: str) -> None:
    """Remember no more that a match, by its identity, was ever held. May fail silently.

    It is one that was erased on purpose.
    """
    known = recall(library)
    if known is not None and known.matches.pop(match, None) is not None:
        with suppress(OSError):
            _write(library, known.library, known.matches.values())


def _head(identity: str) -> bytes:
    return json.dumps({"library": identity}).encode() + b"\n"


def _write(library: Path, identity: str, held: Iterable[Held]) -> None:
    lines = (msgspec.json.encode(one) + b"\n" for one in held)
    write_whole(memory_file(library), _head(identity) + b"".join(lines))
