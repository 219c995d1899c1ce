"""What one kind of viewer is sent: the parts of a page, and every entry after the last one seen.

All who speak the same language and may know the same are one audience: what is sent to them is made
once, however many they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from q40k.games.game import Viewer
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError
from q40k.live import parts, phone
from q40k.live.follow import Followed
from q40k.live.inbox import Post
from q40k.live.parts import Came, Said
from q40k.report.drawing import moving, still
from q40k.table.match_session import Line, MatchSession
from q40k.table.settings import Settings
from q40k.table.shown.entered import MARKS

K = TypeVar("K")
V = TypeVar("V")
SHOWN: Final = 60
"""So many of the newest lines of the journal a page begins with."""
AT_ONCE: Final = 200
"""So many lines are sent at a time to who has been away for long."""
MOST_KEPT: Final = 32
"""So many portions and messages are kept for others who are as far behind, the newest."""


class Sent(Struct, frozen=True):
    """How far somebody has been told: the entry, and the edition of the parts."""

    entry: int = 0
    edition: int = -1


class News(Struct, frozen=True):
    """What is sent, and how far that leads."""

    text: bytes
    upto: Sent


class Portion(Struct, frozen=True):
    """The lines after an entry as they are sent, the last of them, whether there are no more."""

    message: dict[str, Any]
    entry: int
    last: bool


class Audience:
    """Everyone who may know the same, in one language."""

    def __init__(
        self, followed: Followed, locale: Locale, viewer: Viewer, taste: Settings,
        sent: Callable[[str], Post | None],
    ) -> None:  # fmt: skip
        """`sent` is what a seat's phone has sent last."""
        self._sent = sent
        self._followed, self._taste, self._viewer = followed, taste, viewer
        self._session = followed.session(viewer)
        game = self._session.game if self._session is not None else None
        self.locale = locale.of(game.words.locales) if game is not None else locale
        self._edition = -1
        self._parts: dict[str, str] = {}
        self._since: dict[str, int] = {}  # the edition in which a part became what it is
        self._news: dict[Sent, News] = {}
        self._portions: dict[int, Portion] = {}
        self._ground: tuple[Any, Any, str] | None = None

    @property
    def session(self) -> MatchSession | None:
        """The match as they may know it."""
        return self._session

    # -- parts -----------------------------------------------------------------------------

    def parts(self, edition: int, came: Came | None) -> Mapping[str, str]:
        """The parts of the page as they are in an edition."""
        if edition != self._edition:
            for name, html in self._made(came).items():
                if self._parts.get(name) != html:
                    self._parts[name], self._since[name] = html, edition
            self._edition = edition
            self._news.clear()
            self._portions.clear()
        return self._parts

    def _made(self, came: Came | None) -> dict[str, str]:
        session, locale = self._session, self.locale
        if session is None:
            return {"end": parts.end(locale, None, came)}
        announcer = self._followed.announcer
        before = announcer.turn_began if announcer is not None and self._followed.heard else None
        if self._viewer is not None:
            return self._of_seat(session, self._viewer, before)
        sides = [one.side for one in session.game.view.race(session.state)]
        return {
            "headline": parts.headline(locale, session),
            "race": parts.race(locale, session, before),
            "chart": parts.chart(locale, session, self._followed.race(sides)),
            "clock": parts.clock(locale, session),
            "end": parts.end(locale, session, came),
            "figures": parts.figures(locale, session, came),
            **self._table(session),
        }

    def _of_seat(self, session: MatchSession, seat: str, before: Any) -> dict[str, str]:
        """The parts of a seat's own page."""
        return {
            "turn": phone.turn(self.locale, session, seat),
            "asked": phone.asked(self.locale, session, seat),
            "became": phone.became(self.locale, self._sent(seat)),
            "card": phone.card(self.locale, session, seat),
            "race": parts.race(self.locale, session, before),
        }

    def _table(self, session: MatchSession) -> dict[str, str]:
        """The table, and what moves on it: what lies still is sent only when it is another one."""
        scene = session.game.view.scene(session.state)
        if scene is None:
            return {"still": "", "pieces": ""}
        if self._ground is None or self._ground[:2] != (scene.ground, scene.labels):
            self._ground = (scene.ground, scene.labels, still(scene))
        return {"still": self._ground[2], "pieces": moving(scene, self._followed.moved)}

    # -- the feed --------------------------------------------------------------------------

    def feed(self) -> list[Said]:
        """The newest lines, oldest first. Raises JournalError."""
        lines = self._session.lines(SHOWN) if self._session is not None else []
        return self._said(lines)

    def _said(self, lines: list[Line]) -> list[Said]:
        session, announcer = self._session, self._followed.announcer
        if session is None:
            return []
        found = (parts.said(self.locale, session, one, announcer, self._taste) for one in lines)
        return [one for one in found if one is not None]

    def _gone(self) -> list[int]:
        """Which of the newest lines do not stand any more."""
        assert self._session is not None
        return [line.entry.seq for line in self._session.lines(SHOWN + AT_ONCE) if line.undone]

    # -- what is sent ----------------------------------------------------------------------

    def news(self, sent: Sent, edition: int, came: Came | None) -> News:
        """What came after what was sent; the same for all who know as much."""
        shown = self.parts(edition, came)
        if sent not in self._news:
            _keep(self._news, sent, self._worded(sent, edition, shown))
        return self._news[sent]

    def _worded(self, sent: Sent, edition: int, shown: Mapping[str, str]) -> News:
        if sent.entry not in self._portions:
            _keep(self._portions, sent.entry, self._portion(sent.entry))
        found = self._portions[sent.entry]
        message, upto = found.message, Sent(found.entry, sent.edition)
        if found.last:
            since = {n: html for n, html in shown.items() if self._since[n] > sent.edition}
            message, upto = {**message, "parts": since}, Sent(found.entry, edition)
        text = b"id: %d\ndata: %s\n\n" % (found.entry, msgspec.json.encode(message))
        return News(text, upto)

    def _portion(self, after: int) -> Portion:
        """The next lines, up to where all portions end: so who is behind is soon among others."""
        message: dict[str, Any] = {}
        lines: list[Line] = []
        most = AT_ONCE - after % AT_ONCE
        if self._session is not None:
            try:
                lines = self._session.lines(after=after, first=most)
                message["feed"] = [[one.seq, one.html, one.calls] for one in self._said(lines)]
                if any(line.entry.kind in MARKS for line in lines):
                    message["gone"] = self._gone()
            except JournalError:
                lines = []
        return Portion(message, lines[-1].entry.seq if lines else after, len(lines) < most)


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    """Keep the newest of some things."""
    if len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = value
