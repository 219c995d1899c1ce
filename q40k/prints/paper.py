"""The available papers, and the drawable part of a sheet. Lengths are in millimetres."""

from __future__ import annotations

from msgspec import Struct

MARGIN_MM = 8.12
"""No home printer needs more than 8 mm; half of the line to cut along lies beyond its place."""
RULER_MM = 9.0
"""The width of the rulers, at the left and at the foot."""
HEAD_MM = 7.0
"""The height of the title."""


class Paper(Struct, frozen=True):
    """A sheet of paper, upright or in landscape. In `large` print, running text has large letters."""

    name: str
    wide_mm: float
    high_mm: float
    large: bool = False

    def landscape(self) -> Paper:
        """Return the sheet turned by a quarter."""
        return Paper(self.name, self.high_mm, self.wide_mm, self.large)

    def frame(self, measured: float = 100.0) -> Frame:
        """Return the drawable part, for a printer that prints 100 mm as `measured` mm."""
        share = measured / 100
        return Frame(
            (self.wide_mm - 2 * MARGIN_MM) * share - RULER_MM,
            (self.high_mm - 2 * MARGIN_MM) * share - RULER_MM - HEAD_MM,
            self.large,
        )


class Frame(Struct, frozen=True):
    """The part of a sheet between rulers and title, in true millimetres; `large` as of its paper."""

    wide_mm: float
    high_mm: float
    large: bool = False


MEASURED = (90.0, 110.0)
"""The accepted lengths of 100 mm in print; beyond, the printer was told to scale."""
PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


def parse_measure(text: str) -> float | None:
    """Return the typed length of 100 mm in print, with a point or comma; None if it is invalid."""
    try:
        measured = float(text.replace(",", "."))
    except ValueError:
        return None
    least, most = MEASURED
    return measured if least <= measured <= most else None
