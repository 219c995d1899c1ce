"""A page of text before the screen, which any of a few keys or a click closes."""

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
    """One scrolling text; who derives it says which keys close it (`dismiss_none`)."""

    CSS_PATH = Path(__file__).parent / "views.tcss"

    def __init__(self, locale: Locale) -> None:
        super().__init__()
        self.locale = locale

    def compose(self) -> ComposeResult:
        """The text, and what stands below it."""
        with VerticalScroll(id="sheet"):
            yield Static(self.text())
            yield from self.below()

    def text(self) -> Content:
        """What is to be read."""
        return Content("")

    def below(self) -> Iterable[Widget]:
        """What else is shown, below the text."""
        return ()

    def action_dismiss_none(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A click closes too."""
        self.dismiss(None)
