"""Questions about sight: why a marine does not see a square; squares watched or threatened."""

from typing import Literal, NamedTuple

from q40k.games.space_hulk.board import distance, in_front_arc, in_half_plane, line_of_sight
from q40k.games.space_hulk.packs.boards import Cell
from q40k.games.space_hulk.state import places
from q40k.games.space_hulk.state.match import STEALER_AP, Marine, Match
from q40k.games.space_hulk.state.movement.routes import Routes
from q40k.games.space_hulk.state.shooting.aim import WATCHED_RANGE, can_fire

# -- squares watched and threatened --------------------------------------------------------


def watched_squares(state: Match) -> frozenset[Cell]:
    """Return the squares at which a marine on overwatch could shoot a stealer now.

    Rule: SH-OVERWATCH-2, SH-OVERWATCH-3, SH-LOS-1
    """
    ground, eyes = places.board(state), places.eyes_of(state)
    if ground is None:
        return frozenset()
    squares: set[Cell] = set()
    for marine in state.marines_in_play:
        here = places.cell(state, marine.id)
        if here is None or not marine.stance.overwatch or not can_fire(marine):
            continue
        for there in ground.cells:
            range_ = distance(here, there)
            if range_ is not None and 0 < range_ <= WATCHED_RANGE and eyes.sees(marine, there, to_fire=True):
                squares.add(there)
    return frozenset(squares)


def threatened_squares(state: Match) -> frozenset[Cell]:
    """Return the squares that stealers could reach: with the points left now, or in their next
    turn.

    Doors they could open count as open; marines, blips and fire stay where they are.

    Rule: SH-AP-1, SH-AP-5, SH-DOOR-2
    """
    if places.board(state) is None:
        return frozenset()
    theirs = state.play.phase == "stealer-action"
    squares: set[Cell] = set()
    for stealer in state.stealers_in_play:
        is_done = stealer.acts.activated and state.play.active != stealer.id
        points = 0 if is_done else stealer.acts.ap
        squares |= Routes(state, stealer.id, most=points if theirs else STEALER_AP, doors=True).squares
    return frozenset(squares)


# -- hindrances ----------------------------------------------------------------------------


Why = Literal["level", "arc", "wall", "door", "fire", "piece", "field"]


class Hindrance(NamedTuple):
    """What blocks sight: another level, the arc of sight, or something `at` a square on the line.

    `who` is the piece on that square.
    """

    why: Why
    at: str = ""
    who: str = ""


def find_hindrance(state: Match, marine: Marine, there: Cell, eyes: places.Eyes) -> Hindrance | None:
    """Return what keeps a marine from seeing a square; None if he sees it or his place is not
    known.

    Name the first obstacle on the line. If only two together block it, name the one that is no
    wall.

    Rule: SH-LOS-1, SH-LOS-2, SH-LOS-3, SH-LOS-4, SH1-LOS-1
    """
    here, facing = places.cell(state, marine.id), marine.position.facing
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
            return next((obstacle for obstacle in obstacles if obstacle.why != "wall"), obstacles[0])
    return None


def _hindrance_at(state: Match, eyes: places.Eyes, there: Cell) -> Hindrance:
    ground = eyes.ground
    if ground is None or not ground.is_floor(there):
        return Hindrance("wall")
    name = ground.name(there)
    who = places.pieces_by_square(state).get(there)
    if who is not None:
        return Hindrance("piece", name, who)
    if there in places.closed_doors(state):
        return Hindrance("door", name)
    return Hindrance("fire" if there in places.burning_squares(state) else "field", name)
