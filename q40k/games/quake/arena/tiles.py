"""Name the tiles of a table, 20 x 20 cm each, by column and row: B2 (ARENA-1, DEPLOY-1)."""

from __future__ import annotations

from typing import Final

from q40k.geometry.space import Spot

TILE_CM: Final = 20


def tile_of(at: Spot, size_cm: tuple[int, int]) -> str:
    """Return the tile that contains a point, such as "B2": column from the left, row from the
    bottom.
    """
    column, row = (
        max(0, min(int(value // TILE_CM), side // TILE_CM - 1))
        for value, side in zip(at, size_cm, strict=True)
    )
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """Return the letters of a column: 0 is A, 25 is Z, 26 is AA."""
    letters = chr(ord("A") + column % 26)
    return letters if column < 26 else column_name(column // 26 - 1) + letters


def tiles(size_cm: tuple[int, int]) -> tuple[str, ...]:
    """Return all tiles of a table, row by row from the bottom left."""
    columns, rows = size_cm[0] // TILE_CM, size_cm[1] // TILE_CM
    return tuple(f"{column_name(c)}{r + 1}" for r in range(rows) for c in range(columns))
