"""How another process finds an open board: its address, and the addresses of its seats.

The app writes the address of a board that it opens into the inbox. This module asks the board
itself, as a phone would, whether it is still open and shows the match.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from q40k.live.address import LOOPBACK
from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.room import seat_address

PATIENCE_SECONDS: Final = 3.0
"""A board may take so long to answer."""
FOUND: Final = 200


class Closed(LookupError):
    """No board shows the match to the local network. With `only_here`, one shows it to this
    machine.
    """

    def __init__(self, *, only_here: bool) -> None:
        super().__init__("only here" if only_here else "closed")
        self.only_here = only_here


def addresses(library: Path, match: int, seats: Iterable[str]) -> list[str]:
    """Return the addresses of the pages of seats on the board that shows a match. Raises Closed."""
    path = inbox_file(library)
    if not path.exists():
        raise Closed(only_here=False)
    try:
        with closing(Inbox(path)) as inbox:
            boards = [
                url for url in inbox.boards() if _shows(seat_address(inbox, url, match, TABLE))
            ]
            for url in boards:
                if urlsplit(url).hostname != LOOPBACK:
                    return [seat_address(inbox, url, match, seat) for seat in seats]
    except sqlite3.Error as error:
        raise Closed(only_here=False) from error
    raise Closed(only_here=bool(boards))


def _shows(address: str) -> bool:
    """Return whether a board answers at an address with a token of the match."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", parts.path)
        return connection.getresponse().status == FOUND
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
