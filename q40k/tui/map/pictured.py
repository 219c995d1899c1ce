"""A widget that is a picture where the terminal shows pictures, and characters elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from textual.timer import Timer

from q40k.tui.map import graphics
from q40k.tui.steady import Steady

if TYPE_CHECKING:
    from q40k.tui.map.layer import PixelLayer

WHOLE_SECONDS = 0.5
"""How long after the last key a whole picture replaces many parts, or one in another window's colours."""
_NUMBERS = count()
"""Each picture has its own rows at the terminal: one page may lie over another."""


class Pictured(Steady):
    """Sends a picture, what changes of it, and again what an update of the screen wrote over it.

    A derived class paints in `paint_again`, and asks there for its layer: None means characters.
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._pixels: PixelLayer | None = None
        self._whole: Timer | None = None

    def paint_again(self) -> None:
        """Paint everything: the terminal has said that it shows pictures."""

    def on_mount(self) -> None:
        """Ask the terminal whether it shows pictures, once in a process."""
        graphics.ask(self.app)

    def on_unmount(self) -> None:
        """Let the terminal forget the picture."""
        if self._pixels is not None:
            graphics.write(self.app, self._pixels.word_end())

    def shows_pixels(self, *, plain: bool) -> bool:
        """Return whether it is a picture, as `find_layer` decides."""
        return self._terminal(plain=plain) is not None

    def _terminal(self, *, plain: bool) -> graphics.Graphics | None:
        return None if plain else getattr(self.app, "graphics", None)

    def find_layer(self, *, plain: bool) -> PixelLayer | None:
        """Return the layer that draws pixels, where the terminal shows them and the look is not `plain`."""
        terminal = self._terminal(plain=plain)
        if terminal is None:
            self._pixels = None
        elif self._pixels is None or self._pixels.cell != graphics.cell_size(terminal):
            from q40k.tui.map.layer import PixelLayer

            self._pixels = PixelLayer(terminal, next(_NUMBERS))
            self._forget_characters()
        return self._pixels

    def _forget_characters(self) -> None:
        """Forget characters that were shown: another layer draws from now on."""

    @property
    def _corner(self) -> tuple[int, int]:
        """The column and row of the screen where the picture begins."""
        return self.content_region.x, self.content_region.y

    def _send(self, words: str) -> None:
        """Write a part of the picture, if this is the visible screen; many parts become whole again."""
        layer = self._pixels
        if not words or layer is None or self.app.screen is not self.screen:
            return
        graphics.write(self.app, words)
        if layer.needs_whole:
            if self._whole is not None:
                self._whole.stop()
            self._whole = self.set_timer(WHOLE_SECONDS, self._send_whole)

    def _send_rows(self, rows: Iterable[int], *, fresh: bool = False) -> None:
        """Send rows of the picture from side to side; `fresh`: in colours chosen anew."""
        rows = list(rows)
        if self._pixels is not None and rows:
            self._send(self._pixels.word_rows(rows, self._corner, fresh=fresh))

    def _send_whole(self) -> None:
        if self._pixels is not None and self.display:
            self._send_rows(range(self._pixels.rows), fresh=True)

    def show_again(self, update: Any) -> None:
        """Send the parts of the picture over which an update of the screen wrote characters."""
        layer = self._pixels
        if layer is None or layer.graphics.protocol == "kitty" or not self.region:
            return
        if layer.rows > self.size.height or layer.columns > self.size.width:
            return  # it is about to be drawn for a smaller room
        x, y = self._corner
        covered = graphics.overwritten(update, x, x + layer.columns)
        self._send_rows(sorted({row - y for row in covered} & set(range(layer.rows))))
