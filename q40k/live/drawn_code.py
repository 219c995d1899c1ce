"""Square codes on pages, as SVG."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from q40k.i18n.locale import Locale
from q40k.live.address import squares
from q40k.live.html import texts


def draw_code(locale: Locale, text: str) -> str:
    """Return a square code as SVG, dark on white, neighbours in a row as one box."""
    return texts(locale).code(*_code_path(text))


@lru_cache(64)
def _code_path(text: str) -> tuple[int, str]:
    """Return the size of a square code, and its dark squares as a path."""
    rows = squares(text)
    return len(rows), "".join(_boxes(rows))


def _boxes(rows: list[list[int]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
