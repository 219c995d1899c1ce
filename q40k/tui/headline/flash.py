"""A call of the clock across the whole screen: the time that is left, for two seconds.

It lies over what is below the ribbon, takes no key and moves nothing.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.sentences import time_of
from q40k.table.shown.clock import CALLED_FOR, Reading, told
from q40k.tui import look
from q40k.tui.clock import large
from q40k.tui.desk import Desk

COLOURS: Final = ("$accent", "$warning", "$error")
"""In good time, and below the two times of `Clock.hurry`."""
WITH_AIR: Final = 30
"""From so many rows on there is a row of its own above the figures, and one below."""


class Flash(Static):
    """The call; hidden but for the two seconds after one."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="flash")
        self.desk = desk
        self.display = False
        self._ends: Timer | None = None

    def call(self, now: Reading, below: int) -> None:
        """Call the time that the clock shows now, below so many rows."""
        width, high = self.screen.size.width, self.screen.size.height
        rows = self._rows(now)
        air = [""] if high >= WITH_AIR else []
        lines = [f"{row:^{width}}" for row in (*air, *rows, *air)]
        style = f"bold reverse {colour(now)}"
        self.update(look.lines(*(Content.styled(line, style) for line in lines)))
        self.styles.height = len(lines)
        self.styles.offset = (0, below)
        self.display = True
        if self._ends is not None:
            self._ends.stop()
        self._ends = self.set_timer(CALLED_FOR, self.hide)

    def hide(self) -> None:
        """It has been seen."""
        self.display = False

    def _rows(self, now: Reading) -> list[str]:
        """The figures of whichever time is shorter, with what it means beside the middle row."""
        left = min(one for one in (now.part, now.match) if one is not None)
        words = told(self.desk.locale, now)
        rows = large(time_of(max(0, ceil(left))))
        beside = ("", f"  {words}" if words else "", "")
        return [f"{row}{beside[n]:<{len(beside[1])}}" for n, row in enumerate(rows)]


def colour(now: Reading) -> str:
    """The more urgent the less is left."""
    left = now.part if now.part is not None else now.match
    late = sum(left <= seconds for seconds in now.hurry or ()) if left is not None else 0
    if now.hurry is None or (left is not None and left <= 0):
        late = 2 if left is not None and left <= 0 else 1
    return COLOURS[late]
