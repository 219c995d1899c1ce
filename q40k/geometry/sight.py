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

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import acos, atan2, ceil, cos, dist, inf, pi, sin
from typing import Any, Literal

import numpy as np
import shapely

from q40k.geometry.arrays import Floats, Ints
from q40k.geometry.field import Terrain
from q40k.geometry.hiding import LinesTo
from q40k.geometry.positions import Figure, Positions
from q40k.geometry.space import CORNERS, HAIR_CM, Base, Segment, Spot, distance_to_segment, outline
from q40k.geometry.wedges import EYES, SightPass, look_past_screens

ENOUGH = 0.75
"""The share of the base that must be visible (SHOOT-2)."""
TOLERANCE = 1e-3
"""The accuracy of shares computed by polygons; other shares are accurate to 1e-9."""
SAME = 9
"""Shares that agree to this many digits are equal, so rounding errors never choose an eye."""

Seen = Literal["clear", "hidden", "part"]


@dataclass(frozen=True, slots=True)
class Sector:
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


@dataclass(frozen=True, slots=True)
class Sight:
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


@dataclass(frozen=True)
class Shares:
    """The visible shares of many pairs: rows are shooters, columns targets; NaN for a figure
    itself.
    """

    shooters: tuple[str, ...]
    targets: tuple[str, ...]
    matrix: Floats

    def of(self, shooter: str, target: str) -> float:
        """Return the share of one pair. Raises ValueError for a figure outside the matrix."""
        row, column = self.shooters.index(shooter), self.targets.index(target)
        return float(self.matrix[row, column])

    def clear(self, shooter: str, target: str) -> bool:
        """Return whether the shooter sees enough of the target."""
        return is_enough(self.of(shooter, target))


def is_enough(share: float) -> bool:
    """Return whether a share is at least three quarters, within the numeric tolerance.

    Rule: SHOOT-2
    """
    return share >= ENOUGH - HAIR_CM


def shares(
    positions: Positions[Terrain],
    shooters: Iterable[str] | None = None,
    targets: Iterable[str] | None = None,
    aim: LinesTo = "figure",
) -> Shares:
    """Return the visible share of every target from every shooter, in one pass. Raises KeyError.

    Rule: SHOOT-2
    """
    everyone = tuple(figure.id for figure in positions.figures)
    rows = everyone if shooters is None else tuple(shooters)
    columns = everyone if targets is None else tuple(targets)
    matrix = np.full((len(rows), len(columns)), np.nan)
    places = [(r, c) for r, s in enumerate(rows) for c, t in enumerate(columns) if s != t]
    if places:
        at = np.array(places)
        index = positions.index
        shooter = np.array([index[rows[r]] for r, _ in places], dtype=np.intp)
        target = np.array([index[columns[c]] for _, c in places], dtype=np.intp)
        best, _eye = _best(positions, look_past_screens(positions, shooter, target, aim))
        matrix[at[:, 0], at[:, 1]] = best
    return Shares(rows, columns, matrix)


@dataclass(frozen=True, slots=True)
class View:
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
    by_look = np.argsort(sight_pass.wedges.look, kind="stable")
    rests: dict[tuple[int, tuple[int, ...]], Any] = {}
    for row in np.flatnonzero(sight_pass.partial.any(axis=1)).tolist():
        key = int(sight_pass.looks.target[row]), sight_pass.sunk.get(row, ())
        if key not in rests:
            rests[key] = _outside(positions, *key)
        _refine_shares(positions, sight_pass, by_look, row, share, rests[key])
    eye = share.round(SAME).argmax(axis=1)
    return share[np.arange(len(share)), eye], eye


def _refine_shares(
    positions: Positions[Terrain], sight_pass: SightPass, by_look: Ints, row: int, share: Floats, rest: Any
) -> None:
    """Compute by polygons what the eyes of one pair see of the `rest` of a base, for eyes that can be the best.

    `by_look` are the wedges in the order of their looks.

    The share of an eye with partial wedges is an upper limit. Eyes that cannot beat the best share
    so far are skipped.
    """
    partial = sight_pass.partial[row]
    best = float(share[row][~partial].max(initial=-1.0))
    target = positions.figures[int(sight_pass.looks.target[row])]
    whole_cm2 = base_polygon(target.base, target.spot).area
    most = np.minimum(share[row], rest.area / whole_cm2)
    share[row][partial] = np.where(most[partial] > 0, -1.0, 0.0)
    looks = np.arange(row * EYES, (row + 1) * EYES + 1)
    cuts = np.searchsorted(sight_pass.wedges.look, looks, sorter=by_look).tolist()
    for eye in sorted(np.flatnonzero(partial).tolist(), key=lambda eye: -most[eye]):
        if most[eye] <= max(best, 0):
            break
        mine = by_look[cuts[eye] : cuts[eye + 1]]
        seen_cm2 = _seen_past(sight_pass, (row, eye, mine), target, rest, best * whole_cm2)
        share[row, eye] = min(float(most[eye]), seen_cm2 / whole_cm2)
        best = max(best, float(share[row, eye]))


def _seen_past(
    sight_pass: SightPass, look: tuple[int, int, Ints], target: Figure, rest: Any, least_cm2: float
) -> float:
    """Return how much of the `rest` of its target an eye of a pair sees past its wedges, in square cm.

    The base lies wholly behind the screens of whole wedges, so triangles cut them off. Less than
    `least_cm2` may be too much: nothing more is cut off then.
    """
    wedges, looks = sight_pass.wedges, sight_pass.looks
    row, eye, mine = look
    whole = mine[~wedges.partial[mine]]
    x, y = looks.eye[row, eye].tolist()
    range_cm = dist((x, y), target.spot) + target.base.reach_cm + 1
    bearing = atan2(looks.ahead[row, eye, 1], looks.ahead[row, eye, 0])
    for low, high in _join_spans(sorted(zip(wedges.low[whole].tolist(), wedges.high[whole].tolist(), strict=True))):
        far = range_cm / cos((high - low) / 4)
        turns = (bearing + low, bearing + (low + high) / 2, bearing + high)
        corners = [(x, y), *((x + far * cos(turn), y + far * sin(turn)) for turn in turns)]
        rest = shapely.difference(rest, shapely.polygons(corners))
    for shade in _shades(sight_pass, mine[wedges.partial[mine]]):
        if rest.area < least_cm2 - LEAST_CM2:
            break
        rest = shapely.difference(rest, shadow((x, y), shade, target))
    return float(rest.area)


def _join_spans(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return sorted intervals, those that overlap joined."""
    joined: list[tuple[float, float]] = []
    for low, high in spans:
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return joined


def _outside(positions: Positions[Terrain], target: int, sunk: tuple[int, ...]) -> Any:
    """Return the part of a figure's base outside the scenery `sunk`, by number."""
    figure = positions.figures[target]
    whole = base_polygon(figure.base, figure.spot)
    pieces = [positions.field.pieces[number].shape for number in sunk]
    return whole.difference(shapely.union_all(pieces)) if pieces else whole


def _shades(sight_pass: SightPass, wedges: Ints) -> list[Shade]:
    """Return the screens of wedges, by number, and where their shadows begin and end."""
    mine = sight_pass.wedges.candidate[wedges]
    screen = sight_pass.screen[mine]
    return [
        (((p[0], p[1]), (q[0], q[1])), r, near, far)
        for p, q, r, near, far in zip(
            sight_pass.screens.p[screen].tolist(),
            sight_pass.screens.q[screen].tolist(),
            sight_pass.screens.radius[screen].tolist(),
            sight_pass.near[mine].tolist(),
            sight_pass.far[mine].tolist(),
            strict=True,
        )
    ]


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
# One eye at a time: slow, and exact to the outline. They are needed where a shadow ends in the
# middle of a base. A base's outline has 128 corners, which is accurate to 0.05% of its area.

Shade = tuple[Segment, float, float, float]
"""A screen: its segment and radius in cm, and the start and end of its shadow as multiples of the
screen's distance.
"""


def shadow(eye: Spot, shade: Shade, target: Figure) -> Any:
    """Return the area that a screen hides from an eye, as far as a target, as a convex polygon."""
    segment, radius, near, far = shade
    range_cm = dist(eye, target.spot) + target.base.reach_cm + 1
    away = distance_to_segment(eye, segment) - radius
    if radius and away < -HAIR_CM and far == inf:  # the eye is inside the screen and sees nothing
        return shapely.Point(eye).buffer(range_cm * 2)
    # Beyond the range the corners would only lose precision.
    far = min(far, max(2 * near, 1.01 * range_cm / max(away, HAIR_CM)))
    if radius and away > HAIR_CM:
        back = atan2(eye[1] - segment[0][1], eye[0] - segment[0][0])
        half = acos(radius / dist(eye, segment[0]))
        front = _arc(eye, shade, near, (back - half, back + half), target)
        behind = _arc(eye, shade, far, (back + half, back + 2 * pi - half), target)
        return shapely.polygons(np.concatenate([front, behind]))
    rim = outline(Base(radius * 20), segment[0]) if radius else segment
    offsets = np.array(rim) - np.array(eye)
    corners = np.array(eye) + np.concatenate([near * offsets, far * offsets])
    return shapely.convex_hull(shapely.linestrings(corners))


def _arc(eye: Spot, shade: Shade, times: float, turns: tuple[float, float], target: Figure) -> Floats:
    """Return a part of the rim of a disc that is moved and enlarged `times` from the eye.

    Its ends are enough where that disc does not meet the target.
    """
    (spot, _), radius, _near, _far = shade
    x, y = eye[0] + times * (spot[0] - eye[0]), eye[1] + times * (spot[1] - eye[1])
    (start, stop), radius = turns, times * radius
    number = 1
    if dist((x, y), target.spot) < radius + target.base.reach_cm:
        number = ceil((stop - start) * CORNERS / (2 * pi))
    angles = start + (stop - start) / number * np.arange(number + 1)
    return np.column_stack((x + radius * np.cos(angles), y + radius * np.sin(angles)))


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
