"""What phones have sent and the app has not handled yet: a small file next to the library.

The server writes only here. The app reads it, and writes what became of each post. The file also
holds the tokens of the seats' phones, of 128 bits, and a short word to type for each, which are deleted
with the match; and the addresses of the board while it is open.
"""

import hmac
import os
import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal
from unicodedata import normalize

import msgspec
from msgspec import Struct

from q40k.packs.base import id_of_name

TABLE = ""
"""The seat of a token that belongs to nobody: with it a player may wish to join."""
MOST_WISHES = 6
"""The most wishes to join that may wait at a time, and the most brought codes."""
MOST_FATES = 3
"""The number of newest answers whose result a phone is told."""
EARLY = 0
"""The entry of an answer that was given before its question was asked."""
BYTES = 16
STEM, LEAST_NUMBER, MOST_NUMBER = 12, 1000, 9999
"""A word to type is a name of at most so many letters, and a number: ann-4271."""

Kind = Literal["answer", "join", "call", "pack", "study"]
Became = Literal["waits", "taken", "refused", "late", "replaced"]

_TABLES = """
CREATE TABLE IF NOT EXISTS tokens (match INTEGER, seat TEXT, token TEXT, PRIMARY KEY (match, seat));
CREATE TABLE IF NOT EXISTS words (
    match INTEGER, seat TEXT, name TEXT, word TEXT UNIQUE, PRIMARY KEY (match, seat));
CREATE TABLE IF NOT EXISTS posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER, seat TEXT, kind TEXT, head INTEGER,
    body TEXT, at REAL, became TEXT NOT NULL DEFAULT 'waits', why TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS boards (url TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS kept (match INTEGER PRIMARY KEY);
"""


class Post(Struct, frozen=True):
    """A post from a phone: an answer to the question at the entry `head`, a wish, a call.

    At the entry `EARLY` it answers a question that the game lets a seat answer early.

    The `body` of an answer is as in a script, or None if the app is to roll; that of a wish is a
    name and what to play; that of a pack is the code. A study asks what decided the match. `became`
    is the app’s decision, `why` its reason, or what the study says so far.
    """

    id: int
    seat: str
    kind: Kind
    head: int
    body: Any
    at: float
    became: Became
    why: str

    @property
    def is_early(self) -> bool:
        """Whether it was given before its question was asked."""
        return self.head == EARLY


def inbox_file(library: Path) -> Path:
    """Return the path of a library's inbox, next to the library."""
    return library.with_name(f"{library.stem}-phones.sqlite3")


class Inbox:
    """The inbox of a library, used for one match at a time."""

    def __init__(self, path: Path) -> None:
        """Open it, or create it. Raises OSError, sqlite3.Error."""
        self._db = sqlite3.connect(path, timeout=2, isolation_level=None)
        try:
            with suppress(OSError):  # some file systems have no owners
                os.chmod(path, 0o600)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.executescript(_TABLES)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @property
    def changes(self) -> int:
        """A number that changes when the other process writes anything."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    # -- tokens ----------------------------------------------------------------------------

    def token(self, match: int, seat: str) -> str:
        """Return the token of a seat; create it if there is none."""
        sql = "INSERT OR IGNORE INTO tokens VALUES (?, ?, ?)"
        self._db.execute(sql, (match, seat, secrets.token_urlsafe(BYTES)))
        sql = "SELECT token FROM tokens WHERE match = ? AND seat = ?"
        return str(self._db.execute(sql, (match, seat)).fetchone()[0])

    def word(self, match: int, seat: str, name: str) -> str:
        """Return the word that is typed where a seat's code cannot be scanned; create it if there is none."""
        plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
        sql = "SELECT word FROM words WHERE match = ? AND seat = ?"
        while (row := self._db.execute(sql, (match, seat)).fetchone()) is None:
            number = LEAST_NUMBER + secrets.randbelow(MOST_NUMBER + 1 - LEAST_NUMBER)
            word = f"{id_of_name(plain, 'seat', STEM)}-{number}"
            self._db.execute("INSERT OR IGNORE INTO words VALUES (?, ?, ?, ?)", (match, seat, name, word))
        return str(row[0])

    def seat_of_word(self, match: int, word: str) -> str | None:
        """Return the seat of a typed word, or None if there is none."""
        row = self._db.execute("SELECT seat FROM words WHERE match = ? AND word = ?", (match, word)).fetchone()
        return None if row is None else str(row[0])

    def earlier_owner(self, match: int, token: str) -> tuple[str, str] | None:
        """Return seat and name of a token of another match of the evening, or None."""
        sql = "SELECT token, tokens.seat, name FROM tokens JOIN words USING (match, seat) WHERE match != ?"
        owner = self._find_owner(token, sql, match)
        return None if owner is None else (str(owner[0]), str(owner[1]))

    def revoke(self, match: int, seat: str) -> None:
        """Delete a seat's token and word, and its posts that still wait."""
        for what in ("tokens WHERE", "words WHERE", "posts WHERE became = 'waits' AND"):
            self._db.execute(f"DELETE FROM {what} match = ? AND seat = ?", (match, seat))

    def forget(self, match: int) -> None:
        """Delete everything of a match: its tokens, and what was sent."""
        for table in ("tokens", "words", "posts", "kept"):
            self._db.execute(f"DELETE FROM {table} WHERE match = ?", (match,))

    def keep_tokens(self, match: int, keep: bool) -> None:
        """Say whether the tokens of a match stay valid after its room has closed."""
        sql = "INSERT OR IGNORE INTO kept VALUES (?)" if keep else "DELETE FROM kept WHERE match = ?"
        self._db.execute(sql, (match,))

    def keeps_tokens(self, match: int) -> bool:
        """Return whether the tokens of a match stay valid after its room has closed."""
        return self._db.execute("SELECT 1 FROM kept WHERE match = ?", (match,)).fetchone() is not None

    def seat_of(self, match: int, token: str) -> str | None:
        """Return the seat of a token, or None if there is none."""
        owner = self._find_owner(token, "SELECT token, seat FROM tokens WHERE match = ?", match)
        return None if owner is None else str(owner[0])

    def _find_owner(self, token: str, sql: str, match: int) -> Sequence[Any] | None:
        """Return what a query tells of a token, after the token itself; None if there is none.

        Every token is compared to its end, so the time does not tell how a wrong token differs.
        """
        owner, typed = None, token.encode("utf-8", "replace")
        for known_token, *facts in self._db.execute(sql, (match,)):
            if hmac.compare_digest(str(known_token).encode(), typed):
                owner = facts
        return owner

    # -- boards ----------------------------------------------------------------------------

    def add_board(self, url: str) -> None:
        """Write down the address of a board, so that other processes find it."""
        self._db.execute("INSERT OR IGNORE INTO boards VALUES (?)", (url,))

    def remove_board(self, url: str) -> None:
        """Delete the address of a board."""
        self._db.execute("DELETE FROM boards WHERE url = ?", (url,))

    def boards(self) -> Sequence[str]:
        """Return the addresses of boards. A board that crashed is still among them."""
        return [str(url) for (url,) in self._db.execute("SELECT url FROM boards ORDER BY url")]

    # -- posts -----------------------------------------------------------------------------

    def send(self, match: int, seat: str, kind: Kind, head: int, body: Any) -> int | None:
        """Add a post. It replaces the seat's earlier posts of that kind that still wait.

        Returns its number, or None if too many wishes or packs wait. The same pack waits only once.
        """
        text = msgspec.json.encode(body).decode()
        is_waiting = "match = ? AND kind = ? AND became = 'waits'"
        if kind in ("join", "pack"):
            sql = f"SELECT id FROM posts WHERE {is_waiting} AND body = ?"
            if kind == "pack" and (same := self._db.execute(sql, (match, kind, text)).fetchone()):
                return int(same[0])
            sql = f"SELECT count(*) FROM posts WHERE {is_waiting}"
            if self._db.execute(sql, (match, kind)).fetchone()[0] >= MOST_WISHES:
                return None
        else:
            sql = f"UPDATE posts SET became = 'replaced' WHERE {is_waiting} AND seat = ?"
            self._db.execute(sql, (match, kind, seat))
        sql = "INSERT INTO posts (match, seat, kind, head, body, at) VALUES (?, ?, ?, ?, ?, ?)"
        return self._db.execute(sql, (match, seat, kind, head, text, time.time())).lastrowid

    def waiting(self, match: int) -> Sequence[Post]:
        """Return the posts that the app has not decided on yet, the oldest first."""
        return self._posts("match = ? AND became = 'waits' ORDER BY id", match)

    def answers(self, match: int, seat: str) -> Sequence[Post]:
        """Return a seat's newest answer or wish for a study, and its earlier ones at the same entry, newest first."""
        where = "match = ? AND seat = ? AND kind IN ('answer', 'study') ORDER BY id DESC LIMIT ?"
        posts = self._posts(where, match, seat, MOST_FATES)
        return [post for post in posts if post == posts[0] or post.head == posts[0].head != EARLY]

    def wish(self, match: int, number: int, kind: Kind = "join") -> Post | None:
        """Return a wish to join, or a pack that was brought, by its number."""
        return next(iter(self._posts("match = ? AND id = ? AND kind = ?", match, number, kind)), None)

    def settle(self, post: int, became: Became, why: str = "") -> None:
        """Write down what became of a post."""
        self._db.execute("UPDATE posts SET became = ?, why = ? WHERE id = ?", (became, why, post))

    def _posts(self, where: str, *values: Any) -> Sequence[Post]:
        sql = f"SELECT id, seat, kind, head, body, at, became, why FROM posts WHERE {where}"
        return [
            Post(id, seat, kind, head, msgspec.json.decode(body), at, became, why)
            for id, seat, kind, head, body, at, became, why in self._db.execute(sql, values)
        ]
