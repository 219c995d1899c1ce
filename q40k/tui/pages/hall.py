"""Hall mode: what all around the table look at, on a second screen or between two entries.

Only the banner, the race, the last calls, the map and the clock, as large as there is room for. It
takes no entry: a key of play goes back to the main screen and does there what it always does.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from q40k.kernel.journal.journal import JournalError
from q40k.table.announcer import Announcer
from q40k.table.shown.race import places
from q40k.tui import look
from q40k.tui.clock import ClockFace
from q40k.tui.desk import Desk
from q40k.tui.feed import sentences
from q40k.tui.headline import race
from q40k.tui.headline.banner import HUGE, LARGE, Banner
from q40k.tui.headline.flash import Flash
from q40k.tui.headline.letters import MIDDLING
from q40k.tui.look import Rows, styled
from q40k.tui.map.view import MapView
from q40k.tui.panels import Below, Ribbon

LOOK_SECONDS = 0.5
CALLS = 5
"""So many of the newest calls are shown."""
LEAST_RACE, LEAST_MAP = 34, 36
"""The columns that the race and the map need beside each other."""
HIGH = 34
"""From so many rows on calls stand apart, and the clock is large."""
RIBBON_COLUMNS = 30
LINES = 30
"""Among so many of the newest lines is what is told where nothing is called out."""

Left = tuple[str, str | None]
"""The key by which it was left, with its character."""


class HallScreen(Screen[Left | None]):
    """Banner, race, calls, map and clock. Gives back the key that is to be done at the desk."""

    CSS_PATH = "hall.tcss"

    def __init__(self, desk: Desk, announcer: Announcer) -> None:
        super().__init__()
        self.desk = desk
        self.announcer = announcer
        self.ribbon, self.below = Ribbon(desk), Below(desk)
        self.clock = ClockFace(desk, rings=False)
        self.flash = Flash(desk)
        self.banner = Banner(desk)
        self.asked = Static(id="hall-asked")
        self.race = Static(id="hall-race")
        self.map = MapView(desk) if desk.screen.map else None
        self.calls = Static(id="hall-calls")
        self._shown: tuple[Any, ...] = ()

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        with Horizontal(id="head"):
            with Vertical(id="where"):
                yield self.ribbon
                yield self.below
            yield self.clock
        yield self.flash
        yield self.banner
        yield self.asked
        with Horizontal(id="hall-middle"):
            yield self.race
            if self.map is not None:
                self.map.can_focus = False
                yield self.map
        yield self.calls

    def on_mount(self) -> None:
        """Show the match, and look for what is new in it."""
        self.set_interval(LOOK_SECONDS, self.look_again)

    def on_resize(self, _event: events.Resize) -> None:
        """More or less of it fits now."""
        self._shown = ()
        self.call_after_refresh(self.look_again)

    def on_clock_face_called(self, message: ClockFace.Called) -> None:
        """Call the time across the screen."""
        self.flash.call(message.now, self.query_one("#head").size.height)

    def look_again(self) -> None:
        """Show what is new, if anything is."""
        desk = self.desk
        desk.look()
        known = (desk.match_session.head, len(self.announcer.calls), desk.locale, desk.trouble)
        if known != self._shown:
            self._shown = known
            self.show()

    def show(self) -> None:
        """Show the state as it is now."""
        desk, width, height = self.desk, self.size.width, self.size.height
        state = desk.state
        self.ribbon.show(state)
        self.below.show(state)
        self.clock.show(3 if height >= HIGH else 1, width - RIBBON_COLUMNS)
        head = max(1 + self.below.rows(width), self.clock.rows * self.clock.display)
        self.query_one("#head").styles.height = head
        sizes = (HUGE, LARGE, MIDDLING) if height >= HIGH + HUGE else (LARGE, MIDDLING)
        name = self.banner.show(state, width, height // 3, alone=True, sizes=sizes)
        self.banner.styles.height = name
        self.asked.update(self._asked())
        apart = 2 if height >= HIGH else 1
        self.calls.styles.height = 1 + CALLS * apart
        self.calls.update(self._calls(apart))
        beside = width >= LEAST_RACE + LEAST_MAP and desk.screen.has_map(state)
        if self.map is not None:
            self.map.display = beside
            self.map.show()
        rows = height - head - name - CALLS * apart - 3  # and two borders, and what is asked
        self.race.update(self._race(width // (2 if beside else 1) - 2, rows))

    def _asked(self) -> Content:
        """What is asked of whom, else what is played."""
        desk = self.desk
        if desk.trouble is not None:
            return styled(f"{desk.trouble.title} {desk.trouble.what}", "$error")
        question = desk.match_session.question
        if question is not None:
            return Content(desk.words.ask(desk.locale, desk.state, question).title)
        first = desk.screen.idle(desk)[:1]
        return Content.assemble(first[0]) if first else Content("")

    def _race(self, width: int, rows: int) -> Content:
        """The race as large as it fits, and what its signs mean."""
        locale = self.desk.locale
        before = self.announcer.turn_began
        found = places(self.desk.view, self.desk.state, before)
        if not found:
            return Content("")
        legend = styled(race.legend(locale), look.MUTED).wrap(max(1, width))
        return look.lines(*race.lines(locale, found, width, max(1, rows - len(legend))), *legend)

    def _calls(self, apart: int) -> Content:
        """The newest calls, the newest first and loudest; of a game without any what happened."""
        told = self._called() or self._told()
        rows: Rows = []
        for number, text in enumerate(told[:CALLS]):
            style = "bold $call" if not number else "$call" if number < 3 else look.MUTED
            sign = "»" if not number else " "
            rows.append(
                Content.assemble(
                    (f"{sign} ", style), self.desk.screen.coloured(self.desk.state, text, style)
                )
            )
            rows += [""] * (apart - 1)
        return look.lines(*rows)

    def _called(self) -> list[str]:
        """The newest calls, as far as they are not silenced."""
        desk, announcer = self.desk, self.announcer
        newest = sorted(announcer.calls, reverse=True)
        calls = [call for seq in newest for call in announcer.made(seq, desk.settings)]
        return [desk.words.call(desk.locale, desk.state, call) for call in calls[:CALLS]]

    def _told(self) -> list[str]:
        """What happened last, a sentence an entry."""
        desk = self.desk
        try:
            lines = desk.match_session.lines(LINES, undone=False)
        except JournalError:
            return []
        told = [text for line in lines for text in sentences(desk, desk.state, line)]
        return told[::-1]

    def on_key(self, event: events.Key) -> None:
        """A key of play leaves this screen and is done; Escape, Enter and Shift+H only leave it."""
        event.stop()
        event.prevent_default()
        only = event.key in ("escape", "enter", "space", "tab", "shift+tab", "H", "upper_h")
        self.dismiss(None if only else (event.key, event.character))

    def on_click(self) -> None:
        """A click leaves it."""
        self.dismiss(None)
