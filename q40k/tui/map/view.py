"""The map on the screen: it shows a scene, and turns keys and the mouse into places."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from q40k.geometry.scene import Mark, Overlay, Piece, Scene
from q40k.geometry.spots import Spot
from q40k.tui.desk import Desk
from q40k.tui.map.draw import Cells, Painter
from q40k.tui.map.fields import STEP_CM, AimField, SpotField, moved, step
from q40k.tui.map.overlay import of_field
from q40k.tui.map.palette import MONO, Palette, palette_of
from q40k.tui.map.parts import Between, parts_of
from q40k.tui.map.port import Port
from q40k.tui.map.rows import RULER, beside, blank, left_ruler, lower_ruler, strip
from q40k.tui.steady import Steady

_PAN: Final = {"left": (-4, 0), "right": (4, 0), "up": (0, -2), "down": (0, 2)}
_ZOOM: Final = {"plus": 1, "equals_sign": 1, "pageup": 1, "minus": -1, "pagedown": -1}


class MapView(Steady, can_focus=True):
    """The table with all that stands on it.

    Keys come through `take`, so that a screen may give them to an open entry first.
    """

    class Pointed(Message):
        """A place was clicked, or Enter pressed on it; `reach_cm` is how near is the same place.

        `again` says that the cursor was there already.
        """

        def __init__(self, at: Spot, reach_cm: float, *, again: bool = False) -> None:
            super().__init__()
            self.at = at
            self.reach_cm = reach_cm
            self.again = again

    class Dragged(Message):
        """A piece was dragged to a place."""

        def __init__(self, piece: str, at: Spot) -> None:
            super().__init__()
            self.piece = piece
            self.at = at

    class Changed(Message):
        """What is looked at has changed."""

    def __init__(self, desk: Desk, *, mono: bool = False) -> None:
        super().__init__(id="map")
        self.desk = desk
        self.parts = parts_of(desk)
        self.mono = mono
        self.hidden: frozenset[str] = frozenset()
        self.follow = True
        self.cursor: Spot | None = None
        self.selected: str | None = None
        self.port: Port | None = None
        self._painter = Painter()
        self._drawn: tuple[Any, ...] = ()
        self._cells: Cells = []
        self._rows: list[Strip] = []
        self._laid = Size(0, 0)
        self._ruled: tuple[Port, str] | None = None
        self._left: Cells = []
        self._drag: str | None = None
        self._known: tuple[Any, str, Between | None] | None = None
        self._made: tuple[Any, Scene | None] | None = None
        self._followed: tuple[str | None, Spot | None] = (None, None)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """Light, dark, or without colours."""
        return MONO if self.mono else palette_of(self.app)

    @property
    def scene(self) -> Scene | None:
        """All that is on the table, made once for a state."""
        state = self.desk.state
        if self._made is None or self._made[0] is not state:
            self._made = (state, self.desk.view.scene(state))
        return self._made[1]

    def show(self) -> None:
        """Show the state and the open entry as they are now."""
        self.redraw(self._lay())

    def _lay(self) -> list[int]:
        """Make the rows for what is to be seen in the present size; which of them are others."""
        made = self.scene
        if made is None or not self.size.width:
            return []
        if self._laid != self.size:
            self._laid = self.size
            self._cells, self._rows, self._ruled = [], [], None
        return self._paint(made, self._look(made.size))

    def _look(self, size: tuple[int, int]) -> Port:
        """Keep the window on the table, and on whoever is followed or pointed at."""
        columns, rows = max(1, self.size.width - RULER), max(1, self.size.height - 1)
        if self.port is None or self.port.size != size:
            self.port = Port(size, columns, rows, square_cm=self.parts.square_cm).near()
        self.port = self.port.resized(columns, rows)
        pointed = self._pointed()
        if pointed is not None:
            self.port = self.port.seeing(pointed)
            return self.port
        followed = self.parts.actor(self.desk)
        if self.follow and followed != self._followed and followed[1] is not None:
            self.port = self.port.seeing(followed[1])
        self._followed = followed
        return self.port

    def _pointed(self) -> Spot | None:
        one = self.desk.field
        if isinstance(one, SpotField):
            return one.at_spot or one.start
        if isinstance(one, AimField):
            at: Spot = one.template.spot
            return at
        return self.cursor

    def _overlay(self) -> Overlay:
        one = self.desk.field
        overlay = of_field(one)
        if isinstance(one, SpotField | AimField):
            return overlay
        shown = self.parts.shown(self.desk, self.cursor)
        lines = tuple(line for line in shown.lines if line.layer not in self.hidden)
        shown = replace(shown, lines=lines, cursor=self.cursor)
        found = self._between()
        if found is None:
            return shown
        return replace(shown, lines=(*lines, *found.lines), words=(*shown.words, *found.words))

    def _paint(self, made: Scene, port: Port) -> list[int]:
        """Draw; which rows are others than before."""
        palette, overlay = self.palette, self._overlay()
        wanted = (made, port, palette.name, overlay, self.selected, self.hidden)
        if self._rows and self._cells and wanted == self._drawn:
            return []
        self._drawn = wanted
        cells = self._painter.draw(
            made, port, palette, overlay, selected=self.selected, hidden=self.hidden
        )
        beside(cells, port, made.grid, palette)
        before = self._cells
        if len(before) != len(cells) or not self._rows:
            self._rows = [blank(self.size.width)] * (len(cells) + 1)
            before = []
        ruled = (port, palette.name)
        if ruled != self._ruled:
            before, self._ruled = [], ruled
            self._left = left_ruler(port, made.grid, palette)
            self._rows[len(cells)] = strip(lower_ruler(port, made.grid, palette))
        changed = [y for y, row in enumerate(cells) if not before or before[y] != row]
        for y in changed:
            self._rows[y] = strip([*self._left[y], *cells[y]])
        self._cells = cells
        return changed if before else [*changed, len(cells)]

    def render_line(self, y: int) -> Strip:
        """One row of the map, drawn anew if it has got another size."""
        if self._laid != self.size:
            self._lay()
        if y >= len(self._rows):
            return blank(self.size.width)
        return self._rows[y]

    def on_mount(self) -> None:
        """Light and dark have colours of their own."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._recoloured())

    def _recoloured(self) -> None:
        """Draw it in its other colours; what is told below has some, too."""
        self.show()
        self.post_message(self.Changed())

    # -- what is told ----------------------------------------------------------------------

    @property
    def reach_cm(self) -> float:
        """How near a click has to come, which depends on the zoom."""
        reach = 1.2 * self.port.dot_cm if self.port is not None else 1.5
        return min(reach, self.parts.square_cm / 2) if self.parts.square_cm else reach

    def told(self) -> list[str]:
        """What is selected or lies under the cursor, and how who acts stands to it."""
        lines = []
        if self.cursor is not None:
            lines = self.parts.told(self.desk, self.cursor, self.reach_cm)
        found = self._between()
        if found is not None and (lines or self._about != self.selected):
            lines.insert(1, found.told)
        return lines

    @property
    def _about(self) -> str | None:
        """Who is looked at: whom an open entry has marked, else the one selected."""
        return self.parts.marked(self.desk.field, self.desk.state) or self.selected

    def _between(self) -> Between | None:
        """What is between who acts and who is looked at; worked out once for a state."""
        state, other = self.desk.state, self._about
        if other is None:
            return None
        known = self._known
        if known is None or known[0] is not state or known[1] != other:
            known = self._known = (state, other, self.parts.between(self.desk, other))
        return known[2]

    def _near(self, at: Spot) -> Piece | Mark | None:
        """What small thing is at a place."""
        return self.scene.nearest(at, self.reach_cm) if self.scene is not None else None

    def _select(self, at: Spot) -> None:
        """Look at what is at a place, and only at that."""
        found = self._near(at)
        self.selected = None if found is None else found.id

    def _piece(self, at: Spot) -> str | None:
        """The piece at a place, if there is one."""
        found = self._near(at)
        return found.id if isinstance(found, Piece) else None

    # -- keys ------------------------------------------------------------------------------

    def take(self, key: str, character: str | None) -> bool:
        """Take a key if it is the map's: it is to be shown then. False leaves it to others."""
        pointing = isinstance(self.desk.field, SpotField | AimField)
        typing = self.desk.field is not None
        if key in ("pageup", "pagedown") or (key in _ZOOM and not typing):
            self.zoom(_ZOOM[key])
        elif pointing:
            return False
        elif key == "home" or (key == "0" and not typing):
            self._moved(self.port.all() if self.port else None)
        elif typing:
            return False
        elif (layer := self._layer(character)) is not None:
            self.hidden ^= {layer}
        elif key == "full_stop":
            self.follow = not self.follow
            self._followed = (None, None)
        elif step(key) is not None:
            self._arrow(key)
        elif key == "enter":
            self._enter()
        elif key == "escape" and (self.cursor or self.selected):
            self.cursor = self.selected = None
        else:
            return False
        return True

    def _layer(self, character: str | None) -> str | None:
        """The layer that a digit shows or hides, where it chooses nothing in the game."""
        digits = "123456789"[: len(self.parts.layers)]
        if character is None or character not in digits:
            return None
        game = self.desk.match_session.question is None and self.parts.typed(self.desk, character)
        return None if game else self.parts.layers[int(character) - 1].id

    def zoom(self, by: int, at: Spot | None = None) -> None:
        """Nearer or farther: at a place, at the cursor, or in the middle."""
        if self.port is not None:
            self._moved(self.port.zoomed(by, at or self._pointed()))

    def _moved(self, port: Port | None) -> None:
        if port is not None:
            self.port = port

    def _arrow(self, key: str) -> None:
        by, port = step(key, self.parts.square_cm or STEP_CM), self.port
        if port is None or by is None:
            return
        if self.cursor is not None:
            self.cursor = self.parts.snapped(self.desk, moved(self.cursor, by, port.size))
            self._select(self.cursor)
            return
        columns, rows = _PAN[key.removeprefix("shift+")]
        far = 3 if key.startswith("shift+") else 1
        self._moved(port.panned(columns * far, rows * far))

    def _enter(self) -> None:
        """Bring out the cursor, or tell what is under it."""
        if self.cursor is not None:
            self._select(self.cursor)
            self.post_message(self.Pointed(self.cursor, self.reach_cm, again=True))
            return
        middle = (self.port.size[0] / 2, self.port.size[1] / 2) if self.port else (0.0, 0.0)
        at = self.parts.actor(self.desk)[1] or middle
        if self.port is not None and not self.port.shows(at):
            at = self.port.spot(self.port.columns // 2, self.port.rows // 2)
        self.cursor = self.parts.snapped(self.desk, (round(at[0], 1), round(at[1], 1)))

    # -- the mouse -------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> Spot | None:
        """The place under the mouse, in cm, to the millimetre; None beside the table."""
        if self.port is None or event.x < RULER or event.y >= self.port.rows:
            return None
        x, y = self.port.spot(event.x - RULER, event.y)
        width, height = self.port.size
        slack = 2 * self.port.dot_cm
        if not (-slack <= x <= width + slack and -slack <= y <= height + slack):
            return None
        return (round(min(max(x, 0), width), 1), round(min(max(y, 0), height), 1))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a piece."""
        at = self._spot(event)
        if at is not None and self.desk.field is None:
            self._drag = self._piece(at)
            if self._drag is not None:
                self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of a piece elsewhere, or point at a place."""
        at, dragged, self._drag = self._spot(event), self._drag, None
        self.release_mouse()
        if at is None:
            return
        if dragged is not None and self._piece(at) != dragged:
            self.post_message(self.Dragged(dragged, at))
            return
        again = False
        if not isinstance(self.desk.field, SpotField | AimField):
            at = self.parts.snapped(self.desk, at)
            again, self.cursor = self.cursor == at, at
            self._select(at)
            self.show()
        self.post_message(self.Pointed(at, self.reach_cm, again=again))
        self.post_message(self.Changed())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Nearer."""
        event.stop()
        self.zoom(1, self._spot(event))
        self.show()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Farther."""
        event.stop()
        self.zoom(-1, self._spot(event))
        self.show()

    def explain(self) -> str:
        """What F1 says of the map."""
        return self.parts.explain(self.desk.locale)
