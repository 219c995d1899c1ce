"""How a match ends: a side has nobody to fight on, the last turn is over, or the players stop."""

from fractions import Fraction
from typing import Literal

from q40k.games.epic.packs.scenarios import Objective
from q40k.games.epic.state.match import Match
from q40k.games.epic.state.opening import points_of
from q40k.games.epic.state.places import distance_to_place
from q40k.games.epic.state.registry import Command, Event
from q40k.kernel.commands import Name, Text

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

    def fold(self, state: Match) -> Match:
        return state.replace(held={**state.outcome.held, self.objective: self.side})


class ObjectiveCounted(Event, tag="objective-counted"):
    """An objective counts for the side that holds it."""

    objective: str
    side: str
    worth: int

    def fold(self, state: Match) -> Match:
        points = dict(state.outcome.taken)
        points[self.side] = points.get(self.side, 0) + self.worth
        return state.replace(taken=points)


class Ended(Event, tag="ended"):
    """The match is over; without winners it is a draw. `shares` is what each side has lost."""

    winners: tuple[str, ...]
    reason: Reason
    shares: dict[str, str]

    def fold(self, state: Match) -> Match:
        return state.replace(over=True, winners=self.winners, step="", active=None)


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


def points_in_race(state: Match, side: str) -> int:
    """Return a side's points as the race shows them: what it holds for the end only in the last turn.

    Before it nothing is won by holding ground that is counted at the end.

    Rule: EE-WIN-3
    """
    is_last = state.play.turn == state.switches.turn_limit
    return points_so_far(state, side) if is_last else state.outcome.taken.get(side, 0)


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
