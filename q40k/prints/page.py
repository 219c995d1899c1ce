"""A page of a PDF to draw on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from q40k.prints import letters
from q40k.prints.drawing import BEFORE, BLACK, CUT, Align, Drawing, Ink, Spot, width_mm


class Page(Drawing):
    """A page of a PDF canvas to draw on; `missing` collects the letters that no font has."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self.missing: set[str] = set()

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
        self, at: Spot, words: str, points: float = 10, *, bold: bool = False,
        align: Align = "left", colour: str = BLACK,
    ) -> None:  # fmt: skip
        """Draw a line of words, each letter in a font that has it."""
        canvas = self._canvas
        self.missing |= letters.missing(words)
        canvas.setFillColor(HexColor(colour))
        x = at[0] - width_mm(words, points, bold=bold) * BEFORE[align]
        for run in letters.runs(words, bold=bold):
            canvas.setFont(run.face.name, points)
            canvas.drawString(x * mm, at[1] * mm, run.words)
            x += width_mm(run.words, points, bold=bold)

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
        canvas.setStrokeColor(HexColor(ink.colour))
        canvas.setLineWidth(ink.line_mm * mm)
        canvas.setDash([dash * mm for dash in ink.dashes_mm])
        if ink.fill is not None:
            canvas.setFillColor(HexColor(ink.fill))
        canvas.drawPath(path, stroke=int(ink.line_mm > 0), fill=int(ink.fill is not None))
