"""The rows of a map as terminal strips, and the rulers to the left of it and below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from q40k.geometry.scene import Grid
from q40k.tui.map.draw import Cell, Cells
from q40k.tui.map.palette import Colour, Palette, hex_code
from q40k.tui.map.port import Port

RULER: Final = 2
"""The width of the left ruler, which holds the names of the rows of squares."""


@lru_cache(maxsize=8192)
def _style(ink: Colour | None, paper: Colour | None, bold: bool, turned: bool) -> Style:
    return Style(
        color=None if ink is None else hex_code(ink),
        bgcolor=None if paper is None else hex_code(paper),
        bold=bold,
        reverse=turned,
    )


def blank(width: int) -> Strip:
    """Return an empty row. It has a style, because filters such as NO_COLOR's require one."""
    return Strip.blank(width, Style())


def strip(cells: list[Cell]) -> Strip:
    """Return cells as a strip. Neighbours of the same look share a segment."""
    segments, text, current = [], "", None
    for cell in cells:
        look = cell[1:]
        if look == current:
            text += cell.char
            continue
        if text and current is not None:
            segments.append(Segment(text, _style(*current)))
        text, current = cell.char, look
    if text and current is not None:
        segments.append(Segment(text, _style(*current)))
    return Strip(segments, len(cells))


def _ink(palette: Palette) -> Colour | None:
    return None if palette.plain else palette.faint


def left_ruler(port: Port, grid: Grid | None, palette: Palette) -> list[list[Cell]]:
    """Return the names of the rows of squares, or blanks if they are written beside the table."""
    rows = [[Cell(" ", None, _beyond(palette))] * RULER for _ in range(port.rows)]
    if port.cell((0, 0))[0] < RULER:
        for name, row in _grid_rows(port, grid):
            rows[row] = [Cell(d, _ink(palette), _beyond(palette)) for d in name]
    return rows


def write_names_beside(cells: Cells, port: Port, grid: Grid | None, palette: Palette) -> None:
    """Write the names of the squares directly beside and below the table, if there is room."""
    edge, below = port.cell((0, 0))[0] - palette.plain, _below(port)
    for name, row in _grid_rows(port, grid) if edge >= RULER else ():
        for column, digit in enumerate(name, edge - RULER):
            cells[row][column] = Cell(digit, _ink(palette), _beyond(palette))
    if below + palette.plain < port.rows:
        for column, letter in _grid_columns(port, grid):
            cells[below + palette.plain][column] = Cell(letter, _ink(palette), _beyond(palette))


def _below(port: Port) -> int:
    """Return the first row completely below the table."""
    return ceil(port.dots((0, 0))[1] / 2 - 1e-6)


def _grid_rows(port: Port, grid: Grid | None) -> Iterator[tuple[str, int]]:
    """Yield the name of each row of squares, and the map row that shows its middle."""
    if grid is None:
        return
    for number, name in enumerate(grid.rows):
        _, row = port.cell((0, (number + 0.5) * grid.step_cm))
        if 0 <= row < port.rows:
            yield name[:RULER].rjust(RULER), row


def lower_ruler(port: Port, grid: Grid | None, palette: Palette) -> list[Cell]:
    """Return the names of the columns of squares, or blanks if they are written below the table."""
    row = [Cell(" ", None, _beyond(palette))] * (RULER + port.columns)
    if _below(port) + palette.plain >= port.rows:
        for column, letter in _grid_columns(port, grid):
            row[RULER + column] = Cell(letter, _ink(palette), _beyond(palette))
    return row


def _grid_columns(port: Port, grid: Grid | None) -> Iterator[tuple[int, str]]:
    """Yield each letter of the names of the columns of squares, and its map column."""
    if grid is None:
        return
    for number, name in enumerate(grid.columns):
        middle, _ = port.cell(((number + 0.5) * grid.step_cm, 0))
        for column, letter in enumerate(name, middle):
            if 0 <= column < port.columns:
                yield column, letter


def _beyond(palette: Palette) -> Colour | None:
    return None if palette.plain else palette.beyond
