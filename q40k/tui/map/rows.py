"""The rows of a map as a terminal has them, and the rulers at its left and below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from q40k.games.quake.arena.tiles import TILE_CM, column_name
from q40k.tui.map.draw import Cell, Cells
from q40k.tui.map.palette import Colour, Palette
from q40k.tui.map.port import Port

RULER: Final = 2
"""The columns that the numbers of the tiles take at the left."""


@lru_cache(maxsize=8192)
def _style(ink: Colour | None, paper: Colour | None, bold: bool, turned: bool) -> Style:
    return Style(
        color=None if ink is None else "#%02x%02x%02x" % ink,  # noqa: UP031
        bgcolor=None if paper is None else "#%02x%02x%02x" % paper,  # noqa: UP031
        bold=bold,
        reverse=turned,
    )


def blank(width: int) -> Strip:
    """An empty row; it has a style, as filters such as that of NO_COLOR take for granted."""
    return Strip.blank(width, Style())


def strip(cells: list[Cell]) -> Strip:
    """Cells as a strip: those alike side by side are one segment."""
    segments, text, now = [], "", None
    for cell in cells:
        look = cell[1:]
        if look == now:
            text += cell.char
            continue
        if text and now is not None:
            segments.append(Segment(text, _style(*now)))
        text, now = cell.char, look
    if text and now is not None:
        segments.append(Segment(text, _style(*now)))
    return Strip(segments, len(cells))


def _ink(palette: Palette) -> Colour | None:
    return None if palette.plain else palette.faint


def left_ruler(port: Port, palette: Palette) -> list[list[Cell]]:
    """The numbers of the rows of tiles, each beside its middle; blank where `beside` does it."""
    rows = [[Cell(" ", None, _beyond(palette))] * RULER for _ in range(port.rows)]
    if port.cell((0, 0))[0] < RULER:
        for number, row in _tile_rows(port):
            digits = f"{number:>{RULER}}"
            rows[row] = [Cell(d, _ink(palette), _beyond(palette)) for d in digits]
    return rows


def beside(cells: Cells, port: Port, palette: Palette) -> None:
    """Write the names of the tiles right beside and below the table, where there is room."""
    edge, below = port.cell((0, 0))[0] - palette.plain, _below(port)
    for number, row in _tile_rows(port) if edge >= RULER else ():
        for column, digit in enumerate(f"{number:>{RULER}}", edge - RULER):
            cells[row][column] = Cell(digit, _ink(palette), _beyond(palette))
    if below + palette.plain < port.rows:
        for column, letter in _tile_columns(port):
            cells[below + palette.plain][column] = Cell(letter, _ink(palette), _beyond(palette))


def _below(port: Port) -> int:
    """The first row that lies wholly below the table."""
    return ceil(port.dots((0, 0))[1] / 2 - 1e-6)


def _tile_rows(port: Port) -> Iterator[tuple[int, int]]:
    """The number of each row of tiles, and the row of the map that shows its middle."""
    for number in range(port.size[1] // TILE_CM):
        _, row = port.cell((0, (number + 0.5) * TILE_CM))
        if 0 <= row < port.rows:
            yield number + 1, row


def lower_ruler(port: Port, palette: Palette) -> list[Cell]:
    """The letters of the columns of tiles; blank where `beside` writes them."""
    row = [Cell(" ", None, _beyond(palette))] * (RULER + port.columns)
    if _below(port) + palette.plain >= port.rows:
        for column, letter in _tile_columns(port):
            row[RULER + column] = Cell(letter, _ink(palette), _beyond(palette))
    return row


def _tile_columns(port: Port) -> Iterator[tuple[int, str]]:
    """The letters of each column of tiles, and the columns of the map that show its middle."""
    for number in range(port.size[0] // TILE_CM):
        middle, _ = port.cell(((number + 0.5) * TILE_CM, 0))
        for column, letter in enumerate(column_name(number), middle):
            if 0 <= column < port.columns:
                yield column, letter


def _beyond(palette: Palette) -> Colour | None:
    return None if palette.plain else palette.beyond
