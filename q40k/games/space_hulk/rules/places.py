"""What stands where, who sees what: asked of the places, where the table keeps them.

Every answer is None (or nothing) where a place is not known: then the table's word goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from q40k.games.space_hulk.board.board import Board, board_of, distance
from q40k.games.space_hulk.board.facings import in_front_arc, in_half_plane
from q40k.games.space_hulk.board.sight import clear
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.state import Marine, Match


def board(state: Match) -> Board | None:
    """The board, if there is one and places are kept on it."""
    layout = state.setup.layout
    return board_of(layout) if layout is not None and state.options.positions else None


def cell(state: Match, id: str) -> Cell | None:
    """Where a piece stands; None where that is not known, or it waits outside."""
    ground, at = board(state), state.piece(id).position.at
    return ground.cell(at) if ground is not None and at is not None else None


def standing_on(state: Match) -> dict[Cell, str]:
    """The pieces on the board by their squares."""
    ground = board(state)
    found: dict[Cell, str] = {}
    if ground is not None:
        for one in state.pieces():
            if one.position.at is not None:
                there = ground.cell(one.position.at)
                if there is not None:
                    found[there] = one.id
    return found


def burning(state: Match) -> set[Cell]:
    """The squares that burn."""
    ground = board(state)
    if ground is None:
        return set()
    names = (name for fire in state.fires.values() for name in fire.squares)
    return {cell for name in names if (cell := ground.cell(name)) is not None}


def closed(state: Match) -> set[Cell]:
    """The squares of closed doors."""
    ground = board(state)
    if ground is None:
        return set()
    names = (name for name, door in state.doors.items() if door == "closed")
    return {cell for name in names if (cell := ground.cell(name)) is not None}


class Eyes:
    """Who sees what in a state: made once, asked often."""

    def __init__(self, state: Match) -> None:
        self.state, self.ground = state, board(state)
        self._standing = state.standing
        self._places = {one.id: cell(state, one.id) for one in self._standing}
        blocked = burning(state) | closed(state) | set(standing_on(state))
        if self.ground is not None:
            blocked |= self.ground.generators
            if state.barrier is not None and (there := self.ground.cell(state.barrier)) is not None:
                blocked.add(there)
        self.free: set[Cell] = set(self.ground.floor) - blocked if self.ground else set()

    def bars(self, there: Cell) -> bool:
        """Whether a square bars sight, and a diagonal step past it: wall, or what stands there.

        Rule: SH-LOS-3, SH-MOVE-5, SH1-LOS-3, SH1-MOVE-5
        """
        return there not in self.free

    def sees(self, marine: Marine, there: Cell, *, to_fire: bool = False) -> bool:
        """Whether a marine sees a square, or has it in his fire arc too.

        Rule: SH-LOS-1, SH-LOS-2, SH-LOS-5, SH1-LOS-1, SH1-LOS-2
        """
        here, facing = self._places.get(marine.id), marine.position.facing
        if self.ground is None or here is None or facing is None:
            return False
        if self.ground.ladders.get(here) == there:
            return True
        arc = in_half_plane if self.state.edition.sees_beside and not to_fire else in_front_arc
        return arc(facing, here, there) and clear(here, there, self.free)

    def seers(self, there: Cell, *, to_fire: bool = False) -> tuple[Marine, ...]:
        """The marines who see a square."""
        return tuple(one for one in self._standing if self.sees(one, there, to_fire=to_fire))


def sees(
    state: Match, marine: Marine, id: str, *, to_fire: bool = False, eyes: Eyes | None = None
) -> bool | None:
    """Whether a marine sees a piece on the board; None where nobody knows.

    Who asks for several pieces makes the `eyes` once.

    Rule: SH-LOS-6, SH-LOS-7, SH1-LOS-7
    """
    there, piece = cell(state, id), state.piece(id)
    if not isinstance(piece, Marine) and piece.lurking.entry is not None:
        return False
    if there is None or cell(state, marine.id) is None:
        return None
    return (eyes or Eyes(state)).sees(marine, there, to_fire=to_fire)


def seen_blips(state: Match) -> Iterator[str]:
    """The blips on the board that a marine sees: they must be turned up.

    Rule: SH-CONVERT-2, SH1-CONVERT-2
    """
    if board(state) is None or not state.lying:
        return
    eyes = Eyes(state)
    for blip in state.lying:
        there = cell(state, blip.id)
        if there is not None and eyes.seers(there):
            yield blip.id


def apart(state: Match, one: str, other: str) -> int | None:
    """The range between two pieces; two on one ladder stand side by side.

    Rule: SH-BOARD-5, SH1-BOARD-5, SH-LADDER-2
    """
    ground, here, there = board(state), cell(state, one), cell(state, other)
    if ground is None or here is None or there is None:
        return None
    return 1 if ground.ladders.get(here) == there else distance(here, there)


def beside_marine(state: Match, there: Cell) -> Marine | None:
    """A marine adjacent to a square, if there is one.

    Rule: SH-BLIP-6
    """
    ground = board(state)
    if ground is None:
        return None
    for one in state.standing:
        here = cell(state, one.id)
        if here is not None and (here == there or ground.adjacent(here, there)):
            return one
    return None
