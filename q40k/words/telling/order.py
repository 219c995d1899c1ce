"""The order of play in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of, names_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers, nothing


def _initiative(speech: Speech, state: Match, event: e.InitiativeRolled) -> str:
    sentence = N_("{player} rolls {die}: initiative {total}")
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, die=event.die, total=event.total)


def _rolled_off(speech: Speech, state: Match, event: e.RolledOff) -> str:
    rolls = zip(event.players, event.dice, strict=False)
    said = ", ".join(f"{name_of(state, player)} {die}" for player, die in rolls)
    return speech.say(N_("Roll-off: {rolls}"), rolls=said)


def _order_set(speech: Speech, state: Match, event: e.OrderSet) -> str:
    return speech.say(N_("Order of play: {players}"), players=_in_order(state, event.ranking))


def _order_chosen(speech: Speech, state: Match, event: e.OrderChosen) -> str:
    sentence = N_("{player} decides the order of play: {players}")
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, players=_in_order(state, event.order))


def _in_order(state: Match, players: tuple[str, ...]) -> str:
    return ", ".join(names_of(state, players))


def _deployment(speech: Speech, state: Match, _event: e.DeploymentOpened) -> str:
    if state.in_teams:
        sentence = N_("Deployment: the team with the lowest roll begins, then they alternate")
        return speech.gettext(sentence)
    return speech.gettext(N_("Deployment: the lowest initiative goes first"))


def _deployed(speech: Speech, state: Match, event: e.Deployed) -> str:
    who = name_of(state, event.player)
    if event.portal is not None:
        sentence = N_("{player} deploys on portal {portal}")
        return speech.say(sentence, player=who, portal=event.portal)
    if event.tile is not None:
        return speech.say(N_("{player} deploys in tile {tile}"), player=who, tile=event.tile)
    return speech.say(N_("{player} deploys"), player=who)


def _turn(speech: Speech, _state: Match, event: e.TurnOpened) -> str:
    return speech.say(N_("Turn {turn}"), turn=event.turn)


_PHASES = {
    "setup": N_("Set-up"),
    "deployment": N_("Deployment"),
    "movement": N_("Movement phase"),
    "shooting": N_("Shooting phase"),
    "assault": N_("Assault phase"),
    "melee": N_("Close combat phase"),
}


def _phase(speech: Speech, _state: Match, event: e.PhaseOpened) -> str:
    return speech.gettext(_PHASES[event.phase])


TELLERS: Tellers = {
    e.InitiativeRolled: _initiative,
    e.RolledOff: _rolled_off,
    e.OrderSet: _order_set,
    e.OrderChosen: _order_chosen,
    e.DeploymentOpened: _deployment,
    e.Deployed: _deployed,
    e.TurnOpened: _turn,
    e.PhaseOpened: _phase,
    e.Activated: nothing,
}
