"""Measure straight lines through the air: jump packs, with heights and room to land (MOVE-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot
from typing import Final

import shapely

from q40k.games.quake.arena.figures import ArenaPositions
from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.bases import HAIR_CM, gap_cm, within_box
from q40k.geometry.paths import TOUCH_CM, near_scenery
from q40k.geometry.positions import Figure
from q40k.geometry.space import Centimetres, Inches, Spot, to_inches
from q40k.geometry.surfaces import barred_by

HIGHEST_FLOWN_IN: Final = 12
"""The highest wall a jump can pass over; higher ones are flown around (MOVE-1)."""


@dataclass(frozen=True, slots=True)
class InTheWay:
    """Hold scenery higher than the straight line that crosses it, and by how much."""

    scenery: Scenery
    from_in: Inches
    to_in: Inches
    above_in: Inches


@dataclass(frozen=True, slots=True)
class Jump:
    """Hold a jump: the straight line, and the shortest path over the scenery in it, in inches.

    `room`: the base lands wholly on the table, on no other base, and in nothing impassable higher
    than its landing place. `blocked_by` names what is in the way.
    """

    straight_in: Inches
    over_in: Inches
    in_the_way: tuple[InTheWay, ...]
    on_table: bool
    blocked_by: tuple[str, ...]

    @property
    def too_high(self) -> tuple[Scenery, ...]:
        """Return the scenery in the line that is too high to be flown over.

        Rule: MOVE-1
        """
        return tuple(
            obstacle.scenery
            for obstacle in self.in_the_way
            if obstacle.scenery.height_in > HIGHEST_FLOWN_IN
        )

    @property
    def room(self) -> bool:
        """Tell whether there is room to land.

        Rule: MOVE-1
        """
        return self.on_table and not self.blocked_by


def jump(positions: ArenaPositions, mover: Figure, to: Spot, to_elevation_in: float = 0.0) -> Jump:
    """Measure a jump of a figure to a spot at this elevation.

    Rule: MOVE-1
    """
    flat = to_inches(Centimetres(hypot(to[0] - mover.spot[0], to[1] - mover.spot[1])))
    start, end = (0.0, mover.elevation_in), (float(flat), to_elevation_in)
    in_the_way: list[InTheWay] = []
    corners: list[Spot] = []
    for piece, begin, stop in _crossings(positions, mover, to, to_elevation_in):
        line = [_height(start, end, along) for along in (begin, stop)]
        above = piece.height_in - min(line)
        if above > 0:
            in_the_way.append(InTheWay(piece, Inches(begin), Inches(stop), Inches(above)))
            corners += [(begin, piece.height_in), (stop, piece.height_in)]
    walls = barred_by(positions.field, mover.base, to, to_elevation_in)
    return Jump(
        Inches(hypot(flat, to_elevation_in - mover.elevation_in)),
        Inches(_taut([start, *sorted(corners), end])),
        tuple(in_the_way),
        within_box(mover.base, to, positions.field.size),
        tuple(wall.id for wall in walls) + tuple(_bases(positions, mover, to)),
    )


def _bases(positions: ArenaPositions, mover: Figure, to: Spot) -> Iterator[str]:
    """Return the figures it would land on."""
    for figure in positions.others(mover.id):
        if gap_cm(mover.base, to, figure.base, figure.spot) < -HAIR_CM:
            yield figure.id


def _crossings(
    positions: ArenaPositions, mover: Figure, to: Spot, to_elevation_in: float
) -> list[tuple[Scenery, float, float]]:
    """Return the scenery the base passes over, from how many inches to how many.

    Scenery under its start or its landing place is left out.
    """
    if to == mover.spot:
        return []
    line = shapely.LineString([mover.spot, to])
    here, there = shapely.Point(mover.spot), shapely.Point(to)
    crossings = []
    for number, piece in enumerate(positions.field.pieces):
        scenery = piece.scenery
        near = near_scenery(positions.field, number, mover.base, TOUCH_CM)
        under = (scenery.height_in <= mover.elevation_in and near.contains(here)) or (
            scenery.height_in <= to_elevation_in and near.contains(there)
        )
        if scenery.height_in <= 0 or under:
            continue
        for part in shapely.get_parts(line.intersection(near)):
            ends = [hypot(x - mover.spot[0], y - mover.spot[1]) for x, y in part.coords]
            if ends and max(ends) > min(ends):
                begin, stop = (to_inches(Centimetres(cm)) for cm in (min(ends), max(ends)))
                crossings.append((scenery, float(begin), float(stop)))
    return crossings


def _height(start: Spot, end: Spot, along: float) -> float:
    return start[1] + (end[1] - start[1]) * along / end[0]


def _taut(corners: list[Spot]) -> float:
    """Return the length of a string pulled tight over corners, from the first to the last."""
    hull: list[Spot] = []
    for corner in corners:
        while len(hull) > 1 and _sags(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return sum(dist(a, b) for a, b in pairwise(hull))


def _sags(a: Spot, b: Spot, c: Spot) -> bool:
    """Tell whether the middle of three corners is on or below the line of the others."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0
