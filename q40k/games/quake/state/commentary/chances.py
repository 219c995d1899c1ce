"""What speaks for each side to win: how near it is to its goal, and who still stands in the round."""

from collections.abc import Mapping
from math import log, sqrt
from typing import NamedTuple

from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.objective import progress
from q40k.games.quake.state.objectives.score import scorers

GOAL = 0.5
"""A side at its goal has this part of it left, as far as a lead tells who wins."""
NOBODY = 0.1
"""So many champions has a side that is out of the round."""

Numbers = tuple[float, float, float, float, float, float, float]


class Goal(NamedTuple):
    """A side on the way to its goal: who of it is at the table, what a victim is usually worth to it, what is left.

    `nearness` is minus the logarithm of what is left, weighed; `rest` counts the kills, rounds or points left.
    """

    members: tuple[str, ...]
    usual: float
    nearness: float
    rest: float


Goals = tuple[Match, Mapping[str, Goal]]
"""A state, and the goals of the sides with anybody at the table."""


def goals_of(state: Match, last: Goals | None = None) -> Goals:
    """Return the goals in a state; if only scores have changed since the `last` ones, only those sides are computed."""
    if state.setup.mod is None:
        return state, {}
    if last is not None and (changed := scorers(last[0], state)) is not None:
        goals = dict(last[1])
        for side in goals.keys() & changed:
            goals[side] = _goal_of(state, side, goals[side].members, goals[side].usual)
        return state, goals
    members: dict[str, list[Player]] = {}
    for player in state.players.values():
        if player.present:
            members.setdefault(state.side_of(player.id), []).append(player)
    points = {side: sum([player.champion.points for player in players]) for side, players in members.items()}
    worth, number = sum(points.values()), sum(map(len, members.values()))
    return state, {
        side: _goal_of(
            state, side, tuple([p.id for p in players]), (worth - points[side]) / max(1, number - len(players))
        )
        for side, players in members.items()
    }


def _goal_of(state: Match, side: str, members: tuple[str, ...], usual: float) -> Goal:
    """Return the goal of a side by how many kills, rounds or points all of it takes, and what part of them is left."""
    if state.mod.win.by == "score":
        goal, (score, parts) = state.goal_of(side), state.score_of(side).as_integer_ratio()
        length, left = max(1.0, goal / max(1.0, usual)), 1 - score / (parts * goal) if goal else 1.0
    else:
        towards = progress(state, side)
        length, left = (1.0, 1.0) if towards is None else (float(towards.goal), 1 - float(towards.part))
    return Goal(members, usual, -sqrt(length) * log(max(left, 0.0) + GOAL), length * left)


def prospects(goals: Goals) -> dict[str, Numbers]:
    """Return what speaks for each side with anybody at the table, in seven numbers; nothing before a match is laid out.

    How near it is to its goal: minus the logarithm of what is left and `GOAL`, by the root of the kills, rounds or
    points that all of it takes, for luck evens out. A score is the first number, rounds and points are the second.
    With one life a round the third is the logarithm of its champions still in it, the fourth that of what they are
    worth. The fifth is the part of them with a bonus, the sixth how many flags of others it carries and how many of its
    own are not at home, the seventh what part of its building stands. The last five count less, the more is left.

    Rule: SCORE-4, SUDDEN-1, FLAG-1, BASE-1
    """
    state, sides = goals
    if not sides:
        return {}
    armed: dict[str, int] = {}
    for player in state.players.values():
        if player.present and player.bonus is not None and not player.bonus.spent:
            side = state.side_of(player.id)
            armed[side] = armed.get(side, 0) + 1
    scores, sudden = state.mod.win.by == "score", state.mod.has("sudden-death")
    rest = sqrt(max(1.0, sum([goal.rest for goal in sides.values()]) / len(sides)))
    return {
        side: (
            goal.nearness if scores else 0.0,
            0.0 if scores else goal.nearness,
            *(_standing([state.players[member] for member in goal.members], rest) if sudden else (0.0, 0.0)),
            armed.get(side, 0) / len(goal.members) / rest,
            _flags(state, side) / rest if state.flags else 0.0,
            _building(state, side) / rest if state.teams else 0.0,
        )
        for side, goal in sides.items()
    }


def _standing(players: list[Player], rest: float) -> tuple[float, float]:
    """Return how many champions of a side are still in the round, and what all of it are worth, as logarithms."""
    alive = sum(not player.life.out for player in players)
    worth = sum(player.own_points for player in players) / len(players)
    return log(max(alive, NOBODY)) / rest, log(max(1.0, worth)) / rest


def _flags(state: Match, side: str) -> int:
    """Return how many flags of others a side carries, less its own that are not at home."""
    carried = [flag for flag in state.flags.values() if flag.carrier and state.side_of(flag.carrier) == side]
    away = [flag for flag in state.flags.values() if flag.team == side and not flag.at_home]
    return sum(flag.team != side for flag in carried) - len(away)


def _building(state: Match, side: str) -> float:
    """Return what part of a side's building stands; nothing without one."""
    team = state.teams.get(side)
    return team.structure / state.mod.parameters.structure_points if team is not None and team.structure else 0.0
