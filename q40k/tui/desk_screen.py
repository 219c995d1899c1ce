"""The base of the screens at which a match is played: it hands input to the desk.

Work that can wait is done while nobody types.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.message_pump import MessagePump
from textual.timer import Timer

from q40k.kernel.text import is_digits
from q40k.tui.desk import Desk
from q40k.tui.fields import Several
from q40k.tui.page import Page
from q40k.tui.panels import KeyBar
from q40k.tui.prompt import Prompt

if TYPE_CHECKING:
    from q40k.tui.map.view import MapView


WATCH_SECONDS = 0.5
"""How often a watcher looks for news."""
TYPES = {"space": " ", "comma": ","}
"""What keys type whose name is not what they type."""
AROUND_SECONDS = 0.15
"""How often the screen checks the phones and what the program does automatically."""
PASTED_SECONDS, HELD_SECONDS = 0.012, 0.06
"""Keys that come faster than any hand types, and how long an Enter among them waits for the next."""
T = TypeVar("T")


class DeskScreen(Page[T]):
    """A screen that hands keys, clicks and pasted text to the desk, and shows the outcome.

    `view` does what only the app can do: it is given the id of an action.
    """

    reads_capitals = True

    def __init__(self, desk: Desk, view: Callable[[str], None]) -> None:
        super().__init__()
        self.desk = desk
        self.run_view = view
        self.prompt = Prompt(desk)
        self._event_timer = Repeater(self, AROUND_SECONDS, self.check_events)
        self._last_key_at = 0.0
        self._held_enter: Timer | None = None  # an Enter that may be a line break of pasted text

    def show(self) -> None:
        """Show the present state."""

    def show_outcome(self, action: str | None) -> None:
        """Show what the desk has done. `action` is left to the screen, if it is not None."""
        self.show()

    def explain_focus(self) -> str:
        """Return what F1 says of the focused part."""
        return self.prompt.explain()

    def expects_events(self) -> bool:
        """Return whether anything may happen without a key."""
        return self.desk.bots.is_led() or self.desk.bots.is_advising

    def follow_events(self) -> None:
        """Check for events while any are expected."""
        watching = self.desk.match_session.watching
        self._event_timer.repeat_while(not watching and self.expects_events())

    def check_events(self) -> None:
        """Do what the program does automatically, if this screen is the visible one."""
        if self.app.screen is not self:
            return
        if self.desk.act_automatically():
            self.show()
        elif self.desk.bots.is_thinking and not self.desk.bots.is_unshown:
            self.prompt.show()

    def enter(self, key: str, character: str | None, at: float | None = None) -> None:
        """Give a key to the desk, and show the outcome.

        A terminal without bracketed paste types a list in one go: between its names Enter is a comma.
        """
        key = "enter" if key == "ctrl+j" else key  # a line break that a terminal leaves as it is
        in_one_go = at is not None and at - self._last_key_at < PASTED_SECONDS
        self._last_key_at = at or 0.0
        if self._held_enter is not None:
            self._held_enter.stop()
            self._held_enter = None
            self.desk.press(*(("comma", ",") if in_one_go and character is not None else ("enter", None)))
        if key == "enter" and in_one_go and self.desk.field is not None and self.desk.field.takes_lines:
            self._held_enter = self.set_timer(HELD_SECONDS, self._press_held_enter)
            return
        self.show_outcome(self.desk.press(key, character, at))

    def _press_held_enter(self) -> None:
        """Press the Enter after which nothing came."""
        self._held_enter = None
        self.show_outcome(self.desk.press("enter", None))

    def perform(self, action: str) -> None:
        """Do an action, from the palette or the key bar."""
        self.show_outcome(self.desk.perform(action))

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """Do the action of a clicked key."""
        self.perform(message.action_id)

    def on_prompt_clicked(self, message: Prompt.Clicked) -> None:
        """Pick the clicked option."""
        field = self.desk.field
        if isinstance(field, Several):
            field.pick(message.option)
        else:
            self.desk.give(message.option.value)
        self.show_outcome(self.desk.take_view())

    def on_prompt_key(self, message: Prompt.Key) -> None:
        """Press the key, or the two keys, whose name was clicked."""
        for key in message.key if is_digits(message.key) else message.key.split():
            typed = TYPES.get(key, key)
            self.enter(key, typed if len(typed) == 1 else None)

    def on_paste(self, event: events.Paste) -> None:
        """Type pasted text at the caret."""
        event.stop()
        self.desk.paste(event.text)
        self.show()

    def on_map_view_used(self, message: MapView.Used) -> None:
        """Enter what was pointed at or dragged on the map."""
        message.enter()
        self.show()


# -- work that can wait ---------------------------------------------------------------------
#
# A thread would not do: while it works it delays every key.

EVERY_SECONDS = 0.02
STEP_SECONDS = 0.004
AFTER_KEY_SECONDS = 0.3
"""The pause after a key: the next key often comes at once."""


class Idle:
    """Does works one after another, for some milliseconds at a time."""

    def __init__(self, pump: MessagePump) -> None:
        self._pump = pump
        self._works: list[Generator[object, None, None]] = []
        self._timer: Timer | None = None
        self._last_key = 0.0

    def note_key(self) -> None:
        """Note that a key was pressed."""
        self._last_key = monotonic()

    def do(self, work: Generator[object, None, None]) -> None:
        """Add a work; each value it yields ends a step."""
        self._works.append(work)
        if self._timer is None:
            self._timer = self._pump.set_interval(EVERY_SECONDS, self._go_on)

    def drop(self) -> None:
        """Drop all work that is not done."""
        for work in self._works:
            work.close()
        self._works.clear()

    def _go_on(self) -> None:
        now = began = monotonic()
        if began - self._last_key < AFTER_KEY_SECONDS:
            return
        while self._works and now - began < STEP_SECONDS:
            if next(self._works[0], self) is self:
                del self._works[0]
            now = monotonic()
        if not self._works and self._timer is not None:
            self._timer.stop()
            self._timer = None


class Repeater:
    """Repeats a work at an interval, while it is needed."""

    def __init__(self, pump: MessagePump, seconds: float, work: Callable[[], None]) -> None:
        self._pump = pump
        self._seconds, self._work = seconds, work
        self._timer: Timer | None = None

    def repeat_while(self, needed: bool) -> None:
        """Start the repetition if it is needed, else stop it."""
        if needed and self._timer is None:
            self._timer = self._pump.set_interval(self._seconds, self._work)
        elif self._timer is not None and not needed:
            self._timer.stop()
            self._timer = None
