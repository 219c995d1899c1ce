"""How it came about: sentences of the log, each unfolded into the rolls behind it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.game_screen import Told
from q40k.tui.look import Rows, styled
from q40k.tui.pages.sheet import Sheet


class WorkingsScreen(Sheet):
    """What happened, and below each sentence the rolls it came about by."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,G,g,q,enter,left,w", "dismiss_none", show=False)
    ]

    def __init__(self, locale: Locale, told: Told) -> None:
        super().__init__(locale)
        self.told = told

    def text(self) -> Content:
        """What is to be read."""
        _ = self.locale.gettext
        rows: Rows = [styled(_("How it came about"), "bold"), ""]
        for sentence, rolls in self.told:
            rows.append(styled(sentence, "bold"))
            rows += [f"  {roll}" for roll in rolls]
        rows += ["", _("Escape closes this page.")]
        return look.lines(*rows)
