"""Victory by the score: the first to reach so many times its own value wins (SCORE-4)."""

from itertools import compress, islice
from operator import is_not

from q40k.games.quake.rules.objectives import ties
from q40k.games.quake.rules.objectives.objective import Steps, register_steps
from q40k.games.quake.state import damage
from q40k.games.quake.state.bonus import NukePaid
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.score import Adjusted
from q40k.games.quake.state.table.corrections import ChampionCorrected
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.teams import TeamChanged
from q40k.kernel.events import Live, Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """Let the first side at its goal win; among several, the one with the most times its own value.

    This is tested after each complete action. Players level on that go by initiative, teams by
    TIE-1. Only a side whose score or goal changed can have reached it. A match played on after a
    win is not tested again.

    Rule: SCORE-4, TIE-1, INIT-5
    """
    state = live.state
    if state.players is before.players or state.outcome.winner:
        return
    over = _sides_at_goal(state, before)
    if not over:
        return
    reached = {side: state.times_of(side) for side in over}
    times = max(reached.values())
    level = tuple(side for side in over if reached[side] == times)
    tied = level if state.in_teams and len(level) > 1 else ()
    winner, *shared = (yield from ties.break_tie(live, level)) if tied else level[:1]
    yield Won(
        winner=winner,
        over=over,
        times=times,
        tied=tied,
        shared=tuple(shared),
        points=state.score_of(winner),
        reached=reached,
    )


def _sides_at_goal(state: Match, before: Match) -> tuple[str, ...]:
    """Return the changed sides at their goal with anybody at the table, in order."""
    then, now = before.players, state.players
    changed = tuple(compress(now, map(is_not, now.values(), then.values())))
    joined = islice(now, len(then), None)  # players who join are last
    sides = {state.side_of(p) for p in (*changed, *joined)} | set(map(before.side_of, changed))
    at_goal = {side for side in sides if _is_at_goal(state, side)}
    if not at_goal:
        return ()
    present = [p for p in state.ranks.ranking or now if now[p].present]
    return tuple(side for side in dict.fromkeys(map(state.side_of, present)) if side in at_goal)


def _is_at_goal(state: Match, side: str) -> bool:
    score = state.score_of(side)
    return score.numerator >= state.goal_of(side) * score.denominator  # quicker than as fractions


register_steps(
    "score",
    Steps(
        check=check,
        brought_by=frozenset(
            (damage.Killed, damage.AccidentSuffered, NukePaid, Adjusted, ChampionCorrected, Joined, Left, TeamChanged)
        ),
    ),
)
