"""The colours of a map: for a dark and a light ground, and marks alone where there is no colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from q40k.games.quake.arena.picture import Texture

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
    """What everything looks like; `plain` has no colours, so textures are characters."""

    name: str
    beyond: Colour
    ground: Colour
    chequer: Colour
    ink: Colour
    faint: Colour
    portal: Colour
    portal_ink: Colour
    lit: Colour
    tokens: dict[str, Colour]
    barrel: Colour
    textures: dict[Texture, Colour]
    plain: bool = False


def _textures(*codes: str) -> dict[Texture, Colour]:
    names: tuple[Texture, ...] = (
        "impassable", "lethal", "water", "dangerous", "high", "climbable", "difficult", "dark",
        "blocks_sight", "cover", "plain",
    )  # fmt: skip
    return {name: rgb(code) for name, code in zip(names, codes, strict=True)}


DARK: Final = Palette(
    "dark",
    beyond=rgb("#101216"),
    ground=rgb("#262a31"),
    chequer=rgb("#2b3038"),
    ink=rgb("#e4e2da"),
    faint=rgb("#59606b"),
    portal=rgb("#137a82"),
    portal_ink=rgb("#ffffff"),
    lit=rgb("#59d98a"),
    tokens={"equipment": rgb("#e8c14b"), "weapon": rgb("#ff8a6b"), "special": rgb("#d99bff")},
    barrel=rgb("#e59a4a"),
    textures=_textures(
        "#737880", "#8f3413", "#1d527f", "#75590f", "#6b5a41", "#4f4637", "#31502d", "#171224",
        "#1f4428", "#514d36", "#3c424b",
    ),
)  # fmt: skip
LIGHT: Final = Palette(
    "light",
    beyond=rgb("#e6e2d6"),
    ground=rgb("#f4f1e8"),
    chequer=rgb("#ece8dc"),
    ink=rgb("#1d1c18"),
    faint=rgb("#a59f90"),
    portal=rgb("#1d8f97"),
    portal_ink=rgb("#ffffff"),
    lit=rgb("#2fae62"),
    tokens={"equipment": rgb("#7a5a00"), "weapon": rgb("#b3261e"), "special": rgb("#7b2fb0")},
    barrel=rgb("#9a5200"),
    textures=_textures(
        "#8f8b84", "#f0925e", "#a9d3ec", "#ecd583", "#b5a283", "#cfc3a9", "#b9d3a5", "#8f86a6",
        "#93bd92", "#ddd6b4", "#d3cec2",
    ),
)  # fmt: skip
MONO: Final = Palette(
    "mono",
    beyond=rgb("#000000"),
    ground=rgb("#000000"),
    chequer=rgb("#000000"),
    ink=rgb("#ffffff"),
    faint=rgb("#aaaaaa"),
    portal=rgb("#000000"),
    portal_ink=rgb("#ffffff"),
    lit=rgb("#ffffff"),
    tokens={},
    barrel=rgb("#ffffff"),
    textures={},
    plain=True,
)
