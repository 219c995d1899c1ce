"""Won by the score: the first to reach so many times its own value (SCORE-4)."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """The first to reach its goal wins; among several, the most times its own value.

    Tested after each complete action; then initiative decides. Only who has changed in it can
    have reached a goal that nobody had reached before. A match that is played on after a win has
    its winner and asks no more.

    Rule: SCORE-4
    """
    state = live.state
    if state.players is before.players or state.outcome.winner:
        return
    then, now = before.players, state.players
    everyone = state.ranks.ranking or tuple(now)
    changed = [p for p in everyone if now[p] is not then.get(p) and now[p].present]
    sides = dict.fromkeys(state.side_of(p) for p in changed)
    over = [side for side in sides if state.score_of(side) >= state.goal_of(side)]
    if over:
        best = max(over, key=state.times_of)
        yield e.Won(winner=best, over=tuple(over), times=state.times_of(best))


def measure(state: Match, side: str) -> Fraction:
    """What a side has made of it so far: its score in units of its own value."""
    return state.times_of(side)
