"""Drawing on a sheet in true millimetres, from the bottom left corner of its frame.

What draws a sheet knows a `Drawing` and not what becomes of it: a page of a PDF (`page`) or a
picture on the screen (`picture`). Sizes of letters are in points, as everywhere in print.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Final, Literal

from msgspec import Struct

from q40k.prints import letters

Spot = tuple[float, float]
Align = Literal["left", "middle", "right"]
BEFORE: Final[dict[Align, float]] = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""How much of a line stands before the place it is drawn at."""
BLACK: Final = "#000000"
GREY: Final = "#8a8a8a"
PALE: Final = "#e6e6e6"
WHITE: Final = "#ffffff"
HAIR_MM: Final = 0.2
"""The width of a line to cut along."""
LEADING: Final = 1.25
"""The height of a line of text, in letters."""
MM_PER_POINT: Final = 25.4 / 72
MIDDLE: Final = 0.36
"""How far the middle of a capital stands above its foot, in letters."""


class Ink(Struct, frozen=True):
    """How a shape is drawn: its line's width in mm (0 for none) and colour, and what fills it."""

    line_mm: float = HAIR_MM
    colour: str = BLACK
    fill: str | None = None
    dashes_mm: tuple[float, ...] = ()


CUT: Final = Ink()
FOLD: Final = Ink(colour=GREY, dashes_mm=(2, 1.5))


def width_mm(words: str, points: float, *, bold: bool = False) -> float:
    """How wide words are in print."""
    return letters.width(words, bold=bold) * points * MM_PER_POINT


def lines_of(words: str, wide_mm: float, points: float, *, bold: bool = False) -> list[str]:
    """Words broken into lines of so many millimetres; what is wider by itself is cut."""

    def fits(line: str) -> bool:
        return width_mm(line, points, bold=bold) <= wide_mm

    found = []
    for paragraph in words.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            if line and not fits(f"{line} {word}"):
                found.append(line)
                line = ""
            line = f"{line} {word}" if line else word
            while len(line) > 1 and not fits(line):
                most = next(n for n in range(len(line) - 1, 0, -1) if n == 1 or fits(line[:n]))
                found.append(line[:most])
                line = line[most:]
        found.append(line)
    return found


def line_mm(points: float) -> float:
    """The height of a line of text."""
    return points * LEADING * MM_PER_POINT


def fitting(words: str, wide_mm: float, points: float, *, bold: bool = False) -> float:
    """The size of letters at which words are no wider: `points`, or less."""
    width = width_mm(words, points, bold=bold)
    return points if width <= wide_mm else points * wide_mm / width


def shortened(words: str, wide_mm: float, points: float, *, bold: bool = False) -> str:
    """Words that are no wider: as they are, or so many of their letters with an ellipsis."""
    if width_mm(words, points, bold=bold) <= wide_mm:
        return words
    most = next(
        (n for n in range(len(words) - 1, 0, -1)
         if width_mm(f"{words[:n].rstrip()}…", points, bold=bold) <= wide_mm), 1,
    )  # fmt: skip
    return f"{words[:most].rstrip()}…"


def within(
    words: str, wide_mm: float, points: float, least: float, *, bold: bool = False
) -> tuple[str, float]:
    """Words that are no wider, and their size: smaller ones down to the `least`, then fewer."""
    size = max(fitting(words, wide_mm, points, bold=bold), min(least, points))
    return shortened(words, wide_mm, size, bold=bold), size


class Drawing(ABC):
    """A sheet to draw on; its frame's bottom left corner is the place (0, 0)."""

    def line(self, *spots: Spot, ink: Ink = CUT) -> None:
        """A line through places."""
        self._trace(spots, ink, closed=False)

    def polygon(self, corners: Sequence[Spot], ink: Ink = CUT) -> None:
        """A shape of straight sides."""
        self._trace(corners, ink, closed=True)

    def box(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """A rectangle from its bottom left corner."""
        (x, y), right, top = at, at[0] + wide_mm, at[1] + high_mm
        self.polygon(((x, y), (right, y), (right, top), (x, top)), ink)

    @abstractmethod
    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """A disc."""

    @abstractmethod
    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """A bar with round ends around its middle, as oval bases are measured."""

    @abstractmethod
    def text(
        self, at: Spot, words: str, points: float = 10, *, bold: bool = False,
        align: Align = "left", colour: str = BLACK,
    ) -> None:  # fmt: skip
        """A line of words; `at` is where it begins, ends or has its middle, on its foot."""

    def centred(self, at: Spot, words: str, points: float, *, colour: str = BLACK) -> None:
        """Bold words around a place."""
        low = (at[0], at[1] - points * MIDDLE * MM_PER_POINT)
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

    @abstractmethod
    def moved(self, x: float, y: float, *, turned: float = 0.0) -> AbstractContextManager[Drawing]:
        """The same sheet with another place as (0, 0), and `turned` by degrees to the left."""

    @abstractmethod
    def within(self, wide_mm: float, high_mm: float) -> AbstractContextManager[Drawing]:
        """Nothing beyond a rectangle at (0, 0) is drawn."""

    @abstractmethod
    def _trace(self, spots: Sequence[Spot], ink: Ink, *, closed: bool) -> None:
        """A line through places, back to the first if it is `closed`."""
