"""Draw an arena as lines of characters for a terminal: scenery as textures, marks as letters.

A character covers a piece of table twice as high as it is wide, as on most terminals.
"""

from collections.abc import Iterator
from math import ceil, dist, hypot
from typing import Literal

from q40k.games.quake.packs.arena import TILE_CM, Arena, Scenery
from q40k.geometry.outlines import Corners, area, within

Texture = Literal[
    "impassable",
    "lethal",
    "water",
    "dangerous",
    "high",
    "climbable",
    "difficult",
    "dark",
    "blocks_sight",
    "cover",
    "plain",
]
TEXTURES: dict[Texture, str] = {
    "impassable": "█",
    "lethal": "╳",
    "water": "≈",
    "dangerous": "!",
    "high": "≣",
    "climbable": "≡",
    "difficult": "░",
    "dark": "▓",
    "blocks_sight": "▒",
    "cover": "▪",
    "plain": "□",
}
"""The character of each texture, the most important first."""
HIGH_IN = 4
"""Climbable scenery at least this high, in inches, has a texture of its own."""
BASES = "¹²³⁴⁵⁶⁷⁸⁹"
BARREL = "o"
TILE_CORNER = "·"
ASPECT = 2
"""The height of a character relative to its width."""
_SAMPLES = ((1 / 6, 1 / 4), (1 / 2, 1 / 4), (5 / 6, 1 / 4), (1 / 6, 3 / 4), (1 / 2, 3 / 4), (5 / 6, 3 / 4))


def texture(piece: Scenery) -> Texture:
    """Return the most important texture of a piece of scenery."""
    effects: tuple[str, ...] = piece.effects
    if piece.climbable and piece.height_in >= HIGH_IN:
        effects += ("high",)
    return next((name for name in TEXTURES if name in effects), "plain")


def textures(arena: Arena) -> tuple[Texture, ...]:
    """Return the textures an arena shows, the most important first."""
    shown = {texture(piece) for piece in arena.scenery}
    return tuple(name for name in TEXTURES if name in shown)


def picture(arena: Arena, columns: int = 72, rows: int = 30) -> list[str]:
    """Draw the arena in a frame, top row first, within this many characters.

    Later pieces of scenery cover earlier ones, as the pack lists them.
    """
    width, height = arena.size
    cell = max(width / (columns - 2), height / ((rows - 2) * ASPECT))
    grid = _Grid(arena.size, cell)
    grid.dot_tiles()
    for base in arena.bases:
        grid.fill(base.polygon, BASES[min(base.number, len(BASES)) - 1])
    for piece in arena.scenery:
        grid.fill(piece.corners, TEXTURES[texture(piece)])
    for barrel in arena.barrels:
        grid.mark(barrel.at, BARREL)
    for portal in arena.portals:
        grid.mark(portal.at, f"({portal.number})")
    for flag in arena.flags:
        grid.mark(flag.at, flag.id)
    for token in arena.tokens:
        grid.mark(token.at, token.id)
    return grid.in_frame()


def _thickness(corners: Corners) -> float:
    """Return the approximate thickness of an outline, in cm: of a bar of its area and girth."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    girth = sum(dist(a, b) for a, b in pairs)
    return 2 * area(corners) / girth


class _Grid:
    """Hold characters by row from the bottom, each covering `cell` cm of width."""

    def __init__(self, size: tuple[int, int], cell: float) -> None:
        self.size = size
        self.wide, self.high = cell, cell * ASPECT
        self.columns = max(1, ceil(size[0] / self.wide - 1e-9))
        self.rows = max(1, ceil(size[1] / self.high - 1e-9))
        self.cells = [[" "] * self.columns for _row in range(self.rows)]
        self.marked: set[tuple[int, int]] = set()

    def cell_of(self, at: tuple[float, float]) -> tuple[int, int]:
        """Return the column and the row that contain a point."""
        column, row = int(at[0] / self.wide), int(at[1] / self.high)
        return min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)

    def dot_tiles(self) -> None:
        """Mark the inner corners of the tiles (ARENA-1)."""
        for x in range(TILE_CM, self.size[0], TILE_CM):
            for y in range(TILE_CM, self.size[1], TILE_CM):
                column, row = self.cell_of((x, y))
                self.cells[row][column] = TILE_CORNER

    def fill(self, corners: Corners, letter: str) -> None:
        """Fill every cell an outline overlaps, so that thin walls stay visible."""
        first_column, bottom = self.cell_of((min(c[0] for c in corners), min(c[1] for c in corners)))
        last_column, top = self.cell_of((max(c[0] for c in corners), max(c[1] for c in corners)))
        for row in range(bottom, top + 1):
            for column in range(first_column, last_column + 1):
                if any(within(at, corners) for at in self._samples(column, row)):
                    self.cells[row][column] = letter
        if _thickness(corners) < self.wide:
            for at in self._along(corners):
                column, row = self.cell_of(at)
                self.cells[row][column] = letter

    def _along(self, corners: Corners) -> Iterator[tuple[float, float]]:
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            steps = max(1, ceil(2 * hypot(bx - ax, by - ay) / self.wide))
            for step in range(steps):
                yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps

    def _samples(self, column: int, row: int) -> Iterator[tuple[float, float]]:
        for x, y in _SAMPLES:
            yield (column + x) * self.wide, (row + y) * self.high

    def mark(self, at: tuple[float, float], text: str) -> None:
        """Write a mark on a point, or beside it if there is another mark."""
        text = text[: self.columns]
        column, row = self.cell_of(at)
        for down, right in ((0, 0), (0, 3), (0, -3), (1, 0), (-1, 0), (1, 3), (-1, -3)):
            start = min(max(column + right - (len(text) - 1) // 2, 0), self.columns - len(text))
            high = min(max(row + down, 0), self.rows - 1)
            if not any((high, start + offset) in self.marked for offset in range(len(text))):
                self._write(high, start, text)
                return
        self._write(row, min(column, self.columns - len(text)), text)

    def _write(self, row: int, start: int, text: str) -> None:
        spots = [(row, start + offset) for offset in range(len(text))]
        for (high, across), letter in zip(spots, text, strict=True):
            self.cells[high][across] = letter
        self.marked |= set(spots)

    def in_frame(self) -> list[str]:
        """Return the rows from the top, in a frame."""
        bar = "─" * self.columns
        rows = ["│" + "".join(row) + "│" for row in reversed(self.cells)]
        return [f"┌{bar}┐", *rows, f"└{bar}┘"]
