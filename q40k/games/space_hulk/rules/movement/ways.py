"""Find where a step leads: to a named square, in a direction, through an exit, along a ladder."""

from __future__ import annotations

from typing import Literal

from q40k.games.space_hulk.board.board import Board
from q40k.games.space_hulk.board.facings import (
    COMPASS,
    RELATIVE,
    Direction,
    columns_and_rows,
    direction,
)
from q40k.games.space_hulk.packs.boards import STEPS, Cell, Facing
from q40k.games.space_hulk.rules.places import (
    Eyes,
    board,
    burning_squares,
    cell,
    closed_doors,
    pieces_by_square,
)
from q40k.games.space_hulk.rules.questions import forbid, refuse
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.kernel.events import Rule
from q40k.kernel.state import Part

Kind = Literal["forward", "backward", "sideways", "ladder", "entering"]


class StepPath(Part, frozen=True):
    """A step: its kind, its start and end, or the exit by which it leaves.

    Without places `start` and `end` are None. `top`: it ends at the top of a ladder.
    """

    kind: Kind
    start: Cell | None = None
    end: Cell | None = None
    exit: str | None = None
    top: bool = False


def find_step_path(
    state: Match, who: str, to: str | None, dir: str | None, facing: Facing | None
) -> StepPath:
    """Return the step to a square or exit, or in a direction from that facing. Raises Refused
    (SH-MOVE-1).
    """
    piece, ground, start = state.piece(who), board(state), cell(state, who)
    if not isinstance(piece, Marine) and piece.lurking.entry is not None:
        return StepPath("entering", None, _entry_square(ground, piece.lurking.entry, to))
    if ground is None or start is None:
        return _path_without_places(state, to, dir)
    if to is not None:
        exit_path = _path_through_exit(ground, start, to, facing)
        if exit_path is not None:
            return exit_path
        end = ground.cell(to.upper())
        if end is None:
            raise forbid("SH-BOARD-9", "unknown-square", said=to)
    else:
        end = _cell_in_direction(ground, start, dir, facing)
    if end is None or not ground.is_floor(end):
        return _path_over_edge(ground, start, end, facing)
    if ground.ladders.get(start) == end:
        return StepPath("ladder", start, end, top=end in ground.tops)
    if not ground.is_adjacent(start, end):
        names = {"start": ground.name(start), "end": ground.name(end)}
        raise forbid("SH-MOVE-1", "not-adjacent", **names)
    kind = _kind(facing, end[1] - start[1], end[2] - start[2])
    return StepPath(kind, start, end, top=end in ground.tops)


def _entry_square(ground: Board | None, entry: str, to: str | None) -> Cell | None:
    """Return the square where a piece at an entry comes in; None where no places are kept.

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


def _path_without_places(state: Match, to: str | None, dir: str | None) -> StepPath:
    """Return a step without places: only its kind and exit. `top` ends at the top of a ladder on
    the same level.

    Rule: SH-MOVE-6, SH-LADDER-4
    """
    layout = state.setup.layout
    exits = {"EXIT", *(() if layout is None else (exit_.id for exit_ in layout.exits))}
    exit_id = next((name for name in (to, (dir or "").upper()) if name in exits), None)
    text = (dir or "forward").casefold()
    if text in ("up", "down"):
        return StepPath("ladder", top=text == "up")
    ahead = RELATIVE.get(text, RELATIVE["forward"])[0]
    kind: Kind = "forward" if ahead > 0 else "backward" if ahead < 0 else "sideways"
    return StepPath(kind, exit=exit_id, top=text == "top")


def _cell_in_direction(
    ground: Board, start: Cell, dir: str | None, facing: Facing | None
) -> Cell | None:
    """Return the cell in a direction such as "forward-left", "NE" or "down". Raises Refused."""
    text = dir or "forward"
    if text.casefold() in ("up", "down"):
        end = ground.ladders.get(start)
        if end is None or (end in ground.tops) != (text.casefold() == "up"):
            raise forbid("SH-LADDER-1", "no-ladder", at=ground.name(start))
        return end
    if text.upper() in COMPASS:
        dx, dy = COMPASS[text.upper()]
    elif text.casefold() in RELATIVE and facing is not None:
        dx, dy = columns_and_rows(facing, *RELATIVE[text.casefold()])
    else:
        raise forbid("SH-MOVE-1", "unknown-direction", said=text)
    return start[0], start[1] + dx, start[2] + dy


def _path_through_exit(
    ground: Board, start: Cell, to: str, facing: Facing | None
) -> StepPath | None:
    """Return the step out of the named exit, or None if there is none. Raises Refused."""
    exit_ = ground.exits.get(to.upper())
    if exit_ is None:
        return None
    if ground.cell(exit_.square) != start:
        raise forbid("SH-MOVE-6", "not-at-exit", exit=exit_.id)
    return StepPath(_kind(facing, *STEPS[exit_.side]), start, None, exit=exit_.id)


def _path_over_edge(
    ground: Board, start: Cell, end: Cell | None, facing: Facing | None
) -> StepPath:
    """Return the step straight across the edge through an exit. Raises Refused.

    Rule: SH-MOVE-6
    """
    for exit_ in ground.exits.values():
        dx, dy = STEPS[exit_.side]
        if ground.cell(exit_.square) == start and end == (start[0], start[1] + dx, start[2] + dy):
            return StepPath(_kind(facing, dx, dy), start, None, exit=exit_.id)
    raise forbid("SH-MOVE-4", "wall-there")


def must_be_free(state: Match, who: str, path: StepPath) -> Rule[None]:
    """Refuse a step into an obstacle, or diagonally between two.

    Rule: SH-MOVE-4, SH-MOVE-5, SH-FIRE-2, SH-FIRE-3, SH1-MOVE-5, SH1-FIRE-3, SH-LIB-8
    """
    ground, end = board(state), path.end
    if ground is None or end is None:
        return
    name = ground.name(end)
    other = pieces_by_square(state).get(end)
    if other is not None:
        raise forbid("SH-MOVE-4", "square-taken", at=name, who=other)
    if end in closed_doors(state):
        raise forbid("SH-MOVE-4", "door-closed", at=name)
    if end in ground.generators or state.barrier == name:
        raise forbid("SH-MOVE-4", "barred", at=name)
    fires = burning_squares(state)
    if end in fires and not is_within_one_fire(state, ground, path):
        yield from refuse("SH-MOVE-4", "fire-there", at=name, who=who)
    start = path.start
    if start is not None and path.kind != "ladder" and start[1] != end[1] and start[2] != end[2]:
        eyes = Eyes(state)
        if eyes.bars((end[0], end[1], start[2])) and eyes.bars((end[0], start[1], end[2])):
            yield from refuse("SH-MOVE-5", "corner-barred", at=name, who=who)


def is_within_one_fire(state: Match, ground: Board, path: StepPath) -> bool:
    """Return whether a step begins and ends in the same burning section."""
    if path.start is None or path.end is None:
        return False
    names = {ground.name(path.start), ground.name(path.end)}
    return any(names <= set(fire.squares) for fire in state.fires.values())
