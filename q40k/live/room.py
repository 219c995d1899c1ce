"""The board and the phones of the app, from when they are opened until the app ends.

The server runs in a child process, which ends with its parent. The app writes the address of an
open board into the inbox, where another process finds it and asks the board itself.
"""

import os
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

from q40k.games.game import View
from q40k.i18n.locale import N_, Locale
from q40k.live.address import LOOPBACK
from q40k.live.inbox import TABLE, Inbox, inbox_file

MOST_RESTARTS, RESTART_SECONDS = 3, 60.0
"""A server that stops so often, each time within so many seconds, is not started again."""
SEAT, JOIN = "s", "t"
"""The part of an address in front of a token: of a seat, or of a wish to join."""


class SeatCode(Struct, frozen=True):
    """The code of a seat's page, or of the page to join: its name, its address, and a short address to type."""

    name: str
    address: str
    typed: str


def seat_code(inbox: Inbox, url: str, match: int, seat: str, name: str) -> SeatCode:
    """Return the code of a seat on a board; of those who wish to join the typed word is "join"."""
    word = inbox.word(match, seat, "join" if seat == TABLE else name)
    return SeatCode(name, seat_address(inbox, url, match, seat), f"{url}{word}")


def seat_address(inbox: Inbox, url: str, match: int, seat: str) -> str:
    """Return the address of a seat's page on a board, or of the page to join (`inbox.TABLE`)."""
    return f"{url}{JOIN if seat == TABLE else SEAT}/{inbox.token(match, seat)}"


def seats_of(locale: Locale, view: View, state: Any) -> list[tuple[str, str]]:
    """Return the ids and names for the codes: of seats that people play, and of those who wish to join."""
    late = (TABLE, locale.gettext(N_("latecomers; after the match, what decided it")))
    return [*((seat.id, seat.name) for seat in view.seats(state) if seat.present and seat.bot is None), late]


class Room:
    """A running server, what phones have sent, and the match it shows."""

    def __init__(self, library: Path, match: int, language: str, *, lan: bool) -> None:
        """Open the board. Raises OSError, sqlite3.Error."""
        self.match, self._matches = match, {match}
        self.url = ""  # empty until it can be reached
        self._library, self._language, self._restarts = library, language, 0
        self._started_at = monotonic()
        self._seen_changes = -1
        self.inbox = Inbox(inbox_file(library))
        try:
            self.server = Server(match, language, library, lan=lan)
        except BaseException:
            self.inbox.close()
            raise

    @property
    def lan(self) -> bool:
        """Whether others in the network can reach it."""
        return self.server.lan

    def address(self, seat: str) -> str:
        """Return the address of a seat's page, or of the page to join (`inbox.TABLE`)."""
        return seat_address(self.inbox, self.url, self.match, seat)

    def code(self, seat: str | None, name: str) -> SeatCode:
        """Return the code of a seat's page, of the page to join (`inbox.TABLE`), or of the board."""
        if seat is None or not self.url:
            return SeatCode(name, self.url, self.url)
        return seat_code(self.inbox, self.url, self.match, seat, name)

    def set_url(self, url: str) -> None:
        """Note the address at which it can be reached; "" if it could not be served."""
        self.url = url
        if url:
            with suppress(sqlite3.Error):
                self.inbox.add_board(url)

    def has_stopped(self) -> bool:
        """Return whether the server could be reached once, and its process has ended since."""
        return bool(self.url) and self.server.status is not None

    def restart(self) -> bool:
        """Start the server again at the same address; return False if it has stopped too often lately.

        Raises OSError.
        """
        if monotonic() - self._started_at > RESTART_SECONDS:
            self._restarts = 0
        if self._restarts >= MOST_RESTARTS:
            return False
        self._restarts += 1
        self._started_at = monotonic()
        self.server.close()
        port = urlsplit(self.url).port
        self.server = Server(self.match, self._language, self._library, lan=self.lan, port=port)
        return True

    def has_news(self) -> bool:
        """Return whether a phone has sent anything since the last call."""
        changes = self.inbox.changes
        seen, self._seen_changes = self._seen_changes, changes
        return changes != seen

    def show_match(self, match: int) -> None:
        """Show another match from now on."""
        if match != self.match:
            self.match, self._seen_changes = match, -1
            self._matches.add(match)
            self.server.follow(match)

    @property
    def keeps_codes(self) -> bool:
        """Whether the codes stay valid when the room closes, because they were printed or somebody said so."""
        with suppress(sqlite3.Error):
            return self.inbox.keeps_tokens(self.match)
        return False

    def keep_codes(self, keep: bool) -> None:
        """Let the codes of the match stay valid when the room closes, or end with it."""
        with suppress(sqlite3.Error):
            self.inbox.keep_tokens(self.match, keep)

    def close(self, *, reopens: bool = False) -> None:
        """End it, and its codes unless they are kept or it `reopens` at once."""
        self.server.close()
        if not reopens:
            self.forget()
        with suppress(sqlite3.Error):
            self.inbox.remove_board(self.url)
        self.inbox.close()

    def forget(self) -> None:
        """Delete the tokens of the evening's matches, but of those whose codes stay valid."""
        with suppress(sqlite3.Error):
            for match in self._matches:
                if not self.inbox.keeps_tokens(match):
                    self.inbox.forget(match)


# -- the server, seen by the process that started it -----------------------------------------------

ENDING_SECONDS = 3.0
"""It may take so long to end; then it is killed."""


class Server:
    """The server of the board in a process of its own."""

    def __init__(self, match: int, language: str, library: Path, *, lan: bool, port: int | None = None) -> None:
        """Start it for a match of a library, at a port or the usual one. Raises OSError."""
        self.lan = lan
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "q40k", "board", str(match), "--led", "--lang", language,
                *(["--lan"] if lan else []), *(["--port", str(port)] if port is not None else []),
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "Q40K_DATA_DIR": str(library.parent)},
        )  # fmt: skip

    def address(self) -> str:
        """Return the address of the board once it can be reached; "" if it could not be served.

        This blocks, so call it in a thread.
        """
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    @property
    def status(self) -> int | None:
        """The exit status; None while it runs."""
        return self._process.poll()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def follow(self, match: int) -> None:
        """Let it follow another match."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended: the match goes on without it
            self._process.stdin.write(f"{match}\n")
            self._process.stdin.flush()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


# -- how another process finds an open board -------------------------------------------------------

PATIENCE_SECONDS = 3.0
"""A board may take so long to answer."""
FOUND = 200


class Closed(LookupError):
    """No board shows the match to the local network. With `only_here`, one shows it to this
    machine.
    """

    def __init__(self, *, only_here: bool) -> None:
        super().__init__("only here" if only_here else "closed")
        self.only_here = only_here


def seat_codes(library: Path, match: int, seats: Iterable[tuple[str, str]]) -> list[SeatCode]:
    """Return the codes of seats, by id and name, on the board that shows a match. Raises Closed."""
    path = inbox_file(library)
    if not path.exists():
        raise Closed(only_here=False)
    try:
        with closing(Inbox(path)) as inbox:
            boards = [url for url in inbox.boards() if _shows(seat_address(inbox, url, match, TABLE))]
            for url in boards:
                if urlsplit(url).hostname != LOOPBACK:
                    inbox.keep_tokens(match, True)  # what is printed stays valid
                    return [seat_code(inbox, url, match, seat, name) for seat, name in seats]
    except sqlite3.Error as error:
        raise Closed(only_here=False) from error
    raise Closed(only_here=bool(boards))


def board_address(library: Path) -> str | None:
    """Return the address of a board of a library that answers, that of the local network first; None if none does."""
    path = inbox_file(library)
    if not path.exists():
        return None
    try:
        with closing(Inbox(path)) as inbox:
            boards = [url for url in inbox.boards() if _shows(url)]
    except sqlite3.Error:
        return None
    return min(boards, key=lambda url: urlsplit(url).hostname == LOOPBACK, default=None)


def _shows(address: str) -> bool:
    """Return whether a board answers at an address."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=PATIENCE_SECONDS)
    if parts.scheme == "https":  # our own board: its certificate may call this machine by another name
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection(parts.netloc, timeout=PATIENCE_SECONDS, context=trusting)
    try:
        connection.request("GET", parts.path)
        return connection.getresponse().status == FOUND
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
