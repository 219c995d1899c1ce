"""A page of text in front of the screen. Some keys or a click close it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from q40k.i18n.locale import Locale


class Sheet(ModalScreen[None]):
    """A scrolling text. Subclasses bind the keys that close it (`dismiss_none`)."""

    CSS_PATH = Path(__file__).parent / "views.tcss"

    def __init__(self, locale: Locale) -> None:
        super().__init__()
        self.locale = locale

    def compose(self) -> ComposeResult:
        """Yield the text, and the widgets below it."""
        with VerticalScroll(id="sheet"):
            yield Static(self.text())
            yield from self.below()

    def text(self) -> Content:
        """Return the text."""
        return Content("")

    def below(self) -> Iterable[Widget]:
        """Return the widgets below the text."""
        return ()

    def action_dismiss_none(self) -> None:
        """Close the page."""
        self.dismiss(None)

    def on_click(self) -> None:
        """Close the page."""
        self.dismiss(None)
