"""What one kind of viewer is sent: the parts of a page, and every entry after the last one seen.

All viewers with the same language and the same knowledge are one audience. What they are sent is
made once for all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from q40k.games.game import Viewer
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live import parts, phone
from q40k.live.follow import Followed
from q40k.live.inbox import Post
from q40k.live.keepsake import keepsake
from q40k.live.parts import FeedLine, Outcome
from q40k.live.room import SeatCode
from q40k.report.drawing import ground, moving_parts
from q40k.table.match_session import Line, MatchSession
from q40k.table.settings import Settings
from q40k.table.shown import MARKS

K = TypeVar("K")
V = TypeVar("V")
SHOWN = 60
"""A page begins with so many of the newest lines of the journal."""
AT_ONCE = 200
"""So many lines are sent at a time to a viewer who was away for long."""
MOST_KEPT = 32
"""So many portions and messages, the newest, are kept for other viewers."""


class Cursor(Struct, frozen=True):
    """What a viewer has been sent: the last entry, and the edition of the parts."""

    entry: int = 0
    edition: int = -1


class News(Struct, frozen=True):
    """A message, and what its viewer has been sent after it."""

    text: bytes
    upto: Cursor


class Portion(Struct, frozen=True):
    """The lines after an entry as they are sent, the last of them, and whether it is the newest."""

    message: dict[str, Any]
    entry: int
    last: bool


class Audience:
    """All viewers who may know the same, in one language."""

    def __init__(
        self,
        followed: Followed,
        locale: Locale,
        viewer: Viewer,
        taste: Settings,
        answers: Callable[[str], Sequence[Post]],
        phones: Mapping[str, int],
        join_code: Callable[[], SeatCode | None],
    ) -> None:
        """`answers` returns the newest answers of a seat's phones, the newest first.

        `phones` says how many pages of each seat that ever had one are open. `join_code` returns the
        code that the lobby of a match shows, if phones can reach the board.
        """
        self._answers, self._phones, self._join_code = answers, phones, join_code
        self._followed, self._taste, self._viewer = followed, taste, viewer
        self._session = followed.session(viewer)
        game = self._session.game if self._session is not None else None
        self.locale = locale.of(game.words.locales) if game is not None else locale
        self._edition = -1
        self._parts: dict[str, str] = {}
        self._since: dict[str, int] = {}  # the edition in which each part last changed
        self._news: dict[Cursor, News] = {}
        self._portions: dict[int, Portion] = {}
        self._still: tuple[Any, str] = ((), "")  # what was drawn last, and how
        self._pieces: tuple[Any, str] = ((), "")

    @property
    def session(self) -> MatchSession | None:
        """The match as this audience may know it."""
        return self._session

    # -- parts -----------------------------------------------------------------------------

    def parts(self, edition: int, outcome: Outcome | None) -> Mapping[str, str]:
        """Return the parts of the page as of an edition."""
        if edition != self._edition:
            for name, html in self._make_parts(outcome).items():
                if self._parts.get(name) != html:
                    self._parts[name], self._since[name] = str(html), edition
            self._edition = edition
            self._news.clear()
            self._portions.clear()
        return self._parts

    def _make_parts(self, outcome: Outcome | None) -> dict[str, str]:
        session, locale = self._session, self.locale
        if session is None:
            return {"end": parts.end(locale, None, outcome)}
        announcer = self._followed.announcer
        before = announcer.turn_began if announcer is not None and self._followed.heard else None
        if self._viewer is not None:
            return self._seat_parts(session, self._viewer, before, outcome)
        sides = [racer.side for racer in session.game.view.race(session.state)]
        return {
            "headline": parts.headline(locale, session, self._phones),
            "race": parts.race(locale, session, before),
            "odds": parts.odds(locale, session, self._followed.chances) if self._taste.board_chances else "",
            "chart": parts.chart(locale, session, self._followed.race(sides)),
            "clock": parts.clock(locale, session),
            "unplaced": parts.people_off_map(locale, session),
            "end": parts.end(locale, session, outcome),
            "lobby": parts.lobby(locale, session, outcome, self._join_code()),
            "figures": parts.statistics(locale, session, outcome),
            **self._table_parts(session),
        }

    def _seat_parts(self, session: MatchSession, seat: str, before: Any, outcome: Outcome | None) -> dict[str, str]:
        """Return the parts of a seat's own page."""
        is_asked = phone.open_question(session, seat) is not None
        return {
            "turn": phone.turn(self.locale, session, seat),
            "asked": phone.question_form(self.locale, session, seat),
            "became": phone.answer_results(self.locale, self._answers(seat), is_asked=is_asked),
            "kept": keepsake(self.locale, session, seat, outcome),
            "card": phone.card(self.locale, session, seat),
            "race": parts.race(self.locale, session, before),
        }

    def _table_parts(self, session: MatchSession) -> dict[str, str]:
        """Return the table and its pieces; each is redrawn only if it changed."""
        scene = session.game.view.scene(session.state)
        if scene is None:
            return {"still": "", "pieces": ""}
        still, pieces = (scene.ground, scene.labels), (scene, self._followed.moved)
        if self._still[0] != still:
            self._still = still, ground(scene)
        if self._pieces[0] != pieces:
            self._pieces = pieces, moving_parts(*pieces)
        return {"still": self._still[1], "pieces": self._pieces[1]}

    # -- the feed --------------------------------------------------------------------------

    def feed(self) -> list[FeedLine]:
        """Return the newest lines, oldest first; none while the journal cannot be read."""
        with suppress(JournalError):
            lines = self._read_lines(self._session, last=SHOWN) if self._session is not None else []
            return self._feed_lines(lines)
        return []

    def _feed_lines(self, lines: list[Line]) -> list[FeedLine]:
        session, announcer = self._session, self._followed.announcer
        if session is None:
            return []
        entries = (parts.feed_line(self.locale, session, line, announcer, self._taste) for line in lines)
        return [entry for entry in entries if entry is not None]

    def _read_lines(self, session: MatchSession, **which: Any) -> list[Line]:
        """Return lines of the match, none newer than the state: the announcer has not heard those."""
        return [line for line in session.lines(**which) if line.entry.seq <= session.head]

    def _undone_entries(self) -> list[int]:
        """Return the numbers of the newest lines that are undone."""
        assert self._session is not None
        return [line.entry.seq for line in self._session.lines(SHOWN + AT_ONCE) if line.undone]

    # -- messages --------------------------------------------------------------------------

    def news(self, cursor: Cursor, edition: int, outcome: Outcome | None) -> News:
        """Return what is new after `cursor`. It is the same for all with that cursor."""
        shown = self.parts(edition, outcome)
        if cursor not in self._news:
            _add_to_cache(self._news, cursor, self._make_news(cursor, edition, shown))
        return self._news[cursor]

    def _make_news(self, cursor: Cursor, edition: int, shown: Mapping[str, str]) -> News:
        if cursor.entry not in self._portions:
            _add_to_cache(self._portions, cursor.entry, self._make_portion(cursor.entry))
        portion = self._portions[cursor.entry]
        message, upto = portion.message, Cursor(portion.entry, cursor.edition)
        if portion.last:
            changed = {n: html for n, html in shown.items() if self._since[n] > cursor.edition}
            message, upto = {**message, "parts": changed}, Cursor(portion.entry, edition)
        text = b"id: %d\ndata: %s\n\n" % (portion.entry, msgspec.json.encode(message))
        return News(text, upto)

    def _make_portion(self, after: int) -> Portion:
        """Return the next lines. All portions end at the same entries, so that late viewers can
        share them.
        """
        message: dict[str, Any] = {}
        lines: list[Line] = []
        most = AT_ONCE - after % AT_ONCE
        if self._session is not None:
            try:
                lines = self._read_lines(self._session, after=after, first=most)
                shown = self._feed_lines(lines)
                message["feed"] = [[entry.seq, entry.html, entry.calls] for entry in shown]
                if moments := [entry.moment for entry in shown if entry.moment]:
                    message["moments"] = moments
                if any(line.entry.kind in MARKS for line in lines):
                    message["gone"] = self._undone_entries()
            except JournalError:
                lines = []
        return Portion(message, lines[-1].entry.seq if lines else after, len(lines) < most)


def _add_to_cache(cache: dict[K, V], key: K, value: V) -> None:
    """Keep only the newest entries of a cache."""
    if len(cache) >= MOST_KEPT:
        del cache[next(iter(cache))]
    cache[key] = value
