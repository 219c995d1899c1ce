"""Won by the score: the first to reach so many times its own value (SCORE-4)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import compress, islice
from operator import attrgetter, is_, is_not

from q40k.games.quake.rules.bonus.instant import NukePaid
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.ending.ties import break_tie
from q40k.games.quake.rules.ending.winning import Won
from q40k.games.quake.rules.objectives.objective import Objective, Option, Progress, register
from q40k.games.quake.rules.score import Adjusted
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.state_diff import changed_players
from q40k.games.quake.rules.table.corrections import ChampionCorrected
from q40k.games.quake.rules.table.players import Joined, Left
from q40k.games.quake.rules.teams.teams import TeamChanged
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """The first to reach its goal wins; among several, the most times its own value.

    Tested after each complete action. Players level on that go by initiative, teams by TIE-1.
    Only a side whose score or goal has changed can have reached it. A match that is played on
    after a win has its winner and asks no more.

    Rule: SCORE-4, TIE-1, INIT-5
    """
    state = live.state
    if state.players is before.players or state.outcome.winner:
        return
    over = _reached(state, before)
    if not over:
        return
    reached = {side: state.times_of(side) for side in over}
    times = max(reached.values())
    level = tuple(side for side in over if reached[side] == times)
    tied = level if state.in_teams and len(level) > 1 else ()
    winner, *shared = (yield from break_tie(live, level)) if tied else level[:1]
    yield Won(
        winner=winner, over=over, times=times, tied=tied, shared=tuple(shared),
        points=state.score_of(winner), reached=reached,
    )  # fmt: skip


def _reached(state: Match, before: Match) -> tuple[str, ...]:
    """The sides that have changed, have anybody at the table and are at their goal, in order."""
    then, now = before.players, state.players
    others = tuple(compress(now, map(is_not, now.values(), then.values())))
    joined = islice(now, len(then), None)  # whoever joins comes last
    sides = {state.side_of(p) for p in (*others, *joined)} | set(map(before.side_of, others))
    at_it = {side for side in sides if _at_its_goal(state, side)}
    if not at_it:
        return ()
    there = [p for p in state.ranks.ranking or now if now[p].present]
    return tuple(side for side in dict.fromkeys(map(state.side_of, there)) if side in at_it)


def _at_its_goal(state: Match, side: str) -> bool:
    score = state.score_of(side)
    return score.numerator >= state.goal_of(side) * score.denominator  # quicker than as fractions


def measure(state: Match, side: str) -> Fraction:
    """What a side has made of it so far: its score in units of its own value."""
    return state.times_of(side)


def progress(state: Match, side: str) -> Progress | None:
    """The score of a side in units of its own value, or in points where the table agreed on them.

    Rule: SCORE-4
    """
    if state.setup.points_to_win is not None:
        return Progress(state.score_of(side), Fraction(state.setup.points_to_win), "points")
    return Progress(state.times_of(side), Fraction(state.setup.times_to_win), "times")


def _kills_may_win(state: Match) -> bool:
    """Whether it is a score that wins, kills bring some, and nobody has won yet."""
    mod = state.setup.mod
    return (
        mod is not None
        and not state.outcome.winner
        and mod.win.by == "score"
        and mod.has("victory-points")
    )


def wins_with(state: Match, player: str, victim: str) -> bool:
    """Whether a kill of `victim` would take the side of `player` to its goal (SCORE-4)."""
    side = state.side_of(player)
    if side == state.side_of(victim) or not _kills_may_win(state):
        return False
    return state.score_of(side) + state.players[victim].value >= state.goal_of(side)


def one_kill_away(state: Match, among: Collection[str] | None = None) -> tuple[str, ...]:
    """The sides that win with one more kill of somebody who is there (SCORE-4).

    Given some sides it looks `among` those only.
    """
    if not _kills_may_win(state):
        return ()
    there = [player for player in state.players.values() if player.present]
    if among is not None:
        dearest = max([player.champion.points for player in there], default=0)
        among = [side for side in among if _near(state, side, dearest)]
        if not among:
            return ()
    prey = {player.id: player.champion.points for player in there}
    if state.in_teams:  # of each side the dearest champion
        prey = {}
        for player in there:
            side = state.side_of(player.id)
            prey[side] = max(prey.get(side, 0), player.champion.points)
    first, second, *_rest = (*sorted(prey, key=prey.__getitem__, reverse=True), "", "")
    return tuple(
        side
        for side in prey
        if (among is None or side in among)
        and _near(state, side, prey.get(second if side == first else first, 0))
    )


_WHO_PLAYS = attrgetter("champion", "team", "present", "name")


def scorers(before: Match, after: Match) -> Collection[str] | None:
    """The sides whose score is another, where nothing else of the race is.

    None where more has changed than scores, or where it is not a score that wins.
    """
    if before.setup is not after.setup or before.outcome is not after.outcome:
        return None
    mod = after.setup.mod
    if before.teams is not after.teams or mod is None or mod.win.by != "score":
        return None
    changed = changed_players(before, after)
    if changed is None:
        return None
    scored = set()
    for was, one in changed:
        if not all(map(is_, _WHO_PLAYS(was), _WHO_PLAYS(one))):
            return None
        if was.score is not one.score:
            scored.add(after.side_of(one.id))
    return scored


def _near(state: Match, side: str, points: int) -> bool:
    """Whether the value of one more champion, if there is one, wins for a side."""
    if not points:
        return False
    score = state.score_of(side)
    return score.numerator >= (state.goal_of(side) - points) * score.denominator


register(
    Objective(
        by="score",
        measure=measure,
        progress=progress,
        options={
            "times_to_win": Option("SCORE-4", 1, 1000, ("win", "times")),
            "points_to_win": Option("SCORE-4", 1, 100000),
        },
        check=check,
        brought_by=frozenset(
            (
                Killed,
                AccidentSuffered,
                NukePaid,
                Adjusted,
                ChampionCorrected,
                Joined,
                Left,
                TeamChanged,
            )
        ),
    )
)
