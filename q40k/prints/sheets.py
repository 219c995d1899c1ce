"""Sheets to print, and the layout of cut-out pieces and of columns of text on them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from q40k.prints.drawing import (
    CUT,
    MIDDLE,
    MM_PER_POINT,
    PALE,
    Drawing,
    Ink,
    Spot,
    break_lines,
    fit_size,
    line_mm,
    width_mm,
)
from q40k.prints.paper import Frame

Draw = Callable[[Drawing], None]
GAP_MM = 4.0
"""The gap between pieces to cut out."""
HEAD = Ink(fill=PALE)
GUTTER_MM = 8.0
"""The gap between columns of text."""


class Piece(Struct, frozen=True):
    """Something to cut out: its size in mm, and what draws it from its bottom left corner."""

    wide_mm: float
    high_mm: float
    draw: Draw


class Sheet(Struct, frozen=True):
    """One side of paper: its title, and the function that draws it within its frame.

    `pieces` are to cut out, in any order; other pieces may share such a sheet.
    """

    title: str
    draw: Draw
    landscape: bool = False
    pieces: tuple[Piece, ...] = ()


class TooLarge(ValueError):
    """A piece is too large for this paper: `wide_mm` by `high_mm`."""

    def __init__(self, wide_mm: float, high_mm: float) -> None:
        super().__init__(f"{wide_mm:g} x {high_mm:g} mm")
        self.wide_mm = wide_mm
        self.high_mm = high_mm


def pack_pieces(title: str, pieces: Iterable[Piece], frame: Frame, *, joins: bool = False) -> list[Sheet]:
    """Lay pieces out in rows, in order, on as many sheets as needed; others may join them. Raises TooLarge."""
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
    return [
        Sheet(title, _draw_placed(placements), pieces=_pieces_of(placements) if joins else ()) for placements in sheets
    ]


def _pieces_of(placements: Iterable[tuple[float, float, Piece]]) -> tuple[Piece, ...]:
    return tuple(piece for _x, _y, piece in placements)


def nest_pieces(title: str, pieces: Iterable[Piece], frame: Frame, gap_mm: float = GAP_MM) -> list[Sheet]:
    """Lay pieces to cut out on as few sheets as possible, in any order. Raises TooLarge."""
    pieces = tuple(pieces)
    for piece in pieces:
        if piece.wide_mm > frame.wide_mm or piece.high_mm > frame.high_mm:
            raise TooLarge(piece.wide_mm, piece.high_mm)
    attempts = [_nest(sorted(pieces, key=order), frame, gap_mm) for order in _ORDERS]
    best = min(attempts, key=lambda nests: (len(nests), nests[-1].used_mm if nests else 0))
    return [Sheet(title, _draw_placed(nest.placements), pieces=_pieces_of(nest.placements)) for nest in best]


_ORDERS: tuple[Callable[[Piece], float], ...] = (
    lambda piece: -piece.high_mm,
    lambda piece: -piece.wide_mm,
    lambda piece: -piece.wide_mm * piece.high_mm,
    lambda piece: -max(piece.wide_mm, piece.high_mm),
)
"""The orders in which pieces are laid, to find the one that takes the fewest sheets."""


def _nest(pieces: Iterable[Piece], frame: Frame, gap_mm: float) -> list["_Nest"]:
    nests: list[_Nest] = []
    for piece in pieces:
        if not any(nest.place(piece) for nest in nests):
            nests.append(_Nest(frame, gap_mm))
            nests[-1].place(piece)
    return nests


class _Nest:
    """A sheet that fills with pieces: where they lie, and the largest free rectangles."""

    def __init__(self, frame: Frame, gap_mm: float) -> None:
        self.frame, self.gap_mm, self.used_mm = frame, gap_mm, 0.0
        self.placements: list[tuple[float, float, Piece]] = []
        self._free = [(0.0, 0.0, frame.wide_mm + gap_mm, frame.high_mm + gap_mm)]

    def place(self, piece: Piece) -> bool:
        """Put a piece into the topmost free place that holds it; return whether there is one."""
        wide, high = piece.wide_mm + self.gap_mm, piece.high_mm + self.gap_mm
        rooms = [(y, x) for x, y, across, down in self._free if wide <= across + _NEAR and high <= down + _NEAR]
        if not rooms:
            return False
        y, x = min(rooms)
        self.placements.append((x, self.frame.high_mm - y - piece.high_mm, piece))
        self.used_mm = max(self.used_mm, y + piece.high_mm)
        free = [part for room in self._free for part in _cut_room(room, (x, y, wide, high))]
        self._free = [room for room in free if not any(room != other and _holds(other, room) for other in free)]
        return True


_NEAR = 1e-6
_Room = tuple[float, float, float, float]
"""The left, top, width and height of a free rectangle, from the top left corner."""


def _cut_room(room: _Room, taken: _Room) -> Iterator[_Room]:
    """Yield the free rectangles that are left of one."""
    (x, y, wide, high), (left, top, across, down) = room, taken
    right, bottom = left + across, top + down
    if left >= x + wide or right <= x or top >= y + high or bottom <= y:
        yield room
        return
    if left > x:
        yield x, y, left - x, high
    if right < x + wide:
        yield right, y, x + wide - right, high
    if top > y:
        yield x, y, wide, top - y
    if bottom < y + high:
        yield x, bottom, wide, y + high - bottom


def _holds(room: _Room, other: _Room) -> bool:
    return (
        room[0] <= other[0]
        and room[1] <= other[1]
        and room[0] + room[2] >= other[0] + other[2]
        and room[1] + room[3] >= other[1] + other[3]
    )


def join_sheets(sheets: Iterable[Sheet], frame: Frame) -> list[Sheet]:
    """Return the sheets with pieces to cut out of several kinds on one sheet, where they fit."""
    joined: list[Sheet] = []
    for sheet in sheets:
        for place, other in enumerate(joined if sheet.pieces else ()):
            pieces = (*other.pieces, *sheet.pieces)
            area = sum(piece.wide_mm * piece.high_mm for piece in pieces)
            if not other.pieces or area > frame.wide_mm * frame.high_mm:
                continue
            titles = dict.fromkeys((*other.title.split(" · "), *sheet.title.split(" · ")))
            together = nest_pieces(" · ".join(titles), pieces, frame)
            if len(together) == 1:
                joined[place] = together[0]
                break
        else:
            joined.append(sheet)
    return joined


def _draw_placed(placements: Sequence[tuple[float, float, Piece]]) -> Draw:
    def draw(drawing: Drawing) -> None:
        for x, y, piece in placements:
            with drawing.origin_at(x, y):
                piece.draw(drawing)

    return draw


class Block(Struct, frozen=True):
    """A piece of running text: a heading, or a paragraph with a `sign` ahead of it."""

    words: str
    heading: bool = False
    sign: str = ""


def chapter(head: str, lines: Iterable[str]) -> Iterator[Block]:
    """Yield a heading, and a list of lines below it."""
    yield Block(head, heading=True)
    for line in lines:
        yield Block(line, sign="•")


COLUMNS = 2
LARGE_POINTS = 18.0
"""The letters of running text in large print."""
SIGN_GAP_MM = 2.0
"""The gap between a sign and its paragraph."""
LEAST_FILLED = 1 / 3
"""A last sheet that is filled less is saved by smaller letters, if they are enough."""
KEPT_LINES = 3
"""So many lines must fit below a heading, so that it is never alone at a column's foot."""


class _BrokenBlock(Struct, frozen=True):
    """A block broken into lines, with its letter size and the space above and below."""

    block: Block
    lines: tuple[str, ...]
    points: float
    before_mm: float
    kept_mm: float
    indent_mm: float


def flow_text(title: str, blocks: Iterable[Block], frame: Frame, points: float) -> list[Sheet]:
    """Lay text out in columns, on as many sheets as needed; balance the columns of the last.

    In large print there is one column of large letters.
    """
    return _flow(title, list(blocks), frame, points)[0]


def _flow(title: str, blocks: Sequence[Block], frame: Frame, points: float) -> tuple[list[Sheet], float]:
    """Return the sheets of a text, and how much of the last one it fills, from 0 to 1."""
    many, points = (1, max(points, LARGE_POINTS)) if frame.large else (COLUMNS, points)
    wide = (frame.wide_mm - GUTTER_MM * (many - 1)) / many
    broken = _break_blocks(blocks, wide, points)
    columns = _fill_columns(broken, frame.high_mm)
    first = (len(columns) - 1) // many * many
    rest = [block for column in columns[first:] for block in column]
    high = frame.high_mm
    while high > 0 and len(shorter := _fill_columns(rest, high)) <= many:
        columns[first:], high = shorter, high - line_mm(points)
    pages = (columns[at : at + many] for at in range(0, len(columns), many))
    return [Sheet(title, _columns(page, wide, frame)) for page in pages], high / frame.high_mm


def _break_blocks(blocks: Sequence[Block], wide_mm: float, points: float) -> list[_BrokenBlock]:
    signs = [width_mm(block.sign, points, bold=True) for block in blocks if block.sign]
    beside = max(signs, default=0.0) + SIGN_GAP_MM
    broken = []
    for block in blocks:
        size = points + 2 if block.heading else points
        indent = beside if block.sign else 0.0
        lines = break_lines(block.words, wide_mm - indent, size, bold=block.heading)
        before = line_mm(points) * (1 if block.heading else 0.3)
        kept = block.heading * KEPT_LINES * line_mm(points)
        broken.append(_BrokenBlock(block, tuple(lines), size, before, kept, indent))
    return broken


def _fill_columns(blocks: Iterable[_BrokenBlock], high_mm: float) -> list[list[_BrokenBlock]]:
    """Fill columns of this height with blocks; no block is split."""
    columns: list[list[_BrokenBlock]] = [[]]
    down = 0.0
    for block in blocks:
        high = len(block.lines) * line_mm(block.points)
        before = block.before_mm if columns[-1] else 0.0
        if columns[-1] and down + before + high + block.kept_mm > high_mm:
            columns.append([])
            down = before = 0.0
        columns[-1].append(block)
        down += before + high
    return columns


def fit_pages(title: str, blocks: Iterable[Block], frame: Frame, sizes: Iterable[float], *, pages: int) -> list[Sheet]:
    """Lay text out in the largest letters that fit `pages` sheets, or else on the fewest sheets.

    `sizes` are in points, the largest first. Smaller letters are better than a last sheet that is
    almost empty.
    """
    blocks = list(blocks)
    layouts = [_flow(title, blocks, frame, points) for points in sizes]
    sheets, share = min(layouts, key=lambda layout: max(len(layout[0]), pages))
    if len(sheets) > 1 and share < LEAST_FILLED:
        return next((fewer for fewer, _share in layouts if len(fewer) < len(sheets)), sheets)
    return sheets


def _columns(page: Sequence[Sequence[_BrokenBlock]], wide_mm: float, frame: Frame) -> Draw:
    def draw(drawing: Drawing) -> None:
        for number, column in enumerate(page):
            x, high = number * (wide_mm + GUTTER_MM), frame.high_mm
            for place, block in enumerate(column):
                high -= block.before_mm if place else 0.0
                sign = (x, high - line_mm(block.points))
                drawing.text(sign, block.block.sign, block.points, bold=True)
                for words in block.lines:
                    high -= line_mm(block.points)
                    at = (x + block.indent_mm, high)
                    drawing.text(at, words, block.points, bold=block.block.heading)

    return draw


class Table(Struct, frozen=True):
    """Rows under heads, to print and to write into; `shares` are the relative column widths."""

    heads: tuple[str, ...]
    shares: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    row_mm: float = 9.0

    def row_in_words(self, row: Sequence[str]) -> str:
        """Return a row as a line: each cell after its head, the first one alone."""
        named = (f"{head} {cell}".strip() for head, cell in zip(self.heads[1:], row[1:], strict=True) if cell)
        return ", ".join([row[0], *named])


def draw_table(drawing: Drawing, table: Table, wide_mm: float, top_mm: float) -> float:
    """Draw a table downwards from its top; return the height of its foot."""
    total = sum(table.shares)
    widths = [wide_mm * share / total for share in table.shares]
    bottom = top_mm
    for number, row in enumerate((table.heads, *table.rows)):
        bottom -= table.row_mm
        x = 0.0
        for width, words in zip(widths, row, strict=True):
            drawing.box((x, bottom), width, table.row_mm, HEAD if not number else CUT)
            _cell(drawing, (x + 1, bottom), (width - 2, table.row_mm), words, bold=not number)
            x += width
    return bottom


_CELL = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
"""The sizes of words in a table in points, the largest first."""


def _cell(drawing: Drawing, at: Spot, size_mm: tuple[float, float], words: str, *, bold: bool) -> None:
    """Draw words in a cell, on several lines if necessary, or else in smaller letters."""
    wide, high = size_mm
    for size in _CELL:
        lines = break_lines(words, wide, size, bold=bold)
        whole = all(width_mm(word, size, bold=bold) <= wide for word in words.split(" "))
        room = len(lines) * line_mm(size) <= high
        if whole and room and (len(lines) == 1 or size <= _LINED):
            break
    else:
        lines, size = [words], fit_size(words, wide, 9, bold=bold)
    low = at[1] + high / 2 - size * MIDDLE * MM_PER_POINT + (len(lines) - 1) * line_mm(size) / 2
    for number, line in enumerate(lines):
        drawing.text((at[0], low - number * line_mm(size)), line, size, bold=bold)


_LINED = 8.0
"""Words are broken into lines rather than printed smaller than these points."""


def reference_sheets(
    title: str,
    tables: Callable[[], Iterable[tuple[str, Table]]],
    blocks: Iterable[Block],
    frame: Frame,
    sizes: Iterable[float],
    gap_mm: float,
) -> list[Sheet]:
    """Return the rules in short: a page of tables, each under its head, and a page of words.

    `gap_mm` is the gap between tables. The words get the first of `sizes` that fits one page. In
    large print the tables are words as well, a line for each row.
    """
    if frame.large:
        rows = (chapter(head, map(table.row_in_words, table.rows)) for head, table in tables())
        return flow_text(title, [*(block for part in rows for block in part), *blocks], frame, LARGE_POINTS)

    def draw(drawing: Drawing) -> None:
        top = frame.high_mm
        for head, table in tables():
            drawing.text((0, top - 5), head, 11, bold=True)
            top = draw_table(drawing, table, frame.wide_mm, top - 8) - gap_mm + 4

    return [Sheet(title, draw), *fit_pages(title, blocks, frame, sizes, pages=1)]
