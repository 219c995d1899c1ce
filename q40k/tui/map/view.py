"""The map on the screen: it shows a scene, and turns keys and the mouse into places."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from q40k.games.quake.rules.state import Match
from q40k.games.quake.screen.map_overlay import (
    Relation,
    marked_target,
    of_field,
    relation,
    with_relation,
)
from q40k.games.quake.screen.map_scene import ALL, LAYERS, Overlay, Scene, scene
from q40k.games.quake.screen.map_told import man_at, picked, relation_line, told
from q40k.geometry.spots import Spot
from q40k.tui.desk import Desk
from q40k.tui.map.draw import Cells, draw
from q40k.tui.map.fields import AimField, SpotField, moved, step
from q40k.tui.map.palette import DARK, LIGHT, MONO, Palette
from q40k.tui.map.port import Port
from q40k.tui.map.rows import RULER, beside, blank, left_ruler, lower_ruler, strip

_PAN: Final = {"left": (-4, 0), "right": (4, 0), "up": (0, -2), "down": (0, 2)}
_ZOOM: Final = {"plus": 1, "equals_sign": 1, "pageup": 1, "minus": -1, "pagedown": -1}


class MapView(Widget, can_focus=True):
    """The arena with all that stands on it.

    Keys come through `take`, so that a screen may give them to an open entry first.
    """

    class Pointed(Message):
        """A place was clicked, or Enter pressed on it; `reach_cm` is how near is the same place."""

        def __init__(self, at: Spot, reach_cm: float) -> None:
            super().__init__()
            self.at = at
            self.reach_cm = reach_cm

    class Dragged(Message):
        """A champion was dragged to a place."""

        def __init__(self, player: str, at: Spot) -> None:
            super().__init__()
            self.player = player
            self.at = at

    class Changed(Message):
        """What is looked at has changed."""

    def __init__(self, desk: Desk, *, mono: bool = False) -> None:
        super().__init__(id="map")
        self.desk = desk
        self.mono = mono
        self.switched = ALL
        self.follow = True
        self.cursor: Spot | None = None
        self.selected: str | None = None
        self.port: Port | None = None
        self._cells: Cells = []
        self._rows: list[Strip] = []
        self._ruled: tuple[Port, str] | None = None
        self._left: Cells = []
        self._drag: str | None = None
        self._related: tuple[Match, str, Relation | None] | None = None
        self._followed: tuple[str | None, Spot | None] = (None, None)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def palette(self) -> Palette:
        """Light, dark, or without colours."""
        if self.mono or self.app.no_color:
            return MONO
        return DARK if self.app.current_theme.dark else LIGHT

    def show(self) -> None:
        """Show the state and the open entry as they are now."""
        state = self.desk.state
        if state.setup.arena is None or not self.size.width:
            return
        self._look()
        made = scene(state, self._overlay(), self.switched, self.selected)
        assert self.port is not None
        assert made is not None
        self._paint(made)

    def _look(self) -> None:
        """Keep the window on the table, and on whoever is followed or pointed at."""
        state, arena = self.desk.state, self.desk.state.setup.arena
        assert arena is not None
        columns, rows = max(1, self.size.width - RULER), max(1, self.size.height - 1)
        if self.port is None or self.port.size != arena.size:
            self.port = Port(arena.size, columns, rows)
        self.port = self.port.resized(columns, rows)
        pointed = self._pointed()
        if pointed is not None:
            self.port = self.port.seeing(pointed)
            return
        active = state.players.get(state.play.active or "")
        followed = (state.play.active, active.position.at if active is not None else None)
        if self.follow and followed != self._followed and followed[1] is not None:
            self.port = self.port.seeing(followed[1])
        self._followed = followed

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
        overlay = with_relation(overlay, self._relation(), self.desk.locale)
        if self.cursor is not None:
            overlay = Overlay(overlay.lit, overlay.lines, self.cursor, (), overlay.words)
        return overlay

    def _paint(self, made: Scene) -> None:
        """Draw, and repaint the rows that changed."""
        assert self.port is not None
        palette, port = self.palette, self.port
        cells = draw(made, port, palette)
        beside(cells, port, palette)
        before = self._cells
        if len(before) != len(cells) or not self._rows:
            self._rows = [blank(self.size.width)] * (len(cells) + 1)
            before = []
        ruled = (port, palette.name)
        if ruled != self._ruled:
            before, self._ruled = [], ruled
            self._left = left_ruler(port, palette)
            self._rows[len(cells)] = strip(lower_ruler(port, palette))
        for y, row in enumerate(cells):
            if not before or before[y] != row:
                self._rows[y] = strip([*self._left[y], *row])
                self.refresh(Region(0, y, self.size.width, 1))
        if not before:
            self.refresh()
        self._cells = cells

    def render_line(self, y: int) -> Strip:
        """One row of the map."""
        if y >= len(self._rows):
            return blank(self.size.width)
        return self._rows[y]

    def on_mount(self) -> None:
        """Light and dark have colours of their own."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show())

    def on_resize(self, _event: events.Resize) -> None:
        """Draw it anew for the new size."""
        self._cells, self._rows, self._ruled = [], [], None
        self.show()

    # -- what is told ----------------------------------------------------------------------

    @property
    def reach_cm(self) -> float:
        """How near a click has to come, which depends on the zoom."""
        return 1.2 * self.port.dot_cm if self.port is not None else 1.5

    def told(self) -> list[str]:
        """What is selected or lies under the cursor, and how the active one stands to it."""
        state, locale = self.desk.state, self.desk.locale
        if state.setup.arena is None:
            return []
        lines = []
        if self.cursor is not None:
            lines = told(locale, state, self.cursor, self.reach_cm)
        found = self._relation()
        if found is not None and (lines or self._about != self.selected):
            active, other = state.play.active or "", self._about or ""
            lines.insert(1, relation_line(locale, state, active, other, found))
        return lines

    @property
    def _about(self) -> str | None:
        """Whom the lines of sight lead to: the target marked for a shot, else the one selected."""
        return marked_target(self.desk.field, self.desk.state) or self.selected

    def _relation(self) -> Relation | None:
        """How the active champion stands to its marked target, else to the one selected.

        Worked out once for a state.
        """
        state, active = self.desk.state, self.desk.state.play.active
        other = self._about
        if active is None or other is None or other not in state.players:
            return None
        known = self._related
        if known is None or known[0] is not state or known[1] != other:
            known = self._related = (state, other, relation(state, active, other))
        return known[2]

    # -- keys ------------------------------------------------------------------------------

    def take(self, key: str, character: str | None) -> bool:
        """Take a key if it is the map's; False leaves it to others."""
        pointing = isinstance(self.desk.field, SpotField | AimField)
        typing = self.desk.field is not None
        if key in ("pageup", "pagedown") or (key in _ZOOM and not typing):
            self.zoom(_ZOOM[key])
        elif pointing:
            return False
        elif key == "home" or (key == "0" and not typing):
            self._moved(Port(self.port.size, self.port.columns, self.port.rows)
                        if self.port else None)  # fmt: skip
        elif typing:
            return False
        elif character is not None and character in "123456"[: len(LAYERS)]:
            self.switched ^= {LAYERS[int(character) - 1]}
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
        self.show()
        self.post_message(self.Changed())
        return True

    def zoom(self, by: int, at: Spot | None = None) -> None:
        """Nearer or farther: at a place, at the cursor, or in the middle."""
        if self.port is not None:
            self._moved(self.port.zoomed(by, at or self._pointed()))

    def _moved(self, port: Port | None) -> None:
        if port is not None:
            self.port = port

    def _arrow(self, key: str) -> None:
        by, port = step(key), self.port
        if port is None or by is None:
            return
        if self.cursor is not None:
            self.cursor = moved(self.cursor, by, port.size)
            self.selected = picked(self.desk.state, self.cursor, self.reach_cm)
            return
        columns, rows = _PAN[key.removeprefix("shift+")]
        far = 3 if key.startswith("shift+") else 1
        self._moved(port.panned(columns * far, rows * far))

    def _enter(self) -> None:
        """Bring out the cursor, or tell what is under it."""
        state = self.desk.state
        if self.cursor is not None:
            self.selected = picked(state, self.cursor, self.reach_cm)
            self.post_message(self.Pointed(self.cursor, self.reach_cm))
            return
        active = state.players.get(state.play.active or "")
        middle = (self.port.size[0] / 2, self.port.size[1] / 2) if self.port else (0.0, 0.0)
        at = active.position.at if active is not None and active.position.at is not None else middle
        if self.port is not None and not self.port.shows(at):
            at = self.port.spot(self.port.columns // 2, self.port.rows // 2)
        self.cursor = (round(at[0], 1), round(at[1], 1))

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
        """Take hold of a champion."""
        at = self._spot(event)
        if at is not None and self.desk.field is None:
            self._drag = man_at(self.desk.state, at, self.reach_cm)
            if self._drag is not None:
                self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of a champion elsewhere, or point at a place."""
        at, dragged, self._drag = self._spot(event), self._drag, None
        self.release_mouse()
        if at is None:
            return
        if dragged is not None and man_at(self.desk.state, at, self.reach_cm) != dragged:
            self.post_message(self.Dragged(dragged, at))
            return
        if not isinstance(self.desk.field, SpotField | AimField):
            self.cursor = at
            self.selected = picked(self.desk.state, at, self.reach_cm)
            self.show()
        self.post_message(self.Pointed(at, self.reach_cm))
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
        _ = self.desk.locale.gettext
        return _(
            "The arena from above. Arrows move the view, + and - zoom, 0 shows all of it; Enter"
            " brings out a cursor that tells what is under it, and a click does the same. 1 to 6"
            " switch scenery, portals, tokens, champions, tile lines and sight lines; . follows"
            " the active champion or not. Drag a champion to move it."
        )
