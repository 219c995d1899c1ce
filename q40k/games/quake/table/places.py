"""Places in typed words: "30,45", "B2", "portal 3", "6 in from Bob towards the tower".

English and French words are both understood, in every language of the screen. Distances are
measured from rim to rim, as with a tape on the table. A move ("4 in towards the tower") is measured
from the base's present place. The module needs no geometry library, so it loads fast.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import cos, hypot, radians, sin
from typing import Literal

from msgspec import Struct

from q40k.games.quake.packs.arena import TILE_CM, Arena, column_name
from q40k.games.quake.state.match import Match
from q40k.geometry.outlines import Corners, middle, within
from q40k.geometry.space import CM_PER_INCH, Base, PlaceError, Spot, distance_to_segment
from q40k.kernel.lookup import find_by_prefix, nearest
from q40k.kernel.text import is_digits
from q40k.packs.base import Names

Kind = Literal["champion", "portal", "token", "flag", "barrel", "scenery", "base", "table"]
_LEADING = re.compile(r"^(?:(?:in|on|at|to|the|an|a|au|aux|dans|sur|en|la|le|les|l'|un|une|du|des|de|d') )+")
_SMALL_CM = 1.0
"""The radius of a barrel or a token, whose bases are 20 mm."""
_HAIR_CM = 2e-3
"""Places are in hundredths of a millimetre; a smaller overlap is only contact."""
_ME = ("me", "moi", "here", "ici")
_MIDDLE = ("middle", "centre", "center", "milieu", "the table", "table")


def plain_words(text: str) -> str:
    """Return text for comparison: no accents or capitals, one spelling of inches and quotes."""
    spelled = re.sub(r"″|′′|”|“|\"|''", " in ", text.replace("’", "'").replace("‘", "'"))
    bare = "".join(c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c)).casefold()
    bare = re.sub(r"\b([dl])'\s*(?=\w)", r"\1' ", bare)
    return " ".join(bare.split()).strip(" .!?")


class Landmark(Struct, frozen=True):
    """Something on the table that can be named: its kind, its names, its middle in cm.

    `radius_cm` is the distance of its rim from there; scenery and bases have `corners` instead.
    `bars`: no base can stand where it is.
    """

    kind: Kind
    id: str
    names: tuple[str, ...]
    at: Spot
    radius_cm: float = 0.0
    corners: Corners = ()
    bars: bool = False

    def rim_cm(self, direction: Spot) -> float:
        """Return the distance of its rim from its middle in a direction (a unit vector)."""
        if not self.corners:
            return self.radius_cm
        (ox, oy), (ux, uy) = self.at, direction
        far = 0.0
        for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            ex, ey = bx - ax, by - ay
            turn = ux * ey - uy * ex
            if abs(turn) < 1e-12:
                continue
            along = ((ax - ox) * ey - (ay - oy) * ex) / turn
            share = ((ax - ox) * uy - (ay - oy) * ux) / turn
            if along > far and -1e-9 <= share <= 1 + 1e-9:
                far = along
        return far

    def overlaps(self, spot: Spot, radius_cm: float) -> bool:
        """Return whether a round base there would lie on it."""
        if not self.corners:
            away = hypot(spot[0] - self.at[0], spot[1] - self.at[1])
            return away < self.radius_cm + radius_cm - _HAIR_CM
        if within(spot, self.corners):
            return True
        sides = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return any(distance_to_segment(spot, side) < radius_cm - _HAIR_CM for side in sides)


@dataclass(frozen=True)
class Surroundings:
    """The landmarks on the table, and the base to be placed: its radius, and where it is now.

    `me` is the place of the base that moves, `my_name` the name of its champion. With
    `tiles_first`, "E1" is the tile rather than the token of that name.
    """

    size: tuple[int, int]
    landmarks: tuple[Landmark, ...] = ()
    me: Spot | None = None
    radius_cm: float = 1.25
    tiles_first: bool = False
    my_name: str = ""

    @cached_property
    def tiles(self) -> Mapping[str, tuple[float, float, float, float]]:
        """Every tile by its name: left, bottom, right, top, in cm."""
        columns, rows = self.size[0] // TILE_CM, self.size[1] // TILE_CM
        return {
            f"{column_name(c)}{r + 1}": (c * TILE_CM, r * TILE_CM, (c + 1) * TILE_CM, (r + 1) * TILE_CM)
            for r in range(rows)
            for c in range(columns)
        }

    @cached_property
    def by_name(self) -> Mapping[str, tuple[Landmark, ...]]:
        """The landmarks by each of their names."""
        by_name: dict[str, list[Landmark]] = {}
        for landmark in self.landmarks:
            for name in dict.fromkeys(map(plain_words, landmark.names)):
                by_name.setdefault(name, []).append(landmark)
        return {name: tuple(landmarks) for name, landmarks in by_name.items()}

    def all_named(self, words: str) -> tuple[Landmark, ...]:
        """Return the landmarks with exactly that name."""
        return self.by_name.get(words, ())

    def find(self, words: str) -> tuple[Landmark, ...]:
        """Return the landmarks that words may mean: by the whole name, else by its beginning."""
        for wanted_name in dict.fromkeys((words, _LEADING.sub("", words + " ").strip())):
            if not wanted_name:
                continue
            mine = (*_ME, plain_words(self.my_name)) if self.my_name else _ME
            if wanted_name in mine and self.me is not None and not self.all_named(wanted_name):
                return (Landmark("champion", "", ("me",), self.me, self.radius_cm),)
            if wanted_name in _MIDDLE and not self.all_named(wanted_name):
                return (Landmark("table", "", (), (self.size[0] / 2, self.size[1] / 2)),)
            if self.all_named(wanted_name):
                return self.all_named(wanted_name)
            if wanted_name.upper() in self.tiles:
                left, bottom, right, top = self.tiles[wanted_name.upper()]
                return (Landmark("table", wanted_name, (), ((left + right) / 2, (bottom + top) / 2)),)
            entries = ((name, landmark) for name, landmarks in self.by_name.items() for landmark in landmarks)
            if matches := find_by_prefix(wanted_name, entries, any_word=True):
                return matches
        return ()

    def find_landmark(self, words: str) -> Landmark:
        """Return the landmark that words mean.

        Raises PlaceError ("no-thing", "which-thing").
        """
        candidates = self.find(words)
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            raise PlaceError("which-thing", said=words, names=_display_names(candidates))
        bare = _LEADING.sub("", words + " ").strip()
        near = nearest(bare, self.by_name)
        suggestion = _display_names(self.by_name[near])[0] if near else ""
        if not near and (any(is_digits(c) for c in bare) or len(bare.split()) > 4):
            raise PlaceError("place-unreadable", said=words)
        raise PlaceError("no-thing", said=words, near=suggestion)

    def start(self) -> Spot:
        """Return where the base stands now. Raises PlaceError ("no-start")."""
        if self.me is None:
            raise PlaceError("no-start")
        return self.me

    def usual_direction(self, landmark: Landmark) -> Spot:
        """Return the usual direction from a landmark: to the moving base, or the middle."""
        goals = [(self.size[0] / 2, self.size[1] / 2)]
        if self.me is not None and landmark.kind != "portal":
            goals.insert(0, self.me)
        for x, y in goals:
            far = hypot(x - landmark.at[0], y - landmark.at[1])
            if far > 1e-6:
                return ((x - landmark.at[0]) / far, (y - landmark.at[1]) / far)
        return (0.0, 1.0)

    def free(self, spot: Spot) -> bool:
        """Return whether the base has room: on the table, off bases and impassable scenery."""
        r = self.radius_cm
        width, height = self.size
        if not (r <= spot[0] <= width - r and r <= spot[1] <= height - r):
            return False
        return not any(landmark.bars and landmark.overlaps(spot, r) for landmark in self.landmarks)


def _display_names(landmarks: Iterable[Landmark]) -> list[str]:
    """Return the names of landmarks for a message; those with equal names get their ids."""
    entries = list(landmarks)
    names = [landmark.names[0] if landmark.names else landmark.id for landmark in entries]
    return [landmark.id if names.count(name) > 1 else name for landmark, name in zip(entries, names, strict=True)]


# -- the landmarks of a match --------------------------------------------------------------


def surroundings_in(state: Match, player: str | None = None, *, tiles_first: bool = False) -> Surroundings:
    """Return the surroundings of a player's champion in a match."""
    arena = state.arena
    mover = state.players.get(player) if player else None
    others = (_champion(state, p) for p in state.players if p != player)
    tokens = [(t.id, t.place) for t in state.tokens.values() if t.holder is None]
    return Surroundings(
        arena.size,
        (*(champion for champion in others if champion is not None), *landmarks_of(arena, tokens)),
        mover.position.at if mover else None,
        Base.of(mover.champion).reach_cm if mover else 1.25,
        tiles_first,
        mover.name if mover else "",
    )


def landmarks_of(arena: Arena, tokens: Iterable[tuple[str, Spot]]) -> list[Landmark]:
    """Return the landmarks of an arena, with the tokens where they are now."""
    landmarks = [_scenery(s.id, s.name, s.corners, s.impassable) for s in arena.scenery]
    landmarks += [
        Landmark(
            "portal",
            str(p.number),
            (f"portal {p.number}", f"portail {p.number}", f"p{p.number}"),
            p.at,
            p.diameter_in * CM_PER_INCH / 2,
        )
        for p in arena.portals
    ]
    landmarks += [_small("token", "jeton", name, at) for name, at in tokens]
    landmarks += [_small("flag", "drapeau", flag.id, flag.at) for flag in arena.flags]
    landmarks += [_small("barrel", "baril", barrel.id, barrel.at) for barrel in arena.barrels]
    landmarks += [
        Landmark("base", str(b.number), (f"base {b.number}",), middle(b.polygon), 0.0, b.polygon) for b in arena.bases
    ]
    return landmarks


def _small(kind: Kind, french: str, name: str, at: Spot) -> Landmark:
    return Landmark(kind, name, (name, f"{kind} {name}", f"{french} {name}"), at, _SMALL_CM)


def _champion(state: Match, player: str) -> Landmark | None:
    champion = state.players[player]
    if champion.position.at is None or not champion.in_play:
        return None
    reach = Base.of(champion.champion).reach_cm
    return Landmark("champion", player, (champion.name,), champion.position.at, reach, bars=True)


def _scenery(name: str, names: Names, corners: Corners, impassable: bool) -> Landmark:
    spelled = (names.in_language("en"), names.in_language("fr"), name, name.replace("-", " "))
    return Landmark("scenery", name, spelled, middle(corners), 0.0, corners, impassable)


# -- a place in words ----------------------------------------------------------------------


_MOST_LETTERS = 200
_NUMBER = r"\d+(?:[.,]\d+)?"
_COORDINATES = re.compile(rf"\(?\s*(-?{_NUMBER})\s*(?:cm)?\s*(?:;|x|,|\s)\s*(-?{_NUMBER})\s*(?:cm)?\s*\)?")
_DISTANCE = re.compile(rf"(?:a )?({_NUMBER}) ?(inches|inch|in|pouces|pouce|po|ps|cm)\b ?(.*)")
_TILE = re.compile(r"(?:in |on |dans |sur )?(?:the |la |le )?(tile |dalle )?([a-z]{1,2}\d{1,2})")
_BESIDE = re.compile(
    r"(?:beside|next to|against|by|near|a cote|au contact|contre|pres|juste a cote)"
    r"(?: (?:de la|de l'|du|des|de|d'))? (.+)"
)
_BETWEEN = re.compile(r"(?:halfway )?(?:between|a mi-chemin entre|entre) (.+)")
_FROM = re.compile(r"(?:away )?(?:from|of|depuis|de la|de l'|du|des|de|d') (.+)")
_TOWARDS = (" towards ", " toward ", " to ", " en direction de ", " vers ")
_AND = (" and ", " et ", " & ")
_ANGLES = {
    "right": 0, "east": 0, "droite": 0, "est": 0,
    "up": 90, "north": 90, "haut": 90, "nord": 90,
    "left": 180, "west": 180, "gauche": 180, "ouest": 180,
    "down": 270, "south": 270, "bas": 270, "sud": 270,
}  # fmt: skip
_TURN = "|".join(_ANGLES)
_WAY = re.compile(
    r"(?:to the |on the |at |a la |a |vers la |vers le |en |au )?"
    rf"(?:({_TURN})|(\d{{1,2}}) ?(?:o'clock|heures?|h))"
)
_WAY_OF = re.compile(rf"(?:to the |on the |a la |a |en |au )?({_TURN}) (?:of|de la|de l'|du|des|de|d') (.+)")
_STEP_CM = 1.0
_ROUND = tuple(turn * sign for turn in range(0, 181, 15) for sign in (1, -1))


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
    grid = [(left + i * _STEP_CM, bottom + j * _STEP_CM) for i in range(1, steps) for j in range(1, steps)]
    grid.sort(key=lambda at: (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2)
    return next((at for at in (middle, *grid) if surroundings.free(at)), middle)


# -- relative to something -----------------------------------------------------------------


def _beside(surroundings: Surroundings, rest: str) -> Spot:
    return _either(
        surroundings,
        rest,
        _TOWARDS,
        lambda landmark, to: _next_to(surroundings, landmark, _aim(landmark, to)),
        lambda landmark: _next_to(surroundings, landmark, None),
    )


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
    return _along(landmark.at, direction, cm) if mine else _off(surroundings, landmark, direction, cm)


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
        return _off(surroundings, surroundings.find_landmark(aside[2]), _unit(_ANGLES[aside[1]]), cm)
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
        surroundings,
        rest,
        _TOWARDS,
        lambda landmark, to: _away(surroundings, landmark, _aim(landmark, to), cm),
        lambda landmark: _away(surroundings, landmark, surroundings.usual_direction(landmark), cm),
    )


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


_PHRASES: tuple[tuple[re.Pattern[str], Callable[..., Spot]], ...] = (
    (_DISTANCE, _distant),
    (_BESIDE, _beside),
    (_BETWEEN, _between),
)
