"""Places on the table: distances between bases, outlines of terrain, and the line of sight."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, dist, hypot, sqrt
from typing import NamedTuple

from q40k.games.epic.packs.profiles import Profile, Troop
from q40k.games.epic.packs.scenarios import Terrain, TerrainKind
from q40k.games.epic.state.match import Figure, Formation, Match
from q40k.geometry.outlines import within
from q40k.geometry.space import CONTACT_CM, HAIR_CM, Base, Segment, Spot, distance_to_segment, gap_cm, to_point_cm
from q40k.kernel.state import Part, remember_by_identity, remember_newest


@lru_cache(maxsize=2048)
def base(width_mm: int, length_mm: int | None, facing: float) -> Base:
    """Return a base of this size and facing; a round base has no facing."""
    return Base(width_mm, length_mm, 0.0 if length_mm is None else facing)


@remember_by_identity
def _round_base(profile: Profile) -> Base | None:
    """Return the base of such a figure if it is round."""
    width, length = profile.size_mm
    return base(width, None, 0.0) if length is None else None


def base_of(state: Match, figure: str) -> Base:
    """Return the base of a figure with its facing; the length of an oval one points ahead."""
    model = state.figures[figure]
    profile = state.formations[model.formation].troops[model.troop].profile
    return _round_base(profile) or base(*profile.size_mm, model.position.facing)


def turned_base(state: Match, figure: str, facing: float) -> Base:
    """Return the base of a figure turned to `facing`."""
    model = state.figures[figure]
    profile = state.formations[model.formation].troops[model.troop].profile
    return _round_base(profile) or base(*profile.size_mm, facing)


def touch_cm(state: Match) -> float:
    """Return a distance of centres beyond which no two bases of the match touch."""
    return _touch_cm(state.formations)


@remember_newest
def _touch_cm(formations: Mapping[str, Formation]) -> float:
    reach = max([_widest_reach_cm(formation.troops) for formation in formations.values()], default=0.0)
    return 2 * reach + CONTACT_CM + 2 * HAIR_CM


@remember_by_identity
def _widest_reach_cm(troops: tuple[Troop, ...]) -> float:
    return max(base(*troop.profile.size_mm, 0.0).reach_cm for troop in troops)


def place_of(state: Match, figure: str) -> Spot | None:
    """Return where a figure is; a passenger is where its transport is.

    Rule: EE-TRANSPORT-2
    """
    position = state.figures[figure].position
    if position.aboard is not None:
        return state.figures[position.aboard].position.at
    return position.at


Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def figures_around(state: Match, spots: Iterable[Spot], further_cm: float = 0.0) -> list[tuple[str, Spot]]:
    """Return the figures on the table, with their positions, that a base may touch between some spots.

    No others are in a box around the spots. `further_cm` makes the box larger. The result must not be changed.
    """
    xs, ys = zip(*spots, strict=True)
    far = touch_cm(state) + further_cm
    box = x0, y0, x1, y1 = min(xs) - far, min(ys) - far, max(xs) + far, max(ys) + far
    boxes = _figures_in_boxes(state.figures)
    if box not in boxes:
        boxes[box] = [
            (figure, at)
            for figure, model in state.figures.items()
            if (at := model.position.at) is not None and x0 <= at[0] <= x1 and y0 <= at[1] <= y1 and model.on_table
        ]
    return boxes[box]


@remember_newest
def _figures_in_boxes(_figures: Mapping[str, Figure]) -> dict[Box, list[tuple[str, Spot]]]:
    """Return what was looked up while nobody moved: a move looks at its surroundings several times."""
    return {}


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


def towards(start: Spot, there: Spot) -> float:
    """Return the direction from one position to another in degrees: 0 right, 90 up."""
    return degrees(atan2(there[1] - start[1], there[0] - start[0])) % 360


def angle_off_ahead(state: Match, figure: str, place: Spot) -> float | None:
    """Return the angle between a figure's facing and a position: 0 ahead, 180 behind."""
    at = state.figures[figure].position.at
    if at is None:
        return None
    off = abs(towards(at, place) - state.figures[figure].position.facing) % 360
    return min(off, 360 - off)


# -- outlines of terrain -------------------------------------------------------------------


Span = tuple[float, float]
"""A part of a line: where it begins and ends along the line, from 0 to 1."""


@remember_by_identity
def sides(piece: Terrain) -> tuple[Segment, ...]:
    """Return the sides of a polygon in order; a circle has none."""
    corners = piece.polygon
    return tuple(pairwise((*corners, corners[0]))) if corners else ()


def is_inside(piece: Terrain, spot: Spot) -> bool:
    """Return whether a point is inside a piece or on its rim."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return hypot(spot[0] - x, spot[1] - y) <= radius + HAIR_CM
    (x, y), (x0, y0, x1, y1) = spot, box_of(piece)
    if x < x0 or x > x1 or y < y0 or y > y1:
        return False
    return within(spot, piece.polygon) or distance_to_rim(piece, spot) <= HAIR_CM


def is_apart(piece: Terrain, line: Segment) -> bool:
    """Return whether a line is wholly to one side of a piece, or a polygon of the line, so that they never meet."""
    (ax, ay), (bx, by) = line
    x0, y0, x1, y1 = box_of(piece)
    # same either way: it only saves work
    if (ax < x0 and bx < x0) or (ax > x1 and bx > x1) or (ay < y0 and by < y0) or (ay > y1 and by > y1):
        return True
    dx, dy = bx - ax, by - ay
    turns = [dx * (y - ay) - dy * (x - ax) for x, y in piece.polygon] or [0.0]
    hair = 2 * HAIR_CM * (abs(dx) + abs(dy))
    return min(turns) > hair or max(turns) < -hair


@remember_by_identity
def box_of(piece: Terrain) -> Box:
    """Return the bounding box of a piece, a hair wider."""
    if piece.circle is not None:
        (x, y), far = piece.circle.at, piece.circle.radius + HAIR_CM
        return x - far, y - far, x + far, y + far
    xs, ys = zip(*piece.polygon, strict=True)
    return min(xs) - HAIR_CM, min(ys) - HAIR_CM, max(xs) + HAIR_CM, max(ys) + HAIR_CM


def distance_to_rim(piece: Terrain, spot: Spot) -> float:
    """Return how far a point is from the rim of a piece, on either side of it."""
    if piece.circle is not None:
        (x, y), radius = piece.circle.at, piece.circle.radius
        return abs(hypot(spot[0] - x, spot[1] - y) - radius)
    return min(distance_to_segment(spot, side) for side in sides(piece))


def spans(piece: Terrain, line: Segment) -> tuple[Span, ...]:
    """Return the parts of a line inside a piece, in order; a mere touch is no part."""
    if is_apart(piece, line):
        return ()
    parts: list[Span] = []
    for begins, ends in pairwise(sorted({0.0, 1.0, *_cuts(piece, line)})):
        if not is_inside(piece, _point_on(line, (begins + ends) / 2)):
            continue
        if parts and parts[-1][1] == begins:
            parts.append((parts.pop()[0], ends))
        else:
            parts.append((begins, ends))
    return tuple(part for part in parts if dist(*line) * (part[1] - part[0]) > HAIR_CM)


def _cuts(piece: Terrain, line: Segment) -> list[float]:
    """Return how far along a line it crosses a circle, or the line through a side of a polygon."""
    if piece.circle is not None:
        return _circle_cuts(piece.circle.at, piece.circle.radius, line)
    (ax, ay), (bx, by) = line
    cuts = []
    for (px, py), (qx, qy) in sides(piece):
        across = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
        if abs(across) < 1e-12:
            continue
        along = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across
        if 0 < along < 1:
            cuts.append(along)
    return cuts


def _circle_cuts(centre: Spot, radius: float, line: Segment) -> list[float]:
    (ax, ay), (bx, by) = line
    dx, dy, fx, fy = bx - ax, by - ay, ax - centre[0], ay - centre[1]
    a, b, c = dx * dx + dy * dy, 2 * (fx * dx + fy * dy), fx * fx + fy * fy - radius * radius
    if not a:
        return []
    root = sqrt(max(0.0, b * b - 4 * a * c))  # a line that only touches is cut where it touches
    return [along for along in ((-b - root) / (2 * a), (-b + root) / (2 * a)) if 0 < along < 1]


# -- sight ---------------------------------------------------------------------------------


RIM_CM = 1.0
"""How near to the rim of a wood, or to a window, a figure sees and is seen."""


MOST_SIGHTS = 20_000


HIDES: tuple[TerrainKind, ...] = ("wood", "building")


COVERS: tuple[TerrainKind, ...] = ("wood", "building", "ruins", "fortification")


class Sight(Part, frozen=True):
    """Whether a target is seen at all, and the kinds of terrain that hide part of it."""

    clear: bool
    cover: tuple[TerrainKind, ...] = ()


def sees(state: Match, shooter: str, target: str) -> bool:
    """Return whether one figure sees another; where the table keeps no positions it always may.

    Rule: EE-SIGHT-1, EE-SIGHT-2
    """
    at, there = place_of(state, shooter), place_of(state, target)
    if at is None or there is None:
        return True
    terrain = state.scenario.terrain
    if _find_stand(terrain, at).is_deep or _find_stand(terrain, there).is_deep:
        return False
    return _find_sight(terrain, at, there, base_of(state, target).reach_cm).clear


def is_out_of_sight(state: Match, figure: str) -> bool:
    """Return whether a figure is so deep in a wood or a building that it neither sees nor is seen.

    Rule: EE-SIGHT-2
    """
    at = place_of(state, figure)
    return at is not None and _find_stand(state.scenario.terrain, at).is_deep


def find_sight(state: Match, shooter: str, target: str) -> Sight | None:
    """Return how one figure sees another, or None where the table keeps no positions.

    Figures never hide one another. A figure deep in a wood or a building neither sees nor is seen.

    Rule: EE-SIGHT-1, EE-SIGHT-2, EE-SIGHT-4, EE-COVER-1
    """
    at, there = place_of(state, shooter), place_of(state, target)
    if at is None or there is None:
        return None
    return _find_sight(state.scenario.terrain, at, there, base_of(state, target).reach_cm)


def _find_sight(terrain: tuple[Terrain, ...], at: Spot, there: Spot, half: float) -> Sight:
    sights = _sights(terrain)
    sight = sights.get((at, there, half))
    if sight is None:
        if len(sights) >= MOST_SIGHTS:
            sights.clear()
        sight = sights[at, there, half] = _work_out_sight(terrain, at, there, half)
    return sight


@remember_newest
def _sights(_terrain: tuple[Terrain, ...]) -> dict[tuple[Spot, Spot, float], Sight]:
    """Return the sights worked out on this terrain: bases stay where they are for most of a turn."""
    return {}


def _work_out_sight(all_terrain: tuple[Terrain, ...], at: Spot, there: Spot, half: float) -> Sight:
    """Return how a base is seen that reaches `half` to either side."""
    ends = _across(at, there, half)
    terrain = _pieces_near(all_terrain, at, ends)
    if not terrain:
        return Sight(clear=True)
    lines = [(at, end) for end in ends]
    stand, is_seen = _find_stand(all_terrain, there), False
    cover = set(stand.kinds)
    for line in lines:
        is_blocked = False
        for piece in terrain:
            hides = piece.kind in HIDES
            if piece.kind in cover and (is_blocked or is_seen or not hides):
                continue  # it could add nothing
            if _lies_across(piece, line):
                cover.add(piece.kind)
                is_blocked = is_blocked or hides
        is_seen = is_seen or not is_blocked
    hidden = not is_seen or stand.is_deep or _find_stand(all_terrain, at).is_deep
    return Sight(not hidden, tuple(sorted(cover)))


class _Stand(NamedTuple):
    """The kinds of cover in which a position is, and whether it is deep inside one that hides."""

    kinds: frozenset[TerrainKind]
    is_deep: bool


def _find_stand(terrain: tuple[Terrain, ...], spot: Spot) -> _Stand:
    stands = _stands(terrain)
    stand = stands.get(spot)
    if stand is None:
        if len(stands) >= MOST_SIGHTS:
            stands.clear()
        inside = [piece for piece, _box in _boxes_of_cover(terrain) if is_inside(piece, spot)]
        stand = stands[spot] = _Stand(frozenset(piece.kind for piece in inside), is_deep_inside(inside, spot))
    return stand


@remember_newest
def _stands(_terrain: tuple[Terrain, ...]) -> dict[Spot, _Stand]:
    """Return what the positions on this terrain are in, as far as somebody has asked."""
    return {}


def _pieces_near(terrain: tuple[Terrain, ...], at: Spot, ends: Iterable[Spot]) -> tuple[Terrain, ...]:
    """Return the pieces that give cover and that a line between some of these points may meet."""
    xs, ys = zip(at, *ends, strict=True)
    left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    return tuple(
        [
            piece
            for piece, (x0, y0, x1, y1) in _boxes_of_cover(terrain)
            if not (right < x0 or left > x1 or top < y0 or bottom > y1)
        ]
    )


@remember_newest
def _boxes_of_cover(terrain: tuple[Terrain, ...]) -> list[tuple[Terrain, Box]]:
    return [(piece, box_of(piece)) for piece in terrain if piece.kind in COVERS]


def is_deep_inside(terrain: Iterable[Terrain], spot: Spot) -> bool:
    """Return whether a position is in a wood or a building and not at its rim.

    Rule: EE-SIGHT-2
    """
    return any(
        piece.kind in HIDES and is_inside(piece, spot) and distance_to_rim(piece, spot) > RIM_CM + HAIR_CM
        for piece in terrain
    )


def _across(at: Spot, there: Spot, half: float) -> tuple[Spot, Spot, Spot]:
    """Return the centre of a base and its left and right edges, as the shooter looks at them."""
    dx, dy = there[0] - at[0], there[1] - at[1]
    far = hypot(dx, dy) or 1.0
    aside = (-dy / far * half, dx / far * half)
    left_edge = (there[0] + aside[0], there[1] + aside[1])
    right_edge = (there[0] - aside[0], there[1] - aside[1])
    return there, left_edge, right_edge


def _lies_across(piece: Terrain, line: Segment) -> bool:
    """Return whether a piece is across a line of sight.

    Where a figure stands in the piece, at either end, the piece lets it look out and be seen over
    the nearby rim: as long as the line stays within the rim. Deeper inside, the piece hides what is
    beyond it.

    Rule: EE-SIGHT-1, EE-SIGHT-2
    """
    long = dist(*line)
    for begins, ends in spans(piece, line):
        at_an_end = begins * long <= HAIR_CM or (1 - ends) * long <= HAIR_CM
        if not at_an_end or _goes_deep(piece, (_point_on(line, begins), _point_on(line, ends))):
            return True
    return False


def _point_on(line: Segment, along: float) -> Spot:
    (ax, ay), (bx, by) = line
    return ax + along * (bx - ax), ay + along * (by - ay)


def _goes_deep(piece: Terrain, line: Segment) -> bool:
    """Return whether a line inside a piece goes deeper into it than its rim."""
    if piece.circle is not None:
        return piece.circle.radius - distance_to_segment(piece.circle.at, line) > RIM_CM + HAIR_CM
    if distance_to_rim(piece, _point_on(line, 0.5)) > RIM_CM + HAIR_CM:
        return True
    cuts = sorted({0.0, 1.0, *_rim_cuts(piece, line)})
    middles = ((begins + ends) / 2 for begins, ends in pairwise(cuts))
    return any(distance_to_rim(piece, _point_on(line, middle)) > RIM_CM + HAIR_CM for middle in middles)


def _rim_cuts(piece: Terrain, line: Segment) -> list[float]:
    """Return how far along a line it may come to be deeper in a polygon than its rim.

    These are all points of the line as far as the rim is deep from a corner, or from the line
    through a side.
    """
    cuts = [along for corner in piece.polygon for along in _circle_cuts(corner, RIM_CM, line)]
    for (px, py), (qx, qy) in sides(piece):
        long = hypot(qx - px, qy - py)
        begins, ends = (((x - px) * (qy - py) - (y - py) * (qx - px)) / long if long else 0.0 for x, y in line)
        if abs(ends - begins) > 1e-12:
            cuts += [along for off in (RIM_CM, -RIM_CM) if 0 < (along := (off - begins) / (ends - begins)) < 1]
    return cuts
