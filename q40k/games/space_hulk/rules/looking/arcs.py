"""What is watched, what is threatened: squares under overwatch, squares stealers could reach."""

from __future__ import annotations

from q40k.games.space_hulk.board.board import distance
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.movement.routes import Routes
from q40k.games.space_hulk.rules.places import Eyes, board, cell
from q40k.games.space_hulk.rules.shooting.aim import WATCHED_RANGE, can_fire
from q40k.games.space_hulk.rules.state import STEALER_AP, Match


def watched_squares(state: Match) -> frozenset[Cell]:
    """The squares that a marine on overwatch could shoot at now, were a stealer there.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH-LOS-1
    """
    ground, eyes = board(state), Eyes(state)
    if ground is None:
        return frozenset()
    found: set[Cell] = set()
    for one in state.standing:
        here = cell(state, one.id)
        if here is None or not one.stance.overwatch or not can_fire(one):
            continue
        for there in ground.cells:
            far = distance(here, there)
            if far is not None and 0 < far <= WATCHED_RANGE and eyes.sees(one, there, to_fire=True):
                found.add(there)
    return frozenset(found)


def threatened_squares(state: Match) -> frozenset[Cell]:
    """The squares that stealers could come to: now by the points left, else in their next turn.

    Doors they could open are opened; marines, blips and fire stay where they are.

    Rule: SH-AP-1, SH-AP-5, SH-DOOR-2
    """
    if board(state) is None:
        return frozenset()
    theirs = state.play.phase == "stealer-action"
    found: set[Cell] = set()
    for one in state.hunting:
        over = one.acts.activated and state.play.active != one.id
        points = 0 if over else one.acts.ap
        found |= Routes(state, one.id, most=points if theirs else STEALER_AP, doors=True).squares
    return frozenset(found)
