"""The checksums of a library: they reveal changes that nobody entered.

The checksum of each entry covers its content and the checksum before it; the first is chained to
the match's identity. So an entry that was changed, swapped, left out or taken from another match
does not fit. Two files hold the same match up to the last checksum they share. The checksums do not
cover `undone_by`: it follows from the entries (`history.UndoTracker`) and is compared with them.

A checksum is 8 bytes of BLAKE2b as a signed number, the largest that a column of SQLite holds.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

_APART = "\x1f"


def first(identity: str) -> int:
    """Return the number that the first entry of a match is chained to."""
    return _number(blake2b(identity.encode(), digest_size=8).digest())


def of_entries(before: int, rows: Iterable[Sequence[Any]], replaced: Mapping[int, int]) -> Iterator[int]:
    """Yield the checksums of entries that follow one another; `before` is that of the entry before them.

    A row begins with the content of an entry: its number, kind, command, body, hand, events, dice
    and time. `replaced` holds the entry that each new version replaces.
    """
    blank = blake2b(digest_size=8)
    for row in rows:
        replaces = replaced.get(row[0], "None") if replaced else "None"
        text = (
            f"{before}\x1f{row[0]}\x1f{row[1]}\x1f{row[2]}\x1f{row[3]}\x1f{row[4]}"
            f"\x1f{row[5]}\x1f{row[6]}\x1f{row[7]}\x1f{replaces}"
        )
        try:
            coded = text.encode()
        except UnicodeEncodeError:  # a damaged text; the usual way is quicker
            coded = text.encode("utf-8", "surrogatepass")
        digest = blank.copy()  # quicker than a new one
        digest.update(coded)
        before = int.from_bytes(digest.digest(), "big", signed=True)
        yield before


def of_entry(before: int, content: Sequence[Any], replaces: int | None) -> int:
    """Return the checksum of one entry, as `of_entries` does."""
    return next(of_entries(before, (content,), {} if replaces is None else {content[0]: replaces}))


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
