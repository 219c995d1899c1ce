"""The textures and marks of a drawn arena, and the meaning of each."""

from __future__ import annotations

from html import escape
from typing import Final

from q40k.games.quake.packs.arena import EFFECTS, Arena
from q40k.games.quake.words.packs.problems import effect_word
from q40k.i18n.locale import N_, Locale

INK: Final = "#1c1c1c"
PALE: Final = "#f1efe9"
LETTER: Final = 0.58
"""The average width of a letter, as a share of its height."""


def _pattern(name: str, size: float, inside: str, ground: str = "none") -> str:
    return (
        f'<pattern id="{name}" width="{size:g}" height="{size:g}" patternUnits="userSpaceOnUse">'
        f'<rect width="{size:g}" height="{size:g}" fill="{ground}"/>{inside}</pattern>'
    )


def _line(d: str, color: str, width: float) -> str:
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width:g}"/>'


PATTERNS: Final = "".join(
    (
        _pattern("impassable", 8, _line("M0 0L8 8M8 0L0 8", "#3a3a3a", 0.9), "#b9b6b0"),
        _pattern("lethal", 14, _line("M0 10L3.5 4L7 10L10.5 4L14 10", "#7a1300", 1.6), "#ff9d5c"),
        _pattern(
            "water",
            18,
            _line("M0 6Q4.5 2 9 6T18 6M0 15Q4.5 11 9 15T18 15", "#2f6f9f", 1),
            "#d8edf8",
        ),
        _pattern(
            "dangerous",
            16,
            _line("M8 3L13 12L3 12Z", "#8a6a00", 1) + _line("M8 6V9.4M8 10.2V11", "#8a6a00", 1),
            "#fff3bf",
        ),
        _pattern(
            "difficult",
            9,
            '<circle cx="2" cy="2" r="0.9" fill="#6b5b3e"/>'
            '<circle cx="6.5" cy="6.5" r="0.9" fill="#6b5b3e"/>',
        ),
        _pattern("dark", 5, _line("M-1 6L6 -1", "#4b4560", 1.7), "#d9d5e4"),
        _pattern("climbable", 10, _line("M0 5H10", "#8f8a80", 0.7), "#ece7dc"),
        _pattern("base", 24, _line("M0 24L24 0", "#c9c9c9", 0.8)),
    )
)
"""A texture for each effect; difficult ground is transparent, as it often goes with another."""

MARKS: Final[dict[str, str]] = {
    "equipment": f'<circle r="10" fill="#fff" stroke="{INK}" stroke-width="1.6"/>',
    "weapon": (f'<path d="M-10 -10H10V10H-10Z" fill="#fff" stroke="{INK}" stroke-width="1.6"/>'),
    "special": (
        f'<path d="M0 -14L14 0L0 14L-14 0Z" fill="#fff" stroke="{INK}" stroke-width="1.6"/>'
    ),
    "flag": (
        f'<path d="M-8 4V-18" stroke="{INK}" stroke-width="2"/>'
        f'<path d="M-8 -18L10 -12L-8 -6Z" fill="{INK}"/>'
        f'<circle cy="11" r="9" fill="#fff" stroke="{INK}" stroke-width="1"/>'
    ),
    "barrel": (
        f'<circle r="9" fill="#e6c3a1" stroke="{INK}" stroke-width="1.2"/>'
        f'<circle r="5.5" fill="none" stroke="{INK}" stroke-width="0.8"/>'
        f'<circle cx="2.6" cy="-2.6" r="1.2" fill="{INK}"/>'
    ),
}
"""Every mark around the origin, in mm; tokens and barrels are 20 mm across."""


def rows(locale: Locale, arena: Arena) -> list[tuple[str, str]]:
    """Return the name of each mark or texture that the drawing shows, with its meaning."""
    entries = [("portal", locale.gettext(N_("portal")))]
    kinds = {token.category for token in arena.tokens}
    tokens = (
        ("equipment", N_("equipment token")),
        ("weapon", N_("weapon token")),
        ("special", N_("special token")),
    )
    entries += [(kind, locale.gettext(word)) for kind, word in tokens if kind in kinds]
    if arena.flags:
        entries.append(("flag", locale.gettext(N_("flag"))))
    if arena.bases:
        entries.append(("base", locale.gettext(N_("base"))))
    if arena.barrels:
        entries.append(("barrel", locale.gettext(N_("barrel"))))
    present = {name for piece in arena.scenery for name in piece.effects}
    entries += [(name, effect_word(locale, name)) for name in EFFECTS if name in present]
    if any(piece.height_in for piece in arena.scenery):
        entries.append(("height", locale.gettext(N_("height, in inches"))))
    return entries


def swatch(kind: str, x: float, y: float) -> str:
    """Return a small sample of a mark or a texture, with its top left corner at (x, y)."""
    if kind in MARKS:
        return f'<g transform="translate({x + 9:g} {y + 7:g}) scale(0.7)">{MARKS[kind]}</g>'
    if kind == "portal":
        return circle(x + 9, y + 7, 8, width=1.4) + circle(x + 9, y + 7, 6.4, width=0.5)
    if kind == "height":
        return text(x + 9, y + 10.5, "3″", 10, anchor="middle")
    box = f'<rect x="{x:g}" y="{y:g}" width="18" height="14"'
    if kind == "cover":
        return text(x + 9, y + 10.5, "4+", 9, anchor="middle") + (
            f'{box} fill="none" stroke="{INK}" stroke-dasharray="4 2"/>'
        )
    if kind == "blocks_sight":
        return f'{box} fill="none" stroke="{INK}" stroke-width="2.4"/>'
    return f'{box} fill="url(#{kind})" stroke="{INK}" stroke-width="0.8"/>'


def circle(x: float, y: float, radius: float, fill: str = "none", width: float = 1.0) -> str:
    """Return a circle drawn in ink."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"'
        f' stroke-width="{width:g}"/>'
    )


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    anchor: str = "start",
    bold: bool = False,
    fill: str = INK,
) -> str:
    """Return words at a place, in letters `size` mm high."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
        f' fill="{fill}"{weight}>{escape(words)}</text>'
    )


def plate(x: float, y: float, words: str, size: float, *, upright: bool = False) -> str:
    """Return words on a white plate, legible on every texture, centred on (x, y)."""
    wide = LETTER * size * len(words) + size * 0.6
    turn = " rotate(-90)" if upright else ""
    return (
        f'<g transform="translate({x:g} {y:g}){turn}">'
        f'<rect x="{-wide / 2:g}" y="{-size * 0.62:g}" width="{wide:g}" height="{size * 1.24:g}"'
        f' rx="{size * 0.3:g}" fill="#fff" fill-opacity="0.88"/>'
        f"{text(0, size * 0.36, words, size, anchor='middle')}</g>"
    )
