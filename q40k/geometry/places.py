"""Where a base stands: on the table, in which tile, on which portal.

Points are (x, y) in centimetres from the bottom left corner.
"""

from __future__ import annotations

from math import hypot

from q40k.geometry.units import Centimetres, Inches, base_radius_cm, to_cm

TILE_CM = 20
Spot = tuple[float, float]

# A base that touches an edge exactly is on the table; this is finer than any ruler.
_HAIR = 1e-9


def on_table(at: Spot, base_mm: int, size_cm: tuple[int, int]) -> bool:
    """Whether the whole base lies on the table (DEPLOY-1)."""
    r = base_radius_cm(base_mm)
    return all(
        r - _HAIR <= value <= side - r + _HAIR for value, side in zip(at, size_cm, strict=True)
    )


def tile_of(at: Spot, size_cm: tuple[int, int]) -> str:
    """The tile that holds a point, such as "B2": column from the left, row from the bottom."""
    column, row = (
        max(0, min(int(value // TILE_CM), side // TILE_CM - 1))
        for value, side in zip(at, size_cm, strict=True)
    )
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """The letters of a column: 0 is A, 25 is Z, 26 is AA."""
    letters = chr(ord("A") + column % 26)
    return letters if column < 26 else column_name(column // 26 - 1) + letters


def tiles(size_cm: tuple[int, int]) -> tuple[str, ...]:
    """All tiles of a table, row by row from the bottom left."""
    columns, rows = size_cm[0] // TILE_CM, size_cm[1] // TILE_CM
    return tuple(f"{column_name(c)}{r + 1}" for r in range(rows) for c in range(columns))


def distance_cm(one: Spot, other: Spot) -> Centimetres:
    """The distance between two points, in centimetres."""
    return Centimetres(hypot(one[0] - other[0], one[1] - other[1]))


def wholly_within(at: Spot, base_mm: int, centre: Spot, diameter_in: float) -> bool:
    """Whether a base lies wholly on a round footprint (PORTAL-1)."""
    footprint = to_cm(Inches(diameter_in / 2))
    return distance_cm(at, centre) + base_radius_cm(base_mm) <= footprint + _HAIR
