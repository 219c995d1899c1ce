"""The picture of one map view in a terminal that shows pictures: only what changes is sent again."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from PIL import Image

from q40k.geometry.scene import Overlay, Scene
from q40k.tui.map.draw import Cell, Cells
from q40k.tui.map.graphics import FIRST_ID, Graphics, Sixel, cell_size, forget_rows, place_row, send_row
from q40k.tui.map.palette import Palette, rgb
from q40k.tui.map.pixels import PixelPainter
from q40k.tui.map.port import Port

MOST_DOTS = 990
"""The greatest width and height of a sixel picture: xterm shows none of more than a thousand."""
MOST_PARTS = 8
"""So many partial pictures are sent before a whole one: xterm forgets the oldest of sixteen."""
_MOST_ROWS, _MOST_PICTURES = 512, 256
"""The numbers of rows that each picture has for itself, and how many pictures have numbers of their own."""
_GAP = 3
"""Changed rows that are at most so far apart are sent as one picture."""


class PixelLayer:
    """Draws a map as a picture, and words what a terminal must be sent."""

    def __init__(self, graphics: Graphics, number: int = 0) -> None:
        self.graphics = graphics
        self._first = _MOST_ROWS * (number % _MOST_PICTURES)
        self.cell = cell_size(graphics)
        self.parts = 0
        """The partial pictures that were sent after the last whole one."""
        self._painter = PixelPainter()
        self._sixel = Sixel()
        self._picture: Image.Image | None = None
        self._changed: Any = None
        self._window: Hashable = None
        self._coloured: Hashable = None  # the window whose colours are sent

    @property
    def needs_whole(self) -> bool:
        """Whether a whole picture with its own colours is to follow once nobody types."""
        return self.parts > MOST_PARTS

    @property
    def aspect(self) -> float:
        """The height of half a character in widths of one."""
        return self.cell[1] / 2 / self.cell[0]

    def draw(self, scene: Scene, port: Port, palette: Palette, overlay: Overlay, **options: Any) -> list[int]:
        """Draw the map, and return the rows of characters that changed."""
        picture = self._painter.draw(scene, port, palette, overlay, cell=self.cell, **options)
        return self.take(picture, (port, palette.name))

    def take(self, picture: Image.Image, window: Hashable) -> list[int]:
        """Take another picture of whole characters, and return the rows of characters that changed.

        Pictures with the same `window` are alike, so the colours of the first suit the others.
        """
        before, self._picture = self._picture, picture
        self._window = window
        wide, high = self.cell
        if before is None or before.size != picture.size:
            self._sixel, self._coloured = Sixel(), None
            self._changed = np.ones((self.rows, self.columns), dtype=bool)
        else:
            then, now = (np.asarray(image).reshape(self.rows, -1) for image in (before, picture))
            self._changed = np.zeros((self.rows, self.columns), dtype=bool)
            for row in np.flatnonzero((then != now).any(axis=1)):
                dots = (then[row] != now[row]).reshape(high, self.columns, wide * 3)
                self._changed[row] = dots.any(axis=(0, 2))
        return [int(row) for row in np.flatnonzero(self._changed.any(axis=1))]

    @property
    def columns(self) -> int:
        """The width of the picture in characters."""
        return 0 if self._picture is None else self._picture.width // self.cell[0]

    @property
    def rows(self) -> int:
        """The height of the picture in characters."""
        return 0 if self._picture is None else self._picture.height // self.cell[1]

    def make_cells(self, palette: Palette) -> Cells:
        """Return the characters below the picture: blanks, or letters that stand for it."""
        if self.graphics.protocol == "sixel":
            return [[Cell(" ", None, palette.beyond)] * self.columns for _ in range(self.rows)]
        first = FIRST_ID + self._first
        return [
            [Cell(letter, rgb(f"#{first + row:06x}"), palette.beyond) for letter in place_row(self.columns)]
            for row in range(self.rows)
        ]

    def word_change(self, rows: Sequence[int], at: tuple[int, int]) -> str:
        """Return what shows the changed parts of rows; `at` is the column and row of the map's corner."""
        return self._word(rows, at, self._changed.any(axis=0))

    def word_rows(self, rows: Sequence[int], at: tuple[int, int], *, fresh: bool = False) -> str:
        """Return what shows rows from side to side; `fresh`: in colours chosen anew."""
        return self._word(rows, at, np.ones(self._changed.shape[1], dtype=bool), fresh=fresh)

    def _word(self, rows: Sequence[int], at: tuple[int, int], columns: Any, *, fresh: bool = False) -> str:
        picture, (wide, high) = self._picture, self.cell
        if picture is None or not rows:
            return ""
        if self.graphics.protocol == "kitty":
            bands = ((row, picture.crop((0, row * high, picture.width, (row + 1) * high))) for row in rows)
            return "".join(send_row(band, self._first + row, self.columns) for row, band in bands)
        changed = np.flatnonzero(columns)
        first, last = int(changed[0]), int(changed[-1]) + 1
        is_whole = len(rows) * high == picture.height and (last - first) * wide == picture.width
        if is_whole:
            self._choose_colours(picture, fresh=fresh)
        words = []
        for top, bottom in _group(rows, MOST_DOTS // high):
            for left in range(first, last, MOST_DOTS // wide):
                right = min(last, left + MOST_DOTS // wide)
                part = picture.crop((left * wide, top * high, right * wide, bottom * high))
                words.append(self._sixel.encode(part, (at[0] + left, at[1] + top)))
        self.parts += 0 if is_whole else len(words)
        return "".join(words)

    def _choose_colours(self, picture: Image.Image, *, fresh: bool) -> None:
        """Choose the colours of a whole picture. In another window the old ones serve while keys are pressed."""
        if self._coloured is None or self._coloured == self._window or fresh:
            self._sixel.take_colours(picture)
            self._coloured, self.parts = self._window, 0
        else:
            self.parts = MOST_PARTS + 1

    def word_end(self) -> str:
        """Return what removes the pictures from the terminal's memory."""
        if self._picture is None or self.graphics.protocol == "sixel":
            return ""
        return forget_rows(self._first, self.rows)


def _group(rows: Iterable[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of each group of at most so many near rows, and the one after its last."""
    start = end = -1
    for row in rows:
        if start >= 0 and (row - end > _GAP or row - start >= most):
            yield start, end
            start = row
        start, end = (row if start < 0 else start), row + 1
    if start >= 0:
        yield start, end
