"""A line of text that a page asks for at its foot, such as a name or a path.

An `AskingPage` handles keys as actions while no line is asked for.
"""

from collections.abc import Callable
from typing import TypeVar

from textual import events
from textual.content import Content

from q40k.tui.fields import Entered, Move, Text
from q40k.tui.page import Page

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

    def act(self, key: str) -> None:
        """Do the action of a key while no line is asked for."""

    def enter(self, key: str, character: str | None) -> None:
        """Handle a key."""
        if self.asked.line is None:
            self.act(key)
            return
        self.asked.press(key, character)
        self.show()

    def on_key(self, event: events.Key) -> None:
        """Pass the key on, except Ctrl+C."""
        if event.key == "ctrl+c":
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
