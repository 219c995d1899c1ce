"""G: the whole log, a line an entry, however long the match."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import Screen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from q40k.kernel.journal.history import amended, standing
from q40k.kernel.journal.journal import JournalError
from q40k.table.match_session import Line
from q40k.tui.desk import Desk
from q40k.tui.feed import MARKS, entered, marked, sentences
from q40k.tui.forms import AnyDesk
from q40k.tui.look import fit, styled

PAGE = 10
"""So many entries are read at once: a leap waits for little more than what it shows."""
PAGES_KEPT = 60
"""However long one scrolls, no more of the journal than this is held."""
AHEAD = 50
"""So many rows above and below the screen are read while nobody waits."""


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
    cursor: reactive[int] = reactive(0)

    def __init__(self, desk: AnyDesk) -> None:
        super().__init__(id="entries")
        self.desk = desk
        self.match_session = match_session = desk.match_session
        self._pages: dict[int, list[Line]] = {}
        self._seqs: Sequence[int] = ()
        self.whole = True
        with suppress(JournalError):
            self.whole = not amended(match_session.session.journal, match_session.number)
        self.count = self._lay_out()

    def _lay_out(self) -> int:
        """Find which entries are shown: all, or what stands with all that was done to it."""
        self._pages.clear()
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
        self._to(bisect_left(self._seqs, seq))

    def seq(self, row: int) -> int:
        """The number of the entry of a row."""
        return self._seqs[row] if 0 <= row < len(self._seqs) else 0

    def on_mount(self) -> None:
        """Begin at the newest entry."""
        self.virtual_size = Size(self.size.width, self.count)
        self.call_after_refresh(self._to, self.count - 1)

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
        line = self.line(row)
        if line is None:
            return ""
        if line.entry.kind in MARKS:
            return marked(self.desk, line)
        told = sentences(self.desk, self.desk.state, line)
        return " · ".join(told) or f"→ {entered(self.desk, line)}"

    def render_line(self, y: int) -> Strip:
        """One row, at the present place of scrolling."""
        row = self.scroll_offset.y + y
        width = self.size.width
        if row >= self.count:
            return Strip.blank(width, self.rich_style)
        line = self.line(row)
        style = self.rich_style
        if line is not None and line.undone:
            style += Style(dim=True, strike=True)
        if row == self.cursor:
            style += Style(reverse=True)
        time = line.entry.at[11:16] if line else ""
        return Strip(
            [Segment(fit(f"{self.seq(row):>6} {time} {self.words(row)}", width), style)], width
        )

    def on_resize(self) -> None:
        """Keep the marked row in sight."""
        self._to(self.cursor)

    def on_click(self, event: events.Click) -> None:
        """A click marks the row under the mouse."""
        self._to(self.scroll_offset.y + event.y)

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self._to(self.cursor + by)

    def _to(self, row: int) -> None:
        self.cursor = max(0, min(self.count - 1, row))
        height = max(1, self.size.height)
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False)
        self.refresh()
        self.call_after_refresh(self.read_ahead)

    def read_ahead(self) -> None:
        """Read the rows above and below those on the screen while nobody waits for them."""
        top = self.scroll_offset.y
        for row in range(top - AHEAD, top + max(1, self.size.height) + AHEAD + 1, PAGE):
            if 0 <= row < self.count:
                self.line(row)


class LogScreen(Screen[bool]):
    """The whole log; the marked entry is told in full below."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g,q", "dismiss_none", show=False),
        Binding("a,A,enter", "amend", show=False),
        Binding("v", "whole", show=False),
        Binding("right,w", "unfold", show=False),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.entries = Entries(desk)
        self.locale = desk.locale
        self.detail = Static(id="detail")

    def compose(self) -> ComposeResult:
        """The rows, and the marked one in full."""
        _ = self.locale.gettext
        keys = _("Log · A: put right · →: how it came about · V: all, or what stands · Escape")
        yield Static(styled(keys, "bold"), id="head")
        yield self.entries
        yield self.detail

    def on_mount(self) -> None:
        """Follow the cursor."""
        self.watch(self.entries, "cursor", self._show_detail)

    def _show_detail(self, row: int) -> None:
        line = self.entries.line(row)
        if line is None:
            return
        _ = self.locale.gettext
        note = ""
        if line.undone:
            note = _("  (taken back by entry {number})").format(number=line.entry.undone_by)
        elif line.entry.kind not in MARKS and not self.desk.match_session.watching:
            note = "  " + _("A: put right")
        self.detail.update(styled(self.entries.words(row) + note))

    def action_dismiss_none(self) -> None:
        """Go back."""
        self.dismiss(False)

    def action_whole(self) -> None:
        """Show all entries, or only what stands."""
        self.entries.show_all(not self.entries.whole)
        self._show_detail(self.entries.cursor)

    def action_unfold(self) -> None:
        """Unfold the marked line into its rolls."""
        from q40k.tui.pages.workings import WorkingsScreen

        line, workings = self.entries.line(self.entries.cursor), self.desk.screen.workings
        told = workings(self.locale, self.desk.match_session, line) if line is not None else []
        if told:
            self.app.push_screen(WorkingsScreen(self.locale, told))
            return
        _ = self.locale.gettext
        self.detail.update(styled(_("There is nothing to unfold here."), "bold"))

    def action_amend(self) -> None:
        """Put the marked entry right."""
        from q40k.tui.pages.amend_screen import open_amending

        def ended(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            elif trouble:
                self.detail.update(styled(trouble, "bold $error"))

        open_amending(self, self.desk, self.entries.seq(self.entries.cursor), ended)
