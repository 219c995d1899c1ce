"""The base of our apps: it restores the terminal, keeps crashes, and knows how pictures are shown."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import Theme

from q40k.table.faults import log_fault
from q40k.tui import themes
from q40k.tui.map.graphics import Graphics, TerminalAnswer, listen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from q40k.tui.map.pictured import Pictured


FAULT = 3
"""The exit status of a fault of the program."""
BY_SIGNAL = 128
"""A shell adds this to the number of the signal that ended a program."""
ENDING_SECONDS = 10
"""How long an app may take to restore the terminal when it has to end."""


class Careful(App[int]):
    """An app that restores the terminal, however it ends.

    On a signal, or on Ctrl-C on any screen, it ends in order, with the exit status a shell expects.
    A crash leaves no traceback on the screen: it is kept in the log of faults. With `raising` it is
    raised to the caller, as tests need it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self, theme: str, *, raising: bool = False) -> None:
        self.set_reactive(App.theme, themes.find_theme(theme).name)  # assigned later, all styles are read three times
        super().__init__()
        self.animation_level = "none"  # nothing slides or fades: it costs time, and makes some people ill
        self.raising = raising
        self.crash: tuple[Exception, str] | None = None
        self.end_signal: int | None = None
        """The signal that ended the app, or None."""
        self.graphics: Graphics | None = None
        """How the terminal shows pictures, or None until it has said so."""

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes of the program, and none of Textual's."""
        return {theme.name: theme for theme in themes.THEMES}

    def on_load(self) -> None:
        """Handle the signals that end a program; `cli.hang_up` sends one when the terminal closes."""
        if self.is_headless or sys.platform == "win32":
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._end_by_signal, number)

    def _end_by_signal(self, number: int) -> None:
        """End in order. Without a terminal that may fail; then the system ends the program."""
        if sys.platform != "win32":
            signal.alarm(ENDING_SECONDS)
        self._end(number)

    async def on_event(self, event: events.Event) -> None:
        """Read a capital on a page as its small letter, unless the page has a meaning for it."""
        if isinstance(event, events.Key) and event.key.isupper() and not getattr(self.screen, "reads_capitals", False):
            bound = self.screen.active_bindings
            if event.key not in bound and event.key.lower() in bound:
                event.key = event.key.lower()
        await super().on_event(event)

    def action_interrupt(self) -> None:
        """End as interrupted; the match waits as it is."""
        self._end(signal.SIGINT)

    def _end(self, number: int) -> None:
        self.end_signal = number
        self.exit()

    def run_to_end(self) -> int | None:
        """Run until it ends, and return its result."""
        listen()
        ended = self.run()
        if sys.platform != "win32":
            signal.alarm(0)
        return ended

    @property
    def status(self) -> int:
        """The exit status of an app that was ended by a signal, or crashed; else 0."""
        if self.crash is not None:
            return FAULT
        return BY_SIGNAL + self.end_signal if self.end_signal else 0

    def on_terminal_answer(self, message: TerminalAnswer) -> None:
        """Draw open maps in pixels, if the terminal shows pictures."""
        self.graphics = message.graphics
        if self.graphics is not None:
            for view in self._pictures(self.screen):
                view.paint_again()

    def _pictures(self, screen: Screen[Any]) -> Iterable[Pictured]:
        """Return the pictures of a screen; most screens have none, and need not load them."""
        return cast("Iterable[Pictured]", screen.query("Pictured"))

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Show a part of a screen, and send again what it covers of a picture.

        Textual has no public hook for this.
        """
        super()._display(screen, renderable)
        if self.graphics is not None and screen is self.screen:
            for view in self._pictures(screen):
                view.show_again(renderable)

    def _handle_exception(self, error: Exception) -> None:
        """Write the traceback of a crash to a file instead of the screen.

        Textual has no public hook for this. The journal already holds everything shown.
        """
        if self.raising:
            super()._handle_exception(error)
            return
        if self.crash is None:  # errors during the shutdown add nothing
            self.crash = (error, log_fault(error))
        self.exit(FAULT)
