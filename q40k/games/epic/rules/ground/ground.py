"""What the places of a formation mean: zones, contact, coherency, the ground that is crossed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any, Final, Literal, NamedTuple

from q40k.games.epic.packs.scenarios import Edge, Scenario, Terrain
from q40k.games.epic.rules.ground.places import base, base_of
from q40k.games.epic.rules.ground.shapes import inside, spans
from q40k.games.epic.rules.ground.terrain import effect
from q40k.games.epic.rules.state import Formation, Match
from q40k.geometry.bases import CONTACT_CM, HAIR_CM, Base, gap_cm, to_segment, within_box
from q40k.geometry.spots import Spot

COHERENCY_CM: Final = 3.0
WIDEST_CM: Final = 21.0
"""Two bases whose middles are farther apart do not touch: none is longer than 20 cm."""
Box = tuple[float, float, float, float]
Placed = Sequence[float]
"""x, y and the facing of a figure."""


def turned(state: Match, figure: str, facing: float) -> Base:
    """The base of a figure that faces so."""
    width, length = state.profile(figure).size_mm
    return base(width, length, facing)


def spot_of(place: Placed) -> Spot:
    """The place without where it faces."""
    return (place[0], place[1])


def deployment_problem(
    state: Match, formation: Formation, places: Sequence[Placed]
) -> tuple[str, dict[str, Any]] | None:
    """What keeps a formation from being set up so: a code and its facts; None for nothing.

    The whole base in the own zone; infiltrators anywhere outside the enemy's and in no contact.

    Rule: EE-DEPLOY-3
    """
    sides, scenario = state.sides, state.scenario
    edge, theirs = sides[formation.side].edge, sides[state.enemy(formation.side)].edge
    for figure, place in zip(formation.figures, places, strict=True):
        base, at = turned(state, figure, place[2]), spot_of(place)
        if not within_box(base, at, scenario.size_cm):
            return "off-the-table", {"figure": figure}
        if state.has(figure, "infiltration"):
            if theirs is not None and _meets(base, at, scenario.zone(theirs)):
                return "in-enemy-zone", {"figure": figure}
            touched = _touched(state, formation.side, base, at)
            if touched is not None:
                return "in-contact", {"figure": figure, "other": touched}
        elif edge is not None and not _within(base, at, scenario.zone(edge)):
            return "outside-zone", {"figure": figure, **_zone_facts(scenario, edge)}
    return None


def _zone_facts(scenario: Scenario, edge: Edge) -> dict[str, Any]:
    """How deep the zone of an edge is; a zone of its own shape is told corner by corner."""
    if all(zone.edge != edge for zone in scenario.zones):
        return {"cm": scenario.zone_cm}
    corners = (int(cm) if cm == int(cm) else cm for cm in scenario.zone(edge))
    return dict(zip(("left", "bottom", "right", "top"), corners, strict=True))


def _within(base: Base, at: Spot, box: Box) -> bool:
    low, high = (box[0], box[1]), (box[2] - box[0], box[3] - box[1])
    return within_box(base, (at[0] - low[0], at[1] - low[1]), (high[0], high[1]))


def _meets(base: Base, at: Spot, box: Box) -> bool:
    x, y = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    return to_segment((x, y), base.spine(at)) < base.radius_cm - HAIR_CM


def _touched(state: Match, side: str, base: Base, at: Spot) -> str | None:
    """An enemy that a base would be in contact with."""
    for enemy in state.enemies(side):
        there = state.figures[enemy].position.at
        if there is not None and gap_cm(base, at, base_of(state, enemy), there) <= CONTACT_CM:
            return enemy
    return None


def links(bases: Sequence[tuple[Base, Spot]]) -> float:
    """The widest gap that must be bridged for bases to hang together in one chain."""
    if not bases:
        return 0.0
    left = list(bases[1:])
    nearest = [gap_cm(*bases[0], *one) for one in left]
    widest = 0.0
    while left:
        place = min(range(len(left)), key=nearest.__getitem__)
        widest = max(widest, nearest.pop(place))
        joined = left.pop(place)
        nearest = [
            min(near, gap_cm(*joined, *one)) for near, one in zip(nearest, left, strict=True)
        ]
    return widest


class Way(NamedTuple):
    """How one figure goes: from where to where, and what lies on its way.

    `ground` are the dangerous pieces it begins in or enters, each with where it does; `barred`
    the first piece it cannot enter.
    """

    figure: str
    start: Spot
    end: Spot
    ground: tuple[tuple[Terrain, Spot], ...] = ()
    barred: Terrain | None = None

    @property
    def long(self) -> float:
        """Its length."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


def way(state: Match, figure: str, start: Spot, end: Spot) -> Way:
    """The straight way of a figure, and the ground on it.

    A figure that does not move tests nothing.

    Rule: EE-TERRAIN-2, EE-TERRAIN-3, EE-TERRAIN-4
    """
    profile = state.profile(figure)
    if hypot(end[0] - start[0], end[1] - start[1]) <= HAIR_CM:
        return Way(figure, start, end)
    met: list[tuple[float, Terrain]] = []
    barred: list[tuple[float, Terrain]] = []
    for piece in state.scenario.terrain:
        found = effect(profile, piece.kind)
        if found == "none":
            continue
        crossed = spans(piece, (start, end))
        if found == "impassable" and crossed:
            barred.append((crossed[0][0], piece))
        elif found == "dangerous":
            begins = inside(piece, start)
            entered = [span[0] for span in crossed if span[0] > 0 or not begins]
            met += [(0.0, piece)] * begins + [(along, piece) for along in entered]
    met.sort(key=lambda one: one[0])
    steps = tuple((piece, _along(start, end, along)) for along, piece in met)
    first = min(barred, key=lambda one: one[0], default=None)
    return Way(figure, start, end, steps, first[1] if first else None)


def _along(start: Spot, end: Spot, share: float) -> Spot:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def enemies_beside(state: Match, side: str, ways: Iterable[Way]) -> tuple[str, ...]:
    """The enemies that stand so near to some ways that one of them might be met."""
    spots = [spot for one in ways for spot in (one.start, one.end)]
    if not spots:
        return ()
    x0, x1 = min(x for x, _y in spots) - WIDEST_CM, max(x for x, _y in spots) + WIDEST_CM
    y0, y1 = min(y for _x, y in spots) - WIDEST_CM, max(y for _x, y in spots) + WIDEST_CM
    return tuple(
        enemy
        for enemy in state.enemies(side)
        if (at := state.figures[enemy].position.at) is not None
        and x0 <= at[0] <= x1
        and y0 <= at[1] <= y1
    )


def enemy_on_the_way(
    state: Match, one: Way, facing: float, enemies: Iterable[str]
) -> tuple[Literal["passes", "touches"], str] | None:
    """One of `enemies` that a figure would pass through, or touch at the end of its way.

    Rule: EE-MOVE-5
    """
    base = turned(state, one.figure, facing)
    for enemy in enemies:
        there = state.figures[enemy].position.at
        if there is None:
            continue
        other, off = base_of(state, enemy), to_segment(there, (one.start, one.end))
        if off > base.reach_cm + other.reach_cm + CONTACT_CM:
            continue
        if gap_cm(base, one.end, other, there) <= CONTACT_CM:
            return "touches", enemy
        if off < base.radius_cm + other.radius_cm - HAIR_CM:
            return "passes", enemy
    return None
