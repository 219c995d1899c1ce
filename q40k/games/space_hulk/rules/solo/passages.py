"""The ways an alien can go from a square: steps with their turns and costs, worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.board.facings import (
    FACINGS,
    ahead_and_right,
    direction,
    quarter_turns,
)
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing

Gait = Literal["stealer", "stealer-1st", "blip"]
"""Who walks: a stealer by the 4th or by the 1st edition, or a blip."""
NOWHERE: Final[Facing] = "N"
"""The facing of a blip, which has none."""


class Node(NamedTuple):
    """Where an alien stands and looks; `odd` that its quarter turns in a row are (1st edition)."""

    cell: Cell
    facing: Facing
    odd: bool = False


class Edge(NamedTuple):
    """One action: a turn on the square, or a step with the quarter turn that belongs to it.

    `flank` are the two cells beside a diagonal step; `turn` the facing it turns to and `first`
    whether before the step; `fronts` whether the square lies in front, so that a door on it can be
    opened; `ladder` whether it leads along one.
    """

    end: Node
    cost: int
    step: bool
    flank: tuple[Cell, Cell] | None = None
    turn: Facing | None = None
    first: bool = False
    fronts: bool = True


@lru_cache(maxsize=65536)
def edges(ground: Board, gait: Gait, node: Node) -> tuple[Edge, ...]:
    """What an alien can do from where it stands, whatever stands in the way.

    Rule: SOLO-MOVE-1, SH-AP-5, SH-MOVE-3, SH1-AP-5, SH1-MOVE-3
    """
    if gait == "blip":
        steps = [(there, flank) for there, flank in ground.around(node.cell)]
        if node.cell in ground.ladders:
            steps.append((ground.ladders[node.cell], None))
        return tuple(
            Edge(Node(there, NOWHERE), 1, step=True, flank=flank) for there, flank in steps
        )
    found = list(_steps(ground, gait, node))
    for facing in FACINGS:
        quarters = quarter_turns(node.facing, facing)
        if quarters == 0:
            continue
        if gait == "stealer":
            end, cost = Node(node.cell, facing), 1
        elif quarters == 2:
            end, cost = Node(node.cell, facing, node.odd), 1
        else:
            end, cost = Node(node.cell, facing, not node.odd), int(node.odd)
        found.append(Edge(end, cost, step=False, turn=facing))
    return tuple(found)


def _steps(ground: Board, gait: Gait, node: Node) -> list[Edge]:
    found = []
    for there, flank in ground.around(node.cell):
        dx, dy = there[1] - node.cell[1], there[2] - node.cell[2]
        fronts = ahead_and_right(node.facing, dx, dy)[0] == 1
        found += [
            Edge(Node(there, facing), cost, True, flank, turn, first, fronts)
            for facing, cost, turn, first in _stride(gait, node.facing, dx, dy)
        ]
    foot = ground.ladders.get(node.cell)
    if foot is not None and gait == "stealer":
        for facing in FACINGS:
            if quarter_turns(node.facing, facing) < 2:
                turn = None if facing == node.facing else facing
                found.append(Edge(Node(foot, facing), 1, step=True, turn=turn))
    return found


@lru_cache(maxsize=256)
def _stride(
    gait: Gait, facing: Facing, dx: int, dy: int
) -> tuple[tuple[Facing, int, Facing | None, bool], ...]:
    """The cheapest ways to make a step: the facing after it, the cost, the turn, whether first."""
    side = 1 if gait == "stealer" else 2
    costs = {"forward": 1, "sideways": side, "backward": 2}
    plain = costs[direction(facing, dx, dy)]
    if gait == "stealer-1st":
        return ((facing, plain, None, False),)
    found: list[tuple[Facing, int, Facing | None, bool]] = [(facing, plain, None, False)]
    for other in FACINGS:
        if quarter_turns(facing, other) == 1:
            turned_first = costs[direction(other, dx, dy)]
            if turned_first < plain:
                found.append((other, turned_first, other, True))
            else:
                found.append((other, plain, other, False))
    return tuple(found)


def beside(ground: Board, cell: Cell) -> tuple[Cell, ...]:
    """The squares that share a side with one, and its ladder's other end.

    Rule: SOLO-ACT-2, SOLO-TARGET-2, SH-LADDER-2
    """
    level, x, y = cell
    found = [
        there for dx, dy in STEPS.values() if ground.is_floor(there := (level, x + dx, y + dy))
    ]
    if cell in ground.ladders:
        found.append(ground.ladders[cell])
    return tuple(found)
