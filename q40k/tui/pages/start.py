"""The first screen of a bare `q40k`: resume a match, or begin one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import MatchRow
from q40k.tui.look import styled


class StartScreen(Screen[int | None]):
    """The matches of the library, the last one marked. Gives a match's number, 0 for a new one."""

    CSS_PATH = "views.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(self, locale: Locale, rows: list[MatchRow], notice: str = "") -> None:
        super().__init__()
        self.notice = notice
        self.locale = locale
        self.rows = rows

    def compose(self) -> ComposeResult:
        """The matches, newest first."""
        _ = self.locale.gettext
        yield Static(styled("Quake 40K", "bold"), id="title")
        if self.notice:
            yield Static(styled(self.notice, "italic $text-accent"), id="notice")
        new = Option(styled(_("N: a new deathmatch")), id="0")
        yield OptionList(
            *(Option(styled(self._words(row)), id=str(row.id)) for row in self.rows), new
        )
        yield Static(styled(_("Enter: go on with it · N: a new match · Q: quit")), id="hint")

    def _words(self, row: MatchRow) -> str:
        _ = self.locale.gettext
        when = row.touched[:16].replace("T", " ")
        return _("{number}: {name} — last played {when}, {entries} entries").format(
            number=row.id, name=row.name, when=when, entries=row.entries
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click takes the match."""
        self.dismiss(int(event.option.id or 0))

    def action_new(self) -> None:
        """Begin a new match."""
        self.dismiss(0)

    def action_leave(self) -> None:
        """Quit."""
        self.dismiss(None)
