"""The map on a screen of its own, with the prompt below it: a match can be played from here."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from q40k.tui.clock import RIBBON_COLUMNS, ClockFace
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import AROUND_SECONDS, WATCH_SECONDS, DeskScreen
from q40k.tui.idle import Again
from q40k.tui.map.legend import rows
from q40k.tui.map.pane import foot
from q40k.tui.map.view import MapView
from q40k.tui.panels import KeyBar, Ribbon
from q40k.tui.prompt import Prompt
from q40k.tui.steady import Column, Row, Told

LEAST_MAP_ROWS = 8
FOOT_ROWS = 5
STEADY_ROWS, LOW_STEADY_ROWS = 9, 7
"""What the prompt and the foot take at least on a high screen and on a low one."""
HIGH = 30


class MapScreen(DeskScreen[str | None]):
    """The whole map. Gives back the action that only the main screen can do, if one is wanted."""

    CSS_PATH = "map.tcss"
    AUTO_FOCUS = "#map"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.ribbon = Ribbon(desk)
        self.clock = ClockFace(desk, rings=False)  # the main screen below does
        self.view = MapView(desk)
        self.foot = Told(id="map-foot")
        self.prompt = Prompt(desk)
        self.keys = KeyBar(desk)
        self._around = Again(self, AROUND_SECONDS, self._look_around)

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        with Column():
            with Row(id="map-head"):
                yield self.ribbon
                yield self.clock
            yield self.view
            yield self.foot
            yield self.prompt
            yield self.keys

    def on_mount(self) -> None:
        """Show the match; a watcher looks for news."""
        self.show()
        if self.desk.match_session.watching:
            self.set_interval(WATCH_SECONDS, self._look_for_news)

    def _look_for_news(self) -> None:
        if self.desk.look():
            self.show()

    def _look_around(self) -> None:
        if self.app.screen is self and self.desk.go_on():
            self.show()

    def on_resize(self, _event: events.Resize) -> None:
        """Share the rows anew."""
        self.show()

    def show(self) -> None:
        """Show the state as it is now."""
        desk = self.desk
        desk.go_on()
        self.ribbon.show(desk.state)
        self._show_clock()
        self.prompt.terse = self.size.height < HIGH
        self.prompt.show()
        usual = [action for action in desk.valid() if action.usual(desk.state)]
        self.keys.show(usual, typing=desk.field is not None)
        self._show_map()
        self._around.as_long_as(desk.screen.leads(desk.state) and not desk.match_session.watching)

    def _show_clock(self) -> None:
        """Show the clock beside the ribbon, which it leaves its part."""
        self.clock.show(1, self.size.width - RIBBON_COLUMNS)
        self.ribbon.styles.margin = (0, self.clock.columns, 0, 0)

    def on_clock_face_widened(self, _message: ClockFace.Widened) -> None:
        """The clock says more or less than before."""
        self._show_clock()

    def _show_map(self) -> None:
        """Show what is looked at."""
        self._share_rows()
        self.view.show()

    def _share_rows(self) -> None:
        """The prompt and what is told get what they need, the map the rest."""
        width = max(20, self.size.width - 2)
        said = foot(self.view, width)
        spare = self.size.height - 2 - LEAST_MAP_ROWS
        asked = max(2, min(self.prompt.rows(self.size.width), spare - 1))
        told = max(1, min(rows(said, width), FOOT_ROWS, spare - asked))
        steady = STEADY_ROWS if self.size.height >= HIGH else LOW_STEADY_ROWS
        asked += max(0, min(steady, spare) - asked - told)  # so that the map keeps its scale
        self.prompt.styles.height, self.foot.styles.height = asked, told
        self.foot.tell(said)

    # -- keys and clicks -------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """The map's own keys first; the others go to the desk, as on the main screen."""
        key, character = event.key, event.character
        if key in ("tab", "shift+tab") and not (self.desk.field and self.desk.field.takes_tab):
            return
        event.stop()
        event.prevent_default()
        if self.view.take(key, character):
            self._show_map()
            return
        idle = self.desk.field is None and self.desk.trouble is None and self.desk.refused is None
        if key == "escape" and idle and not self.desk.screen.takes(self.desk, key):
            self.dismiss(None)
            return
        self.enter(key, character, None if self.app.is_headless else event.time)

    def left(self, action: str | None) -> None:
        """Show what the desk has done; what is left is for the main screen, but for help."""
        from q40k.tui.pages.help import HelpScreen

        if action is None:
            self.show()
        elif action == "help":
            self.app.push_screen(HelpScreen(self.desk, self.view.explain()))
        else:
            self.dismiss(None if action in ("map", "map-screen") else action)

    def on_map_view_changed(self, _message: MapView.Changed) -> None:
        """Something else is looked at."""
        self._show_map()
