"""Who sees whom between many places at once, by the scenery alone, and the cover in between.

An estimate to choose among places. As in the rules a champion looks from the middle and the rim of
its base, and sees another if three quarters of its base are visible from one of these eyes. So one
that stands at a corner may see without being seen.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import shapely
from msgspec import Struct

from q40k.games.quake.packs.arena import Scenery
from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.field import Field
from q40k.geometry.hiding import SIGHT_HAIR_IN, screens_of
from q40k.geometry.positions import Positions
from q40k.geometry.sight import ENOUGH
from q40k.geometry.space import HAIR_CM

EYES = np.array((-0.98, 0.0, 0.98))
"""Where a champion looks from, across the line of sight, in radii."""
PARTS = np.array((-0.8, -0.49, -0.28, -0.09, 0.09, 0.28, 0.49, 0.8))
"""The middles of eight parts of a base of the same area, across the line of sight, in radii."""
NO_SAVE = 9
MOST_AT_ONCE = 400_000
UNKNOWN, HIDDEN = -2, -1
"""How lines are kept that nobody has looked at, and that are blocked; all others by their cover save."""


class Stands(Struct, frozen=True, eq=False):
    """Places to stand, a row each: where, how high its feet are, and which pieces it stands in."""

    at: Floats
    feet: Floats
    within: Bools

    def take(self, rows: Ints) -> Stands:
        """Return some of the places."""
        return Stands(self.at[rows], self.feet[rows], self.within[rows])


class Sight(Struct, frozen=True, eq=False):
    """Whether each shooter sees its target, and the best cover save in between; 0 is none."""

    sees: Bools
    cover: Ints


def better_cover(first: Ints, second: Ints) -> Ints:
    """Return the better of two cover saves, place by place; 0 is none."""
    return np.where((first == 0) | ((second > 0) & (second < first)), second, first)


class Sights:
    """The lines of sight on a field between champions of one size."""

    def __init__(self, field: Field[Scenery], radius_cm: float, height_in: float) -> None:
        self.field = field
        self.radius = radius_cm
        self.height = height_in
        self.screens = screens_of(Positions(field))
        pieces = [piece.scenery for piece in field.pieces]
        self._passable = np.array([not piece.impassable for piece in pieces], dtype=bool)
        self._tops = np.array([piece.height_in or np.inf for piece in pieces])
        self._saves = np.array([piece.cover or 0 for piece in pieces], dtype=np.intp)

    @cached_property
    def is_open(self) -> bool:
        """Whether nothing on the field hides anybody, or covers those behind it."""
        return not len(self.screens.owner)

    def stands(self, at: Floats, feet: Floats) -> Stands:
        """Return places, with the pieces that a champion stands in there."""
        within = np.zeros((len(at), len(self.field.pieces)), dtype=bool)
        for number, shape in enumerate(self.field.shapes):
            if self._passable[number]:
                within[:, number] = shapely.intersects_xy(shape, at[:, 0], at[:, 1])
        within &= feet[:, None] <= self._tops + SIGHT_HAIR_IN
        return Stands(at, feet, within)

    def cover_at(self, stands: Stands) -> Ints:
        """Return the best save of what a champion stands in at each place; 0 is none."""
        if not self._saves.any():
            return np.zeros(len(stands.at), dtype=np.intp)
        gives = stands.within & (self._saves > 0) & (stands.feet[:, None] < self._tops)
        best = np.where(gives, self._saves, NO_SAVE).min(axis=1)
        return np.where(best < NO_SAVE, best, 0)

    def look(self, shooters: Stands, targets: Stands) -> Sight:
        """Look from each shooter at the target in the same row."""
        count = len(shooters.at)
        sees, cover = np.ones(count, dtype=bool), np.zeros(count, dtype=np.intp)
        if self.is_open or not count:
            return Sight(sees, cover)
        step = max(1, MOST_AT_ONCE // len(self.screens.owner))
        for start in range(0, count, step):
            rows = np.arange(start, min(start + step, count))
            sees[rows], cover[rows] = self._look(shooters.take(rows), targets.take(rows))
        return Sight(sees, cover)

    def _look(self, shooters: Stands, targets: Stands) -> tuple[Bools, Ints]:
        screens = self.screens
        offset = targets.at - shooters.at
        far = np.hypot(offset[:, 0], offset[:, 1])
        ahead = offset / np.maximum(far, HAIR_CM)[:, None]
        aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        ends = []
        for corners in (screens.p, screens.q):
            ends.append(ahead @ corners.T - (ahead * shooters.at).sum(axis=1)[:, None])
            ends.append(aside @ corners.T - (aside * shooters.at).sum(axis=1)[:, None])
        along_p, across_p, along_q, across_q = ends
        swell = screens.radius[None, :]
        near = np.minimum(across_p, across_q) - swell < self.radius
        near &= np.maximum(across_p, across_q) + swell > -self.radius
        near &= (np.maximum(along_p, along_q) + swell > 0) & (np.minimum(along_p, along_q) - swell < far[:, None])
        near &= ~(shooters.within | targets.within)[:, screens.owner]
        pair, screen = np.nonzero(near)
        if not len(pair):
            return np.ones(len(far), dtype=bool), np.zeros(len(far), dtype=np.intp)
        share, met = self._cross(
            (along_p[pair, screen], across_p[pair, screen], along_q[pair, screen], across_q[pair, screen]),
            screens.radius[screen],
            far[pair],
        )
        rise = (targets.feet - shooters.feet)[pair][:, None, None]
        level = shooters.feet[pair][:, None, None] + share * rise
        top = screens.high[screen][:, None, None]
        stand_in = np.maximum(shooters.feet, targets.feet)[pair] <= screens.high[screen]
        endless = (screens.endless[screen] & stand_in)[:, None, None]
        hidden = met & (endless | (level + self.height < top))
        starts = np.flatnonzero(np.diff(pair, prepend=-1))
        visible = ~np.logical_or.reduceat(hidden, starts, axis=0)
        sees = np.ones(len(far), dtype=bool)
        sees[pair[starts]] = visible.mean(axis=2).max(axis=1) >= ENOUGH - HAIR_CM
        low = met[:, 1, :].any(axis=1) & (level[:, 1, 0] + self.height * (1 - share[:, 1, 0]) < top[:, 0, 0])
        saves = np.where(low, self._saves[screens.owner[screen]], 0)
        best = np.minimum.reduceat(np.where(saves > 0, saves, NO_SAVE), starts)
        cover = np.zeros(len(far), dtype=np.intp)
        cover[pair[starts]] = np.where(best < NO_SAVE, best, 0)
        return sees, cover

    def _cross(self, ends: tuple[Floats, Floats, Floats, Floats], swell: Floats, far: Floats) -> tuple[Floats, Bools]:
        """Return where each line of sight crosses each screen, as a share of its length, and whether it does.

        Shapes: (screens, eyes, parts). Ends are given along and across the middle line.
        """
        along_p, across_p, along_q, across_q = (end[:, None, None] for end in ends)
        far = np.maximum(far, HAIR_CM)[:, None, None]
        eye = (EYES * self.radius)[None, :, None]
        slope = ((PARTS * self.radius)[None, None, :] - eye) / far
        off_p = across_p - eye - slope * along_p
        off_q = across_q - eye - slope * along_q
        round_ones = swell[:, None, None] > 0
        with np.errstate(divide="ignore", invalid="ignore"):
            crossing = along_p + off_p / (off_p - off_q) * (along_q - along_p)
        share = np.where(round_ones, along_p, crossing) / far
        met = np.where(round_ones, np.abs(off_p) < swell[:, None, None], off_p * off_q < 0)
        return np.clip(np.nan_to_num(share), 0.0, 1.0), met & (share > 0) & (share < 1)


class Lines:
    """The lines of sight between the cells of a grid, looked at when first needed and kept."""

    def __init__(self, sights: Sights, at: Floats, floors: Floats) -> None:
        self.sights = sights
        self.stands = sights.stands(at, floors)
        self.covers = sights.cover_at(self.stands)
        self._codes = None if sights.is_open else np.full((len(at), len(at)), UNKNOWN, dtype=np.int8)

    def between(self, shooters: Ints, targets: Ints) -> Sight:
        """Return whether each shooter's cell sees each target's cell, and the cover: a row a shooter."""
        shape = len(shooters), len(targets)
        if self._codes is None:
            return Sight(np.ones(shape, dtype=bool), np.zeros(shape, dtype=np.intp))
        codes = self._codes[np.ix_(shooters, targets)]
        row, column = np.nonzero(codes == UNKNOWN)
        if len(row):
            looked = self.sights.look(self.stands.take(shooters[row]), self.stands.take(targets[column]))
            codes[row, column] = np.where(looked.sees, looked.cover, HIDDEN)
            self._codes[shooters[row], targets[column]] = codes[row, column]
        return Sight(codes != HIDDEN, np.maximum(codes, 0).astype(np.intp))
