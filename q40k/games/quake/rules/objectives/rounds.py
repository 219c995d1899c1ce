"""Rounds: open and win them, and let the last alive win (SUDDEN-1)."""

from q40k.games.quake.packs.models import RoundsWin
from q40k.games.quake.packs.mods import RoundWonBy
from q40k.games.quake.rules.objectives.objective import Steps, register_steps
from q40k.games.quake.state.acting import Activated
from q40k.games.quake.state.match import Match
from q40k.games.quake.state.objectives import rounds
from q40k.games.quake.state.objectives.objective import Won
from q40k.games.quake.state.objectives.rounds import RoundOpened
from q40k.games.quake.state.table.initiative import DeploymentOpened, next_to_deploy
from q40k.games.quake.state.table.players import Joined, Left
from q40k.games.quake.state.teams import TeamChanged
from q40k.kernel.events import Live, Rule


def check(live: Live[Match], before: Match) -> Rule[None]:
    """Give the round to the last side with anybody alive; replay it if nobody is left.

    Without sudden death a side can be alone only if others leave.

    A champion that comes back when a movement is over is not out yet (PORTAL-7). If nobody is left
    to play against, but somebody waits for the next round, the round opens again.

    Rule: SUDDEN-1, INIT-4
    """
    state = live.state
    if state.players is before.players:
        return
    alive = rounds.sides_in_round(state)
    if len(alive) > 1:
        return
    alive_before = rounds.sides_in_round(before) if before.rounds.round else ()
    if alive and len(alive_before) > 1:
        died = any(p.life.out for name, p in state.players.items() if not _was_out(before, name))
        yield from win_round(live, alive[0], "last-alive" if died else "others-left")
    elif not alive and alive_before and rounds.contenders(state):
        yield rounds.RoundDrawn(round=state.rounds.round)
        yield from open_round(live, state.rounds.round)
    elif len(rounds.contenders(state)) > len(alive):
        yield from open_round(live, state.rounds.round)


def _was_out(before: Match, player: str) -> bool:
    player_before = before.players.get(player)
    return player_before is None or player_before.life.out


def win_round(live: Live[Match], side: str, how: RoundWonBy) -> Rule[None]:
    """Give `side` the round; then the match is won, or the next round opens.

    A match that is played on has its winner already; its rounds are still counted.

    Rule: SUDDEN-1
    """
    state = live.state
    assert isinstance(state.mod.win, RoundsWin)
    wins = state.rounds.won.get(side, 0) + 1
    yield rounds.RoundWon(side=side, round=state.rounds.round, wins=wins, how=how)
    if wins >= state.mod.win.rounds and not state.outcome.winner:
        yield Won(winner=side, over=(side,), by="rounds", made=wins)
    else:
        yield from open_round(live)


register_steps(
    "rounds",
    Steps(check=check, brought_by=frozenset((rounds.Eliminated, rounds.RoundAwaited, Joined, Left, TeamChanged))),
)


def open_round(live: Live[Match], number: int | None = None) -> Rule[None]:
    """Open the next round, or round `number` again: all are alive, and deployment opens.

    The initiative stays; players who waited for this round come in.

    Rule: SUDDEN-1, INIT-4, DEPLOY-1
    """
    yield RoundOpened(round=live.state.rounds.round + 1 if number is None else number)
    yield DeploymentOpened()
    yield Activated(player=next_to_deploy(live.state))
