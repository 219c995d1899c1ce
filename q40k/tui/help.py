"""F1: what the focused panel is, and every key, from the one list of actions."""

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
from q40k.tui.actions import GROUPS, Actions
from q40k.tui.look import fit


class HelpScreen(ModalScreen[None]):
    """What is focused, then all keys; any of Escape, F1, Q or Enter closes it."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,enter,question_mark", "dismiss_none", show=False)
    ]

    def __init__(self, locale: Locale, explained: str, actions: Actions) -> None:
        super().__init__()
        self.actions = actions
        self.locale = locale
        self.explained = explained

    def compose(self) -> ComposeResult:
        """One scrolling text."""
        with VerticalScroll(id="sheet"):
            yield Static(self._text())

    def _text(self) -> Content:
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

    def action_dismiss_none(self) -> None:
        """Close."""
        self.dismiss(None)

    def on_click(self) -> None:
        """A click closes too."""
        self.dismiss(None)
