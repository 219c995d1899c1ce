"""A match or a game beside a list: the race, the table from above, and what happened last."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from q40k.games import game as games
from q40k.i18n.locale import Locale
from q40k.kernel.journal.journal import JournalError, MatchRow
from q40k.packs.problems import PackError
from q40k.table.context import Context
from q40k.table.folders import read_packs
from q40k.table.match_library import MatchLibrary, temporary_match
from q40k.table.match_session import MatchSession
from q40k.table.shown import race_places, winners_first
from q40k.tui import look
from q40k.tui.headline import race_lines
from q40k.tui.look import Rows, style_text
from q40k.tui.steady import TextPanel

if TYPE_CHECKING:
    from q40k.tui.map.preview import Preview

WIDE, HIGH = 120, 30
"""The columns and rows of a screen from which it shows a match beside a list."""
SECONDS = 0.15
"""How long a match stays marked before it is read, so that walking along the list is quick."""
MOST_RACE, MOST_LINES, MOST_ABOUT = 12, 14, 4
"""The most rows of the race and of what happened last, and paragraphs on a game."""


class MatchLook(Vertical):
    """Shows one match of a library as it is now, what a game begins with, or a text."""

    def __init__(self) -> None:
        super().__init__(id="match-look")
        self.head = TextPanel(id="look-head")
        self.preview: Preview | None = None
        self.last = TextPanel(id="look-last")
        self._asked: tuple[Any, ...] = ()  # what is shown or about to be read

    def compose(self) -> ComposeResult:
        """Yield the race, the table and the last lines from top to bottom."""
        yield self.head
        yield self.last

    @property
    def width(self) -> int:
        """The columns of its text."""
        return max(20, self.size.width)

    def fits(self) -> bool:
        """Return whether the screen has room for it, and show it only then."""
        size = self.app.size
        self.display = size.width >= WIDE and size.height >= HIGH
        return self.display

    def show_text(self, rows: Rows) -> None:
        """Show a text and no match."""
        self._asked = ()
        self._show(rows, None, [])

    def show_match(self, locale: Locale, library: MatchLibrary, row: MatchRow, head: Rows) -> None:
        """Show a match below some rows, once it has stayed marked for a moment."""
        key = (row.id, row.entries, locale.language, self.app.size, look.lines(*head).plain)
        self._read_soon(key, head, lambda: self._read(locale, library, row, head))

    def show_game(self, locale: Locale, game: str) -> None:
        """Show what a game begins with: its table, and what is played on it."""
        self._read_soon((game, locale.language, self.app.size), [], lambda: self._read_game(locale, game))

    def _read_soon(self, asked: tuple[Any, ...], head: Rows, read: Callable[[], None]) -> None:
        """Show rows, and the rest once nothing else was asked for in the meantime."""
        if asked == self._asked:
            return
        if asked[:1] != self._asked[:1]:
            self._show(head, None, [])
        self._asked = asked
        self.set_timer(SECONDS, lambda: read() if asked == self._asked else None)

    def _show(self, head: Rows, scene: Any, last: list[Content]) -> None:
        self.head.tell(look.lines(*look.wrap_parts(look.lines(*head), self.width)))
        if scene is not None and self.preview is None:
            from q40k.tui.map.preview import Preview  # late: the first screen begins without a map

            self.preview = Preview()
            self.mount(self.preview, after=self.head)
        if self.preview is not None:
            self.preview.display = scene is not None
            self.preview.show(scene)
        self.last.tell(look.lines(*last))

    def _read(self, locale: Locale, library: MatchLibrary, row: MatchRow, head: Rows) -> None:
        """Read a match and show it; show the rows alone if it cannot be read."""
        try:
            with closing(library.open(row.id, watch=True, whole=False)) as match_session:
                self._show_session(locale, match_session, head)
        except JournalError:
            return

    def _show_session(self, locale: Locale, match_session: MatchSession, head: Rows) -> None:
        from q40k.tui.desk import Desk  # late: the game is read with it
        from q40k.tui.panels import rows_of

        desk = Desk(match_session, lambda: None, locale)
        state, view = desk.state, desk.view
        scene = view.scene(state)
        high = self.app.size.height - len(head)
        places = winners_first(race_places(view.race(state)), view.status(state).winners)
        race = race_lines(desk.locale, places, self.width, min(MOST_RACE, len(places)))
        room = min(MOST_LINES, high // 4) if scene is not None else high - len(race) - 8
        happened: list[Content] = []
        for line in match_session.lines(4 * MOST_LINES):
            sentences = [row for row in rows_of(desk, state, line) if not row.beat.across]
            happened += [row for sentence in sentences for row in sentence.lines(self.width)]
        self._show([*head, *([""] if head and race else []), *race], scene, happened[-max(1, room) :])

    def _read_game(self, locale: Locale, id: str) -> None:
        """Show the table that a match of a game is set up at."""
        from q40k.tui.desk import Desk

        game = games.find(id)
        with suppress(PackError), closing(temporary_match(game)) as match_session:
            desk = Desk(match_session, read_packs(Context(locale.language), game), locale)
            choices = desk.field.choices() if desk.field is not None else ()
            lobby = desk.screen.lobby(desk, desk.state, choices[0].value if choices else None)
            if lobby is not None:
                about = [row for text in lobby.about[:MOST_ABOUT] for row in (text, "")]
                title = lobby.title or game.manifest.name
                self._show([style_text(title, "bold"), *about], lobby.scene, [style_text(lobby.caption, look.MUTED)])
