"""The codes of phones on paper: one to cut out for every seat."""

from collections.abc import Iterable
from pathlib import Path

from q40k.i18n.locale import Locale
from q40k.kernel.whole_file import free_name, write_whole
from q40k.live.room import SeatCode
from q40k.prints.codes import draw_code
from q40k.prints.drawing import CUT, Drawing, fit_size
from q40k.prints.paper import PAPERS, Frame
from q40k.prints.sheets import Draw, Piece, Sheet, pack_pieces
from q40k.prints.writing import make_pdf

WIDE_MM, HIGH_MM = 58.0, 74.0
CODE_MM = 50.0


def sheets(title: str, codes: Iterable[SeatCode], frame: Frame) -> list[Sheet]:
    """Return sheets of codes to cut out, each with a name and an address to type."""
    pieces = (Piece(WIDE_MM, HIGH_MM, _draw_piece(code)) for code in codes)
    return pack_pieces(title, pieces, frame)


def write(locale: Locale, title: str, codes: Iterable[SeatCode], folder: Path) -> Path:
    """Write codes to a new file in the folder; return the file. Raises OSError."""
    paper = PAPERS["a4"]
    path = free_name(folder / "q40k-codes.pdf")
    document = make_pdf(sheets(title, codes, paper.frame()), paper, locale)
    write_whole(path, document.data, replace=False)
    return path


def _draw_piece(code: SeatCode) -> Draw:
    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), WIDE_MM, HIGH_MM, CUT)
        middle = WIDE_MM / 2
        name_size = fit_size(code.name, WIDE_MM - 6, 16, bold=True)
        drawing.centred_text((middle, HIGH_MM - 7), code.name, name_size)
        size = fit_size(code.typed, WIDE_MM - 4, 11)
        drawing.text((middle, 4), code.typed, size, align="middle")
        with drawing.origin_at((WIDE_MM - CODE_MM) / 2, 10):
            draw_code(drawing, code.address, CODE_MM)

    return draw
