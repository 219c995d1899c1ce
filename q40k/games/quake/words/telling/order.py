"""The order of play in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of, names_of
from q40k.games.quake.words.telling.shared import Tellers, nothing
from q40k.i18n.locale import N_, Locale


def _initiative(locale: Locale, state: Match, event: e.InitiativeRolled) -> str:
    sentence = N_("{player} rolls {die}: initiative {total}")
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, die=event.die, total=event.total)


def _rolled_off(locale: Locale, state: Match, event: e.RolledOff) -> str:
    rolls = zip(event.players, event.dice, strict=False)
    said = ", ".join(f"{name_of(state, player)} {die}" for player, die in rolls)
    return locale.say(N_("Roll-off: {rolls}"), rolls=said)


def _order_set(locale: Locale, state: Match, event: e.OrderSet) -> str:
    return locale.say(N_("Order of play: {players}"), players=_in_order(state, event.ranking))


def _order_chosen(locale: Locale, state: Match, event: e.OrderChosen) -> str:
    sentence = N_("{player} decides the order of play: {players}")
    who = name_of(state, event.player)
    return locale.say(sentence, player=who, players=_in_order(state, event.order))


def _in_order(state: Match, players: tuple[str, ...]) -> str:
    return ", ".join(names_of(state, players))


def _deployment(locale: Locale, state: Match, _event: e.DeploymentOpened) -> str:
    if state.in_teams:
        sentence = N_("Deployment: the team with the lowest roll begins, then they alternate")
        return locale.gettext(sentence)
    return locale.gettext(N_("Deployment: the lowest initiative goes first"))


def _deployed(locale: Locale, state: Match, event: e.Deployed) -> str:
    who = name_of(state, event.player)
    if event.portal is not None:
        sentence = N_("{player} deploys on portal {portal}")
        return locale.say(sentence, player=who, portal=event.portal)
    if event.tile is not None:
        return locale.say(N_("{player} deploys in tile {tile}"), player=who, tile=event.tile)
    return locale.say(N_("{player} deploys"), player=who)


def _turn(locale: Locale, _state: Match, event: e.TurnOpened) -> str:
    return locale.say(N_("Turn {turn}"), turn=event.turn)


_PHASES = {
    "setup": N_("Set-up"),
    "deployment": N_("Deployment"),
    "movement": N_("Movement phase"),
    "shooting": N_("Shooting phase"),
    "assault": N_("Assault phase"),
    "melee": N_("Close combat phase"),
}


def _phase(locale: Locale, _state: Match, event: e.PhaseOpened) -> str:
    return locale.gettext(_PHASES[event.phase])


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
