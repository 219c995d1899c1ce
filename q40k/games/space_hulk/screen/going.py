"""The cursor as a way to act: whom it makes active, and where it sends them, step by step."""

from __future__ import annotations

from math import floor

from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.rules.movement.routes import Goal, Leg, Routes
from q40k.games.space_hulk.rules.places import board, cell, pieces_by_square
from q40k.games.space_hulk.rules.state import Marine, Match
from q40k.games.space_hulk.rules.turn.points import points_left
from q40k.games.space_hulk.screen.base import (
    POINTS,
    Desk,
    acting,
    choose_piece,
    chosen,
    marines_act,
    movable,
)
from q40k.games.space_hulk.table.scene import SQUARE, spot, square_at
from q40k.geometry.spots import Spot
from q40k.i18n.locale import N_

ROUTES = "routes"
"""Under this name the desk keeps the routes of who acts, for a state."""


def snapped(_desk: Desk, at: Spot) -> Spot:
    """The middle of the square that a place lies in, wall or floor."""
    return (SQUARE * (floor(at[0] / SQUARE) + 0.5), SQUARE * (floor(at[1] / SQUARE) + 0.5))


def goal_at(state: Match, at: Spot) -> Goal | None:
    """The square at a place on the map, or the exit whose name stands there."""
    ground = board(state)
    if ground is None:
        return None
    there = square_at(ground, at)
    if there is not None:
        return there
    for exit in ground.exits.values():
        inside = ground.cell(exit.square)
        if inside is not None and _near(beyond(spot(ground, inside), STEPS[exit.side]), at):
            return exit.id
    return None


def beyond(at: Spot, step: tuple[int, int]) -> Spot:
    """The middle of the square beside one."""
    return (at[0] + step[0] * SQUARE, at[1] + step[1] * SQUARE)


def _near(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) < SQUARE / 2 and abs(one[1] - other[1]) < SQUARE / 2


def goal_name(state: Match, goal: Goal) -> str:
    """What a square or an exit is called."""
    ground = board(state)
    if isinstance(goal, str):
        return goal
    return "" if ground is None else ground.name(goal)


def route_to(desk: Desk, goal: Goal) -> tuple[Leg, ...]:
    """The acts that bring who acts to a square or an exit; none where nobody acts, or no way is."""
    who, state = chosen(desk), desk.state
    if who is None or board(state) is None:
        return ()
    kept = desk.memory.get(ROUTES)
    if kept is None or kept[0] is not state or kept[1] != who:
        kept = desk.memory[ROUTES] = (state, who, Routes(state, who))
    routes: Routes = kept[2]
    return routes.route_to(goal)


def affordable(desk: Desk, legs: tuple[Leg, ...]) -> int:
    """How many acts of a route can be done now, by the points that are left.

    In a reaction window that is one; by command points all, where nobody knows how many are left.
    """
    who, state = chosen(desk), desk.state
    if who is None or not legs:
        return 0
    if state.window is not None:
        return 1
    points = points_left(state) if desk.memory.get(POINTS) else state.piece(who).acts.ap
    return len(legs) if points is None else sum(leg.total <= points for leg in legs)


def pointed(desk: Desk, at: Spot, again: bool) -> None:
    """A piece that is pointed at is the one that acts; a square twice, and who acts goes there."""
    state, goal = desk.state, goal_at(desk.state, at)
    if goal is None or desk.match_session.question is not None or state.outcome.over:
        return
    who = None if isinstance(goal, str) else pieces_by_square(state).get(goal)
    if who is not None:
        able = (one.id for one in state.marines_in_play) if marines_act(state) else movable(state)
        if who in able:
            choose_piece(desk, who)
    elif again:
        go(desk, goal)


def go(desk: Desk, goal: Goal) -> None:
    """Walk to a square or an exit, an act after the other, until anything comes between."""
    who, legs = chosen(desk), route_to(desk, goal)
    if who is None:
        return
    name, paid = goal_name(desk.state, goal), bool(desk.memory.get(POINTS))
    if not legs:
        sentence = N_("There is no way to {square} for {who}.")
        desk.notice = desk.locale.say(sentence, who=who, square=name)
        return
    able = affordable(desk, legs)
    for leg in legs[:able]:
        desk.memory[POINTS] = paid
        desk.do(acting(desk, leg.act, leg.cost))
        if not _arrived(desk, who, leg):
            return
    if able < len(legs) and desk.state.window is None:
        sentence = N_("{who} has no points left for the way to {square}.")
        desk.notice = desk.locale.say(sentence, who=who, square=name)


def _arrived(desk: Desk, who: str, leg: Leg) -> bool:
    """Whether an act of a route ended as foreseen, and nothing is to be done before the next."""
    state = desk.state
    if desk.has_message or desk.match_session.question is not None or state.outcome.over:
        return False
    if state.window is not None or state.conversion is not None:
        return False
    return state.piece(who).present and cell(state, who) == leg.goal


def place_of_actor(desk: Desk) -> tuple[str | None, Spot | None]:
    """Who acts, and where: the view follows it, also to the entry where it waits."""
    state = desk.state
    ground, who = board(state), chosen(desk) or state.play.active
    if ground is None or who is None:
        return who, None
    there: Cell | None = cell(state, who)
    piece = state.piece(who)
    if there is None and not isinstance(piece, Marine) and piece.lurking.entry in ground.entries:
        there = ground.first_square(piece.lurking.entry)
    return who, None if there is None else spot(ground, there)
