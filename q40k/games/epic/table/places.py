"""Positions of a formation around its centre, and positions as people type them.

A position is typed as "60,45", "5 north" or "5 B": so many cm towards a formation. English and
French words are both understood, in any language of the screen.
"""

import re
from collections.abc import Collection, Mapping
from math import cos, hypot, radians, sin

from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import towards
from q40k.geometry.space import PlaceError, Spot
from q40k.kernel.lookup import find_exact, nearest

ROW = 5
GAP_CM = 1.0
MM_PER_CM = 10

Place = tuple[float, float, float]


def centre_of(state: Match, formation: str) -> Spot | None:
    """Return the centre of a formation's figures on the table, where positions are kept."""
    spots = [at for f in state.standing(formation) if (at := state.figures[f].position.at)]
    return middle_of(spots) if spots else None


def middle_of(spots: Collection[Spot]) -> Spot:
    """Return the mean of some positions."""
    return sum([at[0] for at in spots]) / len(spots), sum([at[1] for at in spots]) / len(spots)


def is_placed(state: Match, formation: str) -> bool:
    """Return whether the position of every figure of a formation on the table is kept."""
    figures = state.standing(formation)
    return bool(figures) and all(state.figures[f].position.at is not None for f in figures)


def place_in_rows(state: Match, formation: str, at: Spot, facing: float) -> tuple[Place, ...]:
    """Return a formation in rows of five around a position, a centimetre between the bases."""
    figures = state.formations[formation].figures
    step = GAP_CM + max(max(filter(None, state.profile(f).size_mm)) for f in figures) / MM_PER_CM
    deep = (len(figures) - 1) // ROW
    places = []
    for number in range(len(figures)):
        row, place = divmod(number, ROW)
        wide = min(ROW, len(figures) - row * ROW) - 1
        aside, back = (place - wide / 2) * step, (row - deep / 2) * step
        places.append(_offset_place(at, facing, aside, back))
    return tuple(places)


def shift_places(state: Match, formation: str, to: Spot, facing: float | None) -> tuple[Place, ...]:
    """Return a formation shifted so that its centre is at `to`; it keeps its shape."""
    here = centre_of(state, formation)
    assert here is not None
    dx, dy = to[0] - here[0], to[1] - here[1]
    places = []
    for figure in state.standing(formation):
        position = state.figures[figure].position
        assert position.at is not None
        ahead = position.facing if facing is None else facing
        places.append((position.at[0] + dx, position.at[1] + dy, ahead))
    return tuple(places)


def landmarks(state: Match) -> dict[str, Spot]:
    """Return what can be named as a position: formations by id, objectives by id or name."""
    landmarks = {}
    for objective in state.scenario.objectives:
        names = () if objective.name is None else (objective.name.en, objective.name.fr)
        for name in (*names, objective.id):
            landmarks[name] = (objective.at[0], objective.at[1])
    for formation in state.formations:
        at = centre_of(state, formation)
        if at is not None:
            landmarks[formation] = at
    return landmarks


def _offset_place(at: Spot, facing: float, aside: float, back: float) -> Place:
    """Return a place so far to the right of a centre and so far behind it, by its facing."""
    ahead = (cos(radians(facing)), sin(radians(facing)))
    x = at[0] + aside * ahead[1] - back * ahead[0]
    y = at[1] - aside * ahead[0] - back * ahead[1]
    return round(x, 3), round(y, 3), facing


# -- typed positions -----------------------------------------------------------------------


_NUMBER = r"-?\d+(?:[.,]\d+)?"
_COORDINATES = re.compile(rf"({_NUMBER})\s*(?:[;x]|,|\s)\s*({_NUMBER})")
_STEP = re.compile(rf"({_NUMBER})\s*(?:cm)?\s*(?:towards|to|vers|>)?\s*([^\d\s].*)")
ANGLES: Mapping[str, float] = {
    "east": 0, "e": 0, "est": 0, "right": 0, "droite": 0,
    "north": 90, "n": 90, "nord": 90, "up": 90, "haut": 90,
    "west": 180, "w": 180, "o": 180, "ouest": 180, "left": 180, "gauche": 180,
    "south": 270, "s": 270, "sud": 270, "down": 270, "bas": 270,
}  # fmt: skip


def read_spot(text: str, size: tuple[int, int], start: Spot | None, things: Mapping[str, Spot]) -> Spot:
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
    raise PlaceError("no-thing", said=word, nearest=nearest(word, [name.casefold() for name in things]))


def _number(text: str) -> float:
    return float(text.replace(",", "."))
