"""Champions that move, go or die leave their melees; turns, phases and rounds clear old ones.

These are events of other modules: each is folded by its own module first, then here.
"""

from itertools import chain

from q40k.games.quake.rules import damage, parts, rounds
from q40k.games.quake.rules.bonus import instant, special, teleporter
from q40k.games.quake.rules.melee.contact import part_from_all, part_without_trail
from q40k.games.quake.rules.movement.move import Moved
from q40k.games.quake.rules.movement.special_moves import Climbed, Jumped, Leapt
from q40k.games.quake.rules.portals.jumping import PortalEntered
from q40k.games.quake.rules.registry import fold
from q40k.games.quake.rules.state import Match, change_player
from q40k.games.quake.rules.table.players import Left
from q40k.games.quake.rules.turn.turn import PhaseOpened, TurnOpened


@fold(Moved, Jumped, Leapt, Climbed)
def _moved_away(state: Match, event: Moved | Jumped | Leapt | Climbed) -> Match:
    if isinstance(event, Moved) and not event.moved:
        return state
    return part_from_all(state, event.player)


@fold(teleporter.DeepStruck, PortalEntered, instant.Thrown)
def _gone(state: Match, event: teleporter.DeepStruck | PortalEntered | instant.Thrown) -> Match:
    return part_without_trail(state, event.player)


@fold(Left)
def _left(state: Match, event: Left) -> Match:
    """Take a champion that left the table out of all fights, also of those over (INIT-5)."""
    return _remove_from_fought(part_without_trail(state, event.player), event.player)


@fold(special.VortexDrags)
def _dragged_away(state: Match, event: special.VortexDrags) -> Match:
    """Forget the trails of the dragged: nobody moved away by choice (DIFF-8)."""
    touched = tuple(p for p in state.close_combat.touched if not event.to.keys() & {*p})
    return state.replace(close_combat=state.close_combat.replace(touched=touched))


@fold(damage.Killed)
def _killed(state: Match, event: damage.Killed) -> Match:
    return _leave_as_dead(state, event.victim)


@fold(damage.AccidentSuffered)
def _accident_suffered(state: Match, event: damage.AccidentSuffered) -> Match:
    return _leave_as_dead(state, event.player)


def _leave_as_dead(state: Match, player: str) -> Match:
    """End a dead champion's charge and fights; it may fight again if it comes back now.

    Rule: MELEE-5
    """
    state = part_without_trail(state, player)
    dead = state.players[player]
    if dead.turn.charge is not None or dead.turn.stunned:
        state = change_player(state, player, charge=None, stunned=0)
    state = _remove_from_fought(state, player)
    if state.play.phase != "melee" or player in state.close_combat.back:
        return state
    return state.replace(back=(*state.close_combat.back, player))


def _remove_from_fought(state: Match, player: str) -> Match:
    """Take a champion out of the melees already fought."""
    fought = state.close_combat.fought
    if player not in chain(*fought):
        return state
    return state.replace(fought=tuple(tuple(p for p in melee if p != player) for melee in fought))


@fold(TurnOpened)
def _turn_opened(state: Match, event: TurnOpened) -> Match:
    players = {
        name: player.replace(charge=None) if player.turn.charge else player for name, player in state.players.items()
    }
    return state.replace(players=players, close_combat=state.close_combat.replace(touched=event.contacts))


@fold(PhaseOpened)
def _phase_opened(state: Match, _event: PhaseOpened) -> Match:
    close_combat = state.close_combat
    return (
        state.replace(close_combat=close_combat.replace(back=(), fought=()))
        if close_combat.back or close_combat.fought
        else state
    )


@fold(rounds.RoundOpened)
def _round_opened(state: Match, _event: rounds.RoundOpened) -> Match:
    players = {name: player.replace(charge=None, building=None, stunned=0) for name, player in state.players.items()}
    return state.replace(players=players, contacts=(), close_combat=parts.CloseCombat())
