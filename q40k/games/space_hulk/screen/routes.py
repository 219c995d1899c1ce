"""Routes by the cursor: it makes a piece active, and sends it step by step to a square."""

from q40k.games.space_hulk.packs.boards import STEPS, Cell
from q40k.games.space_hulk.screen import base
from q40k.games.space_hulk.state.match import Match
from q40k.games.space_hulk.state.movement.routes import Goal, Leg, Routes
from q40k.games.space_hulk.state.places import board, cell, pieces_by_square
from q40k.games.space_hulk.state.turn import points_left
from q40k.games.space_hulk.table.scene import SQUARE, spot, square_at
from q40k.geometry.space import Spot
from q40k.i18n.locale import N_

ROUTES = "routes"
"""The key in the desk's memory for the routes of the actor, for a state."""


def goal_at(desk: base.Desk, at: Spot) -> Goal | None:
    """Return the square at a spot of the map, or the exit whose name is there."""
    ground = base.drawn_board(desk)
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
    """Return the middle of the neighbouring square."""
    return (at[0] + step[0] * SQUARE, at[1] + step[1] * SQUARE)


def _near(spot_a: Spot, spot_b: Spot) -> bool:
    return abs(spot_a[0] - spot_b[0]) < SQUARE / 2 and abs(spot_a[1] - spot_b[1]) < SQUARE / 2


def goal_name(state: Match, goal: Goal) -> str:
    """Return the name of a square or an exit."""
    ground = board(state)
    if isinstance(goal, str):
        return goal
    return "" if ground is None else ground.name(goal)


def route_to(desk: base.Desk, goal: Goal) -> tuple[Leg, ...]:
    """Return the acts that bring the actor to a square or an exit; none without actor or route."""
    who, state = base.find_actor(desk), desk.state
    if who is None or board(state) is None:
        return ()
    kept = desk.memory.get(ROUTES)
    if kept is None or kept[0] is not state or kept[1] != who:
        kept = desk.memory[ROUTES] = (state, who, Routes(state, who))
    routes: Routes = kept[2]
    return routes.route_to(goal)


def count_affordable(desk: base.Desk, legs: tuple[Leg, ...]) -> int:
    """Return the number of acts of a route that the remaining points pay for.

    In a reaction window it is one. It is all of them if the number of command points is unknown.
    """
    who, state = base.find_actor(desk), desk.state
    if who is None or not legs:
        return 0
    if state.window is not None:
        return 1
    points = points_left(state) if base.pays_points(desk) else state.piece(who).acts.ap
    return len(legs) if points is None else sum(leg.total <= points for leg in legs)


def on_point(desk: base.Desk, at: Spot, again: bool) -> None:
    """Make the piece at a spot the actor; send the actor to a square that is pointed at twice."""
    state, goal = desk.state, goal_at(desk, at)
    if goal is None or desk.snapshot.question is not None or state.outcome.over:
        return
    who = None if isinstance(goal, str) else pieces_by_square(state).get(goal)
    if who is not None:
        able = (
            (marine.id for marine in state.marines_in_play) if base.marines_act(state) else base.movable_pieces(state)
        )
        if who in able:
            base.choose_piece(desk, who)
    elif again:
        go(desk, goal)


def go(desk: base.Desk, goal: Goal) -> None:
    """Walk to a square or an exit, act by act, until something interrupts."""
    who, legs = base.find_actor(desk), route_to(desk, goal)
    if who is None:
        return
    name, paid = goal_name(desk.state, goal), base.pays_points(desk)
    if not legs:
        sentence = N_("There is no way to {square} for {who}.")
        desk.notice = desk.locale.say(sentence, who=who, square=name)
        return
    able = count_affordable(desk, legs)
    for leg in legs[:able]:
        desk.do(base.complete(desk, leg.act, leg.cost if paid else 0))
        if not _has_arrived(desk, who, leg):
            return
    if able < len(legs) and desk.state.window is None:
        sentence = N_("{who} has no points left for the way to {square}.")
        desk.notice = desk.locale.say(sentence, who=who, square=name)


def _has_arrived(desk: base.Desk, who: str, leg: Leg) -> bool:
    """Return whether an act of a route ended as planned, and nothing else is due."""
    state = desk.state
    if desk.has_message or desk.snapshot.question is not None or state.outcome.over:
        return False
    if state.window is not None or state.conversion is not None:
        return False
    return state.piece(who).present and cell(state, who) == leg.goal


def find_actor_spot(desk: base.Desk) -> tuple[str | None, Spot | None]:
    """Return the actor and its spot for the view to follow, also at an entry."""
    state = desk.state
    ground, who = base.drawn_board(desk), base.find_actor(desk) or state.play.active
    if ground is None or who is None:
        return who, None
    there: Cell | None = cell(state, who)
    piece = state.piece(who)
    if there is None and piece.lurking.entry in ground.entries:
        there = ground.first_square(piece.lurking.entry)
    return who, None if there is None else spot(ground, there)
