"""The banner: whose part it is, in letters that are read across the table, and who leads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from textual.content import Content

from q40k.table.shown.race import Place
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.headline.letters import MIDDLING, dots, large, middling
from q40k.tui.headline.race import line
from q40k.tui.steady import Told

HUGE, LARGE = 10, 5
"""The rows of the letters, the first in hall mode only; where there is room for none of them, the
prompt's own first line says whose part it is, across the whole screen.
"""
BESIDE, MOST_BESIDE = 30, 56
"""The least columns that the leaders take, and the most."""
LEADERS = 3


class Banner(Told):
    """A name in its colour, in large letters; beside it what it does, and the leaders."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="banner")
        self.desk = desk

    def show(
        self,
        state: Any,
        width: int,
        spare: int,
        race: Iterable[Place] = (),
        *,
        alone: bool = False,
        sizes: tuple[int, ...] = (LARGE, MIDDLING),
    ) -> int:
        """Show a state with so many rows to spare; returns the rows that the banner takes.

        `race` is how it stands, the leaders first. `alone` it leaves them out, where the whole race
        is shown below. `sizes` are the rows of letters to choose from.
        """
        rows = next((rows for rows in sizes if rows <= spare), 0)
        name, colour = self._who(state)
        self.display = bool(rows and name)
        if not self.display:
            return 0
        room = width - 2
        wide = room >= 3 * BESIDE and not alone
        beside = min(MOST_BESIDE, room - 2 * BESIDE) if wide else 0
        told = self._beside(state, rows, beside, race) if beside else []
        beside = beside if told else 0
        letters = self._letters(name, rows, room - beside)
        drawn = [
            Content.assemble(
                (look.fit(line, room - beside), f"{colour} bold"),
                told[number].truncate(beside) if beside and number < len(told) else "",
            )
            for number, line in enumerate(letters)
        ]
        self.tell(look.lines(*drawn))
        return rows

    def _who(self, state: Any) -> tuple[str, str]:
        """Who is asked something, else whose part it is, else who has won; and its colour."""
        desk, status = self.desk, self.desk.view.status(state)
        question = desk.match_session.question
        asked = question.who if question is not None else None
        seat = asked or next(iter(status.active), None)
        if status.over and status.winners:
            return desk.locale.listed(status.winners), "$call"
        name = next((one.name for one in desk.view.seats(state) if one.id == seat), "")
        return name, desk.screen.colour(desk, state, seat) if name and seat else ""

    def _letters(self, name: str, rows: int, room: int) -> list[str]:
        """The name as large as there is room for, in exactly so many rows."""
        drawn = dots(name)
        times = rows // LARGE
        while drawn is not None and times:
            if 2 * times * len(drawn[0]) <= room:
                return _middle(large(drawn, times), rows)
            times -= 1
        if drawn is not None and len(drawn[0]) <= room:
            return _middle(middling(drawn), rows)
        return _middle([look.fit(name, room)], rows)

    def _beside(self, state: Any, rows: int, beside: int, race: Iterable[Place]) -> list[Content]:
        """The first of the race, a line each; below them, where there is room, the phase."""
        leaders = enumerate(islice(race, LEADERS), 1)
        lines = [line(self.desk.locale, one, beside, n) for n, one in leaders]
        if rows < LARGE:
            return lines
        steps = self.desk.screen.ribbon(self.desk, state).steps
        now = next((word for word, here in steps if here), "")
        return [*lines, *[Content("")] * (LARGE - 1 - len(lines)), look.styled(now, "bold")]


def _middle(lines: list[str], rows: int) -> list[str]:
    """Some lines in the middle of so many rows."""
    above = (rows - len(lines)) // 2
    return [*[""] * above, *lines, *[""] * (rows - len(lines) - above)]
