"""How a figure sees another (SHOOT-2): the visible share of its base, and what gives it cover.

Rulings. A figure looks from the centre of its base and from twelve points on its rim; the point
that sees most counts. The line of sight runs from the top of the shooter to the top of the target,
above each point of its base. Scenery hides lines that pass below its height. A piece that blocks
sight hides every figure that stands no higher than its top, whatever the figure's size. A figure
hides up to twice its height over its base. The scenery under the middle of the shooter's or the
target's base does not hide them from each other, unless it is impassable. Scenery that a base only
touches hides as usual. Lines may also be drawn to the base (`aim`): scenery that crosses those
lines gives cover, and hides if the table plays so.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise
from math import cos, inf, pi, sin
from typing import Any, Literal

import numpy as np
import shapely
from msgspec import Struct

from q40k.geometry.arrays import Bools, Floats, Ints, distances_to_segments
from q40k.geometry.field import Terrain
from q40k.geometry.hiding import LinesTo
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import CORNERS, HAIR_CM, Base, Spot, distance_to_segment, outline
from q40k.geometry.wedges import EYES, SightPass, look_past_screens

ENOUGH = 0.75
"""The share of the base that must be visible (SHOOT-2)."""
SAME = 9
"""Shares that agree to this many digits are equal, so rounding errors never choose an eye."""

Seen = Literal["clear", "hidden", "part"]


class Sector(Struct, frozen=True):
    """A part of the target as an eye sees it, from its right to its left: visible, hidden or both.

    `right` and `left` are the end points of the lines of sight to draw.
    """

    seen: Seen
    right: Spot
    left: Spot

    @property
    def clear(self) -> bool:
        """Whether all of it is visible."""
        return self.seen == "clear"


class Sight(Struct, frozen=True):
    """How one figure sees another: the visible share, the best eye, and what hides the rest."""

    shooter: str
    target: str
    share: float
    eye: Spot
    hiders: tuple[str, ...]
    sectors: tuple[Sector, ...]

    @property
    def clear(self) -> bool:
        """Whether enough of the base is visible to shoot at it.

        Rule: SHOOT-2
        """
        return is_enough(self.share)


def is_enough(share: float) -> bool:
    """Return whether a share is at least three quarters, within the numeric tolerance.

    Rule: SHOOT-2
    """
    return share >= ENOUGH - HAIR_CM


class View(Struct, frozen=True):
    """The share of a base that the best eye sees, and the ids of what hides the rest."""

    share: float
    hiders: tuple[str, ...]


def seen_by(
    positions: Positions[Terrain], shooter: str, targets: Iterable[str], aim: LinesTo = "figure"
) -> dict[str, View]:
    """Return how one figure sees others, in one pass. Raises KeyError for unknown figures.

    Rule: SHOOT-2
    """
    names, index = tuple(targets), positions.index
    if not names:
        return {}
    target = np.array([index[name] for name in names], dtype=np.intp)
    sight_pass = look_past_screens(positions, np.full(len(names), index[shooter], dtype=np.intp), target, aim)
    best, eyes = _best(positions, sight_pass)
    return {
        name: View(float(best[row]), _hiders(positions, sight_pass, row, int(eyes[row])))
        for row, name in enumerate(names)
    }


def _hiders(positions: Positions[Terrain], sight_pass: SightPass, row: int, eye: int) -> tuple[str, ...]:
    """Return the ids of what hides a part of the target of a pair from an eye."""
    mine = sight_pass.wedges.look == row * EYES + eye
    owners = set(sight_pass.screens.owner[sight_pass.screen[sight_pass.wedges.candidate[mine]]].tolist())
    owners |= set(sight_pass.sunk.get(row, ()))
    return tuple(_owner_id(positions, owner) for owner in sorted(owners))


def sight(positions: Positions[Terrain], shooter: str, target: str, aim: LinesTo = "figure") -> Sight:
    """Return how `shooter` sees `target`. Raises KeyError for unknown figures.

    Rule: SHOOT-2
    """
    s, t = positions.index[shooter], positions.index[target]
    if s == t:
        raise KeyError(target)
    sight_pass = look_past_screens(positions, np.array([s], dtype=np.intp), np.array([t], dtype=np.intp), aim)
    share, eye = _best(positions, sight_pass)
    number = int(eye[0])
    x, y = sight_pass.looks.eye[0, number]
    return Sight(
        shooter,
        target,
        float(share[0]),
        (float(x), float(y)),
        _hiders(positions, sight_pass, 0, number),
        _sectors(positions, sight_pass, t, number),
    )


def _owner_id(positions: Positions[Terrain], number: int) -> str:
    pieces = positions.field.pieces
    if number < len(pieces):
        return pieces[number].scenery.id
    return positions.figures[number - len(pieces)].id


def _best(positions: Positions[Terrain], sight_pass: SightPass) -> tuple[Floats, Ints]:
    """Return the best share of each pair, and the first eye that has it."""
    share = sight_pass.share.copy()
    rows = np.flatnonzero(sight_pass.partial.any(axis=1))
    if len(rows):
        share[rows] = _refine_shares(positions, sight_pass, rows)
    eye = share.round(SAME).argmax(axis=1)
    return share[np.arange(len(share)), eye], eye


def _refine_shares(positions: Positions[Terrain], sight_pass: SightPass, rows: Ints) -> Floats:
    """Return the shares of some pairs, those of eyes with partial wedges computed by polygons. Shape (rows, EYES).

    The share of such an eye is an upper limit. The most promising eye of each pair is looked at
    first; eyes that cannot beat the best share then get -1.
    """
    targets = sight_pass.looks.target[rows].tolist()
    keys = [(target, sight_pass.sunk.get(row, ())) for target, row in zip(targets, rows.tolist(), strict=True)]
    outside = {key: _outside(positions, *key) for key in keys}
    rests = np.array([outside[key] for key in keys], dtype=object)
    wholes_cm2 = shapely.area([base_polygon(f.base, f.spot) for f in (positions.figures[t] for t in targets)])
    partial, share = sight_pass.partial[rows], sight_pass.share[rows]
    most = np.where(partial, np.minimum(share, (shapely.area(rests) / wholes_cm2)[:, None]), -1.0)
    share = np.where(partial, np.where(most > 0, -1.0, 0.0), share)
    is_first = np.arange(EYES) == most.argmax(axis=1)[:, None]
    for chosen in (is_first, ~is_first):
        best = np.maximum(share.max(axis=1), 0.0)
        pair, eye = np.nonzero(chosen & (most > best[:, None]))
        if len(pair):
            seen = _cut_off_shadows(positions, sight_pass, rows[pair] * EYES + eye, rests[pair])
            share[pair, eye] = np.minimum(most[pair, eye], shapely.area(seen) / wholes_cm2[pair])
    return share


def _cut_off_shadows(positions: Positions[Terrain], sight_pass: SightPass, looks: Ints, rests: Any) -> Any:
    """Return what is left of the `rests` of targets, as polygons, seen by sorted looks past their wedges."""
    wedges = sight_pass.wedges
    place = np.searchsorted(looks, wedges.look)
    mine = np.flatnonzero(np.append(looks, -1)[place] == wedges.look)
    partial = mine[wedges.partial[mine]]
    cone_looks, cones = _cones(positions, sight_pass, mine[~wedges.partial[mine]])
    cutters = np.concatenate([cones, _shadows(positions, sight_pass, partial)])
    place = np.searchsorted(looks, np.concatenate([cone_looks, wedges.look[partial]]))
    order = np.argsort(place, kind="stable")
    place, cutters = place[order], cutters[order]
    rank = np.arange(len(place)) - np.searchsorted(place, place)
    for number in range(int(rank.max(initial=-1)) + 1):
        cut = rank == number
        rests[place[cut]] = shapely.difference(rests[place[cut]], cutters[cut])
    return rests


def _cones(positions: Positions[Terrain], sight_pass: SightPass, whole: Ints) -> tuple[Ints, Any]:
    """Return what whole wedges, by number, hide as far as their targets: the looks, and polygons.

    The base lies wholly behind the screens of whole wedges, so their outline does not matter.
    """
    wedges, looks = sight_pass.wedges, sight_pass.looks
    columns = (wedges.look[whole], wedges.low[whole], wedges.high[whole])
    spans = _join_spans(sorted(zip(*(column.tolist() for column in columns), strict=True)))
    look = np.array([span[0] for span in spans], dtype=np.intp)
    low, high = np.array([span[1:] for span in spans], dtype=float).reshape(-1, 2).T
    pair, eye = np.divmod(look, EYES)
    middle, ahead = looks.eye[pair, eye], looks.ahead[pair, eye]
    far = _ranges_cm(positions, sight_pass, look) / np.cos((high - low) / 4)
    turns = np.arctan2(ahead[:, 1], ahead[:, 0])[:, None] + np.stack([low, (low + high) / 2, high], axis=1)
    rim = middle[:, None] + far[:, None, None] * np.stack([np.cos(turns), np.sin(turns)], axis=2)
    return look, shapely.polygons(np.concatenate([middle[:, None], rim], axis=1))


def _ranges_cm(positions: Positions[Terrain], sight_pass: SightPass, look: Ints) -> Floats:
    """Return a distance from each eye that lies behind all of its target."""
    looks = sight_pass.looks
    reaches = np.array([figure.base.reach_cm for figure in positions.figures])
    ranges: Floats = looks.far.reshape(-1)[look] + reaches[looks.target[look // EYES]] + 1
    return ranges


def _join_spans(spans: Iterable[tuple[int, float, float]]) -> list[tuple[int, float, float]]:
    """Return sorted intervals of looks, those of the same look that overlap joined."""
    joined: list[tuple[int, float, float]] = []
    for look, low, high in spans:
        if joined and joined[-1][0] == look and low <= joined[-1][2]:
            joined[-1] = (look, joined[-1][1], max(high, joined[-1][2]))
        else:
            joined.append((look, low, high))
    return joined


def _outside(positions: Positions[Terrain], target: int, sunk: tuple[int, ...]) -> Any:
    """Return the part of a figure's base outside the scenery `sunk`, by number."""
    figure = positions.figures[target]
    whole = base_polygon(figure.base, figure.spot)
    pieces = [positions.field.pieces[number].shape for number in sunk]
    return whole.difference(shapely.union_all(pieces)) if pieces else whole


def _sectors(positions: Positions[Terrain], sight_pass: SightPass, target: int, eye: int) -> tuple[Sector, ...]:
    looks, wedges = sight_pass.looks, sight_pass.wedges
    if looks.inside[0, eye]:
        return ()
    right, left = float(looks.right[0, eye]), float(looks.left[0, eye])
    mine = wedges.look == eye
    spans = list(zip(wedges.low[mine].tolist(), wedges.high[mine].tolist(), wedges.partial[mine].tolist(), strict=True))
    if sight_pass.sunk:
        spans.append((right, left, True))
    cuts = sorted({right, left, *(cut for low, high, _ in spans for cut in (low, high))})
    figure = positions.figures[target]
    away = (looks.eye[0, eye].tolist(), looks.ahead[0, eye].tolist())
    sectors: list[Sector] = []
    for low, high in pairwise(cuts):
        if high - low < 1e-9:
            continue
        middle = (low + high) / 2
        over = [partial for start, end, partial in spans if start <= middle <= end]
        seen: Seen = "hidden" if False in over else "part" if over else "clear"
        if sectors and sectors[-1].seen == seen:
            start = sectors.pop().right
        else:
            start = _point(away, low, figure.base, figure.spot)
        sectors.append(Sector(seen, start, _point(away, high, figure.base, figure.spot)))
    return tuple(sectors)


def _point(away: tuple[list[float], list[float]], angle: float, base: Base, spot: Spot) -> Spot:
    """Return the middle of the part of a ray, at an angle, that lies over a base."""
    (ex, ey), (ax, ay) = away
    ray = (cos(angle) * ax - sin(angle) * ay, sin(angle) * ax + cos(angle) * ay)
    if base.round:
        along = ray[0] * (spot[0] - ex) + ray[1] * (spot[1] - ey)
        return (ex + along * ray[0], ey + along * ray[1])
    far = abs(spot[0] - ex) + abs(spot[1] - ey) + base.reach_cm
    line = ((ex, ey), (ex + far * ray[0], ey + far * ray[1]))
    x, y = min(outline(base, spot), key=lambda corner: distance_to_segment(corner, line))
    along = (x - ex) * ray[0] + (y - ey) * ray[1]
    return (ex + along * ray[0], ey + along * ray[1])


# -- shadows as polygons -------------------------------------------------------------------
#
# They are needed where a shadow ends in the middle of a base, and exact to the outline. A base's
# outline has 128 corners, which is accurate to 0.05% of its area.


def _shadows(positions: Positions[Terrain], sight_pass: SightPass, wedges: Ints) -> Any:
    """Return the areas that the screens of wedges, by number, hide from their eyes, as convex polygons."""
    candidate, look = sight_pass.wedges.candidate[wedges], sight_pass.wedges.look[wedges]
    pair, number = np.divmod(look, EYES)
    screen, screens = sight_pass.screen[candidate], sight_pass.screens
    eye = sight_pass.looks.eye[pair, number]
    p, q, radius = screens.p[screen], screens.q[screen], screens.radius[screen]
    near, far = sight_pass.near[candidate], sight_pass.far[candidate]
    away, ranges = distances_to_segments(eye, p, q) - radius, _ranges_cm(positions, sight_pass, look)
    # Beyond the range the corners would only lose precision.
    end = np.minimum(far, np.maximum(2 * near, 1.01 * ranges / np.maximum(away, HAIR_CM)))
    shadows = np.empty(len(wedges), dtype=object)
    edges, discs = radius == 0, (radius > 0) & (away > HAIR_CM)
    if edges.any():
        offsets = np.stack([p[edges], q[edges]], axis=1) - eye[edges, None]
        shadows[edges] = _hulls(eye[edges], offsets, near[edges], end[edges])
    if discs.any():
        sunk = [sight_pass.sunk.get(row, ()) for row in pair[discs].tolist()]
        filled = [owner in pieces for owner, pieces in zip(screens.owner[screen[discs]].tolist(), sunk, strict=True)]
        # The disc itself is hidden already if the target is sunk in it: its front needs no corners.
        flat = np.array(filled) & (near[discs] == 1)
        targets = [positions.figures[target] for target in sight_pass.looks.target[pair[discs]].tolist()]
        shadows[discs] = _behind_discs(eye[discs], p[discs], radius[discs], (near[discs], end[discs]), targets, flat)
    for row in np.flatnonzero(~edges & ~discs).tolist():
        if away[row] < -HAIR_CM and far[row] == inf:  # the eye is inside the screen and sees nothing
            shadows[row] = shapely.Point(eye[row]).buffer(float(ranges[row]) * 2)
        else:
            rim = np.array(outline(Base(float(radius[row]) * 20), tuple(p[row].tolist())))
            own = slice(row, row + 1)
            shadows[own] = _hulls(eye[own], (rim - eye[row])[None], near[own], end[own])
    return shadows


def _hulls(eye: Floats, offsets: Floats, near: Floats, far: Floats) -> Any:
    """Return the areas between outlines, each enlarged `near` and `far` times from its eye, as polygons."""
    ends = np.concatenate([near[:, None, None] * offsets, far[:, None, None] * offsets], axis=1)
    return shapely.convex_hull(shapely.linestrings(eye[:, None] + ends))


def _behind_discs(
    eye: Floats, centre: Floats, radius: Floats, stretch: tuple[Floats, Floats], targets: list[Figure], flat: Bools
) -> Any:
    """Return the shadows of discs, between two arcs of the disc enlarged `stretch` times from the eye.

    The ends of an arc are enough where it does not meet the target, or if its front may be `flat`.
    """
    offset = eye - centre
    back, half = np.arctan2(offset[:, 1], offset[:, 0]), np.arccos(radius / np.hypot(offset[:, 0], offset[:, 1]))
    start = np.stack([back - half, back + half], axis=1)
    width = np.stack([2 * half, 2 * pi - 2 * half], axis=1)
    times = np.stack(stretch, axis=1)
    middle = eye[:, None] - times[..., None] * offset[:, None]
    size = times * radius[:, None]
    apart = middle - np.array([figure.spot for figure in targets])[:, None]
    reach = np.array([figure.base.reach_cm for figure in targets])
    is_curved = np.hypot(apart[..., 0], apart[..., 1]) < size + reach[:, None]
    is_curved[:, 0] &= ~flat
    steps = np.where(is_curved, np.ceil(width * CORNERS / (2 * pi)), 1).astype(np.intp).reshape(-1)
    arc = np.repeat(np.arange(len(steps)), steps + 1)
    step = np.arange(len(arc)) - np.repeat(np.cumsum(steps + 1) - steps - 1, steps + 1)
    turn = start.reshape(-1)[arc] + (width.reshape(-1) / steps)[arc] * step
    corners = middle.reshape(-1, 2)[arc] + size.reshape(-1)[arc, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return shapely.polygons(shapely.linearrings(corners, indices=arc // 2))


@lru_cache(maxsize=256)
def base_polygon(base: Base, spot: Spot) -> Any:
    """Return a base's outline as a cached polygon."""
    whole = shapely.Polygon(outline(base, spot))
    shapely.prepare(whole)
    return whole


# -- cover ---------------------------------------------------------------------------------
#
# A piece lies between if part of it is in the strip from base to base, outside both bases. Scenery
# on the target's far side or along its flank gives no cover.

LEAST_CM2 = 0.01
"""Overlaps with the strip below a square millimetre are ignored."""


def find_cover(
    positions: Positions[Terrain], shooter: str, target: str, crossed: Collection[str] | None = None
) -> tuple[str, ...]:
    """Return the ids of the scenery that covers `target` from `shooter`, in the order of the field.

    Scenery covers if the middle of the target's base stands in it and its feet are not higher. It
    also covers if it lies between and crosses the lines to the base. Pass `crossed` if the crossing
    scenery is already computed. Raises KeyError for unknown figures.

    Rule: SHOOT-2, ARENA-5
    """
    firer, defender = positions.figure(shooter), positions.figure(target)
    row = positions.in_scenery[positions.index[target]]
    pieces = positions.field.pieces
    cover = {
        piece.scenery.id
        for piece, stands in zip(pieces, row, strict=True)
        if stands and piece.scenery.height_in >= defender.elevation_in
    }
    if crossed is None:
        crossed = seen_by(positions, shooter, (target,), "base")[target].hiders
    between = [piece for piece in pieces if piece.scenery.id in crossed]
    if between:
        bases = [base_polygon(figure.base, figure.spot) for figure in (firer, defender)]
        strip = shapely.convex_hull(shapely.geometrycollections(bases))
        cover |= {piece.scenery.id for piece in between if _lies_between(piece.shape, strip, bases)}
    return tuple(piece.scenery.id for piece in pieces if piece.scenery.id in cover)


def _lies_between(shape: Any, strip: Any, bases: Iterable[Any]) -> bool:
    """Return whether a shape lies in the strip around two bases, outside the bases."""
    part = shape.intersection(strip)
    for base in bases:
        if part.intersects(base):
            part = part.difference(base)
    return bool(part.area > LEAST_CM2)
