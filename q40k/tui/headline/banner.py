"""The banner: whose part it is, in letters readable across the table, and who leads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from textual.content import Content

from q40k.table.shown.race import RacePlace
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.headline.letters import MIDDLING, dots, large, middling
from q40k.tui.headline.race import race_line
from q40k.tui.steady import TextPanel

HUGE, LARGE = 10, 5
"""The rows of the letters, the first in hall mode only. Without room for either, the prompt's first
line says whose part it is, across the whole screen.
"""
BESIDE, MOST_BESIDE = 30, 56
"""The fewest columns of the leaders, and the most."""
LEADERS = 3


class Banner(TextPanel):
    """A name in its colour, in large letters; beside it the phase and the leaders."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="banner")
        self.desk = desk

    def show(
        self,
        state: Any,
        width: int,
        spare: int,
        race: Iterable[RacePlace] = (),
        *,
        alone: bool = False,
        sizes: tuple[int, ...] = (LARGE, MIDDLING),
    ) -> int:
        """Show a state in at most `spare` rows; return the rows that the banner takes.

        `race` is the places, the leaders first. `alone` leaves them out, where the whole race is
        shown below. `sizes` are the rows of letters to choose from.
        """
        rows = next((rows for rows in sizes if rows <= spare), 0)
        name, colour = self._who(state)
        self.display = bool(rows and name)
        if not self.display:
            return 0
        room = width - 2
        wide = room >= 3 * BESIDE and not alone
        beside = min(MOST_BESIDE, room - 2 * BESIDE) if wide else 0
        leaders = self._beside(state, rows, beside, race) if beside else []
        beside = beside if leaders else 0
        letters = self._letters(name, rows, room - beside)
        banner = [
            Content.assemble(
                (look.fit(line, room - beside), f"{colour} bold"),
                leaders[number].truncate(beside) if beside and number < len(leaders) else "",
            )
            for number, line in enumerate(letters)
        ]
        self.tell(look.lines(*banner))
        return rows

    def _who(self, state: Any) -> tuple[str, str]:
        """Return who is asked, else whose part it is, else who has won; and the colour."""
        desk, status = self.desk, self.desk.view.status(state)
        question = desk.snapshot.question
        target = question.who if question is not None else None
        seat = target or next(iter(status.active), None)
        if status.over and status.winners:
            return desk.locale.join_and(status.winners), "$call"
        name = next((entry.name for entry in desk.view.seats(state) if entry.id == seat), "")
        return name, desk.screen.colour(desk, state, seat) if name and seat else ""

    def _letters(self, name: str, rows: int, room: int) -> list[str]:
        """Return the name as large as it fits `room` columns, in exactly `rows` rows."""
        drawn = dots(name)
        times = rows // LARGE
        while drawn is not None and times:
            if 2 * times * len(drawn[0]) <= room:
                return _centre_rows(large(drawn, times), rows)
            times -= 1
        if drawn is not None and len(drawn[0]) <= room:
            return _centre_rows(middling(drawn), rows)
        return _centre_rows([look.fit(name, room)], rows)

    def _beside(
        self, state: Any, rows: int, beside: int, race: Iterable[RacePlace]
    ) -> list[Content]:
        """Return the first of the race, a line each; below them, where there is room, the phase."""
        leaders = enumerate(islice(race, LEADERS), 1)
        lines = [race_line(self.desk.locale, place, beside, n) for n, place in leaders]
        if rows < LARGE:
            return lines
        steps = self.desk.screen.ribbon(self.desk, state).steps
        now = next((word for word, running in steps if running), "")
        return [*lines, *[Content("")] * (LARGE - 1 - len(lines)), look.style_text(now, "bold")]


def _centre_rows(lines: list[str], rows: int) -> list[str]:
    """Centre lines vertically in `rows` rows."""
    above = (rows - len(lines)) // 2
    return [*[""] * above, *lines, *[""] * (rows - len(lines) - above)]
