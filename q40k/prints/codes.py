"""QR codes on paper."""

from itertools import groupby

import segno

from q40k.i18n.locale import N_, Locale
from q40k.packs.codes import link, load_call
from q40k.prints.drawing import Drawing, Ink, break_lines, line_mm, shorten
from q40k.prints.sheets import Piece

QUIET = 4
"""The width of the free space around a code, in squares, that a reader needs."""
MOST_LETTERS = 1800
"""A longer text makes squares that a phone cannot tell apart on a page."""
DARK = Ink(line_mm=0, fill="#000000")
_LONG = 300
"""A code of more letters is drawn larger, to be read by a phone."""
_SIDE_MM, _LONG_SIDE_MM = 42.0, 72.0
_BESIDE_MM = 4.0
_POINTS = 11.0
_CALL = N_(
    "The square code holds {what}: a phone reads it as a call that takes it in on another laptop,"
    " without a network. It begins `{call}`."
)
_LINK = N_(
    "The square code holds {what}: a phone’s camera opens it on the board of this laptop. On another laptop"
    " `q40k pack add` takes the text of the link. It begins `{call}`."
)


def printed_text(code: str, board: str) -> str:
    """Return what the square code of an object says: a link to the board that is open, or the call to type."""
    return link(board, code) if board else load_call(code)


def side_mm(text: str) -> float:
    """Return how wide a square code is drawn."""
    return _LONG_SIDE_MM if len(text) > _LONG else _SIDE_MM


def code_pieces(locale: Locale, what: str, code: str, board: str, wide: float) -> list[Piece]:
    """Return the square code of `what`, and beside it what it is for; none if it is too long for a phone."""
    text = printed_text(code, board)
    if len(text) > MOST_LETTERS:
        return []
    side = side_mm(text)
    words = locale.say(_LINK if board else _CALL, what=what, call=shorten(text, 60, 9))
    high = max(side, len(break_lines(words, wide - side - _BESIDE_MM, _POINTS)) * line_mm(_POINTS) + _BESIDE_MM)

    def draw(drawing: Drawing) -> None:
        with drawing.origin_at(0, high - side):
            draw_code(drawing, text, side)
        drawing.paragraph((side + _BESIDE_MM, high - _BESIDE_MM), words, wide - side - _BESIDE_MM, _POINTS)

    return [Piece(wide, high, draw)]


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
