"""The ground as a grid: how far it is on foot between any two places, and what can be seen.

A grid belongs to an arena and the size of a base. It is an estimate to choose among places; the
rules measure the move that is chosen.
"""

from collections import OrderedDict
from functools import cached_property
from itertools import pairwise
from math import dist, hypot
from typing import Any

import numpy as np
import shapely

from q40k.games.quake.arena.moves import HIGHEST_FLOWN_IN, heights
from q40k.games.quake.bot.sights import Lines, Sights
from q40k.games.quake.packs.arena import Arena, Scenery
from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.field import Field
from q40k.geometry.paths import grow, is_deadly, walls
from q40k.geometry.space import CM_PER_INCH, HAIR_CM, Base, Inches, Spot, to_cm

STEP_CM = 2.5
"""The distance between two neighbouring cells."""
DIRECTIONS = (*((1, 0), (0, 1), (1, 1), (1, -1)), *((2, 1), (1, 2), (2, -1), (1, -2)))
"""Half of the steps from a cell to its neighbours, in columns and rows; the others are opposite."""
HIGHEST_CM = 5.8 * CM_PER_INCH
"""A step that costs more is too much for one move."""
MOST_MAPS = 2500
"""How many maps of distances a grid remembers."""
FAR = np.inf
SLACK_IN = 1e-3
"""Distances that differ by less are equal: maps are kept in single precision."""

Cell = int


class Grid:
    """The cells of an arena on which a base of one size can stand."""

    def __init__(self, field: Field[Scenery], base: Base) -> None:
        self.field = field
        self.base = Base(2 * base.reach_cm * 10)  # an oval base may turn as it likes on its round hull
        margin = self.base.reach_cm + 0.01
        width, height = field.size
        self.xs = np.arange(margin, width - margin + 1e-9, STEP_CM)
        self.ys = np.arange(margin, height - margin + 1e-9, STEP_CM)
        self.columns, self.rows = len(self.xs), len(self.ys)
        grid_x, grid_y = np.meshgrid(self.xs, self.ys)
        self.points: Floats = np.column_stack((grid_x.ravel(), grid_y.ravel())).round(2)
        self.spots: list[Spot] = [(float(x), float(y)) for x, y in self.points]
        self.roofed: Bools = np.zeros(len(self.points), dtype=bool)
        """The cells in ruins too high for one move: whoever is set down there stands on top, and can only jump."""
        self.floors: Floats = self._find_floors()
        barred = walls(field, self.base)
        self.free: Bools = ~shapely.intersects_xy(barred, self.points[:, 0], self.points[:, 1])
        self._barred = barred if field.pieces else None
        self._maps: OrderedDict[Cell, Floats] = OrderedDict()
        self._lines: dict[float, Lines] = {}
        self._steps: dict[Cell, list[tuple[Cell, float]]] = {}
        self._nearest: dict[Spot, Cell] = {}
        self._near: dict[tuple[Spot, float], Ints] = {}
        self.costs = self._find_costs()

    @cached_property
    def has_gaps(self) -> bool:
        """Whether there is a pit, or more than one top to stand on, so that somebody may leap."""
        scenery = [piece.scenery for piece in self.field.pieces]
        return any(is_deadly(piece) for piece in scenery) or sum(piece.climbable for piece in scenery) > 1

    def _find_floors(self) -> Floats:
        """Return how high each cell lies: on top of what can be climbed, on the ground in ruins too high for a move."""
        floors = np.zeros(len(self.points))
        for piece, shape in zip(self.field.pieces, self.field.shapes, strict=True):
            top_in = piece.scenery.height_in
            if piece.scenery.climbable:
                on = shapely.intersects_xy(shape, self.points[:, 0], self.points[:, 1])
                if not piece.scenery.bars_in and STEP_CM + top_in * CM_PER_INCH > HIGHEST_CM:
                    self.roofed |= on
                else:
                    floors = np.where(on, np.maximum(floors, top_in), floors)
        return floors

    # -- steps between neighbours ----------------------------------------------------------------

    def _find_costs(self) -> list[tuple[int, int, Floats]]:
        """Return, for each direction, what a step costs from each cell, in cm."""
        numbers = np.arange(len(self.points)).reshape(self.rows, self.columns)
        steps: list[tuple[int, int, Floats]] = []
        for across, up in DIRECTIONS:
            cost = np.full((self.rows, self.columns), FAR)
            back = np.full((self.rows, self.columns), FAR)
            here, there = _overlap(numbers, across, up)
            flat_here, flat_there = here.ravel(), there.ravel()
            length = self._step_costs(flat_here, flat_there, STEP_CM * hypot(across, up))
            cost.ravel()[flat_here] = length
            back.ravel()[flat_there] = length
            steps += [(across, up, cost), (-across, -up, back)]
        return steps

    def _step_costs(self, here: Any, there: Any, length: float) -> Floats:
        both = self.free[here] & self.free[there]
        cost = np.where(both, length, FAR)
        if self._barred is None:
            return cost
        lines = shapely.linestrings(np.stack((self.points[here], self.points[there]), axis=1))
        crosses = shapely.intersects(lines, self._barred) & both
        uneven = (self.floors[here] != self.floors[there]) & both
        for n in np.flatnonzero(crosses | uneven):
            cost[n] = self._climb_cost(int(here[n]), int(there[n]), length)
        return cost

    def _climb_cost(self, here: Cell, there: Cell, length: float) -> float:
        """Return what a step costs that goes up, down or past a wall; infinite if it cannot."""
        start = float(self.floors[here])
        if start == self.floors[there] == 0:
            return FAR
        ground = heights(self.field, self.base, (self.spots[here], self.spots[there]), start)
        climbs = all(step.scenery is not None and step.scenery.climbable for step in ground.steps)
        if ground.obstructions or not climbs or ground.end_in != self.floors[there]:
            return FAR
        cost = length + float(to_cm(Inches(ground.climb_in)))
        return cost if cost <= HIGHEST_CM else FAR

    @cached_property
    def _shifts(self) -> list[tuple[int, Floats]]:
        """Return, for each direction, how much the number of a cell grows, and what a step costs."""
        shifts = [(up * self.columns + across, cost.ravel()) for across, up, cost in self.costs]
        return [(shift, _shift(costs, -shift)) for shift, costs in shifts]

    # -- distances -------------------------------------------------------------------------------

    def cell_at(self, spot: Spot) -> Cell:
        """Return the free cell nearest to a place."""
        column = min(max(round((spot[0] - self.xs[0]) / STEP_CM), 0), self.columns - 1)
        row = min(max(round((spot[1] - self.ys[0]) / STEP_CM), 0), self.rows - 1)
        cell = int(row * self.columns + column)
        if self.free[cell]:
            return cell
        if spot not in self._nearest:
            away = np.where(self.free, np.hypot(self.points[:, 0] - spot[0], self.points[:, 1] - spot[1]), FAR)
            if len(self._nearest) > MOST_MAPS:
                self._nearest.clear()
            self._nearest[spot] = int(away.argmin())
        return self._nearest[spot]

    def cells_at(self, spots: Floats) -> Ints:
        """Return the cells nearest to places, free or not."""
        columns = np.clip(np.rint((spots[:, 0] - self.xs[0]) / STEP_CM), 0, self.columns - 1)
        rows = np.clip(np.rint((spots[:, 1] - self.ys[0]) / STEP_CM), 0, self.rows - 1)
        cells: Ints = (rows * self.columns + columns).astype(np.intp)
        return cells

    def cells_near(self, at: Spot, reach_cm: float) -> Ints:
        """Return the cells at most so far from a place, free or not; kept, as most champions stand still."""
        kept = self._near.get((at, reach_cm))
        if kept is None:
            if len(self._near) > MOST_MAPS:
                self._near.clear()
            kept = self._near[at, reach_cm] = self._find_cells_near(at, reach_cm)
        return kept

    def _find_cells_near(self, at: Spot, reach_cm: float) -> Ints:
        least, most = np.array(at) - reach_cm - STEP_CM, np.array(at) + reach_cm + STEP_CM
        first, last = self.xs.searchsorted((least[0], most[0]))
        low, high = self.ys.searchsorted((least[1], most[1]))
        cells = (np.arange(low, high)[:, None] * self.columns + np.arange(first, last)).ravel()
        near: Ints = cells[np.hypot(*(self.points[cells] - np.array(at)).T) <= reach_cm]
        return near

    def distances(self, cell: Cell) -> Floats:
        """Return how far it is on foot from a cell to every cell, in inches."""
        kept = self._maps.get(cell)
        if kept is not None:
            self._maps.move_to_end(cell)
            return kept
        away = np.full(len(self.points), FAR)
        away[cell] = 0.0
        # In one long row a step is a shift; steps that would leave the table cost too much.
        steps = [(_shift(away, -shift), _shift(away, shift), costs) for shift, costs in self._shifts]
        while True:
            before = away.copy()
            for here, there, costs in steps:
                np.minimum(there, here + costs, out=there)
            if np.array_equal(before, away):
                break
        result: Floats = (away / CM_PER_INCH).astype(np.float32)
        self._maps[cell] = result
        if len(self._maps) > MOST_MAPS:
            self._maps.popitem(last=False)
        return result

    def flights(self, cell: Cell) -> Floats:
        """Return how far every cell is from a cell in a straight line, in inches."""
        away: Floats = np.hypot(*(self.points - self.points[cell]).T) / CM_PER_INCH
        return np.where(self.free, away, FAR)

    def flights_over(self, cell: Cell, level_in: float, reach_in: float) -> Floats:
        """Return how long flights from a cell are over what stands in between, at a guess; so far, not farther."""
        away = self.flights(cell)
        near = np.flatnonzero(away < reach_in)
        ends = np.stack((np.broadcast_to(self.points[cell], (len(near), 2)), self.points[near]), axis=1)
        lines = shapely.linestrings(ends)
        for high, hull in self._hulls:
            if high <= level_in:
                continue
            crosses = shapely.intersects(hull, lines) & (self.floors[near] < high)
            away[near] += np.where(crosses, FAR if high > HIGHEST_FLOWN_IN else 1.5 * (high - level_in), 0.0)
        return away

    @cached_property
    def _hulls(self) -> list[tuple[float, Any]]:
        """Return the height of each piece, and what the middle of a base does not cross without touching it."""
        hulls = [grow(shape, self.base.reach_cm) for shape in self.field.shapes]
        shapely.prepare(hulls)
        return [(piece.scenery.height_in, hull) for piece, hull in zip(self.field.pieces, hulls, strict=True)]

    def path(self, start: Spot, cell: Cell) -> tuple[Spot, ...]:
        """Return the places from a start to a cell, without the start; () if there is no path."""
        first = self.cell_at(start)
        away = self.distances(first)
        if not np.isfinite(away[cell]):
            return ()
        cells, near = [cell], away.data
        while cells[-1] != first:
            following = self._step_back(cells[-1], near)
            if following is None:
                return ()
            cells.append(following)
        return self._straighten(start, [self.spots[c] for c in reversed(cells)], [*reversed(cells)])

    def _step_back(self, cell: Cell, away: memoryview) -> Cell | None:
        best, least, most = None, away[cell], away[cell] + SLACK_IN
        for before, inches in self._steps_to(cell):
            if away[before] < least and away[before] + inches <= most:
                best, least = before, away[before]
        return best

    def _steps_to(self, cell: Cell) -> list[tuple[Cell, float]]:
        """Return the neighbours from which a step leads to a cell, and how many inches it costs; kept."""
        steps = self._steps.get(cell)
        if steps is None:
            row, column = divmod(cell, self.columns)
            steps = self._steps[cell] = []
            for across, up, cost in self.costs:
                x, y = column - across, row - up
                if 0 <= x < self.columns and 0 <= y < self.rows and cost[y, x] < FAR:
                    steps.append((y * self.columns + x, float(cost[y, x]) / CM_PER_INCH))
        return steps

    def _straighten(self, start: Spot, spots: list[Spot], cells: list[Cell]) -> tuple[Spot, ...]:
        """Leave out the places that a straight line passes as well."""
        path: list[Spot] = []
        at, number = start, 0 if dist(start, spots[0]) < HAIR_CM else -1
        while number < len(spots) - 1:
            following = len(spots) - 1
            while following > number + 1 and not self._is_straight(at, spots, cells, number + 1, following):
                following -= 1
            number, at = following, spots[following]
            path.append(at)
        return tuple(path)

    def _is_straight(self, at: Spot, spots: list[Spot], cells: list[Cell], first: int, last: int) -> bool:
        if self._barred is None:
            return True
        floor = self.floors[cells[first]]
        if any(self.floors[cell] != floor for cell in cells[first : last + 1]):
            return False
        return floor == 0 and not self._barred.intersects(shapely.LineString((at, spots[last])))

    # -- sight -----------------------------------------------------------------------------------

    def lines(self, height_in: float) -> Lines:
        """Return the lines of sight between the cells, for champions of a height; they are kept."""
        if height_in not in self._lines:
            sights = Sights(self.field, self.base.reach_cm, height_in)
            self._lines[height_in] = Lines(sights, self.points, self.floors)
        return self._lines[height_in]


def _overlap(array: Any, across: int, up: int) -> tuple[Any, Any]:
    """Return the views of an array that hold each cell, and its neighbour in a direction."""
    rows, columns = array.shape
    here = array[max(0, -up) : rows - max(0, up), max(0, -across) : columns - max(0, across)]
    there = array[max(0, up) : rows + min(0, up), max(0, across) : columns + min(0, across)]
    return here, there


def _shift(row: Floats, shift: int) -> Floats:
    """Return the part of a row that is left when it is shifted: without its first values, or without its last."""
    return row[shift:] if shift > 0 else row[:shift]


def length_in(spots: tuple[Spot, ...]) -> float:
    """Return the length of a path on the plan, in inches."""
    return sum(dist(a, b) for a, b in pairwise(spots)) / CM_PER_INCH


def grid_of(arena: Arena, base: Base) -> Grid:
    """Return the grid of an arena for a base; it is made once and kept with the arena."""
    grids: dict[float, Grid] = arena.field.cache.setdefault("bot-grids", {})
    size = round(base.reach_cm, 3)
    if size not in grids:
        grids[size] = Grid(arena.field, base)
    return grids[size]
