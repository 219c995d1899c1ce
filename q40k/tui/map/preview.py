"""A scene that only shows: the table of a set-up, a match in a list, the legend of a map in pixels."""

from textual import events
from textual.strip import Strip

from q40k.geometry.scene import NOTHING, Overlay, Scene
from q40k.tui.map.draw import Cells, Painter, blank, strip
from q40k.tui.map.graphics import MOST_COLUMNS
from q40k.tui.map.palette import palette_of
from q40k.tui.map.pictured import Pictured
from q40k.tui.map.port import Port


class Preview(Pictured):
    """Shows a scene, and accepts no keys."""

    def __init__(self, id: str = "preview") -> None:
        super().__init__(id)
        self.scene: Scene | None = None
        self._overlay = NOTHING
        self._rows: list[Strip] = []

    def show(self, scene: Scene | None, overlay: Overlay = NOTHING) -> None:
        """Show a scene, or nothing."""
        if scene is not self.scene:
            self.scene, self._overlay = scene, overlay
            self.paint_again()

    def on_mount(self) -> None:
        """Repaint when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.paint_again())

    def on_resize(self, _event: events.Resize) -> None:
        """Repaint at the new size."""
        self.paint_again()

    def paint_again(self) -> None:
        """Paint the scene."""
        self._rows = []
        if self.scene is not None and self.size.width and self.size.height:
            self._rows = [strip(row) for row in self._draw(self.scene)]
        self.refresh()

    def _draw(self, scene: Scene) -> Cells:
        """Return the characters of the scene, or those below its picture."""
        palette, (width, height) = palette_of(self.app), self.size
        layer = self.find_layer(plain=palette.plain)
        if layer is None:
            return Painter().draw(scene, Port(scene.size, width, height), palette, self._overlay)
        width = min(width, MOST_COLUMNS)
        rows = layer.draw(scene, Port(scene.size, width, height, aspect=layer.aspect), palette, self._overlay)
        if layer.graphics.protocol == "kitty":
            self._send_rows(rows)
        return layer.make_cells(palette)

    def render_line(self, y: int) -> Strip:
        """Return one row of the map."""
        return self._rows[y] if y < len(self._rows) else blank(self.size.width)
