"""What initiative, deployment, turns and phases change."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.folds.flags import unshared
from q40k.games.quake.rules.folds.shared import Folds, as_it_was, changed, turned
from q40k.games.quake.rules.state import Match, Player


def _rolled(state: Match, event: e.InitiativeRolled) -> Match:
    return changed(state, event.player, die=event.die, initiative=event.total)


def _order_set(state: Match, event: e.OrderSet) -> Match:
    return state.replace(ranking=event.ranking)


def _order_chosen(state: Match, event: e.OrderChosen) -> Match:
    return state.replace(chosen=event.order)


def _deployment(state: Match, _event: e.DeploymentOpened) -> Match:
    return state.replace(phase="deployment")


def _deployed(state: Match, event: e.Deployed) -> Match:
    return changed(
        state, event.player, placed=True, at=event.at, portal=event.portal, tile=event.tile,
        level=event.level, kept=event.at is not None, in_water=event.in_water,
        **turned(event.angle),
    )  # fmt: skip


def _turn(state: Match, event: e.TurnOpened) -> Match:
    rested = {
        name: player.replace(shot=None, moved=False)
        if player.turn.shot or player.turn.moved
        else player
        for name, player in state.players.items()
    }
    return state.replace(turn=event.turn, chosen=(), first_now={}, active=None, players=rested)


def _phase(state: Match, event: e.PhaseOpened) -> Match:
    state = unshared(state).replace(phase=event.phase, active=None, acted=())
    if event.phase != "movement":
        return state
    return state.replace(players={name: _rested(player) for name, player in state.players.items()})


def _rested(player: Player) -> Player:
    """A champion with all of its movement before it."""
    used = player.movement.spent or player.movement.came_by or player.movement.limit is not None
    if not (used or player.movement.halted or player.movement.swum):
        return player
    return player.replace(
        spent=0.0, came_by=None, limit=None, tested=False, halted=False, swum=False
    )


def _activated(state: Match, event: e.Activated) -> Match:
    clock = state.clock.replace(began=state.clock.gone) if state.clock else None
    return state.replace(active=event.player, clock=clock, thrown=None)


FOLDS: Folds = {
    e.InitiativeRolled: _rolled,
    e.RolledOff: as_it_was,
    e.OrderSet: _order_set,
    e.OrderChosen: _order_chosen,
    e.DeploymentOpened: _deployment,
    e.Deployed: _deployed,
    e.TurnOpened: _turn,
    e.PhaseOpened: _phase,
    e.Activated: _activated,
}
