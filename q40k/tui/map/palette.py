"""The colours of a map on dark and light ground. Without colours, areas show marks only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from q40k.geometry.scene import Style

if TYPE_CHECKING:
    from textual.app import App

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """Return a colour from its code, such as "#1d6a72"."""
    return (int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16))


def hex_code(colour: Colour) -> str:
    """Return the code of a colour, such as "#1d6a72"."""
    return "#%02x%02x%02x" % colour  # noqa: UP031


SIGN = Style("#ffe08a", "#7a5a00")
"""The colours of a sign that has none of its own."""
READABLE = 4.5
"""The least contrast between letters and their ground."""


@lru_cache(maxsize=4096)
def mix(base: Colour, other: Colour, share: float) -> Colour:
    """Mix a share of another colour into a colour."""
    return (
        round(base[0] + (other[0] - base[0]) * share),
        round(base[1] + (other[1] - base[1]) * share),
        round(base[2] + (other[2] - base[2]) * share),
    )


@lru_cache(maxsize=4096)
def _brightness(colour: Colour) -> float:
    """Return the brightness of a colour from 0 to 1, as defined by WCAG 2."""
    parts = (part / 255 for part in colour)
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=4096)
def stands_out(ink: Colour, paper: Colour) -> bool:
    """Return whether letters are readable on a ground: their contrast is at least READABLE."""
    low, high = sorted((_brightness(ink), _brightness(paper)))
    return (high + 0.05) / (low + 0.05) >= READABLE


@dataclass(frozen=True)
class Palette:
    """The basic colours of every map. A `plain` palette has no colours: areas show their marks."""

    name: str
    beyond: Colour
    ground: Colour
    chequer: Colour
    ink: Colour
    faint: Colour
    lit: Colour
    plain: bool = False

    def of(self, style: Style) -> Colour:
        """Return the colour of a style."""
        return rgb(style.light if self.name == "light" else style.dark)

    def readable(self, ink: Colour, paper: Colour) -> Colour:
        """Return the colour of letters, or black or white if it is unreadable on a ground."""
        if stands_out(ink, paper):
            return ink
        return (255, 255, 255) if stands_out((255, 255, 255), paper) else (0, 0, 0)


def _palette(name: str, *, plain: bool = False, **colours: str) -> Palette:
    return Palette(name, plain=plain, **{use: rgb(colour) for use, colour in colours.items()})


DARK = _palette(
    "dark", beyond="#101216", ground="#262a31", chequer="#2b3038", ink="#e4e2da", faint="#7f8793", lit="#59d98a"
)
LIGHT = _palette(
    "light", beyond="#e6e2d6", ground="#f4f1e8", chequer="#ece8dc", ink="#1d1c18", faint="#676256", lit="#2fae62"
)
MONO = _palette(
    "mono",
    beyond="#000000",
    ground="#000000",
    chequer="#000000",
    ink="#ffffff",
    faint="#aaaaaa",
    lit="#ffffff",
    plain=True,
)


def palette_of(app: App[Any]) -> Palette:
    """Return the palette for an app's theme; that without colours if the terminal shows too few of them.

    In 16 colours water, climbable and difficult ground would all be the ground's own grey. A terminal
    that shows pictures shows their colours.
    """
    is_poor = not app.is_headless and app.console.color_system == "standard" and getattr(app, "graphics", None) is None
    if app.no_color or is_poor:
        return MONO
    return DARK if app.current_theme.dark else LIGHT


TONES = {
    "path": "#ffe08a",
    "good": "#6fe39b",
    "bad": "#ff7a6b",
    "aim": "#ffb347",
    "shot": "#ff8f4d",
    "faint": "#9aa3b2",
}
"""The colours of lines drawn while the player points or looks."""
