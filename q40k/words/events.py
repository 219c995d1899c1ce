"""The kill feed: one sentence for each event, lively and plain."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from q40k.kernel.telling import Event
from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.cards import bonus_of, champion_line
from q40k.words.deaths import accident, killed
from q40k.words.names import name_of, names_of
from q40k.words.speech import N_, Speech

Teller = Callable[[Speech, Match, Any], str | None]


def tell(speech: Speech, state: Match, event: Event, number: int = 0) -> str | None:
    """The sentence that tells `event`; None when it says nothing on its own.

    `state` is any state after the event, best the newest: then a name that was put right shows
    everywhere. `number`, the entry's place in the journal, picks among the ways to tell a death.
    """
    if isinstance(event, e.Killed):
        return killed(speech, state, event, number)
    if isinstance(event, e.AccidentSuffered):
        return accident(speech, state, event, number)
    return _TELLERS[type(event)](speech, state, event)


def _opened(speech: Speech, _state: Match, event: e.MatchOpened) -> str:
    mod, arena = speech.said(event.mod.name), speech.said(event.arena.name)
    if event.points_to_win is not None:
        sentence = N_("{mod}, arena {arena}: the first to reach {goal} points wins")
        return speech.say(sentence, mod=mod, arena=arena, goal=event.points_to_win)
    sentence = N_("{mod}, arena {arena}: the first to reach ×{goal} of its own value wins")
    return speech.say(sentence, mod=mod, arena=arena, goal=event.times_to_win)


def _joined(speech: Speech, state: Match, event: e.Joined) -> str:
    line = champion_line(speech, event.champion)
    back, new = N_("{player} is back with {champion}"), N_("{player} joins with {champion}")
    sentence = back if event.returned else new
    return speech.say(sentence, player=name_of(state, event.player), champion=line)


def _left(speech: Speech, state: Match, event: e.Left) -> str:
    sentence = N_("{player} leaves; the score stays on the board")
    return speech.say(sentence, player=name_of(state, event.player))


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


def _deployment(speech: Speech, _state: Match, _event: e.DeploymentOpened) -> str:
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


def _nothing(_speech: Speech, _state: Match, _event: Event) -> None:
    return None


def _moved(speech: Speech, state: Match, event: e.Moved) -> str:
    who, spent = name_of(state, event.player), speech.inches(event.spent)
    if event.portal is not None:
        sentence = N_("{player} moves onto portal {portal} ({spent} so far)")
        return speech.say(sentence, player=who, portal=event.portal, spent=spent)
    if event.spent:
        return speech.say(N_("{player} moves ({spent} so far)"), player=who, spent=spent)
    return speech.say(N_("{player} moves"), player=who)


_JUMPS = {
    "in": N_("{player} dives into portal {entered} and lands in portal {exit}"),
    "beside": N_("{player} dives into portal {entered} and lands beside portal {exit}"),
}


def _teleported(speech: Speech, state: Match, event: e.Teleported) -> str:
    who = name_of(state, event.player)
    return speech.say(_JUMPS[event.stand], player=who, entered=event.entered, exit=event.exit)


_ARRIVALS = {
    (False, "in"): N_("{player} is back in portal {portal}"),
    (False, "beside"): N_("{player} is back beside portal {portal}"),
    (True, "in"): N_("{player} enters the arena in portal {portal}"),
    (True, "beside"): N_("{player} enters the arena beside portal {portal}"),
}


def _respawned(speech: Speech, state: Match, event: e.Respawned) -> str:
    sentence = _ARRIVALS[event.entry, event.stand]
    return speech.say(sentence, player=name_of(state, event.player), portal=event.portal)


def _beacon(speech: Speech, state: Match, event: e.BeaconUsed) -> str:
    sentence = N_("{player} uses the beacon: the {die} is rolled again")
    return speech.say(sentence, player=name_of(state, event.player), die=event.die)


def _token_returned(speech: Speech, state: Match, event: e.TokenReturned) -> str:
    sentence = N_("{player} loses token {token}, which goes back to its place")
    return speech.say(sentence, player=name_of(state, event.player), token=event.token)


def _token_taken(speech: Speech, state: Match, event: e.TokenTaken) -> str:
    sentence = N_("{player} picks up {token}: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(speech, state, event.kind)
    return speech.say(sentence, player=who, token=event.token, bonus=bonus)


def _bonus_chosen(speech: Speech, state: Match, event: e.BonusChosen) -> str:
    sentence = N_("{player} chooses: {bonus}")
    who, bonus = name_of(state, event.player), bonus_of(speech, state, event.kind)
    return speech.say(sentence, player=who, bonus=bonus)


def _bonus_spent(speech: Speech, state: Match, event: e.BonusSpent) -> str:
    sentence = N_("The bonus of {player} is spent; its token stays alongside")
    return speech.say(sentence, player=name_of(state, event.player))


def _controlled(speech: Speech, state: Match, event: e.MindControlled) -> str:
    sentence = N_("Mind control: {player} now plays {target} too")
    who, target = name_of(state, event.player), name_of(state, event.target)
    return speech.say(sentence, player=who, target=target)


def _thrown(speech: Speech, state: Match, event: e.Thrown) -> str:
    sentence = N_("The mega bumper sends {player} flying {distance} ({dice})")
    who, dice = name_of(state, event.player), " + ".join(map(str, event.dice))
    return speech.say(sentence, player=who, distance=speech.inches(event.inches), dice=dice)


def _nuke(speech: Speech, state: Match, event: e.NukeRolled) -> str:
    hurt = N_("The nuke hits {player}: {die}, and {needed}+ wounds")
    unhurt = N_("The nuke hits {player}: {die}, but only {needed}+ wounds")
    sentence = hurt if event.die >= event.needed else unhurt
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, die=event.die, needed=event.needed)


def _wounded(speech: Speech, state: Match, event: e.Wounded) -> str:
    return speech.ngettext(
        "{player} takes a wound: {left} wound left",
        "{player} takes a wound: {left} wounds left",
        event.left,
    ).format(player=name_of(state, event.player), left=event.left)


def _vortex(speech: Speech, state: Match, event: e.VortexDrags) -> str:
    sentence = N_("Vortex: every other champion is dragged {distance} towards {player}")
    who = name_of(state, event.player)
    return speech.say(sentence, player=who, distance=speech.inches(6))


def _stand(speech: Speech, state: Match, event: e.StandSet) -> str:
    who = name_of(state, event.player)
    if event.portal is None:
        return speech.say(N_("{player} stands in no portal"), player=who)
    return speech.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)


def _adjusted(speech: Speech, state: Match, event: e.Adjusted) -> str:
    sentence = N_("Score adjusted: {player} {points} ({why})")
    who, points = name_of(state, event.player), speech.signed(event.score)
    return speech.say(sentence, player=who, points=points, why=event.why)


def _renamed(speech: Speech, _state: Match, event: e.Renamed) -> str:
    return speech.say(N_("{was} is now called {name}"), was=event.was, name=event.name)


def _corrected(speech: Speech, state: Match, event: e.ChampionCorrected) -> str:
    sentence = N_("Champion put right: {player} plays {champion}")
    line = champion_line(speech, event.champion)
    said = [speech.say(sentence, player=name_of(state, event.player), champion=line)]
    if event.total is not None:
        said.append(speech.say(N_("initiative {total}"), total=event.total))
    said += [f"{name_of(state, p)} {speech.signed(paid)}" for p, paid in event.paid.items()]
    return ", ".join(said)


def _won(speech: Speech, state: Match, event: e.Won) -> str:
    who, winner = name_of(state, event.winner), state.players.get(event.winner)
    times = speech.times(event.times)
    if winner is not None and winner.times == event.times:
        sentence = N_("{player} wins the match with {points} points, {times} of its own value")
        points = speech.points(winner.score)
        said = speech.say(sentence, player=who, points=points, times=times)
    else:
        sentence = N_("{player} wins the match with {times} of its own value")
        said = speech.say(sentence, player=who, times=times)
    others = [p for p in event.over if p != event.winner]
    if not others:
        return said
    names = speech.listed(names_of(state, others))
    reached = speech.say(N_("goal also reached by {players}"), players=names)
    return f"{said} ({reached}; {_decided(speech, state, event, others)})"


def _decided(speech: Speech, state: Match, event: e.Won, others: list[str]) -> str:
    """What decided between several who reached their goal (SCORE-4)."""
    times: list[Fraction] = [state.players[p].times for p in others if p in state.players]
    if state.played_on or not times:
        return speech.gettext(N_("decided by the most times one’s own value, then by initiative"))
    if max(times) == event.times:
        return speech.gettext(N_("level on that, so initiative decided"))
    return speech.gettext(N_("decided by the most times one’s own value"))


def _played_on(speech: Speech, _state: Match, _event: e.PlayedOn) -> str:
    return speech.gettext(N_("The table plays on"))


def _roller(speech: Speech, state: Match, event: e.RollerSet) -> str:
    if event.player is None:
        if event.roller == "app":
            return speech.gettext(N_("From now on the app rolls for everyone"))
        return speech.gettext(N_("From now on everyone rolls real dice"))
    by_app = N_("From now on the app rolls for {player}")
    by_hand = N_("From now on {player} rolls real dice")
    sentence = by_app if event.roller == "app" else by_hand
    return speech.say(sentence, player=name_of(state, event.player))


def _d3(speech: Speech, _state: Match, event: e.D3Typed) -> str:
    if event.on_d6:
        return speech.gettext(N_("A D3 is typed as the D6 it was rolled on"))
    return speech.gettext(N_("A D3 is typed as 1 to 3"))


def _overridden(speech: Speech, _state: Match, event: e.Overridden) -> str:
    sentence = N_("The game master overrules {rule}: {reason}")
    return speech.say(sentence, rule=event.rule, reason=event.reason)


_TELLERS: dict[type[Event], Teller] = {
    e.MatchOpened: _opened,
    e.Joined: _joined,
    e.Left: _left,
    e.InitiativeRolled: _initiative,
    e.RolledOff: _rolled_off,
    e.OrderSet: _order_set,
    e.OrderChosen: _order_chosen,
    e.DeploymentOpened: _deployment,
    e.Deployed: _deployed,
    e.TurnOpened: _turn,
    e.PhaseOpened: _phase,
    e.Activated: _nothing,
    e.Moved: _moved,
    e.PortalEntered: _nothing,
    e.Teleported: _teleported,
    e.Respawned: _respawned,
    e.BeaconUsed: _beacon,
    e.TokenReturned: _token_returned,
    e.TokenTaken: _token_taken,
    e.BonusChosen: _bonus_chosen,
    e.BonusSpent: _bonus_spent,
    e.MindControlled: _controlled,
    e.Thrown: _thrown,
    e.NukeRolled: _nuke,
    e.Wounded: _wounded,
    e.VortexDrags: _vortex,
    e.StandSet: _stand,
    e.Adjusted: _adjusted,
    e.Renamed: _renamed,
    e.ChampionCorrected: _corrected,
    e.Won: _won,
    e.PlayedOn: _played_on,
    e.RollerSet: _roller,
    e.D3Typed: _d3,
    e.Overridden: _overridden,
}
