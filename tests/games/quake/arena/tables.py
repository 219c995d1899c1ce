"""Arenas to measure on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from q40k.games.quake.arena.figures import ArenaPositions, laid_on
from q40k.games.quake.packs.arena import Arena, Circle, Flag, Portal, Scenery, TokenPlace
from q40k.geometry.positions import Figure
from q40k.geometry.space import Spot
from q40k.packs.base import Names
from tests.geometry import tables as geometry

NAME = Names(en="thing", fr="chose")


def wall(name: str, *corners: Spot, **effects: Any) -> Scenery:
    return Scenery(id=name, name=NAME, polygon=corners, **effects)


def box(name: str, left: float, bottom: float, right: float, top: float, **effects: Any) -> Scenery:
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return wall(name, *corners, **effects)


def drum(name: str, at: Spot, radius: float, **effects: Any) -> Scenery:
    return Scenery(id=name, name=NAME, circle=Circle(at=at, radius_cm=radius), **effects)


def arena(
    *scenery: Scenery,
    size: tuple[int, int] = (60, 60),
    portals: Sequence[Spot] = ((6, 54), (54, 54), (54, 6), (6, 6), (30, 30)),
    tokens: Iterable[TokenPlace] = (),
    flags: Iterable[Flag] = (),
) -> Arena:
    return Arena(
        id="test",
        name=NAME,
        note=NAME,
        size=size,
        portals=tuple(Portal(number=n, at=at) for n, at in enumerate(portals, 1)),
        tokens=tuple(tokens),
        flags=tuple(flags),
        scenery=scenery,
    )


def laid_table(*things: Scenery | Figure, **more: Any) -> ArenaPositions:
    """Scenery and figures on a table of 60 x 60 cm."""
    pieces = [thing for thing in things if isinstance(thing, Scenery)]
    return laid_on(arena(*pieces, **more), [figure for figure in things if isinstance(figure, Figure)])


def crowd(seed: int, champions: int, pieces: int, size: tuple[int, int] = (180, 120)) -> ArenaPositions:
    """An arena full of scenery and champions, none of them in another or in a wall."""
    table = geometry.crowd(seed, champions, pieces, size)
    scenery = [_scenery(number, piece.scenery) for number, piece in enumerate(table.field.pieces)]
    width, height = size
    portals = [(10, 10), (width - 10, 10), (10, height - 10), (width - 10, height - 10), (width / 2, height / 2)]
    tokens = [TokenPlace(id=f"E{n}", category="equipment", at=(width / 2, height * (n + 1) / 12)) for n in range(10)]
    return laid_on(arena(*scenery, size=size, portals=portals, tokens=tokens), table.figures)


def _scenery(number: int, piece: geometry.Ground) -> Scenery:
    """A piece of ground as scenery; every tenth is dark."""
    round_ = piece.circle
    return Scenery(
        id=piece.id,
        name=NAME,
        polygon=piece.polygon,
        circle=Circle(at=round_.at, radius_cm=round_.radius_cm) if round_ else None,
        height_in=piece.height_in,
        impassable=piece.impassable,
        blocks_sight=piece.blocks_sight,
        dark=number % 10 == 9,
    )
