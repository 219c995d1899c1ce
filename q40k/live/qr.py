"""An address as a QR code: in characters for a terminal, or square by square."""

from __future__ import annotations

from typing import Final

QUIET: Final = 2
"""The width of the free space around a code on a screen, in squares, that a reader needs."""
_HALVES: Final = {(0, 0): "█", (1, 0): "▄", (0, 1): "▀", (1, 1): " "}
"""The character for an upper and a lower square: 1 has the background's tone, 0 the letters'."""


def squares(text: str, quiet: int = QUIET) -> list[list[int]]:
    """Return the squares of a code, row by row: 1 is dark, 0 is light."""
    import segno

    code = segno.make(text, error="m", micro=False)
    return [[int(bool(square)) for square in row] for row in code.matrix_iter(border=quiet)]


def lines(text: str, *, dark: bool = True) -> list[str]:
    """Return a code in characters; with `dark`, for light letters on a dark background."""
    rows = squares(text)
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    if not dark:
        rows = [[1 - square for square in row] for row in rows]
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
