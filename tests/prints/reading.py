"""Reading a PDF back with another program than the one that wrote it: shapes and words, in mm."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdfium2
from pypdfium2 import raw

from q40k.prints.writing import Written

MM = 25.4 / 72


class Shape(NamedTuple):
    """What a drawn shape spans on its page, in mm from the bottom left corner of the paper."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.top - self.bottom


class Read(NamedTuple):
    """A page: its size, its shapes, its words."""

    size: tuple[float, float]
    shapes: list[Shape]
    words: str


def pages(data: bytes | Written) -> list[Read]:
    """Every page of a PDF."""
    document = pypdfium2.PdfDocument(data.data if isinstance(data, Written) else data)
    found = []
    for page in document:
        width, height = page.get_size()
        shapes = [_shape(one) for one in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])]
        words = page.get_textpage().get_text_bounded()
        found.append(Read((width * MM, height * MM), shapes, words))
    return found


def unscaled(made: Written) -> bool:
    """Whether the file asks its viewer not to scale it in print."""
    return not raw.FPDF_VIEWERREF_GetPrintScaling(pypdfium2.PdfDocument(made.data))


def _shape(one: Any) -> Shape:
    """Its outline by the corners of its lines and curves, without the width of its stroke."""
    matrix = one.get_matrix()
    spots = [matrix.on_point(*spot) for spot in _spots(one)]
    xs, ys = [x * MM for x, _y in spots], [y * MM for _x, y in spots]
    return Shape(min(xs), min(ys), max(xs), max(ys))


def _spots(one: Any) -> Iterator[tuple[float, float]]:
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(raw.FPDFPath_CountSegments(one)):
        segment = raw.FPDFPath_GetPathSegment(one, number)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        yield x.value, y.value
