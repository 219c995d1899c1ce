"""Room on the table: no base ends on another, and figures that are set down find a free place."""

from collections.abc import Iterable, Mapping
from functools import cache
from math import ceil, cos, dist, pi, sin
from typing import Final, NamedTuple

from q40k.games.epic.state.ground import Placement, StraightPath, hindrance_of, spot_of
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.places import base_of, figures_around, is_inside, place_of, touch_cm, towards, turned_base
from q40k.games.epic.state.registry import Event
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Base, Spot, gap_cm, vector, within_box
from q40k.kernel.state import remember_newest

OVERLAP_HAIR_CM: Final = 0.01
"""By how much two bases may overlap: typed places are rounded, and nobody measures finer."""


STEP_CM: Final = 0.1


FARTHEST_CM: Final = 10.0
"""How finely, and how far, a free place is looked for."""


WIDEST_STEP_CM: Final = 1.2 * STEP_CM
"""Neighbouring places of a ring are never farther from each other: rings are closed, and places rounded."""


class StoodApart(Event, tag="stood-apart"):
    """Figures stand at the nearest free places to where they were set down."""

    places: dict[str, tuple[float, ...]]

    def fold(self, state: Match) -> Match:
        return state.with_places(self.places)


def first_overlap(state: Match, places: Mapping[str, Placement], ignored: Iterable[str] = ()) -> tuple[str, str] | None:
    """Return a figure that would stand on another if figures stood at `places`, and the other.

    `ignored` figures stand on nobody: they get on a transport. Two figures that neither move nor
    turn are left as they are.

    Rule: EE-MOVE-5
    """
    overlaps, key = _overlaps(state), (tuple((f, *place) for f, place in places.items()), tuple(ignored))
    if key not in overlaps:
        overlaps[key] = _find_overlap(state, places, ignored)
    return overlaps[key]


@remember_newest
def _overlaps(_state: Match) -> dict[tuple[object, ...], tuple[str, str] | None]:
    """Return what has been asked of this state: bots ask before they move, and the rules ask again."""
    return {}


def _find_overlap(state: Match, places: Mapping[str, Placement], ignored: Iterable[str]) -> tuple[str, str] | None:
    moved = {f: place for f, place in places.items() if f not in ignored and not _stays(state, f, place)}
    if not moved:
        return None
    spots = [spot_of(place) for place in places.values()]
    spots += [at for figure in places if (at := place_of(state, figure)) is not None]
    there = [
        (f, at, base_of(state, f)) for f, at in figures_around(state, spots) if f not in moved and f not in ignored
    ]
    for figure, place in moved.items():
        base, at = turned_base(state, figure, place[2]), spot_of(place)
        reach = base.reach_cm
        for other, spot, turned in there:
            if dist(at, spot) > reach + turned.reach_cm:
                continue
            if gap_cm(base, at, turned, spot) < -OVERLAP_HAIR_CM:
                return figure, other
        there.append((figure, at, base))
    return None


def has_room(state: Match, figure: str, place: Placement) -> bool:
    """Return whether a figure may be set down at a place: wholly on the table, on nobody, in
    contact with no enemy, and in nothing that it cannot enter.

    Rule: EE-MOVE-5, EE-TERRAIN-2
    """
    base, at = turned_base(state, figure, place[2]), spot_of(place)
    return _depth_cm(base, at, _neighbours(state, figure, place)) is None and _may_stand(state, figure, base, at)


class _Neighbour(NamedTuple):
    """A figure that may be in the way: where it is, its base and its reach, and whether it is an enemy."""

    at: Spot
    base: Base
    reach_cm: float
    is_enemy: bool


def _neighbours(state: Match, figure: str, place: Placement, around_cm: float = 0.0) -> list[_Neighbour]:
    """Return the figures that may be in the way at a place, or up to `around_cm` from it, nearest first."""
    at, side, far = spot_of(place), state.side_of(figure), touch_cm(state) + around_cm
    around = figures_around(state, (at,), around_cm)
    near = sorted((between, other, spot) for other, spot in around if (between := dist(at, spot)) <= far)
    return [
        _Neighbour(spot, base := base_of(state, other), base.reach_cm, state.side_of(other) != side)
        for _between, other, spot in near
        if other != figure
    ]


def _depth_cm(base: Base, at: Spot, neighbours: list[_Neighbour]) -> float | None:
    """Return how far a base must move at least to be out of somebody's way, or None if nobody is in its way."""
    reach = base.reach_cm + CONTACT_CM + HAIR_CM
    for number, other in enumerate(neighbours):
        if dist(at, other.at) > reach + other.reach_cm:
            continue
        between = gap_cm(base, at, other.base, other.at)
        if between < -OVERLAP_HAIR_CM or (between <= CONTACT_CM and other.is_enemy):
            neighbours.insert(0, neighbours.pop(number))  # it is likely in the way at the next place too
            return (CONTACT_CM if other.is_enemy else -OVERLAP_HAIR_CM) - between
    return None


def _may_stand(state: Match, figure: str, base: Base, at: Spot) -> bool:
    return within_box(base, at, state.scenario.size_cm) and not is_barred(state, figure, at)


def find_room(state: Match, figure: str, place: Placement) -> Placement:
    """Return the nearest place at which a figure has room; its own if there is none."""
    neighbours, base = _neighbours(state, figure, place, FARTHEST_CM), turned_base(state, figure, place[2])
    centre = spot_of(place)
    depth_cm = _depth_cm(base, centre, neighbours)
    if depth_cm is None and _may_stand(state, figure, base, centre):
        return place
    for number in range(max(1, int((depth_cm or 0.0) / STEP_CM)), round(FARTHEST_CM / STEP_CM) + 1):
        ring, turn = _ring(number * STEP_CM), 0
        while turn < len(ring):
            spot = round(centre[0] + ring[turn][0], 3), round(centre[1] + ring[turn][1], 3)
            depth_cm = _depth_cm(base, spot, neighbours)
            if depth_cm is None and _may_stand(state, figure, base, spot):
                return (*spot, place[2])
            turn += 1 + int((depth_cm or 0.0) / WIDEST_STEP_CM)
    return place


def stopping_place(state: Match, path: StraightPath, at: Spot, facings: Iterable[float]) -> Placement:
    """Return where a figure stops that the ground holds at a point of its path.

    It faces the first of `facings` with which it has room there. If it has none it stops short.

    Rule: EE-TERRAIN-4, EE-MOVE-5
    """
    turns, far, back = tuple(facings), dist(path.start, at), towards(at, path.start)
    for less in (*(step * STEP_CM for step in range(ceil(far / STEP_CM))), far):
        x, y = vector(less, back)
        for facing in turns:
            place = (at[0] + x, at[1] + y, facing)
            if has_room(state, path.figure, place):
                return place
    return find_room(state, path.figure, (*at, turns[-1]))


def _stays(state: Match, figure: str, place: Placement) -> bool:
    position = state.figures[figure].position
    if position.at is None or position.aboard is not None:
        return False
    still = dist(place[:2], position.at) <= HAIR_CM
    return still and (state.profile(figure).size_mm[1] is None or place[2] == position.facing)


def is_barred(state: Match, figure: str, at: Spot) -> bool:
    """Return whether a place is in terrain that a figure may never enter."""
    profile = state.profile(figure)
    return any(
        hindrance_of(profile, piece.kind) == "impassable" and is_inside(piece, at) for piece in state.scenario.terrain
    )


@cache
def _ring(radius: float) -> list[Spot]:
    """Return the places of a ring around a position, as vectors from it."""
    many = max(8, round(2 * pi * radius / STEP_CM))  # same either way: more places only take longer
    turns = [2 * pi * number / many for number in range(many)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]
