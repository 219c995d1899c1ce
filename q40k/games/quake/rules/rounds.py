"""Rounds: opening one, losing lives, leaving the round, and waiting for the next one."""

from q40k.games.quake.packs.mods import RoundsWin, RoundWonBy
from q40k.games.quake.rules import initiative as acting
from q40k.games.quake.rules.initiative import DeploymentOpened
from q40k.games.quake.rules.registry import Event, fold
from q40k.games.quake.rules.state import Match, Player, change_player
from q40k.games.quake.rules.turn.acting import Activated
from q40k.kernel.events import Live, Rule


class RoundOpened(Event, tag="round-opened"):
    """A round began: everyone is alive again, tokens are home, deployment follows."""

    round: int


class LifeLost(Event, tag="life-lost"):
    """A champion lost one of its lives of the round and comes back; `left` lives remain."""

    player: str
    left: int


class Eliminated(Event, tag="eliminated"):
    """A champion is out until the next round (SUDDEN-1)."""

    player: str


class RoundAwaited(Event, tag="round-awaited"):
    """A newcomer waits for the next round (INIT-4)."""

    player: str


class RoundWon(Event, tag="round-won"):
    """A side won the round; `how` says by what.

    `wins` is how many rounds it has won now.
    """

    side: str
    round: int
    wins: int
    how: RoundWonBy


class RoundDrawn(Event, tag="round-drawn"):
    """Nobody won the round: the last ones died together. It is played again."""

    round: int


def _reset_player(player: Player) -> Player:
    """Return a player as a round begins: alive, not placed, with nothing picked up."""
    return player.replace(
        alive=True,
        out=False,
        lives_lost=0,
        placed=False,
        wounds=player.champion.w,
        at=None,
        level=None,
        portal=None,
        near=None,
        tile=None,
        spent=0.0,
        came_by=None,
        bonus=None,
        beacon=False,
        moved=False,
        shot=None,
        jammed=(),
        broken=False,
    )


@fold(RoundOpened)
def _round_opened(state: Match, event: RoundOpened) -> Match:
    players = {name: _reset_player(p) if p.present else p.replace(lives_lost=0) for name, p in state.players.items()}
    return state.replace(
        round=event.round,
        players=players,
        waiting=(),
        chosen=(),
        first_now={},
        acted=(),
        active=None,
        turn=0,
        last_death=0,
        phase="deployment",
        contacts=(),
    )


@fold(LifeLost)
def _life_lost(state: Match, event: LifeLost) -> Match:
    lost = state.players[event.player].life.lives_lost + 1
    return change_player(state, event.player, lives_lost=lost)


@fold(Eliminated)
def _eliminated(state: Match, event: Eliminated) -> Match:
    lost = state.players[event.player].life.lives_lost + 1
    state = change_player(state, event.player, lives_lost=lost, alive=False, out=True, beacon=False)
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


@fold(RoundAwaited)
def _round_awaited(state: Match, event: RoundAwaited) -> Match:
    return change_player(state, event.player, alive=False, out=True, placed=False)


@fold(RoundWon)
def _round_won(state: Match, event: RoundWon) -> Match:
    return state.replace(won={**state.rounds.won, event.side: event.wins})


def in_rounds(state: Match) -> bool:
    """Whether the match is played in rounds, or in the two legs of a hunt (SUDDEN-1)."""
    return state.setup.mod is not None and state.setup.mod.win.by in ("rounds", "hunt")


def sides_in_round(state: Match) -> tuple[str, ...]:
    """Return the sides that still have somebody in the running round."""
    players = state.players
    return tuple(dict.fromkeys(state.side_of(p) for p in players if players[p].present and not players[p].life.out))


def contenders(state: Match) -> tuple[str, ...]:
    """Return the sides with somebody at the table, in the round or waiting for the next."""
    players = state.players
    return tuple(dict.fromkeys(state.side_of(p) for p in players if players[p].present))


def dies_for_good(state: Match, player: str) -> bool:
    """Whether death may put this champion out: in sudden death; in a hunt only targets.

    Rule: SUDDEN-1
    """
    if state.hunt is not None and state.side_of(player) == state.hunt.cleaners:
        return False
    return state.mod.has("sudden-death")


def must_wait(state: Match, player: str) -> bool:
    """Whether a latecomer to a round has to wait for the next one.

    It may still deploy with the others, unless it has no life left in this round. If the dead come
    back and no other round follows, the latecomer enters as they do.

    Rule: INIT-4, SUDDEN-1
    """
    mortal = dies_for_good(state, player)
    if not (mortal or takes_several_rounds(state)):
        return False
    if state.play.phase != "deployment":
        return True
    return mortal and state.lives_left(player) == 0


def takes_several_rounds(state: Match) -> bool:
    """Whether the match takes several rounds to win; a hunt has legs, not rounds.

    Rule: INIT-4
    """
    win = state.setup.mod.win if state.setup.mod is not None else None
    return isinstance(win, RoundsWin) and win.rounds > 1


def open_round(live: Live[Match], number: int | None = None) -> Rule[None]:
    """Open the next round, or round `number` again: all are alive, and deployment opens.

    The initiative stays; players who waited for this round come in.

    Rule: SUDDEN-1, INIT-4, DEPLOY-1
    """
    yield RoundOpened(round=live.state.rounds.round + 1 if number is None else number)
    yield DeploymentOpened()
    yield Activated(player=acting.next_to_deploy(live.state))
