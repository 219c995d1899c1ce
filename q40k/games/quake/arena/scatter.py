"""Place scenery and barrels at random; scenery comes in half-turned pairs for fairness."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, dist, hypot, pi, sin
from typing import Any, Final

from q40k.geometry.space import Spot

TRIES: Final = 400
"""The number of places tried for one thing before the table counts as full."""
GAP_CM: Final = 5.0
"""The gap between two pieces of scenery: a champion on any base fits through."""
EDGE_CM: Final = 1.0
BARREL_CM: Final = 1.0
SMALLEST: Final = 0.5
"""A piece that does not fit is tried down to this share of its size."""

_Kind = tuple[str, str, str, float, float, dict[str, Any]]
_KINDS: Final[tuple[_Kind, ...]] = (
    ("ruin", "Ruin", "Ruine", 16, 12,
     {"height_in": 4, "cover": 4, "difficult": True, "climbable": True}),
    ("wall", "Low wall", "Muret", 14, 2, {"height_in": 1, "cover": 4}),
    ("tower", "Tower", "Tour", 10, 10, {"height_in": 6, "cover": 5, "climbable": True}),
    ("tank", "Tank", "Cuve", 9, 0, {"height_in": 4, "impassable": True, "blocks_sight": True}),
    ("crates", "Crates", "Caisses", 7, 5, {"height_in": 1.5, "cover": 4, "climbable": True}),
    ("rubble", "Rubble", "Gravats", 12, 0, {"height_in": 0.5, "cover": 5, "difficult": True}),
    ("pool", "Pool", "Bassin", 14, 0, {"water": True}),
    ("shed", "Dark shed", "Hangar obscur", 14, 9, {"height_in": 3, "dark": True}),
)  # fmt: skip
"""Id, names, length and width in cm (no width: round), effects (ARENA-5)."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Hold a table to place things on: its size, the bases as boxes, and occupied discs."""

    size: tuple[int, int]
    boxes: tuple[tuple[float, float, float, float], ...]
    occupied: tuple[tuple[Spot, float], ...]

    def free(self, spot: Spot, radius: float, more: Sequence[tuple[Spot, float]] = ()) -> bool:
        """Tell whether a disc is on the table, outside bases, and on nothing occupied."""
        x, y = spot
        least = radius + EDGE_CM
        if not (least <= x <= self.size[0] - least and least <= y <= self.size[1] - least):
            return False
        for left, bottom, right, top in self.boxes:
            if hypot(max(left - x, x - right, 0), max(bottom - y, y - top, 0)) < radius:
                return False
        return all(
            hypot(x - at[0], y - at[1]) >= radius + other for at, other in (*self.occupied, *more)
        )


Disc = tuple[Spot, float]


def scatter(
    kit: Layout, scenery: int, barrels: int, chance: Callable[[], float]
) -> tuple[list[dict[str, Any]], list[Spot]]:
    """Return pieces of scenery and places for barrels: as many as wanted, or as many as fit."""
    pieces: list[dict[str, Any]] = []
    occupied: list[Disc] = []
    numbers: dict[str, int] = {}
    turn = int(chance() * len(_KINDS))
    while len(pieces) < scenery:
        pair: list[tuple[Disc, dict[str, Any]]] = []
        for shift in range(len(_KINDS)):
            kind = _KINDS[(turn + shift) % len(_KINDS)]
            pair = _pair(kit, kind, min(2, scenery - len(pieces)), occupied, chance)
            if pair:
                turn += shift + 1
                break
        if not pair:
            break
        for disc, outline in pair:
            own, english, french, _length, _width, effects = kind
            numbers[own] = numbers.get(own, 0) + 1
            name = {"en": english, "fr": french}
            pieces.append({"id": f"{own}-{numbers[own]}", "name": name, **outline, **effects})
            occupied.append(disc)
    return pieces, _barrels(kit, barrels, occupied, chance)


def _pair(
    kit: Layout, kind: _Kind, number: int, occupied: Sequence[Disc], chance: Callable[[], float]
) -> list[tuple[Disc, dict[str, Any]]]:
    """Return one piece, or two, each turned half about the centre; [] if none fits."""
    length, width = kind[3], kind[4]
    around = [(at, radius + GAP_CM) for at, radius in occupied]
    for attempt in range(TRIES):
        share = 1 - (1 - SMALLEST) * attempt / TRIES
        spot = (chance() * kit.size[0], chance() * kit.size[1])
        angle = pi * chance()
        other = (kit.size[0] - spot[0], kit.size[1] - spot[1])
        radius = share * hypot(length, width) / 2
        spots = [spot, other][:number]
        apart = dist(spot, other)
        if number == 2 and apart < 2 * radius + GAP_CM:
            continue
        if all(kit.free(place, radius, around) for place in spots):
            return [
                ((place, radius), _outline(place, share * length, share * width, angle))
                for place in spots
            ]
    return []


def _outline(spot: Spot, length: float, width: float, angle: float) -> dict[str, Any]:
    """Return a circle if there is no width, else a bar turned by an angle."""
    x, y = spot
    if not width:
        at = (round(x, 1), round(y, 1))
        return {"circle": {"at": at, "radius_cm": round(length / 2 - 0.1, 1)}}
    c, s = cos(angle), sin(angle)
    corners = ((-length, -width), (length, -width), (length, width), (-length, width))
    return {
        "polygon": [
            (round(x + (u * c - v * s) / 2, 1), round(y + (u * s + v * c) / 2, 1))
            for u, v in corners
        ]
    }


def _barrels(
    kit: Layout, number: int, occupied: Sequence[Disc], chance: Callable[[], float]
) -> list[Spot]:
    """Return places for barrels beside everything else."""
    placed: list[Spot] = []
    for _ in range(number):
        around = [*occupied, *((spot, BARREL_CM + 0.5) for spot in placed)]
        for _try in range(TRIES):
            spot = (round(chance() * kit.size[0], 1), round(chance() * kit.size[1], 1))
            if kit.free(spot, BARREL_CM + 0.5, around):
                placed.append(spot)
                break
        else:
            break
    return placed
