"""The papers there are, and how much of a sheet can be drawn on. Lengths are millimetres."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

MARGIN_MM: Final = 8.0
"""No printer for the home needs more."""
RULER_MM: Final = 9.0
"""What the rulers take, at the left and at the foot."""
HEAD_MM: Final = 7.0
"""What the title takes."""


class Paper(Struct, frozen=True):
    """A sheet of paper, upright or lying."""

    name: str
    wide_mm: float
    high_mm: float

    def lying(self) -> Paper:
        """The same, turned by a quarter."""
        return Paper(self.name, self.high_mm, self.wide_mm)

    def frame(self, measured: float = 100.0) -> Frame:
        """What can be drawn on, by a printer that prints 100 mm as `measured` mm."""
        share = measured / 100
        return Frame(
            (self.wide_mm - 2 * MARGIN_MM) * share - RULER_MM,
            (self.high_mm - 2 * MARGIN_MM) * share - RULER_MM - HEAD_MM,
        )


class Frame(Struct, frozen=True):
    """The part of a sheet between rulers and title, in true millimetres."""

    wide_mm: float
    high_mm: float


MEASURED: Final = (90.0, 110.0)
"""What 100 mm may measure in print; beyond, the printer was told to scale."""
PAPERS: Final = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
}


def measure_of(said: str) -> float | None:
    """What 100 mm measure in print, written with a point or a comma; None if that cannot be."""
    try:
        measured = float(said.replace(",", "."))
    except ValueError:
        return None
    least, most = MEASURED
    return measured if least <= measured <= most else None
