"""Drawing on a sheet in true millimetres, from the bottom left corner of its frame.

Letters are those every viewer of PDF has, of the West of Europe; `legible` puts what they lack into
others. Sizes of letters are in points, as everywhere in print.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal

from msgspec import Struct
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reportlab.pdfgen.canvas import Canvas

Spot = tuple[float, float]
Align = Literal["left", "middle", "right"]
BLACK: Final = "#000000"
GREY: Final = "#8a8a8a"
PALE: Final = "#e6e6e6"
WHITE: Final = "#ffffff"
HAIR_MM: Final = 0.2
"""The width of a line to cut along."""
LEADING: Final = 1.25
"""The height of a line of text, in letters."""
_KNOWN: Final = str.maketrans(
    {"\u202f": "\u00a0", "\u2033": '"', "\u2032": "'", "\u2212": "-", "\u2192": ">", "\u2265": ">="}
)


class Ink(Struct, frozen=True):
    """How a shape is drawn: its line's width in mm (0 for none) and colour, and what fills it."""

    line_mm: float = HAIR_MM
    colour: str = BLACK
    fill: str | None = None
    dashes_mm: tuple[float, ...] = ()


CUT: Final = Ink()
FOLD: Final = Ink(colour=GREY, dashes_mm=(2, 1.5))


def legible(words: str) -> str:
    """The words in letters that can be printed; a mark stands for those that cannot."""
    kept = []
    for letter in words.translate(_KNOWN):
        plain = letter if _printable(letter) else unicodedata.normalize("NFKD", letter)
        kept.append("".join(one for one in plain if _printable(one)) or "?")
    return "".join(kept)


def width_mm(words: str, points: float, *, bold: bool = False) -> float:
    """How wide words are in print."""
    return float(stringWidth(legible(words), _font(bold=bold), points)) / mm


def lines_of(words: str, wide_mm: float, points: float, *, bold: bool = False) -> list[str]:
    """Words broken into lines of so many millimetres."""
    return list(simpleSplit(legible(words), _font(bold=bold), points, wide_mm * mm)) or [""]


def line_mm(points: float) -> float:
    """The height of a line of text."""
    return points * LEADING / mm


def fitting(words: str, wide_mm: float, points: float, *, bold: bool = False) -> float:
    """The size of letters at which words are no wider: `points`, or less."""
    width = width_mm(words, points, bold=bold)
    return points if width <= wide_mm else points * wide_mm / width


class Drawing:
    """A sheet to draw on; its frame's bottom left corner is the place (0, 0)."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    def line(self, *spots: Spot, ink: Ink = CUT) -> None:
        """A line through places."""
        path = self._canvas.beginPath()
        path.moveTo(*_points(spots[0]))
        for spot in spots[1:]:
            path.lineTo(*_points(spot))
        self._put(path, ink)

    def polygon(self, corners: Sequence[Spot], ink: Ink = CUT) -> None:
        """A shape of straight sides."""
        path = self._canvas.beginPath()
        path.moveTo(*_points(corners[0]))
        for spot in corners[1:]:
            path.lineTo(*_points(spot))
        path.close()
        self._put(path, ink)

    def box(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """A rectangle from its bottom left corner."""
        (x, y), right, top = at, at[0] + wide_mm, at[1] + high_mm
        self.polygon(((x, y), (right, y), (right, top), (x, top)), ink)

    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """A disc."""
        path = self._canvas.beginPath()
        path.circle(*_points(at), radius_mm * mm)
        self._put(path, ink)

    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """A bar with round ends around its middle, as oval bases are measured."""
        path = self._canvas.beginPath()
        x, y = at[0] - wide_mm / 2, at[1] - high_mm / 2
        radius = min(wide_mm, high_mm) / 2
        path.roundRect(x * mm, y * mm, wide_mm * mm, high_mm * mm, radius * mm)
        self._put(path, ink)

    def text(
        self, at: Spot, words: str, points: float = 10, *, bold: bool = False,
        align: Align = "left", colour: str = BLACK,
    ) -> None:  # fmt: skip
        """A line of words; `at` is where it begins, ends or has its middle, on its foot."""
        canvas, words = self._canvas, legible(words)
        canvas.setFont(_font(bold=bold), points)
        canvas.setFillColor(HexColor(colour))
        put = {"left": canvas.drawString, "right": canvas.drawRightString,
               "middle": canvas.drawCentredString}[align]  # fmt: skip
        put(*_points(at), words)

    def centred(self, at: Spot, words: str, points: float, *, colour: str = BLACK) -> None:
        """Bold words around a place."""
        low = (at[0], at[1] - points * 0.36 / mm)
        self.text(low, words, points, bold=True, align="middle", colour=colour)

    def paragraph(
        self, at: Spot, words: str, wide_mm: float, points: float = 9, *, bold: bool = False,
        most: int | None = None,
    ) -> float:  # fmt: skip
        """Words in lines below a place, at the `most` so many; returns how high they are."""
        lines = lines_of(words, wide_mm, points, bold=bold)[:most]
        for number, line in enumerate(lines, start=1):
            self.text((at[0], at[1] - (number - 0.2) * line_mm(points)), line, points, bold=bold)
        return len(lines) * line_mm(points)

    @contextmanager
    def moved(self, x: float, y: float, *, turned: float = 0.0) -> Iterator[Drawing]:
        """The same sheet with another place as (0, 0), and `turned` by degrees to the left."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, y * mm)
        self._canvas.rotate(turned)
        try:
            yield self
        finally:
            self._canvas.restoreState()

    @contextmanager
    def within(self, wide_mm: float, high_mm: float) -> Iterator[Drawing]:
        """Nothing beyond a rectangle at (0, 0) is drawn."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(0, 0, wide_mm * mm, high_mm * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        try:
            yield self
        finally:
            self._canvas.restoreState()

    def _put(self, path: Any, ink: Ink) -> None:
        canvas = self._canvas
        canvas.setStrokeColor(HexColor(ink.colour))
        canvas.setLineWidth(ink.line_mm * mm)
        canvas.setDash([one * mm for one in ink.dashes_mm])
        if ink.fill is not None:
            canvas.setFillColor(HexColor(ink.fill))
        canvas.drawPath(path, stroke=int(ink.line_mm > 0), fill=int(ink.fill is not None))


def _points(spot: Spot) -> Spot:
    return spot[0] * mm, spot[1] * mm


def _font(*, bold: bool) -> str:
    return "Helvetica-Bold" if bold else "Helvetica"


def _printable(letter: str) -> bool:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return letter.isprintable() or letter == "\u00a0"
