"""What a bot knows of a state: foes, the ground around its champion, what is in reach."""

from __future__ import annotations

from functools import cached_property
from math import dist

import numpy as np

from q40k.games.quake.bot.chances import MEMORY, Fire
from q40k.games.quake.bot.grid import Cell, Grid, grid_of
from q40k.games.quake.bot.stakes import Stakes
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.rules.bonus.modifiers import profile
from q40k.games.quake.rules.movement.ground import flies
from q40k.games.quake.rules.movement.move import movement_left
from q40k.games.quake.rules.positions import base_of
from q40k.games.quake.rules.shooting.aiming import guns
from q40k.games.quake.rules.state import Match, Player
from q40k.games.w40k3e.ground import charge_in
from q40k.geometry.arrays import Bools, Floats
from q40k.geometry.space import CM_PER_INCH

LONG_TURNS = 15
"""After so many turns of a round champions that nobody kills grow impatient."""


class Outlook:
    """A state as the bot of one champion sees it; everything is worked out when first needed."""

    def __init__(self, state: Match, player: Player) -> None:
        self.state = state
        self.me = player
        self.stakes = Stakes(state, player)

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

    def gaps_to(self, other: Player) -> Floats:
        """Return the distance from base to base from every cell to a champion, in inches."""
        assert other.position.at is not None
        away = np.hypot(*(self.grid.points - np.array(other.position.at)).T)
        gap = away - base_of(self.me).radius_cm - base_of(other).radius_cm
        result: Floats = np.maximum(gap, 0.0) / CM_PER_INCH
        return result

    def sees(self, other: Player) -> Bools:
        """Return from which cells a champion can be seen, by the scenery alone."""
        assert other.position.at is not None
        return self.grid.view(self.grid.cell_at(other.position.at))

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

    @cached_property
    def covers(self) -> Floats:
        """Return the cover save of each cell from the scenery it lies in; 0 is none."""
        save = np.zeros(len(self.grid.points))
        import shapely

        pieces = zip(self.grid.field.pieces, self.grid.field.shapes, strict=True)
        for piece, shape in pieces:
            if piece.scenery.cover:
                on = shapely.intersects_xy(shape, self.grid.points[:, 0], self.grid.points[:, 1])
                better = on & ((save == 0) | (save > piece.scenery.cover))
                save = np.where(better & (self.grid.floors < piece.scenery.height_in), piece.scenery.cover, save)
        return save

    # -- arms --------------------------------------------------------------------------------

    @cached_property
    def guns(self) -> tuple[Weapon, ...]:
        """Return the weapons the champion can fire."""
        return guns(self.state, self.me)

    def fires(self, target: Player, *, moved: bool | None = None, cover: int = 0) -> tuple[Fire, ...]:
        """Return what the champion's weapons do to a target."""
        fires = (MEMORY.fire(self.state, self.me, gun, target, cover=cover, moved=moved) for gun in self.guns)
        return tuple(fire for fire in fires if fire.reaches)

    def fires_of(self, foe: Player, *, cover: int = 0) -> tuple[Fire, ...]:
        """Return what a foe's weapons do to the champion when it has not moved."""
        arms = guns(self.state, foe)
        fires = (MEMORY.fire(self.state, foe, gun, self.me, cover=cover, moved=False) for gun in arms)
        return tuple(fire for fire in fires if fire.reaches)
