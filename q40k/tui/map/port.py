"""Which part of a table a map shows, and how large: centimetres to characters and back.

A character is twice as high as wide, so half of it is a square dot. Needs no screen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import Final

from q40k.geometry.spots import Spot

ZOOMS: Final = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0)
LEAST_COLUMNS: Final = 2.8
"""So wide a square must be drawn for the letters on it to be told from their neighbours'."""


@dataclass(frozen=True, slots=True)
class Port:
    """A window of `columns` x `rows` characters on a table of `size` cm.

    `zoom` is a place in ZOOMS, 0 for the whole table; `centre` is where the window looks, in cm,
    as far as the table's edges let it. Where everything stands on squares, `square_cm` wide, each
    is drawn a whole number of characters wide, and begins where a character does.
    """

    size: tuple[int, int]
    columns: int
    rows: int
    zoom: int = 0
    centre: Spot | None = None
    square_cm: float = 0.0

    @property
    def dot_cm(self) -> float:
        """How wide a character, and how high half of one, is on the table."""
        width, height = self.size
        whole = max(width / max(1, self.columns), height / max(1, 2 * self.rows))
        dot = whole / ZOOMS[self.zoom]
        wide = floor(self.square_cm / dot + (0.5 if self.zoom else 0.0))
        return self.square_cm / wide if wide > 1 else dot

    @property
    def corner(self) -> Spot:
        """What lies in the top left corner of the window, in cm; the table is kept in view."""
        dot, (width, height) = self.dot_cm, self.size
        x, y = self.centre or (width / 2, height / 2)
        left = _kept(x, self.columns * dot, width) - self.columns * dot / 2
        top = _kept(y, 2 * self.rows * dot, height) + self.rows * dot
        if not self.square_cm:
            return left, top
        return floor(left / dot + 0.5) * dot, floor(top / (2 * dot) + 1e-6) * 2 * dot

    def dots(self, at: Spot) -> Spot:
        """A place in dots from the top left corner: columns, and half rows."""
        left, top, dot = _frame(self)
        return ((at[0] - left) / dot, (top - at[1]) / dot)

    def cell(self, at: Spot) -> tuple[int, int]:
        """The column and the row of the character that shows a place; it may lie outside."""
        x, y = self.dots(at)
        return (floor(x), floor(y / 2))

    def spot(self, column: float, row: float) -> Spot:
        """The place in the middle of a character."""
        left, top = self.corner
        dot = self.dot_cm
        return (left + (column + 0.5) * dot, top - (row + 0.5) * 2 * dot)

    def shows(self, at: Spot) -> bool:
        """Whether a place lies in the window."""
        column, row = self.cell(at)
        return 0 <= column < self.columns and 0 <= row < self.rows

    def zoomed(self, by: int, at: Spot | None = None) -> Port:
        """Nearer or farther, looking at a place."""
        zoom = min(max(self.zoom + by, 0), len(ZOOMS) - 1)
        if zoom != self.zoom and replace(self, zoom=zoom).dot_cm == self.dot_cm:
            zoom = min(max(zoom + by, 0), len(ZOOMS) - 1)  # the squares would be as wide as before
        left, top = self.corner
        middle = (left + self.columns * self.dot_cm / 2, top - self.rows * self.dot_cm)
        return replace(self, zoom=zoom, centre=None if not zoom else at or middle)

    def panned(self, columns: float, rows: float) -> Port:
        """Moved by so many characters."""
        dot = self.dot_cm
        left, top = self.corner
        x = left + self.columns * dot / 2 + columns * dot
        y = top - self.rows * dot - rows * 2 * dot
        return replace(self, centre=(x, y))

    def resized(self, columns: int, rows: int) -> Port:
        """The same on another screen."""
        return replace(self, columns=max(1, columns), rows=max(1, rows))

    def all(self) -> Port:
        """The same with the whole table in view."""
        return replace(self, zoom=0, centre=None)

    def near(self) -> Port:
        """The same as near as it takes to tell squares apart, the whole table at best."""
        columns = self.square_cm / replace(self, zoom=0, square_cm=0.0).dot_cm
        zoom = next((n for n, by in enumerate(ZOOMS) if columns * by >= LEAST_COLUMNS), 0)
        return replace(self, zoom=zoom)

    def seeing(self, at: Spot) -> Port:
        """The same, moved as little as needed to show a place well within the window.

        Where it stands on squares, two more of them are shown around it.
        """
        column, row = self.cell(at)
        round_ = 2.5 * self.square_cm / self.dot_cm
        aside = (
            min(max(3, ceil(round_)), self.columns // 4),
            min(max(2, ceil(round_ / 2)), self.rows // 4),
        )
        over = _over(column, aside[0], self.columns), _over(row, aside[1], self.rows)
        return self.panned(*over) if any(over) else self


@lru_cache(maxsize=8)
def _frame(port: Port) -> tuple[float, float, float]:
    """The top left corner of a window, and the size of its dots: asked for every letter drawn."""
    return (*port.corner, port.dot_cm)


def _kept(middle: float, shown: float, side: float) -> float:
    """The middle of a window so wide that it shows no more than it must beyond a table's side."""
    if shown >= side:
        return side / 2
    return min(max(middle, shown / 2), side - shown / 2)


def _over(place: int, aside: int, length: int) -> int:
    """By how much a place lies outside a window without its margins."""
    return min(0, place - aside) + max(0, place - (length - 1 - aside))
