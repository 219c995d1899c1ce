"""The first screen of a bare `q40k`: resume a match, or begin one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from q40k.games.game import DEFAULT, manifests, name_of
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import MatchRow
from q40k.tui.look import styled


class StartScreen(Screen[int | str | None]):
    """The matches of the library, the last one marked, and a new one of each game.

    Gives the number of a match, or the id of a game of which a new one is wanted.
    """

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
        yield Static(styled("q40k", "bold"), id="title")
        if self.notice:
            yield Static(styled(self.notice, "italic $text-accent"), id="notice")
        yield OptionList(
            *(Option(styled(self._words(row)), id=str(row.id)) for row in self.rows),
            *(Option(styled(told), id=game) for game, told in self._new()),
        )
        yield Static(styled(_("Enter: go on with it · N: a new match · Q: quit")), id="hint")

    def _new(self) -> Iterator[tuple[str, str]]:
        """Every game, and what is said of a new match of it; N is one of the first."""
        _ = self.locale.gettext
        for number, one in enumerate(manifests()):
            new = _("N: a new match of {game}") if not number else _("A new match of {game}")
            yield one.id, new.format(game=one.name)

    def _words(self, row: MatchRow) -> str:
        if len({one.game for one in self.rows}) > 1:
            return f"{self._row(row)} · {name_of(row.game)}"
        return self._row(row)

    def _row(self, row: MatchRow) -> str:
        _ = self.locale.gettext
        when = row.touched[:16].replace("T", " ")
        return _("{number}: {name} — last played {when}, {entries} entries").format(
            number=row.id, name=row.name, when=when, entries=row.entries
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click takes the match."""
        chosen = event.option.id or DEFAULT
        self.dismiss(int(chosen) if chosen.isdecimal() else chosen)

    def action_new(self) -> None:
        """Begin a new match."""
        self.dismiss(DEFAULT)

    def action_leave(self) -> None:
        """Quit."""
        self.dismiss(None)
