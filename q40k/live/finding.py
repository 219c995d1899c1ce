"""An open board as another process finds it: its address, and those of its seats.

The app writes the address of a board that it opens into the inbox. Whether that board is still
there, and shows the match that is meant, is asked of the board itself, as a phone would.
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
"""So long a board may take to answer."""
FOUND: Final = 200


class Closed(LookupError):
    """No board shows the match to the local network; one may to this machine `only_here`."""

    def __init__(self, *, only_here: bool) -> None:
        super().__init__("only here" if only_here else "closed")
        self.only_here = only_here


def addresses(library: Path, match: int, seats: Iterable[str]) -> list[str]:
    """The addresses of the pages of seats, on the board that shows a match. Raises Closed."""
    path = inbox_file(library)
    if not path.exists():
        raise Closed(only_here=False)
    try:
        with closing(Inbox(path)) as inbox:
            there = [
                url for url in inbox.boards() if _shows(seat_address(inbox, url, match, TABLE))
            ]
            for url in there:
                if urlsplit(url).hostname != LOOPBACK:
                    return [seat_address(inbox, url, match, seat) for seat in seats]
    except sqlite3.Error as error:
        raise Closed(only_here=False) from error
    raise Closed(only_here=bool(there))


def _shows(address: str) -> bool:
    """Whether a board answers at an address under a token of the match."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.netloc, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", parts.path)
        return connection.getresponse().status == FOUND
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
