"""Where the figures of a formation stand about its middle: in rows, or as they stood, moved on."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Final

from q40k.games.epic.rules.state import Match
from q40k.geometry.spots import Spot

ROW: Final = 5
GAP_CM: Final = 1.0
MM_PER_CM: Final = 10

Place = tuple[float, float, float]


def middle(state: Match, formation: str) -> Spot | None:
    """The middle of the figures of a formation on the table, where places are kept."""
    spots = [at for f in state.standing(formation) if (at := state.figures[f].position.at)]
    if not spots:
        return None
    return sum(at[0] for at in spots) / len(spots), sum(at[1] for at in spots) / len(spots)


def placed(state: Match, formation: str) -> bool:
    """Whether the place of every figure of a formation on the table is kept."""
    figures = state.standing(formation)
    return bool(figures) and all(state.figures[f].position.at is not None for f in figures)


def rows(state: Match, formation: str, at: Spot, facing: float) -> tuple[Place, ...]:
    """A formation drawn up about a place: rows of five, a centimetre between the bases."""
    figures = state.formations[formation].figures
    step = GAP_CM + max(max(filter(None, state.profile(f).size_mm)) for f in figures) / MM_PER_CM
    deep = (len(figures) - 1) // ROW
    found = []
    for number in range(len(figures)):
        row, place = divmod(number, ROW)
        wide = min(ROW, len(figures) - row * ROW) - 1
        aside, back = (place - wide / 2) * step, (row - deep / 2) * step
        found.append(_turned(at, facing, aside, back))
    return tuple(found)


def moved(state: Match, formation: str, to: Spot, facing: float | None) -> tuple[Place, ...]:
    """A formation moved on so that its middle comes to a place; it keeps how it stands."""
    here = middle(state, formation)
    assert here is not None
    dx, dy = to[0] - here[0], to[1] - here[1]
    found = []
    for figure in state.standing(formation):
        position = state.figures[figure].position
        assert position.at is not None
        ahead = position.facing if facing is None else facing
        found.append((position.at[0] + dx, position.at[1] + dy, ahead))
    return tuple(found)


def things(state: Match) -> dict[str, Spot]:
    """What one may go towards or name as a place: formations and objectives, by their ids."""
    found = {one.id: (one.at[0], one.at[1]) for one in state.scenario.objectives}
    for formation in state.formations:
        at = middle(state, formation)
        if at is not None:
            found[formation] = at
    return found


def _turned(at: Spot, facing: float, aside: float, back: float) -> Place:
    """A place so far to the right of a middle, and so far behind it, as it faces."""
    ahead = (cos(radians(facing)), sin(radians(facing)))
    x = at[0] + aside * ahead[1] - back * ahead[0]
    y = at[1] - aside * ahead[0] - back * ahead[1]
    return round(x, 3), round(y, 3), facing
