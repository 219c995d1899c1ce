"""A map that stands still: a scene at one moment, with its rulers and legend, without a desk."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip

from q40k.geometry.scene import NOTHING, Overlay, Scene
from q40k.tui.map.draw import RULER, Cells, Painter, blank, left_ruler, lower_ruler, strip, write_names_beside
from q40k.tui.map.palette import Palette, palette_of
from q40k.tui.map.port import Port
from q40k.tui.steady import Steady


def draw_still(scene: Scene, columns: int, rows: int, palette: Palette, overlay: Overlay = NOTHING) -> Cells:
    """Return a whole scene in characters, with the names of its squares at the left and below."""
    port = Port(scene.size, max(1, columns - RULER), max(1, rows - 1), square_cm=scene.square_cm)
    cells = Painter().draw(scene, port, palette, overlay)
    write_names_beside(cells, port, scene.grid, palette)
    left = left_ruler(port, scene.grid, palette)
    ruled = [[*left[y], *row] for y, row in enumerate(cells)]
    return [*ruled, lower_ruler(port, scene.grid, palette)]


class StillMap(Steady):
    """Shows a scene, and over it what somebody is about to choose."""

    def __init__(self) -> None:
        super().__init__(id="still-map")
        self._scene: Scene | None = None
        self._overlay = NOTHING
        self._rows: Sequence[Strip] = ()
        self._drawn_at = Size(0, 0)

    def show(self, scene: Scene | None, overlay: Overlay = NOTHING) -> None:
        """Show a scene."""
        self._scene, self._overlay, self._drawn_at = scene, overlay, Size(0, 0)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return one row; draw all of them first if the size has changed."""
        if self._drawn_at != self.size and self._scene is not None:
            self._drawn_at = self.size
            cells = draw_still(self._scene, self.size.width, self.size.height, palette_of(self.app), self._overlay)
            self._rows = [strip(row) for row in cells]
        return self._rows[y] if y < len(self._rows) else blank(self.size.width)
