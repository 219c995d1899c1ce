"""TURN: turns and phases as events."""

from q40k.games.quake.state import parts
from q40k.games.quake.state.match import Match, Player
from q40k.games.quake.state.registry import Command, Event
from q40k.tabletop.asking import forbid


class EndPhase(Command, tag="end-phase"):
    """End the phase for everyone."""


class TurnOpened(Event, tag="turn-opened"):
    """A new turn began; `contacts` are the pairs in contact then (DIFF-8)."""

    turn: int
    contacts: tuple[tuple[str, str], ...] = ()

    def fold(self, state: Match) -> Match:
        players = {
            name: player.replace(shot=None, moved=False, part_over=None) if _has_acted(player) else player
            for name, player in state.players.items()
        }
        return state.replace(turn=self.turn, chosen=(), first_now={}, active=None, players=players)


def _has_acted(player: Player) -> bool:
    return player.turn.shot is not None or player.turn.moved or player.turn.part_over is not None


class PhaseOpened(Event, tag="phase-opened"):
    """A phase began (TURN-1)."""

    phase: parts.Phase

    def fold(self, state: Match) -> Match:
        state = state.replace(phase=self.phase, active=None, acted=())
        if self.phase != "movement":
            return state
        return state.replace(players={name: _reset_movement(player) for name, player in state.players.items()})


def _reset_movement(player: Player) -> Player:
    """Return a champion with all of its movement available."""
    used = player.movement.spent or player.movement.came_by or player.movement.limit is not None
    if not (used or player.movement.halted or player.movement.swum or player.movement.over):
        return player
    return player.replace(spent=0.0, came_by=None, limit=None, tested=False, halted=False, swum=False, over=())


def must_be_playing(state: Match) -> str:
    """Return the id of the active champion. Refuse if nobody can end a phase."""
    if state.play.active is None:
        raise forbid("TURN-1", "nobody-active")
    if state.play.phase == "deployment":
        raise forbid("DEPLOY-1", "still-deploying", player=state.players[state.play.active].name)
    return state.play.active
