"""How the board lies for an alien: what bars its way, and which squares marines see."""

from __future__ import annotations

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.places import Eyes, board, burning, cell, closed, standing_on
from q40k.games.space_hulk.rules.state import Match

Doors = frozenset[Cell]
"""Doors that an alien would have opened by then."""
NONE: Doors = frozenset()


class Lie:
    """The board as one alien finds it: made once for a decision, asked often.

    `walls` are squares nobody ever enters, `barred` these and fire, `shut` doors that can be
    opened, `taken` the squares of other pieces, `here` its own square (None while it waits).
    """

    def __init__(self, state: Match, who: str) -> None:
        ground = board(state)
        assert ground is not None
        self.state, self.ground, self.who = state, ground, who
        self.here = cell(state, who)
        self.taken = {at: id for at, id in standing_on(state).items() if id != who}
        doors = closed(state)
        self.shut = {one for one in doors if self._opens(one)}
        self.walls = ground.generators | (ground.locked & doors)
        self.barred = self.walls | burning(state) | (doors - self.shut)
        if state.barrier is not None and (there := ground.cell(state.barrier)) is not None:
            self.barred |= {there}
        self._eyes: dict[Doors, Eyes] = {}
        self._seen: dict[tuple[Cell, Doors], bool] = {}

    def _opens(self, door: Cell) -> bool:
        """Whether a door can be opened: not locked, and not held by fire.

        Rule: SOLO-MOVE-2, SH-FIRE-6, SH-MISSION-4
        """
        ground: Board = self.ground
        return door not in ground.locked and ground.section(door) not in self.state.fires

    def seen(self, there: Cell, opened: Doors = NONE) -> bool:
        """Whether a marine sees a square, once the alien has left its own and opened these doors.

        Rule: SOLO-MOVE-3
        """
        key = (there, opened)
        if key not in self._seen:
            eyes = self._sight(opened)
            marines = self.state.standing
            self._seen[key] = any(eyes.sees(one, there) for one in marines)
        return self._seen[key]

    def seer(self, there: Cell) -> str:
        """The first marine who sees a square; "" for nobody."""
        seers = self._sight(NONE).seers(there)
        return seers[0].id if seers else ""

    def _sight(self, opened: Doors) -> Eyes:
        if opened not in self._eyes:
            eyes = Eyes(self.state)
            eyes.free |= opened - set(self.taken)
            if self.here is not None and self.here not in self.barred | self.shut:
                eyes.free.add(self.here)
            self._eyes[opened] = eyes
        return self._eyes[opened]

    @property
    def in_sight(self) -> bool:
        """Whether a marine sees the alien where it stands."""
        return self.here is not None and self.seen(self.here)

    def stands_free(self, there: Cell) -> bool:
        """Whether the alien could stand on a square as things are."""
        return there not in self.taken and there not in self.barred and there not in self.shut

    def bars(self, there: Cell) -> bool:
        """Whether pieces, fire or a corner between them keep the alien from the next square."""
        if there in self.taken or there in self.barred:
            return True
        if self.here is None or self.ground.ladders.get(self.here) == there:
            return False
        level, x, y = self.here
        diagonal = x != there[1] and y != there[2]
        return diagonal and not self.corner(((level, there[1], y), (level, x, there[2])))

    def corner(self, flank: tuple[Cell, Cell] | None, *, pieces: bool = True) -> bool:
        """Whether a diagonal step past two cells is open.

        Rule: SH-MOVE-5, SH1-MOVE-5
        """
        return flank is None or not all(self._blocks(one, pieces) for one in flank)

    def _blocks(self, there: Cell, pieces: bool) -> bool:
        if not self.ground.is_floor(there) or there in self.walls or there in self.shut:
            return True
        return pieces and (there in self.taken or there in self.barred)
