"""Positions as people type them: "60,45", "5 north", "5 B": so many cm towards a formation.

English and French words are both understood, in any language of the screen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import cos, hypot, radians, sin
from typing import Final

from q40k.geometry.space import PlaceError, Spot
from q40k.kernel.lookup import find_exact, nearest

_NUMBER: Final = r"-?\d+(?:[.,]\d+)?"
_COORDINATES: Final = re.compile(rf"({_NUMBER})\s*(?:[;x]|,|\s)\s*({_NUMBER})")
_STEP: Final = re.compile(rf"({_NUMBER})\s*(?:cm)?\s*(?:towards|to|vers|>)?\s*([^\d\s]\S*)")
ANGLES: Final[Mapping[str, float]] = {
    "east": 0, "e": 0, "est": 0, "right": 0, "droite": 0,
    "north": 90, "n": 90, "nord": 90, "up": 90, "haut": 90,
    "west": 180, "w": 180, "o": 180, "ouest": 180, "left": 180, "gauche": 180,
    "south": 270, "s": 270, "sud": 270, "down": 270, "bas": 270,
}  # fmt: skip


def read_spot(
    text: str, size: tuple[int, int], start: Spot | None, things: Mapping[str, Spot]
) -> Spot:
    """Return the typed position in cm from the bottom left corner, always on the table.

    A step begins at `start`. `things` are possible directions by name; a thing's name alone is its
    position. Raises PlaceError ("place-unreadable", "no-thing", "no-start", "outside").
    """
    words = text.strip().strip("()").casefold()
    numbers, step = _COORDINATES.fullmatch(words), _STEP.fullmatch(words)
    if numbers:
        x, y = _number(numbers[1]), _number(numbers[2])
    elif step:
        if start is None:
            raise PlaceError("no-start")
        x, y = _towards(start, _number(step[1]), step[2], things)
    elif re.fullmatch(_NUMBER, words) or not words:
        raise PlaceError("place-unreadable", said=text)
    else:
        x, y = _find_thing(words, things)
    if not (0 <= x <= size[0] and 0 <= y <= size[1]):
        width, height = size
        raise PlaceError("outside", x=round(x, 2), y=round(y, 2), width=width, height=height)
    return round(x, 3), round(y, 3)


def read_angle(text: str, start: Spot, things: Mapping[str, Spot]) -> float:
    """Return the typed direction in degrees: a word, or towards a thing. Raises PlaceError."""
    words = text.strip().casefold()
    if words in ANGLES:
        return ANGLES[words]
    at = _find_thing(words, things)
    return towards(start, at)


def towards(start: Spot, there: Spot) -> float:
    """Return the direction from one position to another in degrees: 0 right, 90 up."""
    from math import atan2, degrees

    return degrees(atan2(there[1] - start[1], there[0] - start[0])) % 360


def _towards(start: Spot, cm: float, word: str, things: Mapping[str, Spot]) -> Spot:
    if word in ANGLES:
        angle = radians(ANGLES[word])
        return start[0] + cm * cos(angle), start[1] + cm * sin(angle)
    there = _find_thing(word, things)
    far = hypot(there[0] - start[0], there[1] - start[1])
    if not far:
        return start
    share = cm / far
    return start[0] + share * (there[0] - start[0]), start[1] + share * (there[1] - start[1])


def _find_thing(word: str, things: Mapping[str, Spot]) -> Spot:
    matches = find_exact(word, things)
    if matches:
        return matches[0]
    raise PlaceError(
        "no-thing", said=word, nearest=nearest(word, [name.casefold() for name in things])
    )


def _number(text: str) -> float:
    return float(text.replace(",", "."))
