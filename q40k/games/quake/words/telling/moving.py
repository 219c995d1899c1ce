"""Moves, jumps and arrivals in sentences."""

from __future__ import annotations

from q40k.games.quake.rules import events as e
from q40k.games.quake.rules.state import Match
from q40k.games.quake.words.names import name_of
from q40k.games.quake.words.telling.shared import Tellers
from q40k.i18n.locale import N_, Locale


def _moved(locale: Locale, state: Match, event: e.Moved) -> str:
    said = _went(locale, state, event)
    if not event.over:
        return said
    over = locale.listed(event.over)
    return locale.say(N_("{said}, over {things}"), said=said, things=over)


def _went(locale: Locale, state: Match, event: e.Moved) -> str:
    who, spent = name_of(state, event.player), locale.inches(event.spent)
    if event.cut:
        sentence = N_("{player} gets no further ({spent} so far)")
        return locale.say(sentence, player=who, spent=spent)
    if event.portal is not None:
        sentence = N_("{player} moves onto portal {portal} ({spent} so far)")
        return locale.say(sentence, player=who, portal=event.portal, spent=spent)
    if event.spent:
        return locale.say(N_("{player} moves ({spent} so far)"), player=who, spent=spent)
    return locale.say(N_("{player} moves"), player=who)


def _entered(locale: Locale, state: Match, event: e.PortalEntered) -> str | None:
    if event.far is None:
        return None
    sentence = N_("By its place {player} was {far} away from portal {portal}, with {left} left")
    far, left = locale.inches(event.far), locale.inches(event.left)
    return locale.say(
        sentence, player=name_of(state, event.player), far=far, portal=event.portal, left=left
    )


_JUMPS = {
    "in": N_("{player} dives into portal {entered} and lands in portal {exit}"),
    "beside": N_("{player} dives into portal {entered} and lands beside portal {exit}"),
}


def _teleported(locale: Locale, state: Match, event: e.Teleported) -> str:
    who = name_of(state, event.player)
    return locale.say(_JUMPS[event.stand], player=who, entered=event.entered, exit=event.exit)


_ARRIVALS = {
    (False, "in"): N_("{player} is back in portal {portal}"),
    (False, "beside"): N_("{player} is back beside portal {portal}"),
    (True, "in"): N_("{player} enters the arena in portal {portal}"),
    (True, "beside"): N_("{player} enters the arena beside portal {portal}"),
}


def _respawned(locale: Locale, state: Match, event: e.Respawned) -> str:
    sentence = _ARRIVALS[event.entry, event.stand]
    return locale.say(sentence, player=name_of(state, event.player), portal=event.portal)


def _beacon(locale: Locale, state: Match, event: e.BeaconUsed) -> str:
    sentence = N_("{player} uses the beacon: the {die} is rolled again")
    return locale.say(sentence, player=name_of(state, event.player), die=event.die)


def _thrown(locale: Locale, state: Match, event: e.Thrown) -> str:
    sentence = N_("The mega bumper sends {player} flying {distance} ({dice})")
    if event.hour is not None:
        sentence = N_(
            "The mega bumper sends {player} flying {distance} towards {hour} o’clock ({dice})"
        )
    who, dice = name_of(state, event.player), " + ".join(map(str, event.dice))
    flown = locale.inches(event.inches)
    return locale.say(sentence, player=who, distance=flown, dice=dice, hour=event.hour)


def _stand(locale: Locale, state: Match, event: e.StandSet) -> str:
    who = name_of(state, event.player)
    if event.portal is None:
        return locale.say(N_("{player} stands in no portal"), player=who)
    return locale.say(N_("{player} stands in portal {portal}"), player=who, portal=event.portal)


TELLERS: Tellers = {
    e.Moved: _moved,
    e.PortalEntered: _entered,
    e.Teleported: _teleported,
    e.Respawned: _respawned,
    e.BeaconUsed: _beacon,
    e.Thrown: _thrown,
    e.StandSet: _stand,
}
