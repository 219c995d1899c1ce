"""Lines of sight: exact, from centre to centre, in whole numbers."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from q40k.games.space_hulk.packs.boards import Cell

Step = tuple[tuple[int, int], tuple[int, int] | None]
"""A square the line passes, as columns and rows from its beginning; with a second one, the two that
meet at a corner it passes through."""


@lru_cache(maxsize=8192)
def line(dx: int, dy: int) -> tuple[Step, ...]:
    """What a line to a square so far away passes, both ends left out.

    A line through a corner passes between two squares: only both of them together bar it.

    Rule: SH-LOS-2, SH-LOS-4
    """
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    wide, high = abs(dx), abs(dy)
    x = y = 0
    found: list[Step] = []
    while (x, y) != (wide, high):
        # The next upright joint is met after (2x+1)/2wide of the way, the next level one likewise.
        upright = (2 * x + 1) * high if wide else None
        level = (2 * y + 1) * wide if high else None
        if upright is not None and upright == level:
            found.append((((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)))
            x, y = x + 1, y + 1
        elif level is None or (upright is not None and upright < level):
            x += 1
        else:
            y += 1
        if (x, y) != (wide, high):
            found.append(((x * sx, y * sy), None))
    return tuple(found)


def clear(origin: Cell, place: Cell, free: Set[Cell]) -> bool:
    """Whether nothing bars the line between two squares of a level; `free` are those that do not.

    Rule: SH-LOS-2, SH-LOS-3, SH-LOS-4
    """
    level, x, y = origin
    for (ax, ay), corner in line(place[1] - x, place[2] - y):
        if (level, x + ax, y + ay) not in free and (
            corner is None or (level, x + corner[0], y + corner[1]) not in free
        ):
            return False
    return True
