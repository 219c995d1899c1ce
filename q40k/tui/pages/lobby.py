"""The lobby: what is played, who takes part, what is missing, and the table from above."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.look import fit, right, style_text
from q40k.tui.map.preview import Preview
from q40k.tui.steady import TextPanel

if TYPE_CHECKING:
    from q40k.tui.desk import Desk
    from q40k.tui.game_screen import Lobby


# -- the lobby ------------------------------------------------------------------------------

BESIDE_FROM = 24
"""The least width of the table beside the players."""
MAP_FROM = 8
"""The least height of the table; in fewer rows it is unreadable."""
CARD_COLUMNS = 44
"""The width of the card of the marked item, if there is room."""
MOST_TEXT = 80
"""The greatest width of text; longer lines are hard to read."""
LOW, WIDE_FROM = 4, 16
"""From this many rows for the description there is one empty row, or several."""
LEAST_LINES = 2
"""A paragraph with fewer visible lines is left out."""
MORE = " … F1"
"""The mark of a text that is cut: F1 shows all of it."""
WHAT_FROM = 12
"""The columns reserved for what a player fields."""


class LobbyPane(Horizontal):
    """The view of a match that is being set up, above the prompt."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="lobby")
        self.desk = desk
        self.text = TextPanel(id="lobby-text")
        self.side = Vertical(id="lobby-side")
        self.card = TextPanel(id="lobby-card")
        self.preview = Preview()
        self.caption = TextPanel(id="lobby-caption")
        self._lobby: Lobby | None = None
        self._back = 0  # so many of the last players are scrolled out below
        self._page = 0  # so many players fit; 0 while all do

    def compose(self) -> ComposeResult:
        """Yield the players at the left, the table at the right."""
        yield self.text
        with self.side:
            yield self.card
            yield self.preview
            yield self.caption

    @property
    def needs(self) -> int:
        """The number of rows that are needed to show every player."""
        lobby = self._lobby
        return 0 if lobby is None else len(lobby.seats) + len(lobby.missing) + 3

    def show(self, lobby: Lobby | None) -> None:
        """Show the lobby, or hide it once the match has begun."""
        self._lobby = lobby
        self.display = lobby is not None
        if lobby is not None:
            self.lay_out(self.app.size.width, self.size.height)

    def lay_out(self, width: int, height: int) -> None:
        """Lay out the pane for a size in columns and rows."""
        lobby = self._lobby
        if lobby is None or not height:
            return
        columns = self._side(width, height, lobby)
        card = look.lines(*lobby.marked)
        rows_left = height - (len(card.wrap(max(1, columns - 3))) + 1 if lobby.marked else 0)
        has_map = lobby.scene is not None and rows_left >= MAP_FROM
        self.side.display = columns >= BESIDE_FROM and (has_map or bool(lobby.marked))
        self.side.styles.width = columns
        text_width = min(width - 3 - (columns if self.side.display else 0), MOST_TEXT)
        self.text.tell(look.lines(*self._rows(lobby, text_width, height)))
        self.card.display = bool(lobby.marked)
        self.card.tell(card)
        self.preview.display = self.caption.display = has_map
        self.preview.show(lobby.scene if has_map else None)
        self.caption.tell(style_text(lobby.caption, look.MUTED))

    @staticmethod
    def _side(width: int, height: int, lobby: Lobby) -> int:
        """Return the width of the table: as its shape needs, at most half of the pane."""
        least = CARD_COLUMNS if lobby.marked else BESIDE_FROM
        across, down = lobby.scene.size if lobby.scene is not None else (0, 1)
        return min(width // 2, max(least, 2 * (height - 1) * across // max(1, down) + 3))

    def _rows(self, lobby: Lobby, width: int, height: int) -> list[Content | str]:
        """Return the rows: what is played in the room that the players and missing items leave."""
        missing = [line for item in lobby.missing for line in item.wrap(width)]
        seats = self._fitting(list(_seats(lobby, width)), height - len(missing))
        room = height - len(seats) - len(missing)
        is_wide = room > WIDE_FROM
        between: list[Content | str] = [""] if room > LOW else []
        blanks = len(between) * (bool(seats or missing) + bool(seats and missing))
        about = _about(lobby, width, room - blanks, wide=is_wide)
        return [*about, *(between if about else []), *seats, *(between if seats else []), *missing]

    def _fitting(self, seats: list[Content], room: int) -> list[Content]:
        """Return the players that fit, the last ones first of all, and how many are above and below."""
        self._page = 0 if len(seats) <= room else max(1, room - 2)
        if not self._page:
            self._back = 0
            return seats
        self._back = max(0, min(self._back, len(seats) - self._page - 1))
        end = len(seats) - self._back
        first = end - self._page - (0 if self._back else 1)
        if first <= 1:
            first, end = 0, self._page + 1
        say = self.desk.locale.say
        above = [style_text(say(N_("  ↑ {number} more (Page up)"), number=first), look.MUTED)] if first else []
        hidden = len(seats) - end
        below = [style_text(say(N_("  ↓ {number} more (Page down)"), number=hidden), look.MUTED)] if hidden else []
        return [*above, *seats[first:end], *below]

    def scroll_seats(self, key: str) -> bool:
        """Scroll the players by a page, if the key does that and not all of them fit; return whether it did."""
        if not self._page or key not in ("pageup", "pagedown"):
            return False
        self._back += self._page if key == "pageup" else -self._page
        self.lay_out(self.app.size.width, self.size.height)
        return True

    def explain(self) -> str:
        """Return the full description of what is played, for F1."""
        return "\n\n".join((self._lobby.title, *self._lobby.about)) if self._lobby else ""


def _about(lobby: Lobby, width: int, room: int, *, wide: bool) -> list[Content | str]:
    """Return the description of what is played, cut to the room; if `wide`, with spaced paragraphs.

    A cut text ends with a mark: F1 shows all of it.
    """
    lines = [(fit(lobby.title, width), "bold")] if lobby.title else []
    for number, paragraph in enumerate(lobby.about):
        style = look.MUTED if number else ""
        shown = [line.plain for line in Content(paragraph).wrap(width)]
        gap = wide and number > 0
        lines_left = room - len(lines) - gap
        is_cut = lines_left < len(shown)
        if lines_left < min(len(shown), LEAST_LINES):
            lines_left = 0
        blank = [("", "")] if gap and lines_left else []
        lines += [*blank, *((line, style) for line in shown[:lines_left])]
        if is_cut:
            lines[-1:] = [(_more(text, width), style) for text, style in lines[-1:]]
            break
    return [style_text(*line) for line in lines]


def _more(text: str, width: int) -> str:
    """Return a line that ends with the mark of a cut text."""
    text = text.rstrip()
    if cell_len(text) + len(MORE) > width:
        text = text[: max(0, width - len(MORE))].rpartition(" ")[0]
    return text + MORE


def _seats(lobby: Lobby, width: int) -> Iterator[Content]:
    """Yield a row for each player: the name, the army, and its worth."""
    head = max((who.cell_length for who, _what, _worth in lobby.seats), default=0)
    tail = max((len(worth) for _who, _what, worth in lobby.seats), default=0)
    head = max(0, min(head, width - tail - WHAT_FROM - 3))
    room = max(0, width - head - tail - 3)
    is_cut = any(cell_len(what) > room for _who, what, _worth in lobby.seats)
    for who, what, worth in lobby.seats:
        shown = who.truncate(head, ellipsis=True, pad=True)
        middle = fit(lobby.shorter.get(what, what) if is_cut else what, room)
        yield Content.assemble(shown, "  ", (middle, look.MUTED), " ", (right(worth, tail), "bold"))
