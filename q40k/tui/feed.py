"""The feed: what has just happened, in plain lively words."""

import re
from collections import deque
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.kernel.events import Event
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line
from q40k.table.shown import MARKS, describe_mark
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.look import style_text
from q40k.tui.steady import Steady

SHOWN = 40
"""The number of the journal's newest lines that the feed reads."""
CALL = look.Beat("»", "bold $call")
"""The look of the announcer's calls."""
POINTS = re.compile(r"\s\(?([+-][0-9 /\u00bc-\u00be\u2150-\u215e]+)\)?$")
"""The points at the end of a sentence that pays or costs some; they are aligned right."""


LineVersion: TypeAlias = tuple[int, bool, int]
"""A line as it was written: its number, whether it is undone, the number of its first version."""


class Row(Struct, frozen=True):
    """A sentence of the feed, and how it looks."""

    text: Content
    beat: look.Beat = look.Beat()
    points: str = ""

    def lines(self, width: int) -> list[Content]:
        """Return the sentence after its sign, wrapped to `width`; its points are aligned right."""
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
        return [first, *(Content.assemble("  ", line) for line in wrapped[1:])]


def sentences(desk: Desk, state: Any, line: Line) -> list[str]:
    """Return what a line of the journal says, a sentence for each event."""
    return list(desk.words.sentences(desk.locale, state, line.events, line.first_seq))


def rows_of(desk: Desk, state: Any, line: Line) -> list[Row]:
    """Return the sentences of a line of the journal, in the words of a state."""
    events = desk.words.sentences(desk.locale, state, line.events, line.first_seq)
    return [_row(desk, state, line, event, text) for text, event in events.items()]


def _row(desk: Desk, state: Any, line: Line, event: Event, text: str) -> Row:
    """Return the sentence of an event in its own look, or struck through."""
    usual = desk.screen.beat(event)
    beat, style = usual, usual.style
    if line.undone:
        beat, style = look.UNDONE, f"{look.MUTED} strike"
    points = POINTS.search(text) if usual.pays else None
    sentence = text[: points.start()] if points else text
    return Row(desk.screen.colour_names(state, sentence, style), beat, points[1].strip() if points else "")


class Feed(Steady, can_focus=True):
    """The newest lines of the journal; undone lines are struck through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "back(1)", show=False),
        Binding("down", "back(-1)", show=False),
        Binding("pageup", "back(5)", show=False),
        Binding("pagedown", "back(-5)", show=False),
        Binding("home", "back(1000)", show=False),
        Binding("end", "back(-1000)", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="feed")
        self.desk = desk
        self.match_session = desk.match_session
        self.announcer = Announcer(desk.match_session.game)
        self._locale = desk.locale
        self._head = 0
        self._basis: tuple[Any, ...] = ()
        self._entries: deque[tuple[LineVersion, list[Row]]] = deque(maxlen=SHOWN)
        self._back = 0

    def show(self, locale: Locale) -> None:
        """Show the newest lines; read only new ones. Raises JournalError."""
        head, state = self.match_session.head, self.match_session.state
        settings = self.desk.settings
        names = (seat.name for seat in self.desk.view.seats(state))
        basis = (locale.language, settings.calls, settings.silent, *names)
        if head == self._head and basis == self._basis:
            return
        read_to = self._head if basis[: len(self._basis)] == self._basis else 0
        new = self.match_session.lines(SHOWN, after=read_to)
        # Rows are reused, unless an undo may have made a secret of them again.
        previous = dict(self._entries) if read_to and not self.match_session.keeps_secrets else {}
        if read_to and any(line.entry.kind in MARKS[:3] for line in new):
            new = self.match_session.lines(SHOWN)  # older lines may look different now
            read_to = 0
        if not read_to:
            self._entries.clear()
        for line in new:
            version = (line.entry.seq, line.undone, line.first_seq)
            rows = previous[version] if version in previous else self._rows(state, line)
            self._entries.append((version, rows))
        self._head, self._basis, self._locale, self._back = head, basis, locale, 0
        self.refresh()

    def show_again(self) -> None:
        """Show all lines anew, since the calls have changed. Raises JournalError."""
        self._head = 0
        self.show(self._locale)

    def _rows(self, state: Any, line: Line) -> list[Row]:
        if line.entry.kind in MARKS:
            sign, _, text = describe_mark(self.desk.locale, self.desk.match_session, line).partition(" ")
            return [Row(style_text(text, f"{look.MUTED} italic"), look.Beat(sign, look.MUTED))]
        state = self.match_session.state_of(line)
        colour = self.desk.screen.colour_names
        calls = [Row(colour(state, text, CALL.style), CALL) for text in self._calls(state, line)]
        return [*rows_of(self.desk, state, line), *calls]

    def _calls(self, state: Any, line: Line) -> list[str]:
        """Return the announcer's calls of a line."""
        desk = self.desk
        calls = self.announcer.calls_at(line.entry.seq, desk.settings)
        return [desk.words.call(desk.locale, state, call) for call in calls]

    def render(self) -> Content:
        """Return the newest lines that fit, or those scrolled back to."""
        width, height = self.content_size
        if not width or not height:
            return Content("")
        lines: list[Content] = []
        for _version, rows in reversed(self._entries):
            for row in reversed(rows):
                lines[:0] = row.lines(width)
            if len(lines) >= height + self._back:
                break
        self._back = max(0, min(self._back, len(lines) - height))
        end = len(lines) - self._back
        return look.lines(*lines[max(0, end - height) : end])

    # -- scrolling -------------------------------------------------------------------------

    def action_back(self, by: int) -> None:
        """Scroll back, or forward if `by` is negative."""
        self._back = max(0, self._back + by)
        self.refresh()

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.action_back(2)

    def on_mouse_scroll_down(self) -> None:
        """Scroll forward."""
        self.action_back(-2)

    def explain(self) -> str:
        """Return what F1 says of the feed."""
        _ = self._locale.gettext
        return _(
            "What has happened, the newest below. What was undone has ↶ before it, is struck through"
            " and stays readable. g opens the whole log."
        )
