"""The map where it is shown: beside the feed on a wide screen, and on a screen of its own.

Below the map is the description of what is selected, or the legend. A match can be played from the
map's own screen.
"""

from collections.abc import Callable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from q40k.i18n.locale import N_
from q40k.tui import look
from q40k.tui.clock import RIBBON_COLUMNS, ClockFace
from q40k.tui.desk import Desk
from q40k.tui.desk_screen import WATCH_SECONDS, DeskScreen
from q40k.tui.map.fields import AimField, SpotField
from q40k.tui.map.legend import LegendPicture, count_picture_rows, legend
from q40k.tui.map.view import MapView
from q40k.tui.panels import KeyBar, Ribbon
from q40k.tui.steady import Column, Row, TextPanel


def count_rows(content: Content, width: int) -> int:
    """Return the number of rows of a text when wrapped to this width."""
    return max(1, len(content.wrap(max(1, width)))) if cell_len(content.plain) else 0


# -- the pane -------------------------------------------------------------------------------

PANE_FOOT_ROWS = 4


ROSTER_COLUMNS, LEAST_TEXT_COLUMNS = 30, 45
"""The columns beside a map that leads: of the board alone, and of the board, the prompt and the feed."""


def pane_width(width: int, *, leads: bool, whole: bool) -> int:
    """Return how many columns the map gets on a screen of this width.

    A map that `leads` gets more than half. If it is not `whole`, only the board is beside it.
    """
    if not leads:
        return width // 2
    return width - (max(LEAST_TEXT_COLUMNS, width // 3) if whole else ROSTER_COLUMNS)


def describe_below(view: MapView, width: int) -> Content:
    """Return the text below a map: what is hidden, then the selection, or the legend."""
    warning = _hidden_layers(view)
    description = view.describe()
    if description:
        return look.lines(*warning, *[look.style_text(line) for line in description])
    if view.scene is None:
        return Content("")
    samples = view.parts.legend(view.desk.locale, view.state)
    return look.lines(*warning, legend(view.scene, samples, view.palette, width))


def _hidden_layers(view: MapView) -> list[Content]:
    """Return a line that names the hidden layers with their digits, if there are any."""
    locale = view.desk.locale
    names = [
        f"{digit} {locale.gettext(layer.name)}"
        for digit, layer in enumerate(view.parts.layers, 1)
        if layer.id in view.hidden
    ]
    if not names:
        return []
    text = locale.say(N_("Hidden: {names}. The digit shows it again."), names=locale.join_and(names))
    return [look.style_text(f" {text} ", "bold reverse $warning")]


def show_picture_below(view: MapView, foot: TextPanel, picture: LegendPicture, width: int, rows: int) -> None:
    """Show the legend as a picture instead of text where the map is one, unless there is more to say."""
    scene = view.scene
    is_picture = (
        scene is not None
        and view.shows_pixels(plain=view.palette.plain)
        and not (_hidden_layers(view) or view.describe())
    )
    foot.display, picture.display = not is_picture, is_picture
    if is_picture and scene is not None:
        picture.styles.height = rows
        picture.tell(view.parts.legend(view.desk.locale, view.state), scene.styles, width, rows)


class MapPane(Column):
    """A map and the lines below it."""

    def __init__(self, desk: Desk, view: MapView | None = None) -> None:
        super().__init__(id="map-pane")
        self.desk = desk
        self.view = view or MapView(desk)
        self.foot, self.legend = TextPanel(id="map-foot"), LegendPicture()
        self._columns = self._foot_rows = 0

    def compose(self) -> ComposeResult:
        """Yield the map and the text below it."""
        yield self.view
        yield self.foot
        yield self.legend

    @property
    def columns(self) -> int:
        """The width of the pane."""
        return self._columns

    def fit(self, width: int, *, whole: bool) -> None:
        """Set the width for a screen of this width; `whole`: from top to bottom of the screen."""
        # The text has the same rows whatever it says, because the map would be drawn at another scale.
        self._foot_rows = PANE_FOOT_ROWS if whole else 1
        self.foot.styles.height = self._foot_rows
        self._columns = pane_width(width, leads=self.desk.screen.map_leads, whole=whole)
        self.styles.width = self._columns

    def take_key(self, key: str, character: str | None) -> bool:
        """Handle a key if it is the map's, and return whether it was.

        The map has its keys while it has the focus. It can also be zoomed while a point is entered.
        """
        pointing = isinstance(self.desk.field, SpotField | AimField)
        mine = self.view.has_focus or (pointing and key in ("pageup", "pagedown"))
        if not (self.display and mine and self.view.take(key, character)):
            return False
        self.show()
        return True

    def show(self) -> None:
        """Show the current state."""
        self.view.show()
        self.show_foot()

    def show_foot(self) -> None:
        """Show the text below the map."""
        width = max(20, self._columns - 3)
        self.foot.tell(describe_below(self.view, width))
        show_picture_below(self.view, self.foot, self.legend, width, self._foot_rows)

    def on_map_view_changed(self, message: MapView.Changed) -> None:
        """Describe the new selection."""
        message.stop()
        self.show_foot()


def house_pane(pane: MapPane | None, home: Widget | None, make: Callable[[], MapPane]) -> MapPane | None:
    """Return the pane in its home: made anew if it was elsewhere, hidden if it has none."""
    if pane is not None and home is not None and pane.parent is not home:
        pane.remove()
        pane = None
    if pane is None and home is not None:
        pane = make()
        home.mount(pane)
    if pane is not None:
        pane.display = home is not None
    return pane


# -- the screen ----------------------------------------------------------------------------

LEAST_MAP_ROWS = 8
FOOT_ROWS = 5
STEADY_ROWS, LOW_STEADY_ROWS = 9, 7
"""The least rows of prompt and foot together, on a high screen and on a low one."""
HIGH = 30


class MapScreen(DeskScreen[str | None]):
    """The whole map. It returns the action that only the main screen can do, if any."""

    CSS_PATH = "map.tcss"
    AUTO_FOCUS = "#map"

    def __init__(self, desk: Desk, view: Callable[[str], None]) -> None:
        super().__init__(desk, view)
        self.ribbon = Ribbon(desk)
        self.clock = ClockFace(desk, rings=False)  # the main screen below rings
        self.view = MapView(desk)
        self.foot, self.legend = TextPanel(id="map-foot"), LegendPicture()
        self.keys = KeyBar(desk)

    def compose(self) -> ComposeResult:
        """Yield the parts from top to bottom."""
        with Column():
            with Row(id="map-head"):
                yield self.ribbon
                yield self.clock
            yield self.view
            yield self.foot
            yield self.legend
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
        self.prompt.show()
        self.keys.show(typing=desk.field is not None)
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
        lines = count_rows(text, width)
        if self.view.shows_pixels(plain=self.view.palette.plain) and not self.view.describe():
            lines = count_picture_rows(self.view.parts.legend(self.desk.locale, self.desk.state), width)
        foot_rows = max(1, min(lines, FOOT_ROWS, spare - prompt_rows))
        steady = STEADY_ROWS if self.size.height >= HIGH else LOW_STEADY_ROWS
        # Spare rows go to the prompt, so that the map keeps its scale.
        prompt_rows += max(0, min(steady, spare) - prompt_rows - foot_rows)
        self.prompt.styles.height, self.foot.styles.height = prompt_rows, foot_rows
        self.foot.tell(text)
        show_picture_below(self.view, self.foot, self.legend, width, foot_rows)

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
        if key == "escape" and idle and not self.desk.bots.accepts_key(key):
            self.dismiss(None)
            return
        self.enter(key, character, None if self.app.is_headless else event.time)

    def show_outcome(self, action: str | None) -> None:
        """Show the result of a key. Actions other than help are passed to the main screen."""
        if action is None:
            self.show()
        elif action == "help":
            self.run_view(action)
        else:
            self.dismiss(None if action in ("map", "map-screen") else action)

    def explain_focus(self) -> str:
        """Return what F1 says of the map."""
        return self.view.explain()

    def on_map_view_changed(self, _message: MapView.Changed) -> None:
        """Show the new selection."""
        self._show_map()
