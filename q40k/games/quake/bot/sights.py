"""Who sees whom between many places at once, by the scenery alone, and the cover in between.

An estimate to choose among places. As in the rules a champion looks from the middle and the rim of
its base, and sees another if three quarters of its base are visible from one of these eyes. So one
that stands at a corner may see without being seen.
"""

from __future__ import annotations

from collections import OrderedDict
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
from q40k.geometry.space import HAIR_CM, Spot

EYES = np.array((-0.98, 0.0, 0.98))
"""Where a champion looks from, across the line of sight, in radii."""
PARTS = np.array((-0.8, -0.49, -0.28, -0.09, 0.09, 0.28, 0.49, 0.8))
"""The middles of eight parts of a base of the same area, across the line of sight, in radii."""
NO_SAVE = 9
MOST_AT_ONCE = 400_000
MOST_PLACES = 256
"""How many places that are no cells are remembered with their lines."""
UNKNOWN, HIDDEN = -1, 16
"""How lines are kept: those that nobody has looked at, and what is added to the cover save of those blocked."""


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

    def look(self, places: Stands, others: Stands) -> tuple[Sight, Sight]:
        """Look from each place at the other in the same row, and back."""
        count = len(places.at)
        there, back = (Sight(np.ones(count, dtype=bool), np.zeros(count, dtype=np.intp)) for _ in range(2))
        if self.is_open or not count:
            return there, back
        step = max(1, MOST_AT_ONCE // len(self.screens.owner))
        for start in range(0, count, step):
            rows = np.arange(start, min(start + step, count))
            for sight, part in zip((there, back), self._look(places.take(rows), others.take(rows)), strict=True):
                sight.sees[rows], sight.cover[rows] = part
        return there, back

    def _look(self, places: Stands, others: Stands) -> tuple[tuple[Bools, Ints], tuple[Bools, Ints]]:
        """Return whether each place sees the other, and the cover; then the same seen from the other."""
        screens = self.screens
        offset = others.at - places.at
        far = np.hypot(offset[:, 0], offset[:, 1])
        ahead = offset / np.maximum(far, HAIR_CM)[:, None]
        aside = np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)
        plans = [direction @ corners.T for corners in (screens.p, screens.q) for direction in (ahead, aside)]
        starts = [(direction * places.at).sum(axis=1) for direction in (ahead, aside)]
        along_p, across_p, along_q, across_q = (
            plan - start[:, None] for plan, start in zip(plans, (*starts, *starts), strict=True)
        )
        swell = screens.radius[None, :]
        near = np.minimum(across_p, across_q) - swell < self.radius
        near &= np.maximum(across_p, across_q) + swell > -self.radius
        near &= (np.maximum(along_p, along_q) + swell > 0) & (np.minimum(along_p, along_q) - swell < far[:, None])
        near &= ~(places.within | others.within)[:, screens.owner]
        pair, screen = np.nonzero(near)
        ends = [end[pair, screen] for end in (along_p, across_p, along_q, across_q)]
        turns = [(direction * others.at).sum(axis=1)[pair] for direction in (ahead, aside)]
        back_ends = [
            turn - plan[pair, screen] for plan, turn in zip(plans, (*turns, *turns), strict=True)
        ]  # the same lines, seen from their other ends
        feet, other_feet = places.feet, others.feet
        return (
            self._past_screens(pair, screen, ends, far, feet, other_feet),
            self._past_screens(pair, screen, back_ends, far, other_feet, feet),
        )

    def _past_screens(
        self, pair: Ints, screen: Ints, ends: list[Floats], far: Floats, feet: Floats, other_feet: Floats
    ) -> tuple[Bools, Ints]:
        """Return who is seen past the screens near each line, and the best cover save of those in between."""
        screens = self.screens
        sees, cover = np.ones(len(far), dtype=bool), np.zeros(len(far), dtype=np.intp)
        if not len(pair):
            return sees, cover
        share, met = self._cross(ends, screens.radius[screen], far[pair])
        level = feet[pair] + share * (other_feet - feet)[pair]
        top = screens.high[screen]
        hidden = met & (level + self.height < top)
        starts = np.flatnonzero(np.diff(pair, prepend=-1))
        visible = ~np.logical_or.reduceat(hidden, starts, axis=2)
        sees[pair[starts]] = visible.mean(axis=1).max(axis=0) >= ENOUGH - HAIR_CM
        low = met[1].any(axis=0) & (level[1, 0] + self.height * (1 - share[1, 0]) < top)
        saves = np.where(low, self._saves[screens.owner[screen]], 0)
        best = np.minimum.reduceat(np.where(saves > 0, saves, NO_SAVE), starts)
        cover[pair[starts]] = np.where(best < NO_SAVE, best, 0)
        return sees, cover

    def _cross(self, ends: list[Floats], swell: Floats, far: Floats) -> tuple[Floats, Bools]:
        """Return where each line of sight crosses each screen, as a share of its length, and whether it does.

        Shapes: (eyes, parts, screens): long rows are quicker. Ends are given along and across the middle line.
        """
        along_p, across_p, along_q, across_q = ends
        far = np.maximum(far, HAIR_CM)
        eye = (EYES * self.radius)[:, None, None]
        slope = ((PARTS * self.radius)[None, :, None] - eye) / far
        off_p = across_p - eye - slope * along_p
        off_q = across_q - eye - slope * along_q
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (along_p + off_p / (off_p - off_q) * (along_q - along_p)) / far
        met = off_p * off_q < 0
        discs = np.flatnonzero(swell > 0)
        share[..., discs] = along_p[discs] / far[discs]
        met[..., discs] = np.abs(off_p[..., discs]) < swell[discs]
        met &= (share > 0) & (share < 1)
        return np.clip(np.nan_to_num(share), 0.0, 1.0), met


class Lines:
    """The lines of sight between numbered places, looked at when first needed and kept.

    The first numbers are the cells of a grid. Places elsewhere get a number when they are first met,
    and lose it to another after a while.
    """

    def __init__(self, sights: Sights, at: Floats, floors: Floats) -> None:
        self.sights = sights
        self._cells = len(at)
        at, floors = np.vstack((at, np.zeros((MOST_PLACES, 2)))), np.append(floors, np.zeros(MOST_PLACES))
        self._stands = sights.stands(at, floors)
        self.covers = sights.cover_at(self._stands)
        self._codes = None if sights.is_open else np.full((len(at), len(at)), UNKNOWN, dtype=np.int8)
        self._numbers: OrderedDict[tuple[Spot, float], int] = OrderedDict()

    def number(self, at: Spot, feet_in: float) -> int:
        """Return the number of a place that is no cell."""
        key = at, feet_in
        number = self._numbers.get(key)
        if number is None:
            number = self._cells + len(self._numbers)
            if len(self._numbers) == MOST_PLACES:
                number = self._numbers.popitem(last=False)[1]
            self._numbers[key] = number
            self._settle(number, *key)
        self._numbers.move_to_end(key)
        return number

    def _settle(self, number: int, at: Spot, feet_in: float) -> None:
        """Give a number to a place, of whose lines nothing is known."""
        place = self.sights.stands(np.array([at]), np.array([feet_in]))
        stands = self._stands
        stands.at[number], stands.feet[number], stands.within[number] = place.at[0], place.feet[0], place.within[0]
        self.covers[number] = self.sights.cover_at(place)[0]
        if self._codes is not None:
            self._codes[number, :] = self._codes[:, number] = UNKNOWN

    def between(self, shooters: Ints, targets: Ints) -> Sight:
        """Return whether each shooter sees each target, and the target's cover: a row a shooter.

        Cover is the save of what lies in between, or of what the target stands in.
        """
        if self._codes is None:
            shape = len(shooters), len(targets)
            return Sight(np.ones(shape, dtype=bool), np.broadcast_to(self.covers[targets], shape))
        codes = self._codes[shooters[:, None], targets]
        row, column = (codes == UNKNOWN).nonzero()
        if len(row):
            here, there = shooters[row], targets[column]
            forth, back = self.sights.look(self._stands.take(here), self._stands.take(there))
            self._codes[here, there] = codes[row, column] = self._code(forth, there)
            self._codes[there, here] = self._code(back, here)
        return Sight(codes < HIDDEN, codes & (HIDDEN - 1))

    def _code(self, sight: Sight, targets: Ints) -> Ints:
        """Return how lines to targets are kept."""
        covers = self.covers[targets]
        return np.where(sight.sees, better_cover(sight.cover, covers), HIDDEN + covers)
