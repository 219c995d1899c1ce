"""A call of the clock across the whole screen: the remaining time, for two seconds.

It covers the rows below the ribbon, takes no key and moves nothing.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.sentences import clock_time
from q40k.table.shown.clock import CALLED_FOR, Reading, clock_message
from q40k.tui import look
from q40k.tui.clock import large
from q40k.tui.desk import Desk

COLOURS: Final = ("$accent", "$warning", "$error")
"""The colours in good time, and below the two times of `Clock.hurry`."""
WITH_AIR: Final = 30
"""The screen rows from which there is an empty row above the digits, and one below."""


class Flash(Static):
    """The call; hidden except for the two seconds after one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="flash")
        self.desk = desk
        self.display = False
        self._ends: Timer | None = None

    def call(self, now: Reading, below: int) -> None:
        """Call the time that the clock shows now, from the row `below` on."""
        width, high = self.screen.size.width, self.screen.size.height
        rows = self._rows(now)
        air = [""] if high >= WITH_AIR else []
        lines = [f"{row:^{width}}" for row in (*air, *rows, *air)]
        style = f"bold reverse {urgency_colour(now)}"
        self.update(look.lines(*(Content.styled(line, style) for line in lines)))
        self.styles.height = len(lines)
        self.styles.offset = (0, below)
        self.display = True
        if self._ends is not None:
            self._ends.stop()
        self._ends = self.set_timer(CALLED_FOR, self.hide)

    def hide(self) -> None:
        """Hide the call again."""
        self.display = False

    def _rows(self, now: Reading) -> list[str]:
        """Return the shorter of the two times, with its meaning beside the middle row."""
        seconds = min(time for time in (now.part, now.match) if time is not None)
        words = clock_message(self.desk.locale, now)
        rows = large(clock_time(max(0, ceil(seconds))))
        beside = ("", f"  {words}" if words else "", "")
        return [f"{row}{beside[n]:<{len(beside[1])}}" for n, row in enumerate(rows)]


def urgency_colour(now: Reading) -> str:
    """Return the colour of a time: the less time, the more urgent."""
    seconds = now.part if now.part is not None else now.match
    late = sum(seconds <= limit for limit in now.hurry or ()) if seconds is not None else 0
    if now.hurry is None or (seconds is not None and seconds <= 0):
        late = 2 if seconds is not None and seconds <= 0 else 1
    return COLOURS[late]
