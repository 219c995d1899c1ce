"""Moves, jumps and arrivals in sentences."""

from __future__ import annotations

from q40k.rules import events as e
from q40k.rules.state import Match
from q40k.words.names import name_of
from q40k.words.speech import N_, Speech
from q40k.words.telling.shared import Tellers


def _moved(speech: Speech, state: Match, event: e.Moved) -> str:
    said = _went(speech, state, event)
    if not event.over:
        return said
    over = speech.listed(event.over)
    return speech.say(N_("{said}, over {things}"), said=said, things=over)


def _went(speech: Speech, state: Match, event: e.Moved) -> str:
    who, spent = name_of(state, event.player), speech.inches(event.spent)
    if event.cut:
        sentence = N_("{player} gets no further ({spent} so far)")
        return speech.say(sentence, player=who, spent=spent)
    if event.portal is not None:
        sentence = N_("{player} moves onto portal {portal} ({spent} so far)")
        return speech.say(sentence, player=who, portal=event.portal, spent=spent)
    if event.spent:
        return speech.say(N_("{player} moves ({spent} so far)"), player=who, spent=spent)
    return speech.say(N_("{player} moves"), player=who)


def _entered(speech: Speech, state: Match, event: e.PortalEntered) -> str | None:
    if event.far is None:
        return None
    sentence = N_("By its place {player} was {far} away from portal {portal}, with {left} left")
    far, left = speech.inches(event.far), speech.inches(event.left)
    return speech.say(
        sentence, player=name_of(state, event.player), far=far, portal=event.portal, left=left
    )


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


def _thrown(speech: Speech, state: Match, event: e.Thrown) -> str:
    sentence = N_("The mega bumper sends {player} flying {distance} ({dice})")
    if event.hour is not None:
        sentence = N_(
            "The mega bumper sends {player} flying {distance} towards {hour} o’clock ({dice})"
        )
    who, dice = name_of(state, event.player), " + ".join(map(str, event.dice))
    flown = speech.inches(event.inches)
    return speech.say(sentence, player=who, distance=flown, dice=dice, hour=event.hour)


def _stand(speech: Speech, state: Match, event: e.StandSet) -> str:
    who = name_of(state, event.player)
    if event.portal is None:
        return speech.say(N_("{player} stands in no portal"), player=who)
    return speech.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)


TELLERS: Tellers = {
    e.Moved: _moved,
    e.PortalEntered: _entered,
    e.Teleported: _teleported,
    e.Respawned: _respawned,
    e.BeaconUsed: _beacon,
    e.Thrown: _thrown,
    e.StandSet: _stand,
}
