"""G: the whole log, a line an entry, however long the match."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer

from q40k.i18n.sentences import after
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.lookup import unaccented
from q40k.table.announcer import Announcer
from q40k.table.match_session import Line
from q40k.table.shown.entered import MARKS, asked, entered
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.fields import Given, Move, Text
from q40k.tui.look import styled
from q40k.tui.pages.entries import Entries
from q40k.tui.steady import Told

AT_ONCE = 40
"""So many rows are searched between two looks at the keys."""
STILL_SECONDS = 0.15
"""What a line was an answer to is looked up once the cursor has stood still for so long."""


class LogScreen(Screen[bool]):
    """The whole log; the marked entry is told in full below."""

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
        self.head = Told(id="head")
        self.detail = Told(id="detail")
        self.asking: Text | None = None  # while words to be found are typed
        self._sought = ""
        self._search: Timer | None = None
        self._still: Timer | None = None

    def compose(self) -> ComposeResult:
        """The rows, and the marked one in full."""
        yield self.head
        yield self.entries
        yield self.detail

    def on_mount(self) -> None:
        """Follow the cursor."""
        self._show_head()
        self.watch(self.entries, "cursor", self._show_detail)

    def _show_head(self) -> None:
        """The keys; or the words that are typed to be found."""
        _ = self.locale.gettext
        one = self.asking
        if one is None:
            keys = _("Log · A put right · / find · K kill · T turn · → how · V all or not · Esc")
            self.head.tell(styled(keys, "bold"))
            return
        caret, typed = one.caret, one.buffer
        how = _("Enter: the line before with these words · Escape")
        line = f"{typed[:caret]}▏{typed[caret:]}   "
        self.head.tell(Content.assemble((f"{one.title} ", "bold"), line, (how, look.MUTED)))

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
            self._still = self.set_timer(STILL_SECONDS, lambda: self._show_asked(row, line))

    def _show_asked(self, row: int, line: Line) -> None:
        """Say below the marked line what it was an answer to."""
        question = None
        with suppress(JournalError):
            question = asked(self.desk.match_session, line.entry.command, line.entry.seq)
        if row != self.entries.cursor or question is None or question.secret:
            return
        title = self.desk.words.ask(self.locale, self.desk.state, question).title
        given = entered(self.locale, self.desk.match_session, line)
        said = after(self.locale, title.rstrip("?…\u00a0 "), given)
        self.detail.tell(look.lines(styled(self.entries.words(row)), styled(said, look.MUTED)))

    def _say(self, text: str, style: str = "") -> None:
        if self._still is not None:
            self._still.stop()
        self.detail.tell(styled(text, style))

    # -- keys ------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """While words are typed, keys are letters."""
        del action, parameters
        return self.asking is None

    def on_key(self, event: events.Key) -> None:
        """What is typed at the line goes there, and nowhere else; any key ends a search."""
        self._stop()
        if self.asking is not None:
            event.stop()
            event.prevent_default()
            self._take(self.asking, event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted words are typed, at the caret."""
        event.stop()
        for character in event.text:
            if self.asking is not None and character.isprintable():
                self._take(self.asking, character, character)

    def _take(self, one: Text, key: str, character: str | None) -> None:
        came = one.press(key, character)
        if came is Move.BACK or isinstance(came, Given):
            self.asking = None
            self.entries.can_focus = True
            self.entries.focus()
        if isinstance(came, Given):
            self._sought = str(came.value)
            self.action_again(-1)
        self._show_head()

    def action_dismiss_none(self) -> None:
        """Go back."""
        self.dismiss(False)

    def action_whole(self) -> None:
        """Show all entries, or only what stands."""
        self.entries.show_all(not self.entries.whole)
        self._show_detail(self.entries.cursor)

    def action_great(self, by: int) -> None:
        """To the kill before, or the one after."""
        self._along(self.desk.view.moments.great, by)

    def action_turn(self, by: int) -> None:
        """To where the turn before began, or the one after."""
        turn = self.desk.view.moments.turn
        self._along((turn,) if turn else (), by)

    def _along(self, types: tuple[str, ...], by: int) -> None:
        _ = self.locale.gettext
        if not self.entries.along(types, by):
            self._say(_("There is none further that way."), "bold")

    # -- finding ---------------------------------------------------------------------------

    def action_find(self) -> None:
        """Ask for the words to find."""
        _ = self.locale.gettext
        self.asking = Text(_("Find:"))
        self.entries.can_focus = False  # or its own keys would move the cursor
        self.set_focus(None)
        self._show_head()

    def action_again(self, by: int) -> None:
        """Find the next line with the words, back (-1) or forward, bit by bit."""
        _ = self.locale.gettext
        wanted = unaccented(self._sought).split()
        if not wanted:
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
                said = unaccented(self.entries.words(row))
                if all(word in said for word in wanted):
                    self._stop()
                    self.entries.to(row)
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
        """Unfold the marked line into its rolls."""
        from q40k.tui.pages.workings import WorkingsScreen

        line, workings = self.entries.line(self.entries.cursor), self.desk.screen.workings
        told = workings(self.locale, self.desk.match_session, line) if line is not None else []
        if told:
            self.app.push_screen(WorkingsScreen(self.locale, told))
            return
        _ = self.locale.gettext
        self._say(_("There is nothing to unfold here."), "bold")

    def action_amend(self) -> None:
        """Put the marked entry right."""
        from q40k.tui.pages.amend_screen import open_amending

        def ended(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            elif trouble:
                self._say(trouble, "bold $error")

        open_amending(self, self.desk, self.entries.seq(self.entries.cursor), ended)
