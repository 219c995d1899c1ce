"""What a place can be said by: the champions, portals, tokens and pieces of scenery of a match."""

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
from q40k.geometry.spots import PlaceError, Spot
from q40k.geometry.units import CM_PER_INCH
from q40k.kernel.lookup import find_by_prefix, nearest
from q40k.packs.base import Names

Kind = Literal["champion", "portal", "token", "flag", "barrel", "scenery", "base", "table"]
_LEADING: Final = re.compile(
    r"^(?:(?:in|on|at|to|the|an|a|au|aux|dans|sur|en|la|le|les|l'|un|une|du|des|de|d') )+"
)
_SMALL_CM: Final = 1.0
"""The radius of a barrel or a token: they stand on 20 mm."""
_HAIR_CM: Final = 2e-3
"""Places are said in hundredths of a millimetre; what overlaps by less only touches."""
_ME: Final = ("me", "moi", "here", "ici")
_MIDDLE: Final = ("middle", "centre", "center", "milieu", "the table", "table")


def plain_words(text: str) -> str:
    """Text as it is compared: no accents, no capitals, inches and apostrophes in one spelling."""
    spelled = re.sub(r"″|′′|”|“|\"|''", " in ", text.replace("’", "'").replace("‘", "'"))
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(c)
    ).casefold()
    bare = re.sub(r"\b([dl])'\s*(?=\w)", r"\1' ", bare)
    return " ".join(bare.split()).strip(" .!?")


class Thing(Struct, frozen=True):
    """Something on the table: what it is, what it is called, where its middle lies, in cm.

    `radius_cm` is how far its rim lies from there; scenery and bases have `corners` instead.
    `bars`: no base can stand where it is.
    """

    kind: Kind
    id: str
    names: tuple[str, ...]
    at: Spot
    radius_cm: float = 0.0
    corners: Corners = ()
    bars: bool = False

    def rim_cm(self, way: Spot) -> float:
        """How far its rim lies from its middle in a direction (a step of length one)."""
        if not self.corners:
            return self.radius_cm
        (ox, oy), (ux, uy) = self.at, way
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
        """Whether a round base there would lie on it."""
        if not self.corners:
            away = hypot(spot[0] - self.at[0], spot[1] - self.at[1])
            return away < self.radius_cm + radius_cm - _HAIR_CM
        if within(spot, self.corners):
            return True
        sides = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return any(distance_to_segment(spot, side) < radius_cm - _HAIR_CM for side in sides)


@dataclass(frozen=True)
class Known:
    """What is on the table, and the base that is to be placed: its reach, and where it is now.

    `me` is where the base that moves stands, `my_name` what its champion is called.
    `tiles_first` says that "E1" is the tile rather than the token of that name.
    """

    size: tuple[int, int]
    things: tuple[Thing, ...] = ()
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
    def by_name(self) -> Mapping[str, tuple[Thing, ...]]:
        """The things by each of their names."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            for name in dict.fromkeys(map(plain_words, thing.names)):
                found.setdefault(name, []).append(thing)
        return {name: tuple(things) for name, things in found.items()}

    def named(self, words: str) -> tuple[Thing, ...]:
        """The things of exactly that name."""
        return self.by_name.get(words, ())

    def find(self, words: str) -> tuple[Thing, ...]:
        """The things that words may mean: by their whole name, else by how it begins."""
        for said in dict.fromkeys((words, _LEADING.sub("", words + " ").strip())):
            if not said:
                continue
            mine = (*_ME, plain_words(self.my_name)) if self.my_name else _ME
            if said in mine and self.me is not None and not self.named(said):
                return (Thing("champion", "", ("me",), self.me, self.radius_cm),)
            if said in _MIDDLE and not self.named(said):
                return (Thing("table", "", (), (self.size[0] / 2, self.size[1] / 2)),)
            if self.named(said):
                return self.named(said)
            if said.upper() in self.tiles:
                left, bottom, right, top = self.tiles[said.upper()]
                return (Thing("table", said, (), ((left + right) / 2, (bottom + top) / 2)),)
            called = ((name, one) for name, things in self.by_name.items() for one in things)
            if begun := find_by_prefix(said, called, any_word=True):
                return begun
        return ()

    def thing(self, words: str) -> Thing:
        """The one thing that words mean. Raises PlaceError ("no-thing", "which-thing")."""
        found = self.find(words)
        if len(found) == 1:
            return found[0]
        if found:
            raise PlaceError("which-thing", said=words, names=_called(found))
        bare = _LEADING.sub("", words + " ").strip()
        near = nearest(bare, self.by_name)
        meant = _called(self.by_name[near])[0] if near else ""
        if not near and (any(c.isdigit() for c in bare) or len(bare.split()) > 4):
            raise PlaceError("place-unreadable", said=words)
        raise PlaceError("no-thing", said=words, near=meant)

    def start(self) -> Spot:
        """Where the base stands now. Raises PlaceError ("no-start")."""
        if self.me is None:
            raise PlaceError("no-start")
        return self.me

    def way_out(self, thing: Thing) -> Spot:
        """The direction meant where none is said: to where the base stands, else to the middle."""
        towards = [(self.size[0] / 2, self.size[1] / 2)]
        if self.me is not None and thing.kind != "portal":
            towards.insert(0, self.me)
        for x, y in towards:
            far = hypot(x - thing.at[0], y - thing.at[1])
            if far > 1e-6:
                return ((x - thing.at[0]) / far, (y - thing.at[1]) / far)
        return (0.0, 1.0)

    def free(self, spot: Spot) -> bool:
        """Whether the base has room there: on the table, off other bases and what is impassable."""
        r = self.radius_cm
        width, height = self.size
        if not (r <= spot[0] <= width - r and r <= spot[1] <= height - r):
            return False
        return not any(thing.bars and thing.overlaps(spot, r) for thing in self.things)


def _called(things: Iterable[Thing]) -> list[str]:
    """What to call things in a message: names alike by their ids."""
    listed = list(things)
    shown = [thing.names[0] if thing.names else thing.id for thing in listed]
    return [
        thing.id if shown.count(name) > 1 else name
        for thing, name in zip(listed, shown, strict=True)
    ]


# -- of a match ----------------------------------------------------------------------------


def known_in(state: Match, player: str | None = None, *, tiles_first: bool = False) -> Known:
    """What can be said in a match about the place of a player's champion."""
    arena = state.setup.arena
    assert arena is not None
    mover = state.players.get(player) if player else None
    there = (_champion(state, p) for p in state.players if p != player)
    tokens = [(t.id, t.place) for t in state.tokens.values() if t.holder is None]
    return Known(
        arena.size,
        (*(one for one in there if one is not None), *laid_out(arena, tokens)),
        mover.position.at if mover else None,
        Base.of(mover.champion).reach_cm if mover else 1.25,
        tiles_first,
        mover.name if mover else "",
    )


def laid_out(arena: Arena, tokens: Iterable[tuple[str, Spot]]) -> list[Thing]:
    """What lies on an arena, with the tokens where they are now."""
    things = [_scenery(s.id, s.name, s.corners, s.impassable) for s in arena.scenery]
    things += [
        Thing("portal", str(p.number), _numbered("portal", "portail", p.number, "p"), p.at,
              p.diameter_in * CM_PER_INCH / 2)
        for p in arena.portals
    ]  # fmt: skip
    things += [_small("token", "jeton", name, at) for name, at in tokens]
    things += [_small("flag", "drapeau", flag.id, flag.at) for flag in arena.flags]
    things += [_small("barrel", "baril", barrel.id, barrel.at) for barrel in arena.barrels]
    things += [
        Thing("base", str(b.number), (f"base {b.number}",), middle(b.polygon), 0.0, b.polygon)
        for b in arena.bases
    ]
    return things


def _small(kind: Kind, french: str, name: str, at: Spot) -> Thing:
    return Thing(kind, name, (name, f"{kind} {name}", f"{french} {name}"), at, _SMALL_CM)


def _numbered(word: str, french: str, number: int, letter: str) -> tuple[str, ...]:
    return (f"{word} {number}", f"{french} {number}", f"{letter}{number}")


def _champion(state: Match, player: str) -> Thing | None:
    one = state.players[player]
    if one.position.at is None or not one.in_play:
        return None
    reach = Base.of(one.champion).reach_cm
    return Thing("champion", player, (one.name,), one.position.at, reach, bars=True)


def _scenery(name: str, names: Names, corners: Corners, impassable: bool) -> Thing:
    spelled = (names.in_language("en"), names.in_language("fr"), name, name.replace("-", " "))
    return Thing("scenery", name, spelled, middle(corners), 0.0, corners, impassable)
