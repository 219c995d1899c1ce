"""What anybody sees at a glance who looks at a sheet: ink off the paper, words that are tiny or on others.

And what a scanner reads of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pypdfium2
import pytest
from pypdfium2 import raw

from q40k.prints.paper import MARGIN_MM
from q40k.prints.writing import PrintedPdf
from tests.prints.reading import MM

LEAST_POINTS = 5.4
"""No letter is smaller, but of a ruler."""
TOUCHING = 0.3
"""Words may come so near to each other, in mm."""

EDGE_MM, PIXELS, DARK = 8.0, 4, 200
"""No ink is nearer to an edge, looked at with so many pixels a mm, one more or less; darker pixels are ink."""
SCANNED = 3
"""A scanner sees so many pixels a point: 216 dpi."""

Box = tuple[float, float, float, float]


def faults(printed: PrintedPdf) -> list[str]:
    """What is wrong with the words of any page, in plain words; nothing, as it should be."""
    document = pypdfium2.PdfDocument(printed.data)
    return [
        f"page {number}: {fault}"
        for number, page in enumerate(document, start=1)
        for fault in (*_placed_parts(page), *_small(page), *_ink_at_edges(page))
    ]


def scan_codes(data: bytes) -> list[str]:
    """The texts of all square codes of a PDF, as a scanner reads them from its pixels."""
    zxing = pytest.importorskip("zxingcpp", reason="zxing-cpp is not installed")
    pictures = (page.render(scale=SCANNED, grayscale=True).to_numpy().squeeze() for page in pypdfium2.PdfDocument(data))
    return [code.text for picture in pictures for code in zxing.read_barcodes(picture)]


def _ink_at_edges(page: pypdfium2.PdfPage) -> Iterator[str]:
    """Say where ink is nearer to an edge than any printer reaches."""
    ink = page.render(scale=PIXELS * MM, grayscale=True).to_numpy().squeeze() < DARK
    near = int(EDGE_MM * PIXELS) - 1
    for name, edge in (("top", ink[:near]), ("foot", ink[-near:]), ("left", ink[:, :near]), ("right", ink[:, -near:])):
        if edge.any():
            yield f"ink within {EDGE_MM:g} mm of the edge: {name}"


def _placed_parts(page: pypdfium2.PdfPage) -> Iterator[str]:
    wide, high = (side * MM for side in page.get_size())
    boxes: list[Box] = []
    for text in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT]):
        left, bottom, right, top = (side * MM for side in text.get_bounds())
        if right - left > 0.01:
            boxes.append((left, bottom, right, top))
    edge = MARGIN_MM - 0.5
    for left, bottom, right, top in boxes:
        if left < edge or bottom < edge or right > wide - edge or top > high - edge:
            yield f"words beyond the margins at {left:.0f}, {bottom:.0f}"
    for first, second in combinations(boxes, 2):
        across = min(first[2], second[2]) - max(first[0], second[0])
        up = min(first[3], second[3]) - max(first[1], second[1])
        if across > TOUCHING and up > TOUCHING:
            yield f"words over words at {first[0]:.0f}, {first[1]:.0f}"


def _small(page: pypdfium2.PdfPage) -> Iterator[str]:
    text = page.get_textpage()
    matrix = raw.FS_MATRIX()
    for at in range(text.count_chars()):
        raw.FPDFText_GetMatrix(text, at, matrix)
        points = raw.FPDFText_GetFontSize(text, at) * max(abs(matrix.a), abs(matrix.b))
        if 1.5 < points < LEAST_POINTS and text.get_text_range(at, 1).strip():
            yield f"{points:.1f} points: {text.get_text_range(at, 20)!r}"
