"""A map to look at only: the whole table, as large as fits."""

from __future__ import annotations

from textual import events
from textual.strip import Strip

from q40k.geometry.scene import Overlay, Scene
from q40k.tui.map.draw import Painter
from q40k.tui.map.palette import palette_of
from q40k.tui.map.port import Port
from q40k.tui.map.rows import blank, strip
from q40k.tui.steady import Steady


class Preview(Steady):
    """Shows a scene, and accepts no keys."""

    def __init__(self) -> None:
        super().__init__(id="preview")
        self.scene: Scene | None = None
        self._rows: list[Strip] = []

    def show(self, scene: Scene | None) -> None:
        """Show a scene, or nothing."""
        if scene is not self.scene:
            self.scene = scene
            self._paint()

    def on_mount(self) -> None:
        """Repaint when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._paint())

    def on_resize(self, _event: events.Resize) -> None:
        """Repaint at the new size."""
        self._paint()

    def _paint(self) -> None:
        self._rows = []
        if self.scene is not None and self.size.width and self.size.height:
            port = Port(self.scene.size, self.size.width, self.size.height)
            cells = Painter().draw(self.scene, port, palette_of(self.app), Overlay())
            self._rows = [strip(row) for row in cells]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row of the map."""
        return self._rows[y] if y < len(self._rows) else blank(self.size.width)
