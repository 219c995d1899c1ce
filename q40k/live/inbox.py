"""What phones have sent and the app has not looked at yet: a small file beside the library.

The server writes here, and only here; the app reads it, and writes down what became of each. Here
too are the tokens by which a seat's phone is known: 128 bits each, gone with the match; and where
the board can be reached while it is open.
"""

from __future__ import annotations

import hmac
import os
import secrets
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

TABLE: Final = ""
"""The seat of a token that is nobody's: with it one may wish to join."""
MOST_WISHES: Final = 6
"""So many who wish to join may wait at a time."""
UNASKED: Final = 0
"""The entry of an answer that was given before anybody asked for it."""
BYTES: Final = 16

Kind = Literal["answer", "join", "call"]
Became = Literal["waits", "taken", "refused", "late"]

_TABLES: Final = """
CREATE TABLE IF NOT EXISTS tokens (match INTEGER, seat TEXT, token TEXT, PRIMARY KEY (match, seat));
CREATE TABLE IF NOT EXISTS posts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER, seat TEXT, kind TEXT, head INTEGER,
    body TEXT, at REAL, became TEXT NOT NULL DEFAULT 'waits', why TEXT NOT NULL DEFAULT '');
CREATE TABLE IF NOT EXISTS boards (url TEXT PRIMARY KEY);
"""


class Post(Struct, frozen=True):
    """What a phone has sent: an answer to what was asked at the entry `head`, a wish, a call.

    At the entry `UNASKED` it is an answer to what the game lets a seat say before it is asked.

    `body` is an answer as a script gives it, None where the app is to roll; of a wish a name and
    what to play. `became` is what the app made of it, and `why`.
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
    def unasked(self) -> bool:
        """Whether it was given before anybody asked for it."""
        return self.head == UNASKED


def inbox_file(library: Path) -> Path:
    """Where the inbox of a library lies: beside it."""
    return library.with_name(f"{library.stem}-phones.sqlite3")


class Inbox:
    """The inbox of a library, seen for one match at a time."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it. Raises OSError, sqlite3.Error."""
        self._db = sqlite3.connect(path, timeout=2, isolation_level=None)
        try:
            with suppress(OSError):  # where files have no owners
                os.chmod(path, 0o600)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(_TABLES)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close it."""
        self._db.close()

    @property
    def changes(self) -> int:
        """A number that is another one once the other process has written anything."""
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    # -- tokens ----------------------------------------------------------------------------

    def token(self, match: int, seat: str) -> str:
        """The token of a seat, made when there is none."""
        sql = "INSERT OR IGNORE INTO tokens VALUES (?, ?, ?)"
        self._db.execute(sql, (match, seat, secrets.token_urlsafe(BYTES)))
        sql = "SELECT token FROM tokens WHERE match = ? AND seat = ?"
        return str(self._db.execute(sql, (match, seat)).fetchone()[0])

    def revoke(self, match: int, seat: str) -> None:
        """Let a seat's token be worth nothing any more; what it sent and waits goes, too."""
        self._db.execute("DELETE FROM tokens WHERE match = ? AND seat = ?", (match, seat))
        sql = "DELETE FROM posts WHERE match = ? AND seat = ? AND became = 'waits'"
        self._db.execute(sql, (match, seat))

    def forget(self, match: int) -> None:
        """Let all of a match go: its tokens, and what was sent."""
        self._db.execute("DELETE FROM tokens WHERE match = ?", (match,))
        self._db.execute("DELETE FROM posts WHERE match = ?", (match,))

    def seat_of(self, match: int, token: str) -> str | None:
        """Whose token it is; None when it is nobody's. It takes as long whatever is wrong with it.

        Every token is compared to its end, in a time that tells nothing of them.
        """
        found = None
        said = token.encode("utf-8", "replace")
        sql = "SELECT seat, token FROM tokens WHERE match = ?"
        for seat, one in self._db.execute(sql, (match,)):
            if hmac.compare_digest(str(one).encode(), said):
                found = str(seat)
        return found

    # -- boards ----------------------------------------------------------------------------

    def open_at(self, url: str) -> None:
        """Write down where a board can be reached, for who looks for it from elsewhere."""
        self._db.execute("INSERT OR IGNORE INTO boards VALUES (?)", (url,))

    def closed_at(self, url: str) -> None:
        """It can be reached there no more."""
        self._db.execute("DELETE FROM boards WHERE url = ?", (url,))

    def boards(self) -> Sequence[str]:
        """Where boards can be reached; one that was not ended in order stands here, too."""
        return [str(url) for (url,) in self._db.execute("SELECT url FROM boards ORDER BY url")]

    # -- posts -----------------------------------------------------------------------------

    def send(self, match: int, seat: str, kind: Kind, head: int, body: Any) -> int | None:
        """Put something in; what the seat sent of that kind and still waits gives way to it.

        Returns its number; None when too many wishes wait.
        """
        text = msgspec.json.encode(body).decode()
        waits = "match = ? AND kind = ? AND became = 'waits'"
        if kind == "join":
            sql = f"SELECT count(*) FROM posts WHERE {waits}"
            if self._db.execute(sql, (match, kind)).fetchone()[0] >= MOST_WISHES:
                return None
        else:
            self._db.execute(f"DELETE FROM posts WHERE {waits} AND seat = ?", (match, kind, seat))
        sql = "INSERT INTO posts (match, seat, kind, head, body, at) VALUES (?, ?, ?, ?, ?, ?)"
        return self._db.execute(sql, (match, seat, kind, head, text, time.time())).lastrowid

    def waiting(self, match: int) -> Sequence[Post]:
        """What the app has not decided on yet, the oldest first."""
        return self._posts("match = ? AND became = 'waits' ORDER BY id", match)

    def last(self, match: int, seat: str, kind: Kind) -> Post | None:
        """What a seat sent last of a kind."""
        where = "match = ? AND seat = ? AND kind = ? ORDER BY id DESC LIMIT 1"
        return next(iter(self._posts(where, match, seat, kind)), None)

    def wish(self, match: int, number: int) -> Post | None:
        """What somebody has sent who wished to join, by its number."""
        where = "match = ? AND id = ? AND kind = 'join'"
        return next(iter(self._posts(where, match, number)), None)

    def settle(self, post: int, became: Became, why: str = "") -> None:
        """Write down what became of something."""
        self._db.execute("UPDATE posts SET became = ?, why = ? WHERE id = ?", (became, why, post))

    def _posts(self, where: str, *values: Any) -> Sequence[Post]:
        sql = f"SELECT id, seat, kind, head, body, at, became, why FROM posts WHERE {where}"
        return [
            Post(id, seat, kind, head, msgspec.json.decode(body), at, became, why)
            for id, seat, kind, head, body, at, became, why in self._db.execute(sql, values)
        ]
