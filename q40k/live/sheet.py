"""The codes of phones on paper: one to cut out for every seat."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

from q40k.i18n.locale import Locale
from q40k.kernel.journal.file_guard import free_name
from q40k.kernel.whole_file import write_whole
from q40k.live.qr import squares
from q40k.prints.drawing import CUT, Drawing, Ink, fitting
from q40k.prints.paper import PAPERS, Frame
from q40k.prints.sheets import Draw, Piece, Sheet, packed
from q40k.prints.writing import written

WIDE_MM, HIGH_MM = 58.0, 74.0
CODE_MM: Final = 50.0
QUIET: Final = 4
"""The squares of free space around a code that a reader asks for."""
DARK: Final = Ink(line_mm=0, fill="#000000")


def sheets(title: str, codes: Iterable[tuple[str, str]], frame: Frame) -> list[Sheet]:
    """Codes to cut out, each a name and an address."""
    pieces = (Piece(WIDE_MM, HIGH_MM, _drawn(name, address)) for name, address in codes)
    return packed(title, pieces, frame)


def write(locale: Locale, title: str, codes: Iterable[tuple[str, str]], folder: Path) -> Path:
    """Write codes beside what else is there; returns the file. Raises OSError."""
    paper = PAPERS["a4"]
    path = free_name(folder / "q40k-codes.pdf")
    made = written(sheets(title, codes, paper.frame()), paper, locale)
    write_whole(path, made.data, replace=False)
    return path


def _drawn(name: str, address: str) -> Draw:
    def draw(drawing: Drawing) -> None:
        drawing.box((0, 0), WIDE_MM, HIGH_MM, CUT)
        middle = WIDE_MM / 2
        drawing.centred((middle, HIGH_MM - 7), name, fitting(name, WIDE_MM - 6, 16, bold=True))
        size = fitting(address, WIDE_MM - 4, 7)
        drawing.text((middle, 4), address, size, align="middle")
        with drawing.moved((WIDE_MM - CODE_MM) / 2, 10):
            _code(drawing, address)

    return draw


def _code(drawing: Drawing, address: str) -> None:
    """The squares of a code, those beside each other as one."""
    rows = squares(address, QUIET)
    side = CODE_MM / len(rows)
    for number, row in enumerate(reversed(rows)):
        at = 0
        for dark, run in groupby(row):
            long = len(list(run))
            if dark:
                drawing.box((at * side, number * side), long * side, side, DARK)
            at += long
