"""The checksums of a library: by them a change that nobody entered is seen when it is read.

Each entry's is made of its content and of the checksum before it, that of the first entry of the
match's identity. So an entry that was changed, swapped, left out or taken from another match does
not fit, and two files hold the same match as far as they hold the same checksums. `undone_by` is
not among what is summed: it follows from the entries (`history.Marks`) and is compared with
them.

BLAKE2b, 8 bytes of it, as a signed number: as large as a column of SQLite may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

_APART = "\x1f"


def first(identity: str) -> int:
    """What the first entry of a match is chained to."""
    return _number(blake2b(identity.encode(), digest_size=8).digest())


def of_entry(before: int, content: Sequence[Any], replaces: int | None) -> int:
    """The checksum of an entry, `before` being that of the entry before it.

    Its content is its number, kind, command, body, hand, events, dice and time.
    """
    seq, kind, command, body, hand, events, dice, at = content
    text = (
        f"{before}\x1f{seq}\x1f{kind}\x1f{command}\x1f{body}\x1f{hand}\x1f{events}\x1f{dice}"
        f"\x1f{at}\x1f{replaces}"
    )
    return _number(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def of_snapshot(before: int, seq: int, dice: int | None, body: bytes) -> int:
    """The checksum of a kept state; `before` is that of the last entry it holds."""
    return _number(blake2b(f"{before}\x1f{seq}\x1f{dice}".encode() + body, digest_size=8).digest())


def of_fields(fields: Sequence[Any]) -> int:
    """The checksum of a row of short fields, such as what the library lists of a match."""
    text = _APART.join(map(str, fields))
    return _number(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def identity_of(created: str, entry: Sequence[Any] | None) -> str:
    """The identity of a match that was begun before matches had one: made of how it begins.

    So it is the same in every copy of an older library. `entry` is the content of its first entry.
    """
    text = _APART.join(map(str, (created, *(entry or ()))))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _number(digest: bytes) -> int:
    return int.from_bytes(digest, "big", signed=True)
