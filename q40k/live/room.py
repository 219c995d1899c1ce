"""The board and the phones as the app has them, from when they are opened until the app ends."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.process import Server

SEAT, JOIN = "s", "t"
"""What stands before a token in an address: of a seat, and of who wishes to join."""


class Room:
    """A server that runs, what phones have sent, and for which match."""

    def __init__(self, library: Path, match: int, language: str, *, lan: bool) -> None:
        """Open the board. Raises OSError, sqlite3.Error."""
        self.match = match
        self.url = ""  # until it can be reached
        self._seen = -1
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

    def address(self, seat: str | None) -> str:
        """The address of the board, of a seat's page, or of the page to join (`inbox.TABLE`)."""
        if seat is None or not self.url:
            return self.url
        kind = JOIN if seat == TABLE else SEAT
        return f"{self.url}{kind}/{self.inbox.token(self.match, seat)}"

    def news(self) -> bool:
        """Whether a phone has sent anything since this was asked last."""
        changes = self.inbox.changes
        seen, self._seen = self._seen, changes
        return changes != seen

    def turn_to(self, match: int) -> None:
        """Show another match from now on."""
        if match != self.match:
            self.match, self._seen = match, -1
            self.server.follow(match)

    def close(self) -> None:
        """End it; no token is worth anything after the match."""
        self.server.close()
        self.inbox.close()

    def forget(self) -> None:
        """Let the tokens of the match go: it is over, or left for good."""
        with suppress(sqlite3.Error):
            self.inbox.forget(self.match)
