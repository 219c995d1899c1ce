"""The map on its own screen, with the prompt below it. A match can be played from here."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from q40k.tui.clock import RIBBON_COLUMNS, ClockFace
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import WATCH_SECONDS, DeskScreen
from q40k.tui.map.pane import count_rows, describe_below
from q40k.tui.map.view import MapView
from q40k.tui.panels import KeyBar, Ribbon
from q40k.tui.prompt import Prompt
from q40k.tui.steady import Column, Row, TextPanel

LEAST_MAP_ROWS = 8
FOOT_ROWS = 5
STEADY_ROWS, LOW_STEADY_ROWS = 9, 7
"""The least rows of prompt and foot together, on a high screen and on a low one."""
HIGH = 30


class MapScreen(DeskScreen[str | None]):
    """The whole map. It returns the action that only the main screen can do, if any."""

    CSS_PATH = "map.tcss"
    AUTO_FOCUS = "#map"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.ribbon = Ribbon(desk)
        self.clock = ClockFace(desk, rings=False)  # the main screen below rings
        self.view = MapView(desk)
        self.foot = TextPanel(id="map-foot")
        self.prompt = Prompt(desk)
        self.keys = KeyBar(desk)

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        with Column():
            with Row(id="map-head"):
                yield self.ribbon
                yield self.clock
            yield self.view
            yield self.foot
            yield self.prompt
            yield self.keys

    def on_mount(self) -> None:
        """Show the match. A watching screen also polls for news."""
        self.show()
        if self.desk.match_session.watching:
            self.set_interval(WATCH_SECONDS, self._look_for_news)

    def _look_for_news(self) -> None:
        if self.desk.look_for_news():
            self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Share the rows for the new size."""
        self.show()

    def show(self) -> None:
        """Show the current state."""
        desk = self.desk
        desk.act_automatically()
        self.ribbon.show(desk.state)
        self._show_clock()
        self.prompt.terse = self.size.height < HIGH
        self.prompt.show()
        usual = desk.usual_actions()
        self.keys.show(usual, typing=desk.field is not None)
        self._show_map()
        self.follow_events()

    def _show_clock(self) -> None:
        """Show the clock beside the ribbon, and shrink the ribbon by its width."""
        self.clock.show(1, self.size.width - RIBBON_COLUMNS)
        self.ribbon.styles.margin = (0, self.clock.columns, 0, 0)

    def on_clock_face_widened(self, _message: ClockFace.Widened) -> None:
        """Make room when the width of the clock changes."""
        self._show_clock()

    def _show_map(self) -> None:
        self._share_rows()
        self.view.show()

    def _share_rows(self) -> None:
        """Give the prompt and the foot the rows they need, and the map the rest."""
        width = max(20, self.size.width - 2)
        text = describe_below(self.view, width)
        spare = self.size.height - 2 - LEAST_MAP_ROWS
        prompt_rows = max(2, min(self.prompt.rows(self.size.width), spare - 1))
        foot_rows = max(1, min(count_rows(text, width), FOOT_ROWS, spare - prompt_rows))
        steady = STEADY_ROWS if self.size.height >= HIGH else LOW_STEADY_ROWS
        # Spare rows go to the prompt, so that the map keeps its scale.
        prompt_rows += max(0, min(steady, spare) - prompt_rows - foot_rows)
        self.prompt.styles.height, self.foot.styles.height = prompt_rows, foot_rows
        self.foot.tell(text)

    # -- keys and clicks -------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Try the map's own keys first. The other keys go to the desk, as on the main screen."""
        key, character = event.key, event.character
        if key in ("tab", "shift+tab") and not (self.desk.field and self.desk.field.uses_tab):
            return
        event.stop()
        event.prevent_default()
        if self.view.take(key, character):
            self._show_map()
            return
        idle = self.desk.field is None and self.desk.trouble is None and self.desk.refused is None
        if key == "escape" and idle and not self.desk.screen.accepts_key(self.desk, key):
            self.dismiss(None)
            return
        self.enter(key, character, None if self.app.is_headless else event.time)

    def show_outcome(self, action: str | None) -> None:
        """Show the result of a key. Actions other than help are passed to the main screen."""
        from q40k.tui.pages.help import HelpScreen

        if action is None:
            self.show()
        elif action == "help":
            self.app.push_screen(HelpScreen(self.desk, self.view.explain()))
        else:
            self.dismiss(None if action in ("map", "map-screen") else action)

    def on_map_view_changed(self, _message: MapView.Changed) -> None:
        """Show the new selection."""
        self._show_map()
