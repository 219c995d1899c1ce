"""G: the story of the match, one line per entry, read from the journal in pages; V unfolds dice, then commands."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import ClassVar, Literal, get_args

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.timer import Timer

from q40k.i18n.locale import N_, with_label
from q40k.kernel.journal.history import holds_dice, standing_inputs, story_entries
from q40k.kernel.journal.journal import JournalError
from q40k.kernel.lookup import strip_accents
from q40k.table.commentary import Announcer
from q40k.table.match_session import Line
from q40k.table.shown import MARKS, SEALED, describe_input, describe_mark, find_question
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import Idle
from q40k.tui.fields import Text
from q40k.tui.look import UNDONE, Beat, style_text
from q40k.tui.page import Key
from q40k.tui.pages.amending import open_amending
from q40k.tui.pages.asked_line import AskingPage
from q40k.tui.pages.sheet import WorkingsScreen
from q40k.tui.steady import Drawn, TextPanel

PAGE = 10
"""The number of entries read at once: hardly more than a jump shows."""
PAGES_KEPT = 60
"""The number of pages kept in memory."""
AHEAD = 50
"""The number of rows above and below the screen that are read ahead."""

Depth = Literal["story", "dice", "commands"]
"""What the log shows: what happened; the dice of it as well; every entry, also those taken back."""
DEPTHS: tuple[Depth, ...] = get_args(Depth)
TITLES: dict[Depth, str] = {"story": N_("Log"), "dice": N_("Dice"), "commands": N_("Every entry")}
MANY = 3
"""From so many sentences on a heading among them comes first."""
MOST_ROLLS = 4
"""The newest rolls shown below the rows; all of them open with →."""
DIE = "⚄"
"""The sign of dice."""
BETWEEN = re.compile("( · | » )")
"""What stands between the sentences of an entry."""


class Entries(ScrollView, Drawn, can_focus=True):
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
        self.match_session = desk.match_session
        self._pages: dict[int, list[Line]] = {}
        self._texts: dict[int, tuple[str, Beat]] = {}
        self._commands: dict[int, str] = {}
        self._seqs: Sequence[int] = ()
        self._great: dict[tuple[str, ...], list[int]] = {}
        self._idle = Idle(self)
        self.depth: Depth = "story"
        self.count = self._lay_out()

    def _lay_out(self) -> int:
        """Find the entries to show. Return their number."""
        self._pages.clear()
        self._texts.clear()
        match_session = self.match_session
        if self.depth == "commands":
            self._seqs = range(1, match_session.head + 1)
        else:
            with suppress(JournalError):
                journal, silent = match_session.session.journal, self.desk.words.silent_tags
                self._seqs = story_entries(journal, match_session.number, silent, dice=self.depth == "dice")
        return len(self._seqs)

    def unfold(self) -> None:
        """Show one depth more, after the last the story again. The cursor stays on its entry."""
        seq = self.seq(self.cursor)
        self.depth = DEPTHS[(DEPTHS.index(self.depth) + 1) % len(DEPTHS)]
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
                lines_by_seq |= {ln.entry.seq: ln for ln in self.match_session.lines(after=seq - 1, first=PAGE)}
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
        worded = desk.words.sentences(desk.locale, desk.match_session.state_of(line), line.events, line.first_seq)
        beats = [desk.screen.beat(event) for event in worded.values()]
        sentences = headings_first(list(worded), beats)
        beat = max(beats, key=lambda item: (item.across, item.pays, item.sign != " "), default=Beat())
        entered = (
            describe_input(desk.locale, desk.match_session, line) if self.depth != "story" or not sentences else ""
        )
        is_roll = line.entry.kind == "answer" and holds_dice(line.entry.body)
        if self.depth == "dice" and is_roll and entered != desk.locale.gettext(SEALED):
            return " · ".join([*sentences, f"{DIE} {entered}"]), beat
        if sentences:
            calls = self.announcer.calls_at(line.entry.seq, desk.settings)
            call_texts = [desk.words.call(desk.locale, desk.state, call) for call in calls]
            return " » ".join([" · ".join(sentences), *call_texts]), beat
        arrow = "→ " if self.depth == "commands" else ""
        command = f" · {self._command(line.entry.command)}" if line.entry.kind == "answer" else ""
        return f"{arrow}{entered}{command}", Beat()

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
        if row >= self.count:
            return self.draw("", Content)
        line = self.line(row)
        text, beat = self._saying(row)
        style = beat.style
        if line is not None and line.undone:
            beat = UNDONE if line.entry.kind not in MARKS else beat
            style = f"{look.MUTED} strike"
        elif beat.across or beat.pays:
            style = f"bold {style}".strip()
        before = f"{self._number(row, line)}{'─' if beat.across else beat.sign} "
        depends = (before, text, beat, style, row == self.cursor, self.match_session.head)
        return self.draw(depends, lambda: self._row(before, text, beat, style, marked=row == self.cursor))

    def _row(self, before: str, text: str, beat: Beat, style: str, *, marked: bool) -> Content:
        """Return the row of an entry, in `style`, after what is `before` its text."""
        width = self.scrollable_content_region.width or self.size.width
        text = fit_sentences(text, width - cell_len(before))
        words = self.desk.screen.colour_names(self.desk.state, text, style)
        content = Content.assemble((before, beat.style), words)
        if beat.across:
            content = Content.assemble(content, (f" {'─' * (width - content.cell_length - 1)}", beat.style))
        if marked:
            content = Content.assemble(content, " " * max(0, width - content.cell_length)).stylize("reverse")
        return content.truncate(width, ellipsis=True)

    def _number(self, row: int, line: Line | None) -> str:
        """Return the number and the time of an entry, where every entry is shown."""
        if self.depth != "commands":
            return ""
        return f"{self.seq(row):>6} {line.entry.at[11:16] if line else ''} "

    # -- walking ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        """Keep the marked row visible."""
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
        if self.cursor != before:
            self.refresh_line(before)
            self.refresh_line(self.cursor)
        self._idle.drop()
        self._idle.note_key()
        self._idle.do(self.read_ahead())

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

    def read_ahead(self) -> Generator[None, None, None]:
        """Read the rows near the screen before they are needed, one at a time."""
        top = self.scroll_offset.y
        below = min(top + max(1, self.size.height) + AHEAD, self.count)
        for row in range(max(0, top - AHEAD), below):
            self._saying(row)
            yield


def headings_first(sentences: list[str], beats: list[Beat]) -> list[str]:
    """Return the sentences of an entry, a heading ahead of many that only lay out: a row has no room for all."""
    others = [beat.sign for beat in beats if not beat.across]
    if len(others) < MANY or set(others) != {" "}:
        return sentences  # deeds come as they were done
    pairs = sorted(zip(beats, sentences, strict=True), key=lambda pair: not pair[0].across)
    return [sentence for _beat, sentence in pairs]


def fit_sentences(text: str, room: int) -> str:
    """Return the sentences that fit whole into a row, and how many more there are; a long first one is left."""
    if cell_len(text) <= room:
        return text
    parts = BETWEEN.split(text)  # sentences, and what stands between them
    for kept in range(len(parts) - 2, 0, -2):
        shorter = f"{''.join(parts[:kept])} · +{(len(parts) - kept) // 2}"
        if cell_len(shorter) <= room:
            return shorter
    return text


# -- the screen -----------------------------------------------------------------------------

AT_ONCE = 40
"""The number of rows searched before keys are handled again."""
STILL_SECONDS = 0.15
"""The question of an answer is looked up after the cursor has rested this long."""


class LogScreen(AskingPage[bool]):
    """The whole log, with the marked entry in full below."""

    CSS_PATH = "views.tcss"
    part: Depth = "story"
    KEYS = (
        Key("v", N_("dice"), "whole", where=("story",), about=N_("the story with the dice")),
        Key(
            "v", N_("commands"), "whole", where=("dice",), about=N_("every entry with its command, also if taken back")
        ),
        Key("v", N_("story"), "whole", where=("commands",), about=N_("the story")),
        Key("right,w", N_("how"), "unfold", shown="→", about=N_("Unfold the line into its rolls.")),
        Key(
            "a,A,enter",
            N_("put right"),
            "amend",
            about=N_("Put the marked entry right: a command as it was entered, an answer by another answer."),
        ),
        Key("slash", N_("find"), "find", shown="/", about=N_("Find a line by its words.")),
        Key("n", "", "again(-1)", about=N_("the line before with these words")),
        Key("N", "", "again(1)", about=N_("the line after with these words")),
        Key("k", N_("kill"), "great(-1)", about=N_("the kill before")),
        Key("K", "", "great(1)", about=N_("the kill after")),
        Key("t", N_("turn"), "turn(-1)", about=N_("where the turn before began")),
        Key("T", "", "turn(1)", about=N_("where the next turn begins")),
        Key("escape,g,q", N_("back"), "leave", shown="Esc"),
    )

    def __init__(self, desk: Desk, announcer: Announcer) -> None:
        super().__init__()
        self.desk = desk
        self.entries = Entries(desk, announcer)
        self.locale = desk.locale
        self.head = TextPanel(id="head")
        self.detail = TextPanel(id="detail")
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
        entry = self.asked.line
        if entry is None:
            self.part = self.entries.depth
            *keys, leave = self.shown_keys()
            named = [f"{key.text} {_(key.name)}" for key in keys]
            line = " · ".join([_(TITLES[self.part]), *named, look.key_name(self.locale, leave.text)])
            self.head.tell(style_text(line, "bold"))
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
            note = "  " + _("a: put right")
        if self.entries.depth != "commands":
            number = _("entry {number}").format(number=line.entry.seq)
            note = f"  {' '.join((number, line.entry.at[11:16])).strip()}{note}"
        rows = [Content.assemble(self._words(row), (note, look.MUTED))]
        if self.entries.depth == "dice":
            rows += [Content(f"  {roll}") for roll in self._rolls(line)[-MOST_ROLLS:]]
        self._show(look.lines(*rows))
        if line.entry.kind == "answer" and len(rows) == 1 and self.entries.depth != "story":
            self._still = self.set_timer(STILL_SECONDS, lambda: self._show_question(row, line))

    def _show_question(self, row: int, line: Line) -> None:
        """Show the question that the marked line answered."""
        question = None
        with suppress(JournalError):
            question = find_question(self.desk.match_session, line.entry.command, line.entry.seq)
        if row != self.entries.cursor or question is None or question.secret:
            return
        title = self.desk.words.ask(self.locale, self.desk.match_session.state_of(line), question).title
        answer = describe_input(self.locale, self.desk.match_session, line)
        text = with_label(self.locale, title.rstrip("?…\u00a0 "), answer)
        self.detail.tell(look.lines(style_text(self.entries.words(row)), style_text(text, look.MUTED)))

    def _words(self, row: int) -> Content:
        return self.desk.screen.colour_names(self.desk.state, self.entries.words(row))

    def _rolls(self, line: Line) -> list[str]:
        """Return the rolls that led to a line, each with what it needed."""
        workings = self.desk.screen.workings(self.locale, self.desk.match_session, line)
        return [roll for _sentence, rolls in workings for roll in rolls]

    def _say(self, text: str, style: str = "") -> None:
        self._show(style_text(text, style))

    def _show(self, text: Content) -> None:
        if self._still is not None:
            self._still.stop()
        self.detail.tell(text)

    # -- keys ------------------------------------------------------------------------------

    def on_key(self, _event: events.Key) -> None:
        """Stop a search, whatever the key does besides."""
        self._stop()

    def show(self) -> None:
        """Show what is typed."""
        self._show_typing()

    def _show_typing(self) -> None:
        """Show the search text, or return to the entries after Escape."""
        if self.asked.line is None:
            self._focus_entries()
        self._show_head()

    def _focus_entries(self) -> None:
        self.entries.can_focus = True
        self.entries.focus()

    def action_leave(self) -> None:
        """Close the log."""
        self.dismiss(False)

    def action_whole(self) -> None:
        """Unfold the dice, then the commands, then show the story again."""
        self.entries.unfold()
        self._show_head()
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
        self.asked.ask(Text(_("Find:")), self._find)
        self.entries.can_focus = False  # otherwise its own keys would move the cursor
        self.set_focus(None)
        self._show_head()

    def _find(self, text: str) -> None:
        """Find the newest line before the cursor with the words of a text."""
        self._focus_entries()
        self._sought = text
        self.action_again(-1)

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
        line, workings = self.entries.line(self.entries.cursor), self.desk.screen.workings
        unfolded = workings(self.locale, self.desk.match_session, line) if line is not None else []
        if unfolded:
            self.app.push_screen(WorkingsScreen(self.locale, unfolded))
            return
        _ = self.locale.gettext
        self._say(_("There is nothing to unfold here."), "bold")

    def action_amend(self) -> None:
        """Correct the marked entry."""

        def on_end(trouble: str | None) -> None:
            if trouble is None:
                self.dismiss(True)
            elif trouble:
                self._say(trouble, "bold $error")

        open_amending(self, self.desk, self.entries.seq(self.entries.cursor), on_end)
