"""What rounds change: who is out, who has won how many, everyone back for the next."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.flags import homeward
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed
from q40k.games.quake.rules.state import Match, Player


def _fresh(player: Player) -> Player:
    """A player at the beginning of a round: alive, nowhere yet, with nothing picked up."""
    return player.replace(
        alive=True, out=False, lives_lost=0, placed=False, wounds=player.champion.w, at=None,
        level=None, portal=None, near=None, tile=None, spent=0.0, came_by=None, bonus=None,
        beacon=False,
        moved=False, shot=None, jammed=(), broken=False,
    )  # fmt: skip


def _opened(state: Match, event: e.RoundOpened) -> Match:
    players = {
        name: _fresh(p) if p.present else p.replace(lives_lost=0)
        for name, p in state.players.items()
    }
    tokens = {name: token.replace(holder=None) for name, token in state.tokens.items()}
    full = state.setup.mod.parameters.structure_points if state.setup.mod else 0
    teams = {
        name: team if team.structure is None else team.replace(structure=full)
        for name, team in state.teams.items()
    }
    return homeward(state).replace(
        round=event.round, players=players, tokens=tokens, teams=teams, waiting=(), chosen=(),
        first_now={}, acted=(), active=None, turn=0, phase="deployment", contacts=(),
    )  # fmt: skip


def _life_lost(state: Match, event: e.LifeLost) -> Match:
    lost = state.players[event.player].life.lives_lost + 1
    return changed(state, event.player, lives_lost=lost)


def _eliminated(state: Match, event: e.Eliminated) -> Match:
    lost = state.players[event.player].life.lives_lost + 1
    state = changed(state, event.player, lives_lost=lost, alive=False, out=True, beacon=False)
    return state.replace(waiting=tuple(p for p in state.play.waiting if p != event.player))


def _awaited(state: Match, event: e.RoundAwaited) -> Match:
    return changed(state, event.player, alive=False, out=True, placed=False)


def _won(state: Match, event: e.RoundWon) -> Match:
    return state.replace(won={**state.rounds.won, event.side: event.wins})


FOLDS: Folds = {
    e.RoundOpened: _opened,
    e.LifeLost: _life_lost,
    e.Eliminated: _eliminated,
    e.RoundAwaited: _awaited,
    e.RoundWon: _won,
    e.RoundDrawn: as_it_was,
}
