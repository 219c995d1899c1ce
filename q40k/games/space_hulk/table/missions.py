"""Missions outside a match: as they will be laid out, copied as a pack, drawn as SVG."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from q40k.games.space_hulk.board import Board, board_of
from q40k.games.space_hulk.packs.boards import DOOR, STEPS, Layout, cell_of
from q40k.games.space_hulk.packs.missions import EditionId, Mission
from q40k.games.space_hulk.packs.pieces import lay_board
from q40k.games.space_hulk.state.match import Match, Options, Setup
from q40k.games.space_hulk.state.opening import with_mission_marines
from q40k.games.space_hulk.table.scene import BETWEEN
from q40k.kernel.state import to_data
from q40k.packs.base import Names
from q40k.packs.library import Library
from q40k.table.folders import packs_folder


def preview_mission(library: Library, mission: Mission, edition: EditionId) -> Match:
    """Return the state of a mission for display, its marines in their places."""
    layout = library.of_kind("boards").get(mission.board or "")
    board = layout and lay_board(layout, library.of_kind("pieces"))
    ground = None if board is None else board_of(board)
    doors = {} if ground is None else {ground.name(there): "closed" for there in ground.doors}
    setup = Setup(mission=mission, layout=board, edition_id=edition, options=Options(positions=bool(board)))
    return with_mission_marines(Match().replace(setup=setup, doors=doors))


# -- as a pack -------------------------------------------------------------------------------


def own_file(id: str) -> Path:
    """Return the file of a player's own mission."""
    return packs_folder("space-hulk") / f"{id}.yaml"


def copy_as_yaml(id: str, mission: Mission, layout: Layout | None) -> str:
    """Return a pack with a copy of a mission and its board, both under a new id and name."""
    own: dict[str, Any] = {"name": Names(en=id, fr=id), "source": "own", "certainty": "high"}
    return as_yaml(id, replace(mission, **own), layout and replace(layout, **own))


def as_yaml(id: str, mission: Mission, layout: Layout | None) -> str:
    """Return a pack with a mission and its board, both under an id."""
    import yaml

    boards = {} if layout is None else {"boards": [plain(replace(layout, id=id))]}
    mission = replace(mission, id=id, board=mission.board if layout is None else id)
    packs = {**boards, "missions": [plain(mission)]}
    return yaml.safe_dump(packs, allow_unicode=True, sort_keys=False, width=100)


def plain(pack: Mission | Layout) -> dict[str, Any]:
    """Return a mission or a board as pack data."""
    data: dict[str, Any] = to_builtins(to_data(pack, defaults=False))
    return data


# -- a drawing -------------------------------------------------------------------------------


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
                yield (f'<rect x="{x + 7}" y="{y + 1}" width="6" height="{SIDE - 2}" fill="#8a4f12"/>')
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
