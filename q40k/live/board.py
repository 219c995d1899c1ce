"""What the server knows of the match and of the phones, and who waits for news of it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from q40k.games.game import Viewer
from q40k.games.game import load as loaded
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live.follow import Followed
from q40k.live.inbox import Inbox, Post, inbox_file
from q40k.live.parts import Came
from q40k.live.stream import Audience
from q40k.table.evening import evening
from q40k.table.luck import luck
from q40k.table.match_session import MatchSession
from q40k.table.medals import medals
from q40k.table.settings import settings
from q40k.table.story import steps

LOOK_SECONDS: Final = 0.04
"""So often it looks for news; what came between two looks is told together."""
SEEK_SECONDS: Final = 1.0
"""So often it looks whether another match is played now."""
HEARTBEAT_SECONDS: Final = 15.0


class Board:
    """What the server knows, and who waits for news of it."""

    def __init__(self, path: Path, match: int | None, language: str) -> None:
        """Follow a match of a library, or the one played last. Raises JournalError."""
        self.followed = Followed(path, match)
        self.language = language
        self.edition = 0
        self.taste = settings()
        self.ending = False
        self.viewers = 0
        self._inbox: Inbox | None = None
        self._heeded = -1
        self._news = asyncio.Event()
        self._woken = monotonic()
        self._audiences: dict[tuple[str, Viewer], Audience] = {}
        self._came: tuple[int, Came] | None = None  # what a match came to, by its last entry
        self._weighing: asyncio.Task[None] | None = None

    # -- news ------------------------------------------------------------------------------

    def tell(self) -> None:
        """Wake up everyone who waits for news."""
        self.edition += 1
        self._wake()

    def _wake(self) -> None:
        self._woken = monotonic()
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self) -> None:
        """Wait for news, or for the moment when a sign of life is due."""
        await self._news.wait()

    def audience(self, language: str, viewer: Viewer = None) -> Audience:
        """Everyone who may know the same, in one language."""
        key = (language, viewer)
        if key not in self._audiences:
            self._audiences[key] = Audience(
                self.followed, Locale(language), viewer, self.taste, self._sent
            )
        return self._audiences[key]

    # -- looking ---------------------------------------------------------------------------

    def reached(self, entry: int) -> bool:
        """Whether that entry is there; one that was just written is read now."""
        if entry > self.followed.head:
            with suppress(JournalError):
                if self.followed.look():
                    self.tell()
        return entry <= self.followed.head

    async def follow(self) -> None:
        """Look for what is new, for as long as the server runs."""
        await self._hear()
        sought = 0.0
        while not self.ending:
            await asyncio.sleep(LOOK_SECONDS)
            sought += LOOK_SECONDS
            with suppress(JournalError):  # the match goes on in the app; it is looked at again
                if sought >= SEEK_SECONDS:
                    sought = 0.0
                    if self.followed.seek():
                        await self._turned()
                if self.followed.look() or self._settled():
                    self.tell()
                self._weigh()
            if monotonic() - self._woken > HEARTBEAT_SECONDS:
                self._wake()

    async def turn_to(self, match: int | None) -> None:
        """Follow another match from now on."""
        with suppress(JournalError):
            before = self.followed.number
            self.followed.follow(match)
            if self.followed.number != before:
                await self._turned()

    async def _turned(self) -> None:
        """Another match is followed: nothing that was made of the one before holds."""
        self._audiences.clear()
        self._came = None
        self.tell()
        await self._hear()

    async def _hear(self) -> None:
        """Hear what was before, so that it can be called what was called then."""
        began = self.viewers
        with suppress(JournalError):
            for _portion in self.followed.hear():
                await asyncio.sleep(0)
        if self.viewers or began:
            self._audiences.clear()
        self.tell()

    # -- phones ----------------------------------------------------------------------------

    @property
    def inbox(self) -> Inbox | None:
        """Where phones are known and heard; None as long as the app has opened none."""
        path = inbox_file(self.followed.path)
        if self._inbox is None and path.exists():
            with suppress(OSError, sqlite3.Error):
                self._inbox = Inbox(path)
        return self._inbox

    def close(self) -> None:
        """Let go of all files."""
        if self._inbox is not None:
            self._inbox.close()
        self.followed.close()

    def _sent(self, seat: str) -> Post | None:
        number = self.followed.number
        if self._inbox is None or number is None:
            return None
        with suppress(sqlite3.Error):
            return self._inbox.last(number, seat, "answer")
        return None

    def _settled(self) -> bool:
        """Whether the app has decided on something that a phone sent."""
        if self._inbox is None:
            return False
        with suppress(sqlite3.Error):
            heeded, self._heeded = self._heeded, self._inbox.changes
            return heeded != self._heeded
        return False

    # -- what a match came to --------------------------------------------------------------

    @property
    def came(self) -> Came | None:
        """What is known of what the match came to."""
        return self._came[1] if self._came is not None else None

    def _weigh(self) -> None:
        """Once a match is over, weigh it beside all that goes on."""
        session = self.followed.session()
        over = session is not None and _done(session)
        at = self.followed.head if over else 0
        if not at:
            if self._came is not None:
                self._came = None
                self.tell()
            return
        if (self._came is None or self._came[0] != at) and self._weighing is None:
            self._weighing = asyncio.create_task(self._weighed(at))

    async def _weighed(self, at: int) -> None:
        session, number = self.followed.session(), self.followed.number
        try:
            if session is None or number is None:
                return
            game, state, entries = session.game, session.state, session.inputs()
            path = self.followed.path

            def weigh() -> Came:
                report = luck(game, state, entries) if game.view.status(state).over else None
                if report is None:
                    return Came((), evening(path, number))
                walked, view = list(steps(game, entries)), game.view
                figures = loaded(game.figures).count(walked) if game.figures else None
                times = tuple((one.entry.seq, view.status(one.state).turn) for one in walked)
                won = medals(game, walked, report)
                return Came(won, evening(path, number), figures, times)

            self._came = (at, await asyncio.to_thread(weigh))
            self.tell()
        except JournalError:
            self._came = (at, Came())
        finally:
            self._weighing = None


def _done(session: MatchSession) -> bool:
    status = session.game.view.status(session.state)
    return bool(status.over or not status.opened)
