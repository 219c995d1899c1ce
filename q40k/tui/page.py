"""The base of all screens: keys reach the screen that is visible."""

from typing import TypeVar

from textual import events
from textual.screen import Screen

T = TypeVar("T")


class Page(Screen[T]):
    """A screen that passes keys on to the screen in front of it.

    Hands type faster than screens change: a key that was typed after the one that closes or covers a
    screen is still in its queue. It is meant for the screen that is visible now.
    """

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, or pass a key on."""
        if isinstance(event, events.Key) and not self.is_active and self.app.screen_stack:
            self.app.screen.post_message(event)
        else:
            await super().on_event(event)
