"""The rows of the log: a line an entry, read from the journal a page at a time."""

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

from q40k.kernel.journal.history import amended, standing
from q40k.kernel.journal.journal import JournalError
from q40k.table.announcer import Announcer
from q40k.table.match_session import Line
from q40k.table.shown.entered import MARKS, entered, marked
from q40k.tui.desk import Desk
from q40k.tui.look import Beat, fit

PAGE = 10
"""So many entries are read at once: a leap waits for little more than what it shows."""
PAGES_KEPT = 60
"""However long one scrolls, no more of the journal than this is held."""
AHEAD = 50
"""So many rows above and below the screen are read while nobody waits."""
AHEAD_SECONDS = 0.1


class Entries(ScrollView, can_focus=True):
    """The journal's entries as rows, read from it a page at a time."""

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
        self._called = len(announcer.calls)
        self.match_session = match_session = desk.match_session
        self._pages: dict[int, list[Line]] = {}
        self._told: dict[int, tuple[str, Beat]] = {}
        self._commands: dict[int, str] = {}
        self._seqs: Sequence[int] = ()
        self._great: dict[tuple[str, ...], list[int]] = {}
        self._ahead: Timer | None = None
        self.whole = True
        with suppress(JournalError):
            self.whole = not amended(match_session.session.journal, match_session.number)
        self.count = self._lay_out()

    def _lay_out(self) -> int:
        """Find which entries are shown: all, or what stands with all that was done to it."""
        self._pages.clear()
        self._told.clear()
        match_session = self.match_session
        if self.whole:
            self._seqs = range(1, match_session.head + 1)
        else:
            with suppress(JournalError):
                self._seqs = standing(
                    match_session.session.journal, match_session.number, marks=True
                )
        return len(self._seqs)

    def show_all(self, whole: bool) -> None:
        """Show all entries, or only what stands; the cursor stays with its entry."""
        seq = self.seq(self.cursor)
        self.whole = whole
        self.count = self._lay_out()
        self.virtual_size = Size(self.size.width, self.count)
        self.refresh()
        self.to(bisect_left(self._seqs, seq))

    def seq(self, row: int) -> int:
        """The number of the entry of a row."""
        return self._seqs[row] if 0 <= row < len(self._seqs) else 0

    def on_mount(self) -> None:
        """Begin at the newest entry."""
        self.virtual_size = Size(self.size.width, self.count)
        self.call_after_refresh(self.to, self.count - 1)

    # -- what a row says -------------------------------------------------------------------

    def line(self, row: int) -> Line | None:
        """The entry of a row."""
        page = row // PAGE
        if page not in self._pages:
            if len(self._pages) >= PAGES_KEPT:
                del self._pages[next(iter(self._pages))]
            try:
                self._pages[page] = self._read(self._seqs[page * PAGE : (page + 1) * PAGE])
            except JournalError:  # the main screen says so as soon as anything is entered
                return None
        rows = self._pages[page]
        place = row - page * PAGE
        return rows[place] if 0 <= place < len(rows) else None

    def _read(self, seqs: Sequence[int]) -> list[Line]:
        """The lines of some entries, few of which lie between them."""
        found: dict[int, Line] = {}
        for seq in seqs:
            if seq not in found:
                found |= {
                    ln.entry.seq: ln for ln in self.match_session.lines(after=seq - 1, first=PAGE)
                }
        return [found[seq] for seq in seqs]

    def words(self, row: int) -> str:
        """What the entry of a row says, in one line."""
        return self._saying(row)[0]

    def _saying(self, row: int) -> tuple[str, Beat]:
        """What the entry of a row says, and how what it brought about looks in the feed."""
        if self._called != len(self.announcer.calls):  # it has read on meanwhile
            self._called = len(self.announcer.calls)
            self._told.clear()
        if row not in self._told:
            line = self.line(row)
            if line is None:
                return "", Beat()
            if len(self._told) >= PAGE * PAGES_KEPT:
                del self._told[next(iter(self._told))]
            self._told[row] = self._tell(line)
        return self._told[row]

    def _tell(self, line: Line) -> tuple[str, Beat]:
        desk = self.desk
        if line.entry.kind in MARKS:
            return marked(desk.locale, desk.match_session, line), Beat()
        told = desk.words.sentences(desk.locale, desk.state, line.events, line.told_as)
        beats = [desk.screen.beat(event) for event in told.values()]
        beat = max(beats, key=lambda one: (one.across, one.pays, one.sign != " "), default=Beat())
        if told:
            calls = self.announcer.made(line.entry.seq, desk.settings)
            heard = [desk.words.call(desk.locale, desk.state, one) for one in calls]
            return " » ".join([" · ".join(told), *heard]), beat
        said = f"→ {entered(desk.locale, desk.match_session, line)}"
        if line.entry.kind == "answer":
            said += f" · {self._command(line.entry.command)}"
        return said, Beat()

    def _command(self, seq: int) -> str:
        """The command that an answer belongs to, in a line."""
        if seq not in self._commands:
            try:
                line = self.match_session.lines(after=seq - 1, first=1)[0]
            except JournalError:
                return "?"
            self._commands[seq] = entered(self.desk.locale, self.desk.match_session, line)
        return self._commands[seq]

    def render_line(self, y: int) -> Strip:
        """One row, at the present place of scrolling."""
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
        said = f"{self.seq(row):>6} {time} {'─' if beat.across else beat.sign} {text}"
        if beat.across:
            said += f" {'─' * (width - cell_len(said) - 1)}"
        return Strip([Segment(fit(said, width), style)], width)

    # -- walking ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Keep the marked row in sight."""
        self.refresh()
        self.to(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """A click marks the row under the mouse."""
        self.to(self.scroll_offset.y + event.y)

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self.to(self.cursor + by)

    def to(self, row: int) -> None:
        """Mark a row, and bring it in sight."""
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

    def along(self, types: tuple[str, ...], by: int) -> bool:
        """Go to the next entry with an event of these types (by 1), or the one before (-1)."""
        if types not in self._great:
            journal, match = self.match_session.session.journal, self.match_session.number
            found: set[int] = set()
            with suppress(JournalError):
                for word in types:
                    found |= set(standing(journal, match, f'"type":"{word}"'))
            self._great[types] = sorted(found)
        stops, here = self._great[types], self.seq(self.cursor)
        place = bisect_right(stops, here) if by > 0 else bisect_left(stops, here) - 1
        if not 0 <= place < len(stops):
            return False
        self.to(bisect_left(self._seqs, stops[place]))
        return True

    def read_ahead(self) -> None:
        """Have the rows above and below the screen read, and said, while nobody waits for them."""
        top = self.scroll_offset.y
        below = min(top + max(1, self.size.height) + AHEAD, self.count)
        for row in range(max(0, top - AHEAD), below):
            self._saying(row)
