"""The map beside the feed on a wide screen: the map, and what is said of it below."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content

from q40k.geometry.spots import Spot
from q40k.tui import look
from q40k.tui.map.fields import AimField, SpotField
from q40k.tui.map.legend import legend, rows
from q40k.tui.map.parts import parts_of
from q40k.tui.map.view import MapView
from q40k.tui.steady import Column, Told

if TYPE_CHECKING:
    from q40k.tui.desk import Desk

FOOT_ROWS = 4


def pane_width(width: int) -> int:
    """How many columns the map takes of a screen so wide."""
    return min(width // 2, 84)


def foot(view: MapView, width: int) -> Content:
    """What is told below a map: what is looked at, or the legend."""
    told = view.told()
    if told:
        return look.lines(*[look.styled(line) for line in told])
    locale, state, parts = view.desk.locale, view.desk.state, view.parts
    if view.scene is None:
        return Content("")
    hidden = [locale.gettext(one.name) for one in parts.layers if one.id in view.hidden]
    return legend(locale, view.scene, parts.legend(locale, state), view.palette, hidden, width)


class MapPane(Column):
    """A map and the lines below it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(id="map-pane")
        self.desk = desk
        self.view = MapView(desk)
        self.foot = Told(id="map-foot")
        self._columns = 0

    def compose(self) -> ComposeResult:
        """The map above, what is told below."""
        yield self.view
        yield self.foot

    @property
    def columns(self) -> int:
        """How many columns it takes."""
        return self._columns

    def fit(self, width: int) -> None:
        """Take a part of a screen so wide."""
        self._columns = pane_width(width)
        self.styles.width = self._columns

    def takes(self, key: str, character: str | None) -> bool:
        """Take a key that is the map's while it has the focus; zooming also while pointing."""
        pointing = isinstance(self.desk.field, SpotField | AimField)
        mine = self.view.has_focus or (pointing and key in ("pageup", "pagedown"))
        if not (self.display and mine and self.view.take(key, character)):
            return False
        self.show()
        return True

    def show(self) -> None:
        """Show the state as it is now."""
        self.view.show()
        self.show_foot()

    def show_foot(self) -> None:
        """Show what is told below."""
        width = max(20, self._columns - 3)
        said = foot(self.view, width)
        high = min(rows(said, width), FOOT_ROWS)
        self.foot.styles.height = max(1, high)
        self.foot.tell(said)

    def on_map_view_changed(self, message: MapView.Changed) -> None:
        """Tell what is looked at now."""
        message.stop()
        self.show_foot()


def point(desk: Desk, at: Spot, reach_cm: float = 0.0, *, again: bool = False) -> None:
    """A place was clicked: an open entry takes it; a second click on it is Enter.

    Where nothing is entered the game says what it means.
    """
    one = desk.field
    if isinstance(one, SpotField):
        here = one.at_spot
        if here is not None and not one.buffer and dist(here, at) <= reach_cm:
            desk.press("enter", None)
        else:
            one.point(at)
    elif isinstance(one, AimField):
        one.point(at)
    elif one is None and not desk.match_session.watching and desk.refused is None:
        parts_of(desk).pointed(desk, at, again)


def drag(desk: Desk, piece: str, at: Spot) -> None:
    """A piece was dragged to a place: the game says what that means, if nothing else is open."""
    session = desk.match_session
    if session.watching or session.question is not None or desk.field is not None:
        return
    meant = parts_of(desk).dragged(desk, piece, at)
    if isinstance(meant, str):
        desk.perform(meant)
        if isinstance(desk.field, SpotField):
            desk.field.point(at)
    elif meant is not None:
        desk.open_form(meant)
