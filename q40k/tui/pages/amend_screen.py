"""The screen on which an entry of the past is put right."""

from __future__ import annotations

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
from q40k.tui.look import styled
from q40k.tui.pages.amending import Amender
from q40k.tui.prompt import Prompt


class AmendScreen(Screen[bool]):
    """The entry, the prompt as it was then, and what would change. True when it was kept."""

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
        """The entry above, what is to be read in the middle, keys below."""
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
        """Show where the correction stands."""
        amender = self.amender
        if amender.stage == "end":
            self.dismiss(amender.ended is None)
            return
        self.head.update(styled(f" ✎ {amender.title}", "bold"))
        self.prompt.desk = amender.desk
        self.prompt.display = amender.stage not in ("replay", "preview") or bool(
            amender.desk.trouble
        )
        self.prompt.show()
        self.prompt.styles.height = max(3, self.prompt.rows(self.size.width or 80))
        lines = amender.lines if amender.stage == "preview" else []
        self.text.update(look.lines(*lines))
        self.foot.update(styled(" " + " · ".join(amender.foot()), "bold"))
        if amender.stage == "replay":
            self.call_later(self.pump)

    def pump(self) -> None:
        """Replay some more; between two goes the screen is painted and keys are heard."""
        self.amender.pump()
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Every key goes to the correction."""
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
        """Pasted words are typed, at the caret."""
        event.stop()
        field = self.amender.desk.field
        for character in event.text:
            if field is None or self.amender.desk.field is not field:
                break  # what is left over answers nothing else
            if character.isprintable():
                self.amender.press("space" if character == " " else character, character)
        self.show()

    def on_prompt_clicked(self, message: Prompt.Clicked) -> None:
        """A click on an option picks it."""
        self.amender.give(message.option.value)
        self.show()

    def on_prompt_key(self, message: Prompt.Key) -> None:
        """A click on a key's name is the key."""
        typed = " " if message.key == "space" else message.key
        self.amender.press(message.key, typed if len(typed) == 1 else None)
        self.show()


def open_amending(
    screen: Screen[bool], desk: Desk, entry: int, ended: Callable[[str | None], None]
) -> None:
    """Put an entry right on a screen of its own, above another.

    `ended` is told None when something was kept, "" when not, and else why it cannot be done.
    """
    _ = desk.locale.gettext
    if desk.match_session.watching:
        ended(_("You are only watching: another q40k holds this match."))
        return
    try:
        amender = Amender(desk, entry)
    except JournalError as error:
        trouble = journal_error(desk.locale, error)
        ended(f"{trouble.title}. {trouble.what} {trouble.todo}")
        return

    def closed(kept: bool | None) -> None:
        ended(None if kept else "")

    screen.app.push_screen(AmendScreen(amender), closed)
