"""The colours of the screens, by name: on a dark ground, on a light one, and in high contrast.

Screens draw only with these names: `$seat-1` to `$seat-12` for the seats, `$loss`, `$call` and the
theme's own for text. Without colour (NO_COLOR) every mark is still readable: a letter or a sign
says the same as its colour.
"""

from collections.abc import Sequence

from textual.theme import Theme


def _seats(tones: Sequence[str]) -> dict[str, str]:
    return {f"seat-{number}": tone for number, tone in enumerate(tones, 1)}


# The hues are those of `table.colours`, as light or as dark as each ground needs.
DARK = Theme(
    "q40k-dark", primary="#6fae5b", secondary="#b0a57f", accent="#e0a43a", warning="#e0a43a",
    error="#e6786f", success="#6fae5b", background="#14161a", surface="#1a1d22", panel="#2a2f36",
    foreground="#e4e2da", dark=True,
    variables={
        **_seats((
            "#e17a76", "#33ac6f", "#6999e5", "#c58e1d", "#b682e0", "#22a8af",
            "#dd75ab", "#90a033", "#d08561", "#8099ba", "#b09271", "#9090db",
        )),
        "foreground-muted": "#9a9a94", "loss": "#e6786f", "call": "#e0a43a",
    },
)  # fmt: skip
LIGHT = Theme(
    "q40k-light", primary="#3a6b2c", secondary="#645b3d", accent="#7f5814", warning="#7f5814",
    error="#b3261e", success="#2e6b20", background="#f6f4ee", surface="#fffdf7", panel="#e2ded2",
    foreground="#1d1c18", dark=False,
    variables={
        **_seats((
            "#b42e28", "#206d46", "#215dbe", "#7e5b13", "#8833cb", "#156b6f",
            "#ae2b70", "#5c6620", "#934d2b", "#486284", "#755c41", "#5252c7",
        )),
        "foreground-muted": "#5e5e59", "loss": "#b3261e", "call": "#7f5814",
    },
)  # fmt: skip
CONTRAST = Theme(
    "q40k-contrast", primary="#8fd07a", secondary="#d8cfa8", accent="#ffc24a", warning="#ffc24a",
    error="#ff9a90", success="#8fd07a", background="#000000", surface="#000000", panel="#1c1c1c",
    foreground="#ffffff", dark=True,
    variables={
        **_seats((
            "#e6918d", "#39bf7c", "#81a9e9", "#dc9e20", "#c296e5", "#25b9c0",
            "#e38dba", "#a0b238", "#d8997a", "#96abc6", "#bda488", "#a3a3e1",
        )),
        "foreground-muted": "#b8b8b2", "loss": "#ff9a90", "call": "#ffc24a",
    },
)  # fmt: skip

THEMES = (DARK, LIGHT, CONTRAST)
"""The themes in the order in which one key goes through them."""


def find_theme(name: str) -> Theme:
    """Return the theme of that name, or the first one."""
    return next((theme for theme in THEMES if theme.name == name), THEMES[0])


def next_theme(name: str) -> Theme:
    """Return the theme after the one of that name."""
    return THEMES[(THEMES.index(find_theme(name)) + 1) % len(THEMES)]
