"""What a bot knows of a state: foes, the ground around its champion, what is in reach."""

from functools import cached_property
from math import dist

import numpy as np

from q40k.games.quake.arena.figures import HEIGHTS_IN
from q40k.games.quake.bot.chances import MEMORY, Fire
from q40k.games.quake.bot.grid import Cell, Grid, grid_of
from q40k.games.quake.bot.sights import Lines, Sight
from q40k.games.quake.bot.stakes import Stakes
from q40k.games.quake.packs.arena import Scenery
from q40k.games.quake.packs.models import Weapon
from q40k.games.quake.state.bonus import profile
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.movement.ground import flies, moves_as
from q40k.games.quake.state.movement.move import movement_left
from q40k.games.quake.state.parts import Sighting
from q40k.games.quake.state.positions import base_of, feet_height
from q40k.games.quake.state.shooting import guns, sighting_of
from q40k.games.w40k3e.ground import charge_in, needs_danger_test
from q40k.geometry.arrays import Bools, Floats, Ints
from q40k.geometry.space import CM_PER_INCH, HAIR_CM, Spot

QUIET_TURNS = 3
"""After so many turns without a death champions grow impatient; after as many again nothing holds them."""

FAR_IN = 99.0
"""The distance to one whose place is unknown, if the table has not said."""
LEAST_IN = 1.0
"""Less movement is not worth a command."""
SECOND_MOVE_IN = 6.0
"""The most inches of a second move in a turn, by a usual trait."""
NEAR_CM = 8.0
"""Cells this near matter, however hard they are to reach: one may jump down to them."""
LEAP_CM = 13.0
"""The same where there are gaps to leap over: 4 inches and a base."""


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
        """Return the distance from base to base on the plan or by the table's word, in inches; large if unknown."""
        here, there = self.me.position.at, other.position.at
        if here is None or there is None:
            inches = self.inches_by_word(other)
            return FAR_IN if inches is None else inches
        away = dist(here, there)
        return max(0.0, (away - base_of(self.me).radius_cm - base_of(other).radius_cm) / CM_PER_INCH)

    def word_on(self, other: Player) -> Sighting | None:
        """Return what the table said of another that no place tells; None if it has said nothing that still holds."""
        if self.has_place and other.position.at is not None:
            return None
        return sighting_of(self.state, self.me, other)

    def inches_by_word(self, other: Player) -> float | None:
        """Return the inches to another by the table's word; None if it has not said."""
        word = self.word_on(other)
        return None if word is None or word.distance_in is None else float(word.distance_in)

    def is_hidden(self, other: Player) -> bool:
        """Return whether the table said that the champion does not see another, or was asked about a third instead."""
        word = self.word_on(other)
        if word is not None:
            return word.sees is False
        if self.has_place and other.position.at is not None:
            return False
        words = (word for word in self.state.play.sightings if word.player == self.me.id)
        return any(word.turn == self.state.play.turn and word.sees is not None for word in words)

    def impatience(self, more_turns: int = 0) -> float:
        """Return how little is left of caution: none is lost at first, all of it (1) once nobody dies any more.

        `more_turns`: how much longer the champion waits than others.
        """
        quiet = self.state.play.turn - self.state.play.last_death - more_turns
        return min(1.0, max(0.0, (quiet - QUIET_TURNS) / QUIET_TURNS))

    # -- the ground --------------------------------------------------------------------------

    @property
    def has_place(self) -> bool:
        """Return whether the champion's own place is known."""
        return self.me.position.at is not None

    @cached_property
    def grid(self) -> Grid:
        """Return the grid for the champion's base."""
        return grid_of(self.state.arena, base_of(self.me))

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
    def dangers(self) -> tuple[tuple[Spot, float], ...]:
        """Return circles about the ground where the champion rolls for its life: the middle, and the radius in cm."""
        moves = moves_as(self.state, self.me)
        hard = needs_danger_test(moves, dangerous=False, difficult=True, ends_in_difficult=True)
        pieces = [p for p in self.state.arena.scenery if p.dangerous or p.water or (hard and p.difficult)]
        return tuple(_circle_about(piece, base_of(self.me).reach_cm) for piece in pieces)

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
        return self.grid.flights_over(self.cell, level, self._reach_in + 1.0)

    @cached_property
    def places(self) -> Floats:
        """Return the place of each cell; for the cell where the champion stands, its own place."""
        places = self.grid.points.copy()
        if self.me.position.at is not None:
            places[self.cell] = self.me.position.at
        return places

    @property
    def _reach_in(self) -> float:
        """Return how far the champion may go in a move of this phase, and a little farther."""
        return 1.0 + (self.left_in if self.state.play.phase == "movement" else SECOND_MOVE_IN)

    @cached_property
    def area(self) -> Ints:
        """Return the cells that matter in this turn: those within reach, and those at portals."""
        grid, here = self.grid, self.me.position.at
        if here is None or self.state.holds(self.me.id, "teleporter"):
            return np.flatnonzero(grid.free)
        near = self.distances_from(self.cell) <= self._reach_in
        near[grid.cells_near(here, LEAP_CM if grid.has_gaps else NEAR_CM)] = True
        near[self.cell] = True
        for portal in self.state.arena.portals:
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

    @cached_property
    def slots(self) -> Ints:
        """Return the number of each cell in the area; beyond the last for cells outside."""
        slots = np.full(len(self.grid.points), len(self.area), dtype=np.intp)
        slots[self.area] = np.arange(len(self.area))
        return slots

    def gaps_to(self, other: Player) -> Floats:
        """Return the distance from base to base from every cell of the area to a champion, in inches.

        The last number is endless: it stands for all cells outside.
        """
        assert other.position.at is not None
        x, y = other.position.at
        away = np.hypot(self._area_places[0] - x, self._area_places[1] - y)
        gap = away - base_of(self.me).radius_cm - base_of(other).radius_cm
        result: Floats = np.maximum(gap, 0.0) / CM_PER_INCH
        return result

    @cached_property
    def _area_places(self) -> Floats:
        """Return where the cells of the area are, x and y, with a last one that is endlessly far."""
        places = np.full((2, len(self.area) + 1), np.inf)
        places[:, :-1] = self.places[self.area].T
        return places

    @cached_property
    def lines(self) -> Lines:
        """Return the lines of sight between cells, for champions like this one."""
        return self.grid.lines(HEIGHTS_IN[self.me.champion.unit_type])

    def sight_of(self, foe: Player) -> tuple[Sight, Sight]:
        """Return how a foe is seen from each cell of the area, and how it sees each cell.

        Scenery alone is considered; cover is the target's. A last cell stands for all cells outside.
        """
        return self._sights[foe.id]

    @cached_property
    def _sights(self) -> dict[str, tuple[Sight, Sight]]:
        """Return all that is seen of foes whose places are known, and by them."""
        cells = np.append(self.area, self.area[:1])
        if self.has_place:
            cells[self.slots[self.cell]] = self._number_of(self.me)
        foes = np.array([*self._numbers.values()], dtype=np.intp)
        looks, looked = self.lines.between(cells, foes), self.lines.between(foes, cells)
        return {
            foe: (Sight(looks.sees[:, n], looks.cover[:, n]), Sight(looked.sees[n], looked.cover[n]))
            for n, foe in enumerate(self._numbers)
        }

    @cached_property
    def foes_seen(self) -> frozenset[str]:
        """Return the foes that the champion sees from where it stands, by the scenery alone."""
        foes = np.array([*self._numbers.values()], dtype=np.intp)
        sees = self.lines.between(np.array([self._number_of(self.me)]), foes).sees[0]
        return frozenset(foe for foe, is_seen in zip(self._numbers, sees, strict=True) if is_seen)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """Return the numbers of the places where foes stand, among the lines of sight."""
        return {foe.id: self._number_of(foe) for foe in self.foes if foe.position.at is not None}

    def _number_of(self, player: Player) -> int:
        at, level = player.position.at, player.position.level
        assert at is not None
        cell = self.grid.cell_at(at)
        if at == self.grid.spots[cell] and level in (None, self.grid.floors[cell]):
            return cell
        return self.lines.number(at, feet_height(self.state, player))

    @cached_property
    def room(self) -> Bools:
        """Return the cells that no other base covers."""
        free = self.grid.free.copy()
        for other in self.state.players.values():
            if other.in_play and other.id != self.me.id and other.position.at is not None:
                reach = base_of(self.me).reach_cm + base_of(other).reach_cm + 0.05
                free[self.grid.cells_near(other.position.at, reach)] = False
        return free

    @cached_property
    def off_portals(self) -> Bools:
        """Return the cells where the base would not be wholly on a portal."""
        off = np.ones(len(self.grid.points), dtype=bool)
        for portal in self.state.arena.portals:
            room = portal.diameter_in * CM_PER_INCH / 2 - base_of(self.me).reach_cm + 0.02
            off[self.grid.cells_near(portal.at, room)] = False
        return off

    # -- arms --------------------------------------------------------------------------------

    @cached_property
    def guns(self) -> tuple[Weapon, ...]:
        """Return the weapons the champion can fire."""
        return guns(self.state, self.me)

    def fires(self, target: Player, *, moved: bool | None = None, cover: int = 0) -> tuple[Fire, ...]:
        """Return what the champion's weapons do to a target."""
        fires = (MEMORY.fire(self.state, self.me, gun, target, cover=cover, moved=moved) for gun in self.guns)
        return tuple(fire for fire in fires if fire.reaches)

    def may_be_in_range(self, foe: Player) -> bool:
        """Return whether any weapon may reach a foe, so that the rules need not look at those far out of range."""
        here, there = self.me.position.at, foe.position.at
        if self.state.announces or here is None or there is None:
            return True
        away = (dist(here, there) - base_of(self.me).reach_cm - base_of(foe).reach_cm) / CM_PER_INCH - HAIR_CM
        return any(fire.band(away) is not None for fire in self.fires(foe))


def _circle_about(piece: Scenery, reach_cm: float) -> tuple[Spot, float]:
    """Return the middle of a piece of scenery, and how far from there a base so large may touch it, in cm."""
    if piece.circle is not None:
        return piece.circle.at, piece.circle.radius_cm + reach_cm
    xs, ys = zip(*piece.corners, strict=True)
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    return middle, dist(middle, (max(xs), max(ys))) + reach_cm
