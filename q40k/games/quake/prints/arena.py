"""An arena at true scale over several sheets, with a plan of them; or some of its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Final

from msgspec import Struct

from q40k.games.quake.arena.tiles import TILE_CM, tiles
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.prints.agreed import agreement_sheets
from q40k.games.quake.prints.ground import Ground
from q40k.games.quake.prints.wish import Wish
from q40k.games.quake.words.packs import arenas as words
from q40k.i18n.locale import N_
from q40k.prints.drawing import GREY, Drawing, Ink, Spot, break_lines, fit_size, line_mm
from q40k.prints.paper import Frame
from q40k.prints.sheets import Draw, Sheet

OVERLAP_MM: Final = 5.0
"""How much neighbouring sheets share, to glue."""
CROSS_MM: Final = 3.0
"""The length of the arms of a register mark."""
_REGISTER: Final = Ink(line_mm=0.2, colour=GREY, dashes_mm=(1.5, 1.5))
_MARK: Final = Ink(line_mm=0.4)
_SHEET: Final = Ink(line_mm=0.3, dashes_mm=(2, 1))
_HEAD_MM: Final = 14.0
"""The height of the name above the plan, without the lines below it."""
_TOLD: Final = 9.0
"""The letter size of those lines, in points."""


class _Cut(Struct, frozen=True):
    """How a table, or a part of it, is cut into sheets.

    The part has the given width and height and begins at `corner_mm` of the table, all in mm.
    """

    columns: int
    rows: int
    frame: Frame
    landscape: bool
    corner_mm: Spot
    wide_mm: float
    high_mm: float

    @property
    def sheets(self) -> int:
        return self.columns * self.rows

    def number(self, column: int, row: int) -> int:
        """Return the number of a sheet, counted from the bottom left."""
        return row * self.columns + column + 1

    def corner(self, column: int, row: int) -> Spot:
        """Return the bottom left corner of a sheet, measured from that of the part."""
        return (
            column * (self.frame.wide_mm - OVERLAP_MM),
            row * (self.frame.high_mm - OVERLAP_MM),
        )

    def shown_size(self, column: int, row: int) -> tuple[float, float]:
        """Return how much of the part a sheet shows: across and up."""
        x, y = self.corner(column, row)
        return min(self.frame.wide_mm, self.wide_mm - x), min(self.frame.high_mm, self.high_mm - y)

    def joints(self, column: int, row: int) -> tuple[list[float], list[float]]:
        """Return where a sheet meets its neighbours, measured from its own corner.

        First the joints at the sides, then those below and above. Each is the middle of the
        overlap, so it is the same place of the table on both sheets.
        """
        near, half = OVERLAP_MM / 2, OVERLAP_MM / 2
        across, up = self.frame.wide_mm - half, self.frame.high_mm - half
        return (
            [near] * (column > 0) + [across] * (column < self.columns - 1),
            [near] * (row > 0) + [up] * (row < self.rows - 1),
        )


def arena(wish: Wish) -> list[Sheet]:
    """Return the plan, the list to sign, and the sheets; for tiles only the sheets.

    Rule: ARENA-1, ARENA-3, ARENA-5
    """
    table = wish.arena
    if table is None:
        return []
    ground = Ground(table, wish.locale)
    if wish.tiles:
        return [sheet for tile in wish.tiles for sheet in _tile(wish, ground, tile)]
    cut = _cut(wish, (0.0, 0.0), ground.size_mm)
    title = N_("{arena}: sheet {number}")
    name = wish.locale.name_of(table.name)
    sheets = _sheets(ground, cut, lambda number: wish.locale.say(title, arena=name, number=number))
    return [_plan(wish, table, cut), *agreement_sheets(wish, table), *sheets]


def _tile(wish: Wish, ground: Ground, tile: str) -> Iterator[Sheet]:
    """Yield the sheets of one tile."""
    place = tiles(ground.arena.size).index(tile)
    row, column = divmod(place, ground.arena.size[0] // TILE_CM)
    side, name = TILE_CM * ground.scale, wish.locale.name_of(ground.arena.name)
    cut = _cut(wish, (column * side, row * side), (side, side))
    title = N_("{arena}: tile {tile}, sheet {number}")
    return _sheets(
        ground, cut, lambda number: wish.locale.say(title, arena=name, tile=tile, number=number)
    )


def _cut(wish: Wish, corner: Spot, size: Spot) -> _Cut:
    """Return the cut with the fewest sheets, upright or landscape."""
    cuts = []
    for landscape in (False, True):
        frame = (wish.paper.landscape() if landscape else wish.paper).frame(wish.measured)
        across = ceil((size[0] - OVERLAP_MM) / (frame.wide_mm - OVERLAP_MM))
        up = ceil((size[1] - OVERLAP_MM) / (frame.high_mm - OVERLAP_MM))
        cuts.append(_Cut(max(1, across), max(1, up), frame, landscape, corner, *size))
    return min(cuts, key=lambda cut: cut.sheets)


def _sheets(ground: Ground, cut: _Cut, title: Callable[[int], str]) -> Iterator[Sheet]:
    for row in range(cut.rows):
        for column in range(cut.columns):
            part = _part(ground, cut, column, row)
            yield Sheet(title(cut.number(column, row)), part, cut.landscape)


def _part(ground: Ground, cut: _Cut, column: int, row: int) -> Draw:
    """Draw one sheet of the table, with the joints to its neighbours marked."""
    (left, bottom), (x, y) = cut.corner_mm, cut.corner(column, row)
    wide, high = cut.shown_size(column, row)
    sides, floors = cut.joints(column, row)

    def draw(drawing: Drawing) -> None:
        with drawing.clip(wide, high), drawing.origin_at(-left - x, -bottom - y):
            ground.draw(drawing)
        for side in sides:
            drawing.line((side, 0), (side, high), ink=_REGISTER)
            for share in (0.25, 0.75):
                _cross(drawing, side, high * share)
        for floor in floors:
            drawing.line((0, floor), (wide, floor), ink=_REGISTER)
            for share in (0.25, 0.75):
                _cross(drawing, wide * share, floor)

    return draw


def _cross(drawing: Drawing, x: float, y: float) -> None:
    """Draw a register mark: the same place on both sheets that share it."""
    drawing.line((x - CROSS_MM, y), (x + CROSS_MM, y), ink=_MARK)
    drawing.line((x, y - CROSS_MM), (x, y + CROSS_MM), ink=_MARK)


def _plan(wish: Wish, table: Arena, cut: _Cut) -> Sheet:
    """Return the table at a small scale, with the joints and numbers of its sheets."""
    locale = wish.locale
    frame, landscape, text, scale = max(
        (_plan_layout(wish, table, cut, landscape) for landscape in (False, True)),
        key=lambda plan: plan[3],
    )
    small, shrunk = Ground(table, locale, scale), scale / 10

    def draw(drawing: Drawing) -> None:
        top, name = frame.high_mm, locale.name_of(table.name)
        size = fit_size(name, frame.wide_mm, 18, bold=True)
        drawing.text((0, top - 8), name, size, bold=True)
        down = top - 10 - drawing.paragraph((0, top - 10), text, frame.wide_mm, _TOLD) - 3
        with drawing.origin_at(0, down - small.size_mm[1]):
            small.draw(drawing)
            for column in range(cut.columns):
                for row in range(cut.rows):
                    _draw_number(drawing, cut, column, row, shrunk)

    title = locale.say(N_("{arena}: the plan of its sheets"), arena=locale.name_of(table.name))
    return Sheet(title, draw, landscape)


def _plan_layout(
    wish: Wish, table: Arena, cut: _Cut, landscape: bool
) -> tuple[Frame, bool, str, float]:  # fmt: skip
    """Return a plan's frame, whether it is landscape, its text, and how many mm a cm is."""
    frame = (wish.paper.landscape() if landscape else wish.paper).frame(wish.measured)

    def text(scale: float) -> str:
        size = words.size(wish.locale, table)
        return wish.locale.say(
            N_("{size}, here at 1 : {scale}. {columns} × {rows} sheets: cut each along its dashes"
               " at the right and at the top, lay it on the dashes of the next one, cross on"
               " cross, and glue."),
            size=size, scale=wish.locale.number(round(10 / scale, 1)), columns=cut.columns,
            rows=cut.rows,
        )  # fmt: skip

    lines = len(break_lines(text(1.0), frame.wide_mm, _TOLD))
    head = _HEAD_MM + lines * line_mm(_TOLD)
    scale = min(frame.wide_mm / table.size[0], (frame.high_mm - head) / table.size[1])
    return frame, landscape, text(scale), scale


def _draw_number(drawing: Drawing, cut: _Cut, column: int, row: int, shrunk: float) -> None:
    """Draw a sheet on the plan, from joint to joint, with its number."""
    (x, y), (wide, high) = cut.corner(column, row), cut.shown_size(column, row)
    half = OVERLAP_MM / 2
    left, bottom = x + half * (column > 0), y + half * (row > 0)
    right = x + wide - half * (column < cut.columns - 1)
    top = y + high - half * (row < cut.rows - 1)
    left, bottom, right, top = (part * shrunk for part in (left, bottom, right, top))
    drawing.box((left, bottom), right - left, top - bottom, _SHEET)
    drawing.text((left + 2, top - 5), str(cut.number(column, row)), 11, bold=True)
