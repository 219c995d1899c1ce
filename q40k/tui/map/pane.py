"""The map beside the feed on a wide screen, with its description below."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content

from q40k.geometry.space import Spot
from q40k.tui import look
from q40k.tui.map.fields import AimField, SpotField
from q40k.tui.map.legend import count_rows, legend
from q40k.tui.map.parts import parts_of
from q40k.tui.map.view import MapView
from q40k.tui.steady import Column, TextPanel

if TYPE_CHECKING:
    from q40k.tui.desk import Desk

FOOT_ROWS = 4


def pane_width(width: int) -> int:
    """Return how many columns the map gets on a screen of this width."""
    return min(width // 2, 84)


def describe_below(view: MapView, width: int) -> Content:
    """Return the text below a map: the description of the selection, or the legend."""
    description = view.describe()
    if description:
        return look.lines(*[look.style_text(line) for line in description])
    locale, state, parts = view.desk.locale, view.desk.state, view.parts
    if view.scene is None:
        return Content("")
    hidden = [locale.gettext(layer.name) for layer in parts.layers if layer.id in view.hidden]
    return legend(locale, view.scene, parts.legend(locale, state), view.palette, hidden, width)


class MapPane(Column):
    """A map and the lines below it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="map-pane")
        self.desk = desk
        self.view = MapView(desk)
        self.foot = TextPanel(id="map-foot")
        self._columns = 0

    def compose(self) -> ComposeResult:
        """Yield the map and the text below it."""
        yield self.view
        yield self.foot

    @property
    def columns(self) -> int:
        """The width of the pane."""
        return self._columns

    def fit(self, width: int) -> None:
        """Set the width for a screen of this width."""
        self._columns = pane_width(width)
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
        text = describe_below(self.view, width)
        height = min(count_rows(text, width), FOOT_ROWS)
        self.foot.styles.height = max(1, height)
        self.foot.tell(text)

    def on_map_view_changed(self, message: MapView.Changed) -> None:
        """Describe the new selection."""
        message.stop()
        self.show_foot()


def point(desk: Desk, at: Spot, reach_cm: float = 0.0, *, again: bool = False) -> None:
    """Pass a clicked point to the open entry; a second click on it works like Enter.

    While nothing is being entered, the game decides what a click means.
    """
    entry = desk.field
    if isinstance(entry, SpotField):
        here = entry.at_spot
        if here is not None and not entry.buffer and dist(here, at) <= reach_cm:
            desk.press("enter", None)
        else:
            entry.point(at)
    elif isinstance(entry, AimField):
        entry.point(at)
    elif entry is None and not desk.match_session.watching and desk.refused is None:
        parts_of(desk).on_point(desk, at, again)


def drag(desk: Desk, piece: str, at: Spot) -> None:
    """Let the game handle a piece dragged to a point, unless something is open."""
    session = desk.match_session
    if session.watching or session.question is not None or desk.field is not None:
        return
    outcome = parts_of(desk).on_drag(desk, piece, at)
    if isinstance(outcome, str):
        desk.perform(outcome)
        if isinstance(desk.field, SpotField):
            desk.field.point(at)
    elif outcome is not None:
        desk.open_form(outcome)
