"""The base class of the screens at which a match is played: it hands input to the desk."""

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
"""How often a watcher looks for news."""
AROUND_SECONDS = 0.15
"""How often the screen checks the phones and what the program does automatically."""
T = TypeVar("T")


class DeskScreen(Screen[T]):
    """A screen that hands keys, clicks and pasted text to the desk, and shows the outcome."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def show(self) -> None:
        """Show the present state."""

    def show_outcome(self, action: str | None) -> None:
        """Show what the desk has done. `action` is left to the screen, if it is not None."""
        del action
        self.show()

    def enter(self, key: str, character: str | None, at: float | None = None) -> None:
        """Give a key to the desk, and show the outcome."""
        self.show_outcome(self.desk.press(key, character, at))

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
        self.show()

    def on_prompt_key(self, message: Prompt.Key) -> None:
        """Press the key whose name was clicked."""
        for key in message.key if message.key.isdigit() else [message.key]:
            typed = " " if key == "space" else key
            self.enter(key, typed if len(typed) == 1 else None)

    def on_paste(self, event: events.Paste) -> None:
        """Type pasted text at the caret."""
        event.stop()
        self.desk.paste(event.text)
        self.show()

    def on_map_view_pointed(self, message: MapView.Pointed) -> None:
        """Point at the clicked place on the map."""
        from q40k.tui.map.pane import point

        point(self.desk, message.at, message.reach_cm, again=message.again)
        self.show()

    def on_map_view_dragged(self, message: MapView.Dragged) -> None:
        """Move the piece that was dragged on the map."""
        from q40k.tui.map.pane import drag

        drag(self.desk, message.piece, message.at)
        self.show()
