"""A sheet as a small picture for a screen, drawn by the same code as the PDF page.

Pillow draws it, which reportlab requires. The standard PDF fonts exist in no file, so a font
shipped with reportlab replaces them, stretched to the width in print.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import ceil, cos, floor, pi, radians, sin
from pathlib import Path

import reportlab
from PIL import Image, ImageDraw, ImageFont

from q40k.i18n.locale import Locale
from q40k.prints import letters
from q40k.prints.drawing import BEFORE, BLACK, CUT, MM_PER_POINT, Align, Drawing, Ink, Spot, width_mm
from q40k.prints.paper import MARGIN_MM, Paper
from q40k.prints.sheets import Sheet
from q40k.prints.writing import draw

FINER, FINE, LARGE = 4, 2, 400
"""The picture is drawn so many times larger and then reduced, for soft edges; less so from so many dots on."""
ROUND = 48
"""The number of corners of a circle."""
SHIPPED = Path(reportlab.__file__).parent / "fonts"

Matrix = tuple[float, float, float, float, float, float]
Pixels = list[list[tuple[int, int, int]]]
"""Rows of colours, from the top."""


def draw_picture(
    sheet: Sheet,
    paper: Paper,
    locale: Locale,
    size: tuple[int, int],
    count: tuple[int, int],
    *,
    measured: float = 100.0,
) -> Image.Image:
    """Return a sheet as the largest picture that fits into `size`, dots across and down.

    `count` is the number of the sheet and of all sheets. As in `make_pdf`, everything is enlarged
    for a printer that prints 100 mm as `measured` mm.
    """
    page = paper.landscape() if sheet.landscape else paper
    scale = min(size[0] / page.wide_mm, size[1] / page.high_mm)
    wide, high = (max(1, round(side * scale)) for side in (page.wide_mm, page.high_mm))
    larger = 100 / measured
    finer = FINER if max(wide, high) < LARGE else FINE
    picture = Picture(wide * finer, high * finer, scale * finer * larger)
    with picture.origin_at(MARGIN_MM / larger, MARGIN_MM / larger):
        draw(picture, sheet, page, locale, measured, count)
    return picture.image.resize((wide, high), Image.Resampling.BOX)


def read_pixels(image: Image.Image) -> Pixels:
    """Return the colours of a picture."""
    dots, wide = image.tobytes(), image.width
    colours = [(dots[at], dots[at + 1], dots[at + 2]) for at in range(0, len(dots), 3)]
    return [colours[first : first + wide] for first in range(0, len(colours), wide)]


class Picture(Drawing):
    """An image to draw on, with its size and scale in dots, per millimetre for the scale."""

    def __init__(self, wide: int, high: int, scale: float) -> None:
        self.image = Image.new("RGB", (wide, high), "#ffffff")
        self._scale = scale
        self._at: Matrix = (scale, 0, 0, -scale, 0, high)

    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """Draw a disc."""
        self.polygon(_arc(at, radius_mm, 0, 2 * pi, ROUND), ink)

    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """Draw a bar with round ends around its middle."""
        radius = min(wide_mm, high_mm) / 2
        x, y = wide_mm / 2 - radius, high_mm / 2 - radius
        first = -pi / 2 if wide_mm >= high_mm else 0.0
        self.polygon(
            [
                *_arc((at[0] + x, at[1] + y), radius, first, first + pi, ROUND // 2),
                *_arc((at[0] - x, at[1] - y), radius, first + pi, first + 2 * pi, ROUND // 2),
            ],
            ink,
        )

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
        """Draw a line of words, as wide as in print."""
        x = at[0] - width_mm(words, points, bold=bold) * BEFORE[align]
        for run in letters.runs(words, bold=bold):
            wide = width_mm(run.words, points, bold=bold)
            self._write((x, at[1]), run, wide * self._scale, points, colour)
            x += wide

    def picture(self, at: Spot, wide_mm: float, high_mm: float, image: Image.Image) -> None:
        """Draw a picture, upright, around the middle of its place."""
        size = tuple(max(1, round(side * self._scale)) for side in (wide_mm, high_mm))
        x, y = self._dot((at[0] + wide_mm / 2, at[1] + high_mm / 2))
        dots = image.convert("RGBA").resize((size[0], size[1]))
        self.image.paste(dots, (round(x - size[0] / 2), round(y - size[1] / 2)), dots)

    @contextmanager
    def origin_at(self, x: float, y: float, *, turned: float = 0.0) -> Iterator[Drawing]:
        """Use another place of the picture as (0, 0)."""
        before = self._at
        a, b, c, d, e, f = before
        up, aside = cos(radians(turned)), sin(radians(turned))
        self._at = (
            a * up + c * aside,
            b * up + d * aside,
            c * up - a * aside,
            d * up - b * aside,
            a * x + c * y + e,
            b * x + d * y + f,
        )
        try:
            yield self
        finally:
            self._at = before

    @contextmanager
    def clip(self, wide_mm: float, high_mm: float) -> Iterator[Drawing]:
        """Draw nothing beyond a rectangle at (0, 0)."""
        before = self.image
        self.image = before.copy()
        try:
            yield self
        finally:
            visible = Image.new("1", before.size)
            corners = ((0.0, 0.0), (wide_mm, 0.0), (wide_mm, high_mm), (0.0, high_mm))
            ImageDraw.Draw(visible).polygon([self._dot(corner) for corner in corners], fill=1)
            before.paste(self.image, mask=visible)
            self.image = before

    def _trace(self, spots: Sequence[Spot], ink: Ink, *, closed: bool) -> None:
        dots = [self._dot(spot) for spot in (*spots, *spots[: int(closed)])]
        canvas = ImageDraw.Draw(self.image)
        if ink.fill is not None and len(dots) > 2:
            canvas.polygon(dots, fill=ink.fill)
        if ink.line_mm > 0:
            canvas.line(dots, fill=ink.colour, width=max(1, round(ink.line_mm * self._scale)))

    def _write(self, at: Spot, run: letters.Run, wide: float, points: float, colour: str) -> None:
        """Draw letters in one font, stretched to `wide` dots."""
        high = points * MM_PER_POINT * self._scale
        size = max(1, round(high))
        font = _font(_file(run.face), size)
        long = font.getlength(run.words)
        if not run.words.strip() or long <= 0 or wide < 1:
            return
        foot = size * 2
        mask = Image.new("L", (ceil(long) + 2, foot + size))
        ImageDraw.Draw(mask).text((0, foot), run.words, fill=255, font=font, anchor="ls")
        # The matrix maps a dot of the picture to the mask, whose letters are at (0, foot).
        across, down = long / wide / self._scale, size / high / self._scale
        a, b, c, d, _e, _f = self._at
        a, b, c, d = a * across, b * across, -c * down, -d * down
        x, y = self._dot(at)
        box = self._box_around(at, wide / self._scale, high / self._scale)
        x, y = x - box[0], y - box[1]
        back = (a, b, -a * x - b * y, c, d, foot - c * x - d * y)
        room = (box[2] - box[0], box[3] - box[1])
        if min(room) > 0:
            letters_mask = mask.transform(room, Image.Transform.AFFINE, back, Image.Resampling.BILINEAR)
            self.image.paste(colour, box, letters_mask)

    def _box_around(self, at: Spot, wide_mm: float, high_mm: float) -> tuple[int, int, int, int]:
        """Return the part of the picture, in dots, that holds a line of letters of this width and size."""
        corners = [self._dot((at[0] + x, at[1] + y)) for x in (0, wide_mm) for y in (-high_mm, 2 * high_mm)]
        across, down = zip(*corners, strict=True)
        left, top = (max(0, floor(min(axis)) - 1) for axis in (across, down))
        wide, high = self.image.size
        return left, top, min(wide, ceil(max(across)) + 2), min(high, ceil(max(down)) + 2)

    def _dot(self, spot: Spot) -> Spot:
        a, b, c, d, e, f = self._at
        return a * spot[0] + c * spot[1] + e, b * spot[0] + d * spot[1] + f


def _arc(at: Spot, radius: float, first: float, last: float, number: int) -> list[Spot]:
    turns = (first + (last - first) * corner / number for corner in range(number + 1))
    return [(at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns]


def _file(face: letters.Face) -> Path:
    return face.file or SHIPPED / ("VeraBd.ttf" if face.name == letters.BOLD else "Vera.ttf")


@lru_cache(64)
def _font(file: Path, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(file), size)
