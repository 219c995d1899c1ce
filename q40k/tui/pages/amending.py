"""The screen on which a past entry is corrected."""

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from q40k.i18n.error_texts import journal_error
from q40k.kernel.journal.journal import JournalError
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.look import style_text
from q40k.tui.page import Page
from q40k.tui.pages.amender import Amender
from q40k.tui.prompt import Prompt


class AmendScreen(Page[bool]):
    """The entry, the prompt of that time, and the changes. Returns True if they were kept."""

    CSS_PATH = "past.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave", show=False)]

    def __init__(self, amender: Amender) -> None:
        super().__init__()
        self.amender = amender
        self.head = Static(id="amend-head")
        self.prompt = Prompt(amender.desk)
        self.text = Static(id="amend-text")
        self.foot = Static(id="amend-foot")

    def compose(self) -> ComposeResult:
        """Yield the entry at the top, the text in the middle, the keys at the foot."""
        yield self.head
        yield self.prompt
        with VerticalScroll(can_focus=False):
            yield self.text
        yield self.foot

    def on_mount(self) -> None:
        """Open the field."""
        self.prompt.focus()
        self.show()

    def show(self) -> None:
        """Show the current stage of the correction."""
        amender = self.amender
        if amender.stage == "end":
            self.dismiss(amender.ended is None)
            return
        self.head.update(style_text(f" ✎ {amender.title}", "bold"))
        self.prompt.desk = amender.desk
        self.prompt.display = amender.stage not in ("replay", "preview") or bool(amender.desk.trouble)
        self.prompt.show()
        self.prompt.styles.height = max(3, self.prompt.rows(self.size.width or 80))
        lines = amender.lines if amender.stage == "preview" else []
        self.text.update(look.lines(*lines))
        self.foot.update(style_text(" " + " · ".join(amender.foot()), "bold"))
        if amender.stage == "replay":
            self.call_later(self.pump)

    def pump(self) -> None:
        """Replay a chunk of entries, then paint the screen and let keys through."""
        self.amender.pump()
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Pass every key to the correction."""
        event.stop()
        event.prevent_default()
        if self.amender.stage == "replay":
            if event.key == "escape":
                self.dismiss(False)
            return
        scrolls = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
        if self.amender.stage == "preview" and event.key in scrolls:
            self.query_one(VerticalScroll).scroll_relative(y=scrolls[event.key], animate=False)
            return
        self.amender.press(event.key, event.character)
        self.show()

    def on_paste(self, event: events.Paste) -> None:
        """Type pasted text at the caret."""
        event.stop()
        field = self.amender.desk.field
        for character in event.text:
            if field is None or self.amender.desk.field is not field:
                break  # the rest must not answer another field
            if character.isprintable():
                self.amender.press("space" if character == " " else character, character)
        self.show()

    def on_prompt_clicked(self, message: Prompt.Clicked) -> None:
        """Pick the clicked option."""
        self.amender.give(message.option.value)
        self.show()

    def on_prompt_key(self, message: Prompt.Key) -> None:
        """Treat a click on a key's name as that key."""
        typed = " " if message.key == "space" else message.key
        self.amender.press(message.key, typed if len(typed) == 1 else None)
        self.show()


def open_amending(screen: Screen[bool], desk: Desk, entry: int, on_end: Callable[[str | None], None]) -> None:
    """Correct an entry on its own screen, above another.

    `on_end` is called with None if the correction was kept, with "" if not, and with the reason if
    it is impossible.
    """
    _ = desk.locale.gettext
    if desk.match_session.watching:
        on_end(_("You are only watching: another q40k holds this match."))
        return
    try:
        amender = Amender(desk, entry)
    except JournalError as error:
        trouble = journal_error(desk.locale, error)
        on_end(f"{trouble.title}. {trouble.what} {trouble.todo}")
        return

    def report_end(kept: bool | None) -> None:
        on_end(None if kept else "")

    screen.app.push_screen(AmendScreen(amender), report_end)
