"""The board for one alien: what blocks its path, and which squares marines see."""

from __future__ import annotations

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.places import (
    Eyes,
    board,
    burning_squares,
    cell,
    closed_doors,
    pieces_by_square,
)
from q40k.games.space_hulk.rules.state import Match

Doors = frozenset[Cell]
"""Doors that the alien would have opened on its path."""
NONE: Doors = frozenset()


class Terrain:
    """The board as one alien finds it: built once for a decision, asked often.

    `walls` are squares that nobody can enter; `barred` also holds fire, the barrier and doors that
    stay shut. `openable` are closed doors that can be opened. `occupied` are the squares of other
    pieces. `here` is its own square, None while it waits.
    """

    def __init__(self, state: Match, who: str) -> None:
        ground = board(state)
        assert ground is not None
        self.state, self.ground, self.who = state, ground, who
        self.here = cell(state, who)
        self.occupied = {at: id for at, id in pieces_by_square(state).items() if id != who}
        doors = closed_doors(state)
        self.openable = {door for door in doors if self._is_openable(door)}
        self.walls = ground.generators | (ground.locked & doors)
        self.barred = self.walls | burning_squares(state) | (doors - self.openable)
        if state.barrier is not None and (there := ground.cell(state.barrier)) is not None:
            self.barred |= {there}
        self._eyes: dict[Doors, Eyes] = {}
        self._seen: dict[tuple[Cell, Doors], bool] = {}

    def _is_openable(self, door: Cell) -> bool:
        """Return whether a door can be opened: neither locked nor held shut by fire.

        Rule: SOLO-MOVE-2, SH-FIRE-6, SH-MISSION-4
        """
        ground: Board = self.ground
        return door not in ground.locked and ground.section(door) not in self.state.fires

    def is_seen(self, there: Cell, opened: Doors = NONE) -> bool:
        """Return whether a marine sees a square after the alien has left its own and `opened`
        doors.

        Rule: SOLO-MOVE-3
        """
        key = (there, opened)
        if key not in self._seen:
            eyes = self._eyes_with(opened)
            marines = self.state.marines_in_play
            self._seen[key] = any(eyes.sees(marine, there) for marine in marines)
        return self._seen[key]

    def find_seer(self, there: Cell) -> str:
        """Return the first marine who sees a square; "" for nobody."""
        seers = self._eyes_with(NONE).seers(there)
        return seers[0].id if seers else ""

    def _eyes_with(self, opened: Doors) -> Eyes:
        if opened not in self._eyes:
            eyes = Eyes(self.state)
            eyes.free |= opened - set(self.occupied)
            if self.here is not None and self.here not in self.barred | self.openable:
                eyes.free.add(self.here)
            self._eyes[opened] = eyes
        return self._eyes[opened]

    @property
    def in_sight(self) -> bool:
        """Whether a marine sees the alien now."""
        return self.here is not None and self.is_seen(self.here)

    def is_free(self, there: Cell) -> bool:
        """Return whether the alien could stand on a square now."""
        return (
            there not in self.occupied and there not in self.barred and there not in self.openable
        )

    def bars(self, there: Cell) -> bool:
        """Return whether pieces, fire or a corner between them bar the next square."""
        if there in self.occupied or there in self.barred:
            return True
        if self.here is None or self.ground.ladders.get(self.here) == there:
            return False
        level, x, y = self.here
        diagonal = x != there[1] and y != there[2]
        return diagonal and not self.is_corner_open(((level, there[1], y), (level, x, there[2])))

    def is_corner_open(self, flank: tuple[Cell, Cell] | None, *, pieces: bool = True) -> bool:
        """Return whether a diagonal step past two cells is open.

        Rule: SH-MOVE-5, SH1-MOVE-5
        """
        return flank is None or not all(self._blocks(side, pieces) for side in flank)

    def _blocks(self, there: Cell, pieces: bool) -> bool:
        if not self.ground.is_floor(there) or there in self.walls or there in self.openable:
            return True
        return pieces and (there in self.occupied or there in self.barred)
