"""A board as SVG: squares by sections, doors, ladders, entries and exits, marines and objects."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from q40k.games.space_hulk.board.board import Board, board_of
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Layout, cell_of
from q40k.games.space_hulk.packs.missions import Mission
from q40k.games.space_hulk.table.scene import BETWEEN

SIDE = 20
"""The width of a square in the drawing."""
SHADES = ("#f4f1e8", "#e3ddcd")


def draw_board(layout: Layout, mission: Mission) -> str:
    """Return the board of a mission as SVG."""
    ground = board_of(layout)
    width = sum(len(level.rows[0]) + BETWEEN for level in layout.levels) + 2
    height = max(len(level.rows) for level in layout.levels) + 2
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * SIDE} {height * SIDE}"'
        ' font-family="sans-serif" font-size="8" text-anchor="middle">',
        *_squares(layout, ground, height),
        *_openings(layout, height),
        *_starts(layout, mission, height),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _corner(layout: Layout, name: str, height: int) -> tuple[int, int]:
    """Return the upper left corner of a square in the drawing."""
    cell = cell_of(name)
    assert cell is not None
    level, x, y = cell
    offset = 1
    for other in layout.levels:
        if other.number == level:
            break
        offset += len(other.rows[0]) + BETWEEN
    return (offset + x) * SIDE, (height - 2 - y) * SIDE


def _squares(layout: Layout, ground: Board, height: int) -> Iterator[str]:
    sections = list(dict.fromkeys(ground.section(cell) for cell in ground.cells))
    tops = {ground.name(cell) for cell in ground.tops}
    for level in layout.levels:
        for cell, letter, _section in level.cells():
            name = ground.name(cell)
            x, y = _corner(layout, name, height)
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


def _openings(layout: Layout, height: int) -> Iterator[str]:
    for opening in (*layout.entries, *layout.exits):
        x, y = _corner(layout, opening.square, height)
        dx, dy = STEPS[opening.side]
        at = (x + 10 + dx * SIDE, y + 13 - dy * SIDE)
        yield f'<text x="{at[0]}" y="{at[1]}" font-weight="bold">{escape(opening.id)}</text>'


def _starts(layout: Layout, mission: Mission, height: int) -> Iterator[str]:
    arrows = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
    for number, start in enumerate(mission.start, 1):
        x, y = _corner(layout, start.at, height)
        yield f'<text x="{x + 10}" y="{y + 13}">{number}{arrows[start.facing]}</text>'
    for item in mission.objects:
        if item.square is not None:
            x, y = _corner(layout, item.square, height)
            yield f'<text x="{x + 10}" y="{y + 13}">{escape(item.id)}</text>'
