"""The rolls of a line of the log, sentence by sentence."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.game_screen import Workings
from q40k.tui.look import Rows, style_text
from q40k.tui.pages.sheet import Sheet


class WorkingsScreen(Sheet):
    """The sentences of an entry, each with its rolls below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,G,g,q,enter,left,w", "dismiss_none", show=False)
    ]

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
