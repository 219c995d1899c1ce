"""Facings, and where a square lies for a figure: ahead, beside, behind."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing

Direction = Literal["forward", "backward", "sideways"]
FACINGS: Final[tuple[Facing, ...]] = ("N", "E", "S", "W")
RELATIVE: Final[dict[str, tuple[int, int]]] = {
    "forward": (1, 0), "forward-left": (1, -1), "forward-right": (1, 1), "left": (0, -1),
    "right": (0, 1), "backward": (-1, 0), "backward-left": (-1, -1), "backward-right": (-1, 1),
}  # fmt: skip
"""Steps as a figure sees them: squares ahead and squares to the right."""
COMPASS: Final[dict[str, tuple[int, int]]] = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1),
    "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip


def ahead_and_right(facing: Facing, dx: int, dy: int) -> tuple[int, int]:
    """Return how many squares a place lies ahead of a figure and to its right.

    Rule: SH-BOARD-3
    """
    fx, fy = STEPS[facing]
    return dx * fx + dy * fy, dx * fy - dy * fx


def columns_and_rows(facing: Facing, ahead: int, right: int) -> tuple[int, int]:
    """Return the columns and rows of a step that goes so far ahead and to the right."""
    fx, fy = STEPS[facing]
    return ahead * fx + right * fy, ahead * fy - right * fx


def direction(facing: Facing, dx: int, dy: int) -> Direction:
    """Return the direction of a step to a neighbour: the front three, the rear three or the sides.

    Rule: SH-BOARD-3
    """
    ahead, _right = ahead_and_right(facing, dx, dy)
    return "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"


def quarter_turns(facing: Facing, other: Facing) -> int:
    """Return the number of quarter turns between two facings: 0, 1 or 2."""
    apart = abs(FACINGS.index(facing) - FACINGS.index(other))
    return min(apart, 4 - apart)


def turn_facing(facing: Facing, how: Literal["left", "right", "around"]) -> Facing:
    """Return the facing after a turn."""
    steps = {"left": -1, "right": 1, "around": 2}[how]
    return FACINGS[(FACINGS.index(facing) + steps) % 4]


def opposite(facing: Facing) -> Facing:
    """Return the opposite facing."""
    return turn_facing(facing, "around")


def is_straight_ahead(facing: Facing, dx: int, dy: int) -> bool:
    """Return whether a place is the square straight ahead.

    Rule: SH-MELEE-1
    """
    return (dx, dy) == STEPS[facing]


def facing_towards(dx: int, dy: int) -> Facing:
    """Return the facing towards a place; the longer of the two distances decides."""
    if abs(dx) >= abs(dy):
        return "E" if dx > 0 else "W"
    return "N" if dy > 0 else "S"


def in_front_arc(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Return whether a square lies in the arc of 3, 5, 7 ... squares ahead, on the same level.

    Rule: SH-LOS-1
    """
    if origin[0] != place[0]:
        return False
    ahead, right = ahead_and_right(facing, place[1] - origin[1], place[2] - origin[2])
    return ahead >= 1 and abs(right) <= ahead


def in_half_plane(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Return whether a square lies ahead of a figure or in its own row, not behind it.

    Rule: SH1-LOS-1
    """
    if origin[0] != place[0] or origin == place:
        return False
    return ahead_and_right(facing, place[1] - origin[1], place[2] - origin[2])[0] >= 0
