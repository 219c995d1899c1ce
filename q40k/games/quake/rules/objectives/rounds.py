"""Won by rounds: the last alive wins one, and so many of them win the match (SUDDEN-1)."""

from __future__ import annotations

from fractions import Fraction

from q40k.games.quake.packs.models import RoundsWin
from q40k.games.quake.packs.mods import RoundWonBy
from q40k.games.quake.rules.ending.winning import Won
from q40k.games.quake.rules.objectives.objective import Objective, Option, Progress, register
from q40k.games.quake.rules.rounds import (
    Eliminated,
    RoundAwaited,
    RoundDrawn,
    RoundWon,
    contenders,
    open_round,
    still_in,
)
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.players import Joined, Left
from q40k.games.quake.rules.teams.teams import TeamChanged
from q40k.kernel.driver import Live
from q40k.kernel.events import Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """The last side with anybody alive wins the round; nobody left alive, and it is replayed.

    Without sudden death only leaving can leave one side alone.

    Whoever is to come back when a movement is over is not out yet (PORTAL-7). With nobody to play
    against in the round, but somebody who waits for the next one, it is opened anew.

    Rule: SUDDEN-1, INIT-4
    """
    state = live.state
    if state.players is before.players:
        return
    left = still_in(state)
    if len(left) > 1:
        return
    there = still_in(before) if before.rounds.round else ()
    if left and len(there) > 1:
        died = any(p.life.out for name, p in state.players.items() if not _was_out(before, name))
        yield from win_round(live, left[0], "last-alive" if died else "others-left")
    elif not left and there and contenders(state):
        yield RoundDrawn(round=state.rounds.round)
        yield from open_round(live, state.rounds.round)
    elif len(contenders(state)) > len(left):
        yield from open_round(live, state.rounds.round)


def measure(state: Match, side: str) -> Fraction:
    """What a side has made of it so far: the rounds it has won."""
    return Fraction(state.rounds.won.get(side, 0))


def _was_out(before: Match, player: str) -> bool:
    known = before.players.get(player)
    return known is None or known.life.out


def win_round(live: Live[Match], side: str, how: RoundWonBy) -> Rule[None]:
    """Give `side` the round; then the match is won, or the next round opens.

    A match that is played on has its winner already: rounds go on being counted.

    Rule: SUDDEN-1
    """
    state = live.state
    assert state.setup.mod is not None
    assert isinstance(state.setup.mod.win, RoundsWin)
    wins = state.rounds.won.get(side, 0) + 1
    yield RoundWon(side=side, round=state.rounds.round, wins=wins, how=how)
    if wins >= state.setup.mod.win.rounds and not state.outcome.winner:
        yield Won(winner=side, over=(side,), by="rounds", made=wins)
    else:
        yield from open_round(live)


def progress(state: Match, side: str) -> Progress | None:
    """The rounds a side has won, of those it needs."""
    assert state.setup.mod is not None
    assert isinstance(state.setup.mod.win, RoundsWin)
    return Progress(measure(state, side), Fraction(state.setup.mod.win.rounds))


register(
    Objective(
        by="rounds",
        measure=measure,
        progress=progress,
        options={"rounds": Option("SUDDEN-1", 1, 99, ("win", "rounds"))},
        check=check,
        brought_by=frozenset((Eliminated, RoundAwaited, Joined, Left, TeamChanged)),
    )
)
