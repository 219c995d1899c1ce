"""Straight lines through the air: jump packs, with heights and room to land (MOVE-1)."""

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
"""A wall that is higher cannot be flown over, only round (MOVE-1)."""


@dataclass(frozen=True, slots=True)
class InTheWay:
    """Scenery that is higher than the straight line where that crosses it, and by how much."""

    scenery: Scenery
    from_in: Inches
    to_in: Inches
    above_in: Inches


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump: the straight line, and the shortest way over what stands in it, in inches.

    `room`: the base lands wholly on the table, on no other base and in nothing impassable that
    is higher than where it lands; `blocked_by` says what is in the way.
    """

    straight_in: Inches
    over_in: Inches
    in_the_way: tuple[InTheWay, ...]
    on_table: bool
    blocked_by: tuple[str, ...]

    @property
    def too_high(self) -> tuple[Scenery, ...]:
        """What stands in the line and is too high to be flown over.

        Rule: MOVE-1
        """
        return tuple(
            one.scenery for one in self.in_the_way if one.scenery.height_in > HIGHEST_FLOWN_IN
        )

    @property
    def room(self) -> bool:
        """Whether there is room to land.

        Rule: MOVE-1
        """
        return self.on_table and not self.blocked_by


def jump(positions: ArenaPositions, mover: Figure, to: Spot, to_elevation_in: float = 0.0) -> Jump:
    """A jump of a figure from where it stands to a spot, its feet so high above the table.

    Rule: MOVE-1
    """
    flat = to_inches(Centimetres(hypot(to[0] - mover.spot[0], to[1] - mover.spot[1])))
    start, end = (0.0, mover.elevation_in), (float(flat), to_elevation_in)
    in_the_way: list[InTheWay] = []
    corners: list[Spot] = []
    for one, begin, stop in _crossed(positions, mover, to, to_elevation_in):
        line = [_height(start, end, along) for along in (begin, stop)]
        above = one.height_in - min(line)
        if above > 0:
            in_the_way.append(InTheWay(one, Inches(begin), Inches(stop), Inches(above)))
            corners += [(begin, one.height_in), (stop, one.height_in)]
    walls = barred_by(positions.field, mover.base, to, to_elevation_in)
    return Jump(
        Inches(hypot(flat, to_elevation_in - mover.elevation_in)),
        Inches(_taut([start, *sorted(corners), end])),
        tuple(in_the_way),
        within_box(mover.base, to, positions.field.size),
        tuple(one.id for one in walls) + tuple(_bases(positions, mover, to)),
    )


def _bases(positions: ArenaPositions, mover: Figure, to: Spot) -> Iterator[str]:
    """The figures that it would land on."""
    for one in positions.others(mover.id):
        if gap_cm(mover.base, to, one.base, one.spot) < -HAIR_CM:
            yield one.id


def _crossed(
    positions: ArenaPositions, mover: Figure, to: Spot, to_elevation_in: float
) -> list[tuple[Scenery, float, float]]:
    """The scenery with a height that the base passes over: from how many inches to how many.

    What it stands on top of, or lands on top of, is not passed over.
    """
    if to == mover.spot:
        return []
    line = shapely.LineString([mover.spot, to])
    here, there = shapely.Point(mover.spot), shapely.Point(to)
    found = []
    for number, piece in enumerate(positions.field.pieces):
        one = piece.scenery
        near = near_scenery(positions.field, number, mover.base, TOUCH_CM)
        under = (one.height_in <= mover.elevation_in and near.contains(here)) or (
            one.height_in <= to_elevation_in and near.contains(there)
        )
        if one.height_in <= 0 or under:
            continue
        for part in shapely.get_parts(line.intersection(near)):
            ends = [hypot(x - mover.spot[0], y - mover.spot[1]) for x, y in part.coords]
            if ends and max(ends) > min(ends):
                begin, stop = (to_inches(Centimetres(cm)) for cm in (min(ends), max(ends)))
                found.append((one, float(begin), float(stop)))
    return found


def _height(start: Spot, end: Spot, along: float) -> float:
    return start[1] + (end[1] - start[1]) * along / end[0]


def _taut(corners: list[Spot]) -> float:
    """The length of a string drawn tight over corners, from the first place to the last."""
    hull: list[Spot] = []
    for corner in corners:
        while len(hull) > 1 and _sags(hull[-2], hull[-1], corner):
            hull.pop()
        hull.append(corner)
    return sum(dist(a, b) for a, b in pairwise(hull))


def _sags(a: Spot, b: Spot, c: Spot) -> bool:
    """Whether the middle one of three corners lies on or below the line of the others."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) >= 0
