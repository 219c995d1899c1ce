"""Whoever moves, goes or dies leaves a melee; turns, phases and rounds close what is over.

These are events of other chapters: each is folded by its own chapter first, then here.
"""

from __future__ import annotations

from q40k.games.quake.rules.bonus.instant import Thrown
from q40k.games.quake.rules.bonus.teleporter import DeepStruck
from q40k.games.quake.rules.bonus.vortex import VortexDrags
from q40k.games.quake.rules.changing import changed
from q40k.games.quake.rules.damage.deaths import AccidentSuffered, Killed
from q40k.games.quake.rules.melee.contact import parted, vanished
from q40k.games.quake.rules.movement.climb import Climbed
from q40k.games.quake.rules.movement.jump import Jumped
from q40k.games.quake.rules.movement.leap import Leapt
from q40k.games.quake.rules.movement.move import Moved
from q40k.games.quake.rules.parts import CloseCombat
from q40k.games.quake.rules.portals.jumping import PortalEntered
from q40k.games.quake.rules.registry import fold
from q40k.games.quake.rules.rounds import RoundOpened
from q40k.games.quake.rules.state import Match
from q40k.games.quake.rules.table.players import Left
from q40k.games.quake.rules.turn.turn import PhaseOpened, TurnOpened


@fold(Moved, Jumped, Leapt, Climbed)
def _moved_away(state: Match, event: Moved | Jumped | Leapt | Climbed) -> Match:
    if isinstance(event, Moved) and not event.moved:
        return state
    return parted(state, event.player)


@fold(DeepStruck, PortalEntered, Thrown)
def _gone(state: Match, event: DeepStruck | PortalEntered | Thrown) -> Match:
    return vanished(state, event.player)


@fold(Left)
def _left(state: Match, event: Left) -> Match:
    """A champion left the table: it is in no fight any more, nor in one that is over (INIT-5)."""
    return _fought_without(vanished(state, event.player), event.player)


@fold(VortexDrags)
def _dragged_away(state: Match, event: VortexDrags) -> Match:
    """Nobody moved away of its own, so nobody’s foot trails behind the dragged (DIFF-8)."""
    touched = tuple(p for p in state.close_combat.touched if not event.to.keys() & {*p})
    return state.replace(close_combat=state.close_combat.replace(touched=touched))


@fold(Killed)
def _killed(state: Match, event: Killed) -> Match:
    return _died(state, event.victim)


@fold(AccidentSuffered)
def _accident_suffered(state: Match, event: AccidentSuffered) -> Match:
    return _died(state, event.player)


def _died(state: Match, player: str) -> Match:
    """A champion died: its charge is over, and it may fight once more if it comes back so.

    Rule: MELEE-5
    """
    state = vanished(state, player)
    known = state.players[player]
    if known.turn.charge is not None or known.turn.stunned:
        state = changed(state, player, charge=None, stunned=0)
    state = _fought_without(state, player)
    if state.play.phase != "melee" or player in state.close_combat.back:
        return state
    return state.replace(back=(*state.close_combat.back, player))


def _fought_without(state: Match, player: str) -> Match:
    """The fights that are over, without one who is there no more."""
    fought = state.close_combat.fought
    if not any(player in members for members in fought):
        return state
    return state.replace(fought=tuple(tuple(p for p in one if p != player) for one in fought))


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    rested = {
        name: player.replace(charge=None) if player.turn.charge else player
        for name, player in state.players.items()
    }
    return state.replace(
        players=rested, close_combat=state.close_combat.replace(touched=event.contacts)
    )


@fold(PhaseOpened)
def _phase_opened(state: Match, _event: PhaseOpened) -> Match:
    close_combat = state.close_combat
    return (
        state.replace(close_combat=close_combat.replace(back=(), fought=()))
        if close_combat.back or close_combat.fought
        else state
    )


@fold(RoundOpened)
def _round_opened(state: Match, _event: RoundOpened) -> Match:
    rested = {
        name: player.replace(charge=None, building=None, stunned=0)
        for name, player in state.players.items()
    }
    return state.replace(players=rested, contacts=(), close_combat=CloseCombat())
