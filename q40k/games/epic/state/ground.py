"""The ground: terrain and its tests, zones, coherency, paths, pinning, and how far figures move."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Any, Literal, NamedTuple

from q40k.games.epic.packs.profiles import Kind, Profile
from q40k.games.epic.packs.scenarios import Edge, Scenario, Terrain, TerrainKind
from q40k.games.epic.state.match import Formation, Match
from q40k.games.epic.state.places import base_of, figures_around, is_apart, is_inside, spans, turned_base
from q40k.games.epic.state.registry import Event
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Base, Spot, distance_to_segment, gap_cm, within_box
from q40k.kernel.state import remember_by_identity

Effect = Literal["none", "dangerous", "impassable"]


class Ground(NamedTuple):
    """What a kind of terrain does: its cover bonuses, and how it hinders infantry and vehicles."""

    save_bonus: int
    cover_bonus: int
    infantry: Effect
    vehicles: Effect


TABLE: dict[TerrainKind, Ground] = {
    "fortification": Ground(2, 2, "none", "impassable"),
    "building": Ground(1, 1, "none", "impassable"),
    "ruins": Ground(0, 1, "none", "dangerous"),
    "wood": Ground(0, 1, "none", "dangerous"),
    "marsh": Ground(0, 0, "dangerous", "dangerous"),
    "river": Ground(0, 0, "dangerous", "dangerous"),
    "open": Ground(0, 0, "none", "none"),
}
"""The page's own table (EE-TERRAIN-1)."""


class GroundTested(Event, tag="ground-tested"):
    """A figure has tested dangerous ground; on a 1 it is stuck, and on a `second` 1 hit."""

    figure: str
    terrain: TerrainKind
    die: int
    second: int | None = None

    def fold(self, state: Match) -> Match:
        return state.with_figures({self.figure: {"stuck": True}}) if self.die == 1 else state


def hindrance_of(profile: Profile, kind: TerrainKind) -> Effect:
    """Return how a kind of terrain hinders a figure.

    Flying and hovering figures test nothing; only aircraft pass over impassable terrain.

    Rule: EE-TERRAIN-1, EE-TERRAIN-2, EE-TERRAIN-6
    """
    ground = TABLE[kind]
    hindrance = ground.vehicles if profile.vehicle else ground.infantry
    if profile.has("aircraft"):
        return "none"
    return "none" if profile.has("antigrav") and hindrance == "dangerous" else hindrance


# -- zones, coherency and paths ------------------------------------------------------------


COHERENCY_CM = 3.0


Box = tuple[float, float, float, float]


Placement = Sequence[float]
"""x, y and the facing of a figure."""


def spot_of(place: Placement) -> Spot:
    """Return a position without its facing."""
    return (place[0], place[1])


def deployment_problem(
    state: Match, formation: Formation, places: Sequence[Placement]
) -> tuple[str, dict[str, Any]] | None:
    """Return the code and facts of what forbids this deployment, or None if it is allowed.

    A base is wholly in its own zone. Infiltrators may be anywhere outside the enemy's zone and
    contact.

    Rule: EE-DEPLOY-3
    """
    sides, scenario = state.sides, state.scenario
    edge, theirs = sides[formation.side].edge, sides[state.enemy(formation.side)].edge
    for figure, place in zip(formation.figures, places, strict=True):
        base, at = turned_base(state, figure, place[2]), spot_of(place)
        if not within_box(base, at, scenario.size_cm):
            return "off-the-table", {"figure": figure}
        if state.has(figure, "infiltration"):
            if theirs is not None and _meets(base, at, scenario.zone(theirs)):
                return "in-enemy-zone", {"figure": figure}
            touched = _touched_enemy(state, formation.side, base, at)
            if touched is not None:
                return "in-contact", {"figure": figure, "other": touched}
        elif edge is not None and not _within(base, at, scenario.zone(edge)):
            return "outside-zone", {"figure": figure, **_zone_facts(scenario, edge)}
    return None


def _zone_facts(scenario: Scenario, edge: Edge) -> dict[str, Any]:
    """Return the depth of an edge's zone, or the corners of a zone with its own shape."""
    if all(zone.edge != edge for zone in scenario.zones):
        return {"cm": scenario.zone_cm}
    return dict(zip(("left", "bottom", "right", "top"), scenario.zone(edge), strict=True))


def _within(base: Base, at: Spot, box: Box) -> bool:
    low, high = (box[0], box[1]), (box[2] - box[0], box[3] - box[1])
    return within_box(base, (at[0] - low[0], at[1] - low[1]), (high[0], high[1]))


def _meets(base: Base, at: Spot, box: Box) -> bool:
    x, y = min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])
    return distance_to_segment((x, y), base.spine(at)) < base.radius_cm - HAIR_CM


def _touched_enemy(state: Match, side: str, base: Base, at: Spot) -> str | None:
    """Return an enemy that a base would be in contact with, or None."""
    for enemy in state.enemies(side):
        there = state.figures[enemy].position.at
        if there is not None and gap_cm(base, at, base_of(state, enemy), there) <= CONTACT_CM:
            return enemy
    return None


def widest_gap(bases: Sequence[tuple[Base, Spot]]) -> float:
    """Return the widest gap in the shortest chain that joins all bases."""
    if not bases:
        return 0.0
    remaining = list(bases[1:])
    nearest = [gap_cm(*bases[0], *other) for other in remaining]
    widest = 0.0
    while remaining:
        place = min(range(len(remaining)), key=nearest.__getitem__)
        widest = max(widest, nearest.pop(place))
        joined = remaining.pop(place)
        nearest = [min(near, gap_cm(*joined, *other)) for near, other in zip(nearest, remaining, strict=True)]
    return widest


def is_coherent(bases: Sequence[tuple[Base, Spot]], most_cm: float) -> bool:
    """Return whether a chain joins all bases in which no gap is wider than `most_cm`.

    Rule: EE-MOVE-4
    """
    in_a_row = all(gap_cm(*base, *following) <= most_cm for base, following in pairwise(bases))
    return in_a_row or widest_gap(bases) <= most_cm


class StraightPath(NamedTuple):
    """The straight path of one figure and the ground on it.

    `ground` holds the dangerous pieces where it begins or that it enters, each with that position.
    `barred` is the first piece that it cannot enter.
    """

    figure: str
    start: Spot
    end: Spot
    ground: tuple[tuple[Terrain, Spot], ...] = ()
    barrier: Terrain | None = None

    @property
    def length(self) -> float:
        """The length of the path in cm."""
        return dist(self.start, self.end)


def trace_path(state: Match, figure: str, start: Spot, end: Spot) -> StraightPath:
    """Return the straight path of a figure with the ground on it.

    A figure that does not move tests nothing.

    Rule: EE-TERRAIN-2, EE-TERRAIN-3, EE-TERRAIN-4
    """
    profile = state.profile(figure)
    if dist(start, end) <= HAIR_CM:
        return StraightPath(figure, start, end)
    hindrances = _hindrances(profile, state.scenario.terrain)
    ahead = [(piece, effect) for piece, effect in hindrances if not is_apart(piece, (start, end))]
    if not ahead:
        return StraightPath(figure, start, end)
    met: list[tuple[float, Terrain]] = []
    barred: list[tuple[float, Terrain]] = []
    for piece, hindrance in ahead:
        crossed = spans(piece, (start, end))
        if hindrance == "impassable" and crossed:
            barred.append((crossed[0][0], piece))
        elif hindrance == "dangerous":
            begins = is_inside(piece, start)
            entered = [span[0] for span in crossed if span[0] > 0 or not begins]
            met += [(0.0, piece)] * begins + [(along, piece) for along in entered]
    met.sort(key=lambda pair: pair[0])
    steps = tuple((piece, _along(start, end, along)) for along, piece in met)
    first = min(barred, key=lambda pair: pair[0], default=None)
    return StraightPath(figure, start, end, steps, first[1] if first else None)


@remember_by_identity
def _hindrances(profile: Profile, terrain: tuple[Terrain, ...]) -> list[tuple[Terrain, Effect]]:
    """Return the pieces of terrain that hinder a figure."""
    effects = [(piece, hindrance_of(profile, piece.kind)) for piece in terrain]
    return [(piece, effect) for piece, effect in effects if effect != "none"]


def _along(start: Spot, end: Spot, share: float) -> Spot:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def enemies_near(state: Match, side: str, paths: Iterable[StraightPath]) -> tuple[str, ...]:
    """Return the enemies of a side whose bases may meet bases on some paths: no others are in a box around them."""
    ends = [end for path in paths for end in (path.start, path.end)]
    return tuple([f for f, _at in figures_around(state, ends) if state.side_of(f) != side]) if ends else ()


def enemy_on_path(
    state: Match, path: StraightPath, facing: float, enemies: Iterable[str]
) -> tuple[Literal["passes", "touches"], str] | None:
    """Return the first of `enemies` that a figure would pass through, or touch at the end.

    Rule: EE-MOVE-5
    """
    base = turned_base(state, path.figure, facing)
    for enemy in enemies:
        there = state.figures[enemy].position.at
        if there is None:
            continue
        other, off = base_of(state, enemy), distance_to_segment(there, (path.start, path.end))
        if off > base.reach_cm + other.reach_cm + CONTACT_CM:
            continue
        if gap_cm(base, path.end, other, there) <= CONTACT_CM:
            return "touches", enemy
        if off < base.radius_cm + other.radius_cm - HAIR_CM:
            return "passes", enemy
    return None


# -- how far a figure moves ----------------------------------------------------------------


FIRST_FIRE_CM = 2.0


def move_limit(state: Match, figure: str, *, contact: bool = False) -> float:
    """Return how far a figure may move in this phase; `contact`: if it ends its move in contact.

    In the movement phase: Advance and Charge its movement, First Fire 2 cm, Retreat twice its
    movement. In the assault phase only formations on Charge move: their movement, infantry twice
    that to reach contact. With the switch `doubled` a charge goes twice as far in the movement
    phase, and in the assault phase only into contact.

    Rule: EE-MOVE-2, EE-MOVE-3, EE-ASSAULT-3, EE-ORDER-4, EE-ORDER-5, EE-ORDER-6, EE-RETREAT-2
    """
    model = state.figures[figure]
    formation = state.formations[model.formation]
    profile, order = formation.troops[model.troop].profile, formation.orders.order
    doubled = state.switches.charge_move == "doubled"
    if state.play.phase == "assault":
        if order != "charge" or (doubled and not contact):
            return 0.0
        return profile.mv_cm * (1 if profile.vehicle or not contact else 2)
    if order == "first-fire":
        return min(FIRST_FIRE_CM, profile.mv_cm)
    if order == "retreat" or (order == "charge" and doubled):
        return profile.mv_cm * 2
    return profile.mv_cm


def remaining_cm(state: Match, figure: str, *, contact: bool = False) -> float:
    """Return how far a figure may still move in this phase, unless dangerous ground holds it.

    Rule: EE-MOVE-2
    """
    return max(0.0, move_limit(state, figure, contact=contact) - state.figures[figure].doing.spent)


# -- pinning -------------------------------------------------------------------------------


WEIGHT: dict[Kind, int] = {"infantry": 0, "light-vehicle": 1, "heavy-vehicle": 2}
"""A lighter figure does not pin a heavier one."""


def pins(pinner: Profile, pinned: Profile) -> bool:
    """Return whether `pinner` keeps `pinned` from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    if pinned.has("antigrav") or pinned.has("aircraft"):
        return False
    return WEIGHT[pinner.kind] >= WEIGHT[pinned.kind]


def pinned_by(state: Match, figure: str) -> tuple[str, ...]:
    """Return the figures in contact that keep a figure from moving.

    Rule: EE-PIN-1, EE-PIN-2
    """
    profile = state.profile(figure)
    return tuple(other for other in state.touching(figure) if pins(state.profile(other), profile))
