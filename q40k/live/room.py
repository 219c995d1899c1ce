"""The board and the phones of the app, from when they are opened until the app ends."""

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
"""The part of an address in front of a token: of a seat, or of a wish to join."""


def seat_address(inbox: Inbox, url: str, match: int, seat: str) -> str:
    """Return the address of a seat's page on a board, or of the page to join (`inbox.TABLE`)."""
    return f"{url}{JOIN if seat == TABLE else SEAT}/{inbox.token(match, seat)}"


def seats_of(locale: Locale, view: View, state: Any) -> list[tuple[str, str]]:
    """Return the ids and names for the codes: of every seat, and of players who wish to join."""
    late = (TABLE, locale.gettext(N_("who comes late, to join")))
    return [*((seat.id, seat.name) for seat in view.seats(state) if seat.present), late]


class Room:
    """A running server, what phones have sent, and the match it shows."""

    def __init__(self, library: Path, match: int, language: str, *, lan: bool) -> None:
        """Open the board. Raises OSError, sqlite3.Error."""
        self.match = match
        self.url = ""  # empty until it can be reached
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

    def address(self, seat: str | None) -> str:
        """Return the address of the board, of a seat's page, or of the page to join
        (`inbox.TABLE`).
        """
        if seat is None or not self.url:
            return self.url
        return seat_address(self.inbox, self.url, self.match, seat)

    def set_url(self, url: str) -> None:
        """Note the address at which it can be reached; "" if it could not be served."""
        self.url = url
        if url:
            with suppress(sqlite3.Error):
                self.inbox.add_board(url)

    def has_news(self) -> bool:
        """Return whether a phone has sent anything since the last call."""
        changes = self.inbox.changes
        seen, self._seen_changes = self._seen_changes, changes
        return changes != seen

    def show_match(self, match: int) -> None:
        """Show another match from now on."""
        if match != self.match:
            self.match, self._seen_changes = match, -1
            self.server.follow(match)

    def close(self) -> None:
        """End it. No token is valid after the match."""
        self.server.close()
        with suppress(sqlite3.Error):
            self.inbox.remove_board(self.url)
        self.inbox.close()

    def forget(self) -> None:
        """Delete the tokens of the match: it is over, or left for good."""
        with suppress(sqlite3.Error):
            self.inbox.forget(self.match)
