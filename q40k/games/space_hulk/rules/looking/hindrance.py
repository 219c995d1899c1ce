"""Find out why a marine does not see a square."""

from __future__ import annotations

from typing import Literal, NamedTuple

from q40k.games.space_hulk.board.facings import in_front_arc, in_half_plane
from q40k.games.space_hulk.board.sight import line_of_sight
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.rules.places import (
    Eyes,
    burning_squares,
    cell,
    closed_doors,
    pieces_by_square,
)
from q40k.games.space_hulk.rules.state import Marine, Match

Why = Literal["level", "arc", "wall", "door", "fire", "piece", "field"]


class Hindrance(NamedTuple):
    """What blocks sight: another level, the arc of sight, or something `at` a square on the line.

    `who` is the piece on that square.
    """

    why: Why
    at: str = ""
    who: str = ""


def find_hindrance(state: Match, marine: Marine, there: Cell, eyes: Eyes) -> Hindrance | None:
    """Return what keeps a marine from seeing a square; None if he sees it or his place is not
    known.

    Name the first obstacle on the line. If only two together block it, name the one that is no
    wall.

    Rule: SH-LOS-1, SH-LOS-2, SH-LOS-3, SH-LOS-4, SH1-LOS-1
    """
    here, facing = cell(state, marine.id), marine.position.facing
    if here is None or facing is None or here == there or eyes.sees(marine, there):
        return None
    if here[0] != there[0]:
        return Hindrance("level")
    arc = in_half_plane if state.edition.sees_beside else in_front_arc
    if not arc(facing, here, there):
        return Hindrance("arc")
    for (ax, ay), corner in line_of_sight(there[1] - here[1], there[2] - here[2]):
        passed = [(here[0], here[1] + ax, here[2] + ay)]
        if corner is not None:
            passed.append((here[0], here[1] + corner[0], here[2] + corner[1]))
        if all(eyes.bars(square) for square in passed):
            obstacles = [_hindrance_at(state, eyes, square) for square in passed]
            return next(
                (obstacle for obstacle in obstacles if obstacle.why != "wall"), obstacles[0]
            )
    return None


def _hindrance_at(state: Match, eyes: Eyes, there: Cell) -> Hindrance:
    ground = eyes.ground
    if ground is None or not ground.is_floor(there):
        return Hindrance("wall")
    name = ground.name(there)
    who = pieces_by_square(state).get(there)
    if who is not None:
        return Hindrance("piece", name, who)
    if there in closed_doors(state):
        return Hindrance("door", name)
    return Hindrance("fire" if there in burning_squares(state) else "field", name)
