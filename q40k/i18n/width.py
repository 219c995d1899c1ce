"""The width of text in terminal cells, and line breaks by that width."""

import unicodedata

_JOINED = (0x1160, 0x11FF), (0x3164, 0x3164), (0xD7B0, 0xD7FF), (0xFFA0, 0xFFA0)
"""Parts of Hangul syllables that are drawn into the previous letter."""
_RODS = range(0x1D360, 0x1D377)
"""Counting rods: they are wide, though older Unicode tables do not say so."""


def width(text: str) -> int:
    """Return the width of a text in cells: wide letters have two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_cells(letter) for letter in text)


def wrap(text: str, room: int) -> list[str]:
    """Break a text between words into lines of so many cells."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    code = ord(letter)
    if any(first <= code <= last for first, last in _JOINED):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" or code in _RODS else 1
