"""The landmarks by which a place can be named: champions, portals, tokens, scenery of a match."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import Final, Literal

from msgspec import Struct

from q40k.games.quake.arena.tiles import TILE_CM, column_name
from q40k.games.quake.packs.arena import Arena
from q40k.games.quake.rules.state import Match
from q40k.geometry.bases import Base, distance_to_segment
from q40k.geometry.outlines import Corners, middle, within
from q40k.geometry.space import CM_PER_INCH, PlaceError, Spot
from q40k.kernel.lookup import find_by_prefix, nearest
from q40k.packs.base import Names

Kind = Literal["champion", "portal", "token", "flag", "barrel", "scenery", "base", "table"]
_LEADING: Final = re.compile(
    r"^(?:(?:in|on|at|to|the|an|a|au|aux|dans|sur|en|la|le|les|l'|un|une|du|des|de|d') )+"
)
_SMALL_CM: Final = 1.0
"""The radius of a barrel or a token, whose bases are 20 mm."""
_HAIR_CM: Final = 2e-3
"""Places are in hundredths of a millimetre; a smaller overlap is only contact."""
_ME: Final = ("me", "moi", "here", "ici")
_MIDDLE: Final = ("middle", "centre", "center", "milieu", "the table", "table")


def plain_words(text: str) -> str:
    """Return text for comparison: no accents or capitals, one spelling of inches and quotes."""
    spelled = re.sub(r"″|′′|”|“|\"|''", " in ", text.replace("’", "'").replace("‘", "'"))
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c)
    ).casefold()
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
        for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]),
                                      strict=True):  # fmt: skip
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
            f"{column_name(c)}{r + 1}": (
                c * TILE_CM, r * TILE_CM, (c + 1) * TILE_CM, (r + 1) * TILE_CM,
            )
            for r in range(rows)
            for c in range(columns)
        }  # fmt: skip

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
                return (
                    Landmark("table", wanted_name, (), ((left + right) / 2, (bottom + top) / 2)),
                )
            entries = (
                (name, landmark)
                for name, landmarks in self.by_name.items()
                for landmark in landmarks
            )
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
        if not near and (any(c.isdigit() for c in bare) or len(bare.split()) > 4):
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
    return [
        landmark.id if names.count(name) > 1 else name
        for landmark, name in zip(entries, names, strict=True)
    ]


# -- of a match ----------------------------------------------------------------------------


def surroundings_in(
    state: Match, player: str | None = None, *, tiles_first: bool = False
) -> Surroundings:
    """Return the surroundings of a player's champion in a match."""
    arena = state.setup.arena
    assert arena is not None
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
        Landmark("portal", str(p.number), _numbered_names("portal", "portail", p.number, "p"), p.at,
              p.diameter_in * CM_PER_INCH / 2)
        for p in arena.portals
    ]  # fmt: skip
    landmarks += [_small("token", "jeton", name, at) for name, at in tokens]
    landmarks += [_small("flag", "drapeau", flag.id, flag.at) for flag in arena.flags]
    landmarks += [_small("barrel", "baril", barrel.id, barrel.at) for barrel in arena.barrels]
    landmarks += [
        Landmark("base", str(b.number), (f"base {b.number}",), middle(b.polygon), 0.0, b.polygon)
        for b in arena.bases
    ]
    return landmarks


def _small(kind: Kind, french: str, name: str, at: Spot) -> Landmark:
    return Landmark(kind, name, (name, f"{kind} {name}", f"{french} {name}"), at, _SMALL_CM)


def _numbered_names(word: str, french: str, number: int, letter: str) -> tuple[str, ...]:
    return (f"{word} {number}", f"{french} {number}", f"{letter}{number}")


def _champion(state: Match, player: str) -> Landmark | None:
    champion = state.players[player]
    if champion.position.at is None or not champion.in_play:
        return None
    reach = Base.of(champion.champion).reach_cm
    return Landmark("champion", player, (champion.name,), champion.position.at, reach, bars=True)


def _scenery(name: str, names: Names, corners: Corners, impassable: bool) -> Landmark:
    spelled = (names.in_language("en"), names.in_language("fr"), name, name.replace("-", " "))
    return Landmark("scenery", name, spelled, middle(corners), 0.0, corners, impassable)
