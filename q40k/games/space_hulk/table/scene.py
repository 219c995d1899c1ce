"""The board from above: squares by sections, doors, fire, pieces with their facings.

A square is two centimetres wide; levels lie beside each other, the highest at the left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.rules.offers import able_now
from q40k.games.space_hulk.rules.places import board, burning, cell, closed
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.geometry.scene import Area, Label, Mark, Piece, Scene, Style
from q40k.geometry.spots import Spot
from q40k.table.colours import colour

SQUARE: Final = 4
CHEQUER: Final = 0.12
"""How much every other square is set off, so that squares can be counted."""
COUNTED: Final = 250
"""On a board of more squares than these they are not set off."""
BETWEEN: Final = 1
"""Squares between two levels."""
STYLES: Final = {
    "wall": Style("#15171a", "#8b8578", ""),
    "floor": Style("#3a3f46", "#e2dccb", "."),
    "other": Style("#444a52", "#d3ccb8", ","),
    "door": Style("#b5793a", "#8a4f12", "+"),
    "fire": Style("#c8441c", "#e58a5a", "^"),
    "barrier": Style("#5a6fd8", "#8ea0f0", "%"),
    "entry": Style("#7fbf6a", "#3f7a2c"),
    "exit": Style("#6ab0d8", "#1f5f8a"),
    "ladder": Style("#d8c46a", "#7a5f00"),
    "object": Style("#e8e8e8", "#101010"),
    "watched": Style("#4fb3ff", "#1f6fd0", "o"),
    "threatened": Style("#e0402a", "#c02010", "x"),
}
ARROWS: Final = {"N": "↑", "E": "→", "S": "↓", "W": "←"}


def scene(state: Match) -> Scene | None:
    """The board with all that stands on it; None where no places are kept."""
    ground = board(state)
    if ground is None:
        return None
    return Scene(
        _size(ground),
        ground=_squares(ground),
        areas=tuple(_covers(state, ground)),
        marks=tuple(_marks(state, ground)),
        pieces=tuple(_pieces(state, ground)),
        labels=(*_openings(ground), *_levels(ground)),
        styles=STYLES,
    )


def spot(ground: Board, there: Cell) -> Spot:
    """The middle of a square on the map, in cm."""
    return (SQUARE * (_column(ground, there) + 1.5), SQUARE * (there[2] + 1.5))


def square_at(ground: Board, at: Spot) -> Cell | None:
    """The square that a place on the map lies in; None for wall."""
    for there in ground.cells:
        x, y = spot(ground, there)
        if abs(x - at[0]) <= SQUARE / 2 and abs(y - at[1]) <= SQUARE / 2:
            return there
    return None


def _column(ground: Board, there: Cell) -> int:
    offset = 0
    for level in ground.layout.levels:
        if level.number == there[0]:
            break
        offset += len(level.rows[0]) + BETWEEN
    return offset + there[1]


def _size(ground: Board) -> tuple[int, int]:
    levels = ground.layout.levels
    wide = sum(len(level.rows[0]) for level in levels) + BETWEEN * (len(levels) - 1)
    high = max(len(level.rows) for level in levels)
    return SQUARE * (wide + 2), SQUARE * (high + 2)


def box(ground: Board, there: Cell) -> tuple[Spot, ...]:
    """The corners of a square on the map."""
    x, y = spot(ground, there)
    half = SQUARE / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


@lru_cache(maxsize=16)
def _squares(ground: Board) -> tuple[Area, ...]:
    """The floor, which lies still: made once for a board.

    On a large board squares are not set off one by one, and whole rows and columns are one area.
    """
    names = list(dict.fromkeys(ground.section(there) for there in ground.cells))
    large = len(ground.cells) > COUNTED
    found = []
    for run in _runs(ground) if large else [[there] for there in ground.cells]:
        first, last = box(ground, run[0]), box(ground, run[-1])
        (left, _), (right, _) = first[0], last[1]
        low, high = min(first[0][1], last[0][1]), max(first[2][1], last[2][1])
        style = "other" if names.index(ground.section(run[0])) % 2 else "floor"
        lift = 0.0 if large else CHEQUER * ((run[0][1] + run[0][2]) % 2)
        corners = ((left, low), (right, low), (right, high), (left, high))
        found.append(Area(style, corners, lift=lift, layer="floor"))
    return tuple(found)


def _runs(ground: Board) -> Iterator[list[Cell]]:
    """The squares in straight runs of one section: rows first, what is left in columns."""
    left = dict.fromkeys(ground.cells)
    for dx, dy, least in ((1, 0, 2), (0, -1, 1)):
        for start in list(left):
            if start not in left:
                continue
            run = [start]
            while (beyond := (start[0], run[-1][1] + dx, run[-1][2] + dy)) in left and (
                ground.section(beyond) == ground.section(start)
            ):
                run.append(beyond)
            if len(run) >= least:
                for there in run:
                    del left[there]
                yield run


def _covers(state: Match, ground: Board) -> Iterator[Area]:
    """What covers a square for now: fire, closed doors, the barrier."""
    for style, cells in (("fire", burning(state)), ("door", closed(state))):
        for there in sorted(cells):
            yield Area(style, box(ground, there), layer="doors" if style == "door" else "fire")
    barrier = None if state.barrier is None else ground.cell(state.barrier)
    if barrier is not None:
        yield Area("barrier", box(ground, barrier), layer="fire")


def _marks(state: Match, ground: Board) -> Iterator[Mark]:
    for at, now in state.doors.items():
        there = ground.cell(at)
        if there is not None and now == "open":
            yield Mark(f"door {at}", "/", spot(ground, there), "door", layer="doors")
    for there in ground.ladders:
        sign = "v" if there in ground.tops else "^"
        yield Mark(
            f"ladder {ground.name(there)}", sign, spot(ground, there), "ladder", layer="ladders"
        )
    for one in state.things.values():
        there = None if one.at is None else ground.cell(one.at)
        if there is not None:
            yield Mark(one.id, one.id[:1], spot(ground, there), "object", layer="objects")


def _pieces(state: Match, ground: Board) -> Iterator[Piece]:
    """The pieces: marines by their number, stealers and blips by their name, with facings.

    Who may do nothing now stands back.
    """
    numbers = {id: str(n) for n, id in enumerate(state.marines, 1)}
    able = able_now(state) if state.play.turn else tuple(numbers)
    for one in state.pieces():
        there = cell(state, one.id)
        if there is None:
            continue
        arrow = ARROWS.get(one.position.facing or "", "")
        marine = isinstance(one, Marine)
        name = numbers[one.id] if marine else one.id
        yield Piece(
            one.id, f"{name}{arrow}"[:3], spot(ground, there), colour(0 if marine else 1),
            active=one.id == state.play.active, quiet=one.id not in able,
        )  # fmt: skip


def _levels(ground: Board) -> Iterator[Label]:
    """The number of each level above its first column, where there are several."""
    for level in ground.layout.levels if ground.several else ():
        x, y = spot(ground, (level.number, 0, len(level.rows)))
        yield Label((x, y), f"{level.number}:", "ladder", plain=f"{level.number}:")


def _openings(ground: Board) -> Iterator[Label]:
    """The names of entries and exits, beside the squares they open on."""
    for openings, style in ((ground.entries, "entry"), (ground.exits, "exit")):
        for id, one in openings.items():
            there = ground.cell(one.square)
            if there is None:
                continue
            dx, dy = STEPS[one.side]
            x, y = spot(ground, there)
            at = (x + dx * SQUARE, y + dy * SQUARE)
            yield Label(at, id, style, plain=id, layer="entries")
