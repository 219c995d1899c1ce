"""The colours of the seats, the same on screen, page and paper."""

from __future__ import annotations

from typing import Final

# Mid tones that are readable on a dark and on a light ground.
COLOURS: Final = (
    "#d7504a", "#2f9e66", "#4b84e0", "#b8841b", "#a05bd6", "#1f9aa0",
    "#d65a9b", "#7d8b2c", "#c4673a", "#5f7fa8", "#8a6d4d", "#6f6fd0",
)  # fmt: skip


def colour(number: int) -> str:
    """Return the colour with this number, from 0; they repeat after the last."""
    return COLOURS[number % len(COLOURS)]
