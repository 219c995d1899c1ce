"""How a match ends: a side has nobody to fight on, the last turn is over, or the players stop."""

from fractions import Fraction
from typing import Literal

from q40k.games.epic.packs.scenarios import Objective
from q40k.games.epic.rules.opening import points_of
from q40k.games.epic.rules.places import distance_to_place
from q40k.games.epic.rules.questions import find_side, forbid, must_be_on_the_table
from q40k.games.epic.rules.registry import Command, Event, fold, rule
from q40k.games.epic.rules.state import Match
from q40k.kernel.commands import Name, Text
from q40k.kernel.events import Live, Rule
from q40k.kernel.lookup import nearest

Reason = Literal["nobody-left", "objectives", "shares", "draw"]


class End(Command, tag="end"):
    """The players stop: the side with the objectives, or with smaller losses, has won."""

    why: Text = ""


class HoldObjective(Command, tag="objective"):
    """Say who holds an objective, where the table keeps no positions; no player: nobody."""

    objective: str
    player: Name | None = None


class ObjectiveHeld(Event, tag="objective-held"):
    """The table says who holds an objective."""

    objective: str
    side: str | None


class ObjectiveCounted(Event, tag="objective-counted"):
    """An objective counts for the side that holds it."""

    objective: str
    side: str
    worth: int


class Ended(Event, tag="ended"):
    """The match is over; without winners it is a draw. `shares` is what each side has lost."""

    winners: tuple[str, ...]
    reason: Reason
    shares: dict[str, str]


@fold(ObjectiveHeld)
def _objective_held(state: Match, event: ObjectiveHeld) -> Match:
    return state.replace(held={**state.outcome.held, event.objective: event.side})


@fold(ObjectiveCounted)
def _objective_counted(state: Match, event: ObjectiveCounted) -> Match:
    points = dict(state.outcome.taken)
    points[event.side] = points.get(event.side, 0) + event.worth
    return state.replace(taken=points)


@fold(Ended)
def _ended(state: Match, event: Ended) -> Match:
    return state.replace(over=True, winners=event.winners, step="", active=None)


@rule(HoldObjective)
def hold_objective(live: Live[Match], command: HoldObjective) -> Rule[None]:
    """Record the table's word on who holds an objective.

    Rule: EE-WIN-3
    """
    must_be_on_the_table(live.state)
    objectives = {objective.id: objective for objective in live.state.scenario.objectives}
    if command.objective not in objectives:
        near = nearest(command.objective, objectives)
        raise forbid("EE-WIN-3", "unknown-objective", said=command.objective, nearest=near)
    side = None if command.player is None else find_side(live.state, command.player).id
    yield ObjectiveHeld(objective=command.objective, side=side)


@rule(End)
def end(live: Live[Match], _command: End) -> Rule[None]:
    """Stop the match now: the page knows no end of its own.

    Rule: EE-WIN-1, EE-WIN-2
    """
    must_be_on_the_table(live.state)
    yield from _count_objectives(live, "end")
    yield from _decide(live)


def check_turn(live: Live[Match]) -> Rule[None]:
    """End a turn: count objectives, and end the match if it is decided.

    Rule: EE-WIN-2, EE-WIN-3
    """
    limit = live.state.switches.turn_limit
    last = limit is not None and live.state.play.turn >= limit
    yield from _count_objectives(live, "turn")
    if last:
        yield from _count_objectives(live, "end")
    state = live.state
    fighting = tuple(side for side in state.sides if _fights_on(state, side))
    if len(fighting) < len(state.sides):
        reason: Reason = "nobody-left" if fighting else "draw"
        yield Ended(winners=fighting, reason=reason, shares=_lost_shares(state))
    elif last:
        yield from _decide(live)


def _fights_on(state: Match, side: str) -> bool:
    """Whether a side has a figure outside Retreat.

    Rule: EE-WIN-2
    """
    return any(state.alive(formation.id) and not formation.retreats for formation in state.of_side(side))


def _count_objectives(live: Live[Match], when: str) -> Rule[None]:
    for objective in live.state.scenario.objectives:
        side = holder(live.state, objective) if objective.counted == when else None
        if side is not None:
            yield ObjectiveCounted(objective=objective.id, side=side, worth=objective.worth)


def holder(state: Match, objective: Objective) -> str | None:
    """Return the side that holds an objective: the only one with a figure outside Retreat in reach.

    What the table has said overrules the positions.

    Rule: EE-WIN-3
    """
    if objective.id in state.outcome.held:
        return state.outcome.held[objective.id]
    there = {
        state.side_of(id)
        for id, model in state.figures.items()
        if model.on_table
        and not state.formations[model.formation].retreats
        and (reach := distance_to_place(state, id, objective.at)) is not None
        and reach <= objective.reach_cm
    }
    return there.pop() if len(there) == 1 else None


def points_to_win(state: Match) -> int | None:
    """Return how many objective points are more than half of all; None if none decide.

    Without a last turn nobody can say how many points there will be.

    Rule: EE-WIN-3
    """
    turns, scenario = state.switches.turn_limit, state.scenario
    if turns is None:
        return None
    times = {"turn": turns, "end": 1}
    every = sum(objective.worth * times[objective.counted] for objective in scenario.objectives)
    return every // 2 + 1 if every else None


def points_so_far(state: Match, side: str) -> int:
    """Return a side's objective points: those counted, and what it now holds of the final ones.

    Rule: EE-WIN-3
    """
    counted = state.outcome.taken.get(side, 0)
    if state.outcome.over:
        return counted
    ends = (objective for objective in state.scenario.objectives if objective.counted == "end")
    return counted + sum(objective.worth for objective in ends if holder(state, objective) == side)


def share_lost(state: Match, side: str) -> Fraction:
    """Return the share of its points that a side has lost; of its figures if points are missing.

    Figures in Retreat count as lost.

    Rule: EE-WIN-2, EE-ARMY-5
    """
    kept = [
        figure
        for formation in state.of_side(side)
        for figure in (() if formation.retreats else state.alive(formation.id))
    ]
    everyone = [figure for formation in state.of_side(side) for figure in formation.figures]
    if all(points_of(state, formation.figures) is not None for formation in state.formations.values()):
        whole, remaining = points_of(state, everyone) or 0, points_of(state, kept) or 0
    else:
        whole, remaining = len(everyone), len(kept)
    return 1 - Fraction(remaining, whole) if whole else Fraction(1)


def _lost_shares(state: Match) -> dict[str, str]:
    return {side: str(share_lost(state, side)) for side in state.sides}


def _decide(live: Live[Match]) -> Rule[None]:
    """Decide by the objectives, then by the smaller share of losses.

    Rule: EE-WIN-2, EE-WIN-3
    """
    state = live.state
    points = {side: state.outcome.taken.get(side, 0) for side in state.sides}
    most = tuple(side for side in points if points[side] == max(points.values()))
    if len(most) == 1:
        yield Ended(winners=most, reason="objectives", shares=_lost_shares(state))
        return
    shares = {side: share_lost(state, side) for side in state.sides}
    best = tuple(side for side in shares if shares[side] == min(shares.values()))
    drawn = len(best) > 1
    yield Ended(winners=() if drawn else best, reason="draw" if drawn else "shares", shares=_lost_shares(state))
