"""Positions of figures: distances between bases, and directions.

Every function returns None where a position is unknown; then the table says.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees

from q40k.games.epic.rules.state import Match
from q40k.geometry.bases import Base, gap_cm, to_point_cm
from q40k.geometry.space import Spot


@lru_cache(maxsize=2048)
def base(width_mm: int, length_mm: int | None, facing: float) -> Base:
    """Return a base of this size and facing; a round base has no facing."""
    return Base(width_mm, length_mm, 0.0 if length_mm is None else facing)


def base_of(state: Match, figure: str) -> Base:
    """Return the base of a figure with its facing; the length of an oval one points ahead."""
    width, length = state.profile(figure).size_mm
    return base(width, length, state.figures[figure].position.facing)


def place_of(state: Match, figure: str) -> Spot | None:
    """Return where a figure is; a passenger is where its transport is.

    Rule: EE-TRANSPORT-2
    """
    position = state.figures[figure].position
    if position.aboard is not None:
        return state.figures[position.aboard].position.at
    return position.at


def gap(state: Match, one: str, other: str) -> float | None:
    """Return the distance between two figures, edge to edge.

    Rule: EE-WORD-4
    """
    at, there = place_of(state, one), place_of(state, other)
    if at is None or there is None:
        return None
    return max(0.0, gap_cm(base_of(state, one), at, base_of(state, other), there))


def distance_to_place(state: Match, figure: str, place: Spot) -> float | None:
    """Return the distance from the edge of a figure's base to a position.

    Rule: EE-WORD-4
    """
    at = place_of(state, figure)
    return None if at is None else max(0.0, to_point_cm(base_of(state, figure), at, place))


def angle_off_ahead(state: Match, figure: str, place: Spot) -> float | None:
    """Return the angle between a figure's facing and a position: 0 ahead, 180 behind."""
    at = state.figures[figure].position.at
    if at is None:
        return None
    towards = degrees(atan2(place[1] - at[1], place[0] - at[0]))
    off = abs(towards - state.figures[figure].position.facing) % 360
    return min(off, 360 - off)
