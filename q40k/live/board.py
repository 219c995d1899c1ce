"""The server's data about the match and the phones, and the viewers who wait for news of it."""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic

from q40k.games.game import Viewer
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live.examiner import Examiner
from q40k.live.follow import Followed
from q40k.live.inbox import TABLE, Inbox, Post, inbox_file
from q40k.live.parts import Outcome, find_turning_point
from q40k.live.room import SeatCode, seat_code
from q40k.live.stream import Audience
from q40k.season.league import LeagueStanding
from q40k.season.league_view import leagues_of_match
from q40k.table.briefs import evening
from q40k.table.commentary import medals, steps
from q40k.table.luck import luck_report
from q40k.table.match_library import MatchLibrary
from q40k.table.match_session import MatchSession
from q40k.table.settings import settings

LOOK_SECONDS = 0.02
"""The time between two looks for news. News between two looks is sent together."""
SEEK_SECONDS = 1.0
"""The time between two checks whether another match is played now."""
HEARTBEAT_SECONDS = 1.5
"""The page notices a loss when it has heard nothing for three of these."""


class Board:
    """The server's data, and the viewers who wait for news of it."""

    def __init__(self, path: Path, match: int | None, language: str, url: str = "") -> None:
        """Follow a match, or the one played last; `url` is its address for phones. Raises JournalError."""
        self.followed = Followed(path, match)
        self.language, self._url = language, url
        self.edition = 0
        self.taste = settings()
        self.ending = False
        self.viewers = 0
        self.phones: Counter[str] = Counter()  # how many pages of each seat that ever had one are open
        self.examiner = Examiner()
        self._inbox: Inbox | None = None
        self._last_changes = -1
        self._news = asyncio.Event()
        self._woken_at = monotonic()
        self._audiences: dict[tuple[str, Viewer], Audience] = {}
        self._outcome: tuple[int, Outcome] | None = None  # with the last entry it includes
        self._outcome_task: asyncio.Task[None] | None = None

    # -- news ------------------------------------------------------------------------------

    def tell(self) -> None:
        """Wake up everyone who waits for news."""
        self.edition += 1
        self._wake()

    def _wake(self) -> None:
        self._woken_at = monotonic()
        self._news.set()
        self._news = asyncio.Event()

    async def wait(self) -> None:
        """Wait for news, or until a sign of life is due."""
        await self._news.wait()

    def audience(self, language: str, viewer: Viewer = None) -> Audience:
        """Return the audience of all who may know the same, in one language."""
        key = (language, viewer)
        if key not in self._audiences:
            self._audiences[key] = Audience(
                self.followed, Locale(language), viewer, self.taste, self._answers, self.phones, self._join_code
            )
        return self._audiences[key]

    # -- looking ---------------------------------------------------------------------------

    def has_entry(self, entry: int) -> bool:
        """Return whether that entry is there. An entry that was just written is read now."""
        if entry > self.followed.head:
            with suppress(JournalError):
                if self.followed.read_news():
                    self.tell()
        return entry <= self.followed.head

    async def follow(self) -> None:
        """Look for news as long as the server runs."""
        await self._hear()
        since_check = 0.0
        while not self.ending:
            await asyncio.sleep(LOOK_SECONDS)
            since_check += LOOK_SECONDS
            with suppress(JournalError):  # the match goes on in the app; the next look comes soon
                if since_check >= SEEK_SECONDS:
                    since_check = 0.0
                    self._read_taste()
                    if self.followed.find_match():
                        await self._start_match()
                if self.followed.read_news() or self._has_decisions():
                    self.tell()
                self._start_outcome()
            if monotonic() - self._woken_at > HEARTBEAT_SECONDS:
                self._wake()

    def _read_taste(self) -> None:
        """Look whether somebody chose at the laptop what the board shows."""
        if (taste := settings()) != self.taste:
            self.taste = taste
            self._audiences.clear()
            self.tell()

    async def show_match(self, match: int | None) -> None:
        """Follow another match from now on."""
        with suppress(JournalError):
            before = self.followed.number
            self.followed.follow(match)
            if self.followed.number != before:
                await self._start_match()

    async def _start_match(self) -> None:
        """Drop everything that belongs to the previous match, and read the new one."""
        self._audiences.clear()
        self.phones.clear()
        self._outcome = None
        self.tell()
        await self._hear()

    async def _hear(self) -> None:
        """Let the announcer hear the past, so that old lines show the calls of their time."""
        had_viewers = self.viewers
        with suppress(JournalError):
            for _portion in self.followed.hear():
                await asyncio.sleep(0)
        if self.viewers or had_viewers:
            self._audiences.clear()
        self.tell()

    # -- phones ----------------------------------------------------------------------------

    @property
    def inbox(self) -> Inbox | None:
        """The inbox of the phones; None if the app has opened none yet."""
        path = inbox_file(self.followed.path)
        if self._inbox is None and path.exists():
            with suppress(OSError, sqlite3.Error):
                self._inbox = Inbox(path)
        return self._inbox

    async def close(self) -> None:
        """Close all files, and end the child."""
        await self.examiner.close()
        if self._inbox is not None:
            self._inbox.close()
        self.followed.close()

    def _answers(self, seat: str) -> Sequence[Post]:
        number = self.followed.number
        if self._inbox is None or number is None:
            return ()
        with suppress(sqlite3.Error):
            return self._inbox.answers(number, seat)
        return ()

    def _join_code(self) -> SeatCode | None:
        """Return the code of those who wish to join, where phones can reach the board."""
        number = self.followed.number
        if self.inbox is None or number is None or not self._url:
            return None
        with suppress(sqlite3.Error):
            return seat_code(self.inbox, self._url, number, TABLE, "")
        return None

    def _has_decisions(self) -> bool:
        """Return whether the app has decided on something that a phone sent."""
        if self._inbox is None:
            return False
        with suppress(sqlite3.Error):
            previous, self._last_changes = self._last_changes, self._inbox.changes
            return previous != self._last_changes
        return False

    # -- the outcome of a match ------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match, if it is known."""
        return self._outcome[1] if self._outcome is not None else None

    def _start_outcome(self) -> None:
        """Compute the outcome once a match is over, in a thread."""
        session = self.followed.session()
        is_over = session is not None and _is_idle(session)
        last_entry = self.followed.head if is_over else 0
        if not last_entry:
            if self._outcome is not None:
                self._outcome = None
                self.tell()
            return
        if (self._outcome is None or self._outcome[0] != last_entry) and self._outcome_task is None:
            self._outcome_task = asyncio.create_task(self._compute_outcome(last_entry))

    async def _compute_outcome(self, last_entry: int) -> None:
        session, number = self.followed.session(), self.followed.number
        try:
            if session is None or number is None:
                return
            game, state, entries = session.game, session.state, session.inputs()
            path, identity = self.followed.path, session.row.identity

            def weigh() -> Outcome:
                report = luck_report(game, state, entries) if game.view.status(state).over else None
                if report is None:
                    return Outcome((), evening(path, number))
                match_steps, view = list(steps(game, entries)), game.view
                turning = find_turning_point(view, state, match_steps)
                statistics = game.statistics.count(match_steps) if game.statistics else None
                times = tuple((step.entry.seq, view.status(step.state).turn) for step in match_steps)
                won_medals = medals(game, match_steps, report)
                entrants = game.results.entrants(state, lambda: statistics) if game.results else ()
                leagues = _leagues_of(path, identity)
                return Outcome(
                    won_medals, evening(path, number), statistics, times, turning, report.players, entrants, leagues
                )

            self._outcome = (last_entry, await asyncio.to_thread(weigh))
            self.tell()
        except JournalError:
            self._outcome = (last_entry, Outcome())
        finally:
            self._outcome_task = None


def _leagues_of(path: Path, identity: str) -> tuple[LeagueStanding, ...]:
    """Return the leagues of a match that is over, or nothing if they cannot be read."""
    with suppress(JournalError, OSError), closing(MatchLibrary(path, follow=True)) as library:
        return tuple(leagues_of_match(library, identity))
    return ()


def _is_idle(session: MatchSession) -> bool:
    status = session.game.view.status(session.state)
    return bool(status.over or not status.is_laid_out)
