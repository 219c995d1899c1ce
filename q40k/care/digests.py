"""Keep what is worked out of a match in its library, so that no list and no season reads its entries again.

A digest counts while its match ends with the entry it was worked out from. One that is lost or damaged is worked
out again. Backups hold it, and emptying the bin erases it.
"""

from contextlib import suppress
from typing import Generic, TypeVar

import msgspec

from q40k.kernel.journal import checksums
from q40k.kernel.journal.journal import Journal, JournalError
from q40k.kernel.journal.tables import DIGESTS

T = TypeVar("T")
Head = tuple[int, int]
"""The newest entry of a match, with its checksum."""
AT_ONCE = 500
"""So many new digests are written at a time."""


class Digests(Generic[T]):
    """The digests of one kind in an open library; those of another `maker` do not count."""

    def __init__(
        self, journal: Journal, kind: str, maker: str, encoder: msgspec.json.Encoder, decoder: msgspec.json.Decoder[T]
    ) -> None:
        self._journal, self._kind, self._maker = journal, kind, maker
        self._encoder, self._decoder = encoder, decoder
        self._new: dict[str, tuple[Head, T]] = {}

    def find(self, match: str, head: Head) -> T | None:
        """Return the digest of the match with this identity and newest entry; None if there is none."""
        if match in self._new and self._new[match][0] == head:
            return self._new[match][1]
        sql = "SELECT maker, entry, head, body, checksum FROM digests WHERE match = ? AND kind = ?"
        with suppress(JournalError, msgspec.MsgspecError, ValueError, RecursionError):  # it is worked out again
            for *fields, checksum in self._journal.read(sql, match, self._kind):
                is_current = fields[:3] == [self._maker, *head]
                if is_current and checksums.of_fields((match, self._kind, *fields)) == checksum:
                    return self._decoder.decode(fields[3])
        return None

    def keep(self, match: str, head: Head, value: T) -> None:
        """Keep a new digest; it is written with others, or by `write`."""
        self._new[match] = (head, value)
        if len(self._new) % AT_ONCE == 0:
            self.write()

    def write(self) -> None:
        """Write the new digests; where the library cannot be written they are found until it is closed."""
        rows = []
        for match, (head, value) in self._new.items():
            fields = (match, self._kind, self._maker, *head, self._encoder.encode(value).decode())
            rows.append((*fields, checksums.of_fields(fields)))
        with suppress(JournalError):
            if rows:
                with self._journal.transaction() as write:
                    write.execute(DIGESTS)
                    write.executemany("INSERT OR REPLACE INTO digests VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
            self._new.clear()
