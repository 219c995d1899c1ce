"""F1: what the focused panel is, and every key, from the one list of actions."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.i18n.locale import Locale
from q40k.tui import look
from q40k.tui.actions import GROUPS, Actions
from q40k.tui.look import fit
from q40k.tui.pages.sheet import Sheet


class HelpScreen(Sheet):
    """What is focused, then all keys; any of Escape, F1, Q or Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,enter,question_mark", "dismiss_none", show=False)
    ]

    def __init__(self, locale: Locale, explained: str, actions: Actions) -> None:
        super().__init__(locale)
        self.actions = actions
        self.explained = explained

    def text(self) -> Content:
        """What is to be read."""
        _ = self.locale.gettext
        rows: list[Content | str] = [Content.styled(_("Here"), "bold"), self.explained, ""]
        for group, title in GROUPS.items():
            rows.append(Content.styled(_(title), "bold"))
            rows += [
                Content.assemble(
                    (fit(action.shown, 9), "bold $accent"),
                    (_(action.name), "bold"),
                    (" — " + _(action.help), ""),
                )
                for action in self.actions
                if action.group == group
            ]
            rows.append("")
        rows.append(_("Escape closes this page."))
        return look.lines(*rows)
