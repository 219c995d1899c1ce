"""The colours of seats, the same on screen, board, report and print."""

from functools import cache

# Mid tones that are readable on a dark and on a light ground.
COLOURS = (
    "#d7504a", "#2f9e66", "#4b84e0", "#b8841b", "#a05bd6", "#1f9aa0",
    "#d65a9b", "#7d8b2c", "#c4673a", "#5f7fa8", "#8a6d4d", "#6f6fd0",
)  # fmt: skip


@cache
def seat_colour(number: int) -> str:
    """Return the colour with this number, from 0; they repeat after the last."""
    return COLOURS[number % len(COLOURS)]
