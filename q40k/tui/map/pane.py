"""The map beside the feed on a wide screen, with its description or its legend below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content

from q40k.geometry.scene import Scene, Style
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_, Locale
from q40k.tui import look
from q40k.tui.map.fields import AimField, SpotField
from q40k.tui.map.palette import Palette, hex_code, mix
from q40k.tui.map.parts import Sample, parts_of
from q40k.tui.map.view import MapView
from q40k.tui.steady import Column, TextPanel

if TYPE_CHECKING:
    from q40k.tui.desk import Desk


# -- the legend -----------------------------------------------------------------------------


def legend(
    locale: Locale,
    scene: Scene,
    samples: Sequence[Sample],
    palette: Palette,
    hidden: Sequence[str],
    width: int,
) -> Content:
    """Return the samples with their meaning in lines of this width, and the names of the `hidden`
    layers.
    """
    parts = [_sample(sample, palette, scene.styles) for sample in samples]
    if hidden:
        text = locale.say(N_("hidden: {names}"), names=locale.join_and(hidden))
        parts.append(Content.styled(text, "italic"))
    lines = parts[:1]
    for part in parts[1:]:
        if lines[-1].cell_length + 2 + part.cell_length <= width:
            lines[-1] = Content("  ").join([lines[-1], part])
        else:
            lines.append(part)
    return Content("\n").join(lines)


def _sample(sample: Sample, palette: Palette, styles: Mapping[str, Style]) -> Content:
    style, mark = "bold", sample.letters
    if sample.area and palette.plain:
        mark = styles[sample.area].mark
    elif sample.area:
        colour = palette.of(styles[sample.area])
        mark = f" {styles[sample.area].mark if styles[sample.area].strewn else ' '} "
        style += f" {hex_code(mix(colour, palette.ink, 0.45))} on {hex_code(colour)}"
    elif not palette.plain:
        style += f" {hex_code(palette.of(styles[sample.style]) if sample.style else palette.ink)}"
        if sample.paper:
            paper = styles[sample.paper]
            on = mix(palette.ground, palette.of(paper), paper.share)
            style += f" on {hex_code(on)}"
    return Content.assemble((mark, style), (f" {sample.word}", look.MUTED))


def count_rows(content: Content, width: int) -> int:
    """Return the number of rows of a text when wrapped to this width."""
    return max(1, len(content.wrap(max(1, width)))) if cell_len(content.plain) else 0


# -- the pane -------------------------------------------------------------------------------

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
