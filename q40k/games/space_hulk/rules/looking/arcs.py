"""Find the squares under overwatch, and the squares that stealers could reach."""

from __future__ import annotations

from q40k.games.space_hulk.board.board import distance
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.movement.routes import Routes
from q40k.games.space_hulk.rules.places import Eyes, board, cell
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE, can_fire
from q40k.games.space_hulk.rules.state import STEALER_AP, Match


def watched_squares(state: Match) -> frozenset[Cell]:
    """Return the squares at which a marine on overwatch could shoot a stealer now.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH-LOS-1
    """
    ground, eyes = board(state), Eyes(state)
    if ground is None:
        return frozenset()
    squares: set[Cell] = set()
    for marine in state.marines_in_play:
        here = cell(state, marine.id)
        if here is None or not marine.stance.overwatch or not can_fire(marine):
            continue
        for there in ground.cells:
            range_ = distance(here, there)
            if (
                range_ is not None
                and 0 < range_ <= WATCHED_RANGE
                and eyes.sees(marine, there, to_fire=True)
            ):
                squares.add(there)
    return frozenset(squares)


def threatened_squares(state: Match) -> frozenset[Cell]:
    """Return the squares that stealers could reach: with the points left now, or in their next
    turn.

    Doors they could open count as open; marines, blips and fire stay where they are.

    Rule: SH-AP-1, SH-AP-5, SH-DOOR-2
    """
    if board(state) is None:
        return frozenset()
    theirs = state.play.phase == "stealer-action"
    squares: set[Cell] = set()
    for stealer in state.stealers_in_play:
        is_done = stealer.acts.activated and state.play.active != stealer.id
        points = 0 if is_done else stealer.acts.ap
        squares |= Routes(
            state, stealer.id, most=points if theirs else STEALER_AP, doors=True
        ).squares
    return frozenset(squares)
