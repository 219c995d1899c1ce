"""Places as people say them: "30,45", "B2", "portal 3", "6 in from Bob towards the tower".

English and French words are both understood, whatever the language of the screen. Distances are
measured from rim to rim, as with a tape on the table; a move ("4 in towards the tower") from where
the base stands now. Needs no geometry library, so that it costs nothing to load.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import cos, hypot, radians, sin
from typing import Final

from q40k.games.quake.table.landmarks import Known, Thing, plain_words
from q40k.geometry.spots import PlaceError, Spot
from q40k.geometry.units import CM_PER_INCH

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


def read_spot(said: str, known: Known) -> Spot:
    """The place meant, in cm from the bottom left corner, always on the table.

    Raises PlaceError ("place-unreadable", "no-thing", "which-thing", "outside", "no-start").
    """
    words = plain_words(said[:_MOST_LETTERS])
    if not words:
        raise PlaceError("place-empty")
    x, y = _spot(words, said.strip(), known)
    width, height = known.size
    if not (0 <= x <= width and 0 <= y <= height):
        raise PlaceError("outside", x=round(x, 2), y=round(y, 2), width=width, height=height)
    return (round(x, 3), round(y, 3))


def tile_said(said: str, known: Known) -> str | None:
    """The tile that is meant, when a tile is all that is said; a token of that name comes first
    unless tiles are looked for or "tile" is said."""
    found = _TILE.fullmatch(plain_words(said[:_MOST_LETTERS]))
    if found is None:
        return None
    name = found[2].upper()
    if not found[1] and not known.tiles_first and known.named(found[2]):
        return None
    return name if name in known.tiles else None


def _spot(words: str, said: str, known: Known) -> Spot:
    numbers = _COORDINATES.fullmatch(words)
    if numbers:
        return (_number(numbers[1]), _number(numbers[2]))
    tile = tile_said(said, known)
    if tile is not None:
        return _in_tile(tile, known)
    for pattern, read in _PHRASES:
        found = pattern.fullmatch(words)
        if found:
            return read(known, *found.groups())
    return known.thing(words).at


def _number(text: str) -> float:
    return float(text.replace(",", "."))


# -- in a tile -----------------------------------------------------------------------------


def _in_tile(tile: str, known: Known) -> Spot:
    """The middle of a tile, or the place nearest to it where the base has room."""
    left, bottom, right, top = known.tiles[tile]
    middle = ((left + right) / 2, (bottom + top) / 2)
    steps = int((right - left) / _STEP_CM)
    grid = [(left + i * _STEP_CM, bottom + j * _STEP_CM) for i in range(1, steps)
            for j in range(1, steps)]  # fmt: skip
    grid.sort(key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
    return next((at for at in (middle, *grid) if known.free(at)), middle)


# -- relative to something -----------------------------------------------------------------


def _beside(known: Known, rest: str) -> Spot:
    return _either(known, rest, _TOWARDS, lambda thing, to: _next_to(known, thing, _aim(thing, to)),
                   lambda thing: _next_to(known, thing, None))  # fmt: skip


def _next_to(known: Known, thing: Thing, way: Spot | None) -> Spot:
    """A place that touches a thing; by a portal, within the inch around it (PORTAL-3)."""
    usual = way or known.way_out(thing)
    turns = (0,) if way else _ROUND
    spots = [_off(known, thing, _turned(usual, turn), 0.0) for turn in turns]
    return next((spot for spot in spots if known.free(spot)), spots[0])


def _off(known: Known, thing: Thing, way: Spot, gap_cm: float) -> Spot:
    """From the rim of a thing so far to the rim of the base, in a direction."""
    far = thing.rim_cm(way) + gap_cm + known.radius_cm
    if thing.kind == "portal" and not gap_cm:
        far = thing.radius_cm + CM_PER_INCH - known.radius_cm - 0.01
    return (thing.at[0] + far * way[0], thing.at[1] + far * way[1])


def _away(known: Known, thing: Thing, way: Spot, cm: float) -> Spot:
    """So far from a thing, rim to rim; from the very base that moves: so far from its middle."""
    mine = thing.kind == "champion" and not thing.id
    return _along(thing.at, way, cm) if mine else _off(known, thing, way, cm)


def _between(known: Known, rest: str) -> Spot:
    def middle(one: Thing, other: Thing) -> Spot:
        return ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)

    def alone(_thing: Thing) -> Spot:
        raise PlaceError("place-unreadable", said=rest)

    return _either(known, rest, _AND, middle, alone)


def _distant(known: Known, number: str, unit: str, rest: str) -> Spot:
    """So far from something, or so far from where the base stands."""
    cm = _number(number) * (1.0 if unit == "cm" else CM_PER_INCH)
    aside = _WAY_OF.fullmatch(rest)
    if aside:
        return _off(known, known.thing(aside[2]), _unit(_ANGLES[aside[1]]), cm)
    source = _FROM.fullmatch(rest)
    if source:
        return _from(known, source[1], cm)
    way = _WAY.fullmatch(rest)
    if way:
        return _along(known.start(), _clock(way[1], way[2]), cm)
    for sep in _TOWARDS:
        if rest.startswith(sep.lstrip()):
            start, to = known.start(), known.thing(rest[len(sep) - 1 :])
            return _along(start, _direction(start, to.at), cm)
    raise PlaceError("place-unreadable", said=rest or f"{number} {unit}")


def _from(known: Known, rest: str, cm: float) -> Spot:
    words = rest.split(" ")
    for cut in range(1, len(words)):
        way = _WAY.fullmatch(" ".join(words[cut:]))
        if way and known.find(" ".join(words[:cut])):
            thing = known.thing(" ".join(words[:cut]))
            return _away(known, thing, _clock(way[1], way[2]), cm)
    return _either(
        known, rest, _TOWARDS,
        lambda thing, to: _away(known, thing, _aim(thing, to), cm),
        lambda thing: _away(known, thing, known.way_out(thing), cm),
    )  # fmt: skip


def _either(
    known: Known,
    rest: str,
    between: tuple[str, ...],
    both: Callable[[Thing, Thing], Spot],
    alone: Callable[[Thing], Spot],
) -> Spot:
    """Read "X towards Y" or just "X", also when a name holds such a word. Raises PlaceError."""
    trouble: PlaceError | None = None
    for left, right in _splits(rest, between):
        try:
            return both(known.thing(left), known.thing(right))
        except PlaceError as error:
            trouble = trouble or error
    if trouble is not None and not known.find(rest):
        raise trouble
    return alone(known.thing(rest))


def _splits(rest: str, between: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for word in between:
        for found in re.finditer(re.escape(word), rest):
            yield rest[: found.start()], rest[found.end() :]


# -- directions ----------------------------------------------------------------------------


def _unit(angle_deg: float) -> Spot:
    return (cos(radians(angle_deg)), sin(radians(angle_deg)))


def _clock(word: str | None, hour: str | None) -> Spot:
    """A direction by its word, or as on a clock face: 12 is up the table."""
    return _unit(_ANGLES[word] if word else 90 - 30 * int(hour or 12))


def _turned(way: Spot, angle_deg: float) -> Spot:
    c, s = _unit(angle_deg)
    return (way[0] * c - way[1] * s, way[0] * s + way[1] * c)


def _aim(thing: Thing, to: Thing) -> Spot:
    return _direction(thing.at, to.at)


def _direction(start: Spot, end: Spot) -> Spot:
    x, y = end[0] - start[0], end[1] - start[1]
    far = hypot(x, y)
    if far < 1e-6:
        raise PlaceError("no-direction")
    return (x / far, y / far)


def _along(start: Spot, way: Spot, cm: float) -> Spot:
    return (start[0] + way[0] * cm, start[1] + way[1] * cm)


_PHRASES: Final[tuple[tuple[re.Pattern[str], Callable[..., Spot]], ...]] = (
    (_DISTANCE, _distant),
    (_BESIDE, _beside),
    (_BETWEEN, _between),
)
