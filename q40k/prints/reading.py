"""Sheets to read without looking: their words in lines, and those in braille for an embosser."""

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import which
from textwrap import wrap

from PIL import Image

from q40k.prints.drawing import BLACK, CUT, Align, Drawing, Ink, Spot
from q40k.prints.paper import Paper
from q40k.prints.sheets import Sheet

ROLL = Paper("text", 2000.0, 3000.0, large=True)
"""A paper so large that no line of a sheet is broken to fit it; tables of rules are lines."""
SAME_ROW_MM = 0.3
"""Words at the same height are the cells of a row."""
SIGNS = ("•", "")
"""What stands before a paragraph, or says nothing."""


class Reader(Drawing):
    """Collects the words of a sheet in the order of drawing; shapes are ignored."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._height: float | None = None  # of the last words
        self._origins = [0.0]

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
        """Take words: a new line, or another cell of the same row."""
        if words.strip() in SIGNS:
            return
        height = self._origins[-1] + at[1]
        if self._height is not None and abs(height - self._height) < SAME_ROW_MM:
            self.lines[-1] += f", {words.strip()}"
        else:
            self.lines.append(words.strip())
        self._height = height

    def picture(self, at: Spot, wide_mm: float, high_mm: float, image: Image.Image) -> None:
        """Ignore a picture."""

    @contextmanager
    def origin_at(self, x: float, y: float, *, turned: float = 0.0) -> Iterator[Drawing]:
        """Use another place as (0, 0); its words begin a new line."""
        self._height = None
        self._origins.append(self._origins[-1] + y)
        try:
            yield self
        finally:
            self._origins.pop()
            self._height = None

    @contextmanager
    def clip(self, wide_mm: float, high_mm: float) -> Iterator[Drawing]:
        """Read everything all the same."""
        yield self

    def circle(self, at: Spot, radius_mm: float, ink: Ink = CUT) -> None:
        """Ignore a disc."""

    def oval(self, at: Spot, wide_mm: float, high_mm: float, ink: Ink = CUT) -> None:
        """Ignore a bar."""

    def _trace(self, spots: Sequence[Spot], ink: Ink, *, closed: bool) -> None:
        """Ignore a line."""


def read_sheets(sheets: Iterable[Sheet]) -> list[str]:
    """Return the words of sheets: each title once, also of drawings alone, an empty line between sheets."""
    lines: list[str] = []
    title = ""
    for sheet in sheets:
        reader = Reader()
        sheet.draw(reader)
        if not reader.lines and sheet.title == title:
            continue
        lines += [""] if lines else []
        if sheet.title != title:
            lines += [sheet.title, ""]
        title = sheet.title
        lines += reader.lines
    return lines


# -- braille ----------------------------------------------------------------------------------

TRANSLATOR = "lou_translate"
TABLES = {"en": "en-us-brf.dis,en-ueb-g2.ctb", "fr": "en-us-brf.dis,fr-bfu-comp6.utb"}
"""The tables of liblouis: the signs of an embosser, and the braille of a language."""
CELLS, ROWS = 40, 25
"""The cells of a line and the lines of a page, as embossers have them."""
INDENT = "  "
"""A paragraph's further lines begin further to the right."""


class NoTranslator(OSError):
    """liblouis is not installed, or it cannot translate."""


def emboss(lines: Sequence[str], language: str) -> str:
    """Return lines as a file for an embosser (BRF). Raises NoTranslator."""
    program = which(TRANSLATOR)
    if program is None:
        raise NoTranslator(TRANSLATOR)
    text = "".join(line + "\n" for line in lines)
    call = [program, "--forward", TABLES[language]]
    done = subprocess.run(call, input=text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise NoTranslator(done.stderr.strip() or TRANSLATOR)
    rows = [row for line in done.stdout.splitlines() for row in _rows(line)]
    pages = ("\r\n".join(rows[start : start + ROWS]) for start in range(0, len(rows), ROWS))
    return "\r\n\f".join(pages) + "\r\n\f"


def _rows(line: str) -> list[str]:
    """Break a line of braille into rows; only a word longer than a row is split."""
    return wrap(line, CELLS, subsequent_indent=INDENT, break_on_hyphens=False) or [""]
