"""F1: help on the focused panel, and all keys from the list of actions."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from q40k.tui import look
from q40k.tui.actions import GROUPS
from q40k.tui.desk import Desk
from q40k.tui.look import fit
from q40k.tui.pages.sheet import Sheet


class HelpScreen(Sheet):
    """Help on the focused panel, then all keys. Escape, F1, Q or Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q,enter,question_mark", "dismiss_none", show=False)]

    def __init__(self, desk: Desk, explained: str) -> None:
        super().__init__(desk.locale)
        self.desk = desk
        self.explained = explained

    def text(self) -> Content:
        """Return the help text."""
        _ = self.locale.gettext
        rows: list[Content | str] = [Content.styled(_("Here"), "bold"), self.explained, ""]
        rows += [Content.styled(_("Possible now"), "bold"), self._now(), ""]
        for group, title in GROUPS.items():
            rows.append(Content.styled(_(title), "bold"))
            rows += [
                Content.assemble(
                    (fit(action.key_in(self.locale), 9), "bold $accent"),
                    (_(action.name), "bold"),
                    (" — " + _(action.help), ""),
                )
                for action in self.desk.actions
                if action.group == group
            ]
            rows.append("")
        rows.append(_("Escape closes this page."))
        return look.lines(*rows)

    def _now(self) -> Content:
        """Return the keys that are valid now, without those that only show something."""
        _ = self.locale.gettext
        desk = self.desk
        if desk.field is not None:
            return Content(_("Answer what is asked; Escape goes back."))
        now = [action for action in desk.valid_actions() if not action.only_shows and action.usual(desk.state)]
        keys = [Content.assemble((action.key_in(self.locale), "bold $accent"), f" {_(action.name)}") for action in now]
        return Content(" · ").join(keys)
