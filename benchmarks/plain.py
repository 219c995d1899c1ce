"""The Textual application that a key is measured against: its one Static repaints the whole screen at each key."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PAINTED = b"whole screen"


class Plain(App[None]):
    """A screen full of letters that are different after each key."""

    CSS = "Static { width: 100%; height: 100%; }"

    def compose(self) -> ComposeResult:
        """Fill the screen."""
        self._turn = 0
        self._text = Static(PAINTED.decode(), markup=False)
        yield self._text

    def on_key(self, event: Key) -> None:
        """Change every cell."""
        event.stop()
        self._turn += 1
        row = (LETTERS[self._turn % 26 :] + LETTERS * 10)[: self.size.width]
        self._text.update("\n".join([row] * self.size.height))


if __name__ == "__main__":
    Plain().run()
