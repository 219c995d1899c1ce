"""Facings, and squares as seen from a figure: ahead, beside, behind."""

from __future__ import annotations

from typing import Final, Literal

from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing

Direction = Literal["forward", "backward", "sideways"]
FACINGS: Final[tuple[Facing, ...]] = ("N", "E", "S", "W")
RELATIVE: Final[dict[str, tuple[int, int]]] = {
    "forward": (1, 0), "forward-left": (1, -1), "forward-right": (1, 1), "left": (0, -1),
    "right": (0, 1), "backward": (-1, 0), "backward-left": (-1, -1), "backward-right": (-1, 1),
}  # fmt: skip
"""Steps by how they lie to who makes them: so far ahead, so far to the right."""
COMPASS: Final[dict[str, tuple[int, int]]] = {
    "N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1),
    "W": (-1, 0), "NW": (-1, 1),
}  # fmt: skip


def ahead_and_right(facing: Facing, dx: int, dy: int) -> tuple[int, int]:
    """How far a place lies ahead of a figure, and how far to its right.

    Rule: SH-BOARD-3
    """
    fx, fy = STEPS[facing]
    return dx * fx + dy * fy, dx * fy - dy * fx


def moved(facing: Facing, ahead: int, right: int) -> tuple[int, int]:
    """The columns and rows of a step that goes so far ahead and to the right."""
    fx, fy = STEPS[facing]
    return ahead * fx + right * fy, ahead * fy - right * fx


def direction(facing: Facing, dx: int, dy: int) -> Direction:
    """How a step to a neighbouring square counts: the front three, the rear three, the sides.

    Rule: SH-BOARD-3
    """
    ahead, _right = ahead_and_right(facing, dx, dy)
    return "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"


def quarter_turns(one: Facing, other: Facing) -> int:
    """How many quarter turns lie between two facings: 0, 1 or 2."""
    apart = abs(FACINGS.index(one) - FACINGS.index(other))
    return min(apart, 4 - apart)


def turned(facing: Facing, how: Literal["left", "right", "around"]) -> Facing:
    """The facing after a turn."""
    steps = {"left": -1, "right": 1, "around": 2}[how]
    return FACINGS[(FACINGS.index(facing) + steps) % 4]


def opposite(facing: Facing) -> Facing:
    """The facing that looks back."""
    return turned(facing, "around")


def straight_ahead(facing: Facing, dx: int, dy: int) -> bool:
    """Whether a place is the square straight ahead.

    Rule: SH-MELEE-1
    """
    return (dx, dy) == STEPS[facing]


def towards(dx: int, dy: int) -> Facing:
    """The facing of somebody who looks that way, the longer way first."""
    if abs(dx) >= abs(dy):
        return "E" if dx > 0 else "W"
    return "N" if dy > 0 else "S"


def in_front_arc(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Whether a square lies in the arc of 3, 5, 7 ... squares ahead, on the same level.

    Rule: SH-LOS-1
    """
    if origin[0] != place[0]:
        return False
    ahead, right = ahead_and_right(facing, place[1] - origin[1], place[2] - origin[2])
    return ahead >= 1 and abs(right) <= ahead


def in_half_plane(facing: Facing, origin: Cell, place: Cell) -> bool:
    """Whether a square does not lie behind: ahead, or in the figure's own row.

    Rule: SH1-LOS-1
    """
    if origin[0] != place[0] or origin == place:
        return False
    return ahead_and_right(facing, place[1] - origin[1], place[2] - origin[2])[0] >= 0
