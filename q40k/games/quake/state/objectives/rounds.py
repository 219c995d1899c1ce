"""Rounds: who is in one, who waits, and how many each side has won."""

from fractions import Fraction

from q40k.games.quake.packs.mods import RoundsWin, RoundWonBy
from q40k.games.quake.state.match import Match, Player, change_player, stand_at
from q40k.games.quake.state.objectives.objective import Objective, Option, Progress, register
from q40k.games.quake.state.registry import Event


def measure(state: Match, side: str) -> Fraction:
    """Return how many rounds a side has won."""
    return Fraction(state.rounds.won.get(side, 0))


def progress(state: Match, side: str) -> Progress | None:
    """Return the rounds a side has won, of those it needs."""
    assert isinstance(state.mod.win, RoundsWin)
    return Progress(measure(state, side), Fraction(state.mod.win.rounds))


register(
    Objective(
        by="rounds",
        measure=measure,
        progress=progress,
        options={"rounds": Option("SUDDEN-1", 1, 99, ("win", "rounds"))},
    )
)


class RoundOpened(Event, tag="round-opened"):
    """A round began: everyone is alive again, tokens are home, deployment follows."""

    round: int

    def fold(self, state: Match) -> Match:
        players = {
            name: _reset_player(p) if p.present else p.replace(lives_lost=0) for name, p in state.players.items()
        }
        return state.replace(
            round=self.round,
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


class LifeLost(Event, tag="life-lost"):
    """A champion lost one of its lives of the round and comes back; `left` lives remain."""

    player: str
    left: int

    def fold(self, state: Match) -> Match:
        lost = state.players[self.player].life.lives_lost + 1
        return change_player(state, self.player, lives_lost=lost)


class Eliminated(Event, tag="eliminated"):
    """A champion is out until the next round (SUDDEN-1)."""

    player: str

    def fold(self, state: Match) -> Match:
        lost = state.players[self.player].life.lives_lost + 1
        state = change_player(state, self.player, lives_lost=lost, alive=False, out=True, beacon=False)
        return state.replace(waiting=tuple(p for p in state.play.waiting if p != self.player))


class RoundAwaited(Event, tag="round-awaited"):
    """A newcomer waits for the next round (INIT-4)."""

    player: str

    def fold(self, state: Match) -> Match:
        return change_player(state, self.player, alive=False, out=True, placed=False)


class RoundWon(Event, tag="round-won"):
    """A side won the round; `how` says by what.

    `wins` is how many rounds it has won now.
    """

    side: str
    round: int
    wins: int
    how: RoundWonBy

    def fold(self, state: Match) -> Match:
        return state.replace(won={**state.rounds.won, self.side: self.wins})


class RoundDrawn(Event, tag="round-drawn"):
    """Nobody won the round: the last ones died together. It is played again."""

    round: int


def _reset_player(player: Player) -> Player:
    """Return a player as a round begins: alive, not placed, with nothing picked up."""
    life = {"alive": True, "out": False, "lives_lost": 0, "placed": False, "wounds": player.champion.w}
    turn = {"spent": 0.0, "came_by": None, "moved": False, "shot": None}
    return player.replace(**stand_at(None), **life, **turn, jammed=(), broken=False, bonus=None, beacon=False)


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
