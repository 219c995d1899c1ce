"""What can hide one base from another: edges of scenery and discs, each with its heights.

A polygon hides what its edges hide, as a line that passes through it crosses its outline; an oval
base is two discs and its two long sides. So there are only two kinds of screen, a segment and a
disc, and both are a segment with a radius. Heights are inches, lengths centimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Literal

import numpy as np

from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.field import Field, Terrain
from q40k.geometry.positions import Figure, Positions

LinesTo = Literal["figure", "base"]
"""Where a line of sight ends above each point of a base: at the figure's top, or at its feet."""
HAIR_IN = 1e-6
"""Who is just as tall as what it reaches into is seen over it from above; who stands just as high
as its top stands on it."""
SCREENS_TIMES = 2
"""A figure screens so many times its height (SHOOT-2)."""


@dataclass(frozen=True, slots=True)
class Screens:
    """Screens as arrays, a row each: a segment from `p` to `q` with a radius, and its heights.

    It hides what passes between `low` and `high` inches above the table. An `endless` one has no
    top for those who stand no higher than `high`. `owner` is the number of the piece of scenery;
    after the last piece come the figures.
    """

    p: Floats
    q: Floats
    radius: Floats
    low: Floats
    high: Floats
    endless: Bools
    owner: Ints


_Row = tuple[float, float, float, float, float, float, float, bool, int]


def screens_of(positions: Positions[Terrain]) -> Screens:
    """Every screen there is: those of the scenery, then those of the figures."""
    field = positions.field
    rows = list(_scenery_rows(field))
    first = len(field.pieces)
    for number, one in enumerate(positions.figures):
        rows += _figure_rows(one, first + number)
    table = np.array([row[:7] for row in rows], dtype=float).reshape(-1, 7)
    return Screens(
        p=table[:, 0:2],
        q=table[:, 2:4],
        radius=table[:, 4],
        low=table[:, 5],
        high=table[:, 6],
        endless=np.array([row[7] for row in rows], dtype=bool),
        owner=np.array([row[8] for row in rows], dtype=np.intp),
    )


def _scenery_rows(field: Field[Terrain]) -> tuple[_Row, ...]:
    kept: tuple[_Row, ...] | None = field.kept.get("screens")
    if kept is None:
        rows: list[_Row] = []
        for number, piece in enumerate(field.pieces):
            one = piece.scenery
            if not one.blocks_sight and one.height_in <= 0:
                continue  # flat ground hides nothing
            heights = (0.0, _top(one), one.blocks_sight, number)
            if one.circle is not None:
                rows.append((*one.circle.at, *one.circle.at, piece.swell, *heights))
                continue
            corners = list(piece.core.exterior.coords)
            rows += [(*p, *q, 0.0, *heights) for p, q in pairwise(corners)]
        kept = field.kept["screens"] = tuple(rows)
    return kept


def _top(scenery: Terrain) -> float:
    """The height that counts; a piece that blocks sight and has no height has no top."""
    return inf if scenery.blocks_sight and scenery.height_in <= 0 else scenery.height_in


def _figure_rows(one: Figure, owner: int) -> list[_Row]:
    """The screens of a figure: twice its height over the width of its base (SHOOT-2).

    Rule: SHOOT-2
    """
    low = one.elevation_in
    heights = (low, low + SCREENS_TIMES * one.height_in, False, owner)
    r = one.base.radius_cm
    (ax, ay), (bx, by) = one.base.spine(one.spot)
    if one.base.round:
        return [(ax, ay, ax, ay, r, *heights)]
    half = one.base.half_spine_cm
    # Across the spine, as far as the rim.
    nx, ny = -(by - ay) / (2 * half) * r, (bx - ax) / (2 * half) * r
    return [
        (ax, ay, ax, ay, r, *heights),
        (bx, by, bx, by, r, *heights),
        (ax + nx, ay + ny, bx + nx, by + ny, 0.0, *heights),
        (ax - nx, ay - ny, bx - nx, by - ny, 0.0, *heights),
    ]


def transparent(positions: Positions[Terrain]) -> Bools:
    """Which owner of screens (a column each) never hides a figure (a row each), nor from it.

    A figure itself, and the scenery that the middle of its base stands on or in: that gives its
    cover instead; what lies lower than its feet it does not stand on. Impassable scenery always
    hides, as nobody stands in it.
    """
    figures, pieces = len(positions.figures), positions.field.pieces
    clear = np.zeros((figures, len(pieces) + figures), dtype=bool)
    if pieces:
        passable = np.array([not piece.scenery.impassable for piece in pieces], dtype=bool)
        tops = np.array([piece.scenery.height_in or inf for piece in pieces])
        feet = np.array([one.elevation_in for one in positions.figures]).reshape(-1, 1)
        clear[:, : len(pieces)] = positions.in_scenery & passable & (feet <= tops + HAIR_IN)
    clear[np.arange(figures), len(pieces) + np.arange(figures)] = True
    return clear


def stretches(
    screens: Screens,
    which: Ints,
    shooters: list[Figure],
    targets: list[Figure],
    aim: LinesTo = "figure",
) -> tuple[Floats, Floats]:
    """For each screen of `which`, with its shooter and target: the stretch of its shadow.

    The line of sight runs from the top of the shooter to the top of the target, or to its base,
    so it is as high as the screen only on a part of its way, from a share s0 to a share s1. A
    point is hidden when its distance is between 1/s1 and 1/s0 times that of the screen. Where
    that never is, the stretch is (inf, inf).
    """
    eye = np.array([one.top_in for one in shooters])
    top = np.array([one.top_in if aim == "figure" else one.elevation_in for one in targets])
    feet = np.array(
        [max(s.elevation_in, t.elevation_in) for s, t in zip(shooters, targets, strict=True)]
    )
    low, high = screens.low[which], screens.high[which]
    high = np.where(screens.endless[which] & (feet <= high), inf, high)
    rise = top - eye
    with np.errstate(divide="ignore", invalid="ignore"):
        at_low, at_high = (low - eye) / rise, (high - eye) / rise
    level = rise == 0
    reached = (low <= eye) & (eye <= high)
    first = np.where(level, np.where(reached, 0.0, 2.0), np.minimum(at_low, at_high))
    last = np.where(level, 1.0, np.maximum(at_low, at_high))
    first, last = np.maximum(first, 0.0), np.minimum(last, 1.0)
    never = (first > last) | (last <= 0)
    with np.errstate(divide="ignore"):
        near, far = 1.0 / last, 1.0 / first
    return np.where(never, inf, near), np.where(never, inf, far)
