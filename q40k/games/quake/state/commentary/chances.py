"""What speaks for each side to win: how near it is to its goal, and who still stands in the round."""

from functools import lru_cache
from math import log, sqrt

from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.objectives.objective import progress

GOAL = 0.5
"""A side at its goal has this part of it left, as far as a lead tells who wins."""
NOBODY = 0.1
"""So many champions has a side that is out of the round."""

Numbers = tuple[float, float, float, float, float, float, float]


def prospects(state: Match) -> dict[str, Numbers]:
    """Return what speaks for each side with anybody at the table, in seven numbers; nothing before a match is laid out.

    How near it is to its goal: minus the logarithm of what is left and `GOAL`, by the root of the kills, rounds or
    points that all of it takes, for luck evens out. A score is the first number, rounds and points are the second.
    With one life a round the third is the logarithm of its champions still in it, the fourth that of what they are
    worth. The fifth is the part of them with a bonus, the sixth how many flags of others it carries and how many of its
    own are not at home, the seventh what part of its building stands. The last five count less, the more is left.

    Rule: SCORE-4, SUDDEN-1, FLAG-1, BASE-1
    """
    if state.setup.mod is None:
        return {}
    members: dict[str, list[Player]] = {}
    points, armed = dict[str, int](), dict[str, int]()
    for player in state.players.values():
        if player.present:
            side, bonus = state.side_of(player.id), player.bonus
            members.setdefault(side, []).append(player)
            points[side] = points.get(side, 0) + player.champion.points
            armed[side] = armed.get(side, 0) + (bonus is not None and not bonus.spent)
    worth, number = sum(points.values()), sum(map(len, members.values()))
    scores, sudden = state.mod.win.by == "score", state.mod.has("sudden-death")
    measure = _goal_by_score if scores else _goal
    goals = {
        side: measure(state, side, (worth - points[side]) / max(1, number - len(players)))
        for side, players in members.items()
    }
    rest = sqrt(max(1.0, sum([length * part for length, part in goals.values()]) / max(1, len(goals))))
    return {
        side: (
            _nearness(*goals[side]) if scores else 0.0,
            0.0 if scores else _nearness(*goals[side]),
            *(_standing(players, rest) if sudden else (0.0, 0.0)),
            armed[side] / len(players) / rest,
            _flags(state, side) / rest,
            _building(state, side) / rest,
        )
        for side, players in members.items()
    }


@lru_cache(maxsize=1024)
def _nearness(length: float, left: float) -> float:
    return -sqrt(length) * log(max(left, 0.0) + GOAL)


def _goal_by_score(state: Match, side: str, usual: float) -> tuple[float, float]:
    """Return how many kills of victims of the `usual` value the goal of a side takes, and what part is left."""
    return _kills_to_go(state.goal_of(side), *state.score_of(side).as_integer_ratio(), usual)


def _goal(state: Match, side: str, _usual: float) -> tuple[float, float]:
    """Return how many rounds or points the goal of a side takes, and what part is left."""
    towards = progress(state, side)
    return (1.0, 1.0) if towards is None else (float(towards.goal), 1 - float(towards.part))


@lru_cache(maxsize=1024)
def _kills_to_go(goal: int, score: int, parts: int, usual: float) -> tuple[float, float]:
    """Return the same by what the goal and the score are; cached like `_nearness`, as an entry changes few scores."""
    return max(1.0, goal / max(1.0, usual)), 1 - score / (parts * goal) if goal else 1.0


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
