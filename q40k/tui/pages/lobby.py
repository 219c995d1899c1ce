"""The lobby: what is played, who sits at the table, what is missing, and the table from above."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.look import fit, right, styled
from q40k.tui.map.preview import Preview
from q40k.tui.plain import Lobby
from q40k.tui.steady import Told

BESIDE_FROM = 24
"""So many columns a table needs beside the players, to be worth looking at."""
MAP_FROM = 8
"""In fewer rows nothing of a table can be told."""
CARD_COLUMNS = 44
"""What the card of what is marked is set in, where there is room."""
MOST_TEXT = 80
"""No line of words is longer: one would lose the next."""
LOW, WIDE_FROM = 4, 16
"""With so many rows for what is played there is room for an empty row, or for several."""
LEAST_LINES = 2
"""Fewer lines than so many of a paragraph tell nothing."""
MORE = " … F1"
"""Behind what is cut off, and where one reads all of it."""
WHAT_FROM = 12
"""So many columns are left in any case for what somebody fields."""


class LobbyPane(Horizontal):
    """What the screen shows of a match that is being set up, above what is asked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="lobby")
        self.desk = desk
        self.text = Told(id="lobby-text")
        self.side = Vertical(id="lobby-side")
        self.card = Told(id="lobby-card")
        self.preview = Preview()
        self.caption = Told(id="lobby-caption")
        self._lobby: Lobby | None = None

    def compose(self) -> ComposeResult:
        """The players at the left, the table at the right."""
        yield self.text
        with self.side:
            yield self.card
            yield self.preview
            yield self.caption

    @property
    def needs(self) -> int:
        """The rows without which somebody would not be seen."""
        lobby = self._lobby
        return 0 if lobby is None else len(lobby.seats) + len(lobby.missing) + 3

    def show(self, lobby: Lobby | None) -> None:
        """Show the lobby; nothing once the match has begun."""
        self._lobby = lobby
        self.display = lobby is not None
        if lobby is not None:
            self.lay(self.app.size.width, self.size.height)

    def lay(self, width: int, height: int) -> None:
        """Lay it out for a screen so wide, in so many rows."""
        lobby = self._lobby
        if lobby is None or not height:
            return
        columns = self._side(width, height, lobby)
        card = look.lines(*lobby.marked)
        room = height - (len(card.wrap(max(1, columns - 3))) + 1 if lobby.marked else 0)
        mapped = lobby.scene is not None and room >= MAP_FROM
        self.side.display = columns >= BESIDE_FROM and (mapped or bool(lobby.marked))
        self.side.styles.width = columns
        left = min(width - 3 - (columns if self.side.display else 0), MOST_TEXT)
        self.text.tell(look.lines(*self._rows(lobby, left, height)))
        self.card.display = bool(lobby.marked)
        self.card.tell(card)
        self.preview.display = self.caption.display = mapped
        self.preview.show(lobby.scene if mapped else None)
        self.caption.tell(styled(lobby.caption, look.MUTED))

    @staticmethod
    def _side(width: int, height: int, lobby: Lobby) -> int:
        """The columns of the table: as its shape needs, and no more than half."""
        least = CARD_COLUMNS if lobby.marked else BESIDE_FROM
        across, down = lobby.scene.size if lobby.scene is not None else (0, 1)
        return min(width // 2, max(least, 2 * (height - 1) * across // max(1, down) + 3))

    def _rows(self, lobby: Lobby, width: int, height: int) -> list[Content | str]:
        """The players first, then what is missing; what is played takes the room that is left."""
        seats = list(_seats(lobby, width))
        missing = [line for one in lobby.missing for line in one.wrap(width)]
        room = height - len(seats) - len(missing)
        wide = room > WIDE_FROM
        between: list[Content | str] = [""] if room > LOW else []
        apart = len(between) * (bool(seats or missing) + bool(seats and missing))
        told = _about(lobby, width, room - apart, wide=wide)
        return [*told, *(between if told else []), *seats, *(between if seats else []), *missing]

    def explain(self) -> str:
        """What F1 says of what is played: all of it."""
        return "\n\n".join((self._lobby.title, *self._lobby.about)) if self._lobby else ""


def _about(lobby: Lobby, width: int, room: int, *, wide: bool) -> list[Content | str]:
    """What is played, as much of it as there is room for; if `wide`, its paragraphs set apart.

    What is left out has a sign: F1 tells all of it.
    """
    told = [(fit(lobby.title, width), "bold")] if lobby.title else []
    for number, paragraph in enumerate(lobby.about):
        style = look.MUTED if number else ""
        shown = [line.plain for line in Content(paragraph).wrap(width)]
        apart = wide and number > 0
        left = room - len(told) - apart
        cut = left < len(shown)
        if left < min(len(shown), LEAST_LINES):
            left = 0
        blank = [("", "")] if apart and left else []
        told += [*blank, *((line, style) for line in shown[:left])]
        if cut:
            told[-1:] = [(_more(text, width), style) for text, style in told[-1:]]
            break
    return [styled(*line) for line in told]


def _more(text: str, width: int) -> str:
    """A line with the sign behind it that there is more."""
    text = text.rstrip()
    if cell_len(text) + len(MORE) > width:
        text = text[: max(0, width - len(MORE))].rpartition(" ")[0]
    return text + MORE


def _seats(lobby: Lobby, width: int) -> Iterator[Content]:
    """Who sits at the table, a row each: who, with what, for how much."""
    head = max((who.cell_length for who, _what, _worth in lobby.seats), default=0)
    tail = max((len(worth) for _who, _what, worth in lobby.seats), default=0)
    head = max(0, min(head, width - tail - WHAT_FROM - 3))
    for who, what, worth in lobby.seats:
        shown = who.truncate(head, ellipsis=True, pad=True)
        middle = fit(what, max(0, width - head - tail - 3))
        yield Content.assemble(shown, "  ", (middle, look.MUTED), " ", (right(worth, tail), "bold"))
