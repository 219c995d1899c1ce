"""The window of a map: which part of the table it shows, and conversions from cm to characters.

A character is twice as high as wide, so half of it is a square dot. Nothing here needs a screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor

from q40k.geometry.space import Spot

ZOOMS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
LEAST_COLUMNS = 2
"""The least width of a square in columns at which figures have a number and a facing."""


@dataclass(frozen=True, slots=True)
class Port:
    """A window of `columns` x `rows` characters on a table of `size` cm.

    `zoom` is an index into ZOOMS, 0 for the whole table. `centre` is the point in the middle, in
    cm, limited by the table's edges. With squares of `square_cm`, each square is an even number of
    characters wide and half as many high, and begins where a character begins. `aspect` is the
    height of half a character in widths of one: 1 where characters are drawn, the terminal's own
    where pixels are.
    """

    size: tuple[int, int]
    columns: int
    rows: int
    zoom: int = 0
    centre: Spot | None = None
    square_cm: float = 0.0
    aspect: float = 1.0

    @property
    def dot_cm(self) -> float:
        """The width of a character on the table: usually also half its height."""
        width, height = self.size
        whole = max(width / max(1, self.columns), height / max(1, 2 * self.rows * self.aspect))
        dot = whole / ZOOMS[self.zoom]
        wide = 2 * floor(self.square_cm / dot / 2 + (0.5 if self.zoom else 0.0))
        return self.square_cm / wide if wide > 1 else dot

    @property
    def row_cm(self) -> float:
        """The height of a character on the table."""
        return 2 * self.dot_cm * self.aspect

    @property
    def corner(self) -> Spot:
        """The point in the top left corner of the window, in cm. It keeps the table in view."""
        dot, (width, height) = self.dot_cm, self.size
        x, y = self.centre or (width / 2, height / 2)
        left = _clamp(x, self.columns * dot, width) - self.columns * dot / 2
        top = _clamp(y, self.rows * self.row_cm, height) + self.rows * self.row_cm / 2
        if not self.square_cm:
            return left, top
        return floor(left / dot + 0.5) * dot, floor(top / (2 * dot) + 1e-6) * 2 * dot

    def dots(self, at: Spot) -> Spot:
        """Return a point in dots from the top left corner: columns, and half rows."""
        left, top, dot = _frame(self)
        return ((at[0] - left) / dot, (top - at[1]) / (dot * self.aspect))

    def cell(self, at: Spot) -> tuple[int, int]:
        """Return the column and row of the character that shows a point; it may be outside."""
        x, y = self.dots(at)
        return (floor(x), floor(y / 2))

    def spot(self, column: float, row: float) -> Spot:
        """Return the point in the middle of a character."""
        left, top = self.corner
        return (left + (column + 0.5) * self.dot_cm, top - (row + 0.5) * self.row_cm)

    def shows(self, at: Spot) -> bool:
        """Return whether a point is in the window."""
        column, row = self.cell(at)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def zoom_by(self, by: int, at: Spot | None = None) -> Port:
        """Return the window zoomed in or out, centred on a point."""
        zoom = min(max(self.zoom + by, 0), len(ZOOMS) - 1)
        if zoom != self.zoom and replace(self, zoom=zoom).dot_cm == self.dot_cm:
            # The squares would not change their width, so take one more step.
            zoom = min(max(zoom + by, 0), len(ZOOMS) - 1)
        left, top = self.corner
        middle = (left + self.columns * self.dot_cm / 2, top - self.rows * self.row_cm / 2)
        return replace(self, zoom=zoom, centre=None if not zoom else at or middle)

    def pan(self, columns: float, rows: float) -> Port:
        """Return the window moved by columns and rows; the same one if the table ends there."""
        left, top = self.corner
        x = left + (self.columns / 2 + columns) * self.dot_cm
        y = top - (self.rows / 2 + rows) * self.row_cm
        moved = replace(self, centre=(x, y))
        return moved if moved.corner != self.corner else self

    def resize(self, columns: int, rows: int) -> Port:
        """Return the window at another size."""
        return replace(self, columns=max(1, columns), rows=max(1, rows))

    def whole_table(self) -> Port:
        """Return the window on the whole table."""
        return replace(self, zoom=0, centre=None)

    def zoom_to_squares(self) -> Port:
        """Return the window on the whole table, or zoomed in just enough to tell squares apart."""
        windows = (replace(self, zoom=zoom) for zoom in range(len(ZOOMS)))
        return next((port for port in windows if self.square_cm >= LEAST_COLUMNS * port.dot_cm * (1 - 1e-9)), self)

    def pan_to(self, at: Spot) -> Port:
        """Return the window moved as little as needed to show a point away from the edges.

        On a table with squares, two more squares around the point are shown.
        """
        column, row = self.cell(at)
        around = 2.5 * self.square_cm / self.dot_cm
        margins = (min(max(3, ceil(around)), self.columns // 4), min(max(2, ceil(around / 2)), self.rows // 4))
        over = _overhang(column, margins[0], self.columns), _overhang(row, margins[1], self.rows)
        moved = self.pan(*over) if any(over) else self
        # In a window of one character, rounding may leave the point just outside.
        return moved if moved.shows(at) else replace(self, centre=at)


@lru_cache(maxsize=8)
def _frame(port: Port) -> tuple[float, float, float]:
    """Return the top left corner of a window and the size of its dots; cached, as each letter needs
    it.
    """
    return (*port.corner, port.dot_cm)


def _clamp(middle: float, width: float, side: float) -> float:
    """Return the middle of a window limited so that it shows as little as possible outside the
    table.
    """
    if width >= side:
        return side / 2
    return min(max(middle, width / 2), side - width / 2)


def _overhang(coordinate: int, margin: int, length: int) -> int:
    """Return how far a coordinate is outside a window without its margins."""
    return min(0, coordinate - margin) + max(0, coordinate - (length - 1 - margin))
