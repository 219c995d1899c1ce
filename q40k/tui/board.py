"""The seats of a match as a board, a row each; one of them may be marked."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual

from q40k.games.game import Seat
from q40k.i18n.locale import Locale
from q40k.table import colours
from q40k.table.shown.race import Place, places
from q40k.tui import look
from q40k.tui.forms import AnyDesk
from q40k.tui.headline import race
from q40k.tui.look import fit, right, styled
from q40k.tui.steady import Steady, others

NAME = 20
"""The columns of a name, where there is more to show of a seat than that."""


class Board(Steady, can_focus=True):
    """Who plays, in a row each. The arrows or a click mark a seat, whose card is then shown.

    A game that has more to show of a seat derives a board of its own: `seats` are the rows, `head`
    and `row` draw them, `facts` is all that a row depends on, so that only what changed is drawn.
    """

    class Marked(Message):
        """A seat was marked, or none any more."""

        def __init__(self, seat: str | None) -> None:
            super().__init__()
            self.seat = seat

    def __init__(self, desk: AnyDesk) -> None:
        super().__init__(id="board")
        self.desk = desk
        self.state: Any = desk.state
        self.places: dict[str, Place] = {}
        self.marked: str | None = None
        self._raced: tuple[Any, Any] | None = None
        self._lines: list[Content] = []
        self._made: dict[str, tuple[tuple[Any, ...], Content]] = {}
        self._laid: Size | None = None
        self._drawn: dict[int, tuple[Content, tuple[Any, ...], Strip]] = {}

    @property
    def locale(self) -> Locale:
        """The language it speaks."""
        return self.desk.locale

    def show(self, state: Any, before: Any = None) -> None:
        """Show another state; `before` is how its turn began."""
        if not self._stands(state, before):
            found = places(self.desk.view, state, before)
            self.places = {place.racer.side: place for place in found}
            self._raced = (state, before)
        self.state = state
        self._show()

    def _stands(self, state: Any, before: Any) -> bool:
        """Whether the race is the one that was shown last."""
        if self._raced is None or self._raced[1] is not before:
            return False
        return self.desk.view.same_race(self._raced[0], state)

    def _show(self) -> None:
        """Repaint the lines that are others now."""
        self.redraw(self._lay())

    def shown(self, asked: str | None = None) -> str | None:
        """Whose card is shown: that of the marked seat, of the one who is asked, or the active."""
        there = self.seats()
        return next((one for one in (self.marked, asked) if one in there), None) or self.active()

    # -- what a game may draw otherwise ----------------------------------------------------

    def seats(self) -> list[str]:
        """The seats from top to bottom, by id."""
        return [seat.id for seat in self.desk.view.seats(self.state)]

    def active(self) -> str | None:
        """Who is sure to be seen when nobody is marked."""
        return next(iter(self.desk.view.status(self.state).active), None)

    def facts(self, seat: str, width: int) -> tuple[Any, ...]:
        """All that a row depends on."""
        return (
            self._seat(seat),
            self._mark(seat),
            seat == self.marked,
            self.places.get(seat),
            width,
        )

    def head(self, width: int) -> Content:
        """The row above the seats."""
        _ = self.locale.gettext
        told = fit("    " + _("order"), NAME + 5) + (_("towards victory") if self.places else "")
        return styled(fit(told, width), look.MUTED)

    def row(self, seat: str, width: int) -> Content:
        """The row of a seat."""
        one = self._seat(seat)
        mark = self._mark(seat)
        number = self.desk.view.seats(self.state).index(one) + 1
        place = self.places.get(seat)
        room = width - 1 if place is None else min(NAME + 4, width // 2)
        text = fit(f" {right(str(number), 2)} {one.name}", room)
        colour = look.ink(colours.colour(one.colour))
        style = f"{colour}{'' if one.present else ' italic'}{' bold' if mark == look.NOW else ''}"
        drawn = Content.assemble((mark, "bold"), (text, style))
        if place is not None:
            long = width - room - 1 - race.FIGURE - race.GAIN
            bar = race.gauge(place.racer.part, place.since, max(4, long), race.ink(place))
            gain = right(place.gain(self.locale), race.GAIN)
            drawn = Content.assemble(drawn, bar, race.figures(self.locale, place), gain)
        return drawn.stylize("reverse") if seat == self.marked else drawn

    def below(self) -> list[Content]:
        """What is told below the seats, as far as there is room."""
        return []

    def _told_below(self, width: int, rows: int) -> list[Content]:
        """As many lines of it as there are rows, below an empty one if that is to spare."""
        told = [row for line in self.below() for row in line.wrap(width)] if rows > 0 else []
        spare = rows > len(told)
        return [*[Content("")] * (spare and bool(told)), *told[:rows]]

    def _seat(self, seat: str) -> Seat:
        return next(one for one in self.desk.view.seats(self.state) if one.id == seat)

    def _mark(self, seat: str) -> str:
        if not self._seat(seat).present:
            return look.GONE
        return look.NOW if seat in self.desk.view.status(self.state).active else " "

    # -- drawing ---------------------------------------------------------------------------

    def _window(self) -> tuple[int, list[str]]:
        """How many rows of heads there are, and the seats that fit below, the marked one too.

        Without a mark it is the active one that is sure to be seen.
        """
        rows, height = self.seats(), self.size.height
        if height > len(rows):
            return 1, rows
        seen = self.marked or self.active()
        here = rows.index(seen) if seen in rows else 0
        first = max(0, min(here - height // 2, len(rows) - height))
        return 0, rows[first : first + max(1, height)]

    def _lay(self) -> list[int]:
        """Make the lines for the present state and size; which of them are others."""
        width = max(20, self.size.width or 50)
        heads, rows = self._window()
        lines = [self.head(width)] if heads else []
        for seat in rows:
            facts = (self.locale.language, *self.facts(seat, width))
            if self._made.get(seat, (None,))[0] != facts:
                self._made[seat] = (facts, self.row(seat, width))
            lines.append(self._made[seat][1])
        lines += self._told_below(width, self.size.height - len(lines))
        before, self._lines, self._laid = self._lines, lines, self.size
        return others(before, lines)

    def render_line(self, y: int) -> Strip:
        """One line; only those that changed are made anew."""
        if self._laid != self.size:
            self._lay()
        style = self.visual_style
        if y >= len(self._lines) or not self.size.width:
            return Strip.blank(self.size.width, style.rich_style)
        line, look_alike = self._lines[y], (self.size.width, style, self.app.theme)
        known = self._drawn.get(y)
        if known is None or known[0] is not line or known[1] != look_alike:
            drawn = Visual.to_strips(self, line, self.size.width, 1, style)[0]
            known = self._drawn[y] = (line, look_alike, drawn)
        return known[2]

    def render(self) -> Content:
        """All lines, for a selection of its text."""
        return look.lines(*self._lines)

    # -- marking ---------------------------------------------------------------------------

    def mark(self, seat: str | None) -> None:
        """Mark a seat, or none."""
        self.marked = seat
        self._show()
        self.post_message(self.Marked(seat))

    def on_click(self, event: events.Click) -> None:
        """A click marks the seat of that row; a second one lets go."""
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

    def _step(self, by: int) -> None:
        rows = self.seats()
        if not rows:
            return
        here = rows.index(self.marked) if self.marked in rows else (-1 if by > 0 else 0)
        self.mark(rows[(here + by) % len(rows)])

    def explain(self) -> str:
        """What F1 says of the board."""
        _ = self.locale.gettext
        return _("Who plays. Up, Down or a click show another card.")
