"""Tables to measure on, and measures of their own: plain arithmetic, without shapely."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, inf, pi, sin
from random import Random
from typing import Any

from q40k.geometry.field import Field
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import Base, Spot, gap_cm

SMALL = Base(25)


@dataclass(frozen=True)
class Circle:
    at: Spot
    radius_cm: float


@dataclass(frozen=True)
class Ground:
    """A piece of scenery, as a game may have it."""

    id: str
    polygon: tuple[Spot, ...] | None = None
    circle: Circle | None = None
    height_in: float = 0.0
    impassable: bool = False
    climbable: bool = False
    blocks_sight: bool = False
    lethal: bool = False
    water: bool = False
    solid: bool = False

    @property
    def bars_in(self) -> float:
        if self.impassable:
            return self.height_in or inf
        return self.height_in if self.solid else 0.0


def wall(name: str, *corners: Spot, **effects: Any) -> Ground:
    return Ground(name, corners, **effects)


def box(name: str, left: float, bottom: float, right: float, top: float, **effects: Any) -> Ground:
    return wall(name, (left, bottom), (right, bottom), (right, top), (left, top), **effects)


def drum(name: str, at: Spot, radius: float, **effects: Any) -> Ground:
    return Ground(name, circle=Circle(at, radius), **effects)


def figure(name: str, x: float, y: float, base: Base = SMALL, **more: Any) -> Figure:
    return Figure(name, (x, y), base, **more)


def laid_table(*things: Ground | Figure, size: tuple[int, int] = (60, 60)) -> Positions[Ground]:
    """Scenery and figures on a table."""
    field = Field(size, [thing for thing in things if isinstance(thing, Ground)])
    return Positions(field, tuple(figure for figure in things if isinstance(figure, Figure)))


def crowd(seed: int, figures: int, pieces: int, size: tuple[int, int] = (180, 120)) -> Positions[Ground]:
    """A table full of scenery and figures, none of them in another or in something impassable."""
    chance = Random(seed)
    table = laid_table(*(_piece(chance, number, size) for number in range(pieces)), size=size)
    width, height = size
    results: list[Figure] = []
    while len(results) < figures:
        sizes = (Base(25), Base(25), Base(32), Base(40), Base(60), Base(25, 70, chance.uniform(0, 180)))
        base = chance.choice(sizes)
        spot = (chance.uniform(4, width - 4), chance.uniform(4, height - 4))
        if any(gap_cm(base, spot, result.base, result.spot) < 0 for result in results):
            continue
        if any(piece.impassable for piece in table.field.touching(base, spot)):
            continue
        tall, up = chance.choice((1.0, 1.25, 1.5, 3.0)), chance.choice((0.0, 0.0, 0.0, 3.0))
        results.append(Figure(f"F{len(results)}", spot, base, tall, up))
    return Positions(table.field, tuple(results))


def _piece(chance: Random, number: int, size: tuple[int, int]) -> Ground:
    x, y = chance.uniform(8, size[0] - 8), chance.uniform(8, size[1] - 8)
    effects = {
        "height_in": chance.choice((0.0, 1.0, 2.0, 3.0, 6.0)),
        "blocks_sight": chance.random() < 0.3,
        "impassable": chance.random() < 0.3,
    }
    if number % 4 == 0:
        return drum(f"piece-{number}", (x, y), chance.uniform(1, 4), **effects)
    count, radius = chance.randint(4, 8), chance.uniform(2, 6)
    turns = [2 * pi * n / count for n in range(count)]
    corners = [
        (x + radius * chance.uniform(0.5, 1) * cos(t), y + radius * chance.uniform(0.5, 1) * sin(t)) for t in turns
    ]
    return wall(f"piece-{number}", *corners, **effects)


# -- measures of their own -----------------------------------------------------------------


def in_base(base: Base, at: Spot, point: Spot) -> bool:
    """Whether a point lies on a base: beside its straight middle or on one of its round ends."""
    dx, dy = point[0] - at[0], point[1] - at[1]
    half = base.half_spine_cm
    if not half:
        return hypot(dx, dy) <= base.radius_cm
    ux, uy = base.arm[0] / half, base.arm[1] / half
    along, across = dx * ux + dy * uy, dy * ux - dx * uy
    return hypot(max(0.0, abs(along) - half), across) <= base.radius_cm


def in_piece(piece: Ground, point: Spot) -> bool:
    """Whether a point lies in scenery, by counting the sides that a ray from it crosses."""
    if piece.circle is not None:
        x, y = piece.circle.at
        return hypot(point[0] - x, point[1] - y) <= piece.circle.radius_cm
    corners, inside = piece.polygon or (), False
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > point[1]) != (by > point[1]):
            inside ^= point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay)
    return inside


def dots(base: Base, at: Spot, across: int) -> list[Spot]:
    """Points spread evenly over a base."""
    reach = base.reach_cm
    grid = [(2 * n + 1) / across - 1 for n in range(across)]
    points = [(at[0] + reach * x, at[1] + reach * y) for x in grid for y in grid]
    return [point for point in points if in_base(base, at, point)]
