"""The acts of an alien from a square: steps and turns with their costs, worked out once."""

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
"""The kind of walker: a stealer of the 4th or the 1st edition, or a blip."""
NOWHERE: Final[Facing] = "N"
"""The facing of a blip, which has none."""


class Node(NamedTuple):
    """The square and facing of an alien; `odd`: it has made an odd number of quarter turns in a row
    (1st edition).
    """

    cell: Cell
    facing: Facing
    odd: bool = False


class Edge(NamedTuple):
    """One action: a turn on the square, or a step with the quarter turn that belongs to it.

    `flank` are the two cells beside a diagonal step. `turn` is the facing it turns to, `first`
    whether that is before the step. `fronts`: the square lies in front, so that a door on it can be
    opened.
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
    """Return what an alien can do from a node, without regard to obstacles.

    Rule: SOLO-MOVE-1, SH-AP-5, SH-MOVE-3, SH1-AP-5, SH1-MOVE-3
    """
    if gait == "blip":
        steps = [(there, flank) for there, flank in ground.cells_around(node.cell)]
        if node.cell in ground.ladders:
            steps.append((ground.ladders[node.cell], None))
        return tuple(
            Edge(Node(there, NOWHERE), 1, step=True, flank=flank) for there, flank in steps
        )
    actions = list(_step_edges(ground, gait, node))
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
        actions.append(Edge(end, cost, step=False, turn=facing))
    return tuple(actions)


def _step_edges(ground: Board, gait: Gait, node: Node) -> list[Edge]:
    actions = []
    for there, flank in ground.cells_around(node.cell):
        dx, dy = there[1] - node.cell[1], there[2] - node.cell[2]
        fronts = ahead_and_right(node.facing, dx, dy)[0] == 1
        actions += [
            Edge(Node(there, facing), cost, True, flank, turn, first, fronts)
            for facing, cost, turn, first in _strides(gait, node.facing, dx, dy)
        ]
    foot = ground.ladders.get(node.cell)
    if foot is not None and gait == "stealer":
        for facing in FACINGS:
            if quarter_turns(node.facing, facing) < 2:
                turn = None if facing == node.facing else facing
                actions.append(Edge(Node(foot, facing), 1, step=True, turn=turn))
    return actions


@lru_cache(maxsize=256)
def _strides(
    gait: Gait, facing: Facing, dx: int, dy: int
) -> tuple[tuple[Facing, int, Facing | None, bool], ...]:
    """Return the cheapest ways to make a step: the facing after it, the cost, the turn, whether the
    turn is first.
    """
    side = 1 if gait == "stealer" else 2
    costs = {"forward": 1, "sideways": side, "backward": 2}
    plain = costs[direction(facing, dx, dy)]
    if gait == "stealer-1st":
        return ((facing, plain, None, False),)
    strides: list[tuple[Facing, int, Facing | None, bool]] = [(facing, plain, None, False)]
    for other in FACINGS:
        if quarter_turns(facing, other) == 1:
            turned_first = costs[direction(other, dx, dy)]
            if turned_first < plain:
                strides.append((other, turned_first, other, True))
            else:
                strides.append((other, plain, other, False))
    return tuple(strides)


def squares_beside(ground: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return the squares that share a side with a cell, and its ladder's other end.

    Rule: SOLO-ACT-2, SOLO-TARGET-2, SH-LADDER-2
    """
    level, x, y = cell
    squares = [
        there for dx, dy in STEPS.values() if ground.is_floor(there := (level, x + dx, y + dy))
    ]
    if cell in ground.ladders:
        squares.append(ground.ladders[cell])
    return tuple(squares)
