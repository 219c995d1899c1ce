"""Places in typed words: "30,45", "B2", "portal 3", "6 in from Bob towards the tower".

English and French words are both understood, in every language of the screen. Distances are
measured from rim to rim, as with a tape on the table. A move ("4 in towards the tower") is measured
from the base's present place. The module needs no geometry library, so it loads fast.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import cos, hypot, radians, sin
from typing import Final

from q40k.games.quake.table.landmarks import Landmark, Surroundings, plain_words
from q40k.geometry.space import CM_PER_INCH, PlaceError, Spot

_MOST_LETTERS: Final = 200
_NUMBER: Final = r"\d+(?:[.,]\d+)?"
_COORDINATES: Final = re.compile(
    rf"\(?\s*(-?{_NUMBER})\s*(?:cm)?\s*(?:;|x|,|\s)\s*(-?{_NUMBER})\s*(?:cm)?\s*\)?"
)
_DISTANCE: Final = re.compile(
    rf"(?:a )?({_NUMBER}) ?(inches|inch|in|pouces|pouce|po|ps|cm)\b ?(.*)"
)
_TILE: Final = re.compile(
    r"(?:in |on |dans |sur )?(?:the |la |le )?(tile |dalle )?([a-z]{1,2}\d{1,2})"
)
_BESIDE: Final = re.compile(
    r"(?:beside|next to|against|by|near|a cote|au contact|contre|pres|juste a cote)"
    r"(?: (?:de la|de l'|du|des|de|d'))? (.+)"
)
_BETWEEN: Final = re.compile(r"(?:halfway )?(?:between|a mi-chemin entre|entre) (.+)")
_FROM: Final = re.compile(r"(?:away )?(?:from|of|depuis|de la|de l'|du|des|de|d') (.+)")
_TOWARDS: Final = (" towards ", " toward ", " to ", " en direction de ", " vers ")
_AND: Final = (" and ", " et ", " & ")
_ANGLES: Final = {
    "right": 0, "east": 0, "droite": 0, "est": 0,
    "up": 90, "north": 90, "haut": 90, "nord": 90,
    "left": 180, "west": 180, "gauche": 180, "ouest": 180,
    "down": 270, "south": 270, "bas": 270, "sud": 270,
}  # fmt: skip
_TURN: Final = "|".join(_ANGLES)
_WAY: Final = re.compile(
    r"(?:to the |on the |at |a la |a |vers la |vers le |en |au )?"
    rf"(?:({_TURN})|(\d{{1,2}}) ?(?:o'clock|heures?|h))"
)
_WAY_OF: Final = re.compile(
    rf"(?:to the |on the |a la |a |en |au )?({_TURN}) (?:of|de la|de l'|du|des|de|d') (.+)"
)
_STEP_CM: Final = 1.0
_ROUND: Final = tuple(turn * sign for turn in range(0, 181, 15) for sign in (1, -1))


def read_spot(typed: str, surroundings: Surroundings) -> Spot:
    """Return the place in cm from the bottom left corner, always on the table.

    Raises PlaceError ("place-unreadable", "no-thing", "which-thing", "outside", "no-start").
    """
    words = plain_words(typed[:_MOST_LETTERS])
    if not words:
        raise PlaceError("place-empty")
    x, y = _spot(words, typed.strip(), surroundings)
    width, height = surroundings.size
    if not (0 <= x <= width and 0 <= y <= height):
        raise PlaceError("outside", x=round(x, 2), y=round(y, 2), width=width, height=height)
    return (round(x, 3), round(y, 3))


def read_tile(typed: str, surroundings: Surroundings) -> str | None:
    """Return the tile if the words name only a tile.

    A token of that name comes first, unless tiles do or the words hold "tile".
    """
    match = _TILE.fullmatch(plain_words(typed[:_MOST_LETTERS]))
    if match is None:
        return None
    name = match[2].upper()
    if not match[1] and not surroundings.tiles_first and surroundings.all_named(match[2]):
        return None
    return name if name in surroundings.tiles else None


def _spot(words: str, typed: str, surroundings: Surroundings) -> Spot:
    numbers = _COORDINATES.fullmatch(words)
    if numbers:
        return (_number(numbers[1]), _number(numbers[2]))
    tile = read_tile(typed, surroundings)
    if tile is not None:
        return _in_tile(tile, surroundings)
    for pattern, read in _PHRASES:
        match = pattern.fullmatch(words)
        if match:
            return read(surroundings, *match.groups())
    return surroundings.find_landmark(words).at


def _number(text: str) -> float:
    return float(text.replace(",", "."))


# -- in a tile -----------------------------------------------------------------------------


def _in_tile(tile: str, surroundings: Surroundings) -> Spot:
    """Return the middle of a tile, or the place nearest to it where the base has room."""
    left, bottom, right, top = surroundings.tiles[tile]
    middle = ((left + right) / 2, (bottom + top) / 2)
    steps = int((right - left) / _STEP_CM)
    grid = [(left + i * _STEP_CM, bottom + j * _STEP_CM) for i in range(1, steps)
            for j in range(1, steps)]  # fmt: skip
    grid.sort(key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
    return next((at for at in (middle, *grid) if surroundings.free(at)), middle)


# -- relative to something -----------------------------------------------------------------


def _beside(surroundings: Surroundings, rest: str) -> Spot:
    return _either(
        surroundings, rest, _TOWARDS,
        lambda landmark, to: _next_to(surroundings, landmark, _aim(landmark, to)),
        lambda landmark: _next_to(surroundings, landmark, None),
    )  # fmt: skip


def _next_to(surroundings: Surroundings, landmark: Landmark, direction: Spot | None) -> Spot:
    """Return a place that touches a landmark; by a portal, within the inch around it (PORTAL-3)."""
    first = direction or surroundings.usual_direction(landmark)
    turns = (0,) if direction else _ROUND
    spots = [_off(surroundings, landmark, _rotate(first, turn), 0.0) for turn in turns]
    return next((spot for spot in spots if surroundings.free(spot)), spots[0])


def _off(surroundings: Surroundings, landmark: Landmark, direction: Spot, gap_cm: float) -> Spot:
    """Return the place at a distance from the rim of a landmark to the rim of the base."""
    far = landmark.rim_cm(direction) + gap_cm + surroundings.radius_cm
    if landmark.kind == "portal" and not gap_cm:
        far = landmark.radius_cm + CM_PER_INCH - surroundings.radius_cm - 0.01
    return (landmark.at[0] + far * direction[0], landmark.at[1] + far * direction[1])


def _away(surroundings: Surroundings, landmark: Landmark, direction: Spot, cm: float) -> Spot:
    """Return the place at a distance from a landmark, rim to rim.

    For the base that moves, the distance is from its middle.
    """
    mine = landmark.kind == "champion" and not landmark.id
    return (
        _along(landmark.at, direction, cm) if mine else _off(surroundings, landmark, direction, cm)
    )


def _between(surroundings: Surroundings, rest: str) -> Spot:
    def middle(first: Landmark, second: Landmark) -> Spot:
        return ((first.at[0] + second.at[0]) / 2, (first.at[1] + second.at[1]) / 2)

    def alone(_landmark: Landmark) -> Spot:
        raise PlaceError("place-unreadable", said=rest)

    return _either(surroundings, rest, _AND, middle, alone)


def _distant(surroundings: Surroundings, number: str, unit: str, rest: str) -> Spot:
    """Return the place at a distance from something, or from the base's present place."""
    cm = _number(number) * (1.0 if unit == "cm" else CM_PER_INCH)
    aside = _WAY_OF.fullmatch(rest)
    if aside:
        return _off(
            surroundings, surroundings.find_landmark(aside[2]), _unit(_ANGLES[aside[1]]), cm
        )
    source = _FROM.fullmatch(rest)
    if source:
        return _from(surroundings, source[1], cm)
    direction = _WAY.fullmatch(rest)
    if direction:
        return _along(surroundings.start(), _clock(direction[1], direction[2]), cm)
    for sep in _TOWARDS:
        if rest.startswith(sep.lstrip()):
            start, to = surroundings.start(), surroundings.find_landmark(rest[len(sep) - 1 :])
            return _along(start, _direction(start, to.at), cm)
    raise PlaceError("place-unreadable", said=rest or f"{number} {unit}")


def _from(surroundings: Surroundings, rest: str, cm: float) -> Spot:
    words = rest.split(" ")
    for cut in range(1, len(words)):
        direction = _WAY.fullmatch(" ".join(words[cut:]))
        if direction and surroundings.find(" ".join(words[:cut])):
            landmark = surroundings.find_landmark(" ".join(words[:cut]))
            return _away(surroundings, landmark, _clock(direction[1], direction[2]), cm)
    return _either(
        surroundings, rest, _TOWARDS,
        lambda landmark, to: _away(surroundings, landmark, _aim(landmark, to), cm),
        lambda landmark: _away(surroundings, landmark, surroundings.usual_direction(landmark), cm),
    )  # fmt: skip


def _either(
    surroundings: Surroundings,
    rest: str,
    between: tuple[str, ...],
    both: Callable[[Landmark, Landmark], Spot],
    alone: Callable[[Landmark], Spot],
) -> Spot:
    """Read "X towards Y" or just "X", also if a name contains such a word. Raises PlaceError."""
    first_error: PlaceError | None = None
    for first, second in _splits(rest, between):
        try:
            return both(surroundings.find_landmark(first), surroundings.find_landmark(second))
        except PlaceError as error:
            first_error = first_error or error
    if first_error is not None and not surroundings.find(rest):
        raise first_error
    return alone(surroundings.find_landmark(rest))


def _splits(rest: str, between: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for word in between:
        for match in re.finditer(re.escape(word), rest):
            yield rest[: match.start()], rest[match.end() :]


# -- directions ----------------------------------------------------------------------------


def _unit(angle_deg: float) -> Spot:
    return (cos(radians(angle_deg)), sin(radians(angle_deg)))


def _clock(word: str | None, hour: str | None) -> Spot:
    """Return a direction by its word, or as on a clock face: 12 is up the table."""
    return _unit(_ANGLES[word] if word else 90 - 30 * int(hour or 12))


def _rotate(direction: Spot, angle_deg: float) -> Spot:
    c, s = _unit(angle_deg)
    return (direction[0] * c - direction[1] * s, direction[0] * s + direction[1] * c)


def _aim(start: Landmark, end: Landmark) -> Spot:
    return _direction(start.at, end.at)


def _direction(start: Spot, end: Spot) -> Spot:
    x, y = end[0] - start[0], end[1] - start[1]
    far = hypot(x, y)
    if far < 1e-6:
        raise PlaceError("no-direction")
    return (x / far, y / far)


def _along(start: Spot, direction: Spot, cm: float) -> Spot:
    return (start[0] + direction[0] * cm, start[1] + direction[1] * cm)


_PHRASES: Final[tuple[tuple[re.Pattern[str], Callable[..., Spot]], ...]] = (
    (_DISTANCE, _distant),
    (_BESIDE, _beside),
    (_BETWEEN, _between),
)
