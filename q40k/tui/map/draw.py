"""The map in characters: a scene drawn into cells, the cells as terminal strips, and the rulers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from q40k.geometry.outlines import Corners
from q40k.geometry.scene import NOTHING, Area, Grid, Label, Line, Mark, Overlay, Piece, Scene
from q40k.geometry.space import Spot
from q40k.tui.map.ground import BEYOND, CHEQUER, GROUND, Ground, draw_ground, fill_colour, outline_of, spans
from q40k.tui.map.palette import TONES, Colour, Palette, hex_code, mix, rgb, stands_out
from q40k.tui.map.port import Port

HALF = "▄"
CURSOR = "✛"
LIT_MARK = "+"
SQUARE_CORNER = "·"
LINES = "lines"
"""The layer of the lines that are drawn while the player points or looks."""
BESIDE = ((0, 0), (2, 0), (-2, 0), (3, 0), (-3, 0), (0, 1), (0, -1), (4, 0), (-4, 0))
"""Offsets to try for letters that would hide others, in columns to the right and rows up."""
ROUND = (
    (0, 0), (-2, 0), (2, 0), (0, -1), (0, 1), (-4, 0), (4, 0), (-2, 1), (2, 1), (-2, -1), (2, -1),
    (-6, 0), (6, 0), (0, -2), (0, 2), (-4, 1), (4, 1), (-4, -1), (4, -1), (-6, -1), (6, -1),
)  # fmt: skip
"""Offsets to try for a label that yields, as in BESIDE."""
FAN = sorted(
    ((right, up) for right in range(-8, 9) for up in range(-3, 4)),
    key=lambda offset: (offset[0] ** 2 + (2 * offset[1]) ** 2, -offset[0], -offset[1]),
)
"""Offsets to try for the letters of a piece that would hide another's, nearest first, as in BESIDE."""
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_DASHES = {"faint": (1, 2), "shot": (5, 8)}
"""Of a fine line and of a line of fire: how many dots in a row are drawn, of how many."""
_LIT = 0.24
_LEAST_DOTS = 2.5
"""Narrower bases are shown by their letters alone."""


class Cell(NamedTuple):
    """A character of a map: its letter, the colours of letter and ground, bold, inverse."""

    char: str
    ink: Colour | None
    paper: Colour | None
    bold: bool = False
    inverse: bool = False


Cells = list[list[Cell]]


@dataclass(frozen=True, slots=True)
class _FixedPart:
    """The fixed part of the map in one window: its dots, and the cells made of them."""

    ground: Ground
    cells: tuple[tuple[Cell, ...], ...]


class Painter:
    """Draws the scenes of one view. It redraws the fixed part only when that changes."""

    def __init__(self) -> None:
        self._inputs: tuple[tuple[Area, ...], Grid | None, bool, Port, Palette] | None = None
        self.still = _FixedPart(Ground((), ()), ())

    def draw(
        self,
        scene: Scene,
        port: Port,
        palette: Palette,
        overlay: Overlay = NOTHING,
        *,
        selected: str | None = None,
        hidden: frozenset[str] = frozenset(),
    ) -> Cells:
        """Draw the map without the hidden layers, row by row from the top."""
        visible = scene.without(hidden)
        chequered = scene.grid is not None and not scene.grid.bare and scene.grid.layer not in hidden
        inputs = (visible.ground, scene.grid, chequered, port, palette)
        if inputs != self._inputs:
            still = draw_ground(visible, port, palette, chequered=chequered)
            self._inputs, self.still = inputs, _FixedPart(still, _still_cells(still, palette))
        drawn_overlay = replace(overlay, lines=()) if LINES in hidden else overlay
        canvas = _Canvas(visible, port, palette, self.still, drawn_overlay, selected)
        canvas.draw_areas()
        cells = canvas.make_cells()
        canvas.draw_lines(cells, ghost=LINES not in hidden)
        canvas.draw_letters(cells)
        return cells


class _Canvas:
    """One drawing in progress: the dots that differ from the ground, and the cells made of them."""

    def __init__(
        self, scene: Scene, port: Port, palette: Palette, under: _FixedPart, overlay: Overlay, selected: str | None
    ) -> None:
        self.scene, self.port, self.palette, self.under = scene, port, palette, under
        self.overlay, self.selected = overlay, selected
        self.dots: dict[tuple[int, int], Colour] = {}
        self.lit: set[tuple[int, int]] = set()
        self.occupied: set[tuple[int, int]] = set()
        for label in scene.labels:
            if not label.yields:
                self.occupied |= self._cells_of(label.at, cell_len(self._label_text(label)))
        self.letters_at = self._fan_out()
        self.piece_cells = {
            (column + aside, row) for column, row in map(port.cell, self.letters_at.values()) for aside in (-1, 0, 1)
        }

    def _fan_out(self) -> dict[str, Spot]:
        """Return where the letters of each piece are written, so that none hides another's.

        A piece at an exact place keeps it before one at a rough place, the active piece before all.
        """
        placed, cells = dict[str, Spot](), set[tuple[int, int]]()
        for piece in sorted(self.scene.pieces, key=lambda piece: (not piece.active, piece.about)):
            width, at = cell_len(piece.letters) + piece.active, piece.at
            if self._cells_of(at, width) & cells:
                at = self._find_free(at, width, cells | self.occupied)
            placed[piece.id] = at
            cells |= self._cells_of(at, width)
        self.occupied |= cells
        return placed

    def _find_free(self, at: Spot, width: int, occupied: set[tuple[int, int]]) -> Spot:
        """Return the nearest point in the window where a text of this width hides nothing, or the point itself."""
        dot = self.port.dot_cm
        for right, up in FAN:
            there = (at[0] + right * dot, at[1] + 2 * up * dot)
            column, row = self._start(there, width)
            inside = 0 <= row < self.port.rows and 0 <= column <= self.port.columns - width
            if inside and not self._cells_of(there, width) & occupied:
                return there
        return at

    # -- areas -----------------------------------------------------------------------------

    def draw_areas(self) -> None:
        """Draw the highlighted areas, the temporary areas, and the bases of the pieces."""
        overlay, palette = self.overlay, self.palette
        for outlines in overlay.lit:
            self._light(outlines)
        if palette.plain:
            return
        for area in self.scene.areas:
            self._fill(outline_of(area, self.port), fill_colour(area, palette, self.scene.styles))
        for style, corners in overlay.tints:
            self._tint(corners, palette.of(self.scene.styles[style]))
        for piece in self.scene.pieces:
            if piece.rim and _wide(piece.rim) > _LEAST_DOTS * self.port.dot_cm:
                colour = rgb(piece.colour)
                shade = 0.5 if piece.quiet else 0.25 if self.scene.square_cm else 0.0
                self._fill(piece.rim, mix(colour, (0, 0, 0), shade))
        if overlay.ghost:
            self._fill(overlay.ghost, mix(palette.ground, palette.ink, 0.55))

    def _light(self, outlines: tuple[Corners, ...]) -> None:
        inside: set[tuple[int, int]] = set()
        for number, corners in enumerate(outlines):
            dots = {(row, column) for row, first, last in spans(self.port, corners) for column in range(first, last)}
            inside = inside - dots if number else dots
        self.lit |= inside
        still = self.under.ground
        if not self.palette.plain:
            for row, column in inside:
                look = still.looks[still.dots[row][column]]
                self.dots[row, column] = mix(look.colour, self.palette.lit, _LIT)

    def _tint(self, corners: Corners, colour: Colour) -> None:
        """Mix a colour into the dots of an outline."""
        still = self.under.ground
        for row, first, last in spans(self.port, corners):
            for column in range(first, last):
                before = self.dots.get((row, column))
                if before is None:
                    before = still.looks[still.dots[row][column]].colour
                self.dots[row, column] = mix(before, colour, _LIT)

    def _fill(self, corners: Corners, colour: Colour) -> None:
        for row, first, last in spans(self.port, corners):
            for column in range(first, last):
                self.dots[row, column] = colour

    # -- cells -----------------------------------------------------------------------------

    def make_cells(self) -> Cells:
        """Return the dots as characters, two dots each."""
        if self.palette.plain:
            return self._plain_cells()
        cells = [list(row) for row in self.under.cells]
        looks, dots = self.under.ground.looks, self.under.ground.dots
        for row, column in {(row // 2, column) for row, column in self.dots}:
            above = self.dots.get((2 * row, column))
            below = self.dots.get((2 * row + 1, column))
            top = looks[dots[2 * row][column]].colour if above is None else above
            bottom = looks[dots[2 * row + 1][column]].colour if below is None else below
            if top == bottom:
                cells[row][column] = Cell(" ", None, top)
            else:
                cells[row][column] = Cell(HALF, bottom, top)
        return cells

    def _plain_cells(self) -> Cells:
        cells = [list(row) for row in self.under.cells]
        for row, column in {(row // 2, column) for row, column in self.lit}:
            if cells[row][column].char in " ·" and (row + column) % 2 == 0:
                cells[row][column] = Cell(LIT_MARK, None, None)
        for style, corners in self.overlay.tints:
            mark = self.scene.styles[style].mark
            for row, first, last in spans(self.port, corners):
                for column in range(first, last):
                    if mark and (row // 2 + column) % 2 == 0:
                        cells[row // 2][column] = Cell(mark, None, None)
        return cells

    # -- lines -----------------------------------------------------------------------------

    def draw_lines(self, cells: Cells, *, ghost: bool) -> None:
        """Draw the lines in braille, each cell in the colour of the last line through it."""
        drawn: dict[tuple[int, int], tuple[int, str]] = {}
        overlay, lines = self.overlay, [*self.scene.lines]
        if self.palette.plain:  # without colours, areas are outlined instead of filled
            rims = [outline_of(area, self.port) for area in self.scene.areas]
            lines += [Line((*rim, rim[0])) for rim in rims]
        lines += overlay.lines
        if ghost and overlay.ghost and self.palette.plain:
            lines.append(Line((*overlay.ghost, overlay.ghost[0])))
        for line in lines:
            self._trace(line, drawn)
        for (column, row), (bits, style) in drawn.items():
            paper = _paper(cells[row][column])
            ink = None if self.palette.plain else self._line_colour(style)
            cells[row][column] = Cell(chr(0x2800 + bits), ink, paper, True)

    def _line_colour(self, style: str) -> Colour:
        if style in self.scene.styles:
            return self.palette.of(self.scene.styles[style])
        colour = rgb(TONES[style])
        return colour if self.palette.name != "light" else mix(colour, (0, 0, 0), 0.55)

    def _trace(self, line: Line, drawn: dict[tuple[int, int], tuple[int, str]]) -> None:
        points = [self.port.dots(point) for point in line.points]
        drawn_dots, of_dots = _DASHES.get(line.style, (1, 1))
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(1, ceil(2 * max(abs(bx - ax), abs(by - ay))))
            for step in range(min(steps, 4000) + 1):
                if step % of_dots >= drawn_dots:
                    continue
                x, y = 2 * (ax + (bx - ax) * step / steps), 2 * (ay + (by - ay) * step / steps)
                column, row = floor(x / 2), floor(y / 4)
                if 0 <= column < self.port.columns and 0 <= row < self.port.rows:
                    bits, _ = drawn.get((column, row), (0, line.style))
                    drawn[column, row] = (bits | _BITS[floor(y) % 4][floor(x) % 2], line.style)

    # -- letters ---------------------------------------------------------------------------

    def draw_letters(self, cells: Cells) -> None:
        """Write names and marks, the more important over the less important."""
        scene, overlay = self.scene, self.overlay
        for label in scene.labels:
            self._label(cells, label)
        for mark in scene.marks:
            self._mark(cells, mark)
        for piece in sorted(scene.pieces, key=lambda item: (item.active, item.id == self.selected)):
            self._piece(cells, piece)
        for at, words in overlay.words:
            self._write(cells, at, words, self.palette.ink, bold=True, paper=self.palette.beyond)
        if overlay.cursor is not None:
            self._cursor(cells, overlay.cursor)

    def _colour(self, style: str, colour: str | None = None) -> Colour:
        """Return an item's own colour, its style's colour, or the default of letters."""
        if colour is not None:
            return rgb(colour)
        return self.palette.of(self.scene.styles[style]) if style else self.palette.ink

    def _label_text(self, label: Label) -> str:
        """Return the text of a label, with or without colours."""
        return label.plain or label.text if self.palette.plain else label.text

    def _label(self, cells: Cells, label: Label) -> None:
        plain, at = self.palette.plain, label.at
        paper = self._colour(label.paper) if label.paper and not plain else None
        if label.yields:
            at = self._find_room(at, cell_len(label.text), ROUND)
        elif self.port.cell(at) in self.piece_cells:
            # A piece on the same cell would hide the number.
            at = (at[0] - 3 * self.port.dot_cm, at[1])
        ink = self._colour(label.style)
        if label.colour:
            ink = mix(rgb(label.colour), self.palette.ink, 0.5)  # its own colour alone is hard to read
        self._write(cells, at, self._label_text(label), ink, bold=True, paper=paper)

    def _mark(self, cells: Cells, mark: Mark) -> None:
        ink, turned = self._colour(mark.style, mark.colour), mark.id == self.selected
        at = self._find_room(mark.at, cell_len(mark.letters))
        self._write(cells, at, mark.letters, ink, bold=True, inverse=turned)

    def _start(self, at: Spot, width: int) -> tuple[int, int]:
        """Return the cell of the first letter of a text centred on a point."""
        x, y = self.port.dots(at)
        return floor(x - (width - 1) / 2), floor(y / 2)

    def _cells_of(self, at: Spot, width: int) -> set[tuple[int, int]]:
        """Return the cells of a text of this width centred on a point."""
        column, row = self._start(at, width)
        return {(column + step, row) for step in range(width)}

    def _find_room(self, at: Spot, width: int, among: Sequence[tuple[int, int]] = BESIDE) -> Spot:
        """Return the nearest point where a text of this width hides no number or piece, and reserve
        it.

        It is the point itself, or one beside, above or below it. If there is no room, it is the
        point.
        """
        dot = self.port.dot_cm
        for right, up in among:
            there = (at[0] + right * dot, at[1] + 2 * up * dot)
            letters = self._cells_of(there, width)
            if not letters & self.occupied:
                self.occupied |= letters
                return there
        return at

    def _piece(self, cells: Cells, piece: Piece) -> None:
        colour = rgb(piece.colour)
        text, at = piece.letters, self.letters_at[piece.id]
        picked = piece.id == self.selected
        bare = piece.about or piece.quiet
        if self.palette.plain:
            text = f"»{text}" if piece.active else text
            self._write(cells, at, text, None, bold=True, inverse=not bare or picked)
            return
        if piece.active:
            text = f"▸{text}"
        ink: Colour = (255, 255, 255) if not bare else colour
        paper = None if bare else mix(colour, (0, 0, 0), 0.25)
        if bare and (piece.active or piece.quiet):
            ink = mix(colour, self.palette.ink, 0.6)
        if self._has_two_rows and at == piece.at:
            self._write_in_square(cells, piece, ink, paper)
            return
        self._write(cells, at, text, ink, bold=True, paper=paper, inverse=picked)

    @property
    def _has_two_rows(self) -> bool:
        """Whether squares are four columns wide and two rows high."""
        return bool(self.port.square_cm) and round(self.port.square_cm / self.port.row_cm) == 2

    def _write_in_square(self, cells: Cells, piece: Piece, ink: Colour, paper: Colour | None) -> None:
        """Write the two rows of a piece in its square; the active piece is lit up."""
        if piece.active or piece.id == self.selected:
            ink, paper = (0, 0, 0), rgb(TONES["path"])
        x, y = piece.at
        upper, lower = piece.rows if any(piece.rows) else (piece.letters[:2], piece.letters[2:])
        for words, up in ((upper, 1), (lower, -1)):
            self._write(cells, (x, y + up * self.port.row_cm / 2), words, ink, bold=True, paper=paper)

    def _cursor(self, cells: Cells, at: Spot) -> None:
        column, row = self.port.cell(at)
        if 0 <= row < len(cells) and 0 <= column < len(cells[row]):
            cells[row][column] = Cell(CURSOR, (0, 0, 0), (255, 224, 138), True)
            if self.palette.plain:
                cells[row][column] = Cell(CURSOR, None, None, True, True)

    def _write(
        self,
        cells: Cells,
        at: Spot,
        text: str,
        ink: Colour | None,
        *,
        bold: bool = False,
        paper: Colour | None = None,
        inverse: bool = False,
    ) -> None:
        """Write letters centred on a point, each on the ground that is already there.

        If one of them would be unreadable, all of them get the table's own ground.
        """
        width = cell_len(text)
        column, row = self._start(at, width)
        if not (0 <= row < len(cells)) or column + width <= 0 or column >= self.port.columns:
            return
        column = min(max(column, 0), max(0, self.port.columns - width))
        if self.palette.plain:
            ink = paper = None
        elif ink is not None:
            there = map(_paper, cells[row][column : column + width])
            if paper is None and not all(colour is None or stands_out(ink, colour) for colour in there):
                paper = self.palette.ground
            ink = ink if paper is None else self.palette.readable(ink, paper)
        for letter in text:
            wide = cell_len(letter)
            if not wide or column + wide > self.port.columns:
                continue
            back = None if ink is None else paper or _paper(cells[row][column])
            cells[row][column] = Cell(letter, ink, back, bold, inverse)
            if wide == 2:
                cells[row][column + 1] = Cell("", None, None)
            column += wide


def _wide(rim: Corners) -> float:
    return max(x for x, _ in rim) - min(x for x, _ in rim)


def _paper(cell: Cell) -> Colour | None:
    """Return the ground colour of a cell for letters: the mean of its two halves."""
    if cell.char == HALF and cell.ink is not None and cell.paper is not None:
        return mix(cell.ink, cell.paper, 0.5)
    return cell.paper


def _still_cells(under: Ground, palette: Palette) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of the fixed part."""
    make = _plain_row if palette.plain else _row
    return tuple(make(under, palette, row) for row in range(len(under.dots) // 2))


def _row(under: Ground, palette: Palette, row: int) -> tuple[Cell, ...]:
    cells = []
    looks = under.looks
    for column, (above, below) in enumerate(zip(under.dots[2 * row], under.dots[2 * row + 1], strict=True)):
        top, bottom = looks[above], looks[below]
        if above == below and top.strewn and (column + 2 * row) % 4 == 0:
            cells.append(Cell(top.mark, mix(top.colour, palette.ink, 0.3), top.colour))
        elif top.colour == bottom.colour or {above, below} == {GROUND, CHEQUER}:
            cells.append(Cell(" ", None, top.colour))
        else:
            cells.append(Cell(HALF, bottom.colour, top.colour))
    return tuple(cells)


def _plain_row(under: Ground, palette: Palette, row: int) -> tuple[Cell, ...]:
    """Return a row without colours: the more informative half of each cell, and a frame."""
    del palette
    looks, cells = under.looks, []
    top, bottom = under.dots[2 * row], under.dots[2 * row + 1]
    for column, (above, below) in enumerate(zip(top, bottom, strict=True)):
        dot = below if above <= CHEQUER else above
        if dot > CHEQUER:
            mark = looks[dot].mark
        elif above == below == BEYOND:
            mark = _frame(under, column, row)
        else:
            mark = SQUARE_CORNER if _corner(under, column, row) else " "
        cells.append(Cell(mark, None, None))
    return tuple(cells)


def _frame(under: Ground, column: int, row: int) -> str:
    """Return the line of the table's edge in a cell next to it, if any."""
    dots = under.dots
    beside = [dots[2 * row][c] for c in (column - 1, column + 1) if 0 <= c < len(dots[0])]
    if any(dot != BEYOND for dot in beside):
        return "│"
    over = [dots[r][column] for r in (2 * row - 1, 2 * row + 2) if 0 <= r < len(dots)]
    return "─" if any(dot != BEYOND for dot in over) else " "


def _corner(under: Ground, column: int, row: int) -> bool:
    """Return whether four squares meet in a cell, or at its left or upper edge."""
    if not row or not column:
        return False
    dots = under.dots
    left, up = dots[2 * row][column - 1], dots[2 * row - 1][column]
    here = dots[2 * row][column]
    return {left, up} == {GROUND + CHEQUER - here} and here in (GROUND, CHEQUER)


# -- strips and rulers ----------------------------------------------------------------------

RULER = 2
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
        start = edge - RULER
        while start > 0 and cells[row][start + RULER - 1].char not in (" ", HALF):
            start -= 1  # an exit's name is written there
        for column, digit in enumerate(name, start):
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
