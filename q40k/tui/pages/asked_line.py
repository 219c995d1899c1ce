"""A line of words that a page asks for at its foot, such as a name or where a file goes."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content

from q40k.tui.fields import Given, Move, Text


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
