"""QR codes on paper."""

from itertools import groupby

import segno

from q40k.prints.drawing import Drawing, Ink

QUIET = 4
"""The width of the free space around a code, in squares, that a reader needs."""
MOST_LETTERS = 1800
"""A longer text makes squares that a phone cannot tell apart on a page."""
DARK = Ink(line_mm=0, fill="#000000")


def draw_code(drawing: Drawing, text: str, side_mm: float) -> None:
    """Draw the squares of a code from its bottom left corner, neighbours in a row as one box."""
    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=QUIET))
    side = side_mm / len(rows)
    for number, row in enumerate(reversed(rows)):
        column = 0
        for dark, squares in groupby(row, bool):
            length = len(list(squares))
            if dark:
                drawing.box((column * side, number * side), length * side, side, DARK)
            column += length
