"""G: the whole log, one line per entry."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from q40k.i18n.sentences import with_label
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.lookup import strip_accents
from q40k.table.announcer import Announcer
from q40k.table.match_session import Line
from q40k.table.shown.entered import MARKS, describe_input, find_question
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Entered, Move, Text
from q40k.tui.look import style_text
from q40k.tui.pages.entries import Entries
from q40k.tui.steady import TextPanel

AT_ONCE = 40
"""The number of rows searched before keys are handled again."""
STILL_SECONDS = 0.15
"""The question of an answer is looked up after the cursor has rested this long."""


class LogScreen(Screen[bool]):
    """The whole log, with the marked entry in full below."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,g,q", "dismiss_none", show=False),
        Binding("a,A,enter", "amend", show=False),
        Binding("v", "whole", show=False),
        Binding("right,w", "unfold", show=False),
        Binding("k", "great(-1)", show=False),
        Binding("K", "great(1)", show=False),
        Binding("t", "turn(-1)", show=False),
        Binding("T", "turn(1)", show=False),
        Binding("slash", "find", show=False),
        Binding("n", "again(-1)", show=False),
        Binding("N", "again(1)", show=False),
    ]

    def __init__(self, desk: Desk, announcer: Announcer) -> None:
        super().__init__()
        self.desk = desk
        self.entries = Entries(desk, announcer)
        self.locale = desk.locale
        self.head = TextPanel(id="head")
        self.detail = TextPanel(id="detail")
        self.asking: Text | None = None  # while a search text is typed
        self._sought = ""
        self._search: Timer | None = None
        self._still: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the keys, the rows, and the marked row in full."""
        yield self.head
        yield self.entries
        yield self.detail

    def on_mount(self) -> None:
        """Follow the cursor."""
        self._show_head()
        self.watch(self.entries, "cursor", self._show_detail)

    def _show_head(self) -> None:
        """Show the keys, or the search text while it is typed."""
        _ = self.locale.gettext
        entry = self.asking
        if entry is None:
            keys = _("Log · A put right · / find · K kill · T turn · → how · V all or not · Esc")
            self.head.tell(style_text(keys, "bold"))
            return
        caret, typed = entry.caret, entry.buffer
        how = _("Enter: the line before with these words · Escape")
        text = f"{typed[:caret]}▏{typed[caret:]}   "
        self.head.tell(Content.assemble((f"{entry.title} ", "bold"), text, (how, look.MUTED)))

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
        self._say(self.entries.words(row) + note)
        if line.entry.kind == "answer":
            self._still = self.set_timer(STILL_SECONDS, lambda: self._show_question(row, line))

    def _show_question(self, row: int, line: Line) -> None:
        """Show the question that the marked line answered."""
        question = None
        with suppress(JournalError):
            question = find_question(self.desk.match_session, line.entry.command, line.entry.seq)
        if row != self.entries.cursor or question is None or question.secret:
            return
        title = self.desk.words.ask(self.locale, self.desk.state, question).title
        answer = describe_input(self.locale, self.desk.match_session, line)
        text = with_label(self.locale, title.rstrip("?…\u00a0 "), answer)
        self.detail.tell(
            look.lines(style_text(self.entries.words(row)), style_text(text, look.MUTED))
        )

    def _say(self, text: str, style: str = "") -> None:
        if self._still is not None:
            self._still.stop()
        self.detail.tell(style_text(text, style))

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Disable the bindings while a search text is typed."""
        del action, parameters
        return self.asking is None

    def on_key(self, event: events.Key) -> None:
        """Stop a search, and pass the key to the open line."""
        self._stop()
        if self.asking is not None:
            event.stop()
            event.prevent_default()
            self._type_key(self.asking, event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Type pasted text at the caret."""
        event.stop()
        for character in event.text:
            if self.asking is not None and character.isprintable():
                self._type_key(self.asking, character, character)

    def _type_key(self, line: Text, key: str, character: str | None) -> None:
        outcome = line.press(key, character)
        if outcome is Move.BACK or isinstance(outcome, Entered):
            self.asking = None
            self.entries.can_focus = True
            self.entries.focus()
        if isinstance(outcome, Entered):
            self._sought = str(outcome.value)
            self.action_again(-1)
        self._show_head()

    def action_dismiss_none(self) -> None:
        """Close the log."""
        self.dismiss(False)

    def action_whole(self) -> None:
        """Switch between all entries and the valid ones."""
        self.entries.show_all(not self.entries.whole)
        self._show_detail(self.entries.cursor)

    def action_great(self, by: int) -> None:
        """Go to the previous or next great moment."""
        self._go_to_event(self.desk.view.moments.highlights, by)

    def action_turn(self, by: int) -> None:
        """Go to the start of the previous or next turn."""
        turn = self.desk.view.moments.turn
        self._go_to_event((turn,) if turn else (), by)

    def _go_to_event(self, types: tuple[str, ...], by: int) -> None:
        _ = self.locale.gettext
        if not self.entries.go_to_event(types, by):
            self._say(_("There is none further that way."), "bold")

    # -- finding ---------------------------------------------------------------------------

    def action_find(self) -> None:
        """Ask for the search text."""
        _ = self.locale.gettext
        self.asking = Text(_("Find:"))
        self.entries.can_focus = False  # otherwise its own keys would move the cursor
        self.set_focus(None)
        self._show_head()

    def action_again(self, by: int) -> None:
        """Find the previous (-1) or next line with the search words, a few rows at a time."""
        _ = self.locale.gettext
        words = strip_accents(self._sought).split()
        if not words:
            self.action_find()
            return
        row = self.entries.cursor

        def search() -> None:
            nonlocal row
            for _row in range(AT_ONCE):
                row += by
                if not 0 <= row < self.entries.count:
                    self._stop()
                    self._say(_("No line that way has these words."), "bold")
                    return
                text = strip_accents(self.entries.words(row))
                if all(word in text for word in words):
                    self._stop()
                    self.entries.go_to(row)
                    return
            self._say(_("Searching… entry {number}").format(number=self.entries.seq(row)))

        self._stop()
        self._search = self.set_interval(0.001, search)
        search()

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop()
            self._search = None

    # -- what is done with the marked line -------------------------------------------------

    def action_unfold(self) -> None:
        """Show the rolls of the marked line."""
        from q40k.tui.pages.workings import WorkingsScreen

        line, workings = self.entries.line(self.entries.cursor), self.desk.screen.workings
        unfolded = workings(self.locale, self.desk.match_session, line) if line is not None else []
        if unfolded:
            self.app.push_screen(WorkingsScreen(self.locale, unfolded))
            return
        _ = self.locale.gettext
        self._say(_("There is nothing to unfold here."), "bold")

    def action_amend(self) -> None:
        """Correct the marked entry."""
        from q40k.tui.pages.amend_screen import open_amending

        def on_end(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            elif trouble:
                self._say(trouble, "bold $error")

        open_amending(self, self.desk, self.entries.seq(self.entries.cursor), on_end)
