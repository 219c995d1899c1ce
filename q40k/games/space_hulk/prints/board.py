"""The board on paper: its sections at true scale to cut out, and the plan of a whole board."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from q40k.games.space_hulk.board import Board, board_of
from q40k.games.space_hulk.packs import boards
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Cell, Facing, Layout, Level, Opening, cell_of, name_of
from q40k.games.space_hulk.prints.sheets import Wish
from q40k.i18n.locale import N_
from q40k.prints import art, sheets
from q40k.prints.drawing import GREY, WHITE, Align, Drawing, Ink, Spot, fit_size

SQUARE_MM = 29.0
WALL_MM = 3.0
"""The wall around a section, beyond its squares."""
_TURNED: dict[Facing, float] = {"N": 0, "E": -90, "S": 180, "W": 90}
_SIGNS = art.read_signs(Path(__file__).parent)["board"]


class Ground(Struct, frozen=True):
    """A board to draw: its layout, the width of a square in mm, its inks."""

    layout: Layout
    side: float
    inks: art.Palette

    @property
    def board(self) -> Board:
        """The squares of the layout."""
        return board_of(self.layout)

    def openings(self) -> Iterator[tuple[Cell, Opening, str]]:
        """Yield the square of each entry and exit, with a letter that says which it is."""
        for letter, group in (("in", self.layout.entries), ("out", self.layout.exits)):
            for opening in group:
                cell = cell_of(opening.square)
                if cell is not None:
                    yield cell, opening, letter


def pieces(wish: Wish) -> list[sheets.Sheet]:
    """Return the sections of the mission's board in squares of true size, with their walls.

    Long pieces are turned if that saves a sheet.

    Rule: SH-BOARD-1, SH-BOARD-4
    """
    layout = wish.match.setup.layout
    if layout is None:
        return []
    ground = Ground(layout, SQUARE_MM, art.palette(wish.ink, "steel"))
    most = tuple(int((side - 2 * WALL_MM) / SQUARE_MM) for side in (wish.frame.wide_mm, wish.frame.high_mm))
    parts = [
        part
        for section in dict.fromkeys(map(ground.board.section, ground.board.cells))
        for part in _split(set(ground.board.section_squares(section)), (most[0], most[1]))
    ]
    title = wish.locale.say(
        N_("Board pieces, squares of {side} mm: {board}"),
        side=wish.locale.number(SQUARE_MM),
        board=wish.locale.name_of(layout.name),
    )
    layouts = (
        sheets.nest_pieces(title, [_piece(ground, part, longest, most[0]) for part in parts], wish.frame)
        for longest in range(most[0], 1, -1)
    )
    return min(layouts, key=len)


def _split(cells: set[Cell], most: tuple[int, int]) -> Iterator[set[Cell]]:
    """Yield connected parts of a section that fit on a sheet, upright or turned."""
    (left, bottom), (right, top) = _corners(cells)
    wide, high = right - left + 1, top - bottom + 1
    if min(wide, high) <= most[0] and max(wide, high) <= most[1]:
        yield cells
        return
    axis, middle = (1, (left + right) // 2) if wide > high else (2, (bottom + top) // 2)
    for half in ({c for c in cells if c[axis] <= middle}, {c for c in cells if c[axis] > middle}):
        for part in boards.connected_parts(sorted(half)):
            yield from _split(part, most)


def _corners(cells: Iterable[Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    columns, rows = zip(*((x, y) for _level, x, y in cells), strict=True)
    return (min(columns), min(rows)), (max(columns), max(rows))


def _piece(ground: Ground, cells: set[Cell], longest: int, most_wide: int) -> sheets.Piece:
    """Return a part of the board, turned if it is wider than the `longest` and fits the sheet so."""
    (left, bottom), (right, top) = _corners(cells)
    wide, high = ((far - near + 1) * SQUARE_MM + 2 * WALL_MM for near, far in ((left, right), (bottom, top)))
    turned = right - left + 1 > longest and top - bottom + 1 <= most_wide

    def draw(drawing: Drawing) -> None:
        if turned:
            with drawing.origin_at(high, 0, turned=90), drawing.origin_at(WALL_MM, WALL_MM):
                draw_squares(drawing, ground, cells, (left, bottom))
            return
        with drawing.origin_at(WALL_MM, WALL_MM):
            draw_squares(drawing, ground, cells, (left, bottom))

    return sheets.Piece(high, wide, draw) if turned else sheets.Piece(wide, high, draw)


# -- squares -------------------------------------------------------------------------------


def draw_squares(
    drawing: Drawing, ground: Ground, cells: set[Cell], corner: tuple[int, int], *, is_plan: bool = False
) -> None:
    """Draw squares of one level with their walls, doors, ladders, entries and exits from a corner.

    A plan has no names in its squares.
    """
    places = {cell: ((cell[1] - corner[0]) * ground.side, (cell[2] - corner[1]) * ground.side) for cell in cells}
    for cell, at in places.items():
        _draw_walls(drawing, ground, cell, at)
    doors = {cell for level in ground.layout.levels for cell, letter, _section in level.cells() if letter == DOOR}
    for cell, at in places.items():
        _draw_floor(drawing, ground, cell, at)
        if not is_plan:
            spot = (at[0] + ground.side * 0.17, at[1] + ground.side * 0.1)
            drawing.text(spot, ground.board.name(cell), ground.side * 0.22, colour=ground.inks.deep)
        if cell in doors:
            _draw_door(drawing, ground, at)
        if cell in ground.board.ladders:
            middle = (at[0] + ground.side / 2, at[1] + ground.side / 2)
            art.draw_sign(drawing, _SIGNS["ladder"], middle, ground.side * 0.5, ground.inks)
    for cell, opening, way in ground.openings():
        if cell in places:
            _draw_arrow(drawing, ground, places[cell], opening, way)
            if not is_plan:
                dx, dy = STEPS[opening.side]
                (x, y), side = places[cell], ground.side
                words = (x + side * 0.5, y + side * (0.68 if dx or dy < 0 else 0.32))
                drawing.centred_text(words, opening.id, side * 0.26, colour=ground.inks.deep)


def _draw_walls(drawing: Drawing, ground: Ground, cell: Cell, at: Spot) -> None:
    """Draw the wall on the sides of a square behind which there is no floor."""
    (level, x, y), wall, side = cell, ground.side * WALL_MM / SQUARE_MM, ground.side
    open_sides = {(there, opening.side) for there, opening, _way in ground.openings()}
    walled = {
        (dx, dy): not ground.board.is_floor((level, x + dx, y + dy)) and (cell, facing) not in open_sides
        for facing, (dx, dy) in STEPS.items()
    }
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            is_corner = dx and dy and not ground.board.is_floor((level, x + dx, y + dy))
            if walled.get((dx, dy)) or (is_corner and walled[dx, 0] and walled[0, dy]):
                corner = (at[0] + (-wall, 0, side)[dx + 1], at[1] + (-wall, 0, side)[dy + 1])
                drawing.box(corner, wall if dx else side, wall if dy else side, Ink(0, fill=ground.inks.deep))


def _draw_floor(drawing: Drawing, ground: Ground, cell: Cell, at: Spot) -> None:
    """Draw the plate of a square: its joints, rivets and grating."""
    (x, y), side, inks = at, ground.side, ground.inks
    drawing.box(at, side, side, Ink(0.2, inks.main, inks.tint))
    drawing.box((x + side * 0.06, y + side * 0.06), side * 0.88, side * 0.88, Ink(0.15, inks.main))
    for across in (0.12, 0.88):
        for up in (0.12, 0.88):
            drawing.circle((x + side * across, y + side * up), side * 0.018, Ink(0, fill=inks.main))
    if (cell[1] * 7 + cell[2] * 5) % 3 == 0:
        for bar in range(4):
            drawing.box((x + side * 0.28, y + side * (0.32 + 0.1 * bar)), side * 0.44, side * 0.045, Ink(0, fill=WHITE))
    else:
        drawing.line((x + side * 0.2, y + side * 0.5), (x + side * 0.8, y + side * 0.5), ink=Ink(0.1, inks.main))


def _draw_door(drawing: Drawing, ground: Ground, at: Spot) -> None:
    """Draw the sill of a door: a band with slanted stripes."""
    (x, y), side, inks = at, ground.side, ground.inks
    low, high = y + side * 0.41, side * 0.18
    drawing.box((x + side * 0.05, low), side * 0.9, high, Ink(0.3, inks.deep, WHITE))
    for stripe in range(5):
        left, step = x + side * (0.09 + 0.17 * stripe), side * 0.08
        slant = 0.9 * step
        corners = ((left, low), (left + step, low), (left + step + slant, low + high), (left + slant, low + high))
        drawing.polygon(corners, Ink(0, fill=inks.deep))


def _draw_arrow(drawing: Drawing, ground: Ground, at: Spot, opening: Opening, way: str) -> None:
    """Draw the arrow of an entry or exit."""
    side = ground.side
    dx, dy = STEPS[opening.side]
    middle = (at[0] + side * (0.5 + 0.27 * dx), at[1] + side * (0.5 + 0.27 * dy))
    turned = _TURNED[opening.side] + (180 if way == "in" else 0)
    with drawing.origin_at(*middle, turned=turned):
        art.draw_sign(drawing, _SIGNS["arrow"], (0, 0), side * 0.3, ground.inks)


_ROOMY_MM = 8.0
"""In smaller squares of a plan a name has two letters at most."""
LEFT, RIGHT, BELOW, ABOVE = 2, 2, 2, 1
"""The squares around a level of a plan, for its row numbers, column letters and the names of entries."""


def plan_size(layout: Layout) -> tuple[int, int]:
    """Return the width and height of a plan, in squares; its levels lie above each other."""
    columns = max(len(level.rows[0]) for level in layout.levels) + LEFT + RIGHT
    return columns, sum(len(level.rows) + BELOW + ABOVE for level in layout.levels)


def draw_plan(drawing: Drawing, ground: Ground, marks: Iterable[tuple[Cell, str, Facing | None]]) -> None:
    """Draw the levels of a board above each other from the bottom left corner, with marks on squares."""
    low, places, side = BELOW, list(marks), ground.side
    for level in ground.layout.levels:
        cells = {cell for cell, _letter, _section in level.cells()}
        with drawing.origin_at(LEFT * side, low * side):
            draw_squares(drawing, ground, cells, (0, 0), is_plan=True)
            _draw_rulers(drawing, ground, level)
            for (number, x, y), letters, facing in places:
                if number == level.number:
                    _draw_mark(drawing, ground, ((x + 0.5) * side, (y + 0.5) * side), letters, facing)
        low += len(level.rows) + BELOW + ABOVE


def _draw_rulers(drawing: Drawing, ground: Ground, level: Level) -> None:
    """Draw the letters of columns and the numbers of rows, and the names of entries and exits outside."""
    side, points = ground.side, max(ground.side * 0.9, 5.5)
    labelled = {("", -1)}
    for (number, x, y), opening, _way in ground.openings():
        if number != level.number:
            continue
        dx, dy = STEPS[opening.side]
        labelled |= {("W", y)} if dx < 0 and x == 0 else {("S", x)} if dy < 0 and y == 0 else set()
        low = (y + 0.5 + 0.9 * dy) * side - points * 0.12
        align: Align = "left" if dx > 0 else "right" if dx < 0 else "middle"
        drawing.text(((x + 0.5 + 0.75 * dx) * side, low), opening.id, points, bold=True, align=align)
    for column in range(len(level.rows[0])):
        if ("S", column) not in labelled:
            name = name_of((level.number, column, 0), levels=False)[:-1]
            drawing.text(((column + 0.5) * side, -0.5 * side - 2), name, 5.5, align="middle", colour=GREY)
    for row in range(len(level.rows)):
        if ("W", row) not in labelled:
            drawing.text((-0.4 * side, (row + 0.5) * side - 0.7), str(row + 1), 5.5, align="right", colour=GREY)
    if len(ground.layout.levels) > 1:
        drawing.text((-0.4 * side, -0.5 * side - 2), f"{level.number}:", 7, bold=True, align="right")


def _draw_mark(drawing: Drawing, ground: Ground, at: Spot, letters: str, facing: Facing | None) -> None:
    radius = ground.side * 0.33
    if facing is not None:
        with drawing.origin_at(*at, turned=_TURNED[facing]):
            drawing.polygon(
                ((-radius * 0.7, radius * 0.7), (radius * 0.7, radius * 0.7), (0, radius * 1.45)),
                Ink(0, fill=ground.inks.deep),
            )
    drawing.circle(at, radius, Ink(0.4, ground.inks.deep, WHITE))
    letters = letters if ground.side > _ROOMY_MM else letters[:2]
    points = fit_size(letters, radius * 1.7, ground.side, bold=True)
    drawing.centred_text(at, letters, max(points, 5.5), colour=ground.inks.deep)
