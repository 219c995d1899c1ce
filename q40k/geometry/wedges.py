"""What every eye sees of every base, in one pass over arrays.

From an eye, a screen wholly in front of a base hides a wedge of it: the part between two lines
through the eye. The area of a base on one side of a line has a closed form. So the hidden share is
the length of a union of intervals, without approximation. If a screen or the end of its shadow lies
in the middle of a base, the wedge is only marked as `partial`. `sight` then computes it by
polygons.

Angles are radians from the direction of the base's centre, as seen from the eye.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import pi

import numpy as np
import shapely
from msgspec import Struct

from q40k.geometry.arrays import (
    Bools,
    Floats,
    Ints,
    cross,
    distances_between_segments,
    distances_to_segments,
    dot,
    rotate,
)
from q40k.geometry.field import Piece, Terrain
from q40k.geometry.hiding import SIGHT_HAIR_IN, LinesTo, Screens, screens_of, stretches, top_of, transparent
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import HAIR_CM, Base, Spot, vector

RIM_EYES = 12
EYES = RIM_EYES + 1
"""A figure looks from the centre of its base and from points on its rim."""
MOST_CELLS = 1_000_000


def eyes_of(figure: Figure) -> Floats:
    """Return the points that a figure looks from: the centre, then the rim. Shape (EYES, 2).

    Rule: SHOOT-2
    """
    return np.array(figure.spot) + _eyes(figure.base)


@lru_cache(maxsize=256)
def _eyes(base: Base) -> Floats:
    """Return the points that a base looks from, relative to its centre."""
    ax, ay = base.arm
    points = [(0.0, 0.0)]
    for n in range(RIM_EYES):
        ux, uy = vector(1.0, n * 360 / RIM_EYES)
        along = ux * ax + uy * ay
        end = 0 if abs(along) < HAIR_CM else 1 if along > 0 else -1  # 0: the middle of a long side
        points.append((end * ax + base.radius_cm * ux, end * ay + base.radius_cm * uy))
    return np.array(points)


class Looks(Struct, frozen=True):
    """Every pair of a shooter and a target, for each eye of the shooter: arrays (pairs, EYES).

    `eye` is its position, `ahead` the unit vector towards the target's centre and `far` the
    distance to it. `left` and `right` are the angles of the target's rim. `inside`: the eye is on
    the target.
    """

    shooter: Ints
    target: Ints
    eye: Floats
    ahead: Floats
    far: Floats
    right: Floats
    left: Floats
    inside: Bools


class Wedges(Struct, frozen=True):
    """Hidden wedges of targets, a row each: the look, and the angles between which it is hidden.

    `candidate` is the index of the pair and its screen among the candidates.
    """

    look: Ints
    candidate: Ints
    low: Floats
    high: Floats
    partial: Bools


class SightPass(Struct, frozen=True):
    """The result of the pass. `share` is (pairs, EYES), the most that each eye can see.

    It is exact if no wedge of that eye is partial. `pair`, `screen`, `near` and `far` are the
    candidates: the screens that may hide the target of a pair, and the stretches of their shadows.
    `sunk` maps a pair to the scenery, by number, that hides the part of the target's base inside
    it. `blind` eyes lie within scenery that hides, and see nothing.
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
    blind: Bools


def look_past_screens(positions: Positions[Terrain], shooter: Ints, target: Ints, aim: LinesTo = "figure") -> SightPass:
    """Look from each shooter (by number) at the target in the same row: at its top or base."""
    looks = looks_of(positions, shooter, target)
    screens = screens_of(positions)
    clear = transparent(positions)
    pair, screen = candidates(positions, screens, shooter, target, clear)
    near, far = stretches(positions, screens, (screen, shooter[pair], target[pair]), aim)
    kept = near < np.inf
    pair, screen, near, far = pair[kept], screen[kept], near[kept], far[kept]
    wedges = wedges_of(positions, looks, screens, (pair, screen, near, far))
    share, partial = shares_of(positions, looks, wedges)
    reached = _find_reached_scenery(positions, clear)
    blind = _find_blind_eyes(positions, looks, clear, reached)
    share, partial = np.where(blind, 0.0, share), partial & ~blind
    sunk = _find_sunk_parts(positions, looks, aim, clear, reached)
    for row in sunk:
        partial[row] |= ~blind[row] & ~looks.inside[row]
    return SightPass(looks, wedges, share, partial, screens, pair, screen, near, far, sunk, blind)


def _find_reached_scenery(positions: Positions[Terrain], clear: Bools) -> list[tuple[int, int]]:
    """Return the figures and the hiding pieces, by number, that their bases reach into.

    `clear` is `transparent`: pieces that the middle of a base stands in do not count.
    """
    figures, pieces = positions.figures, positions.field.pieces
    hides = np.array([item.scenery.blocks_sight or item.scenery.height_in > 0 for item in pieces])
    if not len(hides):
        return []
    overlaps = positions.field.overlap_matrix([f.base for f in figures], [f.spot for f in figures])
    overlaps &= hides & ~clear[:, : len(pieces)]
    return [(number, piece) for number, piece in np.argwhere(overlaps).tolist()]


def _find_blind_eyes(
    positions: Positions[Terrain], looks: Looks, clear: Bools, reached: Iterable[tuple[int, int]]
) -> Bools:
    """Return which eyes lie within scenery that hides and so see nothing. Shape (pairs, EYES)."""
    blind = np.zeros(looks.far.shape, dtype=bool)
    figures, pieces = positions.figures, positions.field.pieces
    for number, piece in reached:
        rows = np.flatnonzero((looks.shooter == number) & ~clear[looks.target, piece])
        if not len(rows):
            continue
        figure, scenery = figures[number], pieces[piece].scenery
        within = _within(pieces[piece], eyes_of(figure))
        if figure.top_in <= top_of(scenery):
            blind[rows] |= within[None, :]
    return blind


def _find_sunk_parts(
    positions: Positions[Terrain], looks: Looks, aim: LinesTo, clear: Bools, reached: Iterable[tuple[int, int]]
) -> dict[int, tuple[int, ...]]:
    """Return the scenery that hides the part of a target's base inside it, by the row of the pair.

    A line that comes down into the scenery from above crosses none of its edges low enough, so no
    screen covers this case.
    """
    figures, pieces = positions.figures, positions.field.pieces
    sunk: dict[int, list[int]] = {}
    for number, piece in reached:
        other, scenery = figures[number], pieces[piece].scenery
        end = other.top_in if aim == "figure" else other.elevation_in
        for row in np.flatnonzero((looks.target == number) & ~clear[looks.shooter, piece]).tolist():
            if end < top_of(scenery) - SIGHT_HAIR_IN:
                sunk.setdefault(row, []).append(piece)
    return {row: tuple(numbers) for row, numbers in sunk.items()}


def _within(piece: Piece[Terrain], points: Floats) -> Bools:
    """Return which points lie properly within a piece of scenery."""
    if piece.swell:
        is_near: Bools = shapely.distance(piece.core, shapely.points(points)) < piece.swell - HAIR_CM
        return is_near
    contained: Bools = shapely.contains_properly(piece.core, shapely.points(points))
    return contained


def looks_of(positions: Positions[Terrain], shooter: Ints, target: Ints) -> Looks:
    """Return the position of each eye, and the direction and width of its target."""
    figures = positions.figures
    eyes = np.array([eyes_of(figure) for figure in figures]).reshape(-1, EYES, 2)
    spots, arms = positions.spots, positions.arms
    radii = positions.radii[target][:, None]
    eye = eyes[shooter]
    offset = spots[target][:, None, :] - eye
    far = np.hypot(offset[..., 0], offset[..., 1])
    ahead = offset / np.maximum(far, HAIR_CM)[..., None]
    arm = np.broadcast_to(arms[target][:, None, :], offset.shape)
    right, left = np.full(far.shape, np.inf), np.full(far.shape, -np.inf)
    inside = distances_to_segments(np.zeros_like(offset), offset - arm, offset + arm) <= radii
    for end in (offset - arm, offset + arm):
        away = np.hypot(end[..., 0], end[..., 1])
        middle = np.arctan2(cross(ahead, end), dot(ahead, end))
        half = np.arcsin(np.minimum(1.0, radii / np.maximum(away, HAIR_CM)))
        right, left = np.minimum(right, middle - half), np.maximum(left, middle + half)
    return Looks(shooter, target, eye, ahead, far, right, left, inside)


def candidates(
    positions: Positions[Terrain], screens: Screens, shooter: Ints, target: Ints, clear: Bools
) -> tuple[Ints, Ints]:
    """Return the pairs and the screens that may lie between them, near the line of sight.

    `clear` is `transparent`: those screens are left out.
    """
    if not len(screens.owner) or not len(shooter):
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    spots = positions.spots
    reach = positions.radii + np.hypot(positions.arms[:, 0], positions.arms[:, 1])
    step = max(1, MOST_CELLS // len(screens.owner))
    pairs, near_screens = [], []
    for begin in range(0, len(shooter), step):
        s, t = shooter[begin : begin + step], target[begin : begin + step]
        offset = spots[t] - spots[s]
        far = np.hypot(offset[:, 0], offset[:, 1])
        ahead = offset / np.maximum(far, HAIR_CM)[:, None]
        wide = np.maximum(reach[s], reach[t])
        # The coordinates of both ends along and across the strip.
        start, side = dot(ahead, spots[s]), cross(ahead, spots[s])
        along_p = ahead @ screens.p.T - start[:, None]
        along_q = ahead @ screens.q.T - start[:, None]
        normal = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        across_p = normal @ screens.p.T - side[:, None]
        across_q = normal @ screens.q.T - side[:, None]
        r, w = screens.radius[None, :], wide[:, None]
        on = (np.minimum(across_p, across_q) - r < w) & (np.maximum(across_p, across_q) + r > -w)
        on &= np.maximum(along_p, along_q) + r > -reach[s][:, None]
        on &= np.minimum(along_p, along_q) - r < (far + reach[t])[:, None]
        on &= ~(clear[s] | clear[t])[:, screens.owner]
        pair, screen = np.nonzero(on)
        pairs.append(pair + begin)
        near_screens.append(screen)
    return np.concatenate(pairs), np.concatenate(near_screens)


def wedges_of(
    positions: Positions[Terrain], looks: Looks, screens: Screens, near_screens: tuple[Ints, Ints, Floats, Floats]
) -> Wedges:
    """Return the wedges that the candidate screens hide."""
    pair, screen, near, far = near_screens
    eye = looks.eye[pair]
    p, q = screens.p[screen][:, None, :] - eye, screens.q[screen][:, None, :] - eye
    r = np.broadcast_to(screens.radius[screen][:, None], p.shape[:2])
    ahead = looks.ahead[pair]
    left, right = looks.left[pair], looks.right[pair]
    low, high, within = _spans(p, q, r, ahead)
    # A segment that passes behind the eye covers the angles outside its two ends.
    behind = (r == 0) & (high - low > pi)
    low, high = (
        np.where(behind, np.where(high < left, high, -np.inf), low),
        np.where(behind, np.where(high < left, np.inf, low), high),
    )
    low, high = np.maximum(low, right), np.minimum(high, left)
    hit = (high - low > 1e-12) & ~looks.inside[pair]
    row, column = np.nonzero(hit)
    aim = looks.target[pair][row]
    offset = positions.spots[aim] - eye[row, column]
    target = (offset - positions.arms[aim], offset + positions.arms[aim], positions.radii[aim])
    capsule = (p[row, column], q[row, column], r[row, column])
    flat_low, flat_high = low[row, column], high[row, column]
    ray = rotate(ahead[row, column], (flat_low + flat_high) / 2)
    hidden, partial = _order(ray, capsule, target, (near[row], far[row]))
    inside = within[row, column]
    if inside.any():
        above = _above(capsule[0][inside], capsule[2][inside], target, inside, far[row][inside])
        hidden[inside], partial[inside] = above
    kept = hidden | partial
    look = pair[row] * EYES + column
    return Wedges(look[kept], row[kept], flat_low[kept], flat_high[kept], partial[kept])


def _spans(p: Floats, q: Floats, r: Floats, ahead: Floats) -> tuple[Floats, Floats, Bools]:
    """Return the angles between which each screen lies, and whether the eye is inside it."""
    at_p = np.arctan2(cross(ahead, p), dot(ahead, p))
    at_q = np.arctan2(cross(ahead, q), dot(ahead, q))
    away = np.hypot(p[..., 0], p[..., 1])
    half = np.arcsin(np.minimum(1.0, r / np.maximum(away, HAIR_CM)))
    within = (r > 0) & (away < r - HAIR_CM)
    low = np.where(r > 0, at_p - half, np.minimum(at_p, at_q))
    high = np.where(r > 0, at_p + half, np.maximum(at_p, at_q))
    return np.where(within, -pi, low), np.where(within, pi, high), within


_Capsule = tuple[Floats, Floats, Floats]


def _order(ray: Floats, screen: _Capsule, target: _Capsule, stretch: tuple[Floats, Floats]) -> tuple[Bools, Bools]:
    """Return whether the target lies in the screen's shadow, and whether only partly.

    Two convex shapes that do not meet have the same order along every ray that meets both, so one
    ray is enough.
    """
    near, far = stretch
    p, q, r = screen
    ahead = _along(ray, target[0], target[1])
    edge = q - p
    steep = cross(ray, edge)
    with np.errstate(divide="ignore", invalid="ignore"):
        met = cross(p, edge) / steep
    # Nearly along the ray, the middle of the segment is as good as any other point.
    met = np.where(np.abs(steep) < HAIR_CM**2, dot(ray, (p + q) / 2), met)
    met = np.where(r > 0, dot(ray, p), met)
    with np.errstate(invalid="ignore"):
        hidden = (near * met < ahead) & (ahead < far * met)
    partial = np.zeros(len(met), dtype=bool)
    for times in (near, far):
        ends = np.isfinite(times)
        t = times[ends][:, None]
        spine = (target[0][ends], target[1][ends])
        gap = distances_between_segments(t * p[ends], t * q[ends], *spine) - t[:, 0] * r[ends] - target[2][ends]
        partial[ends] |= gap < -HAIR_CM
    return hidden, partial


def _above(middle: Floats, radius: Floats, target: _Capsule, which: Bools, far: Floats) -> tuple[Bools, Bools]:
    """Return whether a disc around an eye hides the target, wholly or partly.

    It hides everything inside the disc scaled from the eye to the end of its shadow. That is
    everything if the eye is no higher than the disc, and little if the eye looks down over it.
    """
    hidden, partial = np.ones(len(far), dtype=bool), np.zeros(len(far), dtype=bool)
    ends = np.isfinite(far)
    p, q = target[0][which][ends], target[1][which][ends]
    centre, size = far[ends][:, None] * middle[ends], far[ends] * radius[ends]
    rim = target[2][which][ends]
    farthest = np.maximum(np.hypot(*(p - centre).T), np.hypot(*(q - centre).T))
    hidden[ends] = farthest + rim <= size + HAIR_CM
    partial[ends] = ~hidden[ends] & (distances_to_segments(centre, p, q) - rim < size - HAIR_CM)
    return hidden, partial


def _along(ray: Floats, p: Floats, q: Floats) -> Floats:
    """Return the distance along a ray to a segment: to their crossing, or to the end closer to the
    ray.
    """
    off_p, off_q = cross(ray, p), cross(ray, q)
    at_p, at_q = dot(ray, p), dot(ray, q)
    apart = off_p - off_q
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = at_p + (at_q - at_p) * off_p / apart
    crossed = off_p * off_q < 0
    return np.where(crossed, cut, np.where(np.abs(off_p) <= np.abs(off_q), at_p, at_q))


def shares_of(positions: Positions[Terrain], looks: Looks, wedges: Wedges) -> tuple[Floats, Bools]:
    """Return the share of each target that each eye sees past all wedges that are not partial."""
    pairs = len(looks.shooter)
    partial = np.zeros(pairs * EYES, dtype=bool)
    partial[wedges.look[wedges.partial]] = True
    whole = ~wedges.partial
    look = wedges.look[whole]
    ends = np.concatenate([wedges.low[whole], wedges.high[whole]])
    low, high = np.split(share_below(positions, looks, np.concatenate([look, look]), ends), 2)
    hidden: Floats = np.zeros(pairs * EYES)
    order = np.lexsort((low, look))
    look, low, high = look[order], low[order], high[order]
    if len(look):
        # Every look gets its own range of one long line, so one running maximum serves all.
        shift = 2.0 * look
        ends = np.maximum.accumulate(high + shift)
        covered = np.concatenate([[-1.0], ends[:-1]]) - shift
        fresh = np.maximum(0.0, high - np.maximum(low, covered))
        hidden += np.bincount(look, fresh, pairs * EYES)
    share = np.clip(1.0 - hidden, 0.0, 1.0)
    return share.reshape(pairs, EYES), partial.reshape(pairs, EYES)


def share_below(positions: Positions[Terrain], looks: Looks, look: Ints, angle: Floats) -> Floats:
    """Return the share of the target's area that lies to the right of an angle."""
    target = looks.target[look // EYES]
    bases = [figure.base for figure in positions.figures]
    radius = positions.radii[target]
    x = np.clip(looks.far.reshape(-1)[look] * np.sin(angle) / radius, -1.0, 1.0)
    share: Floats = 0.5 + (x * np.sqrt(1.0 - x * x) + np.arcsin(x)) / pi
    oval = np.array([not base.round for base in bases], dtype=bool)[target]
    if oval.any():
        eye, ahead = looks.eye.reshape(-1, 2)[look], looks.ahead.reshape(-1, 2)[look]
        ray = rotate(ahead[oval], angle[oval])
        for number in np.unique(target[oval]):
            mine = target[oval] == number
            figure = positions.figures[number]
            index = np.flatnonzero(oval)[mine]
            share[index] = area_below(figure.base, figure.spot, eye[index], ray[mine])
    return share


# -- oval bases ----------------------------------------------------------------------------


def area_below(base: Base, spot: Spot, eye: Floats, ray: Floats) -> Floats:
    """Return the share of an oval base that lies to the right of rays from eyes (rows of x, y).

    The area is half the sum of the areas that the parts of the rim on that side sweep out. They are
    seen from a point of the line, so the line adds nothing.
    """
    half, r = base.half_spine_cm, base.radius_cm
    ux, uy = base.arm[0] / half, base.arm[1] / half
    # A point p, relative to the base's centre, lies to the right when n . p <= c. The spine is made
    # level and n is mirrored into the first quadrant, which changes no area.
    c = -cross(ray, np.array(spot) - eye)
    nx = np.abs(-ray[:, 1] * ux + ray[:, 0] * uy)
    ny = np.abs(ray[:, 1] * uy + ray[:, 0] * ux)
    n = np.arctan2(ny, nx)
    ox, oy = c * nx, c * ny
    left = np.arccos(np.clip((c + nx * half) / r, -1, 1))
    right = np.arccos(np.clip((c - nx * half) / r, -1, 1))
    arcs = (
        (-half, np.maximum(n + left, pi / 2), np.minimum(n + 2 * pi - left, 3 * pi / 2)),
        (half, n + right, np.full_like(n, pi / 2)),
        (half, np.full_like(n, 3 * pi / 2), np.minimum(n + 2 * pi - right, 5 * pi / 2)),
    )
    twice = np.zeros_like(n)
    for x, start, stop in arcs:
        end = np.maximum(start, stop)
        turn = (x - ox) * (np.sin(end) - np.sin(start)) + oy * (np.cos(end) - np.cos(start))
        twice += r * r * (end - start) + r * turn
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        top, bottom = (c - ny * r) / nx, (c + ny * r) / nx
    # For a level line a straight side is completely below it or not at all.
    level = nx < 1e-12
    top = np.where(level, np.where(c >= ny * r, half, -half), np.clip(top, -half, half))
    bottom = np.where(level, np.where(c >= -ny * r, half, -half), np.clip(bottom, -half, half))
    twice += (r - oy) * (top + half) + (r + oy) * (bottom + half)
    share: Floats = twice / (2 * (pi * r * r + 4 * r * half))
    return np.clip(share, 0.0, 1.0)
