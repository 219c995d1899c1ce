"""The colours of a map: for a dark and a light ground, and marks alone where there is no colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from q40k.geometry.scene import Style

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its code: "#1d6a72"."""
    return (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))


@lru_cache(maxsize=4096)
def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with so large a share of another in it."""
    return (
        round(one[0] + (other[0] - one[0]) * share),
        round(one[1] + (other[1] - one[1]) * share),
        round(one[2] + (other[2] - one[2]) * share),
    )


@dataclass(frozen=True)
class Palette:
    """What every map has; `plain` has no colours, so that areas are known by their marks."""

    name: str
    beyond: Colour
    ground: Colour
    chequer: Colour
    ink: Colour
    faint: Colour
    lit: Colour
    plain: bool = False

    def of(self, style: Style) -> Colour:
        """The colour of a style."""
        return rgb(style.light if self.name == "light" else style.dark)


DARK: Final = Palette(
    "dark",
    beyond=rgb("#101216"),
    ground=rgb("#262a31"),
    chequer=rgb("#2b3038"),
    ink=rgb("#e4e2da"),
    faint=rgb("#59606b"),
    lit=rgb("#59d98a"),
)
LIGHT: Final = Palette(
    "light",
    beyond=rgb("#e6e2d6"),
    ground=rgb("#f4f1e8"),
    chequer=rgb("#ece8dc"),
    ink=rgb("#1d1c18"),
    faint=rgb("#a59f90"),
    lit=rgb("#2fae62"),
)
MONO: Final = Palette(
    "mono",
    beyond=rgb("#000000"),
    ground=rgb("#000000"),
    chequer=rgb("#000000"),
    ink=rgb("#ffffff"),
    faint=rgb("#aaaaaa"),
    lit=rgb("#ffffff"),
    plain=True,
)
TONES: Final = {
    "path": "#ffe08a", "good": "#6fe39b", "bad": "#ff7a6b", "aim": "#ffb347", "faint": "#9aa3b2",
}  # fmt: skip
"""What is drawn while one points or looks."""
