"""Hall mode: the view for everyone around the table, on a second screen or between entries.

It shows only the banner, who is next, the race, the last calls, the map and the clock, as large as
they fit. Any key returns to the main screen and does nothing else.
"""

import re
from time import strftime
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from q40k.i18n.locale import N_
from q40k.kernel.journal.journal import JournalError
from q40k.table.commentary import Announcer
from q40k.table.shown import race_places
from q40k.tui import headline, look
from q40k.tui.clock import ClockFace, Flash
from q40k.tui.desk import Desk
from q40k.tui.headline import MIDDLING, Part, choose_letters
from q40k.tui.look import Rows, style_text
from q40k.tui.map.view import MapView
from q40k.tui.page import Page
from q40k.tui.panels import HUGE, LARGE, Banner, Below, Ribbon, sentences

LOOK_SECONDS = 0.5
CALLS = 6
"""The rows of the newest calls, three of them for the newest in large letters."""
SENTENCE = re.compile(r"^[^.!?:]+[.!?]?")
"""The first words of a call."""
LEAST_RACE, LEAST_MAP = 34, 36
"""The least widths of the race and the map beside each other."""
HIGH = 34
"""From this many rows the calls are spaced out and the clock is large."""
RIBBON_COLUMNS = 30
LINES = 30
"""The number of newest lines that are searched for news, if there are no calls."""


class HallScreen(Page[None]):
    """Banner, race, calls, map and clock."""

    CSS_PATH = "hall.tcss"

    def __init__(self, desk: Desk, announcer: Announcer) -> None:
        super().__init__()
        self.desk = desk
        self.announcer = announcer
        self.ribbon, self.below = Ribbon(desk), Below(desk)
        self.clock = ClockFace(desk, rings=False)
        self.flash = Flash(desk)
        self.banner = Banner(desk, far=True)
        self.asked = Static(id="hall-asked")
        self.race = Static(id="hall-race")
        self.map = MapView(desk) if desk.screen.map_parts else None
        self.calls = Static(id="hall-calls")
        self._shown: tuple[Any, ...] = ()

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
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
        """Poll the match for news."""
        self.set_interval(LOOK_SECONDS, self.look_again)

    def on_resize(self, _event: events.Resize) -> None:
        """Show everything again at the new size."""
        self._shown = ()
        self.call_after_refresh(self.look_again)

    def on_clock_face_called(self, message: ClockFace.Called) -> None:
        """Call the time across the screen."""
        self.flash.call(message.now, self.query_one("#head").size.height)

    def look_again(self) -> None:
        """Show news, if there are any."""
        desk = self.desk
        desk.look_for_news()
        current = (desk.match_session.head, len(self.announcer.calls), desk.locale, desk.trouble, strftime("%H:%M"))
        if current != self._shown:
            self._shown = current
            self.show()

    def show(self) -> None:
        """Show the current state."""
        desk, width, height = self.desk, self.size.width, self.size.height
        state = desk.state
        self.ribbon.show(state)
        self.below.show(state)
        self.clock.show(3 if height >= HIGH else 1, width - RIBBON_COLUMNS)
        head = max(1 + self.below.rows(width), self.clock.rows * self.clock.display)
        self.query_one("#head").styles.height = head
        sizes = (HUGE, LARGE, MIDDLING) if height >= HIGH + HUGE else (LARGE, MIDDLING)
        banner_rows = self.banner.show(state, width, height // 3, sizes=sizes)
        self.banner.styles.height = banner_rows
        self.asked.update(self._question_line(width - 2))
        row_height = 2 if height >= HIGH else 1
        calls_height = MIDDLING + (CALLS - MIDDLING) * row_height
        self.calls.styles.height = 1 + calls_height
        self.calls.update(self._calls(width - 2, row_height))
        has_map = width >= LEAST_RACE + LEAST_MAP and desk.screen.has_map(state)
        if self.map is not None:
            self.map.display = has_map
            self.map.show()
        borders_and_question = 3
        rows = height - head - banner_rows - calls_height - borders_and_question
        self.race.update(self._race(width // (2 if has_map else 1) - 2, rows))

    def _question_line(self, width: int) -> Content:
        """Return what is asked; at the right who is next, and the time of day unless the match has a clock."""
        locale, state = self.desk.locale, self.desk.state
        view = self.desk.view
        follower = None if view.status(state).over else view.next_seat(state)
        name = next((seat.name for seat in view.seats(state) if seat.id == follower), "")
        parts = []
        if name and follower:
            colour = self.desk.screen.colour(self.desk, state, follower)
            parts.append(Content.assemble(locale.say(N_("next: {name}"), name=""), (name, f"bold {colour}")))
        if not self.clock.display:
            parts.append(Content(strftime("%H:%M")))
        end = Content("   ").join(parts)
        room = max(0, width - end.cell_length - 1)
        question = self._question_text().truncate(room, ellipsis=True)
        return Content.assemble(question, " " * (room - question.cell_length + 1), end)

    def _question_text(self) -> Content:
        """Return the trouble, the open question, or the match."""
        desk = self.desk
        if desk.trouble is not None:
            return style_text(f"{desk.trouble.title} {desk.trouble.what}", "$error")
        question = desk.snapshot.question
        if question is not None:
            return Content(desk.words.ask(desk.locale, desk.state, question).title)
        first = desk.screen.idle_rows(desk)[:1]
        return Content.assemble(first[0]) if first else Content("")

    def _race(self, width: int, rows: int) -> Content:
        """Return the race as large as it fits, and its legend."""
        locale, view = self.desk.locale, self.desk.view
        before = self.announcer.turn_began
        places = race_places(view.race(self.desk.state), () if before is None else view.race(before))
        if not places:
            return Content("")
        legend = look.wrap_parts(style_text(headline.race_legend(locale), look.MUTED), max(1, width))
        return look.lines(*headline.race_lines(locale, places, width, max(1, rows - len(legend))), *legend)

    def _calls(self, width: int, row_height: int) -> Content:
        """Return the newest call in large letters, whole or its first words; below it the last calls.

        If there are no calls, return the last events. What is whole in large letters is not repeated.
        """
        texts = self._newest_calls() or self._newest_events()
        rows: Rows = []
        first = 0
        if texts:
            newest = [[Part(text, "bold $call")] for text in (texts[0], *SENTENCE.findall(texts[0])[:1])]
            fitting = choose_letters(newest, MIDDLING, width)
            rows += fitting[1] if fitting is not None else []
            first = int(fitting is not None and fitting[0] is newest[0])
        for number, text in enumerate(texts[first : first + CALLS - MIDDLING], first):
            style = "$call" if not number else look.MUTED
            sign = "»" if not number else " "
            rows.append(
                Content.assemble((f"{sign} ", style), self.desk.screen.colour_names(self.desk.state, text, style))
            )
            rows += [""] * (row_height - 1)
        return look.lines(*rows)

    def _newest_calls(self) -> list[str]:
        """Return the newest calls that are not silenced."""
        desk, announcer = self.desk, self.announcer
        newest = sorted(announcer.calls, reverse=True)
        calls = [call for seq in newest for call in announcer.calls_at(seq, desk.settings)]
        return [desk.words.call(desk.locale, desk.state, call) for call in calls[:CALLS]]

    def _newest_events(self) -> list[str]:
        """Return the last events, newest first."""
        desk = self.desk
        try:
            lines = desk.match_session.lines(LINES, undone=False)
        except JournalError:
            return []
        texts = [text for line in lines for text in sentences(desk, desk.state, line)]
        return texts[::-1]

    def on_key(self, event: events.Key) -> None:
        """Close the screen. Nobody sees there what a key would enter, so it enters nothing."""
        event.stop()
        event.prevent_default()
        self.dismiss(None)

    def on_click(self) -> None:
        """Close the screen."""
        self.dismiss(None)
