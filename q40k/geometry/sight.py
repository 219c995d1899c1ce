"""How much of a target's base can be seen (SHOOT-2).

Rulings. A figure looks from the centre of its base and from twelve points round its rim; what
counts is the point that sees most. The line of sight runs from the top of the shooter to the top
of the target, above each point of its base. Scenery hides what passes lower than its height; a
piece that blocks sight hides whoever stands no higher than it, whatever their size. A figure
hides up to twice its height over its base. What the middle of the shooter's or the target's base
stands on or in does not hide them from each other, unless it is impassable; what a base only
touches hides as anything else does. Lines may also be drawn to the base (`aim`): what crosses those
covers, and hides where a table plays so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, sin
from typing import Final, Literal

import numpy as np

from q40k.geometry.arrays import Floats, Ints
from q40k.geometry.bases import HAIR_CM, Base, outline, to_segment
from q40k.geometry.field import Terrain
from q40k.geometry.hiding import LinesTo
from q40k.geometry.positions import Positions
from q40k.geometry.shadows import Shade, share_seen
from q40k.geometry.spots import Spot
from q40k.geometry.wedges import EYES, Passed, passed

ENOUGH: Final = 0.75
"""The share of the base that must be visible (SHOOT-2)."""
TOLERANCE: Final = 1e-3
"""Shares worked out by polygons are true to this; the others to one in a thousand million."""
SAME: Final = 9
"""Shares that agree to so many digits are the same: the last bits of a sum choose no eye."""

Seen = Literal["clear", "hidden", "part"]


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the target as an eye has it, from its right to its left: seen, hidden, or both.

    `right` and `left` are the points to draw the lines of sight to.
    """

    seen: Seen
    right: Spot
    left: Spot

    @property
    def clear(self) -> bool:
        """Whether all of it is seen."""
        return self.seen == "clear"


@dataclass(frozen=True, slots=True)
class Sight:
    """How one figure sees another: the share of its base, from which point, past what."""

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
        return enough(self.share)


@dataclass(frozen=True)
class Shares:
    """The visible shares of many pairs: rows are shooters, columns targets; NaN with oneself."""

    shooters: tuple[str, ...]
    targets: tuple[str, ...]
    matrix: Floats

    def of(self, shooter: str, target: str) -> float:
        """The share of one pair. Raises ValueError for a figure that was not asked for."""
        row, column = self.shooters.index(shooter), self.targets.index(target)
        return float(self.matrix[row, column])

    def clear(self, shooter: str, target: str) -> bool:
        """Whether the one sees enough of the other."""
        return enough(self.of(shooter, target))


def enough(share: float) -> bool:
    """Whether a share is three quarters at least, to the tolerance of the sum.

    Rule: SHOOT-2
    """
    return share >= ENOUGH - HAIR_CM


def shares(
    positions: Positions[Terrain],
    shooters: Iterable[str] | None = None,
    targets: Iterable[str] | None = None,
    aim: LinesTo = "figure",
) -> Shares:
    """The visible share of every target from every shooter, in one pass. Raises KeyError.

    Rule: SHOOT-2
    """
    everyone = tuple(one.id for one in positions.figures)
    rows = everyone if shooters is None else tuple(shooters)
    columns = everyone if targets is None else tuple(targets)
    matrix = np.full((len(rows), len(columns)), np.nan)
    places = [(r, c) for r, s in enumerate(rows) for c, t in enumerate(columns) if s != t]
    if places:
        at = np.array(places)
        index = positions.index
        shooter = np.array([index[rows[r]] for r, _ in places], dtype=np.intp)
        target = np.array([index[columns[c]] for _, c in places], dtype=np.intp)
        best, _eye = _best(positions, passed(positions, shooter, target, aim))
        matrix[at[:, 0], at[:, 1]] = best
    return Shares(rows, columns, matrix)


@dataclass(frozen=True, slots=True)
class View:
    """How much of a base the best eye sees, and past what: ids of scenery and of figures."""

    share: float
    hiders: tuple[str, ...]


def seen_by(
    positions: Positions[Terrain], shooter: str, targets: Iterable[str], aim: LinesTo = "figure"
) -> dict[str, View]:
    """How one figure sees others, in one pass. Raises KeyError for who is not there.

    Rule: SHOOT-2
    """
    names, index = tuple(targets), positions.index
    if not names:
        return {}
    target = np.array([index[name] for name in names], dtype=np.intp)
    found = passed(positions, np.full(len(names), index[shooter], dtype=np.intp), target, aim)
    best, eyes = _best(positions, found)
    return {
        name: View(float(best[row]), _hiders(positions, found, row, int(eyes[row])))
        for row, name in enumerate(names)
    }


def _hiders(positions: Positions[Terrain], found: Passed, row: int, eye: int) -> tuple[str, ...]:
    """What hides some of the target of a pair from an eye."""
    mine = found.wedges.look == row * EYES + eye
    owners = set(found.screens.owner[found.screen[found.wedges.found[mine]]].tolist())
    owners |= set(found.sunk.get(row, ()))
    return tuple(_owner(positions, owner) for owner in sorted(owners))


def sight(
    positions: Positions[Terrain], shooter: str, target: str, aim: LinesTo = "figure"
) -> Sight:
    """How `shooter` sees `target`. Raises KeyError for figures that are not there.

    Rule: SHOOT-2
    """
    s, t = positions.index[shooter], positions.index[target]
    if s == t:
        raise KeyError(target)
    found = passed(positions, np.array([s], dtype=np.intp), np.array([t], dtype=np.intp), aim)
    share, eye = _best(positions, found)
    number = int(eye[0])
    x, y = found.looks.eye[0, number]
    return Sight(
        shooter,
        target,
        float(share[0]),
        (float(x), float(y)),
        _hiders(positions, found, 0, number),
        _sectors(positions, found, t, number),
    )


def _owner(positions: Positions[Terrain], number: int) -> str:
    pieces = positions.field.pieces
    if number < len(pieces):
        return pieces[number].scenery.id
    return positions.figures[number - len(pieces)].id


def _best(positions: Positions[Terrain], found: Passed) -> tuple[Floats, Ints]:
    """The best share of each pair, and the eye that has it: the first of the best."""
    share = found.share.copy()
    for row in np.flatnonzero(found.partial.any(axis=1)).tolist():
        _settle(positions, found, row, share)
    eye = share.round(SAME).argmax(axis=1)
    return share[np.arange(len(share)), eye], eye


def _settle(positions: Positions[Terrain], found: Passed, row: int, share: Floats) -> None:
    """Work out by polygons what the eyes of one pair see, as far as it can matter.

    The share of an eye with partial wedges is the most it can see, so eyes that cannot beat what
    is already known are left out.
    """
    partial = found.partial[row]
    known = float(share[row][~partial].max(initial=-1.0))
    target = positions.figures[int(found.looks.target[row])]
    most = share[row].copy()
    share[row][partial] = -1.0
    sunk = [positions.field.pieces[number].shape for number in found.sunk.get(row, ())]
    for eye in sorted(np.flatnonzero(partial).tolist(), key=lambda eye: -most[eye]):
        if most[eye] <= known:
            break
        x, y = found.looks.eye[row, eye].tolist()
        seen = min(
            float(most[eye]),
            share_seen((x, y), target.base, target.spot, shades_of(found, row, eye), sunk),
        )
        share[row, eye] = seen
        known = max(known, seen)


def shades_of(found: Passed, row: int, eye: int) -> list[Shade]:
    """What hides the target of a pair from an eye, at least partly, for `shadows.share_seen`."""
    mine = found.wedges.found[found.wedges.look == row * EYES + eye]
    screen = found.screen[mine]
    return [
        (((p[0], p[1]), (q[0], q[1])), r, near, far)
        for p, q, r, near, far in zip(
            found.screens.p[screen].tolist(),
            found.screens.q[screen].tolist(),
            found.screens.radius[screen].tolist(),
            found.near[mine].tolist(),
            found.far[mine].tolist(),
            strict=True,
        )
    ]


def _sectors(
    positions: Positions[Terrain], found: Passed, target: int, eye: int
) -> tuple[Sector, ...]:
    looks, wedges = found.looks, found.wedges
    if looks.inside[0, eye]:
        return ()
    right, left = float(looks.right[0, eye]), float(looks.left[0, eye])
    mine = wedges.look == eye
    spans = list(
        zip(
            wedges.low[mine].tolist(),
            wedges.high[mine].tolist(),
            wedges.partial[mine].tolist(),
            strict=True,
        )
    )
    if found.sunk:
        spans.append((right, left, True))
    cuts = sorted({right, left, *(cut for low, high, _ in spans for cut in (low, high))})
    one = positions.figures[target]
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
            start = _point(away, low, one.base, one.spot)
        sectors.append(Sector(seen, start, _point(away, high, one.base, one.spot)))
    return tuple(sectors)


def _point(away: tuple[list[float], list[float]], angle: float, base: Base, spot: Spot) -> Spot:
    """Where the ray at an angle passes a base: the middle of what it meets of it."""
    (ex, ey), (ax, ay) = away
    ray = (cos(angle) * ax - sin(angle) * ay, sin(angle) * ax + cos(angle) * ay)
    if base.round:
        along = ray[0] * (spot[0] - ex) + ray[1] * (spot[1] - ey)
        return (ex + along * ray[0], ey + along * ray[1])
    far = abs(spot[0] - ex) + abs(spot[1] - ey) + base.reach_cm
    line = ((ex, ey), (ex + far * ray[0], ey + far * ray[1]))
    x, y = min(outline(base, spot), key=lambda corner: to_segment(corner, line))
    along = (x - ex) * ray[0] + (y - ey) * ray[1]
    return (ex + along * ray[0], ey + along * ray[1])
