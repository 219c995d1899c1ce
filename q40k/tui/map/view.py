"""The map widget: it shows a scene, and turns keys and mouse events into points."""

from collections.abc import Callable
from functools import partial
from math import dist
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from q40k.geometry.scene import NOTHING, Mark, Overlay, Piece, Scene
from q40k.geometry.space import Spot
from q40k.tui.desk import Desk
from q40k.tui.map import graphics
from q40k.tui.map.draw import RULER, Cells, Painter, blank, left_ruler, lower_ruler, strip, write_names_beside
from q40k.tui.map.fields import STEP_CM, AimField, SpotField, arrow_step, move_spot, overlay_of
from q40k.tui.map.palette import MONO, Palette, palette_of
from q40k.tui.map.parts import Relation, parts_of
from q40k.tui.map.pictured import Pictured
from q40k.tui.map.port import Port

if TYPE_CHECKING:
    from q40k.tui.map.layer import PixelLayer

_PAN = {"left": (-4, 0), "right": (4, 0), "up": (0, -2), "down": (0, 2)}
_ZOOM = {"plus": 1, "equals_sign": 1, "pageup": 1, "minus": -1, "pagedown": -1}


class MapView(Pictured, can_focus=True):
    """The table with everything on it.

    Keys come through `take`, so that a screen can pass them to an open entry first. Digits switch
    layers only while the hand is at the map: after a click, a key of the map, or when it gets the
    focus. A digit that is typed after a key of the desk hides nothing.
    """

    class Used(Message):
        """A point was clicked, or a piece dragged; `enter` hands it to the desk."""

        def __init__(self, enter: Callable[[], None]) -> None:
            super().__init__()
            self.enter = enter

    class Changed(Message):
        """The selection has changed."""

    def __init__(self, desk: Desk, *, mono: bool = False) -> None:
        super().__init__("map")
        self.desk = desk
        self.parts = parts_of(desk)
        self.mono = mono
        self.in_hand = True  # whether the last key was the map's
        self._hidden: frozenset[str] = frozenset()
        self._hidden_in: tuple[Any, ...] = ()  # whose part it was when they were hidden
        self.follow = True
        self.cursor: Spot | None = None
        self.selected: str | None = None
        self.port: Port | None = None
        self._zoomed = False  # whether a hand has zoomed; else the window fits itself to the squares
        self._painter = Painter()
        self._painted: tuple[Any, ...] = ()
        self._cells: Cells = []
        self._rows: list[Strip] = []
        self._laid_size = Size(0, 0)
        self._ruler_inputs: tuple[Port, str] | None = None
        self._left_ruler: Cells = []
        self._drag: str | None = None
        self._cached_relation: tuple[Any, str, Relation | None] | None = None
        self._cached_scene: tuple[Any, Scene | None] | None = None
        self._cached_for = (0, 0)
        self._followed: tuple[str | None, Spot | None] = (None, None)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """The colours: light, dark, or none."""
        return MONO if self.mono else palette_of(self.app)

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self.desk.state

    @property
    def scene(self) -> Scene | None:
        """The scene of the state; cached per state and size of the terminal."""
        state, (columns, rows) = self.state, self.app.size
        if self._cached_scene is None or self._cached_scene[0] is not state or self._cached_for != (columns, rows):
            self._cached_scene = (state, self.parts.scene(self.desk, state, columns, rows))
            self._cached_for = (columns, rows)
        return self._cached_scene[1]

    def show(self) -> None:
        """Show the current state and the open entry."""
        self.redraw(self._build_rows())

    @property
    def hidden(self) -> frozenset[str]:
        """The hidden layers. All layers come back with the next part."""
        return self._hidden if self._hidden_in == self._part else frozenset()

    @property
    def _part(self) -> tuple[Any, ...]:
        """Whose part it is: turn, phase and who acts."""
        status = self.desk.snapshot.status
        return status.turn, status.phase, tuple(status.active)

    def _build_rows(self) -> list[int]:
        """Build the rows for the current size, and return the indexes of the rows that changed."""
        scene = self.scene
        if scene is None or not self.size.width:
            return []
        if self._laid_size != self.size:
            self._laid_size, self._pixels = self.size, None
            self._cells, self._rows, self._ruler_inputs = [], [], None
        return self._paint(scene, self._fit_port(scene.size))

    def _fit_port(self, size: tuple[int, int]) -> Port:
        """Fit the window to the size, and keep the actor or the chosen point in view."""
        layer = self.find_layer(plain=self.palette.plain)
        aspect = layer.aspect if layer is not None else 1.0
        columns, rows = max(1, self.size.width - self._margin), max(1, self.size.height - (layer is None))
        if layer is not None:
            columns = min(columns, graphics.MOST_COLUMNS)
        if self.port is None or self.port.size != size or self.port.aspect != aspect:
            squares = self.parts.square_cm if layer is None else 0.0
            self.port, self._zoomed = Port(size, columns, rows, square_cm=squares, aspect=aspect), False
        self.port = self.port.resize(columns, rows)
        if not self._zoomed:
            self.port = self.port.zoom_to_squares()
        pointed = self._pointed_spot()
        if pointed is not None:
            self.port = self.port.pan_to(pointed)
            return self.port
        followed = self.parts.actor(self.desk)
        if self.follow and followed != self._followed and followed[1] is not None:
            self.port = self.port.pan_to(followed[1])
        self._followed = followed
        return self.port

    def _pointed_spot(self) -> Spot | None:
        entry = self.desk.field
        if isinstance(entry, SpotField):
            return entry.at_spot or entry.start
        if isinstance(entry, AimField):
            at: Spot = entry.template.spot
            return at
        return self.cursor

    def _overlay(self) -> Overlay:
        entry = self.desk.field
        overlay = overlay_of(entry)
        if isinstance(entry, SpotField | AimField):
            return overlay
        added = self.parts.overlay(self.desk, self.cursor)
        trail = NOTHING if self.desk.is_entering else self.desk.bots.trail
        drawn = (*added.lines, *trail.lines)
        lines = tuple(line for line in drawn if line.layer not in self.hidden)
        added = replace(
            added, lines=lines, cursor=self.cursor, lit=(*added.lit, *trail.lit), words=(*added.words, *trail.words)
        )
        relation = self._relation()
        if relation is None:
            return added
        return replace(added, lines=(*lines, *relation.lines), words=(*added.words, *relation.words))

    def _paint(self, scene: Scene, port: Port) -> list[int]:
        """Draw the scene, and return the indexes of the rows that changed."""
        palette, overlay = self.palette, self._overlay()
        inputs = (scene, port, palette.name, overlay, self.selected, self.hidden)
        if self._rows and self._cells and inputs == self._painted:
            return []
        self._painted = inputs
        if self._pixels is not None:
            return self._paint_pixels(self._pixels, scene, overlay)
        cells = self._painter.draw(scene, port, palette, overlay, selected=self.selected, hidden=self.hidden)
        write_names_beside(cells, port, scene.grid, palette)
        before = self._cells
        if len(before) != len(cells) or not self._rows:
            self._rows = [blank(self.size.width)] * (len(cells) + 1)
            before = []
        ruled = (port, palette.name)
        if ruled != self._ruler_inputs:
            before, self._ruler_inputs = [], ruled
            self._left_ruler = left_ruler(port, scene.grid, palette)
            self._rows[len(cells)] = strip(lower_ruler(port, scene.grid, palette))
        changed = [y for y, row in enumerate(cells) if not before or before[y] != row]
        for y in changed:
            self._rows[y] = strip([*self._left_ruler[y], *cells[y]])
        self._cells = cells
        return changed if before else [*changed, len(cells)]

    # -- pixels ----------------------------------------------------------------------------

    def _forget_characters(self) -> None:
        self._cells, self._rows, self._ruler_inputs = [], [], None

    def paint_again(self) -> None:
        """Show the current state; the legend below becomes a picture as well."""
        self._repaint()

    def _paint_pixels(self, layer: "PixelLayer", scene: Scene, overlay: Overlay) -> list[int]:
        """Draw the scene in pixels and send what changed; return the rows of characters that changed."""
        port, palette = self.port, self.palette
        assert port is not None
        rows = layer.draw(scene, port, palette, overlay, selected=self.selected, hidden=self.hidden)
        ruled = (port, palette.name)
        if self._rows and ruled == self._ruler_inputs:
            self._send(layer.word_change(rows, self._corner))
            return []
        self._ruler_inputs = ruled
        self._cells = layer.make_cells(palette)
        self._rows = [strip(cells) for cells in self._cells]
        if layer.graphics.protocol == "kitty":
            self._send_rows(rows)
        return list(range(len(self._rows)))

    @property
    def _margin(self) -> int:
        """The columns at the left that name the rows of squares; a picture names them itself."""
        return RULER if self._pixels is None else 0

    @property
    def _corner(self) -> tuple[int, int]:
        """The column and row of the screen where the picture begins."""
        return self.content_region.x + self._margin, self.content_region.y

    def render_line(self, y: int) -> Strip:
        """Return one row of the map. Rebuild the rows first if the size has changed."""
        if self._laid_size != self.size:
            self._build_rows()
        if y >= len(self._rows):
            return blank(self.size.width)
        return self._rows[y]

    def on_mount(self) -> None:
        """Repaint when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._repaint())

    def _repaint(self) -> None:
        """Repaint in the new colours, and refresh the text below, which has some as well."""
        self.show()
        self.post_message(self.Changed())

    # -- what is told ----------------------------------------------------------------------

    @property
    def reach_cm(self) -> float:
        """How near a click must come to an item; it depends on the zoom."""
        reach = 1.2 * self.port.dot_cm if self.port is not None else 1.5
        return min(reach, self.parts.square_cm / 2) if self.parts.square_cm else reach

    def describe(self) -> list[str]:
        """Return lines about the item under the cursor, and its relation to the actor."""
        lines = []
        if self.cursor is not None:
            lines = self.parts.describe(self.desk, self.cursor, self.reach_cm)
        relation = self._relation()
        if relation is not None and (lines or self._about != self.selected):
            lines.insert(1, relation.sentence)
        return lines

    @property
    def _about(self) -> str | None:
        """The figure that is looked at: the one marked in an open entry, or the selected one."""
        return self.parts.marked_figure(self.desk.field, self.desk.state) or self.selected

    def _relation(self) -> Relation | None:
        """Return the relation of the actor to the figure looked at; cached per state."""
        state, other = self.desk.state, self._about
        if other is None:
            return None
        cached = self._cached_relation
        if cached is None or cached[0] is not state or cached[1] != other:
            cached = self._cached_relation = (state, other, self.parts.relation(self.desk, other))
        return cached[2]

    def _near(self, at: Spot) -> Piece | Mark | None:
        """Return the piece or mark at a point."""
        return self.scene.nearest(at, self.reach_cm) if self.scene is not None else None

    def _select(self, at: Spot) -> None:
        """Select the item at a point, or nothing."""
        item = self._near(at)
        self.selected = None if item is None else item.id

    def _piece(self, at: Spot) -> str | None:
        """Return the id of the piece at a point, if any."""
        item = self._near(at)
        return item.id if isinstance(item, Piece) else None

    # -- keys ------------------------------------------------------------------------------

    def take(self, key: str, character: str | None) -> bool:
        """Handle a key if it is the map's, and return whether it was. The caller then shows the
        map.
        """
        self.in_hand = self._take(key, character)
        return self.in_hand

    def _take(self, key: str, character: str | None) -> bool:
        pointing = isinstance(self.desk.field, SpotField | AimField)
        typing = self.desk.field is not None
        if key in ("pageup", "pagedown") or (key in _ZOOM and not typing):
            self.zoom(_ZOOM[key])
        elif pointing:
            return False
        elif key == "home" or (key == "0" and not typing):
            self._set_port(self.port.whole_table() if self.port else None)
        elif typing:
            return False
        elif (layer := self._layer(character)) is not None:
            self._hidden, self._hidden_in = self.hidden ^ {layer}, self._part
        elif key == "full_stop":
            self.follow = not self.follow
            self._followed = (None, None)
        elif arrow_step(key) is not None:
            self._arrow(key)
        elif key == "enter":
            self._enter()
        elif key == "escape" and (self.cursor or self.selected):
            self.cursor = self.selected = None
        else:
            return False
        return True

    def _layer(self, character: str | None) -> str | None:
        """Return the layer that a digit shows or hides, unless the game uses the digit."""
        digits = "123456789"[: len(self.parts.layers)]
        if character is None or character not in digits or not self.in_hand:
            return None
        is_used = self.desk.snapshot.question is None and self.parts.uses_digit(self.desk, character)
        return None if is_used else self.parts.layers[int(character) - 1].id

    def zoom(self, by: int, at: Spot | None = None) -> None:
        """Zoom in or out at a point, at the cursor, or in the middle."""
        if self.port is not None:
            self._set_port(self.port.zoom_by(by, at or self._pointed_spot()))

    def _set_port(self, port: Port | None) -> None:
        if port is not None:
            self.port, self._zoomed = port, True

    def _arrow(self, key: str) -> None:
        by, port = arrow_step(key, self.parts.square_cm or STEP_CM), self.port
        if port is None or by is None:
            return
        if self.cursor is not None:
            self.cursor = self.parts.snap(self.desk, move_spot(self.cursor, by, port.size))
            self._select(self.cursor)
            return
        columns, rows = _PAN[key.removeprefix("shift+")]
        factor = 3 if key.startswith("shift+") else 1
        self._set_port(port.pan(columns * factor, rows * factor))

    def _enter(self) -> None:
        """Show the cursor, or point at the cursor's position."""
        if self.cursor is not None:
            self._select(self.cursor)
            self._point(self.cursor, again=True)
            return
        middle = (self.port.size[0] / 2, self.port.size[1] / 2) if self.port else (0.0, 0.0)
        at = self.parts.actor(self.desk)[1] or middle
        if self.port is not None and not self.port.shows(at):
            at = self.port.spot(self.port.columns // 2, self.port.rows // 2)
        self.cursor = self.parts.snap(self.desk, (round(at[0], 1), round(at[1], 1)))

    # -- the mouse -------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> Spot | None:
        """Return the point under the mouse, in cm to the millimetre, or None off the table."""
        if self.port is None or event.x < self._margin or event.y >= self.port.rows:
            return None
        x, y = self.port.spot(event.x - self._margin, event.y)
        width, height = self.port.size
        slack = 2 * self.port.dot_cm
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            return None
        return (round(min(max(x, 0), width), 1), round(min(max(y, 0), height), 1))

    def on_focus(self) -> None:
        """Take the digits: the map was focused on purpose."""
        self.in_hand = True

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start to drag a piece."""
        self.in_hand = True
        at = self._spot(event)
        if at is not None and self.desk.field is None:
            self._drag = self._piece(at)
            if self._drag is not None:
                self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Drop a dragged piece, or point at the point."""
        at, dragged, self._drag = self._spot(event), self._drag, None
        self.release_mouse()
        if at is None:
            return
        if dragged is not None and self._piece(at) != dragged:
            self.post_message(self.Used(partial(drag, self.desk, dragged, at)))
            return
        again = False
        if not isinstance(self.desk.field, SpotField | AimField):
            at = self.parts.snap(self.desk, at)
            again, self.cursor = self.cursor == at, at
            self._select(at)
            self.show()
        self._point(at, again=again)
        self.post_message(self.Changed())

    def _point(self, at: Spot, *, again: bool) -> None:
        """Let the desk take a point."""
        self.post_message(self.Used(partial(point, self.desk, at, self.reach_cm, again=again)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in."""
        event.stop()
        self.zoom(1, self._spot(event))
        self.show()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out."""
        event.stop()
        self.zoom(-1, self._spot(event))
        self.show()

    def explain(self) -> str:
        """Return the help text of the map for F1."""
        return self.parts.explain(self.desk.locale)


class PastMap(MapView):
    """The table at a past moment; nothing is entered there."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.can_focus = False
        self.follow = False
        self.moment: Any = desk.state

    @property
    def state(self) -> Any:
        """The state of the moment."""
        return self.moment

    def _overlay(self) -> Overlay:
        return NOTHING

    def _pointed_spot(self) -> Spot | None:
        return None

    def on_mouse_down(self, _event: events.MouseDown) -> None:
        """Drag nothing."""


# -- what a click means --------------------------------------------------------------------


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
