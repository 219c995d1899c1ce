"""The clock’s face, which ticks without repainting the screen, and the calls of the time across the screen."""

from collections.abc import Iterator
from math import ceil

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from q40k.i18n.locale import clock_time
from q40k.table.shown import CALLED_FOR, Reading, alarm, clock_message, reading
from q40k.tui import look
from q40k.tui.desk import Desk
from q40k.tui.sound import clip_of_alarm
from q40k.tui.steady import Lined


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
    "0": ("╭─╮", "│ │", "╰─╯"),
    "1": (" ╷ ", " │ ", " ╵ "),
    "2": ("╶─╮", "┌─┘", "╰─╴"),
    "3": ("╶─╮", " ─┤", "╶─╯"),
    "4": ("╷ ╷", "╰─┤", "  ╵"),
    "5": ("╭─╴", "╰─╮", "╶─╯"),
    "6": ("╭─╴", "├─╮", "╰─╯"),
    "7": ("╶─┐", "  │", "  ╵"),
    "8": ("╭─╮", "├─┤", "╰─╯"),
    "9": ("╭─╮", "╰─┤", "╶─╯"),
    ":": (" ", ":", " "),
    "-": ("  ", "╶╴", "  "),
}
"""Digits three rows high."""


def large(text: str) -> list[str]:
    """Return a time in digits three rows high."""
    glyphs = [GLYPHS[character] for character in text]
    return ["".join(glyph[row] for glyph in glyphs) for row in range(3)]


RIBBON_COLUMNS = 30
"""The columns that the clock leaves to the ribbon, if its times fit beside it."""
LARGE = 3
"""The rows of the large digits."""
Times = list[tuple[str, str]]
"""The name of each time ("" for none), and the time."""


def _low(times: Times, words: str) -> list[str]:
    """Return times and words in one row."""
    return [" " + " ".join(part for pair in (*times, ("", words)) for part in pair if part) + " "]


def _large(times: Times, words: str) -> list[str]:
    """Return times three rows high, and the words beside the middle row."""
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


class ClockFace(Lined):
    """The clock at the right of the ribbon: three rows high where there is room.

    Its own timer repaints only the clock, once a second; without a clock there is no timer. Of two
    faces of the same clock only one `rings`.
    """

    class Widened(Message):
        """The number of its columns or rows has changed."""

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
        """The columns it takes from the ribbon."""
        return max(map(cell_len, self._shown.plain.split("\n"))) if self.display else 0

    def show(self, rows: int, room: int) -> None:
        """Show the present clock, and tick only while it runs.

        It takes at most `rows` rows and `room` columns. Where they do not suffice, the names of the
        times are dropped first, then the large digits, then the words.
        """
        self.most, self.room = rows, room
        now = reading(self.desk.match_session)
        self.display = now is not None
        is_still = now is None or now.paused
        if is_still and self._timer is not None:
            self._timer.stop()
            self._timer = None
        elif not is_still and self._timer is None:
            self._timer = self.set_interval(1.0, self.tick)
        self.tick()

    def tick(self) -> None:
        """Show the present time; ring if a warning has just come up."""
        now = reading(self.desk.match_session)
        if now is None:
            self._before = None
            return
        self._ring(now)
        self._before = now
        shown = self.content(now)
        if not shown.is_same(self._shown):
            size = self.columns, self.rows
            self._shown = shown
            self.rows = shown.plain.count("\n") + 1
            if (self.columns, self.rows) != size:
                self.styles.width = self.columns
                self.post_message(self.Widened())
            self.styles.height = self.rows
            self.refresh()

    def _ring(self, now: Reading) -> None:
        """Call out a new warning, and play its clip or ring the bell."""
        warning = alarm(self._before, now) if self._before is not None else None
        if warning is None:
            return
        self.post_message(self.Called(now))
        if not self.rings:
            return
        desk = self.desk
        clip = clip_of_alarm(desk.match_session.game, desk.settings, warning)
        if clip is not None and desk.sounds.is_on:
            desk.sounds.play(clip, desk.settings.volume)
        elif desk.clock_rings:
            self.app.bell()

    def content(self, now: Reading) -> Content:
        """Return the best form of the times, their names and their meaning that fits."""
        forms = list(self._forms(now))
        lines = next((form for form in forms if _width(form) <= self.room), forms[-1])
        return look.lines(*(Content.styled(line, _style(now)) for line in lines))

    def _forms(self, now: Reading) -> Iterator[list[str]]:
        """Yield the forms that it may show, from the best to the narrowest."""
        _ = self.desk.locale.gettext
        times = ((_("match"), now.match), (_("part"), now.part))
        named = [(name, clock_time(ceil(seconds))) for name, seconds in times if seconds is not None]
        bare = [("", figures) for _name, figures in named]
        words = clock_message(self.desk.locale, now)
        for phrase in (words, "") if words else ("",):
            for draw in (_large, _low) if self.most >= LARGE else (_low,):
                yield draw(named, phrase)
                yield draw(bare, phrase)

    def visible_rows(self) -> list[Content]:
        """Return the times."""
        return self._shown.split("\n")


# -- a call of the time ---------------------------------------------------------------------

COLOURS = ("$accent", "$warning", "$error")
"""The colours in good time, and below the two times of `Clock.hurry`."""
WITH_AIR = 30
"""The screen rows from which there is an empty row above the digits, and one below."""


class Flash(Static):
    """The call of the time across the screen: shown for two seconds, then hidden."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="flash")
        self.desk = desk
        self.display = False
        self._ends: Timer | None = None

    def call(self, now: Reading, below: int) -> None:
        """Call the time that the clock shows now, from the row `below` on, unless motion is reduced."""
        if self.desk.settings.reduced_motion:
            return
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
