"""An arena at true scale over several sheets, with a plan of them and what to agree on first."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from msgspec import Struct

from q40k.games.quake.arena.tiles import column_name
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.prints.ground import Ground
from q40k.games.quake.prints.wish import Wish
from q40k.games.quake.words.packs import arenas as words
from q40k.i18n.locale import N_
from q40k.prints.drawing import GREY, Drawing, Ink
from q40k.prints.paper import Frame
from q40k.prints.sheets import Block, Draw, Sheet, flowed

OVERLAP_MM: Final = 5.0
"""How much neighbouring sheets share, to glue."""
_CROSS_MM: Final = 4.0
_SIGNED_MM: Final = 13.0
"""The height of a line to sign on."""
_REGISTER: Final = Ink(line_mm=0.2, colour=GREY, dashes_mm=(1.5, 1.5))
_SHEET: Final = Ink(line_mm=0.3, dashes_mm=(2, 1))


class _Cut(Struct, frozen=True):
    """How a table is cut into sheets: how many across and up, and what each of them shows."""

    columns: int
    rows: int
    frame: Frame
    lying: bool

    @property
    def sheets(self) -> int:
        return self.columns * self.rows

    def number(self, column: int, row: int) -> int:
        """Which sheet it is, from the bottom left; tiles of the table have letters, too."""
        return row * self.columns + column + 1

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The bottom left corner of a sheet, on the table in mm."""
        return (
            column * (self.frame.wide_mm - OVERLAP_MM),
            row * (self.frame.high_mm - OVERLAP_MM),
        )


def arena(wish: Wish) -> list[Sheet]:
    """The plan with the list to sign, then the sheets from the bottom left, row by row.

    Rule: ARENA-1, ARENA-3, ARENA-5
    """
    found = wish.arena
    if found is None:
        return []
    ground = Ground(found, wish.locale)
    cut = min(_cuts(wish, ground), key=lambda one: one.sheets)
    name = wish.locale.said(found.name)
    sheets = [_plan(wish, found, cut), *_agreed(wish, found)]
    for row in range(cut.rows):
        for column in range(cut.columns):
            said = N_("{arena}: sheet {number}")
            title = wish.locale.say(said, arena=name, number=cut.number(column, row))
            sheets.append(Sheet(title, _part(ground, cut, column, row), cut.lying))
    return sheets


def _cuts(wish: Wish, ground: Ground) -> Iterator[_Cut]:
    wide, high = ground.size_mm
    for lying in (False, True):
        paper = wish.paper.lying() if lying else wish.paper
        frame = paper.frame(wish.measured)
        across = ceil((wide - OVERLAP_MM) / (frame.wide_mm - OVERLAP_MM))
        up = ceil((high - OVERLAP_MM) / (frame.high_mm - OVERLAP_MM))
        yield _Cut(max(1, across), max(1, up), frame, lying)


def _part(ground: Ground, cut: _Cut, column: int, row: int) -> Draw:
    """One sheet of the table, with the edges its neighbours share marked."""
    x, y = cut.corner(column, row)
    wide, high = cut.frame.wide_mm, cut.frame.high_mm

    def draw(drawing: Drawing) -> None:
        with drawing.within(wide, high), drawing.moved(-x, -y):
            ground.draw(drawing)
        edges = [OVERLAP_MM] * (column > 0) + [wide - OVERLAP_MM] * (column < cut.columns - 1)
        floors = [OVERLAP_MM] * (row > 0) + [high - OVERLAP_MM] * (row < cut.rows - 1)
        for edge in edges:
            drawing.line((edge, 0), (edge, high), ink=_REGISTER)
        for floor in floors:
            drawing.line((0, floor), (wide, floor), ink=_REGISTER)
        for edge in edges or [0.0]:
            for floor in floors or [0.0]:
                _cross(drawing, edge, floor)

    return draw


def _cross(drawing: Drawing, x: float, y: float) -> None:
    """A register mark: the same place on each of the sheets that share it."""
    ink = Ink(line_mm=0.4)
    drawing.line((x - _CROSS_MM, y), (x + _CROSS_MM, y), ink=ink)
    drawing.line((x, y - _CROSS_MM), (x, y + _CROSS_MM), ink=ink)


def _plan(wish: Wish, found: Arena, cut: _Cut) -> Sheet:
    """The table made small, the sheets drawn over it with their numbers."""
    locale, frame = wish.locale, wish.frame
    head = 22.0
    scale = min(frame.wide_mm / found.size[0], (frame.high_mm - head) / found.size[1])
    small = Ground(found, locale, scale)
    shrunk = scale / 10
    facts = locale.say(
        N_("{size}; {columns} × {rows} sheets: cut at the dashes of one edge, glue on the other"),
        size=words.size(locale, found), columns=cut.columns, rows=cut.rows,
    )  # fmt: skip

    def draw(drawing: Drawing) -> None:
        top = frame.high_mm
        drawing.text((0, top - 8), locale.said(found.name), 18, bold=True)
        drawing.paragraph((0, top - 10), facts, frame.wide_mm, 9)
        small.draw(drawing)
        for column in range(cut.columns):
            for row in range(cut.rows):
                x, y = (part * shrunk for part in cut.corner(column, row))
                wide = min(cut.frame.wide_mm * shrunk, small.size_mm[0] - x)
                high = min(cut.frame.high_mm * shrunk, small.size_mm[1] - y)
                drawing.box((x, y), wide, high, _SHEET)
                number = str(cut.number(column, row))
                drawing.text((x + 2, y + high - 5), number, 11, bold=True)

    return Sheet(locale.say(N_("{arena}: the plan of its sheets"),
                            arena=locale.said(found.name)), draw)  # fmt: skip


def _agreed(wish: Wish, found: Arena) -> list[Sheet]:
    """What each kind of scenery does, to tick off, and lines to sign on (ARENA-5)."""
    locale = wish.locale
    blocks = [Block(locale.gettext(N_("Agree on each piece before play (ARENA-5).")), heading=True)]
    for number, kind in enumerate(words.scenery(locale, found)):
        letter = column_name(number).lower()
        blocks.append(Block(f"{kind.name}: {kind.does}", sign=f"{letter}  [  ]"))
    if not found.scenery:
        blocks.append(Block(locale.gettext(N_("no scenery is known: name each piece"))))
    title = locale.say(N_("{arena}: agreed before play"), arena=locale.said(found.name))
    sheets = flowed(title, blocks, wish.frame, columns=1, points=11)
    last = sheets[-1]

    def signed(drawing: Drawing) -> None:
        last.draw(drawing)
        wide, rows = wish.frame.wide_mm / 2, ceil(wish.players / 2)
        drawing.text((0, rows * _SIGNED_MM + 6), locale.gettext(N_("Agreed by")), 11, bold=True)
        for number in range(wish.players):
            x, y = (number % 2) * wide, (number // 2) * _SIGNED_MM
            drawing.line((x, y), (x + wide - 10, y))

    return [*sheets[:-1], Sheet(last.title, signed)]
