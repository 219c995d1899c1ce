"""Keep a league's evening in the library: its word, its tables and their secrets. So its backup holds all of it."""

import secrets
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from q40k.kernel.journal.journal import Journal
from q40k.kernel.text import fold_name

LETTERS = "abcdefghjkmnpqrstuvwxyz"
"""The letters of a word: those that nobody confuses."""
_TABLE = "CREATE TABLE IF NOT EXISTS evenings (league TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID"
"""It is made with the first evening; other versions of q40k do not look for it."""


class Laptop(Struct, frozen=True):
    """The laptop of a table: its secret, and the name of its machine."""

    token: str
    host: str


class Evening(Struct, frozen=True):
    """The evening of a league.

    `laptops` are those of the tables, by number. `given` says which table a pairing (round, table) was given to.
    `allowed` are the identities of matches that were over and may go on.
    """

    word: str
    secret: str
    laptops: dict[int, Laptop] = {}
    given: dict[str, int] = {}
    allowed: tuple[str, ...] = ()

    def identity_of(self, league: str, round_: int, table: int) -> str:
        """Return the identity of the match of a pairing."""
        text = f"{self.secret}/{fold_name(league)}/{round_}/{table}"
        return blake2b(text.encode(), digest_size=8).hexdigest()

    def table_of(self, token: str) -> int | None:
        """Return the table whose secret this is, or None."""
        tables = [table for table, laptop in self.laptops.items() if secrets.compare_digest(laptop.token, token)]
        return tables[0] if tables else None


def membership_file(library: Path) -> Path:
    """Return the file of a table's library that holds the evening it belongs to: beside the library."""
    return library.with_name(f"{library.stem}-evening.json")


def new_evening() -> Evening:
    """Return an evening with a word of six letters."""
    return Evening("".join(secrets.choice(LETTERS) for _ in range(6)), secrets.token_hex(16))


def read_evening(journal: Journal, league: str) -> Evening | None:
    """Return the evening of a league, or None if there was none. Raises JournalError."""
    if not journal.read("SELECT 1 FROM sqlite_master WHERE name = 'evenings'"):
        return None
    rows = journal.read("SELECT body FROM evenings WHERE league = ?", fold_name(league))
    return msgspec.json.decode(rows[0][0], type=Evening) if rows else None


def change_evening(journal: Journal, league: str, change: Callable[[Evening], Evening]) -> Evening:
    """Change the evening of a league, which is made if there is none, and return it. Raises JournalError."""
    with journal.transaction() as write:
        write.execute(_TABLE)
        evening = change(read_evening(journal, league) or new_evening())
        body = msgspec.json.encode(evening).decode()
        write.execute("INSERT OR REPLACE INTO evenings VALUES (?, ?)", (fold_name(league), body))
    return evening


def free_table(evening: Evening, table: int) -> Evening:
    """Let another laptop be a table; what it was given is given again to the next laptop of it."""
    return replace(evening, laptops={number: laptop for number, laptop in evening.laptops.items() if number != table})
