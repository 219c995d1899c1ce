"""What every eye sees of every base, in one pass over arrays.

From an eye, a screen that lies wholly before or behind a base hides a whole wedge of it: the part
between two lines through the eye. The area of a base to one side of a line has a closed form, so
the share that is hidden is the length of a union of intervals, and nothing is approximated. Where
a screen, or the end of its shadow, lies in the middle of a base, the wedge is only marked as
`partial`; `sight.py` then works it out by polygons.

Angles are radians from the direction of the base's centre, as the eye has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np
import shapely

from q40k.geometry.arrays import Bools, Floats, Ints, between, cross, dot, to_spine, turned
from q40k.geometry.bases import HAIR_CM, Base, vector
from q40k.geometry.field import Piece, Terrain
from q40k.geometry.hiding import HAIR_IN, LinesTo, Screens, screens_of, stretches, transparent
from q40k.geometry.ovals import area_below
from q40k.geometry.positions import Figure, Positions

RIM_EYES = 12
EYES = RIM_EYES + 1
"""A figure looks from the centre of its base and from points all round its rim."""
MOST_CELLS = 1_000_000


def eyes_of(one: Figure) -> Floats:
    """The points that a figure looks from: the centre, then round the rim. Shape (EYES, 2).

    Rule: SHOOT-2
    """
    return np.array(one.spot) + _eyes(one.base)


@lru_cache(maxsize=256)
def _eyes(base: Base) -> Floats:
    """The points that a base looks from, about its own centre."""
    ax, ay = base.arm
    points = [(0.0, 0.0)]
    for n in range(RIM_EYES):
        ux, uy = vector(1.0, n * 360 / RIM_EYES)
        along = ux * ax + uy * ay
        end = 0 if abs(along) < HAIR_CM else 1 if along > 0 else -1  # 0: the middle of a side
        points.append((end * ax + base.radius_cm * ux, end * ay + base.radius_cm * uy))
    return np.array(points)


@dataclass(frozen=True, slots=True)
class Looks:
    """Every pair of a shooter and a target, and each eye of the shooter: arrays (pairs, EYES).

    `eye` is where it is, `ahead` the unit vector towards the target's centre, `far` how far away
    that is, `left` and `right` the angles of the target's rim; `inside`: on or in the target.
    """

    shooter: Ints
    target: Ints
    eye: Floats
    ahead: Floats
    far: Floats
    right: Floats
    left: Floats
    inside: Bools


@dataclass(frozen=True, slots=True)
class Wedges:
    """Wedges of targets that are hidden, a row each: which look, from where to where.

    `found` is the row of the pair and the screen among what was found to stand between.
    """

    look: Ints
    found: Ints
    low: Floats
    high: Floats
    partial: Bools


@dataclass(frozen=True, slots=True)
class Passed:
    """What the pass found. `share` is (pairs, EYES), the most that each eye can see.

    It is exact where no wedge of that eye is partial. `screen` and `stretch` are what may stand
    between a pair, for `pair`. `sunk` is the scenery, by its number, that hides the part of a
    target's base that lies in it, for each pair that has any.
    """

    looks: Looks
    wedges: Wedges
    share: Floats
    partial: Bools
    screens: Screens
    pair: Ints
    screen: Ints
    near: Floats
    far: Floats
    sunk: dict[int, tuple[int, ...]]


def passed(
    positions: Positions[Terrain], shooter: Ints, target: Ints, aim: LinesTo = "figure"
) -> Passed:
    """Look from each shooter (by its number) at the target beside it, its top or its base."""
    looks = looks_of(positions, shooter, target)
    screens = screens_of(positions)
    pair, screen = candidates(positions, screens, shooter, target)
    figures = positions.figures
    shooters, targets = ([figures[i] for i in one[pair]] for one in (shooter, target))
    near, far = stretches(screens, screen, shooters, targets, aim)
    kept = near < np.inf
    pair, screen, near, far = pair[kept], screen[kept], near[kept], far[kept]
    wedges = wedges_of(positions, looks, screens, (pair, screen, near, far))
    share, partial = shares_of(positions, looks, wedges)
    blind = blinded(positions, looks)
    share, partial = np.where(blind, 0.0, share), partial & ~blind
    sunk = sunk_in(positions, looks, aim)
    for row in sunk:
        partial[row] |= ~blind[row] & ~looks.inside[row]
    return Passed(looks, wedges, share, partial, screens, pair, screen, near, far, sunk)


def blinded(positions: Positions[Terrain], looks: Looks) -> Bools:
    """Which eyes lie within scenery that hides, and see nothing past it. Shape (pairs, EYES).

    That is where a base reaches into what its middle does not stand in.
    """
    blind = np.zeros(looks.far.shape, dtype=bool)
    figures, pieces = positions.figures, positions.field.pieces
    hides = np.array([one.scenery.blocks_sight or one.scenery.height_in > 0 for one in pieces])
    if not len(hides) or not len(looks.shooter):
        return blind
    touched = positions.field.touched([f.base for f in figures], [f.spot for f in figures])
    touched &= hides
    clear = transparent(positions)
    for number, piece in np.argwhere(touched).tolist():
        rows = np.flatnonzero((looks.shooter == number) & ~clear[looks.target, piece])
        if clear[number, piece] or not len(rows):
            continue
        one, scenery = figures[number], pieces[piece].scenery
        within = _within(pieces[piece], eyes_of(one))
        feet = np.array(
            [max(one.elevation_in, figures[t].elevation_in) for t in looks.target[rows]]
        )
        endless = scenery.blocks_sight & ((scenery.height_in <= 0) | (feet <= scenery.height_in))
        low = endless | (one.top_in <= scenery.height_in)
        blind[rows] |= low[:, None] & within[None, :]
    return blind


def sunk_in(
    positions: Positions[Terrain], looks: Looks, aim: LinesTo
) -> dict[int, tuple[int, ...]]:
    """The scenery that hides whatever part of a target's base lies in it, by the row of the pair.

    A line that comes down into it from above and ends in it crosses none of its edges where it is
    low enough, so no screen says so. That is where a base reaches into what its middle does not
    stand in.
    """
    figures, pieces = positions.figures, positions.field.pieces
    hides = np.array([one.scenery.blocks_sight or one.scenery.height_in > 0 for one in pieces])
    if not len(hides) or not len(looks.target):
        return {}
    touched = positions.field.touched([f.base for f in figures], [f.spot for f in figures])
    touched &= hides
    found: dict[int, list[int]] = {}
    clear = transparent(positions)
    for number, piece in np.argwhere(touched).tolist():
        if clear[number, piece]:
            continue
        other, scenery = figures[number], pieces[piece].scenery
        end = other.top_in if aim == "figure" else other.elevation_in
        for row in np.flatnonzero((looks.target == number) & ~clear[looks.shooter, piece]).tolist():
            feet = max(other.elevation_in, figures[int(looks.shooter[row])].elevation_in)
            endless = scenery.blocks_sight and (not scenery.height_in or feet <= scenery.height_in)
            if endless or end < scenery.height_in - HAIR_IN:
                found.setdefault(row, []).append(piece)
    return {row: tuple(numbers) for row, numbers in found.items()}


def _within(piece: Piece[Terrain], points: Floats) -> Bools:
    """Which points lie properly within a piece of scenery."""
    if piece.swell:
        away: Bools = shapely.distance(piece.core, shapely.points(points)) < piece.swell - HAIR_CM
        return away
    inside: Bools = shapely.contains_properly(piece.core, shapely.points(points))
    return inside


def looks_of(positions: Positions[Terrain], shooter: Ints, target: Ints) -> Looks:
    """Where each eye is, and how it has its target."""
    figures = positions.figures
    eyes = np.array([eyes_of(one) for one in figures]).reshape(-1, EYES, 2)
    spots, arms = positions.spots, positions.arms
    radii = positions.radii[target][:, None]
    eye = eyes[shooter]
    way = spots[target][:, None, :] - eye
    far = np.hypot(way[..., 0], way[..., 1])
    ahead = way / np.maximum(far, HAIR_CM)[..., None]
    arm = np.broadcast_to(arms[target][:, None, :], way.shape)
    right, left = np.full(far.shape, np.inf), np.full(far.shape, -np.inf)
    inside = to_spine(np.zeros_like(way), way - arm, way + arm) <= radii
    for end in (way - arm, way + arm):
        away = np.hypot(end[..., 0], end[..., 1])
        middle = np.arctan2(cross(ahead, end), dot(ahead, end))
        half = np.arcsin(np.minimum(1.0, radii / np.maximum(away, HAIR_CM)))
        right, left = np.minimum(right, middle - half), np.maximum(left, middle + half)
    return Looks(shooter, target, eye, ahead, far, right, left, inside)


def candidates(
    positions: Positions[Terrain], screens: Screens, shooter: Ints, target: Ints
) -> tuple[Ints, Ints]:
    """The pairs and the screens that may stand between them: near the strip from base to base."""
    if not len(screens.owner) or not len(shooter):
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    spots = positions.spots
    reach = positions.radii + np.hypot(positions.arms[:, 0], positions.arms[:, 1])
    clear = transparent(positions)
    step = max(1, MOST_CELLS // len(screens.owner))
    pairs, found = [], []
    for begin in range(0, len(shooter), step):
        s, t = shooter[begin : begin + step], target[begin : begin + step]
        way = spots[t] - spots[s]
        far = np.hypot(way[:, 0], way[:, 1])
        ahead = way / np.maximum(far, HAIR_CM)[:, None]
        wide = np.maximum(reach[s], reach[t])
        # The coordinates of both ends along and across the strip.
        start, side = dot(ahead, spots[s]), cross(ahead, spots[s])
        along_p = ahead @ screens.p.T - start[:, None]
        along_q = ahead @ screens.q.T - start[:, None]
        turned = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        across_p = turned @ screens.p.T - side[:, None]
        across_q = turned @ screens.q.T - side[:, None]
        r, w = screens.radius[None, :], wide[:, None]
        on = (np.minimum(across_p, across_q) - r < w) & (np.maximum(across_p, across_q) + r > -w)
        on &= np.maximum(along_p, along_q) + r > -reach[s][:, None]
        on &= np.minimum(along_p, along_q) - r < (far + reach[t])[:, None]
        on &= ~(clear[s] | clear[t])[:, screens.owner]
        pair, screen = np.nonzero(on)
        pairs.append(pair + begin)
        found.append(screen)
    return np.concatenate(pairs), np.concatenate(found)


def wedges_of(
    positions: Positions[Terrain],
    looks: Looks,
    screens: Screens,
    found: tuple[Ints, Ints, Floats, Floats],
) -> Wedges:
    """The wedges that the screens found hide."""
    pair, screen, near, far = found
    eye = looks.eye[pair]
    p, q = screens.p[screen][:, None, :] - eye, screens.q[screen][:, None, :] - eye
    r = np.broadcast_to(screens.radius[screen][:, None], p.shape[:2])
    ahead = looks.ahead[pair]
    left, right = looks.left[pair], looks.right[pair]
    low, high, within = _spans(p, q, r, ahead)
    # A segment that passes behind the eye is the outside of its two angles.
    behind = (r == 0) & (high - low > pi)
    low, high = (
        np.where(behind, np.where(high < left, high, -np.inf), low),
        np.where(behind, np.where(high < left, np.inf, low), high),
    )
    low, high = np.maximum(low, right), np.minimum(high, left)
    hit = (high - low > 1e-12) & ~looks.inside[pair]
    row, column = np.nonzero(hit)
    aim = looks.target[pair][row]
    way = positions.spots[aim] - eye[row, column]
    target = (way - positions.arms[aim], way + positions.arms[aim], positions.radii[aim])
    thing = (p[row, column], q[row, column], r[row, column])
    flat_low, flat_high = low[row, column], high[row, column]
    ray = turned(ahead[row, column], (flat_low + flat_high) / 2)
    before, partial = _order(ray, thing, target, (near[row], far[row]))
    inside = within[row, column]
    if inside.any():
        above = _above(thing[0][inside], thing[2][inside], target, inside, far[row][inside])
        before[inside], partial[inside] = above
    kept = before | partial
    look = pair[row] * EYES + column
    return Wedges(look[kept], row[kept], flat_low[kept], flat_high[kept], partial[kept])


def _spans(p: Floats, q: Floats, r: Floats, ahead: Floats) -> tuple[Floats, Floats, Bools]:
    """From which angle to which each screen reaches; and whether the eye is inside it."""
    at_p = np.arctan2(cross(ahead, p), dot(ahead, p))
    at_q = np.arctan2(cross(ahead, q), dot(ahead, q))
    away = np.hypot(p[..., 0], p[..., 1])
    half = np.arcsin(np.minimum(1.0, r / np.maximum(away, HAIR_CM)))
    within = (r > 0) & (away < r - HAIR_CM)
    low = np.where(r > 0, at_p - half, np.minimum(at_p, at_q))
    high = np.where(r > 0, at_p + half, np.maximum(at_p, at_q))
    return np.where(within, -pi, low), np.where(within, pi, high), within


_Thing = tuple[Floats, Floats, Floats]


def _order(
    ray: Floats, screen: _Thing, target: _Thing, stretch: tuple[Floats, Floats]
) -> tuple[Bools, Bools]:
    """Whether the target lies in the stretch of the screen's shadow, and whether only partly.

    Two convex things that do not meet keep their order along every ray that meets both, so one
    ray tells.
    """
    near, far = stretch
    p, q, r = screen
    ahead = _along(ray, target[0], target[1])
    edge = q - p
    steep = cross(ray, edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        met = cross(p, edge) / steep
    # Nearly along the ray: the middle of the segment is as good as any point of it.
    met = np.where(np.abs(steep) < HAIR_CM**2, dot(ray, (p + q) / 2), met)
    met = np.where(r > 0, dot(ray, p), met)
    with np.errstate(invalid="ignore"):
        before = (near * met < ahead) & (ahead < far * met)
    partial = np.zeros(len(met), dtype=bool)
    for times in (near, far):
        ends = np.isfinite(times)
        t = times[ends][:, None]
        spine = (target[0][ends], target[1][ends])
        gap = between(t * p[ends], t * q[ends], *spine) - t[:, 0] * r[ends] - target[2][ends]
        partial[ends] |= gap < -HAIR_CM
    return before, partial


def _above(
    middle: Floats, radius: Floats, target: _Thing, which: Bools, far: Floats
) -> tuple[Bools, Bools]:
    """Whether a disc that an eye lies in hides the target, wholly or partly.

    It hides all that lies within it, drawn out from the eye as far as its shadow: everything, if
    the eye is no higher than it; little, if the eye looks down over it.
    """
    hidden, partial = np.ones(len(far), dtype=bool), np.zeros(len(far), dtype=bool)
    ends = np.isfinite(far)
    p, q = target[0][which][ends], target[1][which][ends]
    centre, size = far[ends][:, None] * middle[ends], far[ends] * radius[ends]
    rim = target[2][which][ends]
    farther = np.maximum(np.hypot(*(p - centre).T), np.hypot(*(q - centre).T))
    hidden[ends] = farther + rim <= size + HAIR_CM
    partial[ends] = ~hidden[ends] & (to_spine(centre, p, q) - rim < size - HAIR_CM)
    return hidden, partial


def _along(ray: Floats, p: Floats, q: Floats) -> Floats:
    """How far along a ray it passes a segment: where it crosses it, or its nearer end."""
    off_p, off_q = cross(ray, p), cross(ray, q)
    at_p, at_q = dot(ray, p), dot(ray, q)
    apart = off_p - off_q
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = at_p + (at_q - at_p) * off_p / apart
    crossed = off_p * off_q < 0
    return np.where(crossed, cut, np.where(np.abs(off_p) <= np.abs(off_q), at_p, at_q))


def shares_of(positions: Positions[Terrain], looks: Looks, wedges: Wedges) -> tuple[Floats, Bools]:
    """The share of each target that each eye sees past all wedges that are not partial."""
    pairs = len(looks.shooter)
    partial = np.zeros(pairs * EYES, dtype=bool)
    partial[wedges.look[wedges.partial]] = True
    whole = ~wedges.partial
    look = wedges.look[whole]
    ends = np.concatenate([wedges.low[whole], wedges.high[whole]])
    low, high = np.split(below(positions, looks, np.concatenate([look, look]), ends), 2)
    hidden: Floats = np.zeros(pairs * EYES)
    order = np.lexsort((low, look))
    look, low, high = look[order], low[order], high[order]
    if len(look):
        # Each look has its own stretch of a long line, so one running maximum serves them all.
        shift = 2.0 * look
        ends = np.maximum.accumulate(high + shift)
        covered = np.concatenate([[-1.0], ends[:-1]]) - shift
        fresh = np.maximum(0.0, high - np.maximum(low, covered))
        hidden += np.bincount(look, fresh, pairs * EYES)
    share = np.clip(1.0 - hidden, 0.0, 1.0)
    return share.reshape(pairs, EYES), partial.reshape(pairs, EYES)


def below(positions: Positions[Terrain], looks: Looks, look: Ints, angle: Floats) -> Floats:
    """The share of the target's area that lies to the right of an angle."""
    target = looks.target[look // EYES]
    bases = [one.base for one in positions.figures]
    radius = positions.radii[target]
    x = np.clip(looks.far.reshape(-1)[look] * np.sin(angle) / radius, -1.0, 1.0)
    share: Floats = 0.5 + (x * np.sqrt(1.0 - x * x) + np.arcsin(x)) / pi
    oval = np.array([not base.round for base in bases], dtype=bool)[target]
    if oval.any():
        eye, ahead = looks.eye.reshape(-1, 2)[look], looks.ahead.reshape(-1, 2)[look]
        ray = turned(ahead[oval], angle[oval])
        for number in np.unique(target[oval]):
            mine = target[oval] == number
            one = positions.figures[number]
            index = np.flatnonzero(oval)[mine]
            share[index] = area_below(one.base, one.spot, eye[index], ray[mine])
    return share
