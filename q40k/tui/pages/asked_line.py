"""A line of text that a page asks for at its foot, such as a name or a path.

An `AskingPage` handles keys as actions while no line is asked for. A `ChapterPage` also shows chapters,
one after another.
"""

from collections.abc import Callable
from typing import TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_
from q40k.tui.fields import Entered, Move, Text
from q40k.tui.page import Key, Page
from q40k.tui.pages.chapters import SCROLLS, scroll_chapter

T = TypeVar("T")


class AskedLine:
    """A line being typed, if any, and the callback for its text."""

    def __init__(self) -> None:
        self.line: Text | None = None
        self._answered: Callable[[str], None] = lambda _text: None

    def ask(self, line: Text, on_answer: Callable[[str], None]) -> None:
        """Ask for a line. `on_answer` is called with its text, but not after Escape."""
        self.line, self._answered = line, on_answer

    def press(self, key: str, character: str | None) -> None:
        """Pass a key to the line."""
        if self.line is None:
            return
        outcome = self.line.press(key, character)
        if outcome is Move.BACK:
            self.line = None
        elif isinstance(outcome, Entered):
            self.line = None
            self._answered(str(outcome.value))

    def paste(self, words: str) -> None:
        """Type pasted text at the caret."""
        for character in words:
            if character.isprintable():
                self.press(character, character)

    def render_line(self, notice: str) -> Content:
        """Return the line with its caret, or the notice if no line is asked for."""
        line = self.line
        if line is None:
            return Content.styled(notice, "italic $text-accent")
        before, after = line.buffer[: line.caret], line.buffer[line.caret :]
        return Content.assemble((f"{line.title} ❯ ", "bold $accent"), (before, "bold"), "▏", (after, "bold"))


class AskingPage(Page[T]):
    """A page where a key is an action, or a letter of the line that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = AskedLine()

    def show(self) -> None:
        """Show the current state."""

    def enter(self, key: str, character: str | None) -> None:
        """Handle a key."""
        if self.asked.line is None:
            self.act(key)
            return
        self.asked.press(key, character)
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Disable the bindings while a line is typed."""
        return self.asked.line is None

    def on_key(self, event: events.Key) -> None:
        """Do what the key does; leave one that is none of the page's `KEYS` to what is focused."""
        is_of_others = self.KEYS and self.asked.line is None and self.find_key(event.key) is None
        if event.key == "ctrl+c" or is_of_others:
            return
        event.stop()
        event.prevent_default()
        self.enter(event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Type pasted text at the caret."""
        event.stop()
        self.asked.paste(event.text)
        self.show()

    def on_click(self, event: events.Click) -> None:
        """Treat a click on a key's name as that key."""
        if "key" in event.style.meta:
            self.enter(str(event.style.meta["key"]), None)


class ChapterPage(AskingPage[T]):
    """A page that shows chapters one at a time, with a line above, a line that is asked for, and its keys."""

    CSS_PATH = "views.tcss"
    AUTO_FOCUS = None
    KEYS = (
        Key("tab,n", N_("next"), "turn(1)", shown="Tab"),
        Key("shift+tab,p", N_("before"), "turn(-1)", shown="⇧Tab"),
        Key("pagedown", N_("scroll"), "scroll('pagedown')", shown="↑↓←→"),
        *(Key(key, "", f"scroll('{key}')") for key in SCROLLS if key != "pagedown"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.chapters: tuple[Chapter, ...] = ()
        self.at = 0
        self.notice = ""
        self.head = Static(id="head")
        self.body = Static(id="chapter")
        self.foot = Static(id="said")
        self.keys = Static(id="keys-of")

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        yield self.head
        with ScrollableContainer(id="chapters", can_focus=False):
            yield self.body
        yield self.foot
        yield self.keys

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self.show()

    def action_scroll(self, key: str) -> None:
        """Scroll the chapter."""
        scroll_chapter(self.query_one("#chapters", ScrollableContainer), key)

    def action_turn(self, by: int) -> None:
        """Go to another chapter."""
        if self.chapters:
            self.at = (self.at + by) % len(self.chapters)
            self.query_one("#chapters", ScrollableContainer).scroll_home(animate=False)
            self.show()
