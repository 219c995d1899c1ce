"""The rows of the log, one per entry, read from the journal in pages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from q40k.kernel.journal.history import is_amended, standing_inputs
from q40k.kernel.journal.journal import JournalError
from q40k.table.announcer import Announcer
from q40k.table.match_session import Line
from q40k.table.shown.entered import MARKS, describe_input, describe_mark
from q40k.tui.desk import Desk
from q40k.tui.look import Beat, fit

PAGE = 10
"""The number of entries read at once: hardly more than a jump shows."""
PAGES_KEPT = 60
"""The number of pages kept in memory."""
AHEAD = 50
"""The number of rows above and below the screen that are read ahead."""
AHEAD_SECONDS = 0.1


class Entries(ScrollView, can_focus=True):
    """The journal's entries as rows, read in pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False),
        Binding("down", "step(1)", show=False),
        Binding("pageup", "step(-20)", show=False),
        Binding("pagedown", "step(20)", show=False),
        Binding("home", "step(-1000000)", show=False),
        Binding("end", "step(1000000)", show=False),
    ]
    cursor: reactive[int] = reactive(0, repaint=False)

    def __init__(self, desk: Desk, announcer: Announcer) -> None:
        super().__init__(id="entries")
        self.desk = desk
        self.announcer = announcer
        self._call_count = len(announcer.calls)
        self.match_session = match_session = desk.match_session
        self._pages: dict[int, list[Line]] = {}
        self._texts: dict[int, tuple[str, Beat]] = {}
        self._commands: dict[int, str] = {}
        self._seqs: Sequence[int] = ()
        self._great: dict[tuple[str, ...], list[int]] = {}
        self._ahead: Timer | None = None
        self.whole = True
        with suppress(JournalError):
            self.whole = not is_amended(match_session.session.journal, match_session.number)
        self.count = self._lay_out()

    def _lay_out(self) -> int:
        """Find the entries to show: all of them, or only the valid ones. Return their number."""
        self._pages.clear()
        self._texts.clear()
        match_session = self.match_session
        if self.whole:
            self._seqs = range(1, match_session.head + 1)
        else:
            with suppress(JournalError):
                self._seqs = standing_inputs(
                    match_session.session.journal, match_session.number, marks=True
                )
        return len(self._seqs)

    def show_all(self, whole: bool) -> None:
        """Show all entries, or only the valid ones. The cursor stays on its entry."""
        seq = self.seq(self.cursor)
        self.whole = whole
        self.count = self._lay_out()
        self.virtual_size = Size(self.size.width, self.count)
        self.refresh()
        self.go_to(bisect_left(self._seqs, seq))

    def seq(self, row: int) -> int:
        """Return the number of the entry in a row."""
        return self._seqs[row] if 0 <= row < len(self._seqs) else 0

    def on_mount(self) -> None:
        """Start at the newest entry."""
        self.virtual_size = Size(self.size.width, self.count)
        self.call_after_refresh(self.go_to, self.count - 1)

    # -- what a row says -------------------------------------------------------------------

    def line(self, row: int) -> Line | None:
        """Return the entry in a row."""
        page = row // PAGE
        if page not in self._pages:
            if len(self._pages) >= PAGES_KEPT:
                del self._pages[next(iter(self._pages))]
            try:
                self._pages[page] = self._read(self._seqs[page * PAGE : (page + 1) * PAGE])
            except JournalError:  # the main screen reports it on the next entry
                return None
        rows = self._pages[page]
        index = row - page * PAGE
        return rows[index] if 0 <= index < len(rows) else None

    def _read(self, seqs: Sequence[int]) -> list[Line]:
        """Return the lines of these entries. Most of them are close together."""
        lines_by_seq: dict[int, Line] = {}
        for seq in seqs:
            if seq not in lines_by_seq:
                lines_by_seq |= {
                    ln.entry.seq: ln for ln in self.match_session.lines(after=seq - 1, first=PAGE)
                }
        return [lines_by_seq[seq] for seq in seqs]

    def words(self, row: int) -> str:
        """Return the text of the entry in a row."""
        return self._saying(row)[0]

    def _saying(self, row: int) -> tuple[str, Beat]:
        """Return the text of the entry in a row, and the look of its events in the feed."""
        if self._call_count != len(self.announcer.calls):  # new calls have been announced
            self._call_count = len(self.announcer.calls)
            self._texts.clear()
        if row not in self._texts:
            line = self.line(row)
            if line is None:
                return "", Beat()
            if len(self._texts) >= PAGE * PAGES_KEPT:
                del self._texts[next(iter(self._texts))]
            self._texts[row] = self._tell(line)
        return self._texts[row]

    def _tell(self, line: Line) -> tuple[str, Beat]:
        desk = self.desk
        if line.entry.kind in MARKS:
            return describe_mark(desk.locale, desk.match_session, line), Beat()
        sentences = desk.words.sentences(desk.locale, desk.state, line.events, line.first_seq)
        beats = [desk.screen.beat(event) for event in sentences.values()]
        beat = max(
            beats, key=lambda item: (item.across, item.pays, item.sign != " "), default=Beat()
        )
        if sentences:
            calls = self.announcer.calls_at(line.entry.seq, desk.settings)
            call_texts = [desk.words.call(desk.locale, desk.state, call) for call in calls]
            return " » ".join([" · ".join(sentences), *call_texts]), beat
        text = f"→ {describe_input(desk.locale, desk.match_session, line)}"
        if line.entry.kind == "answer":
            text += f" · {self._command(line.entry.command)}"
        return text, Beat()

    def _command(self, seq: int) -> str:
        """Return the text of the command that an answer belongs to."""
        if seq not in self._commands:
            try:
                line = self.match_session.lines(after=seq - 1, first=1)[0]
            except JournalError:
                return "?"
            self._commands[seq] = describe_input(self.desk.locale, self.desk.match_session, line)
        return self._commands[seq]

    def render_line(self, y: int) -> Strip:
        """Return one row at the current scroll position."""
        row = self.scroll_offset.y + y
        width = self.size.width
        if row >= self.count:
            return Strip.blank(width, self.rich_style)
        line = self.line(row)
        text, beat = self._saying(row)
        style = self.rich_style
        if line is not None and line.undone:
            style += Style(dim=True, strike=True)
        elif beat.across or beat.pays:
            style += Style(bold=True)
        if row == self.cursor:
            style += Style(reverse=True)
        time = line.entry.at[11:16] if line else ""
        content = f"{self.seq(row):>6} {time} {'─' if beat.across else beat.sign} {text}"
        if beat.across:
            content += f" {'─' * (width - cell_len(content) - 1)}"
        return Strip([Segment(fit(content, width), style)], width)

    # -- walking ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Keep the marked row visible."""
        self.refresh()
        self.go_to(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """Mark the row under the mouse."""
        self.go_to(self.scroll_offset.y + event.y)

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self.go_to(self.cursor + by)

    def go_to(self, row: int) -> None:
        """Mark a row, and scroll to it."""
        before, self.cursor = self.cursor, max(0, min(self.count - 1, row))
        height = max(1, self.size.height)
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)
        self.refresh_line(before)
        self.refresh_line(self.cursor)
        if self._ahead is not None:
            self._ahead.stop()
        self._ahead = self.set_timer(AHEAD_SECONDS, self.read_ahead)

    def go_to_event(self, types: tuple[str, ...], by: int) -> bool:
        """Go to the next (1) or previous (-1) entry with an event of these types; return whether
        one exists.
        """
        if types not in self._great:
            journal, match = self.match_session.session.journal, self.match_session.number
            seqs: set[int] = set()
            with suppress(JournalError):
                for name in types:
                    seqs |= set(standing_inputs(journal, match, f'"type":"{name}"'))
            self._great[types] = sorted(seqs)
        stops, here = self._great[types], self.seq(self.cursor)
        index = bisect_right(stops, here) if by > 0 else bisect_left(stops, here) - 1
        if not 0 <= index < len(stops):
            return False
        self.go_to(bisect_left(self._seqs, stops[index]))
        return True

    def read_ahead(self) -> None:
        """Read the rows near the screen before they are needed."""
        top = self.scroll_offset.y
        below = min(top + max(1, self.size.height) + AHEAD, self.count)
        for row in range(max(0, top - AHEAD), below):
            self._saying(row)
