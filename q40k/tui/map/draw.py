"""A map as characters: a pure function from a scene and a window to cells.

Shapes are drawn in half characters, lines in braille over them, letters on top. Without colours
each cell shows the character of its texture instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, floor
from typing import Final, NamedTuple

from rich.cells import cell_len

from q40k.games.quake.arena.picture import TILE_CORNER
from q40k.games.quake.screen.map_ground import BEYOND, CHEQUER, GROUND, Ground, Label, ground, spans
from q40k.games.quake.screen.map_scene import Line, Man, Scene, Thing, Tone
from q40k.geometry.outlines import Corners
from q40k.geometry.spots import Spot
from q40k.tui.map.palette import Colour, Palette, mixed, rgb
from q40k.tui.map.port import Port

HALF: Final = "▀"
BARREL, FIRE, FLAG, CURSOR = "o", "*", "⚑", "✛"
LIT_MARK: Final = "+"
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_TONES: Final[dict[Tone, str]] = {
    "path": "#ffe08a", "good": "#6fe39b", "bad": "#ff7a6b", "aim": "#ffb347", "faint": "#9aa3b2",
    "touch": "#d8dde6", "fight": "#ff5fa2",
}  # fmt: skip
FLAME: Final[Colour] = (232, 74, 24)
"""What burning napalm is filled with, half over the ground."""
_LIT: Final = 0.24
_LEAST_DOTS: Final = 2.5
"""A base that is less wide than this is shown by its letters alone."""


class Cell(NamedTuple):
    """A character of a map: its letter, the colours of letter and ground, bold, reversed."""

    char: str
    ink: Colour | None
    paper: Colour | None
    bold: bool = False
    turned: bool = False


Cells = list[list[Cell]]


def draw(scene: Scene, port: Port, palette: Palette) -> Cells:
    """The map, row by row from the top."""
    under = ground(scene.arena, port, palette, scene.layers, scene.tints)
    canvas = _Canvas(scene, port, palette, under)
    canvas.areas()
    cells = canvas.cells()
    canvas.lines(cells)
    canvas.letters(cells)
    return cells


class _Canvas:
    """One drawing under way: dots that differ from the ground, and the cells made of them."""

    def __init__(self, scene: Scene, port: Port, palette: Palette, under: Ground) -> None:
        self.scene, self.port, self.palette, self.under = scene, port, palette, under
        self.dots: dict[tuple[int, int], Colour] = {}
        self.lit: set[tuple[int, int]] = set()
        self.taken = {port.cell(label.at) for label in under.labels}
        self.stood = {
            (column + aside, row)
            for column, row in (port.cell(man.at) for man in scene.men)
            for aside in (-1, 0, 1)
        }

    # -- areas -----------------------------------------------------------------------------

    def areas(self) -> None:
        """What lights up, and the bases of the champions."""
        overlay = self.scene.overlay
        for outlines in overlay.lit:
            self._light(outlines)
        if "tokens" in self.scene.layers and not self.palette.plain:
            for rim in (thing.rim for thing in self.scene.things if thing.rim):
                self._fill(rim, mixed(self.palette.ground, FLAME, 0.5))
        if "champions" in self.scene.layers and not self.palette.plain:
            for man in self.scene.men:
                if man.rim and _wide(man.rim) > _LEAST_DOTS * self.port.dot_cm:
                    self._fill(man.rim, rgb(man.colour))
        if overlay.ghost and not self.palette.plain:
            self._fill(overlay.ghost, mixed(self.palette.ground, self.palette.ink, 0.55))

    def _light(self, outlines: tuple[Corners, ...]) -> None:
        inside: set[tuple[int, int]] = set()
        for number, corners in enumerate(outlines):
            dots = {(row, column) for row, first, last in spans(self.port, corners)
                    for column in range(first, last)}  # fmt: skip
            inside = inside - dots if number else dots
        self.lit |= inside
        if not self.palette.plain:
            for row, column in inside:
                look = self.under.looks[self.under.dots[row][column]]
                self.dots[row, column] = mixed(look.colour, self.palette.lit, _LIT)

    def _fill(self, corners: Corners, colour: Colour) -> None:
        for row, first, last in spans(self.port, corners):
            for column in range(first, last):
                self.dots[row, column] = colour

    # -- cells -----------------------------------------------------------------------------

    def cells(self) -> Cells:
        """The dots two by two as characters."""
        if self.palette.plain:
            return self._plain_cells()
        known = _ground_cells(self.under, self.palette)
        cells = [list(row) for row in known]
        looks, dots = self.under.looks, self.under.dots
        for row, column in {(row // 2, column) for row, column in self.dots}:
            above = self.dots.get((2 * row, column))
            below = self.dots.get((2 * row + 1, column))
            top = looks[dots[2 * row][column]].colour if above is None else above
            bottom = looks[dots[2 * row + 1][column]].colour if below is None else below
            if top == bottom:
                cells[row][column] = Cell(" ", None, top)
            else:
                cells[row][column] = Cell(HALF, top, bottom)
        return cells

    def _plain_cells(self) -> Cells:
        known = _ground_cells(self.under, self.palette)
        cells = [list(row) for row in known]
        for row, column in {(row // 2, column) for row, column in self.lit}:
            if cells[row][column].char in " ·" and (row + column) % 2 == 0:
                cells[row][column] = Cell(LIT_MARK, None, None)
        return cells

    # -- lines -----------------------------------------------------------------------------

    def lines(self, cells: Cells) -> None:
        """Lines in braille, each cell in the colour of the last line through it."""
        drawn: dict[tuple[int, int], tuple[int, Tone]] = {}
        overlay, layers = self.scene.overlay, self.scene.layers
        wanted = list(self.scene.links) if "champions" in layers else []
        if "tokens" in layers and self.palette.plain:
            rims = [thing.rim for thing in self.scene.things if thing.rim]
            wanted += [Line((*rim, rim[0]), "aim") for rim in rims]
        if "lines" in layers:
            wanted += overlay.lines
            if overlay.ghost and self.palette.plain:
                wanted.append(Line((*overlay.ghost, overlay.ghost[0])))
        for line in wanted:
            self._trace(line, drawn)
        for (column, row), (bits, tone) in drawn.items():
            paper = _paper(cells[row][column])
            ink = None if self.palette.plain else self._toned(tone)
            cells[row][column] = Cell(chr(0x2800 + bits), ink, paper, True)

    def _toned(self, tone: Tone) -> Colour:
        colour = rgb(_TONES[tone])
        return colour if self.palette.name != "light" else mixed(colour, (0, 0, 0), 0.55)

    def _trace(self, line: Line, drawn: dict[tuple[int, int], tuple[int, Tone]]) -> None:
        points = [self.port.dots(point) for point in line.points]
        sparse = 2 if line.tone == "faint" else 1
        for (ax, ay), (bx, by) in pairwise(points):
            steps = max(1, ceil(2 * max(abs(bx - ax), abs(by - ay))))
            for step in range(0, min(steps, 4000) + 1, sparse):
                x, y = 2 * (ax + (bx - ax) * step / steps), 2 * (ay + (by - ay) * step / steps)
                column, row = floor(x / 2), floor(y / 4)
                if 0 <= column < self.port.columns and 0 <= row < self.port.rows:
                    bits, _ = drawn.get((column, row), (0, line.tone))
                    drawn[column, row] = (bits | _BITS[floor(y) % 4][floor(x) % 2], line.tone)

    # -- letters ---------------------------------------------------------------------------

    def letters(self, cells: Cells) -> None:
        """Names and marks, the more important over the less."""
        scene = self.scene
        for label in self.under.labels:
            self._label(cells, label)
        if "tokens" in scene.layers:
            for thing in scene.things:
                self._thing(cells, thing)
        if "champions" in scene.layers:
            for man in sorted(scene.men, key=lambda one: (one.active, one.id == scene.selected)):
                self._man(cells, man)
        for at, words in scene.overlay.words:
            self._write(cells, at, words, self.palette.ink, bold=True, paper=self.palette.beyond)
        if scene.overlay.cursor is not None:
            self._cursor(cells, scene.overlay.cursor)

    def _label(self, cells: Cells, label: Label) -> None:
        paper = self.palette.portal if label.portal and not self.palette.plain else None
        at = label.at
        if self.port.cell(at) in self.stood:  # whoever stands there is not drawn over its number
            at = (at[0] - 3 * self.port.dot_cm, at[1])
        self._write(cells, at, label.text, label.colour, bold=label.bold, paper=paper)

    def _thing(self, cells: Cells, thing: Thing) -> None:
        palette = self.palette
        text, ink = thing.id, palette.tokens.get(thing.kind, palette.ink)
        if thing.kind == "barrel":
            text, ink = BARREL, palette.barrel
        elif thing.kind == "fire":
            text, ink = FIRE, palette.ink
        elif thing.kind == "flag":
            text = FLAG + thing.id
            ink = rgb(thing.colour) if thing.colour and not palette.plain else palette.ink
        turned = thing.id == self.scene.selected
        at = thing.at
        if self.port.cell(at) in self.taken:  # as where a token lies in the middle of a portal
            at = (at[0] + 3 * self.port.dot_cm, at[1])
        self._write(cells, at, text, ink, bold=True, turned=turned)

    def _man(self, cells: Cells, man: Man) -> None:
        colour = rgb(man.colour)
        text = man.initials
        picked = man.id == self.scene.selected
        if self.palette.plain:
            text = f"»{text}" if man.active else text
            self._write(cells, man.at, text, None, bold=True, turned=not man.about)
            return
        if man.active:
            text = f"▸{text}"
        ink: Colour = (255, 255, 255) if not man.about else colour
        paper = None if man.about else mixed(colour, (0, 0, 0), 0.25)
        if man.about and man.active:
            ink = mixed(colour, self.palette.ink, 0.5)
        self._write(cells, man.at, text, ink, bold=True, paper=paper, turned=picked)

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
        turned: bool = False,
    ) -> None:
        """Letters with their middle on a place, each on the ground that is there already."""
        x, y = self.port.dots(at)
        row = floor(y / 2)
        width = cell_len(text)
        column = floor(x - (width - 1) / 2)
        if not (0 <= row < len(cells)) or column + width <= 0 or column >= self.port.columns:
            return
        column = min(max(column, 0), max(0, self.port.columns - width))
        plain = self.palette.plain
        for letter in text:
            wide = cell_len(letter)
            if not wide or column + wide > self.port.columns:
                continue
            here = cells[row][column]
            back = None if plain else paper or _paper(here)
            cells[row][column] = Cell(letter, None if plain else ink, back, bold, turned)
            if wide == 2:
                cells[row][column + 1] = Cell("", None, None)
            column += wide


def _wide(rim: Corners) -> float:
    return max(x for x, _ in rim) - min(x for x, _ in rim)


def _paper(cell: Cell) -> Colour | None:
    """The ground of a cell as letters have it: of two halves, the mean."""
    if cell.char == HALF and cell.ink is not None and cell.paper is not None:
        return mixed(cell.ink, cell.paper, 0.5)
    return cell.paper


_CELLS: dict[int, tuple[Ground, tuple[tuple[Cell, ...], ...]]] = {}


def _ground_cells(under: Ground, palette: Palette) -> Iterable[tuple[Cell, ...]]:
    """The cells of what lies still, made once for each ground."""
    known = _CELLS.get(id(under))
    if known is not None and known[0] is under:
        return known[1]
    make = _plain_row if palette.plain else _row
    made = tuple(make(under, palette, row) for row in range(len(under.dots) // 2))
    if len(_CELLS) >= 48:
        _CELLS.pop(next(iter(_CELLS)))
    _CELLS[id(under)] = (under, made)
    return made


def _row(under: Ground, palette: Palette, row: int) -> tuple[Cell, ...]:
    cells = []
    looks = under.looks
    for column, (above, below) in enumerate(
        zip(under.dots[2 * row], under.dots[2 * row + 1], strict=True)
    ):
        top, bottom = looks[above], looks[below]
        if above == below and top.strewn and (column + 2 * row) % 4 == 0:
            cells.append(Cell(top.mark, mixed(top.colour, palette.ink, 0.3), top.colour))
        elif top.colour == bottom.colour or {above, below} == {GROUND, CHEQUER}:
            cells.append(Cell(" ", None, top.colour))
        else:
            cells.append(Cell(HALF, top.colour, bottom.colour))
    return tuple(cells)


def _plain_row(under: Ground, palette: Palette, row: int) -> tuple[Cell, ...]:
    """A row without colours: of two halves the one that says more, a frame around the table."""
    del palette
    looks, cells = under.looks, []
    top, bottom = under.dots[2 * row], under.dots[2 * row + 1]
    for column, (above, below) in enumerate(zip(top, bottom, strict=True)):
        one = below if above <= CHEQUER else above
        if one > CHEQUER:
            mark = looks[one].mark
        elif above == below == BEYOND:
            mark = _frame(under, column, row)
        else:
            mark = TILE_CORNER if _corner(under, column, row) else " "
        cells.append(Cell(mark, None, None))
    return tuple(cells)


def _frame(under: Ground, column: int, row: int) -> str:
    """A line where the table ends beside a cell that is not on it."""
    dots = under.dots
    beside = [dots[2 * row][c] for c in (column - 1, column + 1) if 0 <= c < len(dots[0])]
    if any(dot != BEYOND for dot in beside):
        return "│"
    over = [dots[r][column] for r in (2 * row - 1, 2 * row + 2) if 0 <= r < len(dots)]
    return "─" if any(dot != BEYOND for dot in over) else " "


def _corner(under: Ground, column: int, row: int) -> bool:
    """Whether four tiles meet in a cell, or at its left or upper edge."""
    if not row or not column:
        return False
    dots = under.dots
    left, up = dots[2 * row][column - 1], dots[2 * row - 1][column]
    here = dots[2 * row][column]
    return {left, up} == {GROUND + CHEQUER - here} and here in (GROUND, CHEQUER)
