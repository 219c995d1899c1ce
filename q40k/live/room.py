"""The board and the phones as the app has them, from when they are opened until the app ends."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from q40k.games.game import View
from q40k.i18n.locale import N_, Locale
from q40k.live.inbox import TABLE, Inbox, inbox_file
from q40k.live.process import Server

SEAT, JOIN = "s", "t"
"""What stands before a token in an address: of a seat, and of who wishes to join."""


def seat_address(inbox: Inbox, url: str, match: int, seat: str) -> str:
    """The address of a seat's page on a board, or of the page to join (`inbox.TABLE`)."""
    return f"{url}{JOIN if seat == TABLE else SEAT}/{inbox.token(match, seat)}"


def seats_of(locale: Locale, view: View, state: Any) -> list[tuple[str, str]]:
    """Whose codes there are, with their names: of every seat, and of who wishes to join."""
    late = (TABLE, locale.gettext(N_("who comes late, to join")))
    return [*((one.id, one.name) for one in view.seats(state) if one.present), late]


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
        return seat_address(self.inbox, self.url, self.match, seat)

    def reached(self, url: str) -> None:
        """It can be reached at an address now; "" when it could not be served."""
        self.url = url
        if url:
            with suppress(sqlite3.Error):
                self.inbox.open_at(url)

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
        with suppress(sqlite3.Error):
            self.inbox.closed_at(self.url)
        self.inbox.close()

    def forget(self) -> None:
        """Let the tokens of the match go: it is over, or left for good."""
        with suppress(sqlite3.Error):
            self.inbox.forget(self.match)
