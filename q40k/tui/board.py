"""The board: the seats of a match, a row each. One seat may be marked."""

from operator import is_
from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message

from q40k.games.game import Racer, Seat
from q40k.i18n.locale import Locale
from q40k.table.shown import RacePlace, race_places
from q40k.tabletop.colours import seat_colour
from q40k.tui import headline, look
from q40k.tui.forms import AnyDesk
from q40k.tui.look import fit, right, style_text
from q40k.tui.steady import Lined, changed_rows

NAME = 20
"""The width of a name in columns, when the row shows more than the name."""


class Board(Lined, can_focus=True):
    """The seats, in a row each. The arrows or a click mark a seat, whose card is then shown.

    A game that shows more of a seat derives its own board: `seats` are the rows, `head` and `row`
    draw them. `facts` is all that a row depends on, so that only changed rows are drawn.
    """

    class Marked(Message):
        """A seat was marked, or the mark was removed."""

        def __init__(self, seat: str | None) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, desk: AnyDesk) -> None:
        super().__init__(id="board")
        self.desk = desk
        self.state: Any = desk.state
        self.places: dict[str, RacePlace] = {}
        self.marked: str | None = None
        self._race: tuple[Any, tuple[Racer, ...]] = None, ()  # a state and its race
        self._race_began: tuple[Any, tuple[Racer, ...]] = None, ()  # the same at the start of the turn
        self._lines: list[Content] = []
        self._row_cache: dict[str, tuple[tuple[Any, ...], Content]] = {}
        self._laid_size: Size | None = None

    @property
    def locale(self) -> Locale:
        """The locale of the desk."""
        return self.desk.locale

    def show(self, state: Any, before: Any = None) -> None:
        """Show another state; `before` is the state when its turn began."""
        last = self._race[1], self._race_began[1]
        self._race, self._race_began = self._race_of(state, self._race), self._race_of(before, self._race_began)
        now = self._race[1], self._race_began[1]
        if not all(map(is_, last, now)):
            self.places = {place.racer.side: place for place in race_places(*now)}
        self.state = state
        if self.has_changed(state, before, self.desk.locale, self.marked, *self.size):
            self._show()

    def _race_of(self, state: Any, last: tuple[Any, tuple[Racer, ...]]) -> tuple[Any, tuple[Racer, ...]]:
        """Return a state and its race; only what changed since the last one is computed again."""
        view, (shown, race) = self.desk.view, last
        if state is None:
            return None, ()
        return state, view.race(state) if shown is None else view.race_after(race, shown, state)

    def _show(self) -> None:
        """Repaint the lines that changed."""
        self.redraw(self._lay())

    def card_seat(self, asked: str | None = None) -> str | None:
        """Return the seat whose card is shown: the marked, the asked or the active one."""
        seats = self.seats()
        return next((seat for seat in (self.marked, asked) if seat in seats), None) or self.active()

    # -- what a game may draw otherwise ----------------------------------------------------

    def seats(self) -> list[str]:
        """Return the ids of the seats from top to bottom."""
        return [seat.id for seat in self.desk.view.seats(self.state)]

    def active(self) -> str | None:
        """Return the seat that must be visible when none is marked."""
        return next(iter(self.desk.view.status(self.state).active), None)

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """Return all that a row depends on."""
        return (self._seat(seat), self._mark(seat), seat == self.marked, self.places.get(seat), width)

    def head(self, width: int) -> Content:
        """Return the row above the seats."""
        _ = self.locale.gettext
        text = fit("    " + _("order"), NAME + 5) + (_("towards victory") if self.places else "")
        return style_text(fit(text, width), look.MUTED)

    def row(self, seat: str, width: int) -> Content:
        """Return the row of a seat."""
        entry = self._seat(seat)
        mark = self._mark(seat)
        number = self.desk.view.seats(self.state).index(entry) + 1
        place = self.places.get(seat)
        room = width - 1 if place is None else min(NAME + 4, width // 2)
        text = fit(f" {right(str(number), 2)} {entry.name}", room)
        colour = look.ink(seat_colour(entry.colour))
        style = f"{colour}{'' if entry.present else ' italic'}{' bold' if mark == look.NOW else ''}"
        drawn = Content.assemble((mark, "bold"), (text, style))
        if place is not None:
            long = width - room - 1 - headline.FIGURE - headline.GAIN
            bar = headline.gauge(place.racer.progress, place.since, max(4, long), headline.ink(place))
            gain = right(place.gain(self.locale), headline.GAIN)
            drawn = Content.assemble(drawn, bar, headline.result_text(self.locale, place), gain)
        return drawn.stylize("reverse") if seat == self.marked else drawn

    def below(self) -> list[Content]:
        """Return the lines below the seats; they are cut to the free rows."""
        return []

    def _lines_below(self, width: int, rows: int) -> list[Content]:
        """Return as many lines as there are rows, below an empty one if a row is spare."""
        lines = [row for below in self.below() for row in below.wrap(width)] if rows > 0 else []
        spare = rows > len(lines)
        return [*[Content("")] * (spare and bool(lines)), *lines[:rows]]

    def _seat(self, seat: str) -> Seat:
        return next(entry for entry in self.desk.view.seats(self.state) if entry.id == seat)

    def _mark(self, seat: str) -> str:
        if not self._seat(seat).present:
            return look.GONE
        return look.NOW if seat in self.desk.view.status(self.state).active else " "

    # -- drawing ---------------------------------------------------------------------------

    def _more(self, sign: str, count: int) -> Content:
        """Return the row that says how many seats do not fit above or below."""
        _ = self.locale.gettext
        return style_text(_("  {sign} {number} more").format(sign=sign, number=count), look.MUTED)

    def _window(self) -> tuple[int, list[str]]:
        """Return the number of rows above the seats, and the seats that fit below them.

        The marked seat, or without a mark the active one, is always among them. Where seats do not
        fit, a row above and below says how many.
        """
        rows, height = self.seats(), self.size.height
        if height > len(rows):
            return 1, rows
        seen = self.marked or self.active()
        here = rows.index(seen) if seen in rows else 0
        if height == len(rows) or height <= 2:
            first = max(0, min(here - height // 2, len(rows) - height))
            return 0, rows[first : first + max(1, height)]
        if here < height - 1:
            return 0, rows[: height - 1]
        if here > len(rows) - height:
            return 1, rows[1 - height :]
        first = here - (height - 2) // 2
        return 1, rows[first : first + height - 2]

    def _lay(self) -> list[int]:
        """Make the lines for the present state and size; return the indexes of changed lines."""
        width = max(20, self.size.width or 50)
        heads, rows = self._window()
        seats = self.seats()
        above = seats.index(rows[0]) if rows else 0
        below = len(seats) - above - len(rows)
        lines = [self._more("↑", above) if above else self.head(width)] if heads else []
        for seat in rows:
            facts = (self.locale.language, *self.facts(seat, width))
            if self._row_cache.get(seat, (None,))[0] != facts:
                self._row_cache[seat] = (facts, self.row(seat, width))
            lines.append(self._row_cache[seat][1])
        lines += [self._more("↓", below)] if below and self.size.height > 2 else []
        lines += self._lines_below(width, self.size.height - len(lines))
        previous, self._lines, self._laid_size = self._lines, lines, self.size
        return changed_rows(previous, lines)

    def visible_rows(self) -> list[Content]:
        """Return the lines for the present size."""
        if self._laid_size != self.size:
            self._lay()
        return self._lines

    # -- marking ---------------------------------------------------------------------------

    def mark(self, seat: str | None) -> None:
        """Mark a seat, or none."""
        self.marked = seat
        self._show()
        self.post_message(self.Marked(seat))

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked seat; a second click removes the mark."""
        heads, rows = self._window()
        row = event.y - heads
        if 0 <= row < len(rows):
            self.mark(None if rows[row] == self.marked else rows[row])

    def key_up(self) -> None:
        """Mark the seat above."""
        self._step(-1)

    def key_down(self) -> None:
        """Mark the seat below."""
        self._step(1)

    def walk(self, key: str) -> None:
        """Mark another seat by a key that walks: the next, one a page on, the first or the last."""
        rows, page = self.seats(), max(1, self.size.height - 2)
        if key in ("up", "down"):
            self._step(-1 if key == "up" else 1)
        elif rows:
            here = rows.index(self.marked) if self.marked in rows else 0
            to = {"pageup": here - page, "pagedown": here + page, "home": 0, "end": len(rows)}[key]
            self.mark(rows[max(0, min(to, len(rows) - 1))])

    def _step(self, by: int) -> None:
        rows = self.seats()
        if not rows:
            return
        here = rows.index(self.marked) if self.marked in rows else (-1 if by > 0 else 0)
        self.mark(rows[(here + by) % len(rows)])

    def explain(self) -> str:
        """Return what F1 says of the board."""
        _ = self.locale.gettext
        return _("Who plays. Up, Down or a click show another card.")
