"""Answer which piece stands on which square and who sees it, where the table keeps places.

Every answer is None (or empty) where a place is not known: then the table decides.
"""

from collections.abc import Iterable, Iterator, Set
from copy import copy
from typing import Self

from q40k.games.space_hulk.board import (
    Board,
    Mask,
    distance,
    in_front_arc,
    in_half_plane,
    is_line_clear,
    is_straight_ahead,
)
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state.match import Blip, Marine, Match, Stealer
from q40k.kernel.state import remember_while_same

ENTRY_SIGN = "»"
"""What stands before the name of an entry where none of its words do: an entry S1 is no stealer S1."""


def board(state: Match) -> Board | None:
    """Return the board, if there is one and the table keeps places on it."""
    return state.setup.board


def cell(state: Match, id: str) -> Cell | None:
    """Return the square of a piece, or None if it is not known or the piece waits outside."""
    return _square(state.setup.board, state.piece(id))


def _square(ground: Board | None, piece: Marine | Stealer | Blip) -> Cell | None:
    at = piece.position.at
    return ground.cell(at) if ground is not None and at is not None else None


@remember_while_same("setup", "marines", "stealers", "blips")
def pieces_by_square(state: Match) -> dict[Cell, str]:
    """Return the ids of the pieces on the board by their squares."""
    ground = board(state)
    pieces: dict[Cell, str] = {}
    if ground is not None:
        for piece in state.pieces():
            if piece.position.at is not None:
                there = ground.cell(piece.position.at)
                if there is not None:
                    pieces[there] = piece.id
    return pieces


@remember_while_same("setup", "fires")
def burning_squares(state: Match) -> Set[Cell]:
    """Return the squares that burn."""
    ground = board(state)
    if ground is None:
        return set()
    names = (name for fire in state.fires.values() for name in fire.squares)
    return {cell for name in names if (cell := ground.cell(name)) is not None}


@remember_while_same("setup", "doors")
def closed_doors(state: Match) -> Set[Cell]:
    """Return the squares of closed doors."""
    ground = board(state)
    if ground is None:
        return set()
    names = (name for name, door in state.doors.items() if door == "closed")
    return {cell for name in names if (cell := ground.cell(name)) is not None}


class Eyes:
    """Who sees what in one state; `eyes_of` has it."""

    def __init__(self, state: Match) -> None:
        ground = self.ground = board(state)
        self._standing = state.marines_in_play
        self._beside = state.edition.sees_beside
        self._places = {marine.id: _square(ground, marine) for marine in self._standing}
        self._seen: Mask | None = None
        self.free: Mask = 0
        if ground is not None:
            blocked = ground.mask(burning_squares(state)) | ground.mask(closed_doors(state))
            blocked |= ground.mask(pieces_by_square(state))
            if state.barrier is not None and (there := ground.cell(state.barrier)) is not None:
                blocked |= ground.bits[there]
            self.free = ground.looked_through & ~blocked

    def with_squares(self, *, clear: Iterable[Cell] = (), blocked: Iterable[Cell] = ()) -> Self:
        """Return the same eyes with other squares that block sight."""
        ground = self.ground
        return self if ground is None else self.with_free((self.free | ground.mask(clear)) & ~ground.mask(blocked))

    def with_free(self, free: Mask) -> Self:
        """Return the same eyes where only `free` squares do not block sight."""
        other = copy(self)
        other.free, other._seen = free, None
        return other

    def bars(self, there: Cell) -> bool:
        """Return whether a square blocks sight, and a diagonal step past it: wall, or anything on
        it.

        Rule: SH-LOS-3, SH-MOVE-5, SH1-LOS-3, SH1-MOVE-5
        """
        return self.ground is None or not self.ground.bits.get(there, 0) & self.free

    @property
    def seen(self) -> Mask:
        """The squares that the marines see.

        Rule: SH-LOS-1, SH1-LOS-1
        """
        if self._seen is None:
            self._seen = 0
            for marine in self._standing:
                here, facing = self._places[marine.id], marine.position.facing
                if self.ground is not None and here is not None and facing is not None:
                    self._seen |= self.ground.lookout(here, facing, self._beside).view(self.free).mask
        return self._seen

    def sees(self, marine: Marine, there: Cell, *, to_fire: bool = False) -> bool:
        """Return whether a marine sees a square; with `to_fire`, whether it is also in his fire
        arc.

        Rule: SH-LOS-1, SH-LOS-2, SH-LOS-5, SH1-LOS-1, SH1-LOS-2
        """
        here, facing = self._places.get(marine.id), marine.position.facing
        if self.ground is None or here is None or facing is None:
            return False
        ground = self.ground
        if ground.ladders.get(here) == there:
            return True
        beside = self._beside and not to_fire
        if not ground.is_floor(there):
            arc = in_half_plane if beside else in_front_arc
            clear = {square for square, bit in ground.bits.items() if bit & self.free}
            return arc(facing, here, there) and is_line_clear(here, there, clear)
        line = ground.lookout(here, facing, beside).lines.get(there)
        return line is not None and line.is_clear(self.free)

    def seers(self, there: Cell, *, to_fire: bool = False) -> tuple[Marine, ...]:
        """Return the marines who see a square."""
        bit = None if self.ground is None else self.ground.bits.get(there)
        if bit is not None and not bit & self.seen:
            return ()
        return tuple(marine for marine in self._standing if self.sees(marine, there, to_fire=to_fire))


PLACES = ("setup", "marines", "stealers", "blips", "doors", "fires", "things", "barrier")
"""The parts of a state that say what is where."""


@remember_while_same(*PLACES)
def eyes_of(state: Match) -> Eyes:
    """Return who sees what in a state."""
    return Eyes(state)


def sees(state: Match, marine: Marine, id: str, *, to_fire: bool = False, eyes: Eyes | None = None) -> bool | None:
    """Return whether a marine sees a piece on the board, or None if it is not known.

    Build the `eyes` once when you ask about several pieces.

    Rule: SH-LOS-6, SH-LOS-7, SH1-LOS-7
    """
    there, piece = cell(state, id), state.piece(id)
    if piece.lurking.entry is not None:
        return False
    if there is None or cell(state, marine.id) is None:
        return None
    return (eyes or eyes_of(state)).sees(marine, there, to_fire=to_fire)


def seen_blips(state: Match) -> Iterator[str]:
    """Yield the blips on the board that a marine sees: they must be turned up.

    Rule: SH-CONVERT-2, SH1-CONVERT-2
    """
    ground = board(state)
    if ground is None or not state.blips_in_play:
        return
    seen = eyes_of(state).seen
    for blip in state.blips_in_play:
        there = _square(ground, blip)
        if there is not None and ground.bits[there] & seen:
            yield blip.id


def range_between(state: Match, who: str, other: str) -> int | None:
    """Return the range between two pieces; two on one ladder stand side by side.

    Rule: SH-BOARD-5, SH1-BOARD-5, SH-LADDER-2
    """
    ground, here, there = board(state), cell(state, who), cell(state, other)
    if ground is None or here is None or there is None:
        return None
    return 1 if ground.ladders.get(here) == there else distance(here, there)


def is_ahead(state: Match, figure: Marine | Stealer, there: Cell | None) -> bool:
    """Return whether a square is straight ahead of a figure; yes if one of the two places is not known.

    Rule: SH-MELEE-1
    """
    here, facing = cell(state, figure.id), figure.position.facing
    if here is None or there is None or facing is None:
        return True
    return here[0] == there[0] and is_straight_ahead(facing, there[1] - here[1], there[2] - here[2])


def square_name(state: Match, there: Cell | None) -> str | None:
    """Return the name of a square, or None for none."""
    ground = board(state)
    return None if ground is None or there is None else ground.name(there)


def adjacent_marine(state: Match, there: Cell) -> Marine | None:
    """Return a marine on a square or adjacent to it, if there is one.

    Rule: SH-BLIP-6
    """
    ground = board(state)
    if ground is None:
        return None
    for marine in state.marines_in_play:
        here = cell(state, marine.id)
        if here is not None and (here == there or ground.is_adjacent(here, there)):
            return marine
    return None
