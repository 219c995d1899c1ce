"""The rows of a map as a terminal has them, and the rulers at its left and below it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from q40k.board.places import TILE_CM, column_name
from q40k.tui.map_draw import Cell, Cells
from q40k.tui.map_palette import Colour, Palette
from q40k.tui.map_port import Port

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
    """Write the numbers of the rows of tiles right beside the table, where there is room."""
    edge = port.cell((0, 0))[0]
    if edge < RULER:
        return
    edge -= palette.plain
    for number, row in _tile_rows(port):
        for column, digit in enumerate(f"{number:>{RULER}}", edge - RULER):
            if column >= 0:
                cells[row][column] = Cell(digit, _ink(palette), _beyond(palette))


def _tile_rows(port: Port) -> Iterator[tuple[int, int]]:
    """The number of each row of tiles, and the row of the map that shows its middle."""
    for number in range(port.size[1] // TILE_CM):
        _, row = port.cell((0, (number + 0.5) * TILE_CM))
        if 0 <= row < port.rows:
            yield number + 1, row


def lower_ruler(port: Port, palette: Palette) -> list[Cell]:
    """The letters of the columns of tiles, each below its middle."""
    row = [Cell(" ", None, _beyond(palette))] * (RULER + port.columns)
    for number in range(port.size[0] // TILE_CM):
        column, _ = port.cell(((number + 0.5) * TILE_CM, 0))
        for offset, letter in enumerate(column_name(number)):
            if 0 <= column + offset < port.columns:
                row[RULER + column + offset] = Cell(letter, _ink(palette), _beyond(palette))
    return row


def _beyond(palette: Palette) -> Colour | None:
    return None if palette.plain else palette.beyond
