"""The checksums of a library: they reveal changes that nobody entered.

The checksum of each entry covers its content and the checksum before it; the first is chained to
the match's identity. So an entry that was changed, swapped, left out or taken from another match
does not fit. Two files hold the same match up to the last checksum they share. The checksums do not
cover `undone_by`: it follows from the entries (`history.UndoTracker`) and is compared with them.

A checksum is 8 bytes of BLAKE2b as a signed number, the largest that a column of SQLite holds.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

_APART = "\x1f"


def first(identity: str) -> int:
    """Return the number that the first entry of a match is chained to."""
    return _number(blake2b(identity.encode(), digest_size=8).digest())


def of_entry(before: int, content: Sequence[Any], replaces: int | None) -> int:
    """Return the checksum of an entry; `before` is that of the entry before it.

    Its content is its number, kind, command, body, hand, events, dice and time.
    """
    seq, kind, command, body, hand, events, dice, at = content
    text = f"{before}\x1f{seq}\x1f{kind}\x1f{command}\x1f{body}\x1f{hand}\x1f{events}\x1f{dice}\x1f{at}\x1f{replaces}"
    try:
        coded = text.encode()
    except UnicodeEncodeError:  # a damaged text; the usual way is quicker
        coded = text.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(coded, digest_size=8).digest(), "big", signed=True)


def of_snapshot(before: int, seq: int, dice: int | None, body: bytes) -> int:
    """Return the checksum of a snapshot; `before` is that of the last entry it includes."""
    return _number(blake2b(f"{before}\x1f{seq}\x1f{dice}".encode() + body, digest_size=8).digest())


def of_fields(fields: Sequence[Any]) -> int:
    """Return the checksum of a row of short fields, such as the library's row of a match."""
    text = _APART.join(map(str, fields))
    return _number(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def identity_of(created: str, entry: Sequence[Any] | None) -> str:
    """Return the identity of a match of an old format, derived from how it begins.

    So it is the same in every copy of an older library. `entry` is the content of its first entry.
    """
    text = _APART.join(map(str, (created, *(entry or ()))))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _number(digest: bytes) -> int:
    return int.from_bytes(digest, "big", signed=True)
