"""What the screens from which a match is played have in common: all that is typed and clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual import events
from textual.screen import Screen

from q40k.tui.desk import Desk
from q40k.tui.fields import Several
from q40k.tui.panels import KeyBar
from q40k.tui.prompt import Prompt

if TYPE_CHECKING:
    from q40k.tui.map.view import MapView

WATCH_SECONDS = 0.5
"""So often a watcher looks for news."""
AROUND_SECONDS = 0.15
"""So often it looks whether a phone has sent anything, or the program does anything by itself."""
T = TypeVar("T")


class DeskScreen(Screen[T]):
    """A screen that hands keys, clicks and pasted words to the desk, and shows what came of it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def show(self) -> None:
        """Show the state as it is now."""

    def left(self, action: str | None) -> None:
        """Show what the desk has done; `action` is what it has left to the screen, if anything."""
        del action
        self.show()

    def enter(self, key: str, character: str | None, at: float | None = None) -> None:
        """Give a key to the desk, and show what came of it."""
        self.left(self.desk.press(key, character, at))

    def perform(self, action: str) -> None:
        """Do an action, from the palette or the key bar."""
        self.left(self.desk.perform(action))

    def on_key_bar_pressed(self, message: KeyBar.Pressed) -> None:
        """A click on the key bar is its key."""
        self.perform(message.action_id)

    def on_prompt_clicked(self, message: Prompt.Clicked) -> None:
        """A click on an option picks it."""
        one = self.desk.field
        if isinstance(one, Several):
            one.pick(message.option)
        else:
            self.desk.give(message.option.value)
        self.show()

    def on_prompt_key(self, message: Prompt.Key) -> None:
        """A click on a key's name is the key."""
        for key in message.key if message.key.isdigit() else [message.key]:
            typed = " " if key == "space" else key
            self.enter(key, typed if len(typed) == 1 else None)

    def on_paste(self, event: events.Paste) -> None:
        """Pasted words are typed, at the caret."""
        event.stop()
        self.desk.paste(event.text)
        self.show()

    def on_map_view_pointed(self, message: MapView.Pointed) -> None:
        """A place on the map was clicked."""
        from q40k.tui.map.pane import point

        point(self.desk, message.at, message.reach_cm, again=message.again)
        self.show()

    def on_map_view_dragged(self, message: MapView.Dragged) -> None:
        """A piece was dragged on the map."""
        from q40k.tui.map.pane import drag

        drag(self.desk, message.piece, message.at)
        self.show()
