"""A board as SVG: squares by sections, doors, ladders, entries and exits, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from q40k.games.space_hulk.board.board import Board, board_of
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Layout, cell_of
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.table.scene import BETWEEN

SIDE = 20
"""How wide a square is drawn."""
SHADES = ("#f4f1e8", "#e3ddcd")


def drawing(layout: Layout, mission: Mission) -> str:
    """The board of a mission, each square with its name's row and column beside it."""
    ground = board_of(layout)
    wide = sum(len(level.rows[0]) + BETWEEN for level in layout.levels) + 2
    high = max(len(level.rows) for level in layout.levels) + 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide * SIDE} {high * SIDE}"'
        ' font-family="sans-serif" font-size="8" text-anchor="middle">',
        *_squares(layout, ground, high),
        *_openings(layout, high),
        *_starts(layout, mission, high),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _corner(layout: Layout, name: str, high: int) -> tuple[int, int]:
    """The upper left corner of a square in the drawing."""
    cell = cell_of(name)
    assert cell is not None
    level, x, y = cell
    offset = 1
    for one in layout.levels:
        if one.number == level:
            break
        offset += len(one.rows[0]) + BETWEEN
    return (offset + x) * SIDE, (high - 2 - y) * SIDE


def _squares(layout: Layout, ground: Board, high: int) -> Iterator[str]:
    sections = list(dict.fromkeys(ground.section(cell) for cell in ground.cells))
    tops = {ground.name(cell) for cell in ground.tops}
    for level in layout.levels:
        for cell, letter, _section in level.cells():
            name = ground.name(cell)
            x, y = _corner(layout, name, high)
            shade = SHADES[sections.index(ground.section(cell)) % 2]
            size = f'width="{SIDE}" height="{SIDE}"'
            yield f'<rect x="{x}" y="{y}" {size} fill="{shade}" stroke="#777"/>'
            if letter == DOOR:
                yield (
                    f'<rect x="{x + 7}" y="{y + 1}" width="6" height="{SIDE - 2}" fill="#8a4f12"/>'
                )
            if cell in ground.ladders:
                sign = "▼" if name in tops else "▲"
                yield f'<text x="{x + 10}" y="{y + 13}">{sign}</text>'


def _openings(layout: Layout, high: int) -> Iterator[str]:
    for one in (*layout.entries, *layout.exits):
        x, y = _corner(layout, one.square, high)
        dx, dy = STEPS[one.side]
        at = (x + 10 + dx * SIDE, y + 13 - dy * SIDE)
        yield f'<text x="{at[0]}" y="{at[1]}" font-weight="bold">{escape(one.id)}</text>'


def _starts(layout: Layout, mission: Mission, high: int) -> Iterator[str]:
    arrows = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
    for number, one in enumerate(mission.start, 1):
        x, y = _corner(layout, one.at, high)
        yield f'<text x="{x + 10}" y="{y + 13}">{number}{arrows[one.facing]}</text>'
    for thing in mission.objects:
        if thing.square is not None:
            x, y = _corner(layout, thing.square, high)
            yield f'<text x="{x + 10}" y="{y + 13}">{escape(thing.id)}</text>'
