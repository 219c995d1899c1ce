"""Victory by the score: how much of its goal a side has (SCORE-4)."""

from collections.abc import Collection
from fractions import Fraction

from q40k.games.quake.state.match import Match, exact_points
from q40k.games.quake.state.objectives import state_diff
from q40k.games.quake.state.objectives.objective import Objective, Option, Progress, register


def measure(state: Match, side: str) -> Fraction:
    """Return a side's score in units of its own value."""
    return state.times_of(side)


def progress(state: Match, side: str) -> Progress | None:
    """Return a side's score in units of its own value, or in points if the table agreed on that.

    Rule: SCORE-4
    """
    if state.setup.points_to_win is not None:
        return Progress(state.score_of(side), exact_points(state.setup.points_to_win), "points")
    return Progress(state.times_of(side), exact_points(state.setup.times_to_win), "times")


def _kills_may_win(state: Match) -> bool:
    """Return whether a score wins, kills add to it, and nobody has won yet."""
    mod = state.setup.mod
    return mod is not None and not state.outcome.winner and mod.win.by == "score" and "victory-points" in mod.rules


def kill_would_win(state: Match, player: str, victim: str) -> bool:
    """Return whether a kill of `victim` would take the side of `player` to its goal (SCORE-4)."""
    side = state.side_of(player)
    if side == state.side_of(victim) or not _kills_may_win(state):
        return False
    return state.score_of(side) + state.players[victim].value >= state.goal_of(side)


def winning_kills(state: Match, player: str) -> list[str]:
    """Return the players on the table whose death would win the match for the side of `player` (SCORE-4)."""
    if not _kills_may_win(state):
        return []
    side = state.side_of(player)
    missing = state.goal_of(side) - state.score_of(side)
    worth = (p for p in state.order if state.players[p].value >= missing and state.players[p].in_play)
    return [p for p in worth if kill_would_win(state, player, p)]


def one_kill_away(state: Match, among: Collection[str] | None = None) -> tuple[str, ...]:
    """Return the sides that win with one more kill of somebody present (SCORE-4).

    If `among` is given, only those sides are examined.
    """
    if not _kills_may_win(state):
        return ()
    present = [player for player in state.players.values() if player.present]
    if among is not None:
        highest = max([player.champion.points for player in present], default=0)
        among = [side for side in among if _wins_with_points(state, side, highest)]
        if not among:
            return ()
    victims = {player.id: player.champion.points for player in present}
    if state.in_teams:  # the champion of each side that is worth most
        victims = {}
        for player in present:
            side = state.side_of(player.id)
            victims[side] = max(victims.get(side, 0), player.champion.points)
    first, second, *_rest = (*sorted(victims, key=victims.__getitem__, reverse=True), "", "")
    return tuple(
        side
        for side in victims
        if (among is None or side in among)
        and _wins_with_points(state, side, victims.get(second if side == first else first, 0))
    )


def scorers(before: Match, after: Match) -> Collection[str] | None:
    """Return the sides whose score changed, if nothing else of the race did.

    Returns None if more than scores changed, or if no score wins.
    """
    if before.setup is not after.setup or before.outcome is not after.outcome:
        return None
    mod = after.setup.mod
    if before.teams is not after.teams or mod is None or mod.win.by != "score":
        return None
    changed = state_diff.changed_players(before, after)
    if changed is None:
        return None
    scored = set()
    for old, new in changed:
        is_same = old.champion is new.champion and old.team is new.team and old.name is new.name
        if not is_same or old.present is not new.present:
            return None
        if old.score is not new.score:
            scored.add(after.side_of(new.id))
    return scored


def _wins_with_points(state: Match, side: str, points: int) -> bool:
    """Return whether the points of one more champion, if there is one, win for a side."""
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
    )
)
