"""How it came about: sentences of the log, each unfolded into the rolls behind it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.game_screen import Told
from q40k.tui.look import Rows, styled


class WorkingsScreen(ModalScreen[None]):
    """What happened, and below each sentence the rolls it came about by."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,G,g,q,enter,left,w", "dismiss_none", show=False)
    ]

    def __init__(self, locale: Locale, told: Told) -> None:
        super().__init__()
        self.locale = locale
        self.told = told

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="sheet"):
            yield Static(self._text())

    def _text(self) -> Content:
        _ = self.locale.gettext
        rows: Rows = [styled(_("How it came about"), "bold"), ""]
        for sentence, rolls in self.told:
            rows.append(styled(sentence, "bold"))
            rows += [f"  {roll}" for roll in rolls]
        rows += ["", _("Escape closes this page.")]
        return look.lines(*rows)

    def action_dismiss_none(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A click closes too."""
        self.dismiss(None)
