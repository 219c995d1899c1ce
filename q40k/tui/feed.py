"""The feed: what has just happened, in plain lively words."""

from __future__ import annotations

import re
from collections import deque
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from q40k.table.announcer import Announcer
from q40k.table.match_session import Line
from q40k.table.shown.entered import MARKS, marked
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.game_screen import GameScreen
from q40k.tui.look import styled
from q40k.tui.steady import Steady

SHOWN = 40
"""How many of the journal's newest lines the feed reads."""
CALL = look.Beat("»", "bold $call")
"""What the announcer says."""
POINTS = re.compile(r"\s\(?([+-][0-9 /\u00bc-\u00be\u2150-\u215e]+)\)?$")
"""The points at the end of what pays, or costs, some; they stand at the right."""


Stood: TypeAlias = tuple[int, bool, int]
"""How a line stood when it was told: its number, whether undone, the number it is told under."""


class Row(Struct, frozen=True):
    """A sentence of the feed, and how it looks."""

    text: Content
    beat: look.Beat = look.Beat()
    points: str = ""

    def lines(self, width: int) -> list[Content]:
        """The sentence behind its sign, in as many lines as it takes; its points at the right."""
        if self.beat.across:
            text = Content.assemble(("── ", self.beat.style), self.text, " ")
            rest = "─" * max(0, width - text.cell_length)
            return [Content.assemble(text, (rest, self.beat.style)).truncate(width)]
        room = max(1, width - 2 - (len(self.points) + 1 if self.points else 0))
        wrapped = self.text.wrap(room)
        first = Content.assemble((f"{self.beat.sign} ", self.beat.style), wrapped[0])
        if self.points:
            gap = " " * max(1, width - first.cell_length - len(self.points))
            first = Content.assemble(first, gap, (self.points, "bold"))
        return [first, *(Content.assemble("  ", one) for one in wrapped[1:])]


def sentences(desk: AnyDesk, state: Any, line: Line) -> list[str]:
    """What a line of the journal says, a sentence an event."""
    return list(desk.words.sentences(desk.locale, state, line.events, line.told_as))


class Feed(Steady, can_focus=True):
    """The newest lines of the journal; undone ones stay readable, struck through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "back(1)", show=False),
        Binding("down", "back(-1)", show=False),
        Binding("pageup", "back(5)", show=False),
        Binding("pagedown", "back(-5)", show=False),
        Binding("home", "back(1000)", show=False),
        Binding("end", "back(-1000)", show=False),
    ]

    def __init__(self, desk: AnyDesk, screen: GameScreen) -> None:
        super().__init__(id="feed")
        self.desk = desk
        self.match_session = desk.match_session
        self.announcer = Announcer(desk.match_session.game)
        self._coloured = screen.coloured
        self._beat = screen.beat
        self._locale = desk.locale
        self._head = 0
        self._said: tuple[Any, ...] = ()
        self._entries: deque[tuple[Stood, list[Row]]] = deque(maxlen=SHOWN)
        self._back = 0

    def show(self, locale: Locale) -> None:
        """Show the newest lines, reading only what is new. Raises JournalError."""
        head, state = self.match_session.head, self.match_session.state
        taste = self.desk.settings
        names = (seat.name for seat in self.desk.view.seats(state))
        said = (locale.language, taste.calls, taste.silent, *names)
        if head == self._head and said == self._said:
            return
        known = self._head if said[: len(self._said)] == self._said else 0
        new = self.match_session.lines(SHOWN, after=known)
        # What was told stays told, unless an undo may have made a secret of it again.
        told = dict(self._entries) if known and not self.match_session.keeps_secrets else {}
        if known and any(line.entry.kind in MARKS[:3] for line in new):
            new = self.match_session.lines(SHOWN)  # older lines may look otherwise now
            known = 0
        if not known:
            self._entries.clear()
        for line in new:
            stood = (line.entry.seq, line.undone, line.told_as)
            rows = told[stood] if stood in told else self._rows(state, line)
            self._entries.append((stood, rows))
        self._head, self._said, self._locale, self._back = head, said, locale, 0
        self.refresh()

    def again(self) -> None:
        """Show all of it anew: what is called is otherwise now. Raises JournalError."""
        self._head = 0
        self.show(self._locale)

    def _rows(self, state: Any, line: Line) -> list[Row]:
        if line.entry.kind in MARKS:
            sign, _, text = marked(self.desk.locale, self.desk.match_session, line).partition(" ")
            return [Row(styled(text, f"{look.MUTED} italic"), look.Beat(sign, look.MUTED))]
        told = self.desk.words.sentences(self.desk.locale, state, line.events, line.told_as)
        return [self._row(state, line, event, text) for text, event in told.items()] + [
            Row(self._coloured(state, text, CALL.style), CALL) for text in self._called(state, line)
        ]

    def _row(self, state: Any, line: Line, event: Event, text: str) -> Row:
        """What an event says, in its own look, or struck through."""
        beat, style = self._beat(event), ""
        if line.undone:
            beat, style = look.Beat(beat.sign, look.MUTED), f"{look.MUTED} strike"
        paid = POINTS.search(text) if self._beat(event).pays else None
        said = text[: paid.start()] if paid else text
        style = style or beat.style
        return Row(self._coloured(state, said, style), beat, paid[1].strip() if paid else "")

    def _called(self, state: Any, line: Line) -> list[str]:
        """What the announcer calls of a line."""
        desk = self.desk
        calls = self.announcer.made(line.entry.seq, desk.settings)
        return [desk.words.call(desk.locale, state, one) for one in calls]

    def render(self) -> Content:
        """The newest lines that fit, or those scrolled back to."""
        width, height = self.content_size
        if not width or not height:
            return Content("")
        lines: list[Content] = []
        for _stood, rows in reversed(self._entries):
            for row in reversed(rows):
                lines[:0] = row.lines(width)
            if len(lines) >= height + self._back:
                break
        self._back = max(0, min(self._back, len(lines) - height))
        end = len(lines) - self._back
        return look.lines(*lines[max(0, end - height) : end])

    # -- scrolling -------------------------------------------------------------------------

    def action_back(self, by: int) -> None:
        """Scroll back, or forward again."""
        self._back = max(0, self._back + by)
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls back."""
        self.action_back(2)

    def on_mouse_scroll_down(self) -> None:
        """And forward again."""
        self.action_back(-2)

    def explain(self) -> str:
        """What F1 says of the feed."""
        _ = self._locale.gettext
        return _(
            "What has happened, the newest below. What was undone is struck through and stays"
            " readable. G opens the whole log."
        )
