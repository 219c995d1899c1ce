"""A line of words that a page asks for at its foot, such as a name or where a file goes; and the
pages on which a key is an action as long as none is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual import events
from textual.content import Content
from textual.screen import Screen

from q40k.tui.fields import Given, Move, Text

T = TypeVar("T")


class AskedLine:
    """The line that is typed, while one is, and who hears what was."""

    def __init__(self) -> None:
        self.line: Text | None = None
        self._answered: Callable[[str], None] = lambda _typed: None

    def ask(self, line: Text, answered: Callable[[str], None]) -> None:
        """Ask for a line; `answered` hears it, unless it is left by Escape."""
        self.line, self._answered = line, answered

    def press(self, key: str, character: str | None) -> None:
        """Give a key to the line."""
        if self.line is None:
            return
        came = self.line.press(key, character)
        if came is Move.BACK:
            self.line = None
        elif isinstance(came, Given):
            self.line = None
            self._answered(str(came.value))

    def paste(self, words: str) -> None:
        """Pasted words are typed, at the caret."""
        for character in words:
            if character.isprintable():
                self.press(character, character)

    def shown(self, notice: str) -> Content:
        """The line with its caret; while none is asked for, what else there is to say."""
        one = self.line
        if one is None:
            return Content.styled(notice, "italic $text-accent")
        before, behind = one.buffer[: one.caret], one.buffer[one.caret :]
        return Content.assemble(
            (f"{one.title} ❯ ", "bold $accent"), (before, "bold"), "▏", (behind, "bold")
        )


class AskingPage(Screen[T]):
    """A page where a key is an action, or a letter of the line that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = AskedLine()

    def show(self) -> None:
        """Show how things stand now."""

    def act(self, key: str) -> None:
        """Do what a key means while no line is asked for."""

    def enter(self, key: str, character: str | None) -> None:
        """Take a key."""
        if self.asked.line is None:
            self.act(key)
            return
        self.asked.press(key, character)
        self.show()

    def on_key(self, event: events.Key) -> None:
        """What is typed goes to the open line; else a key is an action."""
        if event.key == "ctrl+c":
            return
        event.stop()
        event.prevent_default()
        self.enter(event.key, event.character)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted words are typed, at the caret."""
        event.stop()
        self.asked.paste(event.text)
        self.show()

    def on_click(self, event: events.Click) -> None:
        """A click on a key's name is the key."""
        if "key" in event.style.meta:
            self.enter(str(event.style.meta["key"]), None)
