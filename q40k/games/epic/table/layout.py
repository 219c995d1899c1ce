"""Positions of a formation's figures around its centre: in rows, or shifted as they are."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.geometry.space import Spot

ROW: Final = 5
GAP_CM: Final = 1.0
MM_PER_CM: Final = 10

Place = tuple[float, float, float]


def centre_of(state: Match, formation: str) -> Spot | None:
    """Return the centre of a formation's figures on the table, where positions are kept."""
    spots = [at for f in state.standing(formation) if (at := state.figures[f].position.at)]
    if not spots:
        return None
    return sum(at[0] for at in spots) / len(spots), sum(at[1] for at in spots) / len(spots)


def is_placed(state: Match, formation: str) -> bool:
    """Return whether the position of every figure of a formation on the table is kept."""
    figures = state.standing(formation)
    return bool(figures) and all(state.figures[f].position.at is not None for f in figures)


def place_in_rows(state: Match, formation: str, at: Spot, facing: float) -> tuple[Place, ...]:
    """Return a formation in rows of five around a position, a centimetre between the bases."""
    figures = state.formations[formation].figures
    step = GAP_CM + max(max(filter(None, state.profile(f).size_mm)) for f in figures) / MM_PER_CM
    deep = (len(figures) - 1) // ROW
    places = []
    for number in range(len(figures)):
        row, place = divmod(number, ROW)
        wide = min(ROW, len(figures) - row * ROW) - 1
        aside, back = (place - wide / 2) * step, (row - deep / 2) * step
        places.append(_offset_place(at, facing, aside, back))
    return tuple(places)


def shift_places(state: Match, formation: str, to: Spot, facing: float | None) -> tuple[Place, ...]:
    """Return a formation shifted so that its centre is at `to`; it keeps its shape."""
    here = centre_of(state, formation)
    assert here is not None
    dx, dy = to[0] - here[0], to[1] - here[1]
    places = []
    for figure in state.standing(formation):
        position = state.figures[figure].position
        assert position.at is not None
        ahead = position.facing if facing is None else facing
        places.append((position.at[0] + dx, position.at[1] + dy, ahead))
    return tuple(places)


def landmarks(state: Match) -> dict[str, Spot]:
    """Return what can be named as a position: formations and objectives, by their ids."""
    landmarks = {
        objective.id: (objective.at[0], objective.at[1]) for objective in state.scenario.objectives
    }
    for formation in state.formations:
        at = centre_of(state, formation)
        if at is not None:
            landmarks[formation] = at
    return landmarks


def _offset_place(at: Spot, facing: float, aside: float, back: float) -> Place:
    """Return a place so far to the right of a centre and so far behind it, by its facing."""
    ahead = (cos(radians(facing)), sin(radians(facing)))
    x = at[0] + aside * ahead[1] - back * ahead[0]
    y = at[1] - aside * ahead[0] - back * ahead[1]
    return round(x, 3), round(y, 3), facing
