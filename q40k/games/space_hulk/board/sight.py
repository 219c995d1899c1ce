"""Exact lines of sight, from centre to centre, in whole numbers."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from q40k.games.space_hulk.packs.boards import Cell

Step = tuple[tuple[int, int], tuple[int, int] | None]
"""A square the line passes, as columns and rows from its start.

The second value is set where the line passes through a corner: the other square of the corner.
"""


@lru_cache(maxsize=8192)
def line_of_sight(dx: int, dy: int) -> tuple[Step, ...]:
    """Return what a line to a square at that distance passes, without its two ends.

    A line through a corner passes between two squares: only both together block it.

    Rule: SH-LOS-2, SH-LOS-4
    """
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    wide, high = abs(dx), abs(dy)
    x = y = 0
    steps: list[Step] = []
    while (x, y) != (wide, high):
        # The line meets the next upright joint after (2x+1)/2wide of its length; level likewise.
        upright = (2 * x + 1) * high if wide else None
        level = (2 * y + 1) * wide if high else None
        if upright is not None and upright == level:
            steps.append((((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)))
            x, y = x + 1, y + 1
        elif level is None or (upright is not None and upright < level):
            x += 1
        else:
            y += 1
        if (x, y) != (wide, high):
            steps.append(((x * sx, y * sy), None))
    return tuple(steps)


def is_line_clear(origin: Cell, place: Cell, free: Set[Cell]) -> bool:
    """Return whether nothing blocks the line between two squares of a level. `free` are the squares
    that do not block it.

    Rule: SH-LOS-2, SH-LOS-3, SH-LOS-4
    """
    level, x, y = origin
    for (ax, ay), corner in line_of_sight(place[1] - x, place[2] - y):
        if (level, x + ax, y + ay) not in free and (
            corner is None or (level, x + corner[0], y + corner[1]) not in free
        ):
            return False
    return True
