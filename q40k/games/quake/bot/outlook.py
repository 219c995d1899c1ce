"""What a bot knows of a state: foes, the ground around its champion, what is in reach."""

from __future__ import annotations

from functools import cached_property
from math import dist

import numpy as np

from q40k.games.quake.arena.figures import HEIGHTS_IN
from q40k.games.quake.bot.chances import MEMORY, Fire
from q40k.games.quake.bot.grid import Cell, Grid, grid_of
from q40k.games.quake.bot.sights import Lines, Sight, Stands, better_cover
from q40k.games.quake.bot.stakes import Stakes
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.move import movement_left
from q40k.games.quake.rules.positions import base_of, feet_height
from q40k.games.quake.rules.shooting.aiming import guns
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.space import CM_PER_INCH

LONG_TURNS = 15
"""After so many turns of a round champions that nobody kills grow impatient."""

LEAST_IN = 1.0
"""Less movement is not worth a command."""
SECOND_MOVE_IN = 6.0
"""The most inches of a second move in a turn, by a usual trait."""
NEAR_CM = 8.0
"""Cells this near matter, however hard they are to reach: one may jump down to them."""


class Outlook:
    """A state as the bot of one champion sees it; everything is worked out when first needed."""

    def __init__(self, state: Match, player: Player) -> None:
        self.state = state
        self.me = player
        self.stakes = Stakes(state, player)
        self._sights: dict[str, tuple[Sight, Sight]] = {}

    @cached_property
    def foes(self) -> tuple[Player, ...]:
        """Return the rivals' champions on the table, the nearest first where places are known."""
        players = self.state.players.values()
        foes = [p for p in players if p.in_play and p.id != self.me.id and not self.stakes.is_friend(p)]
        return tuple(sorted(foes, key=self.straight_in))

    @cached_property
    def mates(self) -> tuple[Player, ...]:
        """Return the team-mates on the table."""
        players = self.state.players.values()
        return tuple(p for p in players if p.in_play and p.id != self.me.id and self.stakes.is_friend(p))

    def straight_in(self, other: Player) -> float:
        """Return the distance from base to base on the plan, in inches; large where it is unknown."""
        here, there = self.me.position.at, other.position.at
        if here is None or there is None:
            return 99.0
        away = dist(here, there)
        return max(0.0, (away - base_of(self.me).radius_cm - base_of(other).radius_cm) / CM_PER_INCH)

    @property
    def impatience(self) -> float:
        """Return how little a long round leaves of caution: 0 at first, 1 once it lasts too long.

        Only those grow impatient who wait for others to die for good: nobody else has to hurry.
        """
        if not self.stakes.mod.has("sudden-death"):
            return 0.0
        return min(1.0, max(0.0, (self.state.play.turn - LONG_TURNS) / LONG_TURNS))

    # -- the ground --------------------------------------------------------------------------

    @property
    def has_place(self) -> bool:
        """Return whether the champion's own place is known."""
        return self.me.position.at is not None

    @cached_property
    def grid(self) -> Grid:
        """Return the grid for the champion's base."""
        assert self.state.setup.arena is not None
        return grid_of(self.state.setup.arena, base_of(self.me))

    @cached_property
    def cell(self) -> Cell:
        """Return the cell where the champion stands."""
        assert self.me.position.at is not None
        return self.grid.cell_at(self.me.position.at)

    @cached_property
    def flies(self) -> bool:
        """Return whether the champion moves in straight lines over what is in its path."""
        return flies(self.state, self.me)

    @cached_property
    def left_in(self) -> float:
        """Return the movement left, in inches."""
        return movement_left(self.state, self.me)

    @cached_property
    def charge_in(self) -> float:
        """Return how far the champion charges, in inches."""
        return float(charge_in(profile(self.me).unit_type, self.me.abilities))

    def distances_from(self, cell: Cell) -> Floats:
        """Return how far it is to every cell as this champion moves, in inches."""
        if not self.flies:
            return self.grid.distances(cell)
        return self._flights if cell == self.cell else self.grid.flights(cell)

    @cached_property
    def _flights(self) -> Floats:
        level = self.me.position.level or float(self.grid.floors[self.cell])
        return self.grid.flights_over(self.cell, level)

    @cached_property
    def places(self) -> Floats:
        """Return the place of each cell; for the cell where the champion stands, its own place."""
        places = self.grid.points.copy()
        if self.me.position.at is not None:
            places[self.cell] = self.me.position.at
        return places

    @cached_property
    def area(self) -> Ints:
        """Return the cells that matter in this turn: those within reach, and those at portals."""
        grid, here = self.grid, self.me.position.at
        if here is None or self.state.holds(self.me.id, "teleporter"):
            return np.flatnonzero(grid.free)
        left = self.left_in if self.state.play.phase == "movement" else SECOND_MOVE_IN
        near = self.distances_from(self.cell) <= left + 1.0
        near |= np.hypot(*(grid.points - np.array(here)).T) <= NEAR_CM
        near[self.cell] = True
        assert self.state.setup.arena is not None
        for portal in self.state.setup.arena.portals:
            near[grid.cell_at(portal.at)] = True
        return np.flatnonzero(near)

    @property
    def may_move(self) -> bool:
        """Return whether the champion still has a move to make in its part."""
        me = self.me
        if me.movement.halted or self.left_in < LEAST_IN or not self.has_place:
            return False
        if me.movement.came_by is not None:
            return me.movement.spent <= me.movement.arrived_at + 1e-6
        return not me.turn.moved

    @cached_property
    def reachable(self) -> Bools:
        """Return the cells that the champion can reach and stand on."""
        away, start = self.distances_from(self.cell), self.me.position.at
        assert start is not None
        slack = dist(start, self.grid.spots[self.cell]) / CM_PER_INCH
        return (away + slack <= self.left_in - 0.02) & self.room

    def gaps_to(self, other: Player) -> Floats:
        """Return the distance from base to base from every cell to a champion, in inches."""
        assert other.position.at is not None
        away = np.hypot(*(self.places - np.array(other.position.at)).T)
        gap = away - base_of(self.me).radius_cm - base_of(other).radius_cm
        result: Floats = np.maximum(gap, 0.0) / CM_PER_INCH
        return result

    @cached_property
    def lines(self) -> Lines:
        """Return the lines of sight between cells, for champions like this one."""
        return self.grid.lines(HEIGHTS_IN[self.me.champion.unit_type])

    def sight_of(self, other: Player) -> tuple[Sight, Sight]:
        """Return how another champion is seen from each cell of the area, and how it sees each cell.

        Scenery alone is considered; cover is the target's.
        """
        kept = self._sights.get(other.id)
        if kept is None:
            kept = self._sights[other.id] = self._look_at(other)
        return kept

    def _look_at(self, other: Player) -> tuple[Sight, Sight]:
        assert other.position.at is not None
        grid, sights, area, stands = self.grid, self.lines.sights, self.area, self.lines.stands
        there = sights.stands(np.array([other.position.at]), np.array([feet_height(self.state, other)]))
        cell = np.array([grid.cell_at(other.position.at)])
        here = not self.has_place or self._is_on_cell(self.me, self.cell)
        if here and self._is_on_cell(other, int(cell[0])):
            looks, looked = self.lines.between(area, cell), self.lines.between(cell, area)
            pair = Sight(looks.sees[:, 0], looks.cover[:, 0]), Sight(looked.sees[0], looked.cover[0])
        else:
            own = Stands(self.places[area], stands.feet[area], stands.within[area])
            others = there.take(np.zeros(len(area), dtype=np.intp))
            pair = sights.look(own, others), sights.look(others, own)
        first, second = (
            self._spread(sight, covers)
            for sight, covers in zip(pair, (sights.cover_at(there), self.lines.covers[area]), strict=True)
        )
        return first, second

    def _is_on_cell(self, player: Player, cell: Cell) -> bool:
        """Return whether a champion stands in the middle of a cell, so that its lines may be kept."""
        at, level = player.position.at, player.position.level
        return at == self.grid.spots[cell] and level in (None, self.grid.floors[cell])

    def _spread(self, sight: Sight, covers: Ints) -> Sight:
        """Return what is seen from the area, laid out over all cells, with what the targets stand in."""
        sees, cover = np.zeros(len(self.grid.points), dtype=bool), np.zeros(len(self.grid.points), dtype=np.intp)
        sees[self.area] = sight.sees
        cover[self.area] = better_cover(sight.cover, np.broadcast_to(covers, len(self.area)))
        return Sight(sees, cover)

    @cached_property
    def room(self) -> Bools:
        """Return the cells that no other base covers."""
        free = self.grid.free.copy()
        for other in self.state.players.values():
            if other.in_play and other.id != self.me.id and other.position.at is not None:
                away = np.hypot(*(self.grid.points - np.array(other.position.at)).T)
                free &= away > base_of(self.me).reach_cm + base_of(other).reach_cm + 0.05
        return free

    @cached_property
    def in_portal(self) -> dict[int, Bools]:
        """Return the cells where the whole base would be on a portal, by the portal's number."""
        arena = self.state.setup.arena
        assert arena is not None
        inside = {}
        for portal in arena.portals:
            room = portal.diameter_in * CM_PER_INCH / 2 - base_of(self.me).reach_cm + 0.02
            away = np.hypot(*(self.grid.points - np.array(portal.at)).T)
            inside[portal.number] = away <= room
        return inside

    # -- arms --------------------------------------------------------------------------------

    @cached_property
    def guns(self) -> tuple[Weapon, ...]:
        """Return the weapons the champion can fire."""
        return guns(self.state, self.me)

    def fires(self, target: Player, *, moved: bool | None = None, cover: int = 0) -> tuple[Fire, ...]:
        """Return what the champion's weapons do to a target."""
        fires = (MEMORY.fire(self.state, self.me, gun, target, cover=cover, moved=moved) for gun in self.guns)
        return tuple(fire for fire in fires if fire.reaches)
