"""Sheets as PDF: each with its title, rulers on both axes, and how to use them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from msgspec import Struct
from PIL import Image
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import inch, mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from q40k.i18n.locale import N_, Locale
from q40k.prints import letters
from q40k.prints.drawing import (
    BEFORE,
    BLACK,
    CUT,
    GREY,
    Align,
    Drawing,
    Ink,
    Spot,
    break_lines,
    fit_words,
    line_mm,
    width_mm,
)
from q40k.prints.paper import HEAD_MM, MARGIN_MM, RULER_MM, Paper
from q40k.prints.sheets import Sheet

rl_config.useA85 = 0  # in plain bytes a PDF is a fifth smaller, and sooner written
_colour = cache(HexColor)


class Page(Drawing):
    """A page of a PDF canvas to draw on; `missing` collects the letters that no font has."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._paths: dict[tuple[tuple[Spot, Spot], ...], Any] = {}
        self.missing: set[str] = set()

    def ticks(self, ends: tuple[tuple[Spot, Spot], ...], ink: Ink = CUT) -> None:
        """Draw many straight lines, such as the ticks of a ruler.

        They are one path, which every page of the PDF shares: writing numbers is what takes time.
        """
        path = self._paths.get(ends)
        if path is None:
            path = self._paths[ends] = self._canvas.beginPath()
            for (x, y), (end_x, end_y) in ends:
                path.moveTo(x * mm, y * mm)
                path.lineTo(end_x * mm, end_y * mm)
        self._draw_path(path, ink)

    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """Draw a disc."""
        path = self._canvas.beginPath()
        path.circle(at[0] * mm, at[1] * mm, radius_mm * mm)
        self._draw_path(path, ink)

    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """Draw a bar with round ends around its middle."""
        path = self._canvas.beginPath()
        x, y = at[0] - wide_mm / 2, at[1] - high_mm / 2
        radius = min(wide_mm, high_mm) / 2
        path.roundRect(x * mm, y * mm, wide_mm * mm, high_mm * mm, radius * mm)
        self._draw_path(path, ink)

    def text(
        self,
        at: Spot,
        words: str,
        points: float = 10,
        *,
        bold: bool = False,
        align: Align = "left",
        colour: str = BLACK,
    ) -> None:
        """Draw a line of words, each letter in a font that has it."""
        canvas = self._canvas
        self.missing |= letters.missing(words)
        canvas.setFillColor(_colour(colour))
        x = at[0] - width_mm(words, points, bold=bold) * BEFORE[align]
        for run in letters.runs(words, bold=bold):
            canvas.setFont(run.face.name, points)
            canvas.drawString(x * mm, at[1] * mm, run.words)
            x += width_mm(run.words, points, bold=bold)

    def picture(self, at: Spot, wide_mm: float, high_mm: float, image: Image.Image) -> None:
        """Draw a picture from its bottom left corner."""
        self._canvas.drawImage(ImageReader(image), at[0] * mm, at[1] * mm, wide_mm * mm, high_mm * mm, mask="auto")

    @contextmanager
    def origin_at(self, x: float, y: float, *, turned: float = 0.0) -> Iterator[Drawing]:
        """Use another place of the page as (0, 0)."""
        self._canvas.saveState()
        self._canvas.translate(x * mm, y * mm)
        self._canvas.rotate(turned)
        try:
            yield self
        finally:
            self._canvas.restoreState()

    @contextmanager
    def clip(self, wide_mm: float, high_mm: float) -> Iterator[Drawing]:
        """Draw nothing beyond a rectangle at (0, 0)."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(0, 0, wide_mm * mm, high_mm * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        try:
            yield self
        finally:
            self._canvas.restoreState()

    def _trace(self, spots: Sequence[Spot], ink: Ink, *, closed: bool) -> None:
        path = self._canvas.beginPath()
        path.moveTo(spots[0][0] * mm, spots[0][1] * mm)
        for x, y in spots[1:]:
            path.lineTo(x * mm, y * mm)
        if closed:
            path.close()
        self._draw_path(path, ink)

    def _draw_path(self, path: Any, ink: Ink) -> None:
        canvas = self._canvas
        canvas.setStrokeColor(_colour(ink.colour))
        canvas.setLineWidth(ink.line_mm * mm)
        canvas.setDash([dash * mm for dash in ink.dashes_mm])
        if ink.fill is not None:
            canvas.setFillColor(_colour(ink.fill))
        canvas.drawPath(path, stroke=int(ink.line_mm > 0), fill=int(ink.fill is not None))


# -- sheets on their pages -------------------------------------------------------------------------

RULER_CM = 15
RULER_IN = 6
MM_PER_INCH = inch / mm
_THIN = Ink(line_mm=0.1)
_COUNT_MM = 15.0
"""The width of the sheet's number, right of its title."""


class PrintedPdf(Struct, frozen=True):
    """A PDF, and the letters printed as question marks because no font has them."""

    data: bytes
    missing: tuple[str, ...]

    def missing_warning(self, locale: Locale) -> str:
        """Return a warning about missing letters; "" if there are none."""
        if not self.missing:
            return ""
        words = N_("Printed as “?”, as no font on this machine has them or they run from right to left: {letters}")
        return locale.say(words, letters=" ".join(self.missing))


def make_pdf(
    sheets: Sequence[Sheet],
    paper: Paper,
    locale: Locale,
    *,
    measured: float = 100.0,
    progress: Callable[[int], None] = lambda _number: None,
) -> PrintedPdf:
    """Return the sheets as a PDF, which asks its viewer not to scale it.

    Everything is enlarged for a printer that prints 100 mm as `measured` mm. `progress` is called
    with the number of each sheet before it is drawn, from 1 on.
    """
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(paper.wide_mm * mm, paper.high_mm * mm), lang=locale.language)
    canvas.setTitle(sheets[0].title if sheets else "q40k")
    canvas.setCreator("q40k")
    canvas.setViewerPreference("PrintScaling", "None")
    page = Page(canvas)
    for number, sheet in enumerate(sheets, start=1):
        progress(number)
        size = paper.landscape() if sheet.landscape else paper
        canvas.setPageSize((size.wide_mm * mm, size.high_mm * mm))
        canvas.translate(MARGIN_MM * mm, MARGIN_MM * mm)
        canvas.scale(100 / measured, 100 / measured)
        draw(page, sheet, size, locale, measured, (number, len(sheets)))
        canvas.showPage()
    canvas.save()
    return PrintedPdf(buffer.getvalue(), tuple(sorted(page.missing)))


def written_message(locale: Locale, path: Path, number: int) -> str:
    """Return the message that sheets were written."""
    words = locale.ngettext(
        "Written to {path}: {number} page. Print it at 100 %, and measure a ruler.",
        "Written to {path}: {number} pages. Print them at 100 %, and measure a ruler.",
        number,
    )
    return words.format(path=path, number=number)


def draw(drawing: Drawing, sheet: Sheet, page: Paper, locale: Locale, measured: float, count: tuple[int, int]) -> None:
    """Draw a sheet with its edges, from the corner of its margins; `count` is its number and the
    total.
    """
    _edges(drawing, sheet, page, locale, measured, count)
    with drawing.origin_at(RULER_MM, RULER_MM):
        sheet.draw(drawing)


def _edges(
    drawing: Drawing, sheet: Sheet, page: Paper, locale: Locale, measured: float, count: tuple[int, int]
) -> None:
    """Draw the title, the rulers, and how to use them."""
    frame = page.frame(measured)
    top, right = RULER_MM + frame.high_mm + HEAD_MM - 4, RULER_MM + frame.wide_mm
    drawing.text((right, top), f"{count[0]} / {count[1]}", 9, align="right")
    drawing.line((RULER_MM, top - 1.5), (right, top - 1.5), ink=_THIN)
    correction = ""
    if measured != 100:
        words = N_("corrected: 100 mm came out as {measured} mm")
        correction = locale.say(words, measured=locale.number(measured))
        drawing.text((right - _COUNT_MM, top), correction, 7, align="right", colour=GREY)
    room = frame.wide_mm - _COUNT_MM - width_mm(correction, 7) - 2
    drawing.text((RULER_MM, top), *fit_words(sheet.title, room, 9, 7, bold=True), bold=True)
    with drawing.origin_at(RULER_MM, 0):
        _ruler(drawing)
        words = locale.gettext(N_("print at 100 %, measure here"))
        ruler_end = RULER_IN * MM_PER_INCH + 2
        size = 7 if width_mm(words, 7) <= frame.wide_mm - ruler_end else 6
        lines = break_lines(words, frame.wide_mm - ruler_end, size)
        for number, line in enumerate(reversed(lines)):
            drawing.text((ruler_end, 1.4 + number * line_mm(size)), line, size)
    with drawing.origin_at(RULER_MM - 1, RULER_MM, turned=90):
        _ruler(drawing)


def _ruler(drawing: Drawing) -> None:
    """Draw centimetres above and inches below, from (0, 0) to the right, 8 mm high."""
    drawing.ticks(_ruler_ticks(), ink=_THIN)
    for number in range(1, RULER_CM + 1):
        drawing.text((number * 10 - 0.4, 5.5), str(number), 6, align="right")
    for number in range(1, RULER_IN + 1):
        drawing.text((number * MM_PER_INCH - 0.4, 0.6), str(number), 6, align="right")
    drawing.text((1, 5.5), "cm", 6)
    drawing.text((1, 0.6), "in", 6)


@cache
def _ruler_ticks() -> tuple[tuple[Spot, Spot], ...]:
    """Return the lines of a ruler: each millimetre upwards, each eighth of an inch downwards."""
    lines: list[tuple[Spot, Spot]] = [((0, 4), (RULER_IN * MM_PER_INCH, 4))]
    for number in range(RULER_CM * 10 + 1):
        long = 3.0 if number % 10 == 0 else 2.0 if number % 5 == 0 else 1.2
        lines.append(((number, 4), (number, 4 + long)))
    for number in range(RULER_IN * 8 + 1):
        long = 3.0 if number % 8 == 0 else 2.0 if number % 4 == 0 else 1.2
        at = number * MM_PER_INCH / 8
        lines.append(((at, 4), (at, 4 - long)))
    return tuple(lines)
