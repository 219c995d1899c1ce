"""The reference (F5): the phases and the credits on one screen."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.games.quake.screen.base import Desk, action
from q40k.games.quake.words.reference import credits_of, phases_of
from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.look import Rows
from q40k.tui.pages.sheet import Sheet


class ReferenceScreen(Sheet):
    """The phases in a few lines each, for players new to the 3rd edition."""

    CSS = "ReferenceScreen #sheet { width: 100%; max-width: 82; height: auto; max-height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f5,q,enter", "dismiss_none", show=False)
    ]

    def text(self) -> Content:
        """Return the phases and the credits."""
        rows: Rows = []
        for head, lines in phases_of(self.locale):
            rows += [Content.styled(head, "bold"), *lines]
        rows.append("")
        rows += [Content.styled(line, "dim") for line in credits_of(self.locale)]
        return look.lines(*rows)


@action(
    "reference",
    "view",
    key="f5",
    at=445,
    name=N_("Reference"),
    help=N_("The phases in short, for who does not know the 3rd edition, and whose game it is."),
)
def reference(desk: Desk) -> ReferenceScreen:
    """Open the reference (F5)."""
    return ReferenceScreen(desk.locale)
