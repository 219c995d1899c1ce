"""Reading a PDF back with another program than the one that wrote it: shapes and words, in mm."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from q40k.prints.writing import PrintedPdf

MM = 25.4 / 72


class Shape(NamedTuple):
    """What a drawn shape spans on its page, in mm from the bottom left corner of the paper."""

    left: float
    bottom: float
    right: float
    top: float
    spots: tuple[tuple[float, float], ...] = ()
    """The corners of its lines and curves, in their order."""
    line_mm: float = 0.0
    """How thick its line is; 0 without one."""
    dashed: bool = False
    fill: str = ""
    """The colour of its area as six digits; empty without one."""

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def measures(self, wide: float, high: float, near: float = 0.2) -> bool:
        """Whether it is so wide and so high, within 0.2 mm."""
        return abs(self.wide - wide) < near and abs(self.high - high) < near


class Read(NamedTuple):
    """A page: its size, its shapes, its words."""

    size: tuple[float, float]
    shapes: list[Shape]
    words: str


def pages(data: bytes | PrintedPdf) -> list[Read]:
    """Every page of a PDF."""
    document = pypdfium2.PdfDocument(data.data if isinstance(data, PrintedPdf) else data)
    pages_read = []
    for page in document:
        width, height = page.get_size()
        shapes = [shape for path in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]) for shape in _shapes(path)]
        words = page.get_textpage().get_text_bounded()
        pages_read.append(Read((width * MM, height * MM), shapes, words))
    return pages_read


def is_unscaled(printed: PrintedPdf) -> bool:
    """Whether the file asks its viewer not to scale it in print."""
    return not raw.FPDF_VIEWERREF_GetPrintScaling(pypdfium2.PdfDocument(printed.data))


def _shapes(path: Any) -> Iterator[Shape]:
    """The outlines of a path by the corners of their lines and curves, without the width of the stroke."""
    matrix = path.get_matrix()
    thick = ctypes.c_float()
    raw.FPDFPageObj_GetStrokeWidth(path, thick)
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    raw.FPDFPath_GetDrawMode(path, mode, stroked)
    line = thick.value * MM * _scale(matrix) if stroked.value else 0.0
    dashed = raw.FPDFPageObj_GetDashCount(path) > 0
    fill = _fill(path) if mode.value else ""
    for outline in _outlines(path):
        spots = tuple((x * MM, y * MM) for x, y in (matrix.on_point(*spot) for spot in outline))
        xs, ys = zip(*spots, strict=True)
        yield Shape(min(xs), min(ys), max(xs), max(ys), spots, line, dashed, fill)


def _scale(matrix: Any) -> float:
    """How much larger lines are drawn than they are said to be."""
    return float((matrix.a**2 + matrix.b**2) ** 0.5)


def _fill(shape: Any) -> str:
    parts = [ctypes.c_uint() for _ in range(4)]
    raw.FPDFPageObj_GetFillColor(shape, *parts)
    return "".join(f"{part.value:02x}" for part in parts[:3])


def _outlines(path: Any) -> Iterator[list[tuple[float, float]]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    outline: list[tuple[float, float]] = []
    for number in range(raw.FPDFPath_CountSegments(path)):
        segment = raw.FPDFPath_GetPathSegment(path, number)
        if outline and raw.FPDFPathSegment_GetType(segment) == raw.FPDF_SEGMENT_MOVETO:
            yield outline
            outline = []
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        outline.append((x.value, y.value))
    yield outline
