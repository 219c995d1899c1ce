"""Where a step leads: to a square by name or by direction, through an exit, along a ladder."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.board.facings import (
    COMPASS,
    RELATIVE,
    Direction,
    direction,
    moved,
)
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing
from q40k.games.space_hulk.rules.places import Eyes, board, burning, cell, closed, standing_on
from q40k.games.space_hulk.rules.questions import forbid, refuse
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.kernel.events import Rule
from q40k.kernel.state import Part

Kind = Literal["forward", "backward", "sideways", "ladder", "entering"]


class Way(Part, frozen=True):
    """A step: its kind, where it begins and ends, or by which exit it leaves.

    Without places `start` and `end` are None. `top`: it ends on the top of a ladder.
    """

    kind: Kind
    start: Cell | None = None
    end: Cell | None = None
    exit: str | None = None
    top: bool = False


def way(state: Match, who: str, to: str | None, dir: str | None, facing: Facing | None) -> Way:
    """The step that is meant, by the facing it is made with. Raises Refused (SH-MOVE-1)."""
    piece, ground, start = state.piece(who), board(state), cell(state, who)
    if not isinstance(piece, Marine) and piece.lurking.entry is not None:
        return Way("entering", None, _first_square(ground, piece.lurking.entry, to))
    if ground is None or start is None:
        return _unplaced(state, to, dir)
    if to is not None:
        left = _leaving(ground, start, to, facing)
        if left is not None:
            return left
        end = ground.cell(to.upper())
        if end is None:
            raise forbid("SH-BOARD-9", "unknown-square", said=to)
    else:
        end = _by_direction(ground, start, dir, facing)
    if end is None or not ground.is_floor(end):
        return _off_the_board(ground, start, end, facing)
    if ground.ladders.get(start) == end:
        return Way("ladder", start, end, top=end in ground.tops)
    if not ground.adjacent(start, end):
        names = {"start": ground.name(start), "end": ground.name(end)}
        raise forbid("SH-MOVE-1", "not-adjacent", **names)
    kind = _kind(facing, end[1] - start[1], end[2] - start[2])
    return Way(kind, start, end, top=end in ground.tops)


def _first_square(ground: Board | None, entry: str, to: str | None) -> Cell | None:
    """Where a piece comes in that waits at an entry; None where no places are kept.

    Rule: SH-ENTRY-2
    """
    if ground is None:
        return None
    first = ground.first_square(entry)
    if to is not None and to.upper() != entry and ground.cell(to.upper()) != first:
        raise forbid("SH-ENTRY-2", "comes-in-there", entry=entry, at=ground.name(first))
    return first


def _kind(facing: Facing | None, dx: int, dy: int) -> Direction:
    return "forward" if facing is None else direction(facing, dx, dy)


def _unplaced(state: Match, to: str | None, dir: str | None) -> Way:
    """A step of which only the kind is known: `top` comes to a ladder's top on its own level.

    Rule: SH-MOVE-6, SH-LADDER-4
    """
    layout = state.setup.layout
    exits = {"EXIT", *(() if layout is None else (one.id for one in layout.exits))}
    left = next((one for one in (to, (dir or "").upper()) if one in exits), None)
    said = (dir or "forward").casefold()
    if said in ("up", "down"):
        return Way("ladder", top=said == "up")
    ahead = RELATIVE.get(said, RELATIVE["forward"])[0]
    kind: Kind = "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"
    return Way(kind, exit=left, top=said == "top")


def _by_direction(
    ground: Board, start: Cell, dir: str | None, facing: Facing | None
) -> Cell | None:
    """The cell that lies in a direction, such as "forward-left", "NE" or "down"."""
    said = dir or "forward"
    if said.casefold() in ("up", "down"):
        end = ground.ladders.get(start)
        if end is None or (end in ground.tops) != (said.casefold() == "up"):
            raise forbid("SH-LADDER-1", "no-ladder", at=ground.name(start))
        return end
    if said.upper() in COMPASS:
        dx, dy = COMPASS[said.upper()]
    elif said.casefold() in RELATIVE and facing is not None:
        dx, dy = moved(facing, *RELATIVE[said.casefold()])
    else:
        raise forbid("SH-MOVE-1", "unknown-direction", said=said)
    return start[0], start[1] + dx, start[2] + dy


def _leaving(ground: Board, start: Cell, to: str, facing: Facing | None) -> Way | None:
    """A step out of the exit that is named."""
    found = ground.exits.get(to.upper())
    if found is None:
        return None
    if ground.cell(found.square) != start:
        raise forbid("SH-MOVE-6", "not-at-exit", exit=found.id)
    return Way(_kind(facing, *STEPS[found.side]), start, None, exit=found.id)


def _off_the_board(ground: Board, start: Cell, end: Cell | None, facing: Facing | None) -> Way:
    """A step straight across the edge where an exit is.

    Rule: SH-MOVE-6
    """
    for one in ground.exits.values():
        dx, dy = STEPS[one.side]
        if ground.cell(one.square) == start and end == (start[0], start[1] + dx, start[2] + dy):
            return Way(_kind(facing, dx, dy), start, None, exit=one.id)
    raise forbid("SH-MOVE-4", "wall-there")


def must_be_free(state: Match, who: str, found: Way) -> Rule[None]:
    """Refuse a step into what stands in the way, or between what does.

    Rule: SH-MOVE-4, SH-MOVE-5, SH-FIRE-2, SH-FIRE-3, SH1-MOVE-5, SH1-FIRE-3, SH-LIB-8
    """
    ground, end = board(state), found.end
    if ground is None or end is None:
        return
    name = ground.name(end)
    other = standing_on(state).get(end)
    if other is not None:
        raise forbid("SH-MOVE-4", "square-taken", at=name, who=other)
    if end in closed(state):
        raise forbid("SH-MOVE-4", "door-closed", at=name)
    if end in ground.generators or state.barrier == name:
        raise forbid("SH-MOVE-4", "barred", at=name)
    fires = burning(state)
    if end in fires and not within_one_fire(state, ground, found):
        yield from refuse("SH-MOVE-4", "fire-there", at=name, who=who)
    start = found.start
    if start is not None and found.kind != "ladder" and start[1] != end[1] and start[2] != end[2]:
        eyes = Eyes(state)
        if eyes.bars((end[0], end[1], start[2])) and eyes.bars((end[0], start[1], end[2])):
            yield from refuse("SH-MOVE-5", "corner-barred", at=name, who=who)


def within_one_fire(state: Match, ground: Board, found: Way) -> bool:
    """Whether a step begins and ends in the same burning section."""
    if found.start is None or found.end is None:
        return False
    names = {ground.name(found.start), ground.name(found.end)}
    return any(names <= set(fire.squares) for fire in state.fires.values())
