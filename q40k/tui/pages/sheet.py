"""A page of text in front of the screen. Some keys or a click close it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.look import Rows, style_text

if TYPE_CHECKING:
    from q40k.tui.game_screen import Workings


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


# -- the rolls of a line of the log ---------------------------------------------------------


class WorkingsScreen(Sheet):
    """The sentences of an entry, each with its rolls below."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,G,g,q,enter,left,w", "dismiss_none", show=False)]

    def __init__(self, locale: Locale, workings: Workings) -> None:
        super().__init__(locale)
        self.workings = workings

    def text(self) -> Content:
        """Return the text."""
        _ = self.locale.gettext
        rows: Rows = [style_text(_("How it came about"), "bold"), ""]
        for sentence, rolls in self.workings:
            rows.append(style_text(sentence, "bold"))
            rows += [f"  {roll}" for roll in rolls]
        rows += ["", _("Escape closes this page.")]
        return look.lines(*rows)
