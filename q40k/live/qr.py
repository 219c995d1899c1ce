"""An address as a QR code: in a terminal, two squares to a character; or square by square."""

from __future__ import annotations

from typing import Final

QUIET: Final = 2
"""The squares of free space around it that a reader needs at least, on a screen."""
_HALVES: Final = {(0, 0): "█", (1, 0): "▄", (0, 1): "▀", (1, 1): " "}
"""Upper and lower square, 1 for what is of the ground's tone: blocks are of the letters'."""


def squares(text: str, quiet: int = QUIET) -> list[list[int]]:
    """The squares of a code, row by row: 1 is dark, 0 is light."""
    import segno

    code = segno.make(text, error="m", micro=False)
    return [[int(bool(square)) for square in row] for row in code.matrix_iter(border=quiet)]


def lines(text: str, *, dark: bool = True) -> list[str]:
    """A code in characters, for letters that are lighter than their ground, if that is `dark`."""
    rows = squares(text)
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    if not dark:
        rows = [[1 - square for square in row] for row in rows]
    return [
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
