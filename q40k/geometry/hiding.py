"""Screens: the edges of scenery and the discs that can hide one base from another, with heights.

A polygon hides what its edges hide, because a line through it crosses its outline. An oval base is
two discs and its two long sides. So every screen is a segment with a radius: an edge or a disc.
Heights are inches, lengths centimetres.
"""

from itertools import pairwise
from math import inf
from typing import Literal

import numpy as np
from msgspec import Struct

from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.field import Field, Terrain
from q40k.geometry.positions import Figure, Positions

LinesTo = Literal["figure", "base"]
"""Where lines of sight end above each point of a base: at the figure's top, or at its feet."""
SIGHT_HAIR_IN = 1e-6
"""The tolerance for heights in a line of sight. A top at the same height as scenery is seen over
it; feet at the height of its top stand on it.
"""
SCREENS_TIMES = 2
"""A figure hides up to this multiple of its height (SHOOT-2)."""


class Screens(Struct, frozen=True):
    """Screens as arrays, a row each: a segment from `p` to `q` with a radius, and its heights.

    A screen hides lines that pass between `low` and `high` inches above the table. `owner` is the
    number of the piece of scenery; figures are numbered after the last piece.
    """

    p: Floats
    q: Floats
    radius: Floats
    low: Floats
    high: Floats
    owner: Ints


_Row = tuple[float, float, float, float, float, float, float, int]


def screens_of(positions: Positions[Terrain]) -> Screens:
    """Return all screens: those of the scenery, then those of the figures."""
    field = positions.field
    rows = list(_scenery_rows(field))
    first = len(field.pieces)
    for number, figure in enumerate(positions.figures):
        rows += _figure_rows(figure, first + number)
    table = np.array([row[:7] for row in rows], dtype=float).reshape(-1, 7)
    return Screens(
        p=table[:, 0:2],
        q=table[:, 2:4],
        radius=table[:, 4],
        low=table[:, 5],
        high=table[:, 6],
        owner=np.array([row[7] for row in rows], dtype=np.intp),
    )


def _scenery_rows(field: Field[Terrain]) -> tuple[_Row, ...]:
    cached_rows: tuple[_Row, ...] | None = field.cache.get("screens")
    if cached_rows is None:
        rows: list[_Row] = []
        for number, piece in enumerate(field.pieces):
            scenery = piece.scenery
            if not scenery.blocks_sight and scenery.height_in <= 0:
                continue  # flat ground hides nothing
            heights = (0.0, top_of(scenery), number)
            if scenery.circle is not None:
                rows.append((*scenery.circle.at, *scenery.circle.at, piece.swell, *heights))
                continue
            corners = list(piece.core.exterior.coords)
            rows += [(*p, *q, 0.0, *heights) for p, q in pairwise(corners)]
        cached_rows = field.cache["screens"] = tuple(rows)
    return cached_rows


def top_of(scenery: Terrain) -> float:
    """Return the height up to which a piece hides: infinite if it blocks sight and has no height.

    Rule: SHOOT-2
    """
    return inf if scenery.blocks_sight and scenery.height_in <= 0 else scenery.height_in


def _figure_rows(figure: Figure, owner: int) -> list[_Row]:
    """Return the screens of a figure: twice its height over the width of its base.

    Rule: SHOOT-2
    """
    low = figure.elevation_in
    heights = (low, low + SCREENS_TIMES * figure.height_in, owner)
    r = figure.base.radius_cm
    (ax, ay), (bx, by) = figure.base.spine(figure.spot)
    if figure.base.round:
        return [(ax, ay, ax, ay, r, *heights)]
    half = figure.base.half_spine_cm
    # The vector across the spine, to the rim.
    nx, ny = -(by - ay) / (2 * half) * r, (bx - ax) / (2 * half) * r
    return [
        (ax, ay, ax, ay, r, *heights),
        (bx, by, bx, by, r, *heights),
        (ax + nx, ay + ny, bx + nx, by + ny, 0.0, *heights),
        (ax - nx, ay - ny, bx - nx, by - ny, 0.0, *heights),
    ]


def transparent(positions: Positions[Terrain]) -> Bools:
    """Return which owner of screens (column) never hides a figure (row), in either direction.

    That is the figure itself, and the scenery under the middle of its base: this gives cover
    instead. A figure does not stand on pieces lower than its feet. Impassable scenery always hides,
    as nobody stands in it.
    """
    figures, pieces = len(positions.figures), positions.field.pieces
    clear = np.zeros((figures, len(pieces) + figures), dtype=bool)
    if pieces:
        passable = np.array([not piece.scenery.impassable for piece in pieces], dtype=bool)
        tops = np.array([piece.scenery.height_in or inf for piece in pieces])
        feet = np.array([figure.elevation_in for figure in positions.figures]).reshape(-1, 1)
        clear[:, : len(pieces)] = positions.in_scenery & passable & (feet <= tops + SIGHT_HAIR_IN)
    clear[np.arange(figures), len(pieces) + np.arange(figures)] = True
    return clear


def stretches(
    positions: Positions[Terrain], screens: Screens, rows: tuple[Ints, Ints, Ints], aim: LinesTo = "figure"
) -> tuple[Floats, Floats]:
    """Return the start and end of each shadow, for rows of a screen, a shooter and a target, by number.

    The line of sight runs from the top of the shooter to the top of the target, or to its base. It
    passes at the height of the screen only from a share s0 to a share s1 of its length. A point is
    hidden if its distance is between 1/s1 and 1/s0 times the screen's. If no point can be hidden,
    both are inf.
    """
    which, shooter, target = rows
    feet, tops = positions.heights.T
    eye, top = tops[shooter], (tops if aim == "figure" else feet)[target]
    low, high = screens.low[which], screens.high[which]
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
