"""The clock's face: it ticks without the rest of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.timer import Timer

from q40k.i18n.sentences import time_of
from q40k.table.shown.clock import Reading, alarm, reading, told
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.sound.heard import of_alarm
from q40k.tui.steady import Steady


def _style(shown: Reading) -> str:
    if shown.paused:
        return look.MUTED
    if (shown.match is not None and shown.match <= 60) or (shown.part or 1) <= 0:
        return "bold reverse $error"
    if shown.hurry is not None and shown.part is not None:
        late = sum(shown.part <= seconds for seconds in shown.hurry)
        colour = ("$success", "$warning", "$error")[late]
        return f"bold {'reverse ' if shown.called else ''}{colour}"
    return "bold reverse $warning" if shown.warning is not None else "bold"


GLYPHS = {
    "0": ("╭─╮", "│ │", "╰─╯"), "1": (" ╷ ", " │ ", " ╵ "), "2": ("╶─╮", "┌─┘", "╰─╴"),
    "3": ("╶─╮", " ─┤", "╶─╯"), "4": ("╷ ╷", "╰─┤", "  ╵"), "5": ("╭─╴", "╰─╮", "╶─╯"),
    "6": ("╭─╴", "├─╮", "╰─╯"), "7": ("╶─┐", "  │", "  ╵"), "8": ("╭─╮", "├─┤", "╰─╯"),
    "9": ("╭─╮", "╰─┤", "╶─╯"), ":": (" ", ":", " "), "-": ("  ", "╶╴", "  "),
}  # fmt: skip
"""Figures three rows high."""


def large(text: str) -> list[str]:
    """A time in figures three rows high."""
    glyphs = [GLYPHS[character] for character in text]
    return ["".join(glyph[row] for glyph in glyphs) for row in range(3)]


RIBBON_COLUMNS = 30
"""What the clock leaves of the row of the ribbon, as long as its figures fit beside it."""
LARGE = 3
"""How many rows the large figures take."""
Times = list[tuple[str, str]]
"""What each time is called ("" for nothing), and the time."""


def _low(times: Times, words: str) -> list[str]:
    """Times and words in one row."""
    return [" " + " ".join(part for pair in (*times, ("", words)) for part in pair if part) + " "]


def _large(times: Times, words: str) -> list[str]:
    """Times three rows high, and the words beside the middle row."""
    lines = ["", "", ""]
    for name, figures in times:
        label = (name, "", "")
        width = len(name) + bool(name)
        rows = [f" {label[n]:<{width}}{row} " for n, row in enumerate(large(figures))]
        lines = [line + row for line, row in zip(lines, rows, strict=True)]
    if words:
        beside = ("", words, "")
        lines = [f"{line} {beside[row]:<{len(words)}} " for row, line in enumerate(lines)]
    return lines


def _width(lines: list[str]) -> int:
    return max(map(cell_len, lines))


class ClockFace(Steady):
    """The clock at the right of the ribbon: three rows high where there is room.

    A timer of its own repaints it once a second, and nothing else; without a clock there is none.
    Of two faces of the same clock only one `rings`.
    """

    class Widened(Message):
        """It takes more columns or rows than before, or fewer."""

    class Called(Message):
        """A warning has come up: the time is called."""

        def __init__(self, now: Reading) -> None:
            super().__init__()
            self.now = now

    def __init__(self, desk: Desk, *, rings: bool = True) -> None:
        super().__init__(id="clock")
        self.desk = desk
        self.rings = rings
        self.display = False
        self.rows = self.most = 1
        self.room = 80
        self._shown = Content("")
        self._before: Reading | None = None
        self._timer: Timer | None = None

    @property
    def columns(self) -> int:
        """How many columns it takes of the ribbon's."""
        return max(map(cell_len, self._shown.plain.split("\n"))) if self.display else 0

    def show(self, rows: int, room: int) -> None:
        """Show the clock as it is now, and tick only while it goes on.

        In so many rows at most, and in so many columns as there is `room` for: what the times are
        called goes first, then the large figures, then the words.
        """
        self.most, self.room = rows, room
        now = reading(self.desk.match_session)
        self.display = now is not None
        stands = now is None or now.paused
        if stands and self._timer is not None:
            self._timer.stop()
            self._timer = None
        elif not stands and self._timer is None:
            self._timer = self.set_interval(1.0, self.tick)
        self.tick()

    def tick(self) -> None:
        """Show what the clock shows now; ring where a warning has just come up."""
        now = reading(self.desk.match_session)
        if now is None:
            self._before = None
            return
        self._ring(now)
        self._before = now
        shown = self.content(now)
        if not shown.is_same(self._shown):
            before = self.columns, self.rows
            self._shown = shown
            self.rows = shown.plain.count("\n") + 1
            if (self.columns, self.rows) != before:
                self.styles.width = self.columns
                self.post_message(self.Widened())
            self.styles.height = self.rows
            self.refresh()

    def _ring(self, now: Reading) -> None:
        """Call out a warning that has just come up; let it be heard, or ring a mere bell."""
        warned = alarm(self._before, now) if self._before is not None else None
        if warned is None:
            return
        self.post_message(self.Called(now))
        if not self.rings:
            return
        desk = self.desk
        clip = of_alarm(desk.match_session.game, desk.settings, warned)
        if clip is not None and desk.sounds.begun:
            desk.sounds.play(clip, desk.settings.volume)
        elif desk.bell:
            self.app.bell()

    def content(self, now: Reading) -> Content:
        """The figures, what they are called and what they mean, as far as there is room."""
        forms = list(self._forms(now))
        lines = next((one for one in forms if _width(one) <= self.room), forms[-1])
        return look.lines(*(Content.styled(line, _style(now)) for line in lines))

    def _forms(self, now: Reading) -> Iterator[list[str]]:
        """What it might show, the best first and the narrowest last."""
        _ = self.desk.locale.gettext
        both = ((_("match"), now.match), (_("part"), now.part))
        named = [(name, time_of(ceil(left))) for name, left in both if left is not None]
        bare = [("", figures) for _name, figures in named]
        words = told(self.desk.locale, now)
        for said in (words, "") if words else ("",):
            for draw in (_large, _low) if self.most >= LARGE else (_low,):
                yield draw(named, said)
                yield draw(bare, said)

    def render(self) -> Content:
        """The figures."""
        return self._shown
