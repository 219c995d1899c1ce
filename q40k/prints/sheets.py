"""Sheets to print, and how pieces to cut out and columns of text are laid on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from q40k.prints.drawing import (
    CUT,
    MIDDLE,
    MM_PER_POINT,
    PALE,
    Drawing,
    Ink,
    Spot,
    fitting,
    line_mm,
    lines_of,
    width_mm,
)
from q40k.prints.paper import Frame

Draw = Callable[[Drawing], None]
GAP_MM: Final = 4.0
"""Between pieces to cut out."""
HEAD: Final = Ink(fill=PALE)
GUTTER_MM: Final = 8.0
"""Between columns of text."""


class Sheet(Struct, frozen=True):
    """One side of paper: its title, and what draws it within its frame."""

    title: str
    draw: Draw
    lying: bool = False


class Piece(Struct, frozen=True):
    """Something to cut out: its size in mm, and what draws it from its bottom left corner."""

    wide_mm: float
    high_mm: float
    draw: Draw


class TooLarge(ValueError):
    """A piece that no sheet of this paper holds: `wide_mm` by `high_mm`."""

    def __init__(self, wide_mm: float, high_mm: float) -> None:
        super().__init__(f"{wide_mm:g} x {high_mm:g} mm")
        self.wide_mm = wide_mm
        self.high_mm = high_mm


def packed(title: str, pieces: Iterable[Piece], frame: Frame) -> list[Sheet]:
    """Pieces in rows, in their order, on as many sheets as it takes. Raises TooLarge."""
    sheets: list[list[tuple[float, float, Piece]]] = []
    x, y, row = 0.0, 0.0, 0.0
    for piece in pieces:
        if piece.wide_mm > frame.wide_mm or piece.high_mm > frame.high_mm:
            raise TooLarge(piece.wide_mm, piece.high_mm)
        if x and x + piece.wide_mm > frame.wide_mm:
            x, y, row = 0.0, y + row + GAP_MM, 0.0
        if not sheets or y + piece.high_mm > frame.high_mm:
            sheets.append([])
            x, y, row = 0.0, 0.0, 0.0
        sheets[-1].append((x, frame.high_mm - y - piece.high_mm, piece))
        x, row = x + piece.wide_mm + GAP_MM, max(row, piece.high_mm)
    return [Sheet(title, _laying(laid)) for laid in sheets]


def _laying(laid: Sequence[tuple[float, float, Piece]]) -> Draw:
    def draw(drawing: Drawing) -> None:
        for x, y, piece in laid:
            with drawing.moved(x, y):
                piece.draw(drawing)

    return draw


class Block(Struct, frozen=True):
    """A piece of running text: a heading, or a paragraph with a `sign` before it."""

    words: str
    heading: bool = False
    sign: str = ""


def chapter(head: str, lines: Iterable[str]) -> Iterator[Block]:
    """A heading, and below it a list of lines."""
    yield Block(head, heading=True)
    for line in lines:
        yield Block(line, sign="•")


COLUMNS: Final = 2
SIGN_GAP_MM: Final = 2.0
"""Between a sign and its paragraph."""
KEPT_LINES: Final = 3
"""So many lines must fit below a heading: it never stands alone at a column's foot."""


class _Set(Struct, frozen=True):
    """A block that is broken into lines: its letters, what goes before it, what it keeps below."""

    block: Block
    lines: tuple[str, ...]
    points: float
    before_mm: float
    kept_mm: float
    indent_mm: float


def flowed(title: str, blocks: Iterable[Block], frame: Frame, points: float) -> list[Sheet]:
    """Text in columns, on as many sheets as it takes; those of the last are about as long."""
    wide = (frame.wide_mm - GUTTER_MM * (COLUMNS - 1)) / COLUMNS
    broken = _broken(list(blocks), wide, points)
    filled = _filled(broken, frame.high_mm)
    first = (len(filled) - 1) // COLUMNS * COLUMNS
    rest = [one for column in filled[first:] for one in column]
    high = frame.high_mm
    while high > 0 and len(shorter := _filled(rest, high)) <= COLUMNS:
        filled[first:], high = shorter, high - line_mm(points)
    pages = (filled[at : at + COLUMNS] for at in range(0, len(filled), COLUMNS))
    return [Sheet(title, _columns(page, wide, frame)) for page in pages]


def _broken(blocks: Sequence[Block], wide_mm: float, points: float) -> list[_Set]:
    signs = [width_mm(block.sign, points, bold=True) for block in blocks if block.sign]
    beside = max(signs, default=0.0) + SIGN_GAP_MM
    found = []
    for block in blocks:
        size = points + 2 if block.heading else points
        indent = beside if block.sign else 0.0
        lines = lines_of(block.words, wide_mm - indent, size, bold=block.heading)
        before = line_mm(points) * (1 if block.heading else 0.3)
        kept = block.heading * KEPT_LINES * line_mm(points)
        found.append(_Set(block, tuple(lines), size, before, kept, indent))
    return found


def _filled(blocks: Iterable[_Set], high_mm: float) -> list[list[_Set]]:
    """Blocks in columns so high, none of them cut in two."""
    filled: list[list[_Set]] = [[]]
    down = 0.0
    for one in blocks:
        high = len(one.lines) * line_mm(one.points)
        before = one.before_mm if filled[-1] else 0.0
        if filled[-1] and down + before + high + one.kept_mm > high_mm:
            filled.append([])
            down = before = 0.0
        filled[-1].append(one)
        down += before + high
    return filled


def fitted(
    title: str, blocks: Iterable[Block], frame: Frame, sizes: Iterable[float], *, pages: int
) -> list[Sheet]:
    """Text in the largest letters with which it takes `pages` sheets, or else the fewest it can.

    `sizes` are in points, the largest first.
    """
    blocks = list(blocks)
    tried = (flowed(title, blocks, frame, points) for points in sizes)
    return min(tried, key=lambda sheets: max(len(sheets), pages))


def _columns(page: Sequence[Sequence[_Set]], wide_mm: float, frame: Frame) -> Draw:
    def draw(drawing: Drawing) -> None:
        for number, column in enumerate(page):
            left, high = number * (wide_mm + GUTTER_MM), frame.high_mm
            for place, one in enumerate(column):
                high -= one.before_mm if place else 0.0
                sign = (left, high - line_mm(one.points))
                drawing.text(sign, one.block.sign, one.points, bold=True)
                for words in one.lines:
                    high -= line_mm(one.points)
                    at = (left + one.indent_mm, high)
                    drawing.text(at, words, one.points, bold=one.block.heading)

    return draw


class Table(Struct, frozen=True):
    """Rows under heads, to print and to write into: how wide each column is, as shares of all."""

    heads: tuple[str, ...]
    shares: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    row_mm: float = 9.0


def draw_table(drawing: Drawing, table: Table, wide_mm: float, top_mm: float) -> float:
    """A table from its top downwards; returns the height of its foot."""
    total = sum(table.shares)
    widths = [wide_mm * share / total for share in table.shares]
    bottom = top_mm
    for number, row in enumerate((table.heads, *table.rows)):
        bottom -= table.row_mm
        left = 0.0
        for width, words in zip(widths, row, strict=True):
            drawing.box((left, bottom), width, table.row_mm, HEAD if not number else CUT)
            _cell(drawing, (left + 1, bottom), (width - 2, table.row_mm), words, bold=not number)
            left += width
    return bottom


_CELL: Final = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""The points of words in a table, the largest first."""


def _cell(
    drawing: Drawing, at: Spot, size_mm: tuple[float, float], words: str, *, bold: bool
) -> None:  # fmt: skip
    """Words in a cell, in lines if they must; what will not do even so is made small."""
    wide, high = size_mm
    for size in _CELL:
        lines = lines_of(words, wide, size, bold=bold)
        whole = all(width_mm(word, size, bold=bold) <= wide for word in words.split(" "))
        room = len(lines) * line_mm(size) <= high
        if whole and room and (len(lines) == 1 or size <= _LINED):
            break
    else:
        lines, size = [words], fitting(words, wide, 9, bold=bold)
    low = at[1] + high / 2 - size * MIDDLE * MM_PER_POINT + (len(lines) - 1) * line_mm(size) / 2
    for number, line in enumerate(lines):
        drawing.text((at[0], low - number * line_mm(size)), line, size, bold=bold)


_LINED: Final = 8.0
"""Smaller than so many points, words are rather broken into lines."""
