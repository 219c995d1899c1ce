"""The bare Textual application that the first paint is measured against."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static


class Hello(App[None]):
    """One line of text."""

    def compose(self) -> ComposeResult:
        """Say hello."""
        yield Static("Hello, world")


if __name__ == "__main__":
    Hello().run()
