"""Drawing on a sheet in true millimetres, from the bottom left corner of its frame.

Code that draws a sheet only knows a `Drawing`: either a page of a PDF (`page`) or a picture on the
screen (`picture`). Letter sizes are in points, as usual in print.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Literal

from msgspec import Struct
from PIL import Image

from q40k.prints import letters

Spot = tuple[float, float]
Align = Literal["left", "middle", "right"]
BEFORE: dict[Align, float] = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""The part of a line of text that is left of the place it is drawn at."""
BLACK = "#000000"
GREY = "#8a8a8a"
PALE = "#e6e6e6"
WHITE = "#ffffff"
HAIR_MM = 0.2
"""The width of a line to cut along."""
LEADING = 1.25
"""The height of a line of text, in letters."""
MM_PER_POINT = 25.4 / 72
_NEAR = 1e-6
"""By this share words may be wider than their room: the error of counting, which nobody sees."""
MIDDLE = 0.36
"""The height of the middle of a capital above its foot, in letters."""


class Ink(Struct, frozen=True):
    """The look of a shape: its line's width in mm (0 for none) and colour, and its fill."""

    line_mm: float = HAIR_MM
    colour: str = BLACK
    fill: str | None = None
    dashes_mm: tuple[float, ...] = ()


CUT = Ink()
FOLD = Ink(colour=GREY, dashes_mm=(2, 1.5))


def width_mm(words: str, points: float, *, bold: bool = False) -> float:
    """Return the width of words in print."""
    return letters.width(words, bold=bold) * points * MM_PER_POINT


def break_lines(words: str, wide_mm: float, points: float, *, bold: bool = False) -> list[str]:
    """Break words into lines of this width; a wider word is split."""

    def fits(line: str) -> bool:
        return width_mm(line, points, bold=bold) <= wide_mm

    lines = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and not fits(f"{line} {word}"):
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
            while len(line) > 1 and not fits(line):
                most = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or fits(line[:n]))
                lines.append(line[:most])
                line = line[most:]
        lines.append(line)
    return lines


def line_mm(points: float) -> float:
    """Return the height of a line of text."""
    return points * LEADING * MM_PER_POINT


def fit_size(words: str, wide_mm: float, points: float, *, bold: bool = False) -> float:
    """Return the size of letters at which words fit: `points`, or less."""
    width = width_mm(words, points, bold=bold)
    return points if width <= wide_mm else points * wide_mm / width


def shorten(words: str, wide_mm: float, points: float, *, bold: bool = False) -> str:
    """Return words that fit: as they are, or cut off with an ellipsis."""
    if width_mm(words, points, bold=bold) <= wide_mm * (1 + _NEAR):
        return words
    most = next(
        (n for n in range(len(words) - 1, 0, -1) if width_mm(f"{words[:n].rstrip()}…", points, bold=bold) <= wide_mm), 1
    )
    return f"{words[:most].rstrip()}…"


def fit_words(words: str, wide_mm: float, points: float, least: float, *, bold: bool = False) -> tuple[str, float]:
    """Return words that fit and their size: smaller down to `least`, then cut off."""
    size = max(fit_size(words, wide_mm, points, bold=bold), min(least, points))
    return shorten(words, wide_mm, size, bold=bold), size


class Drawing(ABC):
    """A sheet to draw on; its frame's bottom left corner is the place (0, 0)."""

    def line(self, *spots: Spot, ink: Ink = CUT) -> None:
        """Draw a line through places."""
        self._trace(spots, ink, closed=False)

    def ticks(self, ends: tuple[tuple[Spot, Spot], ...], ink: Ink = CUT) -> None:
        """Draw many straight lines, such as the ticks of a ruler."""
        for line in ends:
            self.line(*line, ink=ink)

    def polygon(self, corners: Sequence[Spot], ink: Ink = CUT) -> None:
        """Draw a shape with straight sides."""
        self._trace(corners, ink, closed=True)

    def box(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """Draw a rectangle from its bottom left corner."""
        (x, y), right, top = at, at[0] + wide_mm, at[1] + high_mm
        self.polygon(((x, y), (right, y), (right, top), (x, top)), ink)

    @abstractmethod
    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """Draw a disc."""

    @abstractmethod
    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """Draw a bar with round ends around its middle, as oval bases are measured."""

    @abstractmethod
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
        """Draw a line of words; `at` is its beginning, end or middle, on its foot."""

    def centred_text(self, at: Spot, words: str, points: float, *, colour: str = BLACK) -> None:
        """Draw bold words around a place."""
        low = (at[0], at[1] - points * MIDDLE * MM_PER_POINT)
        self.text(low, words, points, bold=True, align="middle", colour=colour)

    def paragraph(
        self, at: Spot, words: str, wide_mm: float, points: float = 9, *, bold: bool = False, most: int | None = None
    ) -> float:
        """Draw words in at most `most` lines below a place; return their height."""
        lines = break_lines(words, wide_mm, points, bold=bold)[:most]
        for number, line in enumerate(lines, start=1):
            self.text((at[0], at[1] - (number - 0.2) * line_mm(points)), line, points, bold=bold)
        return len(lines) * line_mm(points)

    @abstractmethod
    def picture(self, at: Spot, wide_mm: float, high_mm: float, image: Image.Image) -> None:
        """Draw a picture from its bottom left corner."""

    @abstractmethod
    def origin_at(self, x: float, y: float, *, turned: float = 0.0) -> AbstractContextManager[Drawing]:
        """Use another place as (0, 0), `turned` by degrees counter-clockwise."""

    @abstractmethod
    def clip(self, wide_mm: float, high_mm: float) -> AbstractContextManager[Drawing]:
        """Draw nothing beyond a rectangle at (0, 0)."""

    @abstractmethod
    def _trace(self, spots: Sequence[Spot], ink: Ink, *, closed: bool) -> None:
        """Draw a line through places, back to the first if `closed`."""
